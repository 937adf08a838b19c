"""All types of the library, and mixtures of them."""

import pickle

import numpy as np
import pytest

import tensmith

EPSILON = {"f2": 2.0**-10, "f4": 2.0**-23, "f8": 2.0**-52, "c8": 2.0**-23, "c16": 2.0**-52}


def random(dtype, shape, seed):
    values = np.random.default_rng(seed).standard_normal((2, *shape))
    if np.dtype(dtype).kind == "c":
        return (values[0] + 1j * values[1]).astype(dtype)
    return values[0].astype(dtype)


@pytest.mark.parametrize("dtype", EPSILON)
@pytest.mark.parametrize("text", ["ij,jk->ik", "ij,kj->ki", "bij,bjk->bik", "ij,ij->", "ij->j", "ij,jk,kl->il"])
def test_results_are_as_exact_as_the_type(dtype, text):
    extents = {"b": 3, "i": 17, "j": 33, "k": 9, "l": 5}
    terms = text.partition("->")[0].split(",")
    arrays = [random(dtype, [extents[letter] for letter in term], n) for n, term in enumerate(terms)]
    found = tensmith.einsum(text, *arrays, strict=True)
    wide = [array.astype("c16" if found.dtype.kind == "c" else "f8") for array in arrays]
    expected = np.einsum(text, *wide)
    bound = np.einsum(text, *[abs(array) for array in wide])
    assert found.dtype == dtype
    # Half precision is summed in FP32, and rounded once; complex products take four.
    assert np.all(abs(found - expected) <= 40 * EPSILON[dtype] * bound)


@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "i4"])
@pytest.mark.parametrize("text", ["ij,jk->ik", "ij,kj->ki", "bij,bjk->bik", "ij,ij->", "ij->j", "i,j->ij", "ij,jk,kl->il"])
def test_integers_wrap_as_those_of_numpy(dtype, text):
    extents = {"b": 3, "i": 17, "j": 33, "k": 9, "l": 5}
    terms, limits = text.partition("->")[0].split(","), np.iinfo(dtype)
    draw = np.random.default_rng(7).integers
    arrays = [draw(limits.min, limits.max, [extents[letter] for letter in term], dtype, True) for term in terms]
    found = tensmith.einsum(text, *arrays, strict=True)
    expected = np.einsum(text, *arrays)
    assert found.dtype == expected.dtype == dtype and np.array_equal(found, expected)


def test_half_precision_is_summed_in_single():
    ones = np.ones(4096, "f2")
    assert tensmith.einsum("i,i->", ones, ones, strict=True) == 4096


def test_bfloat16():
    bfloat16 = pytest.importorskip("ml_dtypes").bfloat16
    a, b = random("f4", (5, 300), 1).astype(bfloat16), random("f4", (300, 4), 2).astype(bfloat16)
    found = tensmith.einsum("ij,jk->ik", a, b, strict=True)
    expected = a.astype("f8") @ b.astype("f8")
    assert found.dtype == bfloat16
    bound = abs(a.astype("f8")) @ abs(b.astype("f8"))
    assert np.all(abs(found.astype("f8") - expected) <= 2.0**-7 * abs(expected) + 2.0**-20 * bound)
    # From here on the type is known, and calls are served at once.
    assert np.array_equal(tensmith.einsum("ij,jk->ik", a, b), found)
    plan = tensmith.plan("ij,jk->ik", a, b)
    assert plan.dtype == "bfloat16" and np.array_equal(pickle.loads(pickle.dumps(plan))(a, b), found)
    scalar = tensmith.einsum("ij,ij->", a[:, :4], a[:, :4])
    assert type(scalar) is bfloat16 and scalar > 0


@pytest.mark.parametrize("types", [("f4", "f8"), ("f4", "i4"), ("f4", "?"), ("c8", "f8"), ("f2", "f4"), ("i8", "f4")])
def test_mixed_types_are_computed_in_that_of_the_result(same_as_numpy, types):
    a, b = (np.arange(6).reshape(2, 3).astype(dtype) for dtype in types)
    same_as_numpy("ij,kj->ik", [a, b])
    assert tensmith.statistics()["numpy"] == 0


def test_numbers_of_python_are_not_weak(same_as_numpy):
    assert tensmith.einsum("ij,->ij", np.ones((2, 2), "f4"), 2.0).dtype == np.float64
    assert tensmith.einsum(",", 2.0, 3.0, strict=True) == 6.0


@pytest.mark.parametrize("dtype", ["i8", "u4", "?", "O", "g", "G"])
def test_other_types_are_numpys(dtype):
    a = np.arange(6).reshape(2, 3).astype(dtype)
    found, expected = tensmith.einsum("ij,kj->ik", a, a), np.einsum("ij,kj->ik", a, a)
    assert found.dtype == expected.dtype and np.array_equal(found, expected)
    assert tensmith.statistics()["numpy"] == 1


def test_an_array_of_objects_to_write_to_is_numpys():
    a = np.arange(6.0).reshape(2, 3)
    out, expected = np.zeros(2, object), np.zeros(2, object)
    assert tensmith.einsum("ij,ij->i", a, a, dtype="f8", casting="unsafe", out=out) is out
    np.einsum("ij,ij->i", a, a, dtype="f8", casting="unsafe", out=expected)
    assert out.tolist() == expected.tolist() and tensmith.statistics()["numpy"] == 1
