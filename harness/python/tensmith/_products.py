"""Products of two arrays, and transposes, with numpy's meaning: opt_einsum and cotengra ask for them."""

import functools
import operator
from collections.abc import Iterator

import numpy as np

from . import _subscripts, _native, _numpy
from ._arrays import as_array, check

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
    if isinstance(axes, Iterator):
        axes = tuple(axes)
    try:
        check((a, b))
        left, right = as_array(a), as_array(b)
        text, pairs = _tensordot_text(left.ndim, right.ndim, _hashable(axes))
        of_left, of_right = left.shape, right.shape
        for one, other in pairs:
            if of_left[one] != of_right[other]:
                raise ValueError("extents of a pair of axes are different")
        result = _native.einsum(text, left, right, order="C", strict=True)
        return result if type(result) is np.ndarray else np.asarray(result)
    except _native.NotServed as error:
        why = str(error)
    except (IndexError, TypeError, ValueError) as error:
        why = f"numpy decides: {type(error).__name__}"
    return _numpy.ask("tensordot", (a, b), {"axes": axes}, why)


def matmul(a, b, /, out=None, **options):
    """Multiply matrices, and stacks of them, as `numpy.matmul`.

    Parameters
    ----------
    a, b : array_like
        The arrays; their last two axes are those of the matrices.
    out : ndarray, optional
        An array for the result.
    **options
        Others of `numpy.matmul`, which is called then.

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
    try:
        if options:
            raise _native.NotServed("options that only numpy has")
        if not (_is_plain(a) and _is_plain(b) and (out is None or type(out) is np.ndarray)):
            raise _native.NotServed("an operand may have a function of its own")
        left, right = as_array(a), as_array(b)
        # Neither a matrix nor a vector: there is no last extent.
        if left.shape[-1] != right.shape[max(right.ndim - 2, 0)]:
            raise ValueError("the matrices do not fit")
        text = _MATMUL[left.ndim > 1, right.ndim > 1]
        return _native.einsum(text, left, right, out=out, order="C", strict=True)
    except _native.NotServed as error:
        why = str(error)
    except (IndexError, TypeError, ValueError) as error:
        why = f"numpy decides: {type(error).__name__}"
    return _numpy.ask("matmul", (a, b), options if out is None else {"out": out, **options}, why)


def _is_plain(operand):
    """Whether an operand is of a class without `__array_ufunc__` of its own: numpy's is a ufunc."""
    return type(operand) in _PLAIN or isinstance(operand, np.generic)


_PLAIN = (np.ndarray, list, tuple, bool, int, float, complex)

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


def _hashable(axes):
    """Returns axes as a number, or as numbers of both operands."""
    if type(axes) is int:
        return axes
    try:
        left, right = axes
    except TypeError:
        return operator.index(axes)
    return tuple(map(operator.index, np.atleast_1d(left))), tuple(map(operator.index, np.atleast_1d(right)))


@functools.lru_cache(maxsize=4096)
def _tensordot_text(of_left, of_right, axes):
    """Returns an expression for operands of these ranks, and the pairs of axes that are summed."""
    if isinstance(axes, int):
        if not 0 <= axes <= min(of_left, of_right):
            raise ValueError("there are fewer axes")
        axes = range(of_left - axes, of_left), range(axes)
    left, right = ([range(rank)[axis] for axis in own] for rank, own in zip((of_left, of_right), axes))
    if len(left) != len(right) or len(set(left)) != len(left) or len(set(right)) != len(right):
        raise ValueError("axes are not in pairs")
    names = _subscripts.fresh("", of_left + of_right)
    inputs = names[:of_left], names[of_left:]
    for one, other in zip(left, right):
        inputs[1][other] = inputs[0][one]
    output = [name for name in inputs[0] + inputs[1] if name not in {inputs[0][axis] for axis in left}]
    text = f"{''.join(inputs[0])},{''.join(inputs[1])}->{''.join(output)}"
    return text, list(zip(left, right))
