//! Options of a sparse product.

use super::error::ProductError;
use crate::split::{Chunk, Divisible, Split, chunks};
use std::num::NonZeroUsize;
use tensmith_core::OutOfMemory;
use tensmith_core::kernel::spec::Layout;

/// Options of a product. The form and the limit are those of a [`Csr`](crate::Csr) and of
/// [`Positions`](crate::Positions): other formats have one form of code.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The form of the code.
    pub form: FormChoice,
    /// How B and C are stored. Where that is by columns, the distances of [`Columns`](crate::Columns) are
    /// from a column to the next, and code reads the matrix; blocks, pruned and sampled ones are refused.
    pub layout: Layout,
    /// The most bytes of code that is the matrix: with more, code reads it, and the explanation says so.
    pub code_limit: usize,
    /// The division of the work among threads.
    pub split: Split,
    /// Products of an entry and a column, or rows and columns, that make a piece of this work: some ten
    /// microseconds by default. Sums are rounded as pieces divide them, on any number of threads.
    pub grain: NonZeroUsize,
}

/// The form of code that is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FormChoice {
    /// The form with the fewest predicted cycles.
    #[default]
    Cheapest,
    /// The matrix as code, as far as it is within the limit.
    Fixed,
    /// Code that reads the matrix.
    Rows,
}

impl Default for Options {
    /// The cheapest form, operands by rows, at most 64 KiB of code, and the work divided by merging.
    fn default() -> Self {
        Self {
            form: FormChoice::Cheapest,
            layout: Layout::RowMajor,
            code_limit: 1 << 16,
            split: Split::MergePath,
            grain: const { NonZeroUsize::new(1 << 16).unwrap() },
        }
    }
}

/// The most pieces of work.
const MOST_CHUNKS: usize = 1024;

impl Options {
    /// Refuses operands by columns.
    pub(super) fn check_rows(&self) -> Result<(), ProductError> {
        if self.layout == Layout::RowMajor { Ok(()) } else { Err(ProductError::ByColumns) }
    }

    /// The pieces of the work on a matrix with some values, each of which is multiplied
    /// with `width` elements.
    pub(super) fn chunks(
        &self,
        matrix: &impl Divisible,
        values: usize,
        width: usize,
    ) -> Result<Vec<Chunk>, OutOfMemory> {
        let work = values.saturating_add(matrix.rows()).saturating_mul(width);
        chunks(matrix, self.split, work.div_ceil(self.grain.get()).clamp(1, MOST_CHUNKS))
    }
}
