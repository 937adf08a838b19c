//! Cores that issue in program order: one phase of a tile after the other.

use super::{Cost, TileWork};
use crate::address::bytes;
use crate::gemm::micro::Tile;
use crate::gemm::passes::Passes;
use crate::work::Work;
use tensmith_core::kernel::spec::{Factor, Layout};

impl Cost<'_> {
    /// Cycles of a tile. Each phase waits for its first operands, and the last one for results that
    /// depend on each other; the first operands come `start` cycles after they are asked for.
    pub(super) fn in_turn(
        &self,
        work: &TileWork,
        passes: &Passes,
        (tile, sets): (Tile, usize),
        start: f64,
    ) -> f64 {
        let latency = f64::from(self.model.accumulate_latency);
        // The last column of B is loaded after the others.
        let columns = match self.spec.b.layout {
            Layout::ColumnMajor => (tile.width as f64 - 1.0) / f64::from(self.model.moves),
            Layout::RowMajor => 0.0,
        };
        // What does not depend on the positions is found once.
        let (squares, splits) = (self.squares(tile, sets), SPLIT * self.splits(tile));
        let phase = |k: usize| match k {
            0 => 0.0,
            _ => {
                let squares = squares * k.div_ceil(self.lanes.get()) as f64;
                let split = splits * k as f64;
                let wait = start + columns + squares * self.levels() * latency + split;
                let busy = work.positions(k, self.lanes) + work.pass;
                (busy.cycles(self.model) + wait).max(self.chain(k, (tile, sets)))
            }
        };
        let product = phase(passes.body(self.lanes)) * passes.count as f64 + phase(passes.left(self.lanes));
        // What surrounds a pair fills the time in which its first operands are waited for.
        let around = (work.pair.cycles(self.model) - start).max(0.0);
        let loaded = Work { loads: work.output.loads, slots: work.output.loads, ..Work::default() };
        let stored = Work { loads: 0.0, slots: work.output.slots - loaded.slots, ..work.output };
        let output = loaded.cycles(self.model) + stored.cycles(self.model) + self.steps(tile);
        let results = start + self.levels_behind(tile, sets) * latency + SPLIT * self.splits_of_c(tile);
        let tail = work.tail.cycles(self.model);
        (product + tail + around) * self.pairs() + output + results
    }

    /// Vectors of three lanes that are loaded for every position of K.
    fn splits(&self, tile: Tile) -> f64 {
        let is_split = |lanes: usize| self.lanes.get() == 4 && lanes == 3;
        let a = self.spec.a.layout == Layout::ColumnMajor && is_split(tile.height.rows());
        let b = self.spec.b.layout == Layout::RowMajor && is_split(tile.width);
        f64::from(u8::from(a) + u8::from(b))
    }

    /// Vectors of three lanes that are loaded from C, and stored.
    fn splits_of_c(&self, Tile { height, width }: Tile) -> f64 {
        let (lanes, vectors) = match self.spec.c.layout {
            Layout::ColumnMajor => (height.rows(), width),
            Layout::RowMajor => (width, height.rows()),
        };
        let ways = if self.spec.beta == Factor::Zero { 1.0 } else { 2.0 };
        if self.lanes.get() == 4 && lanes == 3 { vectors as f64 * ways } else { 0.0 }
    }

    /// Moves of the pointers into C that nothing can be done beside.
    fn steps(&self, tile: Tile) -> f64 {
        let (columns, rows) = match self.spec.c.layout {
            Layout::ColumnMajor => (tile.width, tile.height.rows()),
            Layout::RowMajor => (tile.height.rows(), tile.width),
        };
        let reach = self.model.forms.stores.reach();
        let extent = self
            .spec
            .c
            .ld
            .fixed()
            .and_then(|ld| ld.checked_mul(columns.saturating_sub(1))?.checked_add(rows));
        let is_near = extent.is_some_and(|extent| bytes(extent, self.spec.dtype) <= reach);
        let walks = if self.spec.beta == Factor::Zero { 1.0 } else { 2.0 };
        if is_near { 0.0 } else { walks * columns as f64 }
    }

    /// Squares of A that multiply-adds wait for in every group.
    fn squares(&self, Tile { height, width }: Tile, sets: usize) -> f64 {
        match self.spec.a.layout {
            Layout::RowMajor => {
                waited_for(height.vectors, height.accumulators().saturating_mul(width) * sets)
            }
            Layout::ColumnMajor if height.along_k > 0 => 1.0,
            Layout::ColumnMajor => 0.0,
        }
    }

    /// Operations between the last multiply-add and the last store, each of which waits for the one
    /// before.
    fn levels_behind(&self, Tile { height, width }: Tile, sets: usize) -> f64 {
        let sets = f64::from(sets.max(1).ilog2());
        let folds = if height.along_k > 0 { self.levels() } else { 0.0 };
        let turns = match self.spec.c.layout {
            Layout::RowMajor => {
                let squares = height.vectors_of_c().saturating_mul(width.div_ceil(self.lanes.get()));
                waited_for(squares, height.accumulators().saturating_mul(width)) * self.levels()
            }
            Layout::ColumnMajor => 0.0,
        };
        let added = if self.adds_late(height) { 1.0 } else { 0.0 };
        sets + folds + turns + added + 1.0
    }

    /// Shuffles, one after the other, through which an element of a square goes.
    pub(super) fn levels(&self) -> f64 {
        if self.lanes.get() == 4 { 2.0 } else { 1.0 }
    }
}

/// Of so many squares, those that are waited for beside so many accumulators: fewer, where registers
/// are left in which the next one can be turned over meanwhile.
fn waited_for(squares: usize, accumulators: usize) -> f64 {
    let squares = squares as f64;
    squares * if accumulators > CROWDED { 0.8 } else { 0.4 }
}

/// Cycles until the third of three lanes is beside the others, as far as nothing else is done.
const SPLIT: f64 = 1.5;

/// With more accumulators than this, registers are scarce.
const CROWDED: usize = 12;
