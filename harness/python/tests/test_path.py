"""Orders in which operands meet."""

import numpy as np
import pytest

import tensmith

NETWORK = "ab,bc,cd,de->ae"
SHAPES = [(2, 30), (30, 20), (20, 10), (10, 3)]


def test_a_path_is_read_by_numpy_and_by_us():
    arrays = [np.random.default_rng(n).integers(-3, 4, shape).astype(float) for n, shape in enumerate(SHAPES)]
    expected = np.linalg.multi_dot(arrays)
    for optimize in ("auto", "greedy", "optimal"):
        path, text = tensmith.einsum_path(NETWORK, *arrays, optimize=optimize)
        assert path[0] == "einsum_path" and "kernel" in text
        assert np.array_equal(np.einsum(NETWORK, *arrays, optimize=path), expected)
        assert np.array_equal(tensmith.einsum(NETWORK, *arrays, optimize=path, strict=True), expected)
    assert tensmith.einsum_path(NETWORK, *SHAPES)[0] == tensmith.einsum_path(NETWORK, *arrays)[0]


def test_the_best_path_costs_no_more_than_opt_einsums():
    oe, testing = pytest.importorskip("opt_einsum"), pytest.importorskip("opt_einsum.testing")
    for seed in range(10):
        print("seed", seed)
        text, shapes = testing.rand_equation(8, 3, n_out=2, d_max=6, seed=seed)
        path, _ = tensmith.einsum_path(text, *shapes, optimize="optimal")
        ours = oe.contract_path(text, *shapes, shapes=True, optimize=[tuple(step) for step in path[1:]])[1]
        best = oe.contract_path(text, *shapes, shapes=True, optimize="optimal")[1]
        # Ours counts cycles, theirs operations.
        assert ours.opt_cost <= 4 * best.opt_cost


def test_what_else_numpy_knows_is_numpys():
    arrays = [np.ones(shape) for shape in SHAPES]
    for optimize in (False, ("greedy", 100), ["einsum_path", (0, 1), (0, 1), (0, 1)]):
        assert tensmith.einsum_path(NETWORK, *arrays, optimize=optimize)[0] == np.einsum_path(
            NETWORK, *arrays, optimize=optimize
        )[0]


def test_paths_that_are_none_are_refused():
    arrays = [np.ones(shape) for shape in SHAPES]
    for steps in ([(0, 1)], [(0, 0), (0, 1), (0, 1)], [(0, 9)], [()], []):
        with pytest.raises((ValueError, TypeError)):
            tensmith.einsum(NETWORK, *arrays, optimize=["einsum_path", *steps], strict=True)


def test_one_operand_and_two_have_a_path():
    assert tensmith.einsum_path("ij->j", (2, 3))[0] == ["einsum_path", (0,)]
    assert tensmith.einsum_path("ij->ji", (2, 3))[0] == ["einsum_path", (0,)]
    assert tensmith.einsum_path("ij,jk", (2, 3), (3, 4))[0] == ["einsum_path", (0, 1)]


def test_a_path_does_not_hide_what_is_wrong():
    a, b = np.ones((2, 3)), np.ones((3, 4))
    for operands, steps in [
        (("ij->ij", a, b), [(0,)]),
        (("ij,jk->ik", a, b, b), [(0, 1)]),
        (("ij,jk,kl->ik", a, b), [(0, 1)]),
        (("...j,jk->k", a, b), [(0, 1)]),
        (("ij,jk->ii", a, b), [(0, 1)]),
        (("ij,jk->iz", a, b), [(0, 1)]),
        (("ij,jk->ik->ik", a, b), [(0, 1)]),
        (("i1,1k->ik", a, b), [(0, 1)]),
        (("ij,ij->ij", a, b), [(0, 1)]),
    ]:
        for path in (False, ["einsum_path", *steps]):
            with pytest.raises(ValueError):
                tensmith.einsum(*operands, optimize=path, strict=True)
        # numpy itself overlooks an ellipsis that the output lacks, where a path is given.
        if "..." not in operands[0]:
            with pytest.raises(ValueError):
                tensmith.einsum(*operands, optimize=path)


def test_orders_of_large_shapes_take_no_memory():
    shape = (10**6, 10**6)
    assert tensmith.einsum_path("ij,jk->ik", shape, shape)[0] == ["einsum_path", (0, 1)]
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN"
    assert tensmith.network_path([letters, "a"], "b", dict.fromkeys(letters, 2)) == [(0, 1)]
    with pytest.raises(ValueError):
        tensmith.einsum_path("i,i", (2**62,), (2**62,))
    with pytest.raises(ValueError):
        tensmith.einsum_path("i,j->ij", (2**40,), (2**40,))


def test_a_network_may_have_more_names_than_there_are_before_surrogates():
    sizes = dict.fromkeys(range(60_000), 2)
    assert tensmith.network_path([(0, 56_000), (56_000, 30_000)], (0, 30_000), sizes) == [(0, 1)]
