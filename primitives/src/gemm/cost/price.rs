//! The price of a kernel: cycles and code of all its tiles.

use super::facts::Cost;
use super::in_order::InOrder;
use super::loops;
use super::out_of_order::OutOfOrder;
use super::tile_work::{Accumulated, TileWork, Time};
use crate::gemm::passes::Passes;
use crate::gemm::tile::{Shape, Tile, Tiling};
use crate::work::number;
use tensmith_core::isa::model::IssueOrder;

/// The most instructions in a kernel: 4 KiB, less what surrounds its tiles.
const MAX_CODE: f64 = 960.0;

/// The most numbers of groups in a pass that are priced at once.
const MAX_UNROLLS: usize = 3;

/// How many instructions more are worth half of the time.
const CODE: f64 = 10_000.0;

/// The price of a kernel.
#[derive(Clone, Copy)]
pub(in crate::gemm) struct Price {
    /// Predicted cycles.
    pub(in crate::gemm) cycles: f64,
    /// Whether it waits for chains of multiply-adds. Where it does not, more sets of accumulators are only
    /// more work.
    pub(in crate::gemm) waits: bool,
    /// Instructions, roughly.
    code: f64,
}

impl Price {
    /// More than that of any kernel.
    pub(in crate::gemm) const NEVER: Self = Self { cycles: f64::INFINITY, waits: false, code: 0.0 };

    const NOTHING: Self = Self { cycles: 0.0, waits: false, code: 0.0 };

    /// Whether the code is not longer than kernels should be.
    pub(in crate::gemm) fn is_short(self) -> bool {
        self.code <= MAX_CODE
    }

    /// Cycles, with a small weight on code.
    pub(in crate::gemm) fn weight(self) -> f64 {
        weighted(self.cycles, self.code)
    }

    /// Adds tiles that do the same work in the same time each.
    fn add(&mut self, tiles: f64, work: &TileWork, way: &Way, time: Time) {
        self.cycles += time.cycles * tiles;
        self.waits |= time.waits;
        self.code += work.position.slots * way.positions + work.group.slots * way.groups + work.output.slots;
    }
}

/// Cycles, with a small weight on instructions: these have to be generated, fetched and kept.
pub(super) fn weighted(cycles: f64, code: f64) -> f64 {
    cycles * (1.0 + code / CODE)
}

/// How tiles pass through K, which is the same for all of them.
#[derive(Clone, Copy)]
struct Way {
    passes: Passes,
    /// Positions, and groups of them, that code is written for.
    positions: f64,
    groups: f64,
}

impl Cost<'_> {
    /// The price of the whole kernel.
    pub(in crate::gemm) fn price(&self, shape: Shape) -> Price {
        let tiling = Tiling::cut(self.spec.m, self.spec.n, shape, self.lanes);
        let [price, ..] = self.prices(shape, &tiling, &[shape.unroll]);
        price
    }

    /// The prices of the whole kernel with some numbers of groups in a pass, in their order: what a tile
    /// takes is the same for all.
    pub(in crate::gemm) fn prices(
        &self,
        shape: Shape,
        tiling: &Tiling,
        unrolls: &[usize],
    ) -> [Price; MAX_UNROLLS] {
        let mut prices = [Price::NOTHING; MAX_UNROLLS];
        let mut ways = [None; MAX_UNROLLS];
        for (way, unroll) in ways.iter_mut().zip(unrolls) {
            *way = Some(self.way(*unroll));
        }
        let around = loops::around_tile(tiling) + self.before_pairs;
        let fetched = self.fetched(tiling);
        for rows in tiling.rows() {
            let a = self.panel_of_a(rows.size, shape.rows);
            for columns in tiling.columns() {
                let work = self.tile_work(&a, &self.panel_of_b(columns.size), shape.sets, around);
                let tile = Tile { height: rows.size, width: columns.size };
                let of = Accumulated { tile, sets: shape.sets };
                let tiles = number(rows.count) * number(columns.count);
                let priced = prices.iter_mut().zip(ways.iter().flatten());
                let whole = |time: Time| Time {
                    cycles: time.cycles + self.shown(fetched, tile, time.cycles),
                    ..time
                };
                match self.model.order {
                    IssueOrder::OutOfOrder { lookahead } => {
                        let tile = OutOfOrder::new(self, &work, of, lookahead);
                        priced.for_each(|(price, way)| {
                            price.add(tiles, &work, way, whole(tile.time(&way.passes)));
                        });
                    }
                    IssueOrder::InOrder { start, .. } => {
                        let tile = InOrder::new(self, &work, of, start);
                        priced.for_each(|(price, way)| {
                            price.add(tiles, &work, way, whole(tile.time(&way.passes)));
                        });
                    }
                }
            }
        }
        if let (true, Some(rows)) = (shape.rows.are_preloaded(), tiling.rows().next()) {
            let work = self.preloaded(rows.size);
            for price in &mut prices {
                price.cycles += self.rates.multiplying(work).cycles();
                price.code += work.slots;
            }
        }
        prices
    }

    /// The way through K with `unroll` groups in a pass.
    fn way(&self, unroll: usize) -> Way {
        let passes = Passes::new(self.spec.k, unroll, self.group);
        let Passes { groups, after, rest, .. } = passes;
        let is_loop = passes.count > 1;
        let written = groups.saturating_add(after).saturating_add(usize::from(rest > 0));
        let groups = if is_loop { number(written) } else { self.groups };
        Way { passes, positions: number(self.written(&passes)), groups }
    }

    /// Positions of K that code is written for.
    pub(super) fn written(&self, passes: &Passes) -> usize {
        if passes.count > 1 {
            passes.body(self.group).saturating_add(passes.left(self.group))
        } else {
            self.spec.k
        }
    }
}
