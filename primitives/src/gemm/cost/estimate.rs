//! A rough price, as if all tiles were alike: enough for telling good shapes from bad ones.

use super::{CODE, Cost};
use crate::gemm::tile::{Rows, Shape};
use crate::work::number;
use tensmith_core::kernel::spec::Layout;
use tensmith_core::target::IssueOrder;

/// Instructions around a tile.
const AROUND: f64 = 10.0;

/// Sets of accumulators that a tile may get, and groups in a pass.
const SETS: f64 = 4.0;

impl Cost<'_> {
    /// Cycles that a product takes, roughly. Its multiply-adds are those of all vectors of C; each
    /// vector of A is loaded for every column of tiles, each of B for every row of them.
    pub(in crate::gemm) fn estimate(&self, shape: Shape) -> f64 {
        let (spec, model, lanes) = (self.spec, self.model, self.lanes.get());
        let (across, along, height) = match shape.rows {
            Rows::Across(height) => (spec.m.div_ceil(lanes), 0, height),
            Rows::AcrossAndAlong(height) => (spec.m / lanes, spec.m % lanes, height),
            Rows::Along(height) => (0, spec.m, height),
        };
        let rows_of_tiles = across.max(1).div_ceil(height.get()).max(1);
        let columns_of_tiles = spec.n.div_ceil(shape.width.max(1)).max(1);
        // Tiles that are not all of one size have more code.
        let sizes = f64::from(1 + u8::from(across % rows_of_tiles > 0))
            * f64::from(1 + u8::from(spec.n % columns_of_tiles > 0));
        let [rows_of_tiles, columns_of_tiles] = [rows_of_tiles, columns_of_tiles].map(number);
        let [across, along, n, k, width] = [across, along, spec.n, spec.k, shape.width].map(number);
        let lanes = number(lanes);
        // All for one position of K.
        let vectors = across + along / lanes;
        let multiply_adds = vectors * n;
        let loads = vectors * columns_of_tiles + rows_of_tiles * n / lanes;
        let shuffles = match spec.a.layout {
            Layout::RowMajor => across * columns_of_tiles * self.levels(),
            Layout::ColumnMajor => along.min(1.0) * columns_of_tiles * self.levels(),
        };
        let in_flight = number(height.get()) * width * SETS / f64::from(model.accumulate_latency);
        let busy = [
            (multiply_adds + shuffles) / f64::from(model.multiply_adds).min(in_flight),
            loads / f64::from(model.moves),
            (multiply_adds + loads + shuffles) / f64::from(model.width),
        ];
        let wait = match model.order {
            IssueOrder::Dataflow { .. } => 0.0,
            IssueOrder::Program { start, .. } => {
                let pass = lanes * f64::from(shape.unroll.max(1) as u32) * SETS;
                (f64::from(start) + width / f64::from(model.moves)) * k / pass
            }
        };
        let around = AROUND / f64::from(model.width) + wait;
        let cycles = busy.into_iter().fold(0.0, f64::max) * k + rows_of_tiles * columns_of_tiles * around;
        cycles * (1.0 + sizes * number(height.get()) * width * lanes / CODE / 2.0)
    }
}
