//! The work of one tile, and how long its multiply-adds wait for each other.

use super::facts::Cost;
use super::product::{PanelOfA, PanelOfB};
use crate::gemm::tile::Tile;
use crate::work::{Product, Work, larger, number};

/// A tile of C with its sets of accumulators, which take turns.
#[derive(Clone, Copy)]
pub(super) struct Accumulated {
    pub(super) tile: Tile,
    pub(super) sets: usize,
}

impl Accumulated {
    /// Accumulators in a set.
    pub(super) const fn of_set(self) -> usize {
        self.tile.height.accumulators().saturating_mul(self.tile.width)
    }

    /// All accumulators.
    pub(super) const fn all(self) -> usize {
        self.of_set().saturating_mul(self.sets)
    }
}

/// The work of one tile.
pub(super) struct TileWork {
    /// For every position of K.
    pub(super) position: Product,
    /// For every group of positions, in addition.
    pub(super) group: Product,
    /// For positions that fill no group, in addition.
    pub(super) tail: Product,
    /// For C, and for the loops around the tile.
    pub(super) output: Work,
}

/// How long something takes.
#[derive(Clone, Copy)]
pub(super) struct Time {
    pub(super) cycles: f64,
    /// Whether a chain of multiply-adds takes longer than all else meanwhile.
    pub(super) waits: bool,
}

impl Time {
    /// The time of work, during which a chain of multiply-adds goes on.
    pub(super) fn longest(work: f64, chain: f64) -> Self {
        Self { cycles: larger(work, chain), waits: chain > work }
    }
}

impl Cost<'_> {
    /// The work of one tile, with its sets of accumulators and the instructions around it.
    pub(super) fn tile_work(&self, a: &PanelOfA, b: &PanelOfB, sets: usize, around: f64) -> TileWork {
        let tile = Tile { height: a.height, width: b.width };
        let columns = number(tile.width);
        let outer = Product::on_vectors(number(tile.height.vectors) * columns);
        let dot = Product::on_vectors(number(tile.height.dot_rows) * columns);
        let around = Work { slots: around + self.steps(tile), ..Work::default() };
        let broadcasts = self.broadcasts_of_b(tile);
        TileWork {
            position: a.position + b.position + outer + broadcasts,
            group: a.group + b.group + dot,
            tail: self.narrow_tail(tile) + a.tail,
            output: self.finish(Accumulated { tile, sets }) + around,
        }
    }

    /// Cycles of the multiply-adds onto one accumulator at `k` positions.
    pub(super) fn chain(&self, k: usize, of: Accumulated) -> f64 {
        let all = if of.tile.height.vectors == 0 { k.div_ceil(self.lanes.get()) } else { k };
        let of_a_set = if of.sets > 1 { all.div_ceil(of.sets) } else { all };
        number(of_a_set) * f64::from(self.model.accumulate_latency)
    }
}
