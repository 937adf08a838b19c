"""Calls that go to numpy, or on to the library of their operands."""

import numpy as np

from . import _native
from ._arrays import is_traced
from ._statistics import count_numpy

# As they are when this is imported: programs put our functions in their places.
_FUNCTIONS = {name: getattr(np, name) for name in ("einsum", "einsum_path", "matmul", "tensordot")}


def ask(name, operands, given, why, strict=False):
    """Calls a function of numpy's in place of our own, and counts that.

    Raises
    ------
    NotServed
        If `strict`.
    """
    if strict:
        raise _native.NotServed(why)
    count_numpy(why)
    if any(is_traced(operand) for operand in operands):
        import autoray

        like = next(operand for operand in operands if is_traced(operand))
        return autoray.do(name, *operands, like=like, **given)
    return _FUNCTIONS[name](*operands, **given)
