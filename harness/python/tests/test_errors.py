"""What numpy refuses is refused, by the same class of exception."""

import numpy as np
import pytest

import tensmith

A = np.ones((2, 3))
READ_ONLY = np.zeros((2, 2))
READ_ONLY.flags.writeable = False

WRONG = [
    ((), {}),
    (("ij,jk",), {}),
    (("ij,jk", A), {}),
    (("ij", A, A), {}),
    (("ij,jk", A, A), {}),
    (("i", A), {}),
    (("ijk", A), {}),
    (("ij->ijk", A), {}),
    (("ij->ii", A), {}),
    (("i1->i", A), {}),
    (("i%->i", A), {}),
    (("i_->i", A), {}),
    (("ij\t->i", A), {}),
    (("ii->i", A), {}),
    (("ii->i", np.ones((1, 3))), {}),
    (("i..j->i", A), {}),
    (("...i...->i", A), {}),
    (("i->->i", A), {}),
    (("ij>i", A), {}),
    (("ij-i", A), {}),
    (("...->", A), {}),
    (("ij,kj->ik", A, A), {"out": np.zeros((2, 3))}),
    (("ij,kj->ik", A, A), {"out": np.zeros(4)}),
    (("ij,kj->ik", A, A), {"out": [[0, 0], [0, 0]]}),
    (("ij,kj->ik", A, A), {"out": READ_ONLY}),
    (("ij,kj->ik", A, A), {"out": np.zeros((2, 2), "f4")}),
    (("ij,kj->ik", A, A), {"out": np.zeros((2, 2), "i4")}),
    (("ij,kj->ik", A, A), {"dtype": "f4"}),
    (("ij,kj->ik", A, A), {"dtype": "nothing"}),
    (("ij,kj->ik", A, A), {"order": "Q"}),
    (("ij,kj->ik", A, A), {"casting": "hard"}),
    (("ij,kj->ik", A, A), {"other": 1}),
    (("ij,kj,lj->ikl", A, A, A), {"optimize": "nothing"}),
    (("ij,kj,lj->ikl", A, A, A), {"optimize": ["einsum_path", (0, 7)]}),
    (("i,i", [[1.0], [1.0, 2.0]], [1.0, 2.0]), {}),
    (("i,i", "ab", [1.0, 2.0]), {}),
    ((A, [0, 1], A), {}),
    ((A, [0, 99]), {}),
    ((A, [0, 1.5]), {}),
    ((A, [0, -1]), {}),
    ((5, A), {}),
    (("ij,kj->ik", A, A), {"casting": ""}),
    (("ij,kj->ik", A, A), {"casting": 0}),
    (("ij,kj->ik", A, A), {"dtype": "f8", "out": np.zeros((2, 2), "c16")}),
    (("ij,kj->ik", A, A), {"dtype": "f8", "casting": "unsafe", "out": np.full((2, 2), "x", "S20")}),
    (("ij,kj->ik", A, A), {"optimize": np.True_}),
    ((A, [False, True], A, [2, True]), {}),
]


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_the_class_is_numpys(number):
    operands, given = WRONG[number]
    with pytest.raises(Exception) as expected:
        np.einsum(*operands, **given)
    with pytest.raises(Exception) as found:
        tensmith.einsum(*operands, **given)
    assert found.type is expected.type, (found.value, expected.value)


def test_strict_says_what_is_lacking_or_wrong():
    whole = np.ones((2, 3), int)
    with pytest.raises(tensmith.NotServed, match="int64"):
        tensmith.einsum("ij,kj", whole, whole, strict=True)
    with pytest.raises(ValueError, match="label 'j' is 3 in in0 and 2 in in1"):
        tensmith.einsum("ij,jk", A, A, strict=True)
    with pytest.raises(ValueError, match="must occur in an input"):
        tensmith.einsum("ij->ijk", A, strict=True)
    with pytest.raises(ValueError, match="read-only"):
        tensmith.einsum("ij,kj->ik", A, A, out=READ_ONLY, strict=True)
    assert issubclass(tensmith.NotServed, NotImplementedError)


def test_threads_are_a_number_above_0():
    for threads in (0, -3):
        with pytest.raises(ValueError, match="threads"):
            tensmith.einsum("ij,kj", A, A, threads=threads)
    with pytest.raises(TypeError):
        tensmith.einsum("ij,kj", A, A, threads="many")


def test_plans_refuse_other_arrays():
    plan = tensmith.plan("ij,kj->ik", A, A)
    with pytest.raises(ValueError, match="there are 1 operands: the plan has 2"):
        plan(A)
    with pytest.raises(ValueError, match=r"operand 1 has shape \(3, 3\)"):
        plan(A, np.ones((3, 3)))
    with pytest.raises(TypeError, match="operand 0 has type float32"):
        plan(A.astype("f4"), A)
    with pytest.raises(ValueError, match="read-only"):
        plan(A, A, out=READ_ONLY)
    with pytest.raises(ValueError, match="out has"):
        plan(A, A, out=np.zeros((2, 3)))
    with pytest.raises(TypeError):
        plan(A, A, out=[1, 2])
    with pytest.raises(tensmith.NotServed):
        plan(A, A, out=np.zeros((2, 2), "f4"))
    with pytest.raises(ValueError):
        tensmith.plan("ij,jk", (2, 3), (4, 5))
    with pytest.raises(tensmith.NotServed, match="int64"):
        tensmith.plan("ij,jk", (2, 3), (3, 5), dtype="i8")
    with pytest.raises(ValueError, match="optimize"):
        tensmith.plan("ij,jk", (2, 3), (3, 5), optimize="luck")
    with pytest.raises(ValueError, match="order"):
        tensmith.plan("ij,jk", (2, 3), (3, 5), order="Z")


@pytest.mark.parametrize("threads", [-1, 0, 1025, 2**70, -(2**70)])
def test_numbers_of_threads_are_bounded(threads):
    before = tensmith.get_threads()
    for call in (
        lambda: tensmith.set_threads(threads),
        lambda: tensmith.einsum("ij,kj->ik", A, A, threads=threads),
        lambda: tensmith.einsum("ij,kj->ik", A.tolist(), A, threads=threads),
        lambda: tensmith.plan("ij,kj->ik", A, A, threads=threads),
    ):
        with pytest.raises(ValueError, match="threads is"):
            call()
    assert tensmith.get_threads() == before
    with pytest.raises(TypeError):
        tensmith.set_threads("two")


def test_strict_without_operands_is_an_error_of_values():
    with pytest.raises(ValueError, match="neither an expression nor an operand"):
        tensmith.einsum(strict=True)
    with pytest.raises(ValueError):
        tensmith.einsum_path()
