"""The answers that a thread keeps."""

import threading

import numpy as np

import tensmith
from tensmith import _native


def test_a_call_that_comes_again_is_known():
    _native.clear_cache()
    a = np.ones((3, 3))
    for _ in range(5):
        tensmith.einsum("ij,jk->ik", a, a)
    assert _native.cached() == 1
    tensmith.einsum("ij,jk->ik", a, a.T)
    tensmith.einsum("ij,jk->ki", a, a)
    tensmith.einsum("ij,jk->ik", a, a, out=np.zeros((3, 3)))
    assert _native.cached() == 4


def test_the_cache_is_bounded():
    _native.clear_cache()
    for size in range(1, 60):
        for other in range(1, 31):
            array = np.ones((size, other))
            assert tensmith.einsum("ij->", array) == size * other
    assert 0 < _native.cached() <= 1024


def test_plans_with_large_intermediates_are_not_kept():
    _native.clear_cache()
    a = np.ones((600, 600), "f4")
    plan = tensmith.plan("ij,jk,kl->il", a, a, a)
    assert plan.cost.intermediates > 1 << 20
    assert _native.cached() == 0
    assert tensmith.einsum("ij,jk,kl->il", a, a, a)[0, 0] == 600 * 600


def test_each_thread_has_its_own():
    counts = []

    def work():
        counts.append(_native.cached())
        tensmith.einsum("ij,jk->ik", np.ones((3, 3)), np.ones((3, 3)))
        counts.append(_native.cached())

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert counts == [0, 1]
