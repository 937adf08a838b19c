"""Contractions of a sparse operand of SciPy's and dense arrays."""

import subprocess
import sys

import numpy as np
import pytest
import scipy.sparse

import tensmith

# One operand is `S`, the matrix.
EXPRESSIONS = [
    "ij,jk->ik",
    "ij,jk->ki",
    "jk,ij->ik",
    "ij,ik->jk",
    "ij,j->i",
    "ij,i->j",
    "ij,ij->",
    "ij,jkl->ikl",
    "ij,ljk->kil",
    "ij,jk,kl->il",
    "jk,kl,ij->il",
    "ij,jk",
    "...j,jk->...k",
    "ij,...j->...i",
]


def whole_numbers(random, shape, dtype=np.float64):
    """Numbers whose sums are exact."""
    return random.integers(-4, 5, shape).astype(dtype)


def matrix(random, shape, dtype=np.float64, make=scipy.sparse.csr_array):
    """A matrix of which a third is no zero."""
    return make(whole_numbers(random, shape, dtype) * (random.random(shape) < 0.35))


def call(random, text, dtype=np.float64):
    """A matrix, the operand `ij` or its like, among dense arrays."""
    extents = {letter: int(random.integers(1, 9)) for letter in "ijkl"}
    terms = text.partition("->")[0].split(",")
    place = next(n for n, term in enumerate(terms) if term in ("ij", "...j"))
    hidden = {"...j,jk->...k": {0: ["i"]}, "ij,...j->...i": {1: ["k", "l"]}}.get(text, {})
    operands = []
    for number, term in enumerate(terms):
        letters = hidden.get(number, []) + list(term.replace("...", ""))
        shape = [extents[letter] for letter in letters]
        operands.append(matrix(random, shape, dtype) if number == place else whole_numbers(random, shape, dtype))
    return operands, [operand.toarray() if n == place else operand for n, operand in enumerate(operands)]


@pytest.mark.parametrize("text", EXPRESSIONS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("seed", range(5))
def test_results_are_those_of_the_dense_matrix(text, dtype, seed):
    print("seed", seed)
    operands, dense = call(np.random.default_rng(seed), text, dtype)
    found, expected = tensmith.einsum(text, *operands), np.einsum(text, *dense)
    assert type(found) is type(expected) and found.dtype == expected.dtype
    assert found.shape == expected.shape and np.array_equal(found, expected)
    assert tensmith.statistics()["plans"] == 1 and tensmith.statistics()["numpy"] == 0


@pytest.mark.parametrize("seed", range(20))
def test_dense_operands_are_read_as_they_lie(seed):
    random = np.random.default_rng(seed)
    a = matrix(random, (7, 5))
    b = whole_numbers(random, (12, 11))
    for view in (b[:5], b[::2][:5], b[5:0:-1], b.T[:5], b[1:6, ::-2], np.broadcast_to(b[:1], (5, 11))):
        assert np.array_equal(tensmith.einsum("ij,jk->ik", a, view), a.toarray() @ view)
        assert np.array_equal(tensmith.einsum("ij,jk->ki", a, view), (a.toarray() @ view).T)


def test_matrices_of_all_forms_are_taken():
    random = np.random.default_rng(0)
    a = matrix(random, (6, 4))
    b, dense = whole_numbers(random, (4, 3)), a.toarray()
    forms = [a, scipy.sparse.csr_matrix(a), scipy.sparse.csr_array((6, 4)), a[::-1], scipy.sparse.csr_array(dense.astype(int))]
    # Rows in any order, with entries at the same place, and numbers of 64 bits.
    indices, values = [3, 0, 3, 1], [1.0, 2.0, 4.0, 8.0]
    unsorted = scipy.sparse.csr_array((values, indices, [0, 3, 3, 3, 3, 3, 4]), shape=(6, 4))
    wide = scipy.sparse.csr_array((a.data, a.indices.astype(np.int64), a.indptr.astype(np.int64)), shape=(6, 4))
    roomy = scipy.sparse.csr_array((np.r_[a.data, 9.0], np.r_[a.indices, 7], a.indptr), shape=(6, 4))
    for one in [*forms, unsorted, wide, roomy]:
        expected = one.toarray() @ b
        assert np.array_equal(tensmith.einsum("ij,jk->ik", one, b), expected)
        assert np.array_equal(tensmith.einsum(one, [0, 1], b, [1, 2]), expected)
    assert np.array_equal(unsorted.indices, indices) and np.array_equal(unsorted.data, values)


@pytest.mark.parametrize("shape", [(0, 4), (6, 0), (0, 0), (1, 1)])
def test_empty_matrices_are_taken(shape):
    a, b = scipy.sparse.csr_array(shape), np.ones((shape[1], 3))
    assert np.array_equal(tensmith.einsum("ij,jk->ik", a, b), np.zeros((shape[0], 3)))


def test_zeros_that_are_no_entries_are_not_multiplied():
    a = scipy.sparse.csr_array(np.array([[0.0, 2.0], [0.0, 0.0]]))
    b = np.array([[np.inf, np.nan], [1.0, 2.0]])
    assert np.array_equal(tensmith.einsum("ij,jk->ik", a, b), [[2.0, 4.0], [0.0, 0.0]])
    assert np.array_equal(tensmith.einsum("ij,jk->ik", a, b), a @ b)


def test_a_matrix_may_change_between_calls():
    a, b = scipy.sparse.csr_array(np.eye(3)), np.arange(6.0).reshape(3, 2)
    assert np.array_equal(tensmith.einsum("ij,jk->ik", a, b), b)
    a.data[:] = [2.0, 3.0, 4.0]
    a.indices[:] = [2, 0, 1]
    assert np.array_equal(tensmith.einsum("ij,jk->ik", a, b), a.toarray() @ b)


def test_results_go_to_an_array():
    random = np.random.default_rng(1)
    a, b = matrix(random, (5, 6)), whole_numbers(random, (6, 4))
    expected = a.toarray() @ b
    memory = np.full((9, 11), 7.0)
    for out in (np.empty((5, 4)), np.empty((5, 4), order="F"), memory[:5, 1:9:2], memory[5:0:-1, 3::-1]):
        assert tensmith.einsum("ij,jk->ik", a, b, out=out) is out
        assert np.array_equal(out, expected)
    assert (memory[:, 10] == 7.0).all() and (memory[6:] == 7.0).all()
    square = whole_numbers(random, (6, 6))
    c, product = matrix(random, (6, 6)), square.copy()
    assert tensmith.einsum("ij,jk->ik", c, product, out=product) is product
    assert np.array_equal(product, c.toarray() @ square)
    read_only = np.zeros((5, 4))
    read_only.flags.writeable = False
    for wrong in (np.empty((4, 5)), read_only, [[0.0]]):
        with pytest.raises((TypeError, ValueError), match="out"):
            tensmith.einsum("ij,jk->ik", a, b, out=wrong)
    scalar = np.zeros(())
    assert tensmith.einsum("ij,ij->", c, square, out=scalar) is scalar and scalar == (c.toarray() * square).sum()


def test_types_are_numpys_and_so_are_orders():
    random = np.random.default_rng(2)
    a, b = matrix(random, (5, 6), np.float32), whole_numbers(random, (6, 4), np.float32)
    expected = a.toarray() @ b
    for other, dtype in [(b, np.float32), (b.astype(float), np.float64), (b.astype(int), np.float64), (b.astype(np.int8), np.float32)]:
        found = tensmith.einsum("ij,jk->ik", a, other)
        assert found.dtype == dtype and np.array_equal(found, expected)
    assert tensmith.einsum("ij,jk->ik", a, b, dtype=float).dtype == np.float64
    assert tensmith.einsum("ij,jk->ik", a.astype(int), b.astype(int), dtype=float).dtype == np.float64
    with pytest.raises(TypeError, match="cannot be cast to float32 by the rule 'safe'"):
        tensmith.einsum("ij,jk->ik", a, b.astype(float), dtype=np.float32)
    assert tensmith.einsum("ij,jk->ik", a, b.astype(float), dtype="f4", casting="same_kind").dtype == np.float32
    assert tensmith.einsum("ij,jk->ik", a, b, order="F").flags.f_contiguous
    assert tensmith.einsum("ij,jk->ik", a, b, order="A").flags.c_contiguous


@pytest.mark.parametrize("dtypes", [("i8", "i8"), ("c16", "f8"), ("f8", "c8"), ("?", "?"), ("i4", "i4")])
def test_other_types_are_refused(dtypes):
    a, b = scipy.sparse.csr_array(np.eye(3, dtype=dtypes[0])), np.eye(3, dtype=dtypes[1])
    common = np.result_type(*dtypes)
    with pytest.raises(TypeError, match=rf"^elements are {common}: must be float32 or float64 .* `.astype\(float\)`"):
        tensmith.einsum("ij,jk->ik", a, b)


@pytest.mark.parametrize("form", ["csc", "coo", "bsr", "dia", "lil", "dok"])
def test_other_formats_are_refused_with_what_makes_the_right_one(form):
    a = scipy.sparse.csr_array(np.eye(3))
    with pytest.raises(TypeError, match=rf"^operand 1 is sparse, in format '{form}': must be 'csr', which `.tocsr\(\)` makes$"):
        tensmith.einsum("ij,jk->ik", np.eye(3), a.asformat(form))


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("ij,jk->ijk", tensmith.NotServed, r"is in the output.*; `.toarray\(\)` makes a dense operand of it$"),
        ("ii,jk->jk", tensmith.NotServed, "label 'i' of the sparse in0 occurs twice"),
        ("ij,kl->kl", tensmith.NotServed, "no dense operand has it: multiply with a vector of ones"),
        ("ij,ij->ij", tensmith.NotServed, "the result would have the positions of the matrix"),
        ("ij,jk->il", ValueError, "'l'"),
        ("ijk,kl", ValueError, "in0 has 2 extents"),
        ("ij", ValueError, "operand"),
        ("i1,jk", ValueError, "'1'"),
    ],
)
def test_what_is_no_product_is_refused(text, error, message):
    a, b = scipy.sparse.csr_array(np.eye(3)), np.ones((3, 3))
    with pytest.raises(error, match=message):
        tensmith.einsum(text, a, b)


def test_requests_that_do_not_fit_are_refused():
    a, b = scipy.sparse.csr_array(np.ones((3, 4))), np.ones((3, 3))
    with pytest.raises(ValueError, match="'j'"):
        tensmith.einsum("ij,jk->ik", a, b)
    with pytest.raises(tensmith.NotServed, match=r"^operands 0 and 2 are sparse: only one may be, `.toarray\(\)`"):
        tensmith.einsum("ij,jk,kl->il", a, np.ones((4, 3)), a)
    with pytest.raises(tensmith.NotServed, match="a path with a sparse operand"):
        tensmith.einsum("ij,jk->ik", a, b.T, optimize=["einsum_path", (0, 1)])
    with pytest.raises(ValueError, match="order is 'Z'"):
        tensmith.einsum("ij,jk->ik", a, np.ones((4, 2)), order="Z")
    with pytest.raises(ValueError, match="casting is 'any'"):
        tensmith.einsum("ij,jk->ik", a, np.ones((4, 2)), casting="any")
    with pytest.raises(ValueError, match="threads is 0"):
        tensmith.einsum("ij,jk->ik", a, np.ones((4, 2)), threads=0)
    with pytest.raises(ValueError, match=r"^operand 0 is sparse, of shape \(4,\): must have two indices$"):
        tensmith.einsum("i,ij->j", scipy.sparse.csr_array(np.ones(4)), np.ones((4, 2)))
    with pytest.raises(tensmith.NotServed, match="a plan with a sparse operand: `einsum` takes one"):
        tensmith.plan("ij,jk->ik", a, (4, 2))
    assert tensmith.statistics()["plans"] == tensmith.statistics()["numpy"] == 0


@pytest.mark.parametrize(
    ("name", "place", "value", "message"),
    [
        ("indices", 1, 4, "column 4 is out of range, the matrix has 4"),
        ("indices", 0, -1, "must not be negative"),
        ("indptr", 1, 9, "pointers must not fall"),
        ("indptr", 0, 1, "the first pointer is 1"),
    ],
)
def test_a_malformed_matrix_is_refused(name, place, value, message):
    """SciPy does not check what was written into its arrays."""
    a = scipy.sparse.csr_array(np.eye(3, 4))
    getattr(a, name)[place] = value
    with pytest.raises(ValueError, match=message):
        tensmith.einsum("ij,jk->ik", a, np.ones((4, 2)))


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_results_are_the_same_bits_for_any_number_of_threads(threads):
    random = np.random.default_rng(3)
    a = scipy.sparse.random_array((900, 700), density=0.05, format="csr", rng=random)
    b = random.standard_normal((700, 64))
    one = tensmith.einsum("ij,jk->ik", a, b)
    assert np.array_equal(tensmith.einsum("ij,jk->ik", a, b, threads=threads), one)
    assert np.allclose(one, a @ b, rtol=1e-13, atol=1e-13)


def test_threads_and_children_compute(children_hold):
    random = np.random.default_rng(4)
    a, b = matrix(random, (60, 50)), whole_numbers(random, (50, 30))
    expected, failures = a.toarray() @ b, []

    def work():
        if not np.array_equal(tensmith.einsum("ij,jk->ik", a, b, threads=2), expected):
            failures.append(1)

    def child():
        return all(np.array_equal(tensmith.einsum("ij,jk->ik", a, b, threads=n), expected) for n in (1, 2))

    children_hold(child, work, threads=2)
    assert not failures


def test_scipy_is_imported_by_its_users_alone():
    program = "import sys, numpy as np, tensmith; tensmith.einsum('i,i', [1.0], [2.0]); tensmith.plan('i,i', (3,), (3,))"
    done = subprocess.run([sys.executable, "-c", f"{program}; print('scipy' in sys.modules)"], capture_output=True, text=True)
    assert done.stdout == "False\n", done.stderr
