"""`einsum` is numpy's, in all forms."""

import numpy as np
import pytest

import tensmith

SEEDS = range(400)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_expressions(cases, same_as_numpy, seed):
    print("seed", seed)
    random = cases(seed)
    for _ in range(5):
        same_as_numpy(*random.call())
    counts = tensmith.statistics()
    # Products of numbers that are all the same are numpy's.
    assert counts["plans"] + counts["views"] + counts["numpy"] == 5
    assert all("no operand moves" in why for why in counts["reasons"]), counts


@pytest.mark.parametrize("seed", range(50))
def test_many_operands(cases, seed):
    print("seed", seed)
    text, arrays = cases(seed).call(most_operands=7)
    expected = np.einsum(text, *arrays)
    for optimize in (None, False, True, "greedy", "optimal"):
        assert np.array_equal(tensmith.einsum(text, *arrays, optimize=optimize), expected), text


@pytest.mark.parametrize("seed", range(50))
def test_a_path_is_obeyed(cases, seed):
    print("seed", seed)
    random = cases(seed)
    text, arrays = random.call(most_operands=6)
    steps, left = ["einsum_path"], len(arrays)
    while left > 1 or len(steps) == 1:
        take = min(left, int(random.random.integers(1, 4))) if len(steps) > 1 else min(left, 2)
        steps.append(tuple(int(n) for n in random.random.choice(left, take, replace=False)))
        left -= take - 1
    found = tensmith.einsum(text, *arrays, optimize=steps, strict=not has_equal_sum(text, arrays))
    assert np.array_equal(found, np.einsum(text, *arrays)), (text, steps)


def has_equal_sum(text, arrays):
    """Whether numbers that are all the same may be summed, which is numpy's."""
    return any(0 in array.strides for array in arrays) or "..." in text


@pytest.mark.parametrize("order", ["K", "C", "F", "A", "k", None])
def test_orders_in_memory(cases, same_as_numpy, order):
    for seed in range(60):
        text, arrays = cases(seed).call()
        same_as_numpy(text, arrays, order=order)


def test_interleaved_lists():
    a, b = np.arange(12.0).reshape(3, 4), np.arange(20.0).reshape(4, 5)
    for operands in [
        (a, [0, 1], b, [1, 2], [0, 2]),
        (a, [0, 1], b, [1, 2]),
        (a, [30, 1], b, [1, 2]),
        (a, [0, 1], b, [1, 2], [2, 0]),
        (a, [Ellipsis, 0], b, [0, 1], [Ellipsis, 1]),
        (a, [0, 1]),
        (a, [0, 1], [1, 0]),
        (a, np.array([0, 1]), [0]),
    ]:
        assert np.array_equal(tensmith.einsum(*operands, strict=True), np.einsum(*operands))


def test_iterators_are_read_once():
    """Also where numpy is asked in the end."""
    for a in (np.arange(6.0).reshape(2, 3), np.arange(6).reshape(2, 3)):
        assert tensmith.einsum(a, iter([0, 1]), a, iter([0, 1]), iter([])) == 55
        assert tensmith.einsum(a, (n for n in (0, 1)), [0]).tolist() == [3, 12]
        assert tensmith.einsum(a, [0, 1], (n for n in (1, 0))).tolist() == a.T.tolist()


def test_arrays_to_write_to():
    a, b = np.arange(12.0).reshape(3, 4), np.arange(20.0).reshape(4, 5)
    expected = a @ b
    for out in [
        np.full((3, 5), 7.0),
        np.full((5, 3), 7.0).T,
        np.full((6, 10), 7.0)[::2, ::-2],
        np.full((3, 5), 7.0)[::-1],
    ]:
        assert tensmith.einsum("ij,jk->ik", a, b, out=out) is out
        assert np.array_equal(out, expected)
    assert tensmith.statistics()["plans"] == 4
    scalar = np.zeros(())
    assert tensmith.einsum("ij,ij->", a, a, out=scalar) is scalar
    assert scalar == np.sum(a * a)


def test_an_array_to_write_to_may_be_an_operand():
    a = np.arange(9.0).reshape(3, 3)
    b, expected = a[::-1].copy(), a @ a[::-1]
    assert tensmith.einsum("ij,jk->ik", a, b, out=a) is a
    assert np.array_equal(a, expected)
    memory = np.arange(30.0)
    a, out = memory[:9].reshape(3, 3), memory[6:15].reshape(3, 3)
    expected = a @ a
    assert np.array_equal(tensmith.einsum("ij,jk->ik", a, a, out=out), expected)


def test_a_type_to_compute_in():
    a = np.arange(6, dtype="f4").reshape(2, 3)
    found = tensmith.einsum("ij,ij->i", a, a, dtype="f8", strict=True)
    assert found.dtype == np.float64 and np.array_equal(found, [5, 50])
    wide = a.astype("f8")
    found = tensmith.einsum("ij,ij->i", wide, wide, dtype="f4", casting="same_kind", strict=True)
    assert found.dtype == np.float32 and np.array_equal(found, [5, 50])
    out = np.zeros(2, "f4")
    assert tensmith.einsum("ij,ij->i", a, a, dtype="f8", out=out, casting="same_kind") is out
    assert np.array_equal(out, [5, 50])
    whole = np.arange(6).reshape(2, 3)
    assert np.array_equal(tensmith.einsum("ij,ij->i", whole, whole, dtype="f8", strict=True), [5, 50])


def test_nothing_is_summed_to_zero():
    empty = np.zeros((3, 0))
    assert np.array_equal(tensmith.einsum("ij,kj->ik", empty, empty), np.zeros((3, 3)))
    assert tensmith.einsum("ij->", empty) == 0.0
    assert tensmith.einsum("ij->ij", empty).shape == (3, 0)
    assert tensmith.einsum("ij,jk->ik", np.zeros((0, 2)), np.zeros((2, 3))).shape == (0, 3)


def test_more_operands_than_numpy_takes():
    count = 100
    matrices = [np.array([[1.0, 1.0], [0.0, 1.0]])] * count
    letters = [chr(0x100 + number) for number in range(count + 1)]
    text = ",".join(map("".join, zip(letters, letters[1:]))) + "->" + letters[0] + letters[-1]
    assert np.array_equal(tensmith.einsum(text, *matrices), [[1, count], [0, 1]])


def test_sums_of_equal_numbers_are_as_exact_as_numpys():
    value = 1 + 8196 * np.finfo(float).eps
    equal = np.broadcast_to(value, 1_000_000)
    assert tensmith.einsum("i->", equal) == np.einsum("i->", equal)
    assert tensmith.statistics()["numpy"] == 1
