"""A program whose child process computes: `children.py METHOD`, with a method of multiprocessing's."""

import multiprocessing
import sys

import numpy as np

import tensmith

MATRICES = [np.random.default_rng(n).integers(-4, 5, (40, 40)).astype(float) for n in range(4)]
CHAIN = "ab,bc,cd,da->"
EXPECTED = np.einsum(CHAIN, *MATRICES, optimize=True)


def computes(plan):
    """Whether all ways give what numpy does."""
    found = [tensmith.einsum(CHAIN, *MATRICES), tensmith.einsum(CHAIN, *MATRICES, threads=2)]
    found += [plan(*MATRICES)] if plan is not None else []
    return all(value == EXPECTED for value in found)


def child(plan):
    sys.exit(0 if computes(plan) else 1)


if __name__ == "__main__":
    held = tensmith.plan(CHAIN, *MATRICES)
    assert computes(held)
    # Plans are not sent to other processes; those that are forked have what their parents have.
    given = held if sys.argv[1] == "fork" else None
    process = multiprocessing.get_context(sys.argv[1]).Process(target=child, args=(given,))
    process.start()
    process.join(60)
    sys.exit(process.exitcode if process.exitcode is not None else 99)
