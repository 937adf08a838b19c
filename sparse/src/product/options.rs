//! What is up to the caller of a product.

use crate::split::Split;
use std::num::NonZeroUsize;
use tensmith_core::kernel::spec::Layout;

/// What is up to the caller.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The form of the code.
    pub form: Wanted,
    /// How B and C are stored. Where that is by columns, the distances of [`Columns`](crate::Columns) are from a column to the next, and
    /// code reads the matrix.
    pub layout: Layout,
    /// The most bytes of code that is the matrix: with more, code reads it, and the explanation says so.
    pub code_limit: usize,
    /// The division of the work among threads.
    pub split: Split,
    /// Products of an entry and a column, or rows and columns, that make a piece of this work. Sums are rounded as pieces divide
    /// them, on any number of threads.
    pub grain: NonZeroUsize,
}

/// The grain that is usual: some ten microseconds.
pub const GRAIN: NonZeroUsize = NonZeroUsize::new(1 << 16).unwrap();

/// The form of code that is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
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
            form: Wanted::Cheapest,
            layout: Layout::RowMajor,
            code_limit: 1 << 16,
            split: Split::MergePath,
            grain: GRAIN,
        }
    }
}
