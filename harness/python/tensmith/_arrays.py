"""Operands: what numpy's arrays they are, without a copy where there need be none."""

import functools
import sys

import numpy as np

from . import _native

_served = {np.dtype(name) for name in ("f2", "f4", "f8", "c8", "c16")}


def is_served(dtype):
    """Whether there are kernels for elements of a type."""
    if dtype in _served:
        return True
    if dtype.kind == "V" and dtype.name == "bfloat16" and dtype.type.__module__.startswith("ml_dtypes"):
        _native.know_bfloat16(dtype.num)
        _served.add(dtype)
        return True
    return False


@functools.lru_cache(maxsize=64)
def lack(dtype):
    """Says that there are no kernels for a type: numpy takes microseconds to name one."""
    return f"elements of type {dtype}"


def check(operands):
    """Lets pass what has no functions of its own, and is there.

    Raises
    ------
    NotServed
        An operand overrides numpy's functions by `__array_function__`, or stands for an array.
    """
    for operand in operands:
        if type(operand) is np.ndarray or operand is None:
            continue
        own = getattr(type(operand), "__array_function__", None)
        if own is not None and own is not np.ndarray.__array_function__:
            raise _native.NotServed("an operand has functions of its own")
        if is_traced(operand):
            raise _native.NotServed("an operand stands for an array that is not there")


def is_traced(operand):
    """Whether an operand stands for an array that is not there: a step of a graph that autoray records."""
    return "autoray" in sys.modules and type(operand).__module__.partition(".")[0] == "autoray"


def as_array(operand):
    """Returns an operand as an array of numpy's own class, over the same memory where that is possible."""
    if type(operand) is np.ndarray:
        return operand
    if hasattr(operand, "__dlpack__") and not isinstance(operand, (np.ndarray, np.generic)):
        try:
            return np.from_dlpack(operand)
        except (BufferError, RuntimeError, TypeError):
            pass
    return np.asarray(operand)


def common_type(arrays):
    """Returns the type that numpy computes in."""
    first, *others = (array.dtype for array in arrays)
    is_common = first.isnative and all(other is first for other in others)
    return first if is_common else np.result_type(*arrays)


def readable(array, dtype):
    """Returns an array with elements of a type, as kernels read them: itself, or else a copy."""
    size = array.itemsize
    lies_well = array.flags.aligned and all(
        stride % size == 0 for stride, extent in zip(array.strides, array.shape) if extent > 1
    )
    if lies_well and array.dtype == dtype:
        return array
    return np.array(array, dtype=dtype, order="K", copy=True)
