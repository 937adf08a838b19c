"""Arrays are taken as they lie: nothing is copied, and views are views."""

import numpy as np
import pytest

import tensmith


@pytest.mark.parametrize("dtype", ["f4", "f8", "i4", "O", "c16", "?", "S3", "M8[s]", ">f8", "i4,f8"])
def test_rearranged_operands_are_views_of_any_type(dtype):
    array = np.zeros((3, 4, 3), dtype)
    for text in ("ijk->kji", "iji->ij", "ijk", "i...k->k...i", "iji->ji"):
        view, expected = tensmith.einsum(text, array), np.einsum(text, array)
        assert np.shares_memory(view, array) and view.flags.writeable
        assert view.strides == expected.strides and view.shape == expected.shape
        assert view.dtype == expected.dtype
    assert tensmith.statistics() == {"plans": 0, "views": 5, "numpy": 0, "reasons": {}}


def test_views_can_be_written_to_unless_the_operand_cannot():
    array = np.zeros((3, 3))
    tensmith.einsum("ii->i", array)[:] = [1, 2, 3]
    assert np.array_equal(array, np.diag([1, 2, 3]))
    array.flags.writeable = False
    assert not tensmith.einsum("ij->ji", array).flags.writeable


def test_views_keep_their_operand():
    view = tensmith.einsum("ij->ji", np.arange(1e6).reshape(1000, 1000))
    assert view.base is not None and view[3, 2] == 2003


def test_a_view_without_extents_is_a_scalar():
    for dtype in ("f4", "i8", "c8"):
        found = tensmith.einsum("->", np.array(3, dtype))
        assert type(found) is np.dtype(dtype).type and found == 3
    record, thing = np.array((1, 2.0), "i4,f8"), np.array([7], object).reshape(())
    for odd in (np.array(b"text"), np.array("text"), record, thing):
        found, expected = tensmith.einsum("->", odd), np.einsum("->", odd)
        assert type(found) is type(expected) and found == expected


def test_scalars_of_newer_types_are_numpys():
    text = np.array("a text that is longer than most", np.dtypes.StringDType())
    assert tensmith.einsum("", text) == np.einsum("", text) == str(text)
    bfloat16 = pytest.importorskip("ml_dtypes").bfloat16
    assert type(tensmith.einsum("", np.array(2, bfloat16))) is bfloat16


def test_operands_that_are_swapped_or_misaligned_are_read(same_as_numpy):
    a = np.arange(12.0).reshape(3, 4)
    swapped = a.astype(">f8")
    misaligned = np.zeros(8 * 12 + 1, "u1")[1:].view("f8").reshape(3, 4)
    misaligned[:] = a
    record = np.zeros((3, 4), [("small", "i2"), ("number", "f4")])["number"]
    record[:] = a
    complex_gaps = np.zeros((3, 4), [("one", "c16"), ("other", "f8")])["one"]
    complex_gaps[:] = a
    for odd in (swapped, misaligned, record, complex_gaps):
        same_as_numpy("ij,kj->ik", [odd, odd])
    assert tensmith.statistics()["numpy"] == 0
    for out in (np.zeros((3, 3), ">f8"), np.zeros(8 * 9 + 1, "u1")[1:].view("f8").reshape(3, 3)):
        assert tensmith.einsum("ij,kj->ik", a, a, out=out) is out
        assert np.array_equal(out, a @ a.T)


def test_subclasses_are_dropped_and_masks(same_as_numpy):
    matrix = np.array([[1.0, 2.0], [3.0, 4.0]]).view(np.matrix)
    masked = np.ma.array([[1.0, 2.0], [3.0, 4.0]], mask=[[0, 1], [0, 0]])
    for operand in (matrix, masked):
        same_as_numpy("ij,jk->ik", [operand, operand])
        assert type(tensmith.einsum("ij->ji", operand)) is np.ndarray


def test_calls_with_the_same_text_and_other_layouts_do_not_meet():
    a = np.arange(16.0).reshape(4, 4)
    for _ in range(3):
        for one in (a, a.T, a[::-1], np.broadcast_to(a[0], (4, 4)), a.astype("f4"), a[:2], a.copy("F")):
            for other in (a, a.T, a.astype("f4")):
                found, expected = tensmith.einsum("ij,jk", one, other), np.einsum("ij,jk", one, other)
                assert np.array_equal(found, expected) and found.dtype == expected.dtype


def test_no_operand_is_written_and_nothing_outside_of_out():
    memory = np.arange(200.0)
    a, b, out = memory[:9].reshape(3, 3), memory[100:118:2].reshape(3, 3), memory[50:68:2].reshape(3, 3)
    before = memory.copy()
    tensmith.einsum("ij,jk->ik", a, b, out=out)
    written = np.zeros(200, bool)
    written[50:68:2] = True
    assert np.array_equal(memory[~written], before[~written])
    assert np.array_equal(out, before[:9].reshape(3, 3) @ before[100:118:2].reshape(3, 3))
