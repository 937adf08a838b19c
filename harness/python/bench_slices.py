"""Measures slices on workers: their digests, their speed, and what a slice costs.

    python bench_slices.py [--check] [CASE ...]

Cases are `slice` (a slice against the same contraction of what is cut out beforehand), `mpi` (1, 2 and 3 processes
of `python -m tensmith.mpi`), `pools` (processes and Dask's workers), and `batch` (10,000 small contractions on 1 and 2 processes).
`--check` ends with status 1 where digests differ or a figure misses its bar, as of two free cores.
"""

import argparse
import concurrent.futures
import hashlib
import multiprocessing
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")

import numpy as np

import tensmith

RANDOM = np.random.default_rng(0)


def lattice(length, extent):
    """A grid of tensors with an index between neighbours: an expression and its arrays."""
    terms, number = {(row, column): "" for row in range(length) for column in range(length)}, 0
    for row, column in terms:
        for other in ((row + 1, column), (row, column + 1)):
            if other in terms:
                label = chr(0x4E00 + number)
                terms[row, column] += label
                terms[other] += label
                number += 1
    shapes = [(extent,) * len(term) for term in terms.values()]
    arrays = [RANDOM.standard_normal(shape) / extent for shape in shapes]
    return ",".join(terms.values()) + "->", arrays


def seconds(what):
    """The time of a run."""
    begun = time.perf_counter()
    what()
    return time.perf_counter() - begun


class Report:
    def __init__(self):
        self.missed = []

    def ratio(self, name, found, bar, at_most=False):
        is_met = found <= bar if at_most else found >= bar
        self.missed += [] if is_met else [name]
        word = "at most" if at_most else "at least"
        print(f"{name}: {found:.2f} ({word} {bar}){'' if is_met else '  MISSED'}", flush=True)

    def same(self, name, digests):
        self.missed += [] if len(set(digests)) == 1 else [name]
        print(f"{name}: {sorted(set(digests))}{'' if len(set(digests)) == 1 else '  MISSED'}", flush=True)


def digest(array):
    return hashlib.sha256(np.asarray(array).tobytes()).hexdigest()[:16]


def slice_costs(report):
    text, arrays = lattice(7, 6)
    plan = tensmith.plan(text, *arrays, memory_limit="1MiB", threads=1)
    cut = {label for label, _ in plan.sliced}
    terms = text.partition("->")[0].split(",")
    # The same order, of what the first slice is, as it lies in the operands.
    parts = [
        array[tuple(0 if label in cut else slice(None) for label in term)] for term, array in zip(terms, arrays)
    ]
    parts = [np.asarray(part) for part in parts]
    bare = "".join(letter for letter in text if letter not in cut)
    alone = tensmith.plan(bare, *parts, steps=plan.steps.partition(" cut")[0], threads=1)
    whole, single = [], []
    for _ in range(15):
        whole.append(seconds(lambda: plan(*arrays)) / plan.slices)
        single.append(seconds(lambda: [alone(*parts) for _ in range(plan.slices)]) / plan.slices)
    print(f"{plan.slices} slices of {1e6 * min(whole):.1f} us, alone {1e6 * min(single):.1f} us")
    report.ratio("a slice, as a multiple of the same contraction alone", min(whole) / min(single), 1.05, at_most=True)


def mpi(report):
    launcher = shutil.which("mpirun", path=f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}")
    text, arrays = lattice(7, 8)
    with tempfile.TemporaryDirectory() as folder:
        files = [str(pathlib.Path(folder, f"{number}.npy")) for number in range(len(arrays))]
        for file, array in zip(files, arrays):
            np.save(file, array)
        output = pathlib.Path(folder, "out.npy")
        program = [sys.executable, "-m", "tensmith.mpi", text, *files, "-o", str(output), "--memory-limit", "4MiB"]
        digests, times = [], {}
        for processes in (1, 2, 3, 1, 2):
            command = [launcher, "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n", str(processes)]
            begun = time.perf_counter()
            subprocess.run([*command, *program, "--quiet"], check=True)
            times.setdefault(processes, []).append(time.perf_counter() - begun)
            digests.append(hashlib.sha256(output.read_bytes()).hexdigest()[:16])
        plan = tensmith.plan(text, *arrays, memory_limit="4MiB")
        print(f"{plan.slices} slices in {plan.blocks} blocks; seconds: {times}")
        report.same("digests of 1, 2 and 3 processes", digests)
        report.ratio("two processes of MPI, as a multiple of one's speed", min(times[1]) / min(times[2]), 1.7)


def pools(report):
    text, arrays = lattice(7, 6)
    options = {"memory_limit": "1MiB"}
    digests = [digest(tensmith.contract(text, *arrays, **options))]
    context = multiprocessing.get_context("spawn")
    for workers in (1, 2):
        with concurrent.futures.ProcessPoolExecutor(workers, mp_context=context) as pool:
            digests.append(digest(tensmith.contract(text, *arrays, pool=pool, **options)))
    try:
        import distributed
    except ImportError:
        print("distributed is not installed")
    else:
        with (
            distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
            distributed.Client(cluster) as client,
        ):
            digests.append(digest(tensmith.contract(text, *arrays, pool=client.get_executor(), **options)))
    report.same("digests of this process, 1 and 2 of a pool, and Dask's 2", digests)


def batch(report):
    calls = []
    for number in range(10_000):
        # All of them are different: their shapes are.
        m, k, n = 8 + number % 25, 8 + number // 25 % 20, 8 + number // 500
        calls.append(("ij,jk->ik", RANDOM.standard_normal((m, k)), RANDOM.standard_normal((k, n))))
    context, times, results = multiprocessing.get_context("spawn"), {}, []
    for workers in (1, 2):
        with concurrent.futures.ProcessPoolExecutor(workers, mp_context=context) as pool:
            list(pool.map(abs, range(4 * workers)))
            begun = time.perf_counter()
            results.append(tensmith.contract_all(calls, pool=pool))
            times[workers] = time.perf_counter() - begun
    print(f"seconds: {times}")
    report.same("digests of 1 and 2", [digest(np.concatenate([one.ravel() for one in all])) for all in results])
    report.ratio("two processes of a pool, as a multiple of one's speed", times[1] / times[2], 1.6)


CASES = {"slice": slice_costs, "mpi": mpi, "pools": pools, "batch": batch}


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("cases", nargs="*", metavar="CASE", help="slice, mpi, pools, batch; all without")
    arguments.add_argument("--check", action="store_true", help="end with 1 where a bar is missed")
    asked = arguments.parse_args()
    report = Report()
    for name in asked.cases or CASES:
        CASES[name](report)
    sys.exit(bool(asked.check and report.missed))


if __name__ == "__main__":
    main()
