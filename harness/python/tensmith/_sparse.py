"""Sparse operands of SciPy's: what `einsum` does where there is one."""

import sys

import numpy as np

from . import _native

_SERVED = (np.dtype(np.float32), np.dtype(np.float64))


def is_sparse(operand):
    """Whether an operand is a sparse array or matrix of SciPy's, which is not imported for that."""
    known = getattr(sys.modules.get("scipy.sparse"), "issparse", None)
    return known is not None and known(operand)


def place(operands):
    """Returns the place of the operand that is sparse, in the format that is served.

    Raises
    ------
    NotServed
        Several are.
    TypeError
        It has another format.
    ValueError
        It has not two indices.
    """
    first, *others = (number for number, operand in enumerate(operands) if is_sparse(operand))
    if others:
        raise _native.NotServed(
            f"operands {first} and {others[0]} are sparse: only one may be, `.toarray()` makes a dense one"
        )
    matrix = operands[first]
    if matrix.format != "csr":
        raise TypeError(f"operand {first} is sparse, in format {matrix.format!r}: must be 'csr', which `.tocsr()` makes")
    if matrix.ndim != 2:
        raise ValueError(f"operand {first} is sparse, of shape {matrix.shape}: must have two indices")
    return first


def check_type(dtype):
    """Refuses elements of a type that there are no products for.

    Raises
    ------
    TypeError
    """
    if dtype not in _SERVED:
        raise TypeError(
            f"elements are {dtype}: must be float32 or float64 with a sparse operand, as `.astype(float)` makes them"
        )


def contract(text, arrays, place, matrix, dtype, into, threads):
    """Returns the contraction of dense arrays with elements of a type, and of a matrix."""
    pointers = np.ascontiguousarray(matrix.indptr)
    # There may be room for more entries behind the last one.
    entries = slice(0, int(pointers[-1]))
    indices = np.ascontiguousarray(matrix.indices[entries])
    values = np.ascontiguousarray(matrix.data[entries], dtype)
    described = (place, matrix.shape, pointers, indices, values)
    result = _native.contract_sparse(text, arrays, described, into, threads)
    return result if into is not None else result[()]
