"""Libraries that call ours."""

import numpy as np
import pytest

import tensmith


def network(seed, regime=8):
    testing = pytest.importorskip("opt_einsum.testing")
    text, shapes = testing.rand_equation(regime, 3, n_out=2, d_max=5, seed=seed)
    random = np.random.default_rng(seed)
    return text, [random.integers(-2, 3, shape).astype(float) for shape in shapes]


@pytest.mark.parametrize("seed", range(10))
def test_opt_einsum_has_a_backend(seed):
    oe = pytest.importorskip("opt_einsum")
    print("seed", seed)
    text, arrays = network(seed)
    expected = oe.contract(text, *arrays)
    tensmith.reset_statistics()
    assert np.array_equal(oe.contract(text, *arrays, backend="tensmith"), expected)
    expression = oe.contract_expression(text, *[array.shape for array in arrays])
    assert np.array_equal(expression(*arrays, backend="tensmith"), expected)
    constants = oe.contract_expression(text, arrays[0], *[array.shape for array in arrays[1:]], constants=[0])
    assert np.array_equal(constants(*arrays[1:], backend="tensmith"), expected)
    counts = tensmith.statistics()
    assert counts["plans"] > 0 and counts["numpy"] == 0


@pytest.mark.parametrize("seed", range(10))
def test_cotengra_takes_a_pair_of_functions(seed):
    ctg = pytest.importorskip("cotengra")
    print("seed", seed)
    text, arrays = network(seed)
    tensmith.reset_statistics()
    found = ctg.einsum(text, *arrays, implementation=(tensmith.einsum, tensmith.tensordot))
    assert np.array_equal(found, np.einsum(text, *arrays, optimize=True))
    counts = tensmith.statistics()
    assert counts["plans"] > 0 and counts["numpy"] == 0


def test_graphs_that_autoray_records_are_passed_on():
    autoray = pytest.importorskip("autoray")
    a, b = np.arange(4.0).reshape(2, 2), np.arange(4.0).reshape(2, 2).T
    one, other = autoray.lazy.array(a), autoray.lazy.array(b)
    lazy = tensmith.einsum("ij,jk->ik", one, other)
    assert np.array_equal(lazy.compute(), a @ b)
    assert np.array_equal(tensmith.tensordot(one, other, axes=1).compute(), a @ b)
    assert np.array_equal(tensmith.transpose(one).compute(), a.T)


def test_opt_einsum_and_cotengra_take_our_orders():
    oe, ctg = pytest.importorskip("opt_einsum"), pytest.importorskip("cotengra")
    oe.paths.register_path_fn("tensmith", tensmith.network_path)
    ctg.register_preset("tensmith-too", tensmith.network_path)
    for seed in range(5):
        print("seed", seed)
        text, arrays = network(seed)
        expected = oe.contract(text, *arrays)
        assert np.array_equal(oe.contract(text, *arrays, optimize="tensmith"), expected)
        assert np.array_equal(ctg.einsum(text, *arrays, optimize="tensmith-too"), expected)


def test_dask_sends_blocks():
    dask = pytest.importorskip("dask.array")
    from dask.array.core import einsum_lookup

    einsum_lookup.register(np.ndarray, tensmith.einsum)
    try:
        a = dask.from_array(np.arange(36.0).reshape(6, 6), chunks=2)
        assert np.array_equal(dask.einsum("ij,jk->ik", a, a).compute(), np.asarray(a) @ np.asarray(a))
        assert tensmith.statistics()["plans"] >= 9
    finally:
        einsum_lookup.register(np.ndarray, np.einsum)
