"""Times calls of tensmith next to those of numpy and opt_einsum, and compares.

    python bench.py [--rounds N] [--check] [CASE ...]

A round times each way once, one right after the other, as the machine has other work as well; a ratio is the
median of the ratios of all rounds. `--check` ends with status 1 where a ratio is below its bar. opt_einsum
is left out where it is not installed.
"""

import argparse
import os
import statistics
import sys
import time

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")

import numpy as np

import tensmith

try:
    import opt_einsum
except ImportError:
    opt_einsum = None

RANDOM = np.random.default_rng(0)


class Case:
    """A contraction, ways to compute it, and how many times as fast ours must be than others."""

    def __init__(self, name, ways, bars):
        self.name, self.ways, self.bars = name, ways, bars

    def agrees(self):
        """Whether all ways compute the same."""
        results = [np.asarray(way(), dtype=float) for way in self.ways.values()]
        scale = max(np.max(np.abs(results[0])), 1e-300)
        return all(np.max(np.abs(result - results[0])) <= 1e-4 * scale for result in results)


def arrays(*shapes, dtype="f8"):
    return [RANDOM.standard_normal(shape).astype(dtype) for shape in shapes]


def usual_ways(text, operands):
    """Our call, our plan, and numpy's call."""
    plan = tensmith.plan(text, *operands)
    out = np.empty_like(plan(*operands))
    return {
        "einsum": lambda: tensmith.einsum(text, *operands),
        "plan": lambda: plan(*operands),
        "plan, out=": lambda: plan(*operands, out=out),
        "numpy.einsum": lambda: np.einsum(text, *operands),
    }


def expression(text, operands):
    """A call of opt_einsum's prepared expression; none where that is not installed."""
    if opt_einsum is None:
        return {}
    prepared = opt_einsum.contract_expression(text, *[operand.shape for operand in operands])
    return {"opt_einsum": lambda: prepared(*operands)}


def small_product():
    a, b = arrays((4, 4), (4, 4))
    ways = usual_ways("ij,jk->ik", [a, b]) | {"a @ b": lambda: a @ b} | expression("ij,jk->ik", [a, b])
    return Case("ij,jk->ik of 4", ways, {("einsum", "numpy.einsum"): 3.8, ("einsum", "a @ b"): 1.8})


def batch():
    a, b = arrays((64, 8, 8), (64, 8, 8))
    ways = usual_ways("bij,bjk->bik", [a, b]) | {"a @ b": lambda: a @ b}
    return Case("bij,bjk->bik, 64 of 8", ways, {("einsum", "numpy.einsum"): 18, ("einsum", "a @ b"): 1.7})


def transposed():
    a, b = arrays((8, 8, 8, 8), (8, 8, 8))
    ways = usual_ways("abcd,dbe->aec", [a, b]) | expression("abcd,dbe->aec", [a, b])
    return Case("abcd,dbe->aec of 8", ways, {("plan, out=", "opt_einsum"): 8})


def attention():
    q, k = arrays((2, 8, 64, 64), (2, 8, 64, 64), dtype="f4")
    ways = usual_ways("bhid,bhjd->bhij", [q, k]) | {"a @ b": lambda: q @ k.swapaxes(2, 3)}
    return Case("bhid,bhjd->bhij, f32, 2x8x64x64", ways, {})


def two_sites():
    """The product of a two-site step of DMRG: bond 32, operators of bond 5."""
    text, bond, wide = "lwr,lpqs,wpax,xqby,syt->rabt", 32, 5
    environment, operator = (bond, wide, bond), (wide, 2, 2, wide)
    operands = arrays(environment, (bond, 2, 2, bond), operator, operator, environment)
    plan = tensmith.plan(text, *operands)
    ways = {"plan": lambda: plan(*operands), "einsum": lambda: tensmith.einsum(text, *operands)}
    return Case("two-site DMRG, bond 32", ways | expression(text, operands), {("plan", "opt_einsum"): 7})


def norm():
    """The norm of a matrix-product state of 50 sites and bond 32, as one expression of 100 operands."""
    sites, bond = 50, 32
    shapes = [(1 if site == 0 else bond, 2, 1 if site + 1 == sites else bond) for site in range(sites)]
    tensors = [tensor / np.sqrt(tensor.size / 2) * 1.4 for tensor in arrays(*shapes)]
    upper, lower = [chr(0x100 + n) for n in range(sites + 1)], [chr(0x200 + n) for n in range(sites + 1)]
    between = [chr(0x300 + n) for n in range(sites)]
    terms = [upper[n] + between[n] + upper[n + 1] for n in range(sites)]
    terms += [lower[n] + between[n] + lower[n + 1] for n in range(sites)]
    text, operands = ",".join(terms) + "->", tensors + tensors
    plan = tensmith.plan(text, *operands)

    def by_hand():
        left = np.ones((1, 1))
        for tensor in tensors:
            part = np.tensordot(left, tensor, axes=(1, 0))
            left = np.tensordot(tensor, part, axes=([0, 1], [0, 1]))
        return left[0, 0]

    ways = {"plan": lambda: plan(*operands), "einsum": lambda: tensmith.einsum(text, *operands)}
    ways |= {"numpy by hand": by_hand} | expression(text, operands)
    return Case("MPS norm, 50 sites, bond 32", ways, {("plan", "opt_einsum"): 10, ("plan", "numpy by hand"): 6})


CASES = [small_product, batch, transposed, attention, two_sites, norm]


def repeats(way):
    """How many calls take about a fifth of a millisecond, or else one."""
    count = 1
    while True:
        begin = time.perf_counter_ns()
        for _ in range(count):
            way()
        taken = time.perf_counter_ns() - begin
        if taken > 200_000 or count > 100_000:
            return count
        count = max(count * 2, int(count * 200_000 / max(taken, 1)))


def sample(way, count):
    """Microseconds of a call."""
    calls = range(count)
    begin = time.perf_counter_ns()
    for _ in calls:
        way()
    return (time.perf_counter_ns() - begin) / count / 1000


def measured(case, rounds):
    """Microseconds of each way in each round."""
    counts = {name: repeats(way) for name, way in case.ways.items()}
    times = {name: [] for name in case.ways}
    for _ in range(rounds):
        for name, way in case.ways.items():
            times[name].append(sample(way, counts[name]))
    return times


def empty_call():
    """Microseconds of a call of a function of ours that does nothing, and of the loop around it."""
    way = tensmith.get_threads
    count = repeats(way)
    return statistics.median(sample(way, count) for _ in range(101))


def reported(case, rounds):
    """Prints a case, and returns the bars that it misses."""
    if not case.agrees():
        return [f"{case.name}: the ways differ"]
    times = measured(case, rounds)
    print(case.name)
    for name, values in times.items():
        print(f"  {name:14} {statistics.median(values):10.3f} us")
    ours, missed = list(times)[0], []
    compared = dict.fromkeys((ours, name) for name in times if name not in ("einsum", "plan", "plan, out="))
    for own, other in [*compared, *(pair for pair in case.bars if pair not in compared)]:
        if own not in times or other not in times:
            continue
        ratio = statistics.median(b / a for a, b in zip(times[own], times[other]))
        bar = case.bars.get((own, other))
        print(f"  {own} is {ratio:.2f} times as fast as {other}" + (f", bar {bar}" if bar else ""))
        if bar and ratio < bar:
            missed.append(f"{case.name}: {own} is {ratio:.2f} times as fast as {other}, below {bar}")
    return missed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", nargs="*", help="only those whose names contain one of these")
    parser.add_argument("--rounds", type=int, default=101)
    parser.add_argument("--check", action="store_true", help="end with status 1 where a bar is missed")
    asked = parser.parse_args()
    print(f"tensmith {tensmith.__version__}, numpy {np.__version__}, one thread")
    print(f"empty call {empty_call():.3f} us")
    missed = []
    for make in CASES:
        case = make()
        if not asked.cases or any(part in case.name for part in asked.cases):
            missed += reported(case, asked.rounds)
    print(*(f"missed: {line}" for line in missed), sep="\n")
    sys.exit(1 if asked.check and missed else 0)


if __name__ == "__main__":
    main()
