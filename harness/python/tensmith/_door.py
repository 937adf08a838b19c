"""What `einsum` and plans do where arrays, options or types are not the usual ones.

The usual calls never come here: `_native` serves them. Here are the rules of numpy for all others.
"""

import numpy as np

from . import _subscripts, _native, _numpy, _path, _slices, _sparse
from ._arrays import as_array, check, common_type, is_served, lack, readable

_SEARCHES = {False: "auto", True: "auto", "auto": "auto", "greedy": "greedy", "optimal": "optimal"}
_CASTINGS = ("no", "equiv", "safe", "same_kind", "unsafe")
_LARGEST_EXACT = 15


def einsum(operands, out, dtype, casting, order, optimize, threads, strict):
    """Serves a call of `einsum`, or passes it on to numpy."""
    if threads is not None:
        _native.check_threads(threads)
    operands = _subscripts.settled(operands)
    if any(map(_sparse.is_sparse, operands)):
        # numpy has no meaning for it.
        return _served_sparse(operands, out, dtype, "safe" if casting is None else casting, order, optimize, threads)
    try:
        return _served(operands, out, dtype, "safe" if casting is None else casting, order, optimize, threads)
    except _native.NotServed as error:
        why = str(error)
    except (IndexError, TypeError, ValueError) as error:
        if strict:
            raise
        why = f"numpy decides: {type(error).__name__}"
    if isinstance(optimize, str) and optimize == "auto":
        # numpy has another name for it.
        optimize = True
    options = {"out": out, "dtype": dtype, "casting": casting, "order": order, "optimize": optimize}
    given = {name: value for name, value in options.items() if value is not None}
    return _numpy.ask("einsum", operands, given, why, strict)


def _served(operands, out, dtype, casting, order, optimize, threads):
    check(operand for operand in operands if type(operand) is not str)
    check((out,))
    text, operands = _subscripts.read(operands)
    arrays = [as_array(operand) for operand in operands]
    is_given = dtype is not None
    dtype = np.dtype(dtype) if is_given else common_type(arrays)
    may_be_view = len(arrays) == 1 and out is None
    if not may_be_view and not is_served(dtype):
        raise _native.NotServed(lack(dtype))
    order = _order(order, arrays)
    if casting not in _CASTINGS:
        raise ValueError(f"casting is {casting!r}: must be one of {', '.join(_CASTINGS)}")
    view = _native.rearranged(text, arrays[0]) if may_be_view else None
    if view is not None:
        return view
    if not is_served(dtype):
        raise _native.NotServed(lack(dtype))
    if not all(np.can_cast(array.dtype, dtype, casting) for array in arrays):
        raise TypeError(f"operands cannot be cast to {dtype} by the rule {casting!r}")
    arrays = [readable(array, dtype) for array in arrays]
    search, path = _search(optimize, len(arrays))

    def contract(into):
        if path is not None:
            return _path.contract_along(text, arrays, path, into, order, threads)
        return _native.contract(text, arrays, into, (order, search, threads))

    if out is None:
        return contract(None)
    return _written(out, dtype, casting if is_given else "no", arrays, contract)


def _served_sparse(operands, out, dtype, casting, order, optimize, threads):
    """Contracts operands of which one is sparse."""
    text, operands = _subscripts.read(operands)
    place = _sparse.place(operands)
    matrix, others = operands[place], [*operands[:place], *operands[place + 1 :]]
    check((*others, out))
    arrays = [as_array(operand) for operand in others]
    is_given = dtype is not None
    dtype = np.dtype(dtype) if is_given else np.result_type(matrix.dtype, *(array.dtype for array in arrays))
    _sparse.check_type(dtype)
    order = _order(order, arrays)
    if casting not in _CASTINGS:
        raise ValueError(f"casting is {casting!r}: must be one of {', '.join(_CASTINGS)}")
    if not all(np.can_cast(operand.dtype, dtype, casting) for operand in (matrix, *arrays)):
        raise TypeError(f"operands cannot be cast to {dtype} by the rule {casting!r}")
    if _search(optimize, len(operands))[1] is not None:
        raise _native.NotServed("a path with a sparse operand: its order is that with the fewest operations")
    arrays = [readable(array, dtype) for array in arrays]

    def contract(into):
        return _sparse.contract(text, arrays, place, matrix, dtype, into, threads)

    if out is None:
        result = contract(None)
        return np.asarray(result, order="F") if order == "F" and np.ndim(result) else result
    return _written(out, dtype, casting if is_given else "no", arrays, contract)


def _written(out, dtype, casting, arrays, contract):
    """Has a contraction written to `out`, and returns that.

    Results are converted where the type to compute in is given: numpy computes in that of `out` otherwise.
    """
    if not isinstance(out, np.ndarray):
        raise TypeError("out must be an array")
    target = out if type(out) is np.ndarray else out.view(np.ndarray)
    # numpy reads `out` as well: what is cast to its type has to be cast back.
    is_cast = np.can_cast(dtype, target.dtype, casting) and np.can_cast(target.dtype, dtype, casting)
    if not is_cast or (target.dtype != dtype and target.dtype.kind not in "biufc"):
        raise _native.NotServed("out has another type than the result")
    if not target.flags.writeable:
        raise ValueError("out is read-only")
    is_plain = target.dtype == dtype and readable(target, dtype) is target
    if is_plain and all(not np.may_share_memory(target, array) for array in arrays):
        contract(target)
        return out
    result = np.asarray(contract(None))
    if result.shape != target.shape:
        raise ValueError(f"out has shape {target.shape}: must be {result.shape}")
    np.copyto(target, result, casting="unsafe")
    return out


def _order(order, arrays):
    """Returns the name of an order of memory: K, C or F."""
    name = "K" if order is None else order.upper() if isinstance(order, str) else order
    if name == "A":
        is_fortran = all(array.flags.f_contiguous for array in arrays)
        return "F" if is_fortran and not all(array.flags.c_contiguous for array in arrays) else "C"
    if name in ("K", "C", "F"):
        return name
    raise ValueError(f"order is {order!r}: must be 'K', 'C', 'F' or 'A'")


def _search(optimize, operands):
    """Returns the name of a search, and the path where that is given."""
    if optimize is None:
        return "auto", None
    if isinstance(optimize, (list, tuple)) and len(optimize) > 0 and optimize[0] == "einsum_path":
        return "auto", optimize[1:]
    if not isinstance(optimize, (bool, str)):
        raise _native.NotServed("a search with a limit, or of an unknown kind")
    name = _SEARCHES.get(optimize)
    if name is None:
        raise ValueError(f"optimize is {optimize!r}: must be 'auto', 'greedy', 'optimal' or a path")
    return ("auto" if name == "optimal" and operands > _LARGEST_EXACT else name), None


def _remade(plan):
    """Returns the same plan, made in this process: it was forked from the one that made it."""
    make, made_of = plan.__reduce__()
    return make(*made_of)


def _copied(result, into):
    if into is None:
        return result
    np.copyto(into, result)
    return into


def call_plan(plan, operands, out):
    """Serves a call of a plan with arrays that lie otherwise than those that it was made for."""
    arrays = [as_array(operand) for operand in operands]
    shapes = plan.shapes
    if len(arrays) != len(shapes):
        raise ValueError(f"there are {len(arrays)} operands: the plan has {len(shapes)}")
    for number, (array, shape) in enumerate(zip(arrays, shapes)):
        if array.shape != shape:
            raise ValueError(f"operand {number} has shape {array.shape}: the plan is made for {shape}")
        if plan.dtype is not None and array.dtype != plan.dtype:
            raise TypeError(f"operand {number} has type {array.dtype}: the plan is made for {plan.dtype}")
    order, optimize, threads = plan._options
    if plan._fit != (None, None):
        # Another plan would need more memory: arrays are made to lie as this one wants.
        made = plan if plan._is_own else _remade(plan)
        result = made(*_slices.fitting(made, arrays))
        if out is None:
            return result
        return _written(out, result.dtype, "no", arrays, lambda into: _copied(result, into))
    if out is None:
        arrays = [readable(array, array.dtype) for array in arrays] if plan.dtype else arrays
        return _native.contract(plan.expression, arrays, None, (order, optimize, threads))
    dtype = np.dtype(plan.dtype) if plan.dtype else arrays[0].dtype
    arrays = [readable(array, dtype) for array in arrays]
    return _written(
        out,
        dtype,
        "no",
        arrays,
        lambda into: _native.contract(plan.expression, arrays, into, (order, optimize, threads)),
    )
