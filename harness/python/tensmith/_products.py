"""Products of two arrays, and transposes, with numpy's meaning: opt_einsum and cotengra ask for them."""

import functools
import operator

import numpy as np

from . import _subscripts, _native, _numpy
from ._arrays import as_array, is_served, is_traced, overrides, readable

_OPTIONS = ("C", "auto", None)


def tensordot(a, b, axes=2):
    """Contract two arrays over axes, as `numpy.tensordot`.

    Parameters
    ----------
    a, b : array_like
        The arrays.
    axes : int or pair of int or of sequences of int, optional
        How many of the last axes of `a` and first axes of `b` are summed over, or which of both.

    Returns
    -------
    ndarray
        The remaining axes of `a`, then those of `b`.

    Examples
    --------
    >>> import numpy, tensmith
    >>> tensmith.tensordot(numpy.ones((2, 3)), numpy.ones((3, 2)), axes=1)
    array([[3., 3.],
           [3., 3.]])
    """
    given = {"axes": axes}
    try:
        left, right, dtype = _operands(a, b)
        of_left, of_right = _axes(axes, left.ndim, right.ndim)
        if any(left.shape[one] != right.shape[other] for one, other in zip(of_left, of_right)):
            raise ValueError("extents of a pair of axes are different")
        text = _tensordot_text(left.ndim, right.ndim, of_left, of_right)
        result = _native.contract(text, [left, right], None, _OPTIONS)
        return result if isinstance(result, np.ndarray) else np.asarray(result, dtype)
    except _native.NotServed as lack:
        return _numpy.ask("tensordot", (a, b), given, str(lack))
    except (IndexError, TypeError, ValueError) as error:
        return _numpy.ask("tensordot", (a, b), given, f"numpy decides: {type(error).__name__}")


def matmul(a, b, /, out=None):
    """Multiply matrices, and stacks of them, as `numpy.matmul`.

    Parameters
    ----------
    a, b : array_like
        The arrays; their last two axes are those of the matrices.
    out : ndarray, optional
        An array for the result.

    Returns
    -------
    ndarray or scalar
        The products.

    Examples
    --------
    >>> import numpy, tensmith
    >>> tensmith.matmul(numpy.ones((2, 3)), numpy.ones(3))
    array([3., 3.])
    """
    given = {} if out is None else {"out": out}
    try:
        left, right, dtype = _operands(a, b)
        if 0 in (left.ndim, right.ndim) or left.shape[-1] != right.shape[max(right.ndim - 2, 0)]:
            raise ValueError("the matrices do not fit")
        text = _MATMUL[left.ndim > 1, right.ndim > 1]
        if out is None:
            return _native.contract(text, [left, right], None, _OPTIONS)
        if type(out) is not np.ndarray or out.dtype != dtype:
            raise _native.NotServed("out has another type than the result")
        return _native.contract(text, [left, right], out, _OPTIONS)
    except _native.NotServed as lack:
        return _numpy.ask("matmul", (a, b), given, str(lack))
    except (TypeError, ValueError) as error:
        return _numpy.ask("matmul", (a, b), given, f"numpy decides: {type(error).__name__}")


_MATMUL = {
    (False, False): "k,k->",
    (False, True): "k,...kn->...n",
    (True, False): "...mk,k->...m",
    (True, True): "...mk,...kn->...mn",
}


def transpose(a, axes=None):
    """Permute the axes of an array: a view, as `numpy.transpose`.

    Parameters
    ----------
    a : array_like
        The array.
    axes : sequence of int, optional
        The axes in their new order; reversed where it is not given.

    Returns
    -------
    ndarray
        A view.

    Examples
    --------
    >>> import numpy, tensmith
    >>> tensmith.transpose(numpy.ones((2, 3))).shape
    (3, 2)
    """
    return _numpy.pass_on("transpose", (a, axes))


def _operands(a, b):
    """Returns both as arrays with elements of one type, and this type."""
    if overrides(a) or overrides(b):
        raise _native.NotServed("an operand has functions of its own")
    if is_traced(a) or is_traced(b):
        raise _native.NotServed("an operand stands for an array that is not there")
    left, right = as_array(a), as_array(b)
    dtype = left.dtype if left.dtype == right.dtype else np.result_type(left, right)
    if not is_served(dtype):
        raise _native.NotServed(f"elements of type {dtype}")
    return readable(left, dtype), readable(right, dtype), dtype


def _axes(axes, of_left, of_right):
    """Returns the summed axes of both as tuples of numbers that are not negative."""
    try:
        left, right = axes
    except TypeError:
        count = operator.index(axes)
        if count > min(of_left, of_right) or count < 0:
            raise ValueError("there are fewer axes") from None
        return tuple(range(of_left - count, of_left)), tuple(range(count))
    return _numbers(left, of_left), _numbers(right, of_right)


def _numbers(axes, rank):
    axes = tuple(axes) if np.iterable(axes) else (axes,)
    return tuple(range(rank)[operator.index(axis)] for axis in axes)


@functools.lru_cache(maxsize=4096)
def _tensordot_text(of_left, of_right, summed_left, summed_right):
    if len(summed_left) != len(summed_right) or len(set(summed_left)) != len(summed_left):
        raise ValueError("axes are not in pairs")
    if len(set(summed_right)) != len(summed_right):
        raise ValueError("axes are not in pairs")
    names = _subscripts.fresh("", of_left + of_right)
    left, right = names[:of_left], names[of_left:]
    for one, other in zip(summed_left, summed_right):
        right[other] = left[one]
    output = [name for axis, name in enumerate(left) if axis not in summed_left]
    output += [name for axis, name in enumerate(right) if axis not in summed_right]
    return f"{''.join(left)},{''.join(right)}->{''.join(output)}"
