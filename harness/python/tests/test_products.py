"""`tensordot`, `matmul` and `transpose` are numpy's."""

import numpy as np
import pytest

import tensmith


def whole(seed, shape, dtype="f8"):
    return np.random.default_rng(seed).integers(-4, 5, shape).astype(dtype)


@pytest.mark.parametrize("seed", range(200))
def test_tensordot(seed):
    print("seed", seed)
    random = np.random.default_rng(seed)
    ranks = random.integers(0, 5, 2)
    count = int(random.integers(0, min(ranks) + 1))
    axes = [random.choice(rank, count, replace=False) for rank in ranks]
    shapes = [random.integers(1, 5, rank) for rank in ranks]
    for one, other in zip(*axes):
        shapes[1][other] = shapes[0][one]
    a, b = whole(seed, shapes[0]), whole(seed + 1, shapes[1])
    axes = [[int(axis) - (int(rank) if random.random() < 0.3 else 0) for axis in own] for own, rank in zip(axes, ranks)]
    found, expected = tensmith.tensordot(a, b, axes=axes), np.tensordot(a, b, axes=axes)
    assert type(found) is type(expected) and np.array_equal(found, expected)
    assert tensmith.statistics()["numpy"] == 0


def test_forms_of_axes():
    a, b = whole(1, (3, 4, 5)), whole(2, (4, 5, 6))
    for axes in (2, 0, ([1, 2], [0, 1]), ((2,), (1,)), (1, 0), ([-1], [1]), np.int64(2)):
        assert np.array_equal(tensmith.tensordot(a, b, axes), np.tensordot(a, b, axes))
    assert np.array_equal(tensmith.tensordot(a, b), np.tensordot(a, b))
    assert tensmith.statistics()["numpy"] == 0


@pytest.mark.parametrize("dtype", ["f8", "i8"])
def test_axes_may_be_an_iterator(dtype):
    a, b = whole(1, (2, 3), dtype), whole(2, (4, 2), dtype)
    assert np.array_equal(tensmith.tensordot(a, b, iter([[0], [1]])), np.tensordot(a, b, ([0], [1])))


@pytest.mark.parametrize("axes", [4, ([0], [0]), ([0, 1], [1]), ([1, 1], [0, 0]), ([7], [0]), "ab", ([0.5], [1])])
def test_wrong_axes_are_refused_as_by_numpy(axes):
    a, b = whole(1, (3, 4, 5)), whole(2, (4, 5, 6))
    with pytest.raises(Exception) as expected:
        np.tensordot(a, b, axes)
    with pytest.raises(expected.type):
        tensmith.tensordot(a, b, axes)


def test_an_extent_of_1_fits_no_other_in_products():
    for function, numpys in ((tensmith.tensordot, np.tensordot), (tensmith.matmul, np.matmul)):
        given = {} if numpys is np.matmul else {"axes": 1}
        with pytest.raises(ValueError):
            numpys(np.ones((2, 1)), np.ones((3, 2)), **given)
        with pytest.raises(ValueError):
            function(np.ones((2, 1)), np.ones((3, 2)), **given)


@pytest.mark.parametrize("dtype", ["f4", "f8", "c16", "i8", "f2"])
@pytest.mark.parametrize("one", [(4,), (3, 4), (2, 3, 4), (5, 1, 3, 4)])
@pytest.mark.parametrize("other", [(4,), (4, 2), (2, 4, 3), (1, 2, 4, 3)])
def test_matmul(one, other, dtype):
    a, b = whole(1, one, dtype), whole(2, other, dtype)
    found, expected = tensmith.matmul(a, b), np.matmul(a, b)
    assert type(found) is type(expected) and found.dtype == expected.dtype and np.array_equal(found, expected)
    if expected.shape:
        out = np.zeros(expected.shape, dtype)
        assert tensmith.matmul(a, b, out=out) is out and np.array_equal(out, expected)
        a = a if expected.shape != a.shape else a.copy()


def test_matmul_into_an_operand():
    a = whole(1, (3, 3))
    expected = a @ a
    assert tensmith.matmul(a, a, out=a) is a and np.array_equal(a, expected)


class Overriding:
    """An array whose library has ufuncs of its own."""

    def __array_ufunc__(self, ufunc, method, *operands, **given):
        return ufunc.__name__, method, len(operands), sorted(given)

    def __array__(self, dtype=None, copy=None):
        return np.ones((2, 2))


def test_matmul_asks_numpy_for_other_classes_and_options():
    a = np.arange(4.0).reshape(2, 2)
    masked, matrix = np.ma.array(a, mask=[[0, 1], [0, 0]]), a.view(np.matrix)
    for other in (masked, matrix):
        for operands in ((other, a), (a, other), (other, other)):
            found, expected = tensmith.matmul(*operands), np.matmul(*operands)
            assert type(found) is type(expected) and np.array_equal(np.asarray(found), np.asarray(expected))
            assert np.array_equal(np.ma.getmaskarray(found), np.ma.getmaskarray(expected))
    assert tensmith.matmul(Overriding(), a) == np.matmul(Overriding(), a) == ("matmul", "__call__", 2, [])
    assert tensmith.matmul(a, a, out=Overriding()) == ("matmul", "__call__", 2, ["out"])
    into = a.view(np.matrix).copy()
    assert tensmith.matmul(a, a, out=into) is into and np.array_equal(into, a @ a)
    out = np.zeros((2, 2))
    assert tensmith.matmul(a, a, out=(out,)) is out and np.array_equal(out, a @ a)
    found = tensmith.matmul(a, a, dtype="f4", casting="same_kind")
    assert found.dtype == np.float32 and np.array_equal(found, a @ a)
    with pytest.raises(TypeError):
        tensmith.matmul(a, a, colour="red")
    tensmith.reset_statistics()
    assert np.array_equal(tensmith.matmul(a.tolist(), a), a @ a)
    assert tensmith.statistics()["numpy"] == 0


def test_matmul_refuses_what_numpy_refuses():
    number, wide, two, three = 2.0, np.ones((2, 3)), np.ones((2, 2, 2)), np.ones((3, 2, 2))
    for operands in ((number, two), (wide, wide), (two, three)):
        with pytest.raises(ValueError):
            np.matmul(*operands)
        with pytest.raises(ValueError):
            tensmith.matmul(*operands)


def test_transpose():
    a = whole(1, (2, 3, 4))
    for axes in (None, (1, 0, 2), (-1, 0, 1)):
        view = tensmith.transpose(a, axes)
        assert np.shares_memory(view, a) and view.shape == np.transpose(a, axes).shape
