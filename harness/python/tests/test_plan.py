"""Plans that are held."""

import pickle
import sys

import numpy as np
import pytest

import tensmith


def test_a_plan_for_shapes_takes_arrays_of_any_layout():
    plan = tensmith.plan("ij,jk->ik", (3, 4), (4, 5))
    a, b = np.arange(12.0).reshape(3, 4), np.arange(20.0).reshape(4, 5)
    for one in (a, a.copy("F"), a[::-1], np.arange(24.0).reshape(3, 8)[:, ::2], a.tolist()):
        for other in (b, b.copy("F")):
            assert np.array_equal(plan(one, other), np.asarray(one) @ other)
    assert tensmith.statistics()["numpy"] == 0


def test_a_plan_writes_to_arrays_of_any_layout():
    a, b = np.arange(12.0).reshape(3, 4), np.arange(20.0).reshape(4, 5)
    plan = tensmith.plan("ij,jk->ik", a, b)
    for out in (np.zeros((3, 5)), np.zeros((5, 3)).T, np.zeros((3, 10))[:, ::2], np.zeros((3, 5))[::-1]):
        assert plan(a, b, out=out) is out
        assert np.array_equal(out, a @ b)
    square = np.arange(9.0).reshape(3, 3)
    expected = square @ square
    assert tensmith.plan("ij,jk->ik", square, square)(square, square, out=square) is square
    assert np.array_equal(square, expected)


def test_results_are_those_of_einsum_bit_by_bit(cases):
    for seed in range(100):
        text, arrays = cases(seed).call(most_operands=4)
        noise = np.random.default_rng(seed)
        arrays = [array * noise.standard_normal(array.shape) for array in arrays]
        try:
            plan = tensmith.plan(text, *arrays)
        except tensmith.NotServed as lack:
            assert "no operand moves" in str(lack)
            continue
        found, expected = plan(*arrays), tensmith.einsum(text, *arrays)
        assert type(found) is type(expected) and found.dtype == expected.dtype
        assert np.array_equal(found, expected)


def test_what_a_plan_says_of_itself():
    plan = tensmith.plan("ij,jk,kl->il", (2, 9), (9, 9), (9, 3), dtype="f4")
    assert plan.expression == "ij,jk,kl->il" and plan.dtype == "float32" and not plan.is_view
    assert plan.shapes == [(2, 9), (9, 9), (9, 3)]
    assert plan.path == [[0, 1], [0, 1]]
    # Two for each product that is added: 2*9*9 and then 2*9*3 products.
    assert plan.cost.operations == 2 * (2 * 9 * 9 + 2 * 9 * 3)
    assert plan.cost.cycles > 0 and plan.cost.memory >= plan.cost.intermediates >= 4 * 2 * 9
    assert "kernel" in plan.explain() and "ij,jk,kl->il" in plan.explain()
    assert plan._repr_svg_().startswith("<svg") and "</svg>" in plan._repr_svg_()
    assert repr(plan) == "<tensmith.Plan 'ij,jk,kl->il', [2, 9], [9, 9], [9, 3], dtype='float32'>"
    assert repr(plan.cost).startswith("Cost(operations=432, cycles=")


def test_a_plan_that_computes_nothing_returns_views():
    plan = tensmith.plan("ij->ji", (2, 3))
    array = np.arange(6.0).reshape(2, 3)
    assert np.shares_memory(plan(array), array) and np.array_equal(plan(array), array.T)
    out = np.zeros((3, 2))
    assert plan(array, out=out) is out and np.array_equal(out, array.T)
    assert plan.is_view and plan.cost.operations == 0 and plan._repr_svg_() is None
    assert "view" in plan.explain() and "view" in repr(plan)


def test_options_of_a_plan():
    assert tensmith.plan("ij,jk->ik", (2, 3), (3, 4), order="F")(np.ones((2, 3)), np.ones((3, 4))).flags.f_contiguous
    network = "ab,bc,cd,da->"
    for optimize in ("auto", "greedy", "optimal"):
        plan = tensmith.plan(network, *[(3, 3)] * 4, optimize=optimize, threads=2)
        arrays = [np.random.default_rng(number).integers(-3, 4, (3, 3)).astype(float) for number in range(4)]
        assert plan(*arrays) == np.einsum(network, *arrays)
    for optimize in (True, False, None):
        assert tensmith.plan(network, *[(3, 3)] * 4, optimize=optimize)._options[1] == "auto"
    with pytest.raises(TypeError, match="optimize is"):
        tensmith.plan(network, *[(3, 3)] * 4, optimize=["einsum_path", (0, 1), (0, 1), (0, 1)])


@pytest.mark.parametrize("text", ["ij,jk->ik", "ij->ji"])
def test_a_plan_is_sent_as_what_it_was_made_of(text):
    arrays = [np.arange(6.0).reshape(2, 3), np.arange(12.0).reshape(3, 4)][: text.count(",") + 1]
    plan = tensmith.plan(text, *arrays, order="F", optimize="greedy", threads=2)
    again = pickle.loads(pickle.dumps(plan))
    assert repr(again) == repr(plan) and again._options == plan._options == ("F", "greedy", 2)
    assert np.array_equal(again(*arrays), plan(*arrays))


def test_a_plan_holds_for_scalars():
    plan = tensmith.plan("i,i->", (3,), (3,))
    found = plan(np.arange(3.0), np.arange(3.0))
    assert type(found) is np.float64 and found == 5
    out = np.zeros(())
    assert plan(np.arange(3.0), np.arange(3.0), out=out) is out and out == 5


def test_a_large_shape_takes_no_memory_to_plan():
    plan = tensmith.plan("ij,jk->ik", (20_000, 20_000), (20_000, 20_000), dtype="f4")
    assert plan.cost.operations == 2 * 20_000**3
    with pytest.raises(ValueError):
        tensmith.plan("ij,jk->ik", (-1, 2), (2, 3))


def test_a_held_plan_asks_nobody_in_python():
    """Not for other strides, nor for views."""
    a, b = np.arange(6.0).reshape(2, 3), np.arange(12.0).reshape(3, 4)
    product, swap = tensmith.plan("ij,jk->ik", (2, 3), (3, 4)), tensmith.plan("ij->ji", a)
    called = []
    sys.setprofile(lambda frame, event, _: called.append(frame.f_code.co_name) if event == "call" else None)
    try:
        one = product(a.copy("F"), b)
        other = product(a[::-1], b, out=np.zeros((4, 2)).T)
        views = [swap(a), swap(a.copy("F")), swap(a.astype("i4"))]
    finally:
        sys.setprofile(None)
    assert "call_plan" not in called
    assert np.array_equal(one, a @ b) and np.array_equal(other, a[::-1] @ b)
    assert all(np.array_equal(view, a.T) for view in views)
    product([[1.0, 2.0, 3.0]] * 2, b)


def test_a_held_plan_is_made_anew_for_other_strides_of_out():
    plan = tensmith.plan("ij,jk->ik", (2, 3), (3, 4))
    a, b, out = np.arange(6.0).reshape(2, 3), np.arange(12.0).reshape(3, 4), np.zeros((2, 4), order="F")
    for _ in range(2):
        assert plan(a, b, out=out) is out and np.array_equal(out, a @ b)
