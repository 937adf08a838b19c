"""Contractions within a limit of memory: slices, blocks, and pools of workers."""

import concurrent.futures
import json
import multiprocessing
import pickle

import numpy as np
import pytest

import tensmith
from tensmith import _bytes, _request


def network(seed, dtype="f8", whole=True, opened=True):
    """A ring with chords: an expression, and its arrays."""
    random = np.random.default_rng(seed)
    terms = ["abf", "bcg", "cdf", "deg", "eah"]
    extents = dict(zip("abcdefgh", random.integers(6, 10, 8)))
    shapes = [tuple(extents[label] for label in term) for term in terms]
    draw = (lambda shape: random.integers(-3, 4, shape)) if whole else random.standard_normal
    arrays = [draw(shape).astype(dtype) for shape in shapes]
    return ",".join(terms) + "->" + ("h" if opened else ""), arrays


def cut(text, arrays, share=8, **options):
    """A plan with a part of the memory that it takes without slices."""
    memory = tensmith.plan(text, *arrays).cost.memory
    return tensmith.plan(text, *arrays, memory_limit=memory // share, **options)


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16"])
@pytest.mark.parametrize("opened", [True, False])
def test_slices_add_up_to_the_whole(dtype, opened):
    for seed in range(4):
        text, arrays = network(seed, dtype, opened=opened)
        plan = cut(text, arrays)
        assert plan.slices > 1 and plan.cost.memory <= tensmith.plan(text, *arrays).cost.memory // 8
        expected = np.einsum(text, *arrays, optimize=True)
        assert np.array_equal(plan(*arrays), expected)
        out = np.empty_like(np.asarray(expected))
        assert plan(*arrays, out=out) is out and np.array_equal(out, expected)
        labels, product = [label for label, _ in plan.sliced], np.prod([extent for _, extent in plan.sliced])
        assert plan.slices == product and len(set(labels)) == len(labels)
        assert f"slices: {plan.slices} along" in plan.explain() and plan.overhead >= 1


def test_blocks_are_the_result_bit_by_bit():
    for seed in range(6):
        text, arrays = network(seed, whole=False)
        whole = cut(text, arrays)
        steps = whole.steps.rpartition(" ")[0]
        for size in (1, 2, 5, 1000):
            plan = tensmith.plan(text, *arrays, steps=f"{steps} {size}")
            results = {block: plan.run_block(block, *arrays) for block in reversed(range(plan.blocks))}
            total = np.full(arrays[-1].shape[-1:], np.nan)
            begun = set()
            for block in range(plan.blocks):
                place = plan.block_place(block)
                first = str(place) not in begun
                begun.add(str(place))
                total[place] = results[block] if first else total[place] + results[block]
            assert np.array_equal(total, plan(*arrays))
            out = np.empty(plan.block_shape)
            assert plan.run_block(0, *arrays, out=out) is out and np.array_equal(out, results[0])


def test_arrays_may_lie_otherwise():
    text, arrays = network(1)
    plan, expected = cut(text, arrays), np.einsum(text, *arrays, optimize=True)
    others = [np.asfortranarray(array) for array in arrays]
    assert np.array_equal(plan(*others), expected)
    assert np.array_equal(plan(*[np.ascontiguousarray(array[::-1, :, ::-1])[::-1, :, ::-1] for array in arrays]), expected)
    out = np.empty(2 * expected.size)[::2]
    assert plan(*others, out=out) is out and np.array_equal(out, expected)
    assert np.array_equal(plan.run_block(0, *others), plan.run_block(0, *arrays))
    assert np.array_equal(cut(text, others)(*others), expected)


def overlapping():
    """Matrices of 4x5 whose elements share memory."""
    row, windows = np.arange(5.0), np.lib.stride_tricks.sliding_window_view(np.arange(8.0), 5)
    repeated = [np.broadcast_to(part, (4, 5)) for part in (row, row[:4, None], row[3])]
    return [*repeated, windows, windows[::-1, ::-1]]


@pytest.mark.parametrize("array", overlapping())
def test_a_plan_for_elements_that_share_memory(array):
    other = np.arange(15.0).reshape(5, 3)
    plan = tensmith.plan("ij,jk->ik", array, other)
    assert np.array_equal(plan.run_block(0, array, other), array @ other)
    # The other operand may lie otherwise, this one may not.
    assert np.array_equal(plan.run_block(0, array, np.asfortranarray(other)), array @ other)
    full = np.arange(20.0).reshape(4, 5)
    with pytest.raises(ValueError, match="operand 0 has strides .* share memory"):
        plan.run_block(0, full, other)
    assert np.array_equal(plan(full, other), full @ other)
    # A plan for dense ones takes them.
    plan = tensmith.plan("ij,jk->ik", full, other)
    assert np.array_equal(plan.run_block(0, array, other), array @ other)


def test_slices_of_elements_that_share_memory():
    text, arrays = network(1)
    arrays[0] = np.broadcast_to(arrays[0][:1], arrays[0].shape)
    expected = np.einsum(text, *arrays, optimize=True)
    plan = cut(text, arrays)
    assert np.array_equal(plan(*arrays), expected)
    with pytest.raises(ValueError, match="operand 0 has strides .* share memory"):
        plan(np.ascontiguousarray(arrays[0]), *arrays[1:])
    plan = cut(text, [np.ascontiguousarray(array) for array in arrays])
    assert np.array_equal(plan(*arrays), expected)
    # Strides of axes with one element do not matter.
    array, other = np.broadcast_to(np.arange(5.0), (1, 4, 5)), np.ones((1, 5, 3))
    plan = tensmith.plan("bij,bjk->bik", array, other)
    same = np.lib.stride_tricks.as_strided(array, array.shape, (800, *array.strides[1:]))
    assert same.strides != array.strides and np.array_equal(plan.run_block(0, same, other), array @ other)


def test_a_plan_with_slices_travels():
    text, arrays = network(2, whole=False)
    plan = cut(text, arrays)
    again = pickle.loads(pickle.dumps(plan))
    assert (again.steps, again.blocks, again._fit) == (plan.steps, plan.blocks, plan._fit)
    assert np.array_equal(again(*arrays), plan(*arrays))
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert np.array_equal(pool.starmap(plan, [arrays])[0], plan(*arrays))


def test_amounts_of_memory():
    for text, expected in [("0", 0), ("17", 17), ("3B", 3), ("2 KiB", 2048), ("4GiB", 4 << 30), (np.int64(5), 5)]:
        assert _bytes.read(text) == expected
    for text in ("", "GiB", "4GB", "-1", "1.5GiB", "4gib"):
        with pytest.raises(ValueError, match="memory_limit is"):
            _bytes.read(text)
    with pytest.raises(ValueError, match="negative"):
        _bytes.read(-1)
    with pytest.raises(TypeError):
        _bytes.read(1.5)


def test_what_cannot_be_is_refused():
    text, arrays = network(3)
    with pytest.raises(MemoryError, match="^runs need .* bytes"):
        tensmith.plan(text, *arrays, memory_limit=1)
    # Each operand has an index with each other one: 66 that have to be cut.
    pairs = [(a, b) for a in range(12) for b in range(a)]
    terms = ["".join(chr(0x4E00 + n) for n, pair in enumerate(pairs) if one in pair) for one in range(12)]
    with pytest.raises(MemoryError, match="^number of slices: must be below 2\\^64"):
        tensmith.plan(",".join(terms) + "->", *[(8,) * 11] * 12, memory_limit=64)
    plan = cut(text, arrays)
    with pytest.raises(IndexError, match=f"must be below {plan.blocks}"):
        plan.run_block(plan.blocks, *arrays)
    with pytest.raises(IndexError):
        plan.block_place(plan.blocks)
    with pytest.raises(ValueError, match="operands"):
        plan.run_block(0, *arrays[1:])
    with pytest.raises(ValueError, match="operand 0 has shape"):
        plan.run_block(0, arrays[0][1:], *arrays[1:])
    with pytest.raises(TypeError, match="operand 0 has type"):
        plan.run_block(0, arrays[0].astype("f4"), *arrays[1:])
    with pytest.raises(ValueError, match="out is"):
        plan.run_block(0, *arrays, out=np.empty(99))
    for steps in ("0,1 x", "0,1 1,2", plan.steps.replace("cut", "cot"), plan.steps + " 3"):
        with pytest.raises(ValueError):
            tensmith.plan(text, *arrays, steps=steps)
    with pytest.raises(ValueError, match="optimize is"):
        tensmith.plan(text, *arrays, optimize="fast")


def test_errors_begin_with_the_reason_and_are_short():
    """A network of 300 tensors that is too wide."""
    random = np.random.default_rng(0)
    stubs = random.permutation(np.repeat(np.arange(300), 3))
    terms = [""] * 300
    for number, (a, b) in enumerate(stubs.reshape(-1, 2)):
        terms[a] += chr(0x4E00 + number)
        terms[b] += chr(0x4E00 + number)
    text = ",".join(terms) + "->"
    shapes = [(2,) * 3] * 300
    with pytest.raises(MemoryError) as raised:
        tensmith.plan(text, *shapes)
    assert str(raised.value).startswith("runs need ") and len(str(raised.value)) < 500
    with pytest.raises(ValueError) as raised:
        tensmith.plan(text, *shapes[1:])
    assert str(raised.value).startswith("number of operands is 299") and len(str(raised.value)) < 500


class Recorded(concurrent.futures.Executor):
    """Does at once what it is asked, in any order, and keeps what travels."""

    def __init__(self):
        self.sent = []

    def submit(self, function, /, *arguments):
        self.sent.append((function, arguments))
        future = concurrent.futures.Future()
        future.set_result(function(*pickle.loads(pickle.dumps(arguments))))
        return future


def test_requests_travel_as_text():
    text, arrays = network(4, whole=False)
    limit = tensmith.plan(text, *arrays).cost.memory // 8
    pool = Recorded()
    result = tensmith.contract(text, *arrays, memory_limit=limit, pool=pool)
    assert np.array_equal(result, tensmith.contract(text, *arrays, memory_limit=limit))
    assert pool.sent
    for function, (request, numbers, *operands) in pool.sent:
        assert function is _request.blocks and all(type(number) is int for number in numbers)
        assert json.loads(request)["expression"] == text
        assert all(type(operand) is np.ndarray for operand in operands)
    for wrong in ("[]", "{}", '{"expression": "i->"}', "import os", "x" * 100):
        with pytest.raises(ValueError):
            _request.plan(wrong)


class Late(concurrent.futures.Executor):
    """Does what it is asked when the result is, with the arrays as they are then."""

    _max_workers = 1

    def submit(self, function, /, *arguments):
        late = concurrent.futures.Future()
        late.result = lambda: function(*arguments)
        return late


def test_the_result_may_go_where_an_operand_is():
    random = np.random.default_rng(8)
    text = "ab,bc,cd,de->ae"
    drawn = [random.integers(-3, 4, (12, 12)).astype("f8") for _ in range(4)]
    expected = np.einsum(text, *drawn, optimize=True)
    steps = cut(text, drawn, 4).steps.rpartition(" ")[0] + " 1"
    assert tensmith.plan(text, *drawn, steps=steps).blocks > 1
    for number in range(4):
        arrays = [array.copy() for array in drawn]
        out = arrays[number]
        assert tensmith.contract(text, *arrays, steps=steps, pool=Late(), out=out) is out
        assert np.array_equal(out, expected)


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_processes_compute_the_same_bits(workers):
    text, arrays = network(5, whole=False)
    limit = tensmith.plan(text, *arrays).cost.memory // 16
    expected = tensmith.contract(text, *arrays, memory_limit=limit)
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(workers, mp_context=context) as pool:
        found = tensmith.contract(text, *arrays, memory_limit=limit, pool=pool)
        assert found.tobytes() == expected.tobytes()
        out = np.empty_like(expected)
        assert tensmith.contract(text, *arrays, memory_limit=limit, pool=pool, out=out) is out
        assert out.tobytes() == expected.tobytes()
        text, arrays = network(5, whole=False, opened=False)
        found = tensmith.contract(text, *arrays, memory_limit=limit, pool=pool)
        assert type(found) is np.float64 and found == tensmith.contract(text, *arrays, memory_limit=limit)
        # What fits is one block.
        assert np.array_equal(tensmith.contract("ij,jk->ik", np.eye(3), np.eye(3), pool=pool), np.eye(3))
        assert np.array_equal(tensmith.contract("ij->ji", np.eye(3), pool=pool), np.eye(3))


def test_dask_computes_the_same_bits():
    distributed = pytest.importorskip("distributed")
    text, arrays = network(6, whole=False)
    limit = tensmith.plan(text, *arrays).cost.memory // 16
    expected = tensmith.contract(text, *arrays, memory_limit=limit)
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        found = tensmith.contract(text, *arrays, memory_limit=limit, pool=client.get_executor())
    assert found.tobytes() == expected.tobytes()


def test_many_small_contractions():
    random = np.random.default_rng(7)
    calls = []
    for number in range(500):
        m, k, n = random.integers(1, 9, 3)
        text = ["ij,jk->ik", "ij,jk->ki", "ij,jk->"][number % 3]
        calls.append((text, random.integers(-3, 4, (m, k)).astype("f8"), random.integers(-3, 4, (k, n)).astype("f8")))
    expected = [np.einsum(*call) for call in calls]
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        for results in (tensmith.contract_all(calls), tensmith.contract_all(iter(calls), pool=pool)):
            assert all(np.array_equal(one, other) for one, other in zip(results, expected, strict=True))
        with pytest.raises(ValueError):
            tensmith.contract_all([("ij,jk->ik", np.eye(2), np.eye(3))], pool=pool)
    assert tensmith.contract_all([]) == []
