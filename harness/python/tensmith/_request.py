"""What is asked, as text: how a request travels to another process, which computes blocks of it.

A request is one object of JSON: an expression, the shapes and the type of its operands, the order in which they
meet with its cuts, and options. No code travels, and nothing is evaluated that arrives; what is wrong is refused
when a plan is made of it.
"""

import functools
import json
import os

import numpy as np

from . import _native, _plan

_KEYS = {"expression", "shapes", "dtype", "order", "steps", "threads"}


def of_plan(plan, threads):
    """Returns the text for a plan, to be computed on some threads."""
    order, _, _ = plan._options
    request = {
        "expression": plan.expression,
        "shapes": plan.shapes,
        "dtype": plan.dtype,
        "order": order,
        "steps": plan.steps,
        "threads": threads,
    }
    return json.dumps(request, sort_keys=True)


def plan(text):
    """Returns the plan that a text asks for, over arrays in C order.

    Raises
    ------
    ValueError
        The text is no request.
    """
    # A plan of the process that this one was forked from is none of its own.
    return _made(text, os.getpid())


@functools.lru_cache(maxsize=16)
def _made(text, _process):
    request = json.loads(text)
    if not isinstance(request, dict) or set(request) != _KEYS:
        raise ValueError(f"a request must have {', '.join(sorted(_KEYS))}, and nothing else")
    shapes = [tuple(shape) for shape in request["shapes"]]
    options = (request["order"], "auto", request["threads"])
    dtype = _plan.dtype_named(request["dtype"])
    return _native.plan(request["expression"], shapes, dtype.num, options, (None, request["steps"]))


def blocks(text, numbers, *arrays):
    """Returns the results of some blocks of a request: what a worker of a pool does."""
    made = plan(text)
    return [made.run_block(number, *arrays) for number in numbers]


def contractions(calls):
    """Returns the results of some contractions: what a worker of a pool does."""
    return [np.asarray(_native.einsum(expression, *arrays)) for expression, *arrays in calls]
