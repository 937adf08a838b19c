"""Expressions that are called with arrays, some of which may be constant."""

import numpy as np

from . import _native
from ._arrays import as_array
from ._subscripts import split
from ._path import einsum_path, kept


class Expression:
    """A contraction of arrays of certain shapes, some of which may be constants: `contract_expression`.

    What constants contribute alone is computed once, by the first call. Constants are not copied: they must
    not be changed.
    """

    def __init__(self, text, shapes, constants, optimize):
        self._whole = text
        self._shapes = shapes
        self._constants = constants
        self._optimize = optimize
        self._reduced = None

    def __call__(self, *arrays, out=None, backend=None, evaluate_constants=False):
        """Return the contraction of arrays for all operands that are no constants.

        `backend` and `evaluate_constants` are there as opt_einsum passes them. The first changes
        nothing; with the second, what constants contribute is computed, and this expression is returned.
        """
        if evaluate_constants:
            self._reduce()
            return self
        open_shapes = [shape for number, shape in self._shapes.items() if number not in self._constants]
        if len(arrays) != len(open_shapes):
            raise ValueError(f"there are {len(arrays)} arrays: the expression has {len(open_shapes)}")
        for number, (array, shape) in enumerate(zip(arrays, open_shapes)):
            if np.shape(array) != shape:
                raise ValueError(f"array {number} has shape {np.shape(array)}: must be {shape}")
        if not self._constants:
            return _native.einsum(self._whole, *arrays, out=out, optimize=self._optimize)
        text, constants = self._reduce()
        return _native.einsum(text, *arrays, *constants, out=out, optimize=self._optimize)

    def _reduce(self):
        """Returns the expression that is left when constants have met, and these constants."""
        if self._reduced is None:
            self._reduced = _reduced(self._whole, self._shapes, self._constants, self._optimize)
        return self._reduced

    def __repr__(self):
        held = f", constants={sorted(self._constants)}" if self._constants else ""
        return f"<tensmith.Expression '{self._whole}'{held}>"


def contract_expression(expression, *shapes, constants=(), optimize="auto"):
    """Make a function of an expression, as `opt_einsum.contract_expression`.

    Parameters
    ----------
    expression : str
        As `einsum` takes it.
    *shapes : tuple of int or array_like
        The shapes of the operands; for each of the constants, the array.
    constants : sequence of int, optional
        The numbers of the operands that are constant. Their arrays are not copied, and must not be changed.
    optimize : {'auto', 'greedy', 'optimal'}, optional
        How to look for the order in which three or more operands meet.

    Returns
    -------
    Expression
        It is called with the other operands, and with ``out=`` where there is an array for the result.

    Examples
    --------
    >>> import numpy, tensmith
    >>> rotate = tensmith.contract_expression("ij,j->i", numpy.eye(2)[::-1], (2,), constants=[0])
    >>> rotate(numpy.array([1.0, 2.0]))
    array([2., 1.])
    """
    held = {number: as_array(shapes[number]) for number in constants}
    every = {
        number: held[number].shape if number in held else tuple(shape) for number, shape in enumerate(shapes)
    }
    # What is wrong is wrong now, not when it is called.
    einsum_path(expression, *every.values(), optimize=optimize)
    return Expression(expression, every, held, optimize)


def _reduced(text, shapes, constants, optimize):
    """Contracts along the path all pairs of constants, and returns what is left: a text, and constants."""
    terms, output = split(text, [len(shape) for shape in shapes.values()])
    path, _ = einsum_path(text, *shapes.values(), optimize=optimize)
    left = [(term, constants.get(number), number) for number, term in enumerate(terms)]
    opened = []
    for step in path[1:]:
        taken = [left.pop(place) for place in sorted(step, reverse=True)]
        if all(array is not None for _, array, _ in taken) and left:
            others = [(term, None) for term, *_ in left + opened if term is not None]
            term = kept([(term, None) for term, *_ in taken], others, output)
            step_text = ",".join(term for term, *_ in taken) + "->" + term
            left.append((term, _native.einsum(step_text, *(array for _, array, _ in taken)), None))
        else:
            opened += [entry for entry in taken if entry[0] is not None]
            left.append((None, None, None))
    rest = [entry for entry in left + opened if entry[0] is not None]
    arrays = sorted((entry for entry in rest if entry[1] is None), key=lambda entry: entry[2])
    held = [entry for entry in rest if entry[1] is not None]
    inputs = ",".join(term for term, *_ in arrays + held)
    return f"{inputs}->{output}", [np.asarray(array) for _, array, _ in held]
