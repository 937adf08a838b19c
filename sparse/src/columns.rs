//! The dense operands of a product: how many columns, how far their rows are apart, and what
//! the result starts with.
//!
//! Tests: `tests/tests/sparse_fixed.rs`.

use tensmith_core::DType;
use tensmith_core::kernel::spec::{Layout, MAX_SPAN, Start};

/// The columns of B and C in `C = A·B` or `C = A·B + C`, as kernels have them.
///
/// Row `i` of C begins `i·ldc` elements from its start, row `k` of B `k·ldb` elements from its; the elements
/// of a row are neighbours. So are the columns of what is stored by columns: a product `C = B·A` of such
/// operands is that of the transposed A.
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

    /// Returns the elements from the first to the last of B and of C, for a matrix of some rows and columns.
    /// `layout` is that of B and C: where it is [`Layout::ColumnMajor`], distances are from
    /// a column to the next.
    ///
    /// # Errors
    /// [`ColumnsError`].
    pub fn spans(
        &self,
        dtype: DType,
        (rows, depth): (usize, usize),
        layout: Layout,
    ) -> Result<[usize; 2], ColumnsError> {
        if self.count == 0 {
            return Err(ColumnsError::None);
        }
        let runs = |extent: usize, distance| match layout {
            Layout::RowMajor => Runs { count: extent, length: self.count, distance },
            Layout::ColumnMajor if extent == 0 => Runs { count: 0, length: 0, distance },
            Layout::ColumnMajor => Runs { count: self.count, length: extent, distance },
        };
        Ok([runs(depth, self.ldb).span(dtype, "B", "ldb")?, runs(rows, self.ldc).span(dtype, "C", "ldc")?])
    }
}

/// Runs of neighbouring elements: rows of an operand, or columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Runs {
    pub(crate) count: usize,
    pub(crate) length: usize,
    /// Elements from the start of a run to that of the next.
    pub(crate) distance: usize,
}

impl Runs {
    /// Elements from the first to the last, with what is in between. `name` is that of the operand,
    /// `distance` that of the distance.
    pub(crate) fn span(
        self,
        dtype: DType,
        name: &'static str,
        distance: &'static str,
    ) -> Result<usize, ColumnsError> {
        if self.count > 1 && self.distance < self.length {
            return Err(ColumnsError::Overlap { name: distance, value: self.distance, least: self.length });
        }
        let last = |others: usize| others.checked_mul(self.distance)?.checked_add(self.length);
        let span = self.count.checked_sub(1).map_or(Some(0), last);
        let is_small = |span: &usize| span.checked_mul(dtype.bytes()).is_some_and(|bytes| bytes <= MAX_SPAN);
        span.filter(is_small).ok_or(ColumnsError::TooLarge { name, limit: MAX_SPAN })
    }
}
