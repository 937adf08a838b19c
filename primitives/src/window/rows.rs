//! The elements that a tile has in its taps: those of a row, or of each place the fold of those of all rows.
//!
//! Folding the rows first takes each row's element once for all windows that have it in them: of 3x3 taps, a
//! window takes two operations for its rows and two for what is left, instead of eight.
//!
//! Tests: `tests/tests/primitives_window.rs`.

use super::near::Near;
use super::partial::Partial;
use crate::address::signed;
use crate::reduce::fold::Terms;
use alloc::vec::Vec;
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::try_collect;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::func::{Address, Int, Lanes, Vector};
use tensmith_core::kernel::spec::Windowed;
use tensmith_core::kernel::{Builder, WindowSpec};

/// The order in which the taps of several rows are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// The taps of a row for all windows, then the taps of the next row.
    RowByRow,
    /// The taps of all rows at a place, which are folded, then the taps at the next place.
    RowsFirst,
}

/// The most rows that are folded first.
const MOST_ROWS: usize = 8;

impl Order {
    /// The orders that there are for a kernel.
    pub(super) fn all(spec: &WindowSpec) -> impl Iterator<Item = Self> + use<> {
        let is_fold = matches!(spec.windowed, Windowed::Fold(_));
        let is_folded_first = is_fold && (2..=MOST_ROWS).contains(&spec.taps[0]);
        [Some(Self::RowByRow), is_folded_first.then_some(Self::RowsFirst)].into_iter().flatten()
    }

    /// How often rows of taps are passed through.
    pub(super) fn passes(self, spec: &WindowSpec) -> usize {
        if self == Self::RowsFirst { 1 } else { spec.taps[0] }
    }

    /// Rows that are read together.
    pub(super) fn rows(self, spec: &WindowSpec) -> usize {
        if self == Self::RowsFirst { spec.taps[0] } else { 1 }
    }
}

/// Rows that are read together.
pub(super) struct Rows<'m> {
    /// Each with its distance from the first, in bytes.
    rows: Vec<(Near<'m>, i64)>,
    /// How their elements are folded.
    terms: Terms,
}

impl<'m> Rows<'m> {
    /// Some rows at a distance in bytes, whose elements are folded as `terms` say.
    pub(super) fn new(
        (machine, first): (&'m Machine, Int),
        (count, distance): (usize, i64),
        terms: Terms,
    ) -> Result<Self, OutOfMemory> {
        let row = |nth: usize| (Near::new(machine, first), signed(nth).saturating_mul(distance));
        Ok(Self { rows: try_collect((0..count).map(row))?, terms })
    }

    /// The vector at a distance in bytes: that of all rows.
    pub(super) fn load(
        &mut self,
        builder: &mut Builder,
        distance: i64,
        lanes: Lanes,
    ) -> Result<Vector, OutOfMemory> {
        let mut folded = Partial::Nothing;
        for (near, row) in &mut self.rows {
            let Address { base, offset } = near.at(builder, distance.saturating_add(*row), lanes.bytes())?;
            let x = builder.load(base, offset, lanes)?;
            folded.add(builder, &self.terms, (x, x))?;
        }
        // There is a row.
        Ok(folded.vector().unwrap_or_else(|| builder.vector()))
    }
}
