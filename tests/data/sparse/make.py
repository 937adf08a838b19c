"""Records sparse matrices as SciPy writes them, for tests of `tensmith-matrices` and of the program `tensmith`.

Run in this directory with numpy and SciPy installed: `python3 make.py`. The files are committed; making them again gives
the same bytes. Of each matrix, NAME.mtx or NAME.npz is what SciPy wrote, and NAME.npy all its elements, float64, as SciPy
reads them back. Those of `REFUSED` have no NAME.npy.

`product.a.mtx`, `product.b.npy` and `product.c.npy` are a product of SciPy's, of small whole numbers, float32.
"""

from pathlib import Path

import numpy as np
import scipy.io
import scipy.sparse as sparse

HERE = Path(__file__).parent
rng = np.random.default_rng(20260101)


def drawn(rows, columns, share, whole=False):
    values = rng.integers(-9, 10, (rows, columns)) if whole else rng.uniform(-1, 1, (rows, columns))
    return values * (rng.uniform(size=(rows, columns)) < share)


def record(name, dense):
    np.save(HERE / f"{name}.npy", np.ascontiguousarray(dense, dtype=np.float64))


def mtx(name, dense, **options):
    path = HERE / f"{name}.mtx"
    scipy.io.mmwrite(path, sparse.coo_array(dense), comment=" drawn", **options)
    record(name, scipy.io.mmread(path).toarray())


def npz(name, dense, kind=sparse.csr_array, index=np.int32, compressed=True):
    matrix = kind(dense)
    matrix.indices, matrix.indptr = matrix.indices.astype(index), matrix.indptr.astype(index)
    path = HERE / f"{name}.npz"
    sparse.save_npz(path, matrix, compressed=compressed)
    record(name, sparse.load_npz(path).toarray())


mtx("general", drawn(9, 6, 0.4), precision=17, symmetry="general")
lower = np.tril(drawn(8, 8, 0.5))
mtx("symmetric", lower + np.tril(lower, -1).T, precision=17, symmetry="symmetric")
mtx("skew", np.tril(lower, -1) - np.tril(lower, -1).T, precision=17, symmetry="skew-symmetric")
mtx("integer", drawn(5, 12, 0.3, whole=True).astype(np.int64), symmetry="general")
mtx("empty", np.zeros((4, 3)), symmetry="general")

npz("double", drawn(9, 6, 0.4))
npz("single", drawn(6, 9, 0.4).astype(np.float32), compressed=False)
npz("wide_indices", drawn(7, 7, 0.4), kind=sparse.csr_matrix, index=np.int64)

# REFUSED
scipy.io.mmwrite(HERE / "complex.mtx", sparse.coo_array(drawn(3, 3, 0.9) * 1j), symmetry="general")
pattern = sparse.coo_array(drawn(3, 3, 0.9))
scipy.io.mmwrite(HERE / "dense.mtx", drawn(3, 2, 1.0))
sparse.save_npz(HERE / "columns.npz", sparse.csc_array(drawn(4, 4, 0.5)))
sparse.save_npz(HERE / "whole.npz", sparse.csr_array(drawn(4, 4, 0.5, whole=True).astype(np.int64)))

a = drawn(12, 10, 0.3, whole=True)
b = drawn(10, 7, 1.0, whole=True)
scipy.io.mmwrite(HERE / "product.a.mtx", sparse.coo_array(a), symmetry="general")
np.save(HERE / "product.b.npy", b.astype(np.float32))
np.save(HERE / "product.c.npy", np.asarray(sparse.csr_array(a) @ b, dtype=np.float32))


def written(name, **members):
    np.savez_compressed(HERE / f"{name}.npz", **members)
    record(name, sparse.load_npz(HERE / f"{name}.npz").toarray())


# What SciPy writes that is not in the order of most files: patterns, columns of a row in any order, as those of a product are, the
# format as text of Python 3, as before version 1.0, and room behind the last pointer.
mtx("pattern", pattern, field="pattern", symmetry="general")
mtx("pattern_symmetric", lower + lower.T, field="pattern", symmetry="symmetric")
product = sparse.csr_matrix(drawn(8, 8, 0.5)) @ sparse.csr_matrix(drawn(8, 8, 0.5))
assert not product.has_sorted_indices
sparse.save_npz(HERE / "unsorted.npz", product)
record("unsorted", sparse.load_npz(HERE / "unsorted.npz").toarray())
csr = sparse.csr_array(drawn(5, 6, 0.5))
parts = {"shape": csr.shape, "indptr": csr.indptr, "indices": csr.indices, "data": csr.data}
written("unicode", format="csr", **parts)
longer = {name: np.append(parts[name], [77, 78]) for name in ["indices", "data"]}
written("longer", format=b"csr", **{**parts, **longer})
