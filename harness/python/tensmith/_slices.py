"""Blocks of slices: computed one by one, and added in the order of their numbers.

The result is the same, bit by bit, no matter who computes which block: a plan says which slices a block has,
and in which order blocks are added.
"""

import numpy as np

from ._arrays import as_array, readable


def run_block(plan, block, operands, out):
    """Computes a block of a plan: `Plan.run_block`."""
    arrays = fitting(plan, operands)
    result = empty_block(plan)
    if out is not None and (out.shape != result.shape or out.dtype != result.dtype):
        raise ValueError(f"out is {out.dtype} of {out.shape}: must be {result.dtype} of {result.shape}")
    plan._run_block(block, arrays, result)
    if out is None:
        return np.asarray(result, order="C")
    np.copyto(out, result)
    return out


def fitting(plan, operands):
    """Returns arrays of a plan's shapes and type as the plan wants them to lie: themselves, or else copies.

    Raises
    ------
    TypeError
        An array has another type.
    ValueError
        An array has another shape, or lies otherwise than one whose elements share memory: no copy can lie like
        that.
    """
    arrays = [as_array(operand) for operand in operands]
    shapes = plan.shapes
    if len(arrays) != len(shapes):
        raise ValueError(f"there are {len(arrays)} operands: the plan has {len(shapes)}")
    dtype = np.dtype(plan.dtype)
    fitted = []
    for number, (array, shape, strides) in enumerate(zip(arrays, shapes, plan._strides)):
        if array.shape != shape:
            raise ValueError(f"operand {number} has shape {array.shape}: the plan is made for {shape}")
        if array.dtype != dtype:
            raise TypeError(f"operand {number} has type {array.dtype}: the plan is made for {plan.dtype}")
        array = readable(array, dtype)
        fitted.append(array if array.strides == strides else _laid(number, array, strides))
    return fitted


def _laid(number, array, strides):
    """Returns the elements of an operand with other strides."""
    shape = array.shape
    if _moving(shape, array.strides) == _moving(shape, strides):
        return np.lib.stride_tricks.as_strided(array, shape, strides)
    if _may_overlap(shape, strides, array.itemsize):
        raise ValueError(
            f"operand {number} has strides {array.strides}: must have {strides}, as the plan is made for an array "
            "whose elements share memory"
        )
    copy = _empty(shape, strides, array.dtype)
    np.copyto(copy, array)
    return copy


def empty_block(plan):
    """Returns an array that a block can be computed into."""
    return _empty(plan.block_shape, plan._block_strides, np.dtype(plan.dtype))


def _moving(shape, strides):
    """Returns the strides that matter: none where there are no elements, or no second one along an axis."""
    return [] if 0 in shape else [stride for extent, stride in zip(shape, strides) if extent > 1]


def _may_overlap(shape, strides, size):
    """Whether two elements may share memory: not if each axis steps over all that the shorter steps reach."""
    reach = size
    for step, extent in sorted((abs(stride), extent) for extent, stride in zip(shape, strides) if extent > 1):
        if step < reach:
            return True
        reach += step * (extent - 1)
    return False


def _empty(shape, strides, dtype):
    """Returns an array with these strides over memory of its own."""
    steps = [stride * (extent - 1) for extent, stride in zip(shape, strides) if extent > 1]
    if 0 in shape:
        return np.empty(shape, dtype)
    before = -sum(step for step in steps if step < 0)
    size = before + sum(step for step in steps if step > 0) + dtype.itemsize
    memory = np.empty(size // dtype.itemsize, dtype)
    return np.ndarray(shape, dtype, memory, before, strides)


class Sum:
    """The result of a plan, to which blocks are added in the order of their numbers.

    Where `out` shares memory with an operand, which later blocks read, the sum is apart from it until the end.
    """

    def __init__(self, plan, out=None, operands=()):
        self._plan = plan
        self._next = 0
        shape, dtype = output_shape(plan), np.dtype(plan.dtype)
        if out is not None and (out.shape != shape or out.dtype != dtype):
            raise ValueError(f"out is {out.dtype} of {out.shape}: must be {dtype} of {shape}")
        is_apart = out is None or any(np.may_share_memory(out, operand) for operand in operands)
        self._out = out
        self._result = np.empty(shape, dtype) if is_apart else out
        self._begun = None

    def add(self, block, result):
        """Adds a block, which must be the next one."""
        if block != self._next:
            raise ValueError(f"block is {block}: must be {self._next}, the next one")
        self._next += 1
        place = self._plan.block_place(block)
        if place != self._begun:
            self._result[place] = result
            self._begun = place
        else:
            self._result[place] += result

    def finish(self):
        """Returns the sum of all blocks, in `out` where that is given."""
        if self._next != self._plan.blocks:
            raise ValueError(f"{self._next} blocks were added: must be all {self._plan.blocks}")
        if self._out is None:
            return self._result
        if self._out is not self._result:
            np.copyto(self._out, self._result)
        return self._out


def output_shape(plan):
    """Returns the shape of a plan's result."""
    last = plan.block_place(plan.blocks - 1)
    return tuple(axis.stop for axis in last)
