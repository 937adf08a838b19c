//! Counts what the generator would write for a tile.

use super::work::Work;
use super::{Cost, TileWork};
use crate::address::{bytes, signed};
use crate::gemm::micro::Tile;
use crate::gemm::tile::{Fetch, Height, Shape};
use tensmith_core::kernel::spec::{Batch, Factor, Layout, Stride};
use tensmith_core::target::MoveForm;

impl Cost<'_> {
    /// What one tile takes.
    pub(super) fn count(&self, Tile { height, width }: Tile, shape: Shape) -> TileWork {
        TileWork {
            position: self.position(height, width, shape.fetch),
            group: self.group(height, width),
            // A counter goes down, and a branch is taken.
            pass: Work { slots: 2.0, ..Work::default() },
            // Places are copied and moved on, and the pairs are counted.
            pair: Work { slots: if self.spec.batch == Batch::Single { 2.0 } else { 6.0 }, ..Work::default() },
            output: self.output(height, width, shape.sets),
        }
    }

    /// Loads of `count` vectors, the last one of which has so many lanes.
    fn loads(&self, count: usize, last_lanes: usize) -> Work {
        let loads = (count as f64).max(0.0);
        if count > 0 && last_lanes == 3 && self.lanes.get() == 4 {
            // Two lanes, the address of the third, and that one put beside them.
            Work { vector: 1.0, loads: loads + 1.0, slots: loads + 3.0, ..Work::default() }
        } else {
            Work { loads, slots: loads, ..Work::default() }
        }
    }

    /// What every position of K takes.
    fn position(&self, height: Height, width: usize, fetch: Fetch) -> Work {
        let lanes = self.lanes.get();
        let multiply_adds = height.vectors as f64 * width as f64;
        let mut work = Work { vector: multiply_adds, slots: multiply_adds, ..Work::default() };
        if self.spec.a.layout == Layout::ColumnMajor && height.vectors > 0 {
            let loads = self.loads(height.vectors, height.last_lanes);
            let saved = if fetch == Fetch::Grouped { loads.loads * 0.75 } else { 0.0 };
            work = work + loads;
            work.slots += self.far(self.spec.a.ld, lanes).min(1.0) - saved;
        }
        if self.spec.b.layout == Layout::RowMajor {
            work = work + self.loads(width.div_ceil(lanes), width.min(lanes));
            work.slots += self.far(self.spec.b.ld, lanes).min(1.0);
        }
        work
    }

    /// How many of `count` places that are a leading dimension apart are too far from the first for
    /// an immediate that costs nothing extra.
    fn far(&self, ld: Stride, count: usize) -> f64 {
        let near = match ld.fixed() {
            Some(ld) => self.reach / bytes(ld, self.spec.dtype).max(1),
            None => 0,
        };
        (signed(count).saturating_sub(1).saturating_sub(near)).max(0) as f64
    }

    /// Shuffles that make so many columns of a square of its rows.
    fn shuffles(&self, columns: usize) -> f64 {
        f64::from(match (self.lanes.get(), columns) {
            (2, columns) => columns.min(2) as u8,
            // The first two take the halves of a square, which the others share.
            (_, 0) => 0,
            (_, 1) => 3,
            (_, 2) => 6,
            (_, 3) => 7,
            _ => 8,
        })
    }

    /// What every group of positions takes beside.
    fn group(&self, height: Height, width: usize) -> Work {
        let (lanes, along) = (self.lanes.get() as f64, height.along_k as f64);
        let (loads_b, far_b) = match self.spec.b.layout {
            Layout::ColumnMajor => (width as f64, self.far(self.spec.b.ld, width)),
            Layout::RowMajor => (0.0, 0.0),
        };
        let far_a = |rows: usize| self.far(self.spec.a.ld, rows);
        let split = if self.lanes.get() == 4 && height.rows() == 3 { 2.0 } else { 1.0 };
        let (loads_a, far_a, shuffles, pointers) = match self.spec.a.layout {
            Layout::ColumnMajor if height.along_k == 0 => (0.0, 0.0, 0.0, 1.0),
            Layout::ColumnMajor => (lanes * split, lanes * (split - 1.0), self.shuffles(height.along_k), 1.0),
            Layout::RowMajor => {
                let vectors = height.vectors as f64;
                let far = vectors * far_a(self.lanes.get()) + far_a(height.along_k);
                (
                    vectors * lanes + along,
                    far,
                    vectors * self.shuffles(self.lanes.get()),
                    height.vectors_of_c() as f64,
                )
            }
        };
        let vector = shuffles + along * width as f64;
        let loads = loads_a + loads_b;
        let moving = if self.spec.k > self.lanes.get() { pointers + 1.0 } else { 0.0 };
        Work { vector, loads, slots: vector + loads + far_a + far_b + moving, ..Work::default() }
    }

    /// What a tile of C takes, and the loops around it.
    fn output(&self, height: Height, width: usize, sets: usize) -> Work {
        let (columns, lanes) = (width as f64, self.lanes.get());
        let vectors = columns * height.vectors_of_c() as f64;
        let accumulators = columns * height.accumulators() as f64;
        let more_sets = accumulators * (sets as f64 - 1.0);
        let (chunks, last_lanes, turning) = match self.spec.c.layout {
            Layout::ColumnMajor => (vectors, height.last_lanes, 0.0),
            Layout::RowMajor => {
                let chunks = width.div_ceil(lanes) as f64;
                let whole = height.vectors as f64 * self.shuffles(height.last_lanes);
                let squares = chunks * (whole + self.shuffles(height.along_k));
                (height.rows() as f64 * chunks, width.min(lanes), squares)
            }
        };
        let is_split = lanes == 4 && last_lanes == 3;
        let (moved, split) = if is_split { (chunks * 2.0, chunks) } else { (chunks, 0.0) };
        let is_late = turning > 0.0 || height.along_k > 1;
        let reads = self.spec.beta != Factor::Zero;
        let begun = if reads && !is_late { vectors } else { 0.0 };
        let zeros = accumulators - begun.min(accumulators) + more_sets;
        let (loads, added) = match (reads, is_late) {
            (false, _) => (0.0, 0.0),
            (true, false) => (moved, 0.0),
            (true, true) => (moved, chunks),
        };
        // Lanes that are moved one by one: each has its address, and goes through a vector pipe.
        let lane_moves = if reads { split * 2.0 } else { split };
        let factors = match (self.spec.alpha, self.spec.beta) {
            (Factor::Runtime, Factor::Runtime) => 2.0,
            (Factor::Runtime, _) | (_, Factor::Runtime) => 1.0,
            _ => 0.0,
        };
        let folds = columns * f64::from(FOLDS.get(height.along_k).copied().unwrap_or(3));
        let vector = more_sets + folds + vectors * factors + turning + added + lane_moves;
        let (loading, addresses) = match self.model.forms.loads {
            MoveForm::Single => (1.0, 0.0),
            MoveForm::Pairs => (0.5, 0.0),
            // Each list but the first of a column takes an address of its own.
            MoveForm::Lists => (1.0, columns * (height.vectors_of_c().saturating_sub(1) / 4) as f64),
        };
        let storing = f64::from(self.model.stores.slots) / 4.0;
        let is_alone = self.spec.m <= height.rows() && self.spec.n <= width;
        let around = if is_alone { 1.0 } else { columns + 6.0 };
        let slots =
            vector + zeros + around + loads * loading + moved * storing + lane_moves + addresses * 2.0;
        Work { vector, loads, stores: moved, zeros, slots }
    }
}

/// Pairwise additions that fold so many rows along K.
const FOLDS: [u8; 4] = [0, 2, 2, 3];
