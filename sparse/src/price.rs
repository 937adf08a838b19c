//! What a product costs whose code reads its matrix.
//!
//! Tests: `tests/tests/sparse_rows.rs`, `tests/tests/sparse_blocks.rs`.

use crate::rates::{filled, overlapped};
use tensmith_core::isa::Core;
use tensmith_core::registry::Offer;

/// What a product costs whose code reads its matrix, in predicted cycles, with all that fits there in
/// the first-level cache.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Price {
    /// For each call.
    pub per_call: f64,
    /// For each row that is walked: of blocks, where there are some.
    pub per_row: f64,
    /// For each entry: a block, or a group.
    pub per_entry: f64,
    /// Rows of elements in a row that is walked.
    pub(crate) height: usize,
    /// Bytes of a row of the dense operands.
    pub(crate) row: f64,
    /// The core, whose caches large operands do not stay in.
    pub(crate) core: Core,
}

/// The entries of a row whose price stands for all, where one number is asked for.
pub(crate) const TYPICAL: usize = 8;

impl Price {
    /// Cycles of one call for a matrix of some rows and columns of elements with some entries. Where its
    /// operands do not stay in the first-level cache, each row of B comes into it at least once.
    #[must_use]
    pub fn cycles(&self, shape: (usize, usize), entries: usize) -> f64 {
        let rows = shape.0 as f64 / self.height as f64;
        let busy = self.per_row * rows + self.per_entry * entries as f64;
        self.per_call + overlapped(busy, filled(self.row, shape, &self.core))
    }

    /// That of one row with eight entries, each of `width` columns, as specifications do not
    /// say how many there are.
    pub(crate) fn offer(&self, width: usize) -> Offer {
        Offer::of(self.cycles((self.height, TYPICAL.saturating_mul(width)), TYPICAL))
    }
}
