"""Records what numpy's einsum returns, for tests of the program `tensmith`.

Run in this directory with numpy installed: `python3 make.py`. The files are
committed; making them again gives the same bytes.

`cases.txt` has one line a case: name, expression, kind. The case's files:
NAME.a.npy, NAME.b.npy  the operands, float32
NAME.c.npy              numpy's result from operands converted to float64
NAME.s.npy              the same contraction of the absolute values (real cases)

`complex_cases.txt` has lines of the same form, whose kind is the type of all
files, and whose values have small integers as parts: NAME.c.npy is exact.

In an `integer` case all values are small integers, so the float32 result is
exact in any order of summation. In a `real` case a float32 result may differ
from NAME.c.npy by a multiple of NAME.s.npy, element by element.
"""

from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
SEED = 20260101

# Expression, and the sizes of its labels: regular, with 1, and with primes.
CASES = [
    ("mk,kn->mn", [dict(m=16, n=6, k=64), dict(m=1, n=5, k=3), dict(m=17, n=13, k=7), dict(m=4, n=1, k=1)]),
    ("mk,kn->nm", [dict(m=8, n=12, k=16), dict(m=7, n=1, k=11), dict(m=19, n=5, k=13)]),
    ("km,nk->mn", [dict(m=16, n=6, k=32), dict(m=3, n=7, k=1), dict(m=23, n=11, k=5)]),
    ("abc,cd->abd", [dict(a=4, b=6, c=8, d=10), dict(a=1, b=5, c=3, d=1), dict(a=3, b=7, c=5, d=11)]),
    ("abcd,dbe->aec", [dict(a=4, b=3, c=6, d=8, e=5), dict(a=1, b=2, c=1, d=7, e=1), dict(a=5, b=3, c=7, d=2, e=11)]),
]

COMPLEX_CASES = [
    ("mk,kn->mn", dict(m=17, n=13, k=7)),
    ("km,nk->mn", dict(m=3, n=7, k=5)),
    ("abcd,dbe->aec", dict(a=2, b=3, c=5, d=2, e=4)),
    ("ij,ij->ij", dict(i=3, j=5)),
    ("ij,jj->i", dict(i=4, j=3)),
]

# Storage orders of the two operands; sizes cycle through them.
ORDERS = ["CC", "FC", "CF", "FF"]


def operand(rng, kind, shape, order):
    if kind == "integer":
        values = rng.integers(-4, 5, size=shape)
    else:
        values = rng.uniform(-1.0, 1.0, size=shape)
    return np.asarray(values.astype(np.float32), order=order)


def record(name, expression, kind, sizes, orders, rng):
    labels = expression.split("->")[0].split(",")
    a, b = (operand(rng, kind, [sizes[x] for x in label], order) for label, order in zip(labels, orders))
    files = {"a": a, "b": b}
    wide = [x.astype(np.float64) for x in (a, b)]
    c = np.ascontiguousarray(np.einsum(expression, *wide))
    if kind == "integer":
        assert np.array_equal(c, c.astype(np.float32))
        files["c"] = c.astype(np.float32)
    else:
        files["c"] = c
        files["s"] = np.ascontiguousarray(np.einsum(expression, *map(np.abs, wide)))
    for suffix, array in files.items():
        np.save(HERE / f"{name}.{suffix}.npy", array)


def record_complex(name, expression, dtype, sizes, orders, rng):
    part = lambda shape: rng.integers(-4, 5, size=shape)
    labels = expression.split("->")[0].split(",")
    shapes = [[sizes[x] for x in label] for label in labels]
    files = {
        suffix: np.asarray((part(shape) + 1j * part(shape)).astype(dtype), order=order)
        for suffix, shape, order in zip("ab", shapes, orders)
    }
    files["c"] = np.ascontiguousarray(np.einsum(expression, files["a"], files["b"]))
    for suffix, array in files.items():
        np.save(HERE / f"{name}.{suffix}.npy", array)


def main_complex():
    rng = np.random.default_rng(SEED + 1)
    lines = []
    for turn, (expression, sizes) in enumerate(COMPLEX_CASES):
        stem = expression.replace(",", "_").replace("->", "_")
        extents = "x".join(str(extent) for extent in sizes.values())
        for nth, dtype in enumerate(["complex64", "complex128"]):
            orders = ORDERS[(turn + nth) % len(ORDERS)]
            name = f"{stem}.{extents}.{orders}.{dtype}"
            record_complex(name, expression, dtype, sizes, orders, rng)
            lines.append(f"{name} {expression} {dtype}\n")
    (HERE / "complex_cases.txt").write_text("".join(lines))


def main():
    rng = np.random.default_rng(SEED)
    lines = []
    turn = 0
    for expression, all_sizes in CASES:
        stem = expression.replace(",", "_").replace("->", "_")
        for sizes in all_sizes:
            turn += 1
            for kind, shift in [("integer", 0), ("real", 2)]:
                orders = ORDERS[(turn + shift) % len(ORDERS)]
                extents = "x".join(str(extent) for extent in sizes.values())
                name = f"{stem}.{extents}.{orders}.{kind}"
                record(name, expression, kind, sizes, orders, rng)
                lines.append(f"{name} {expression} {kind}\n")
    (HERE / "cases.txt").write_text("".join(lines))


if __name__ == "__main__":
    main()
    main_complex()
