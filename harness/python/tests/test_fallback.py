"""Who serves a call, and what of foreign operands."""

import sys

import numpy as np
import pytest

import tensmith


def test_calls_are_counted_by_who_serves_them():
    a, whole = np.ones((2, 2)), np.ones((2, 2), int)
    tensmith.einsum("ij,jk", a, a)
    tensmith.einsum("ij->ji", a)
    tensmith.einsum("ij,jk", whole, whole)
    tensmith.tensordot(whole, whole)
    with pytest.raises(ValueError):
        tensmith.einsum("ij,jk", a, np.ones((3, 3)))
    with pytest.raises(tensmith.NotServed):
        tensmith.einsum("ij,jk", whole, whole, strict=True)
    counts = tensmith.statistics()
    assert (counts["plans"], counts["views"], counts["numpy"]) == (1, 1, 3)
    assert counts["reasons"] == {"elements of type int64": 2, "numpy decides: ValueError": 1}
    tensmith.reset_statistics()
    assert tensmith.statistics() == {"plans": 0, "views": 0, "numpy": 0, "reasons": {}}


def test_lists_and_scalars_are_operands():
    found = tensmith.einsum("ij,j->i", [[1.0, 2.0], [3.0, 4.0]], (1.0, 1.0), strict=True)
    assert np.array_equal(found, [3.0, 7.0])
    assert tensmith.einsum(",i->i", np.float64(2), [1.0, 2.0], strict=True).tolist() == [2.0, 4.0]


class Exported:
    """An array of another library, as far as DLPack shows it."""

    def __init__(self, array):
        self.array, self.asked = array, 0

    def __dlpack__(self, **given):
        self.asked += 1
        return self.array.__dlpack__(**given)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def test_arrays_of_other_libraries_come_by_dlpack():
    ours = np.arange(4.0).reshape(2, 2)
    foreign = Exported(ours)
    found = tensmith.einsum("ij,jk->ik", foreign, foreign, strict=True)
    assert foreign.asked == 2 and np.array_equal(found, ours @ ours)
    view = tensmith.einsum("ij->ji", foreign)
    assert np.shares_memory(view, ours)


def test_what_only_has_the_array_interface_is_an_operand():
    class Interface:
        __array_interface__ = np.arange(4.0).reshape(2, 2).__array_interface__

    assert np.array_equal(tensmith.einsum("ij->j", Interface(), strict=True), [2.0, 4.0])


class Overriding:
    """An array whose library has functions of its own."""

    def __array_function__(self, function, types, operands, given):
        return function.__name__, len(operands), sorted(given)


def test_operands_with_functions_of_their_own_are_asked():
    own = Overriding()
    assert tensmith.einsum("ij,jk", own, np.ones((2, 2))) == ("einsum", 3, [])
    assert tensmith.einsum("ij->ji", np.ones((2, 2)), out=own) == ("einsum", 2, ["out"])
    assert tensmith.tensordot(own, np.ones((2, 2)), axes=1) == ("tensordot", 2, ["axes"])
    with pytest.raises(tensmith.NotServed, match="functions of its own"):
        tensmith.einsum("ij,jk", own, np.ones((2, 2)), strict=True)


def test_numpy_is_asked_as_it_was_when_the_package_was_imported(monkeypatch):
    """Programs put our function in the place of numpy's; that must not call itself."""
    monkeypatch.setattr(np, "einsum", tensmith.einsum)
    assert np.array_equal(np.einsum("ij,jk", np.eye(2, dtype=int), np.eye(2, dtype=int)), np.eye(2))


def test_references_are_given_back():
    a, b, out = np.ones((3, 3)), np.ones((3, 3)), np.ones((3, 3))
    whole, plan = np.ones((3, 3), int), tensmith.plan("ij,jk", a, b)

    def calls():
        for _ in range(100):
            tensmith.einsum("ij,jk", a, b)
            tensmith.einsum("ij,jk", a, b, out=out)
            tensmith.einsum("ij->ji", a)
            tensmith.einsum("ij,ij", a, b)
            tensmith.einsum("ij,jk", whole, whole)
            plan(a, b)
            plan(a.T, b, out=out)

    def counts():
        return [sys.getrefcount(thing) for thing in (a, b, out, whole, a.dtype, whole.dtype)]

    calls()
    before = counts()
    calls()
    assert counts() == before


def test_reasons_are_bounded():
    for size in range(1, 400):
        with pytest.raises(TypeError):
            tensmith.einsum("i->", np.zeros(2, f"S{size}"))
    counts = tensmith.statistics()
    assert counts["numpy"] == 399 and len(counts["reasons"]) <= 257
