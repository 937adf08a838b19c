"""A pytest plugin: foreign test suites call tensmith in place of numpy.

`-p substitute` replaces `numpy.einsum` while a test runs, and opt_einsum's functions of numpy's, which that
keeps from when it is imported. The end of the run says how many calls were served, and by whom; the
environment's `TENSMITH_LEAST_SHARE` is the least per cent of floating-point calls that must be.
"""

import os
from collections import Counter

import numpy
import pytest

import tensmith

_FLOATS = {numpy.dtype("f4"), numpy.dtype("f8")}
_numpys = numpy.einsum
_calls = Counter()


def _is_served():
    counts = tensmith.statistics()
    return counts["plans"] + counts["views"]


def _dtype(operands, given):
    """The type that a call computes in; nothing where that is an error."""
    try:
        if given.get("dtype") is not None:
            return numpy.dtype(given["dtype"])
        arrays = operands[1:] if isinstance(operands[0], str) else operands[: len(operands) // 2 * 2 : 2]
        return numpy.result_type(*map(numpy.asarray, arrays))
    except Exception:
        return None


def _counted(function):
    def counted(*operands, **given):
        dtype = _dtype(operands, given)
        before = _is_served()
        try:
            return function(*operands, **given)
        except Exception:
            # What is wrong is nobody's to serve.
            dtype = None
            raise
        finally:
            kind = "floating-point" if dtype in _FLOATS else "other"
            if dtype is not None:
                _calls[kind, _is_served() > before] += 1

    counted.__doc__ = _numpys.__doc__
    return counted


_einsum, _tensordot = _counted(tensmith.einsum), tensmith.tensordot


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item):
    numpy.einsum = _einsum
    try:
        yield
    finally:
        numpy.einsum = _numpys


def pytest_configure(config):
    try:
        from opt_einsum.backends import dispatch
    except ImportError:
        return
    dispatch._cached_funcs["einsum", "numpy"] = _einsum
    dispatch._cached_funcs["tensordot", "numpy"] = _counted_tensordot


def _counted_tensordot(a, b, axes=2):
    before = _is_served()
    result = _tensordot(a, b, axes)
    kind = "floating-point" if numpy.result_type(numpy.asarray(a), numpy.asarray(b)) in _FLOATS else "other"
    _calls[kind, _is_served() > before] += 1
    return result


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
