//! The micro-kernel: one tile of C, summed over K.
//!
//! A tile of A is a *panel*: some rows, all of K; so is a tile of B with its
//! columns. What matters is which of the two directions is contiguous. Along
//! the tile, one vector holds several rows (columns) at one position of K;
//! along K, one vector holds several positions of one row (column).
//!
//! Outer products need A along the tile and take any lane of B, so that B can be used either way; an A that
//! is contiguous along K is transposed in registers, a square of vectors at a time. Dot products need both
//! along K, and it is an A along the tile that is transposed.
//!
//! K is summed in groups of as many positions as a vector has lanes. Where K is
//! no multiple of that, the last group of a panel that is contiguous along K is
//! loaded as the vector that *ends* at the end of K, of which the later lanes
//! are used: nothing is read after an operand's end, and no narrow load is needed
//! unless all of K is narrower than a vector. Dot rows use all lanes of a
//! vector, so where a tile has such rows, the last group is loaded narrowly: the
//! lanes that are left are 0 in both factors. Where they are preloaded (`gather`), they are
//! ready for each group.
//!
//! Where a machine does not multiply by lanes, elements of B are broadcast (`broadcast`): B is not loaded
//! into vectors, whichever way round, and a group has as few positions as the loop over K allows.
//!
//! A loop over K copies the pointers that it moves. Without one, pointers move to other registers, and
//! that to B only where offsets do not reach.

mod broadcast;
mod columns;
mod dot;
mod outer;
mod panels;
mod pointers;
mod state;
mod step;

pub(super) use panels::{PanelPointers, Panels};

use super::sums::Sums;
use super::tile::{Height, Tile};
use crate::address::signed;
use crate::repeat::{Count, repeat};
use crate::square::Side;
use alloc::vec::Vec;
use columns::Columns;
use state::{Group, Micro, lanes};
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::TryVec;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Int, Vector};
use tensmith_core::kernel::spec::{GemmSpec, Layout};

/// Emits `sums += A · B` for one tile.
pub(super) fn multiply(
    builder: &mut Builder,
    spec: &GemmSpec,
    panels: &Panels,
    tile: Tile,
    sums: &Sums,
    pointers: PanelPointers,
) -> Result<(), OutOfMemory> {
    let (passes, size, mut columns) = (&panels.passes, panels.group.get(), Columns::new());
    let whole = |nth: usize| Group { nth, count: size, back: 0, loaded: size };
    let mut micro = Micro::new(builder, spec, panels, tile, pointers)?;
    if passes.count > 1 {
        micro.enter_loop()?;
    }
    repeat(&mut micro, Count::Const(passes.count), |micro| {
        for nth in 0..passes.groups {
            micro.group(whole(nth), &mut columns, sums)?;
            if nth + 1 < passes.groups || !micro.loops && passes.left(panels.group) > 0 {
                micro.advance()?;
            }
        }
        if micro.loops { micro.end_pass() } else { Ok(()) }
    })?;
    micro.loops = false;
    for nth in 0..passes.after {
        micro.group(whole(nth), &mut columns, sums)?;
        if nth + 1 < passes.after || passes.rest > 0 {
            micro.advance()?;
        }
    }
    let rest = passes.rest;
    if rest == 0 {
        return Ok(());
    }
    let ends_at_k = passes.count > 0 && tile.height.dot_rows == 0 && !panels.broadcasts_b;
    let (back, loaded) = if ends_at_k { (size.saturating_sub(rest), size) } else { (0, rest) };
    micro.group(Group { nth: passes.after, count: rest, back, loaded }, &mut columns, sums)
}

/// A tile's dot rows, gathered from the panel at `a`: those of each group, one group after the other.
pub(super) fn gather(
    builder: &mut Builder,
    spec: &GemmSpec,
    panels: &Panels,
    height: Height,
    a: Int,
) -> Result<Vec<Vector>, OutOfMemory> {
    // Nothing else is loaded from the panel.
    let tile = Tile { height: Height { vectors: 0, ..height }, width: 0 };
    let mut micro = Micro::new(builder, spec, panels, tile, PanelPointers { a, b: a })?;
    let (lanes, mut rows) = (panels.lanes.get(), Vec::new());
    let mut left = spec.k;
    while left > 0 {
        let count = left.min(lanes);
        rows.try_extend(micro.dot_rows_of_a(Group { nth: 0, count, back: 0, loaded: count })?)?;
        left = left.saturating_sub(count);
        if left > 0 {
            micro.advance()?;
        }
    }
    Ok(rows)
}

impl Micro<'_> {
    /// Adds the products of a group; the columns of B are kept from position to position.
    fn group(&mut self, group: Group, b: &mut Columns, sums: &Sums) -> Result<(), OutOfMemory> {
        if group.back > 0 {
            self.shift(signed(group.back).saturating_neg())?;
        }
        let dot_rows = self.dot_rows_of_a(group)?;
        if self.tile.height.vectors == 0 {
            return self.dot_group(group, &dot_rows, sums);
        }
        match self.spec.a.layout {
            _ if self.panels.broadcasts_b => return self.by_broadcasts(group, sums),
            Layout::ColumnMajor if self.panels.parts.get() > 1 => self.positions_of_parts(group, b, sums)?,
            Layout::ColumnMajor => self.positions(group, b, sums)?,
            Layout::RowMajor => self.squares(group, b, sums)?,
        }
        self.multiply_dot_columns(&dot_rows, b, sums.set(group.nth))
    }

    /// Loads `count` rows of an A that is contiguous along K.
    fn loaded_along_k(&mut self, nth: usize, count: usize, group: Group) -> Result<Side, OutOfMemory> {
        let pointer = self.pointer_to_a(nth);
        let mut rows = Side::new();
        for offset in self.panels.rows_of_a.iter().take(count) {
            rows.try_push(self.builder.load(pointer, *offset, lanes(self.spec.types.a, group.loaded))?)?;
        }
        Ok(rows)
    }
}
