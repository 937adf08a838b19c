"""Orders in which operands meet: found, and obeyed."""

import numpy as np

from . import _native, _numpy
from ._arrays import as_array
from ._subscripts import read, split

# The first name of an index: behind it, there are a million, and no surrogates.
_FIRST = 0x10000
_FLOAT64 = np.dtype(np.float64).num


def einsum_path(*operands, optimize="auto"):
    """Return the order in which `einsum` would contract its operands.

    Parameters
    ----------
    *operands
        An expression and arrays, or shapes, as `einsum` takes them.
    optimize : {'auto', 'greedy', 'optimal'}, optional
        The search. What else numpy knows is passed on to `numpy.einsum_path`.

    Returns
    -------
    path : list
        ``'einsum_path'``, and then the operands of each step by their places among what is left; `einsum`
        takes it as `optimize`, and so does numpy.
    text : str
        What a plan says of itself, with predicted cycles.

    Examples
    --------
    >>> import numpy, tensmith
    >>> a, b, c = numpy.ones((2, 9)), numpy.ones((9, 9)), numpy.ones((9, 2))
    >>> path, text = tensmith.einsum_path("ij,jk,kl->il", a, b, c)
    >>> path
    ['einsum_path', (0, 1), (0, 1)]
    """
    if optimize is True:
        optimize = "auto"
    if optimize not in ("auto", "greedy", "optimal"):
        return _numpy.ask("einsum_path", operands, {"optimize": optimize}, "a search of numpy's")
    text, arrays = read(operands)
    shapes = [array if isinstance(array, tuple) else as_array(array).shape for array in arrays]
    if len(shapes) > 15 and optimize == "optimal":
        optimize = "auto"
    plan = _native.plan(text, shapes, _FLOAT64, ("K", optimize, None), (None, None))
    path = [tuple(places) for places in plan.path] or [tuple(range(len(shapes)))]
    return ["einsum_path", *path], plan.explain()


def network_path(inputs, output, sizes, memory_limit=None):
    """Return the order of a network's tensors, for libraries that take functions for orders.

    Parameters
    ----------
    inputs : sequence of collection of hashable
        The indices of each tensor.
    output : collection of hashable
        Those of the result.
    sizes : mapping of hashable to int
        The extent of each.
    memory_limit : optional
        opt_einsum passes one. It does not steer the search yet.

    Returns
    -------
    list of tuple of int
        The tensors of each step by their places among what is left.

    Examples
    --------
    >>> import tensmith
    >>> tensmith.network_path(["ab", "bc", "cd"], "ad", {"a": 2, "b": 9, "c": 9, "d": 2})
    [(0, 1), (0, 1)]

    `opt_einsum.paths.register_path_fn("tensmith", tensmith.network_path)` makes it one of opt_einsum's, and
    `cotengra.register_preset("tensmith", tensmith.network_path)` of cotengra's.
    """
    names = {index: chr(_FIRST + number) for number, index in enumerate(sizes)}
    terms = ["".join(names[index] for index in term) for term in inputs]
    text = ",".join(terms) + "->" + "".join(names[index] for index in output)
    path, _ = einsum_path(text, *[tuple(sizes[index] for index in term) for term in inputs])
    return path[1:]


def contract_along(text, arrays, path, out, order, threads):
    """Contracts operands as a path says: each step is one call."""
    _native.check(text, [array.shape for array in arrays])
    terms, output = split(text, [array.ndim for array in arrays])
    left = list(zip(terms, arrays, strict=True))
    steps = [sorted(step, reverse=True) for step in path]
    if not steps or any(not step or step[0] >= len(left) for step in steps[:1]):
        raise ValueError("the path has a step over operands that there are not")
    for number, step in enumerate(steps):
        if not step or step[0] >= len(left) or step[-1] < 0 or len(set(step)) != len(step):
            raise ValueError(f"step {number} of the path is {tuple(step)}: there are {len(left)} operands")
        taken = [left.pop(place) for place in step]
        is_last = not left
        if number + 1 == len(steps) and not is_last:
            raise ValueError(f"the path leaves {len(left) + 1} operands")
        term = output if is_last else kept(taken, left, output)
        step_text = ",".join(term for term, _ in taken) + "->" + term
        into, order_of_step = (out, order) if is_last else (None, "K")
        operands = [np.asarray(array) for _, array in taken]
        left.append((term, _native.contract(step_text, operands, into, (order_of_step, "auto", threads))))
    return left[0][1]


def kept(taken, left, output):
    """Returns the indices of a step's result: those that something else has as well."""
    others = set(output).union(*(term for term, _ in left))
    seen = dict.fromkeys("".join(term for term, _ in taken))
    return "".join(letter for letter in seen if letter in others)
