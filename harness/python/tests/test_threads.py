"""Threads of Python, threads of plans, and processes that are forked."""

import os
import pathlib
import subprocess
import sys
import threading
import time
import warnings

import numpy as np
import pytest

import tensmith

MATRICES = [np.random.default_rng(n).integers(-4, 5, (40, 40)).astype(float) for n in range(4)]
CHAIN = "ab,bc,cd,da->"
EXPECTED = np.einsum(CHAIN, *MATRICES, optimize=True)


def test_threads_share_a_plan():
    plan = tensmith.plan(CHAIN, *MATRICES)
    square = tensmith.plan("ij,jk->ik", (40, 40), (40, 40))
    failures = []

    def work(number):
        out = np.zeros((40, 40))
        for turn in range(200):
            one, other = MATRICES[(number + turn) % 4], MATRICES[turn % 4]
            ok = plan(*MATRICES) == EXPECTED and tensmith.einsum(CHAIN, *MATRICES) == EXPECTED
            ok = ok and np.array_equal(square(one, other, out=out), one @ other)
            if not ok:
                failures.append((number, turn))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_others_go_on_while_a_long_run_computes(others_go_on):
    a = np.ones((1500, 1500))
    plan = tensmith.plan("ij,jk->ik", a, a)
    assert others_go_on(lambda: plan(a, a))


def test_an_operand_may_get_another_type_during_a_run():
    """The element that was computed is of the type that the operand had."""
    extent, early = 2**21, 0
    for _ in range(60):
        a, b = np.ones((1, extent)), np.ones((1, extent))
        plan, found = tensmith.plan("ij,ij->", a, b), []
        thread = threading.Thread(target=lambda: found.append(plan(a, b)))
        thread.start()
        time.sleep(0.0005)
        is_running = not found
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            a.dtype = "V512"
        early += is_running and not found
        thread.join()
        # Where that was before the run, it was refused, and there is nothing.
        assert all(type(value) is np.float64 and value == extent for value in found)
    print("runs that were not over", early)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_results_are_the_same_bits_for_any_number_of_threads(threads):
    random = np.random.default_rng(5)
    arrays = [random.standard_normal((300, 300)) for _ in range(3)]
    one = tensmith.einsum("ij,jk,kl->il", *arrays)
    assert np.array_equal(tensmith.einsum("ij,jk,kl->il", *arrays, threads=threads), one)
    before = tensmith.get_threads()
    tensmith.set_threads(threads)
    try:
        assert tensmith.get_threads() == threads
        assert np.array_equal(tensmith.einsum("ij,jk,kl->il", *arrays), one)
    finally:
        tensmith.set_threads(before)


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_children_compute(method):
    program = pathlib.Path(__file__).parent / "suites" / "children.py"
    done = subprocess.run([sys.executable, program, method], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr


def test_a_child_computes_that_was_forked_while_other_threads_run(children_hold):
    """The memory of a plan may be taken by a thread that the child does not have."""
    network = "ab,cb,dc->ad"
    arrays = [np.ones((200, 200))] * 3
    plan = tensmith.plan(network, *arrays)
    assert plan.cost.memory > plan.cost.intermediates, "scratch memory, which a run takes for itself"

    def work():
        plan(*arrays)
        tensmith.einsum(network, *arrays)

    def child():
        return plan(*arrays)[0, 0] == 200.0**2 and tensmith.einsum(network, *arrays)[0, 0] == 200.0**2

    children_hold(child, work, threads=2)


def test_a_child_drops_the_plans_of_its_parent_while_another_thread_plans(children_hold):
    """Memory of code has a lock, which the thread that plans may hold when the child is made."""
    shapes = [[(n % 37 + 3, n % 11 + 2), (n % 11 + 2, n % 13 + 2), (n % 13 + 2, n // 30 + 3)] for n in range(150)]
    plans = [tensmith.plan("ij,jk,kl->il", *of_one) for of_one in shapes]
    random = np.random.default_rng(1)

    def work():
        i, j, k, l = (int(extent) for extent in random.integers(2, 60, 4))
        tensmith.plan("ij,jk,kl->il", (i, j), (j, k), (k, l))

    def child():
        plans.clear()
        tensmith._native.clear_cache()
        return np.array_equal(tensmith.einsum("ij,jk->ik", np.eye(2), np.eye(2)), np.eye(2))

    children_hold(child, work, count=60, pause=0.01)


def test_the_environment_says_how_many_threads():
    program = "import tensmith; print(tensmith.get_threads())"
    for value, expected in (("3", "3"), ("", "1"), ("many", "1"), ("0", "1")):
        environment = {**os.environ, "TENSMITH_NUM_THREADS": value}
        done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
        assert done.stdout.strip() == expected, done.stderr
