"""Orders that are kept for later processes."""

from . import _native


def set_wisdom(folder):
    """Keep orders that take long to find, and take those that were kept.

    Orders of more than eight operands, or under a memory limit, are files in the folder from then on, each a
    line of text. Processes may share it. Plans that were made before stay as they are.

    Parameters
    ----------
    folder : str, os.PathLike or None
        The folder, which is made if it is not there; None keeps nothing, which is how a process begins unless
        the variable ``TENSMITH_WISDOM`` names one.

    Raises
    ------
    OSError
        If there can be no such folder. What needs an order raises it as well, where a file is malformed, and
        names that and the line.

    Examples
    --------
    >>> import tempfile, tensmith
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     tensmith.set_wisdom(folder)
    ...     path, _ = tensmith.einsum_path(",".join(["a"] * 9), *[(2,)] * 9)
    ...     tensmith.set_wisdom(None)
    """
    _native.set_wisdom(folder)
