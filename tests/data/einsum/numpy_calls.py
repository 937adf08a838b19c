"""Records the shape of what numpy's einsum returns, for tests of expressions.

Run in this directory with numpy installed: `python3 numpy_calls.py`. It fills in the
column `result` of `numpy_calls.csv`; making it again gives the same bytes.

The other columns are facts about calls that numpy's own tests of einsum make: the form
of the arguments, the expression (lists of numbers in the interleaved form), the shapes
of the operands, and how the call ended: `ok`, or the exception.
"""

import csv
from pathlib import Path

import numpy as np

PATH = Path(__file__).parent / "numpy_calls.csv"


def operand(text):
    shape = [] if text == "scalar" else [int(extent) for extent in text.split("x")]
    return np.broadcast_to(np.float32(1), shape)


def subscripts(text):
    return [Ellipsis if word == "..." else int(word) for word in text.strip("[]").split()]


def arguments(call):
    operands = [operand(shape) for shape in call["shapes"].split(";")]
    if call["form"] == "string":
        return [call["expression"], *operands]
    inputs, arrow, output = call["expression"].partition("->")
    pairs = [part for pair in zip(operands, map(subscripts, inputs.split(","))) for part in pair]
    return [*pairs, subscripts(output)] if arrow else pairs


def result(call):
    if call["outcome"] != "ok":
        return ""
    shape = np.einsum(*arguments(call)).shape
    return "x".join(str(extent) for extent in shape) or "scalar"


with PATH.open(newline="") as file:
    calls = list(csv.DictReader(file))
for call in calls:
    call["result"] = result(call)
with PATH.open("w", newline="") as file:
    writer = csv.DictWriter(file, calls[0].keys(), lineterminator="\n")
    writer.writeheader()
    writer.writerows(calls)
