"""Orders that are kept in a folder."""

import os
import subprocess
import sys

import numpy as np
import pytest

import tensmith

RING = "ab,bc,cd,de,ef,fg,gh,hi,ij,ja->"
SHAPES = [(n % 4 + 2, (n + 1) % 10 % 4 + 2) for n in range(10)]


@pytest.fixture
def folder(tmp_path):
    tensmith.set_wisdom(tmp_path / "kept")
    yield tmp_path / "kept"
    tensmith.set_wisdom(None)


def test_an_order_is_kept_and_found(folder):
    plan = tensmith.plan(RING, *SHAPES)
    [file] = folder.iterdir()
    assert file.read_text().startswith("network ")
    arrays = [np.ones(shape) for shape in SHAPES]
    assert plan(*arrays) == tensmith.einsum(RING, *arrays)
    tensmith.plan(RING, *SHAPES, optimize="auto-hq")
    assert len(list(folder.iterdir())) == 2


def test_processes_share_it(folder):
    program = f"import tensmith; print(tensmith.plan({RING!r}, *{SHAPES!r}).steps)"
    run = [sys.executable, "-c", program]
    environment = {**os.environ, "TENSMITH_WISDOM": str(folder)}
    first, second = (subprocess.run(run, env=environment, capture_output=True, text=True, check=True) for _ in "12")
    assert first.stdout == second.stdout and len(list(folder.iterdir())) == 1


def test_a_malformed_file_is_named(folder):
    tensmith.plan(RING, *SHAPES)
    [file] = folder.iterdir()
    line = file.read_text()
    file.write_text(line.replace("seed 0", "seed 1"))
    # Plans that were made before stay, and others are made with another folder.
    tensmith.set_wisdom(folder)
    with pytest.raises(OSError, match=f"{file.name}, line 1: the last field is "):
        tensmith.plan(RING, *SHAPES)
    with pytest.raises(OSError, match="line 1"):
        tensmith.einsum(RING, *[np.ones(shape) for shape in SHAPES])
    file.write_text(line)
    tensmith.plan(RING, *SHAPES)


def test_what_is_no_folder_is_refused(folder):
    folder.mkdir(exist_ok=True)
    (folder / "file").write_text("")
    with pytest.raises(OSError, match="^wisdom "):
        tensmith.set_wisdom(folder / "file")
    with pytest.raises(TypeError):
        tensmith.set_wisdom(3)
