"""Expressions that are called, with and without constants."""

import numpy as np
import pytest

import tensmith


def whole_numbers(seed, shapes):
    random = np.random.default_rng(seed)
    return [random.integers(-3, 4, shape).astype(float) for shape in shapes]


@pytest.mark.parametrize("seed", range(60))
def test_constants_give_what_arrays_give(cases, seed):
    print("seed", seed)
    random = cases(seed)
    text, arrays = random.call(most_operands=6)
    constants = [number for number in range(len(arrays)) if random.random.random() < 0.5]
    given = [array if number in constants else array.shape for number, array in enumerate(arrays)]
    try:
        expression = tensmith.contract_expression(text, *given, constants=constants)
    except tensmith.NotServed as lack:
        assert "no operand moves" in str(lack)
        return
    others = [array for number, array in enumerate(arrays) if number not in constants]
    expected = np.einsum(text, *arrays)
    for _ in range(2):
        assert np.array_equal(expression(*others), expected), (text, constants)


def test_constants_meet_once():
    a, b, c = whole_numbers(1, [(2, 30), (30, 3), (3, 20)])
    expression = tensmith.contract_expression("ij,jk,kl->il", a, b, (3, 20), constants=[0, 1])
    assert expression(evaluate_constants=True) is expression
    tensmith.reset_statistics()
    out = np.zeros((2, 20))
    assert expression(c, out=out) is out and np.array_equal(out, a @ b @ c)
    _, held = expression._reduce()
    assert [array.size for array in held] == [6]
    assert tensmith.statistics()["plans"] == 1


def test_all_operands_may_be_constant():
    a, b = whole_numbers(2, [(2, 3), (3, 2)])
    assert np.array_equal(tensmith.contract_expression("ij,jk->ik", a, b, constants=[0, 1])(), a @ b)


def test_wrong_expressions_are_refused_when_they_are_made_and_arrays_when_they_come():
    with pytest.raises(ValueError):
        tensmith.contract_expression("ij,jk", (2, 3), (4, 5))
    expression = tensmith.contract_expression("ij,jk", (2, 3), (3, 4))
    with pytest.raises(ValueError, match="there are 1 arrays"):
        expression(np.ones((2, 3)))
    with pytest.raises(ValueError, match="array 1 has shape"):
        expression(np.ones((2, 3)), np.ones((3, 5)))
    assert repr(expression) == "<tensmith.Expression 'ij,jk'>"
    assert np.array_equal(expression(np.ones((2, 3), int), np.ones((3, 4), int)), np.full((2, 4), 3))
