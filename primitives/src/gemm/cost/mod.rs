//! What a kernel of a given shape costs, before it is written.
//!
//! The instructions that the generator would write are counted by what they
//! occupy: the vector pipes, the load and store pipes, issue slots. A core that
//! reorders instructions takes as long as the busiest of these. A core that does
//! not takes at least that in each phase of a tile, and waits at the start of
//! each. Either takes as long as its longest chain of dependent multiply-adds.
//!
//! `count` says what the generator would write, `work` how long that keeps a core busy, and
//! `in_turn` how long cores wait that do not reorder. `estimate` tells good shapes from bad ones for
//! a small part of the effort.
//!
//! Cost of the prediction: some hundreds of host instructions per size of tile.

mod count;
mod estimate;
mod in_turn;

use super::epilogue::Needs;
use super::micro::Tile;
use super::passes::Passes;
use super::tile::{Shape, Tiling};
use crate::address::bytes;
use crate::work::{Rates, Work, larger, number};
use core::num::NonZero;
use in_turn::InTurn;
use tensmith_core::Target;
use tensmith_core::kernel::spec::{GemmSpec, Stride};
use tensmith_core::target::{CoreModel, IssueOrder};

/// The most instructions in a kernel: 4 KiB, less what surrounds its tiles.
const MAX_CODE: f64 = 960.0;

/// The most numbers of groups in a pass that are priced at once.
const MAX_UNROLLS: usize = 3;

/// How much of a chain that takes longer than all else delays even cores that do something else meanwhile.
const CHAINED: f64 = 1.0 / 32.0;

/// How many instructions more are worth half of the time.
const CODE: f64 = 10_000.0;

/// What prediction has to know.
pub(super) struct Cost<'s> {
    spec: &'s GemmSpec,
    model: &'s CoreModel,
    rates: Rates,
    lanes: NonZero<usize>,
    /// What the epilogue needs, from its first link on and from its second.
    needs: [Needs; 2],
    /// How many rows of A (columns of B), beside the first, the offset of a load reaches that costs nothing extra,
    /// where they are a leading dimension apart.
    near_a: i64,
    near_b: i64,
}

/// What one tile takes.
struct TileWork {
    /// For every position of K.
    position: Work,
    /// For every group of positions, beside.
    group: Work,
    /// For positions that fill no group, beside.
    tail: Work,
    /// For every pair of blocks in a batch.
    pair: Work,
    /// For C, and for the loops around the tile.
    output: Work,
}

impl TileWork {
    /// What `k` positions take.
    fn positions(&self, k: usize, lanes: NonZero<usize>) -> Work {
        self.position * number(k) + self.group * number(k.div_ceil(lanes.get()))
    }
}

/// What every pass through the loop over K takes beside: a pointer moves, a counter goes down, and a branch is taken.
const PASS: Work = Work { slots: 3.0, vector: 0.0, loads: 0.0, stores: 0.0, zeros: 0.0 };

/// The same for all passes of a product, for which places are copied, as the loop moves them.
fn passing(passes: &Passes) -> Work {
    if passes.count > 1 { PASS * (number(passes.count) + 1.0) } else { Work::default() }
}

/// How long something takes.
#[derive(Clone, Copy)]
struct Time {
    cycles: f64,
    /// Whether a chain of multiply-adds takes longer than all else meanwhile.
    waits: bool,
}

impl Time {
    /// That of work, and of a chain of multiply-adds beside it.
    fn longest(work: f64, chain: f64) -> Self {
        Self { cycles: larger(work, chain), waits: chain > work }
    }
}

/// What a kernel takes.
#[derive(Clone, Copy)]
pub(super) struct Price {
    /// Predicted cycles.
    pub(super) cycles: f64,
    /// Whether it waits for chains of multiply-adds. Where it does not, more sets of accumulators are only
    /// more work.
    pub(super) waits: bool,
    /// Instructions, roughly.
    code: f64,
}

impl Price {
    /// Whether the code is not longer than kernels should be.
    pub(super) fn is_short(self) -> bool {
        self.code <= MAX_CODE
    }

    /// Cycles, with a small weight on code: it has to be generated, fetched and kept.
    pub(super) fn weight(self) -> f64 {
        self.cycles * (1.0 + self.code / CODE)
    }
}

impl<'s> Cost<'s> {
    pub(super) fn new(spec: &'s GemmSpec, target: &'s Target) -> Self {
        let (lanes, reach) = (target.machine().lanes(spec.dtype), target.model.forms.loads.single_reach());
        let needs = [0, 1].map(|first| Needs::of(spec, first));
        let near = |ld: Stride| ld.known().map_or(0, |ld| reach / bytes(ld, spec.dtype).max(1));
        let (near_a, near_b) = (near(spec.a.ld), near(spec.b.ld));
        Self { spec, model: &target.model, rates: Rates::of(&target.model), lanes, needs, near_a, near_b }
    }

    /// The price of the whole kernel.
    pub(super) fn price(&self, shape: Shape) -> Price {
        let tiling = Tiling::cut(self.spec.m, self.spec.n, shape, self.lanes);
        let [price, ..] = self.prices((shape, &tiling), &[shape.unroll]);
        price
    }

    /// The prices of the whole kernel with so many groups in a pass, in their order: what a tile takes is the
    /// same for all.
    pub(super) fn prices(
        &self,
        (shape, tiling): (Shape, &Tiling),
        unrolls: &[usize],
    ) -> [Price; MAX_UNROLLS] {
        let mut prices = [Price { cycles: 0.0, waits: false, code: 0.0 }; MAX_UNROLLS];
        for columns in tiling.columns() {
            for rows in tiling.rows() {
                let tile = Tile { height: rows.size, width: columns.size };
                let (size, count) = ((tile, shape.sets), number(rows.count) * number(columns.count));
                let work = self.count(tile, shape);
                let prices = prices.iter_mut().zip(unrolls);
                match self.model.order {
                    IssueOrder::Dataflow { lookahead } => {
                        let time = self.overlapped(&work, size, f64::from(lookahead));
                        self.add(prices, (&work, count), time);
                    }
                    IssueOrder::Program { start, .. } => {
                        let tile = InTurn::new(self, &work, size, f64::from(start));
                        self.add(prices, (&work, count), |passes| tile.time(passes));
                    }
                }
            }
        }
        if let (true, Some(rows)) = (shape.rows.are_held(), tiling.rows().next()) {
            let work = self.held(rows.size);
            for price in &mut prices {
                price.cycles += work.cycles(&self.rates);
                price.code += work.slots;
            }
        }
        prices
    }

    /// Adds tiles, so many with so much work each, to prices for numbers of groups in a pass. The time that a tile
    /// takes depends on how it passes through K.
    #[inline(always)]
    fn add<'p>(
        &self,
        prices: impl Iterator<Item = (&'p mut Price, &'p usize)>,
        (work, count): (&TileWork, f64),
        time: impl Fn(&Passes) -> Time,
    ) {
        for (price, unroll) in prices {
            let passes = Passes::new(self.spec.k, *unroll, self.lanes);
            let Time { cycles, waits } = time(&passes);
            price.cycles += cycles * count;
            price.waits |= waits;
            price.code += (work.positions(self.written(&passes), self.lanes) + work.output).slots;
        }
    }

    /// Positions of K that code is written for.
    fn written(&self, passes: &Passes) -> usize {
        if passes.count > 1 {
            passes.body(self.lanes).saturating_add(passes.left(self.lanes))
        } else {
            self.spec.k
        }
    }

    /// How long a tile takes on a core that looks ahead: chains of the next tile overlap those of this one.
    #[inline(always)]
    fn overlapped(&self, work: &TileWork, size: (Tile, usize), lookahead: f64) -> impl Fn(&Passes) -> Time {
        let product = work.positions(self.spec.k, self.lanes) + work.tail + work.pair;
        let all = product * self.pairs() + work.output;
        let chain = self.chain(self.spec.k, size) * self.pairs();
        move |passes| {
            let work = all + passing(passes) * self.pairs();
            let busy = work.cycles(&self.rates);
            let time = Time::longest(busy, chain * work.slots / (work.slots + lookahead));
            Time { cycles: time.cycles + larger(chain - busy, 0.0) * CHAINED, ..time }
        }
    }

    /// Pairs of blocks in a batch.
    fn pairs(&self) -> f64 {
        number(self.spec.batch.count().known().unwrap_or(1))
    }

    /// Cycles of the multiply-adds onto one accumulator.
    fn chain(&self, k: usize, (tile, sets): (Tile, usize)) -> f64 {
        let along = if tile.height.vectors == 0 { self.lanes.get() } else { 1 };
        number(k.div_ceil(along)) / number(sets) * f64::from(self.model.accumulate_latency)
    }
}
