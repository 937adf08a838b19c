//! A rough price, as if all tiles were alike: enough for telling good shapes from bad ones.

use super::{CODE, Cost};
use crate::gemm::tile::Rows;
use crate::work::number;
use core::num::NonZero;
use tensmith_core::kernel::spec::Layout;
use tensmith_core::target::IssueOrder;

/// Instructions around a tile.
const AROUND: f64 = 10.0;

/// Sets of accumulators that a tile may get, and groups in a pass.
const SETS: f64 = 4.0;

/// The fewest parts of at most `limit` that `total` is cut into.
fn parts(total: usize, limit: NonZero<usize>) -> NonZero<usize> {
    NonZero::new(total.div_ceil(limit.get())).unwrap_or(NonZero::<usize>::MIN)
}

/// What the estimates of all tiles with the same rows share.
pub(in crate::gemm) struct OfRows<'c> {
    cost: &'c Cost<'c>,
    /// Rows, or vectors of them, in a tile.
    height: f64,
    /// Tiles in a column of them.
    tiles: f64,
    /// How many sizes of tiles there are.
    sizes: f64,
    /// For one position of K: vectors of A, and shuffles for each column of tiles.
    vectors: f64,
    shuffles: f64,
}

/// What the estimates of all tiles with the same number of columns share.
#[derive(Clone, Copy)]
pub(in crate::gemm) struct OfColumns {
    /// Columns of a tile.
    pub(in crate::gemm) width: usize,
    /// Tiles in a row of them.
    tiles: f64,
    /// How many widths of tiles there are.
    sizes: f64,
}

impl Cost<'_> {
    /// For estimates of tiles with so many columns.
    pub(in crate::gemm) fn of_columns(&self, width: usize) -> OfColumns {
        let tiles = parts(self.spec.n, NonZero::new(width).unwrap_or(NonZero::<usize>::MIN));
        let sizes = f64::from(1 + u8::from(self.spec.n % tiles > 0));
        OfColumns { width, tiles: number(tiles.get()), sizes }
    }

    /// For estimates of tiles with such rows.
    pub(in crate::gemm) fn of_rows(&self, rows: Rows) -> OfRows<'_> {
        let (spec, lanes) = (self.spec, self.lanes.get());
        let (across, along, height) = match rows {
            Rows::Across(height) => (spec.m.div_ceil(lanes), 0, height),
            Rows::AcrossAndAlong(height) | Rows::AcrossAndHeld(height) => {
                (spec.m / lanes, spec.m % lanes, height)
            }
            Rows::Along(height) => (0, spec.m, height),
        };
        let tiles = parts(across.max(1), height);
        let shuffles = match spec.a.layout {
            Layout::RowMajor => number(across) * self.levels(),
            Layout::ColumnMajor => number(along.min(1)) * self.levels(),
        };
        OfRows {
            cost: self,
            height: number(height.get()),
            tiles: number(tiles.get()),
            // Tiles that are not all of one size have more code.
            sizes: f64::from(1 + u8::from(across % tiles > 0)),
            vectors: number(across) + number(along) / number(lanes),
            shuffles,
        }
    }
}

impl OfRows<'_> {
    /// Cycles that a product takes, roughly, in tiles with such columns. Its multiply-adds are those of all
    /// vectors of C; each vector of A is loaded for every column of tiles, each of B for every row of them.
    pub(in crate::gemm) fn in_columns(&self, of_columns: &OfColumns) -> f64 {
        let Cost { spec, model, lanes, .. } = *self.cost;
        let OfColumns { width, tiles: columns, sizes } = *of_columns;
        let sizes = self.sizes * sizes;
        let [n, k, width, lanes] = [spec.n, spec.k, width, lanes.get()].map(number);
        // All for one position of K.
        let multiply_adds = self.vectors * n;
        let loads = self.vectors * columns + self.tiles * n / lanes;
        let shuffles = self.shuffles * columns;
        let in_flight = self.height * width * SETS / f64::from(model.accumulate_latency);
        let busy = [
            (multiply_adds + shuffles) / f64::from(model.multiply_adds).min(in_flight),
            loads / f64::from(model.moves),
            (multiply_adds + loads + shuffles) / f64::from(model.width),
        ];
        let wait = match model.order {
            IssueOrder::Dataflow { .. } => 0.0,
            IssueOrder::Program { start, .. } => {
                (f64::from(start) + width / f64::from(model.moves)) * k / (lanes * SETS)
            }
        };
        let around = AROUND / f64::from(model.width) + wait;
        let cycles = busy.into_iter().fold(0.0, f64::max) * k + self.tiles * columns * around;
        cycles * (1.0 + sizes * self.height * width * lanes / CODE / 2.0)
    }
}
