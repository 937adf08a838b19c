"""Contractions on the processes of MPI: the same bits on any number of them, and what happens when one ends."""

import hashlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import sysconfig
import textwrap
import time

import numpy as np
import pytest

import tensmith

pytest.importorskip("mpi4py")
MPIRUN = shutil.which("mpirun", path=f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}")
pytestmark = pytest.mark.skipif(MPIRUN is None, reason="there is no mpirun")

TEXT = "abf,bcg,cdf,deg,eah->h"


@pytest.fixture(name="job")
def job_fixture(tmp_path):
    """A folder with operands, and the command that contracts them."""
    random = np.random.default_rng(0)
    extents = dict(zip("abcdefgh", (6, 6, 6, 6, 6, 6, 6, 5)))
    for number, term in enumerate(TEXT.partition("->")[0].split(",")):
        np.save(tmp_path / f"{number}.npy", random.standard_normal([extents[label] for label in term]))
    return Job(tmp_path)


class Job:
    """What `mpirun` is asked for."""

    def __init__(self, folder):
        self.folder, self.operands = folder, [folder / f"{number}.npy" for number in range(5)]
        shapes = [np.load(operand).shape for operand in self.operands]
        # One slice a block: the least that a plan chooses is more for slices as small as these.
        memory = tensmith.plan(TEXT, *shapes, order="C").cost.memory
        self.limit = memory // 12

    def command(self, processes, *options):
        launcher = [MPIRUN, "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n", str(processes)]
        program = [sys.executable, "-m", "tensmith.mpi", TEXT, *map(str, self.operands)]
        output = self.folder / "out.npy"
        return [*launcher, *program, "-o", str(output), "--memory-limit", str(self.limit), *map(str, options)]

    def run(self, processes, *options, path=()):
        # What is on the search path of this process comes behind.
        folders = [*map(str, path), os.environ.get("PYTHONPATH", "")]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, folders))}
        command = self.command(processes, *options)
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment)
        return done.returncode, done.stderr

    def digest(self):
        return hashlib.sha256((self.folder / "out.npy").read_bytes()).hexdigest()

    def small_blocks(self):
        """A folder with a module that makes blocks of one slice, as long as those of large networks take."""
        return customized(self.folder / "small", SMALL_BLOCKS)


SMALL_BLOCKS = """
    import tensmith._plan as plans
    def small(*operands, usual=plans.plan, **options):
        plan = usual(*operands, **options)
        if not plan.sliced:
            return plan
        options.update(memory_limit=None, steps=plan.steps.rpartition(" ")[0] + " 1")
        return usual(*operands, **options)
    plans.plan = small
"""


def customized(folder, *parts):
    """A folder whose module is imported when Python begins, in the processes that compute."""
    folder.mkdir()
    body = "".join(textwrap.indent(textwrap.dedent(part), "    ") for part in parts)
    text = f"import os\nif 'TENSMITH_SUPERVISOR' in os.environ:\n{body}"
    (folder / "sitecustomize.py").write_text(text)
    return folder


def in_block(number, what):
    """Code that does something in a block."""
    return f"""
        import os, signal, sys, time, tensmith._supervisor as supervisor
        def at_work(block, usual=supervisor.at_work):
            usual(block)
            if block == {number}:
                {what}
        supervisor.at_work = at_work
    """


def test_the_same_bits_on_any_number_of_processes(job):
    operands = [np.load(operand) for operand in job.operands]
    digests = set()
    for processes in (1, 2, 3):
        status, errors = job.run(processes, path=[job.small_blocks()] if processes == 1 else [job.folder / "small"])
        assert status == 0, errors
        digests.add(job.digest())
        blocks = int(errors.partition("in ")[2].split()[0])
        assert blocks > 20 and f"computed {blocks} of {blocks} blocks" in errors
    assert len(digests) == 1
    assert np.allclose(np.load(job.folder / "out.npy"), np.einsum(TEXT, *operands, optimize=True))
    # With the blocks that a plan chooses, it is what this process alone computes.
    status, errors = job.run(2)
    assert status == 0, errors
    expected = tensmith.contract(TEXT, *operands, memory_limit=job.limit)
    assert np.load(job.folder / "out.npy").tobytes() == expected.tobytes()


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("raise RuntimeError('no luck')", "block 9: RuntimeError: no luck"),
        ("sys.exit(4)", "block 9: SystemExit: 4"),
        ("os._exit(4)", "block 9: exits with 4"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "block 9: is killed by signal 9"),
        ("os.kill(os.getppid(), signal.SIGKILL); time.sleep(60)", "block 9: is killed"),
    ],
)
def test_a_process_that_ends_ends_the_job(job, what, said):
    folder = customized(job.folder / "ends", SMALL_BLOCKS, in_block(9, what))
    begun = time.monotonic()
    status, errors = job.run(2, "--checkpoint", job.folder / "blocks", path=[folder])
    assert status != 0
    assert said in errors, errors
    assert time.monotonic() - begun < 30
    # Started again, only the unfinished blocks run, and nothing is lost or done twice.
    done = len(list((job.folder / "blocks").glob("block-*.npy")))
    assert 0 < done <= 9
    status, errors = job.run(3, "--checkpoint", job.folder / "blocks", path=[job.small_blocks()])
    assert status == 0, errors
    blocks = int(errors.partition("in ")[2].split()[0])
    assert f"computed {blocks - done} of {blocks} blocks" in errors, errors
    digest = job.digest()
    status, errors = job.run(1, path=[job.folder / "small"])
    assert status == 0 and job.digest() == digest
    # All is there: nothing is computed.
    status, errors = job.run(2, "--checkpoint", job.folder / "blocks", path=[job.folder / "small"])
    assert status == 0 and job.digest() == digest and f"computed 0 of {blocks} blocks" in errors


def raising(rank, where, error):
    """Code that has a function raise in a process."""
    return f"""
        if os.environ.get("OMPI_COMM_WORLD_RANK") == "{rank}":
            import tensmith._request, tensmith._checkpoint
            def fails(*_):
                raise {error}
            tensmith.{where} = fails
    """


@pytest.mark.parametrize(
    ("rank", "where", "error", "status", "said"),
    [
        (1, "_request.plan", "MemoryError('no room')", None, "process 1: MemoryError: no room"),
        (1, "_request.plan", "SystemExit(4)", None, "process 1: SystemExit: 4"),
        (0, "_request.plan", "SystemExit(4)", None, "process 0: SystemExit: 4"),
        (0, "_checkpoint.Checkpoint.done", "OSError('no disk')", 2, "error: no disk"),
    ],
)
def test_a_process_that_fails_before_all_blocks_ends_the_job(job, rank, where, error, status, said):
    folder = customized(job.folder / "fails", raising(rank, where, error))
    begun = time.monotonic()
    found, errors = job.run(3, "--checkpoint", job.folder / "blocks", path=[folder])
    assert found == status if status else found not in (0, 2), errors
    assert said in errors and time.monotonic() - begun < 30, errors


def test_what_the_launcher_has_opened_stays_open(job):
    read, write = os.pipe()
    folder = customized(job.folder / "open", f"os._exit(os.write({write}, b'open'))")
    command = job.command(1)
    program = command[command.index(sys.executable) :]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])}
    status = subprocess.run(program, pass_fds=[write], env=environment, timeout=60).returncode
    os.close(write)
    with os.fdopen(read, "rb") as end:
        assert (status, end.read()) == (4, b"open")


def test_a_job_that_was_killed_at_its_beginning_is_started_again(job):
    folder = job.folder / "blocks"
    folder.mkdir()
    (folder / ".request.json.123").write_text("{")
    status, errors = job.run(1, "--checkpoint", folder)
    assert status == 0, errors
    # Files of others are none of its own.
    for name in (".request.json.x", ".request.json", "request.json.1"):
        other = job.folder / f"other{name}"
        other.mkdir()
        (other / name).write_text("{")
        status, errors = job.run(1, "--checkpoint", other)
        assert status == 2 and "must be empty" in errors, errors


def test_a_checkpoint_of_another_request_is_refused(job):
    folder = job.folder / "blocks"
    assert job.run(1, "--checkpoint", folder)[0] == 0
    array = np.load(job.operands[0])
    array[0, 0, 0] += 1
    np.save(job.operands[0], array)
    status, errors = job.run(2, "--checkpoint", folder)
    assert status == 2 and "is of another request: operands differs" in errors, errors
    (folder / "request.json").write_text("{}")
    assert job.run(1, "--checkpoint", folder)[0] == 2
    other = job.folder / "other"
    other.mkdir()
    (other / "file").write_text("of mine")
    status, errors = job.run(1, "--checkpoint", other)
    assert status == 2 and "must be empty" in errors
    assert (other / "file").read_text() == "of mine"


def test_bad_input_ends_all_processes(job):
    for option, value, said in [
        ("--memory-limit", "4GB", "memory_limit is '4GB'"),
        ("--memory-limit", "1", "runs need"),
        ("--optimize", "fast", "optimize is"),
        ("--dtype", "i8", "int64"),
    ]:
        status, errors = job.run(2, option, value)
        assert status == 2 and f"error: " in errors and said in errors, errors
    job.operands[0] = job.folder / "nothing.npy"
    status, errors = job.run(2)
    assert status == 2 and "nothing.npy" in errors
    np.save(job.operands[0], np.array([{}]), allow_pickle=True)
    assert job.run(2)[0] == 2


def test_the_function_is_called_by_all_processes(job):
    script = job.folder / "script.py"
    script.write_text(
        textwrap.dedent(
            f"""
            import sys, numpy, tensmith.mpi
            from mpi4py import MPI
            rank = MPI.COMM_WORLD.Get_rank()
            arrays = [numpy.load(path) for path in sys.argv[1:]] if rank == 0 else []
            steps = []
            result = tensmith.mpi.contract({TEXT!r}, *arrays, memory_limit={job.limit}, progress=lambda *step: steps.append(step))
            if rank == 0:
                numpy.save({str(job.folder / "out.npy")!r}, result)
                assert steps[-1][0] == steps[-1][1] == len(steps)
            else:
                assert result is None and not steps
            try:
                tensmith.mpi.contract({TEXT!r}, *arrays, memory_limit=1)
            except MemoryError as error:
                print("process", rank, "refused", flush=True)
            """
        )
    )
    launcher = job.command(2)[: job.command(2).index(sys.executable)]
    command = [*launcher, sys.executable, str(script), *map(str, job.operands)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "process 0 refused" in done.stdout and "process 1 refused" in done.stdout
    operands = [np.load(operand) for operand in job.operands]
    expected = tensmith.contract(TEXT, *operands, memory_limit=job.limit)
    assert np.load(job.folder / "out.npy").tobytes() == expected.tobytes()
