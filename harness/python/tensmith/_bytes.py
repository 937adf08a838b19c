"""Amounts of memory: numbers of bytes, or texts such as `4GiB`."""

import operator
import re

_UNITS = {"": 0, "B": 0, "KiB": 10, "MiB": 20, "GiB": 30, "TiB": 40}


def read(amount):
    """Returns a number of bytes.

    Raises
    ------
    TypeError
        It is neither a number nor a text.
    ValueError
        It is not from 0 on, or has no unit of these.

    Examples
    --------
    >>> read("4GiB") == read(4 << 30) == 4 * 1024**3
    True
    """
    if not isinstance(amount, str):
        number = operator.index(amount)
        if number < 0:
            raise ValueError(f"memory_limit is {number}: must not be negative")
        return number
    found = re.fullmatch(r"([0-9]+) *(B|KiB|MiB|GiB|TiB)?", amount)
    if not found:
        raise ValueError(
            f"memory_limit is {amount!r}: must be a number of bytes, or of KiB, MiB, GiB or TiB, such as '4GiB'"
        )
    return int(found[1]) << _UNITS[found[2] or ""]
