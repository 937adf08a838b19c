//! Multiplications of plain matrices of integers, and the rules that they keep.

use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::func::{DotTypes, IntType};
use tensmith_core::kernel::spec::{GroupedSpec, MAX_SPAN, Matrix, Overflow, SpecError, Start};

mod sealed {
    pub trait Sealed {}
    impl Sealed for i8 {}
    impl Sealed for u8 {}
    impl Sealed for i16 {}
}

/// A type of integers that are multiplied.
pub trait Integer: sealed::Sealed + Copy + 'static {
    /// The type.
    const TYPE: IntType;
}

impl Integer for i8 {
    const TYPE: IntType = IntType::I8;
}

impl Integer for u8 {
    const TYPE: IntType = IntType::U8;
}

impl Integer for i16 {
    const TYPE: IntType = IntType::I16;
}

/// `C = A·B`, or that added to C, with A of m×k, B of k×n and C of m×n integers, those of C of 32 bits with a
/// sign. All leading dimensions count elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntegerGemm {
    /// Rows of A and C, at least 1.
    pub m: usize,
    /// Columns of B and C, at least 1.
    pub n: usize,
    /// Columns of A, rows of B, at least 1.
    pub k: usize,
    /// A: m×k.
    pub a: Matrix,
    /// B: k×n.
    pub b: Matrix,
    /// C: m×n.
    pub c: Matrix,
    /// The value that sums start with.
    pub start: Start,
    /// What becomes of sums that 32 bits have no room for. Two products of words may have none already, so
    /// that words need [`Overflow::Wraps`].
    pub overflow: Overflow,
}

impl IntegerGemm {
    /// `C = A·B` of dense column-major matrices, with these extents m, n and k.
    #[must_use]
    pub const fn column_major([m, n, k]: [usize; 3]) -> Self {
        let [a, b, c] = [Matrix::column_major(m), Matrix::column_major(k), Matrix::column_major(m)];
        Self { m, n, k, a, b, c, start: Start::Nothing, overflow: Overflow::Refused }
    }

    /// `C = A·B` of dense row-major matrices, as C and numpy have them.
    #[must_use]
    pub const fn row_major([m, n, k]: [usize; 3]) -> Self {
        let [a, b, c] = [Matrix::row_major(k), Matrix::row_major(n), Matrix::row_major(n)];
        Self { a, b, c, ..Self::column_major([m, n, k]) }
    }

    /// The names and extents of the matrices.
    const fn matrices(&self) -> [(&'static str, &'static str, Matrix, [usize; 2]); 3] {
        let Self { m, n, k, a, b, c, .. } = *self;
        [("a", "lda", a, [m, k]), ("b", "ldb", b, [k, n]), ("c", "ldc", c, [m, n])]
    }

    /// Checks every field against its rule, for factors of these types.
    ///
    /// # Errors
    /// [`SpecError`], for the first field that breaks one.
    pub fn validate(&self, types: [IntType; 2]) -> Result<(), SpecError> {
        for (field, extent) in [("m", self.m), ("n", self.n), ("k", self.k)] {
            if extent == 0 {
                return Err(SpecError::Zero { field });
            }
        }
        for ((field, name, matrix, [rows, columns]), size) in self.matrices().into_iter().zip(sizes(types)) {
            let (extent, lines) = matrix.extents(rows, columns);
            let value = matrix.ld.known().ok_or(SpecError::Open { field: name })?;
            if value < extent {
                return Err(SpecError::LeadingDimension { field: name, value, extent });
            }
            let bytes = lines.checked_mul(value).and_then(|elements| elements.checked_mul(size));
            // A copy in groups may have four times as many bytes.
            if bytes.is_none_or(|bytes| bytes > MAX_SPAN / 4) {
                return Err(SpecError::TooLarge { field, limit: MAX_SPAN / 4 });
            }
        }
        let [a, b] = types;
        let limit = a.longest_sum(b);
        match self.overflow {
            Overflow::Refused if self.k > limit => Err(SpecError::Overflow { k: self.k, limit }),
            Overflow::Refused | Overflow::Wraps => Ok(()),
        }
    }

    /// The elements of each matrix from the first to the last.
    pub(super) fn spans(&self) -> [usize; 3] {
        self.matrices().map(|(_, _, matrix, [rows, columns])| {
            let (contiguous, lines) = matrix.extents(rows, columns);
            matrix.ld.known().unwrap_or(0) * (lines - 1) + contiguous
        })
    }

    /// A kernel like it, to name it in errors.
    pub(super) fn in_groups(&self, [a, b]: [IntType; 2]) -> KernelSpec {
        let types = DotTypes::of([a, b]).unwrap_or(DotTypes::I16);
        KernelSpec::Grouped(GroupedSpec::column_major(types, [self.m, self.n, self.k]))
    }
}

/// The sizes of elements of A, B and C.
const fn sizes([a, b]: [IntType; 2]) -> [usize; 3] {
    [a.bytes(), b.bytes(), IntType::I32.bytes()]
}
