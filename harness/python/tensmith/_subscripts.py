"""Expressions: as they are given, and as terms of letters."""

import operator
from collections.abc import Iterator

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def read(operands):
    """Returns the text of a call, and its operands.

    Raises
    ------
    IndexError, TypeError, ValueError
        What is given is neither a text with operands nor operands with lists. numpy says so, too.
    """
    if not operands:
        raise ValueError("there is neither an expression nor an operand")
    if isinstance(operands[0], str):
        return operands[0], operands[1:]
    pairs, rest = divmod(len(operands), 2)
    text = ",".join(_term(operands[2 * pair + 1]) for pair in range(pairs))
    if rest:
        text += "->" + _term(operands[-1])
    return text, operands[: 2 * pairs : 2]


def settled(operands):
    """Returns the arguments of a call with lists in the place of iterators, which can be read only once."""
    if not operands or isinstance(operands[0], str):
        return operands
    last = len(operands) - 1
    is_list = [place % 2 == 1 or (place == last and place > 0) for place in range(len(operands))]
    return tuple(
        list(operand) if is_one and isinstance(operand, Iterator) else operand
        for operand, is_one in zip(operands, is_list)
    )


def _term(numbers):
    return "".join("..." if number is Ellipsis else _letter(number) for number in numbers)


def _letter(number):
    if isinstance(number, bool):
        raise TypeError("a subscript is a truth value: must be a number")
    number = operator.index(number)
    if number < 0:
        raise ValueError(f"subscript is {number}: must not be negative")
    return _LETTERS[number]


def split(text, ranks):
    """Returns the terms of the inputs and the output, without ellipses, for operands of these ranks."""
    text = text.replace(" ", "")
    inputs, arrow, output = text.partition("->")
    terms = inputs.split(",")
    if not arrow:
        once = [letter for letter in sorted(set(inputs) - set(",.")) if inputs.count(letter) == 1]
        output = "..." * ("..." in inputs) + "".join(once)
    if "..." not in text:
        return terms, output
    hidden = [rank - len(term.replace("...", "")) for term, rank in zip(terms, ranks, strict=True)]
    most = max((count for count, term in zip(hidden, terms, strict=True) if "..." in term), default=0)
    names = fresh(text, most)
    terms = [
        term.replace("...", "".join(names[most - count :])) for count, term in zip(hidden, terms, strict=True)
    ]
    return terms, output.replace("...", "".join(names))


def fresh(text, count):
    """Returns letters that are not in a text."""
    names = []
    candidates = iter(_LETTERS + "".join(map(chr, range(0x100, 0x300))))
    while len(names) < count:
        letter = next(candidates)
        if letter not in text:
            names.append(letter)
    return names
