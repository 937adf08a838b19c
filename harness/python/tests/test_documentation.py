"""Examples in docstrings run, and every public name has one sentence at least."""

import doctest
import importlib
import pathlib
import pkgutil
import re

import pytest

import tensmith

MODULES = ["tensmith"] + [f"tensmith.{module.name}" for module in pkgutil.iter_modules(tensmith.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name):
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


@pytest.mark.parametrize(("name", "examples"), [("einsum", 4), ("kernel", 8)])
def test_the_examples_of_compiled_functions_run(name, examples):
    text = getattr(tensmith, name).__doc__
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    assert len(test.examples) == examples and doctest.DocTestRunner().run(test).failed == 0


def test_public_names_are_documented_and_there():
    assert sorted(tensmith.__all__) == tensmith.__all__
    for name in tensmith.__all__:
        assert getattr(tensmith, name).__doc__, name
    names = ["__call__", "explain", "expression", "shapes", "dtype", "is_view", "cost", "path", "slices", "blocks"]
    for name in [*names, "sliced", "overhead", "steps", "block_shape", "block_place", "run_block"]:
        assert getattr(tensmith.Plan, name).__doc__, name
    for name in ["__call__", "check", "asm", "name", "text", "arguments", "result", "reads"]:
        assert getattr(tensmith.Kernel, name).__doc__, name


def test_stubs_say_what_is_there():
    stubtest = pytest.importorskip("mypy.stubtest")
    allowed = pathlib.Path(__file__).parent / "suites" / "stubs_allowed.txt"
    assert stubtest.test_stubs(stubtest.parse_options(["tensmith", "--allowlist", str(allowed)])) == 0


BOOK = pathlib.Path(__file__).parents[3] / "docs/book/src"


@pytest.mark.parametrize(("page", "examples"), [("python.md", 25), ("slices.md", 6)])
def test_the_pages_of_the_book_run(page, examples):
    """The sessions of a page are one: a block goes on with what the ones before it have."""
    blocks = re.findall(r"^```text\n(.*?)^```$", (BOOK / page).read_text(), re.DOTALL | re.MULTILINE)
    sessions = [block for block in blocks if block.startswith(">>>")]
    test = doctest.DocTestParser().get_doctest("\n".join(sessions), {}, page, str(BOOK / page), 0)
    assert len(test.examples) > examples
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert runner.run(test).failed == 0
