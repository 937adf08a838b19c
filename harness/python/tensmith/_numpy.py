"""Calls that go to numpy, or on to the library of their operands."""

import importlib

import numpy as np

from . import _native
from ._arrays import is_traced
from ._statistics import count_numpy

# As they are when this is imported: programs put our functions in their places.
_FUNCTIONS = {name: getattr(np, name) for name in ("einsum", "einsum_path", "matmul", "tensordot", "transpose")}


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
    return pass_on(name, operands, **given)


def pass_on(name, operands, **given):
    """Calls a function of the library that the operands are of: numpy, or what autoray records for."""
    traced = [operand for operand in operands if is_traced(operand)]
    if traced:
        return importlib.import_module("autoray").do(name, *operands, like=traced[0], **given)
    return _FUNCTIONS[name](*operands, **given)
