"""The answers that a thread keeps."""

import subprocess
import sys
import threading

import numpy as np
import pytest

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


def test_the_bytes_of_a_table_are_bounded():
    _native.clear_cache()
    most = 0
    for extent in range(300, 340):
        a, b = np.ones((300, 300), "f4"), np.ones((300, extent), "f4")
        plan = tensmith.plan("ij,jk,kl->il", a, a, b)
        assert 300_000 < plan.cost.memory < 1 << 20
        for order in "CFK":
            tensmith.einsum("ij,jk,kl->il", a, a, b[:, :: 1 if order == "C" else -1], order=order)
        most = max(most, _native.cached())
    assert 10 < most < (16 << 20) // 300_000


# From the call of `prctl` on, the system refuses to make pages executable (PR_SET_MDWE).
REFUSED = """
import ctypes
import numpy as np, tensmith

a, b = np.ones((3, 3)), np.ones((3, 4))
tensmith.einsum("ij,jk->ik", a, a, strict=True)
known = tensmith._native.cached()
if ctypes.CDLL(None).prctl(65, 1, 0, 0, 0) != 0:
    print("this system cannot refuse")
    raise SystemExit
assert np.array_equal(tensmith.einsum("ij,jk->ik", a, b), a @ b)
assert tensmith.statistics()["numpy"] == 1
assert tensmith._native.cached() == known, "it is asked for again the next time"
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the call is Linux's")
def test_what_the_system_refuses_is_not_kept():
    done = subprocess.run([sys.executable, "-c", REFUSED], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    print(done.stdout)


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
