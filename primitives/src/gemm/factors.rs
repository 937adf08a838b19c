//! The factors of a block of products: vectors of A, and columns of B.

use tensmith_core::kernel::func::{Source, Vector};

/// Neighbouring vectors across a tile's rows, in registers with neighbouring numbers.
#[derive(Clone, Copy)]
pub(super) struct VectorsOfA {
    /// Vectors above them.
    pub(super) above: usize,
    /// The first.
    pub(super) first: Vector,
    pub(super) count: u8,
}

impl VectorsOfA {
    /// The vectors one by one.
    pub(super) fn each(self) -> impl Iterator<Item = Self> + use<> {
        (0..self.count).map(move |nth| {
            let (above, first) = (self.above.saturating_add(nth.into()), self.first.further(nth.into()));
            Self { above, first, count: 1 }
        })
    }
}

/// Neighbouring columns of B at a position of K.
#[derive(Clone, Copy)]
pub(super) struct ColumnsOfB {
    /// What holds them: lanes, registers, or memory.
    pub(super) row: Source,
    /// How many columns.
    pub(super) count: u8,
}

impl ColumnsOfB {
    /// Its columns one by one.
    pub(super) fn singles(self) -> impl Iterator<Item = Self> {
        (0..self.count).map(move |nth| Self { row: self.row.starting_at(nth), count: 1 })
    }
}
