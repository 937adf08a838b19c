"""How many calls were served, by whom, and why not here."""

from collections import Counter

from . import _native

_reasons: Counter[str] = Counter()
# The most reasons that are told apart.
_MOST = 256


def count_numpy(why):
    """Counts a call that numpy serves."""
    _reasons[why if why in _reasons or len(_reasons) < _MOST else "others"] += 1


def statistics():
    """Return how many calls of this process were served, and by whom.

    Returns
    -------
    dict
        ``plans``: calls that a plan computed, and of calls with a path, steps; ``views``: calls that returned a view; ``numpy``: calls that
        went to numpy, those included that it refused; ``reasons``: how many of these for which reason.

    Examples
    --------
    >>> import tensmith
    >>> tensmith.reset_statistics()
    >>> tensmith.einsum("i,i", [1, 2], [3, 4])
    np.int64(11)
    >>> tensmith.statistics()
    {'plans': 0, 'views': 0, 'numpy': 1, 'reasons': {'elements of type int64': 1}}
    """
    plans, views = _native.served()
    return {"plans": plans, "views": views, "numpy": _reasons.total(), "reasons": dict(_reasons)}


def reset_statistics():
    """Count from 0 again."""
    _native.reset_statistics()
    _reasons.clear()
