"""A process that watches another one of a job, and says in which block that was when it ended.

Problem: a process that is killed says nothing, and MPI only that it is gone. Idea: the one that `mpirun` starts
computes nothing: it starts another one, with the same environment, which connects to MPI in its place and tells
it by a pipe which block it is at. When that ends, this one ends likewise, with a line on the standard error
stream; and when this one is killed, the other one sees the end of its pipe, says its block, and ends.
"""

import os
import subprocess
import sys
import threading

# The status of a process that has said its error.
RAISED = 3

_VARIABLE = "TENSMITH_SUPERVISOR"
_block = None
_tell = None


def is_supervised():
    """Whether another process watches this one, which is told of blocks from now on."""
    global _tell
    ends = os.environ.pop(_VARIABLE, None)
    if ends is None:
        return False
    tell, watch = (int(end) for end in ends.split(","))
    _tell = tell
    threading.Thread(target=_watch, args=[watch], daemon=True).start()
    return True


def at_work(block):
    """Says which block this process is at; none between blocks."""
    global _block
    _block = block
    if _tell is not None:
        os.write(_tell, b"\n" if block is None else b"%d\n" % block)


def _watch(end):
    """Waits until the process that watches this one is gone."""
    os.read(end, 1)
    _report(_block, "is killed")
    os._exit(137)


def _report(block, how):
    rank = next(
        (os.environ[name] for name in ("OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK") if name in os.environ),
        "0",
    )
    at = "between blocks" if block is None else f"block {block}"
    line = f"error: process {rank}, {at}: {how}\n"
    os.write(2, line.encode())


def supervise():
    """Runs the same command in another process, and watches it; its status."""
    told, tell = os.pipe()
    watch, held = os.pipe()
    environment = {**os.environ, _VARIABLE: f"{tell},{watch}"}
    command = [sys.executable, "-m", "tensmith.mpi", *sys.argv[1:]]
    for end in (tell, watch):
        os.set_inheritable(end, True)
    # What the launcher has opened stays open: some connect by a descriptor, which PMI_FD names.
    worker = subprocess.Popen(command, env=environment, close_fds=False)
    os.close(tell)
    os.close(watch)
    last = ""
    with os.fdopen(told) as lines:
        for line in lines:
            last = line.strip()
    status = worker.wait()
    block = int(last) if last else None
    os.close(held)
    if status < 0:
        _report(block, f"is killed by signal {-status}")
        return 128 - status
    # An error has been said by who raised it; who exits says nothing.
    if status not in (0, RAISED) and block is not None:
        _report(block, f"exits with {status}")
    return status
