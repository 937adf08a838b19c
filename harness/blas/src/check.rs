//! The checks of arguments, by the rules of the reference BLAS: what is wrong is the number of an argument.
//!
//! Tests: `tests/tests/blas_errors.rs`.

use crate::key::Transpose;

/// The numbers of the arguments that a face has, in the order in which they are checked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Places {
    pub(crate) transposes: [i32; 2],
    /// m, n, k.
    pub(crate) extents: [i32; 3],
    /// lda, ldb, ldc.
    pub(crate) leading: [i32; 3],
}

/// Those of the Fortran interface.
pub(crate) const FORTRAN: Places = Places { transposes: [1, 2], extents: [3, 4, 5], leading: [8, 10, 13] };

/// Those of its batches at constant distances.
pub(crate) const FORTRAN_BATCH: Places = Places { leading: [8, 11, 15], ..FORTRAN };

/// Those of `gemmt`, which has a triangle first and no m: it is n.
pub(crate) const FORTRAN_TRIANGLE: Places =
    Places { transposes: [2, 3], extents: [4, 4, 5], leading: [8, 10, 13] };

impl Places {
    /// The same with arguments before all, as the C interface has one.
    pub(crate) const fn behind(self, before: i32) -> Self {
        let Self { transposes: [a, b], extents: [m, n, k], leading: [lda, ldb, ldc] } = self;
        Self {
            transposes: [a + before, b + before],
            extents: [m + before, n + before, k + before],
            leading: [lda + before, ldb + before, ldc + before],
        }
    }

    /// The same of a call whose operands are exchanged: it says B where the key says A, and n for m.
    pub(crate) const fn exchanged(self) -> Self {
        let Self { transposes: [a, b], extents: [m, n, k], leading: [lda, ldb, ldc] } = self;
        Self { transposes: [b, a], extents: [n, m, k], leading: [ldb, lda, ldc] }
    }

    /// The number of the first argument that is wrong, as the caller counts; none where all are right. The
    /// numbers are m, n, k, lda, ldb, ldc.
    pub(crate) fn first_wrong(&self, transposes: [Transpose; 2], numbers: [i64; 6]) -> Option<i32> {
        let [m, n, k, lda, ldb, ldc] = numbers;
        let [transpose_a, transpose_b] = transposes.map(Transpose::is_transposed);
        let contiguous =
            |transposed: Option<bool>, rows, columns| if transposed == Some(true) { columns } else { rows };
        let wrong = [
            (self.transposes[0], transpose_a.is_none()),
            (self.transposes[1], transpose_b.is_none()),
            (self.extents[0], m < 0),
            (self.extents[1], n < 0),
            (self.extents[2], k < 0),
            (self.leading[0], lda < contiguous(transpose_a, m, k).max(1)),
            (self.leading[1], ldb < contiguous(transpose_b, k, n).max(1)),
            (self.leading[2], ldc < m.max(1)),
        ];
        wrong.into_iter().filter(|(_, is_wrong)| *is_wrong).map(|(place, _)| place).min()
    }
}

/// Whether matrices of C at constant distances share elements, or may do so.
pub(crate) fn overlap([m, n, .., ldc]: [i64; 6], step: i64, count: i64) -> bool {
    let span = if m == 0 || n == 0 { 0 } else { (n - 1).saturating_mul(ldc).saturating_add(m) };
    count > 1 && step.unsigned_abs() < span as u64
}
