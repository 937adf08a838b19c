"""Plans: contractions that are compiled once and called often."""

import importlib

import numpy as np

from . import _bytes, _native, _sparse
from ._arrays import as_array, common_type, is_served, lack, readable


_SEARCHES = ("auto", "auto-hq", "greedy", "optimal", "random-greedy", "random-greedy-128")


def plan(
    expression,
    *operands,
    dtype=None,
    order="K",
    optimize="auto",
    threads=None,
    memory_limit=None,
    steps=None,
):
    """Make a plan for an expression.

    Parameters
    ----------
    expression : str
        As `einsum` takes it.
    *operands : array_like or tuple of int
        Arrays, for whose shapes and strides the plan is made; or shapes, for arrays in C order.
    dtype : dtype, optional
        The type of all elements; that of the arrays where it is not given, or float64 of shapes.
    order : {'K', 'C', 'F'}, optional
        The order of results in memory, as of `einsum`.
    optimize : {'auto', 'auto-hq', 'greedy', 'optimal', 'random-greedy', 'random-greedy-128'} or bool, optional
        How to look for the order in which three or more operands meet; bool is 'auto'. No path is taken.
    threads : int, optional
        How many threads the plan is made for and runs on.
    memory_limit : int or str, optional
        The most bytes that a call may need besides operands and result, such as ``'4GiB'``. Where the fastest
        order needs more, one that needs less is taken, or else the contraction is cut into slices.
    steps : str, optional
        The order in which operands meet, with its cuts: `Plan.steps` of another plan. Nothing is searched
        then.

    Returns
    -------
    Plan
        It is called with arrays, and with ``out=`` where there is an array for the result.

    Raises
    ------
    NotServed
        If there is no machine code for the type.
    TypeError
        If `optimize` is a path, or something else that has no name.
    ValueError
        If the expression, a shape, or a limit of memory is wrong.
    MemoryError
        If nothing fits into `memory_limit`.

    Examples
    --------
    >>> import numpy, tensmith
    >>> product = tensmith.plan("ij,jk->ik", (2, 3), (3, 4))
    >>> product(numpy.ones((2, 3)), numpy.ones((3, 4)))
    array([[3., 3., 3., 3.],
           [3., 3., 3., 3.]])
    >>> product.cost.operations
    48
    """
    if optimize is None or isinstance(optimize, bool):
        optimize = "auto"
    if not isinstance(optimize, str):
        raise TypeError(f"optimize is {optimize!r}: must be one of {', '.join(_SEARCHES)}")
    if optimize not in _SEARCHES:
        raise ValueError(f"optimize is {optimize!r}: must be one of {', '.join(_SEARCHES)}")
    if memory_limit is not None:
        memory_limit = _bytes.read(memory_limit)
    if any(map(_sparse.is_sparse, operands)):
        raise _native.NotServed("a plan with a sparse operand: `einsum` takes one")
    arrays = [None if _is_shape(operand) else as_array(operand) for operand in operands]
    if dtype is None:
        known = [array for array in arrays if array is not None]
        dtype = common_type(known) if known else np.float64
    dtype = np.dtype(dtype)
    if not is_served(dtype):
        raise _native.NotServed(lack(dtype))
    described = [
        operand if array is None else readable(array, dtype)
        for array, operand in zip(arrays, operands)
    ]
    return _native.plan(expression, described, dtype.num, (order, optimize, threads), (memory_limit, steps))


def remade(expression, shapes, dtype, options):
    """Makes a plan again that was sent from another process."""
    (order, optimize, threads), (memory_limit, steps) = options
    return plan(
        expression,
        *shapes,
        dtype=dtype and dtype_named(dtype),
        order=order,
        optimize=optimize,
        threads=threads,
        memory_limit=memory_limit,
        steps=steps,
    )


def dtype_named(name):
    """Returns the type of elements with a name."""
    if name == "bfloat16":
        # Importing it tells numpy of the type.
        importlib.import_module("ml_dtypes")
    dtype = np.dtype(name)
    if not is_served(dtype):
        raise _native.NotServed(lack(dtype))
    return dtype


def _is_shape(operand):
    return isinstance(operand, tuple) and all(isinstance(extent, (int, np.integer)) for extent in operand)
