//! The dense operands of a product: how many columns, how far their rows are apart, and what the result starts with.
//!
//! Tests: `tests/tests/sparse_fixed.rs`.

use tensmith_core::DType;
use tensmith_core::kernel::spec::{MAX_SPAN, Start};

/// The columns of B and C in `C = A·B` or `C = A·B + C`, as kernels have them.
///
/// Row `i` of C begins `i·ldc` elements from its start, row `k` of B `k·ldb` elements from its; the elements of a row are
/// neighbours. So are the columns of what is stored by columns: a product `C = B·A` of such operands is that of the transposed A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Columns {
    /// Number of columns.
    pub count: usize,
    /// Elements from a row of B to the next.
    pub ldb: usize,
    /// Elements from a row of C to the next.
    pub ldc: usize,
    /// The value that sums start with.
    pub start: Start,
}

/// Why there is no product of some columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ColumnsError {
    /// There are none.
    #[error("the dense operands have 0 columns: must have at least 1")]
    None,
    /// Rows overlap.
    #[error("{name} is {value}: must be at least {least}, or rows overlap")]
    Overlap {
        /// The distance.
        name: &'static str,
        /// Its value.
        value: usize,
        /// The least that it may be.
        least: usize,
    },
    /// An operand is larger than any memory.
    #[error("{name} has more than {limit} bytes")]
    TooLarge {
        /// The operand.
        name: &'static str,
        /// The limit.
        limit: usize,
    },
}

impl Columns {
    /// Columns whose rows follow one another without gaps; sums start with nothing.
    #[must_use]
    pub const fn dense(count: usize) -> Self {
        Self { count, ldb: count, ldc: count, start: Start::Nothing }
    }

    /// The columns, with the product added to what C holds.
    #[must_use]
    pub const fn added(self) -> Self {
        Self { start: Start::Output, ..self }
    }

    /// Elements from the first to the last of B, of which there are `rows` rows; of none, 0.
    #[must_use]
    pub fn span_of_b(&self, rows: usize) -> Option<usize> {
        span(rows, self.ldb, self.count)
    }

    /// Elements from the first to the last of C, of which there are `rows` rows; of none, 0.
    #[must_use]
    pub fn span_of_c(&self, rows: usize) -> Option<usize> {
        span(rows, self.ldc, self.count)
    }

    /// Checks them for a matrix of some rows and columns.
    ///
    /// # Errors
    /// [`ColumnsError`].
    pub fn check(&self, dtype: DType, (rows, columns): (usize, usize)) -> Result<(), ColumnsError> {
        if self.count == 0 {
            return Err(ColumnsError::None);
        }
        for (name, value, rows) in [("ldb", self.ldb, columns), ("ldc", self.ldc, rows)] {
            if rows > 1 && value < self.count {
                return Err(ColumnsError::Overlap { name, value, least: self.count });
            }
        }
        for (name, span) in [("B", self.span_of_b(columns)), ("C", self.span_of_c(rows))] {
            let bytes = span.and_then(|span| span.checked_mul(dtype.bytes()));
            if bytes.is_none_or(|bytes| bytes > MAX_SPAN) {
                return Err(ColumnsError::TooLarge { name, limit: MAX_SPAN });
            }
        }
        Ok(())
    }
}

/// Elements of `rows` rows of `count` that are `ld` apart, with what is in between.
pub(crate) fn span(rows: usize, ld: usize, count: usize) -> Option<usize> {
    match rows.checked_sub(1) {
        None => Some(0),
        Some(others) => others.checked_mul(ld)?.checked_add(count),
    }
}
