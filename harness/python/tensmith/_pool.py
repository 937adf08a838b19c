"""Contractions on workers: those of any executor of `concurrent.futures`, of Dask, of MPI."""

import collections
import os

import numpy as np

from . import _plan, _request, _slices
from ._arrays import as_array, common_type, readable

# The tasks of a contraction, each of some blocks: each takes the operands along.
_TASKS = 64


def contract(
    expression,
    *operands,
    out=None,
    dtype=None,
    optimize="auto",
    threads=None,
    memory_limit=None,
    steps=None,
    pool=None,
):
    """Contract arrays within a limit of memory, on the workers of a pool.

    Parameters
    ----------
    expression : str
        As `einsum` takes it.
    *operands : array_like
        The arrays.
    out : ndarray, optional
        Where the result goes; it may share memory with operands.
    dtype, optimize, threads, memory_limit, steps : optional
        As `plan` takes them. On workers of a pool, `threads` is 1 unless it is given.
    pool : concurrent.futures.Executor, optional
        Who computes the slices: anything with a function `submit`, such as a
        `concurrent.futures.ProcessPoolExecutor`, Dask's ``client.get_executor()``, or an
        `mpi4py.futures.MPIPoolExecutor`. Without, this process does.

    Returns
    -------
    ndarray or scalar
        The result: the same bits for any pool, and any number of its workers.

    Raises
    ------
    MemoryError
        If nothing fits into `memory_limit`.
    ValueError
        If the expression, a shape, or a limit of memory is wrong.

    Examples
    --------
    >>> import concurrent.futures, numpy, tensmith
    >>> a = numpy.ones((40, 40))
    >>> with concurrent.futures.ThreadPoolExecutor(2) as pool:
    ...     tensmith.contract("ab,bc,cd,da->", a, a, a, a, memory_limit="4KiB", pool=pool)
    np.float64(2560000.0)
    """
    arrays = [as_array(operand) for operand in operands]
    dtype = common_type(arrays) if dtype is None else np.dtype(dtype)
    arrays = [readable(array, dtype) for array in arrays]
    options = {"optimize": optimize, "threads": threads, "memory_limit": memory_limit, "steps": steps}
    if pool is None:
        return _plan.plan(expression, *arrays, dtype=dtype, **options)(*arrays, out=out)
    # Arrays in C order lie the same wherever they are.
    arrays = [np.asarray(array, order="C") for array in arrays]
    shapes = [array.shape for array in arrays]
    plan = _plan.plan(expression, *shapes, dtype=dtype, order="C", **options)
    if plan.is_view:
        return plan(*arrays, out=out)
    text = _request.of_plan(plan, 1 if threads is None else threads)
    total = _slices.Sum(plan, out, arrays)
    for block, result in enumerate(_blocks(pool, text, plan.blocks, arrays)):
        total.add(block, result)
    result = total.finish()
    return result[()] if out is None and result.ndim == 0 else result


def contract_all(calls, pool=None):
    """Contract the arrays of many calls, which may all be different, on the workers of a pool.

    Parameters
    ----------
    calls : iterable of tuple
        Of each contraction its expression and its arrays: ``("ij,jk->ik", a, b)``.
    pool : concurrent.futures.Executor, optional
        Who computes them, as of `contract`. Each task is a number of calls, so that small ones pay.

    Returns
    -------
    list of ndarray
        The results, in the order of the calls.

    Examples
    --------
    >>> import numpy, tensmith
    >>> tensmith.contract_all([("i,i->", numpy.ones(3), numpy.ones(3)), ("ij->i", numpy.ones((2, 2)))])
    [array(3.), array([2., 2.])]
    """
    calls = list(calls)
    if pool is None:
        return _request.contractions(calls)
    size = max(1, -(-len(calls) // _TASKS))
    parts = [calls[first : first + size] for first in range(0, len(calls), size)]
    futures = [pool.submit(_request.contractions, part) for part in parts]
    return [result for future in futures for result in future.result()]


def _blocks(pool, text, count, arrays):
    """Yields the results of all blocks of a request in their order."""
    size = max(1, -(-count // _TASKS))
    parts = (range(first, min(first + size, count)) for first in range(0, count, size))
    # Results wait for their turn: no more of them than workers have to do.
    ahead = 2 * (getattr(pool, "_max_workers", None) or os.cpu_count() or 1)
    waiting = collections.deque()
    try:
        for part in parts:
            waiting.append(pool.submit(_request.blocks, text, list(part), *arrays))
            if len(waiting) > ahead:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
