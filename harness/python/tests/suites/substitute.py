"""A pytest plugin: foreign test suites call tensmith in place of numpy.

`-p substitute` replaces `numpy.einsum` while a test runs, opt_einsum's functions of numpy's, which that keeps
from when it is imported, and the functions that cotengra contracts pairs by. The end of the run says how many
calls were served, and by whom; the environment's `TENSMITH_LEAST_SHARE` is the least per cent of floating-point
calls that must be.
"""

import functools
import importlib
import importlib.util
import os
from collections import Counter

import numpy
import pytest

import tensmith

_FLOATS = {numpy.dtype("f4"), numpy.dtype("f8")}
_numpys = numpy.einsum
_calls = Counter()


def _served():
    counts = tensmith.statistics()
    return counts["plans"] + counts["views"]


def _dtype(operands, given):
    """The type that a call computes in; nothing where its operands are no arrays."""
    try:
        if given.get("dtype") is not None:
            return numpy.dtype(given["dtype"])
        return numpy.result_type(*map(numpy.asarray, operands))
    except Exception:
        return None


def _counted(function, arrays):
    """A function whose calls are counted, those apart that are errors; `arrays` are some of its operands."""

    @functools.wraps(function)
    def counted(*operands, **given):
        before = _served()
        result = function(*operands, **given)
        dtype = _dtype(arrays(operands), given)
        if dtype is not None and dtype != object:
            kind = "floating-point" if dtype in _FLOATS else "other"
            _calls[kind, _served() > before] += 1
        return result

    return counted


def _of_einsum(operands):
    return operands[1:] if isinstance(operands[0], str) else operands[: len(operands) // 2 * 2 : 2]


_einsum = _counted(tensmith.einsum, _of_einsum)
_tensordot = _counted(tensmith.tensordot, lambda operands: operands[:2])


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item):
    numpy.einsum = _einsum
    try:
        yield
    finally:
        numpy.einsum = _numpys


def pytest_configure(config):
    if importlib.util.find_spec("opt_einsum"):
        dispatch = importlib.import_module("opt_einsum.backends.dispatch")
        dispatch._cached_funcs["einsum", "numpy"] = _einsum
        dispatch._cached_funcs["tensordot", "numpy"] = _tensordot


def pytest_collection_finish(session):
    if importlib.util.find_spec("cotengra"):
        # A function of that name hides the module from its package.
        importlib.import_module("cotengra.contract").set_default_implementation((_einsum, _tensordot))


def _share(kind):
    ours, others = _calls[kind, True], _calls[kind, False]
    return ours, ours + others, 100 * ours / max(ours + others, 1)


def pytest_terminal_summary(terminalreporter):
    for kind in ("floating-point", "other"):
        terminalreporter.write_line("%s calls served by tensmith: %d of %d, %.1f %%" % (kind, *_share(kind)))
    reasons = tensmith.statistics()["reasons"]
    for why, count in sorted(reasons.items(), key=lambda reason: -reason[1])[:20]:
        terminalreporter.write_line(f"  {count} to numpy: {why}")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session, exitstatus):
    least = float(os.environ.get("TENSMITH_LEAST_SHARE", "0"))
    if exitstatus == 0 and _share("floating-point")[2] < least:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
