"""Finished blocks in files, so that a job that ends early goes on where it was.

A folder belongs to one request: to its text, and to the digest of its operands. Files are written with
another name and renamed, so that what has its name is whole.
"""

import hashlib
import json
import os
import pathlib

import numpy as np

_REQUEST = "request.json"


class Checkpoint:
    """The finished blocks of a request."""

    def __init__(self, folder, text, arrays, plan):
        """Begins a folder, or goes on with one of the same request.

        Raises
        ------
        ValueError
            The folder is that of another request.
        """
        self._folder = pathlib.Path(folder)
        self._folder.mkdir(parents=True, exist_ok=True)
        self._plan = plan
        request = {"request": json.loads(text), "operands": [_digest(array) for array in arrays]}
        # The number of threads changes no bit of the same slices. Under a limit of memory, another number
        # may lead to other slices: the steps differ then.
        del request["request"]["threads"]
        file = self._folder / _REQUEST
        if file.exists():
            self._compare(file, json.loads(json.dumps(request)))
        elif not all(_is_unfinished_request(path) for path in self._folder.iterdir()):
            raise ValueError(f"checkpoint {folder}: must be empty, or have been begun by a job")
        else:
            _replace(file, lambda out: out.write(json.dumps(request, indent=1).encode()))

    def _compare(self, file, request):
        try:
            found = json.loads(file.read_text())
            fields = {**found["request"], "operands": found["operands"]}
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"checkpoint {file}: is not one of a request: {error}") from None
        expected = {**request["request"], "operands": request["operands"]}
        for name in expected:
            if fields.get(name) != expected[name]:
                raise ValueError(f"checkpoint {self._folder}: is of another request: {name} differs")

    def done(self):
        """Returns the numbers of the blocks that are there."""
        numbers = set()
        for path in self._folder.glob("block-*.npy"):
            digits = path.stem.removeprefix("block-")
            if digits.isdecimal() and int(digits) < self._plan.blocks:
                numbers.add(int(digits))
        return numbers

    def read(self, block):
        """Returns the result of a block.

        Raises
        ------
        ValueError
            The file is not what was written.
        """
        path = self._path(block)
        result = np.load(path, allow_pickle=False)
        dtype = np.dtype(self._plan.dtype)
        if result.dtype.kind == "V" and result.dtype.itemsize == dtype.itemsize:
            # numpy writes types of others as bytes.
            result = result.view(dtype)
        if result.shape != self._plan.block_shape or result.dtype != dtype:
            raise ValueError(f"checkpoint {path}: is {result.dtype} of {result.shape}, which is no block's")
        return result

    def write(self, block, result):
        """Keeps the result of a block."""
        replace(self._path(block), result)

    def _path(self, block):
        return self._folder / f"block-{block:08}.npy"


def _is_unfinished_request(path):
    """Whether a job was killed while it wrote this file: it had not begun the folder."""
    begin = f".{_REQUEST}."
    return path.name.startswith(begin) and path.name.removeprefix(begin).isdecimal()


def replace(path, array):
    """Writes an array to a file at once: a reader sees all of it, or what was there before."""
    _replace(pathlib.Path(path), lambda out: np.save(out, array, allow_pickle=False))


def _replace(path, write):
    other = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with open(other, "wb") as out:
            write(out)
            out.flush()
            os.fsync(out.fileno())
        os.replace(other, path)
    finally:
        other.unlink(missing_ok=True)


def _digest(array):
    return hashlib.sha256(np.asarray(array, order="C").reshape(-1).view("u1").data).hexdigest()
