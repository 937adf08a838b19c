//! What a kernel of a given shape costs, before it is written.
//!
//! The instructions that the generator would write are counted by what they
//! occupy: the vector pipes, the load and store pipes, issue slots. A core that
//! reorders instructions takes as long as the busiest of these. A core that does
//! not takes at least that in each phase of a tile, and waits at the start of
//! each. Either takes as long as its longest chain of dependent multiply-adds.
//!
//! `count` says what the generator would write, `around` what surrounds tiles, `work` how long that
//! keeps a core busy, and `in_order` how long cores wait that do not reorder. `estimate` tells good shapes
//! from bad ones for a small part of the effort.
//!
//! Cost of the prediction: some hundreds of host instructions per size of tile.

mod around;
mod count;
mod estimate;
mod in_order;

use super::epilogue::Needs;
use super::passes::Passes;
use super::tile::{Shape, Tile, Tiling};
use super::zeros::Zeros;
use crate::address::{bytes, signed};
use crate::work::{Product, Rates, Work, larger, number, smaller};
use core::num::NonZero;
pub(super) use estimate::OfRows;
use in_order::InOrder;
use tensmith_core::Target;
use tensmith_core::kernel::spec::{Batch, GemmSpec, Stride};
use tensmith_core::target::{CoreModel, IssueOrder, MoveForm};

/// The most instructions in a kernel: 4 KiB, less what surrounds its tiles.
const MAX_CODE: f64 = 960.0;

/// The most numbers of groups in a pass that are priced at once.
const MAX_UNROLLS: usize = 3;

/// How much of a chain that takes longer than all else delays even cores that do something else meanwhile.
const CHAINED: f64 = 1.0 / 32.0;

/// Cycles before a chain begins, on cores that reorder: first operands are loaded, which takes all of them about as long.
const BEFORE: f64 = 6.0;

/// How many instructions more are worth half of the time.
const CODE: f64 = 10_000.0;

/// What prediction has to know.
pub(super) struct Cost<'s> {
    spec: &'s GemmSpec,
    model: &'s CoreModel,
    rates: Rates,
    lanes: NonZero<usize>,
    /// Positions of K, groups of them, those that fill none, and pairs of blocks in a batch.
    k: f64,
    groups: f64,
    rest: usize,
    pairs: f64,
    /// Instructions around each of these pairs.
    around_pair: f64,
    /// What the epilogue needs, from its first link on and from its second.
    needs: [Needs; 2],
    /// How many rows of A (columns of B), beside the first, the offset of a load reaches that costs nothing extra,
    /// where they are a leading dimension apart.
    near_a: i64,
    near_b: i64,
    /// How often the pointer to A (B) moves at each position of K, where positions are a leading dimension apart.
    moves_a: f64,
    moves_b: f64,
    /// Elements of C that stores reach, in whole vectors and else.
    near_c: usize,
    anywhere_c: NonZero<usize>,
    /// Whether columns of C are whole vectors apart.
    is_whole_c: bool,
    /// Instructions before the pairs of a batch.
    before_pairs: f64,
    /// The share of zeros that are made as the core prefers.
    preferred_zeros: f64,
}

/// What one tile takes.
struct TileWork {
    /// For every position of K.
    position: Product,
    /// For every group of positions, beside.
    group: Product,
    /// For positions that fill no group, beside.
    tail: Product,
    /// For C, and for the loops around the tile.
    output: Work,
}

/// Instructions that every pass through the loop over K takes beside: a pointer moves, a counter goes down, and a
/// branch is taken.
const PASS: f64 = 3.0;

/// Instructions around each pair of blocks in a batch: places are moved on, and the pairs are counted.
const PAIR: f64 = 4.0;

/// The greatest offset, in bytes, that need not be whole vectors, and what is reached with such offsets, in vectors.
const ANYWHERE: i64 = 255;
const VECTORS_ANYWHERE: NonZero<usize> = NonZero::new(16).unwrap();

/// How often a pointer moves at each of so many positions that are so many bytes apart: not at all if offsets, up to a
/// greatest one, reach all of them.
fn moving(apart: Option<i64>, (positions, reach): (usize, i64)) -> f64 {
    let last = apart.map_or(i64::MAX, |bytes| bytes.saturating_mul(signed(positions.saturating_sub(1))));
    let reach = if apart.is_some_and(|bytes| bytes % 16 == 0) { reach } else { reach.min(ANYWHERE) };
    if last <= reach { 0.0 } else { 1.0 }
}

/// Instructions of all passes of a product, for which places are copied, as the loop moves them.
fn passing(passes: &Passes) -> f64 {
    if passes.count > 1 { PASS * (number(passes.count) + 1.0) } else { 0.0 }
}

/// How tiles pass through K, which is the same for all of them.
#[derive(Clone, Copy)]
struct Way {
    passes: Passes,
    /// Positions, and groups of them, that code is written for.
    positions: f64,
    groups: f64,
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
    /// For a multiplication whose epilogue has such needs, from its first link on and from its second.
    pub(super) fn new(spec: &'s GemmSpec, target: &'s Target, needs: [Needs; 2]) -> Self {
        let (lanes, forms) = (target.machine().lanes(spec.dtype), target.model.forms);
        let (reach, stores) = (forms.loads.single_reach(), forms.stores.reach());
        let near = |ld: Stride| ld.known().map_or(0, |ld| reach / bytes(ld, spec.dtype).max(1));
        let moves =
            |ld: Stride| moving(ld.known().map(|ld| bytes(ld, spec.dtype)), (spec.k.min(lanes.get()), reach));
        Self {
            spec,
            model: &target.model,
            rates: Rates::of(&target.model),
            lanes,
            k: number(spec.k),
            groups: number(spec.k.div_ceil(lanes.get())),
            rest: spec.k % lanes,
            pairs: number(spec.batch.count().known().unwrap_or(1)),
            around_pair: if spec.batch == Batch::Single { 0.0 } else { PAIR },
            needs,
            near_a: near(spec.a.ld),
            near_b: near(spec.b.ld),
            moves_a: moves(spec.a.ld),
            moves_b: moves(spec.b.ld),
            is_whole_c: spec.c.ld.known().is_some_and(|ld| ld % lanes == 0),
            before_pairs: around::before_pairs(spec.batch, target.model.order),
            preferred_zeros: Zeros::new(spec, &target.model).preferred(),
            anywhere_c: match forms.stores {
                // Each list has a pointer to it.
                MoveForm::Lists => NonZero::<usize>::MIN,
                MoveForm::Single | MoveForm::Pairs => lanes.saturating_mul(VECTORS_ANYWHERE),
            },
            near_c: usize::try_from(stores / bytes(1, spec.dtype).max(1)).unwrap_or(0),
        }
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
        let mut ways = [None; MAX_UNROLLS];
        for (way, unroll) in ways.iter_mut().zip(unrolls) {
            *way = Some(self.way(*unroll));
        }
        let around = self.surrounding(tiling);
        for rows in tiling.rows() {
            let high = self.high(rows.size, shape);
            for columns in tiling.columns() {
                let wide = self.wide(columns.size);
                let work = self.count((&high, around), &wide, columns.size, shape.sets);
                let tile = Tile { height: rows.size, width: columns.size };
                let (size, count) = ((tile, shape.sets), number(rows.count) * number(columns.count));
                let prices = prices.iter_mut().zip(ways.iter().flatten());
                match self.model.order {
                    IssueOrder::Dataflow { lookahead } => {
                        let time = self.overlapped(&work, size, f64::from(lookahead));
                        add(prices, (&work, count), time);
                    }
                    IssueOrder::Program { start, .. } => {
                        let tile = InOrder::new(self, &work, size, f64::from(start));
                        add(prices, (&work, count), |passes| tile.time(passes));
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

    /// The way through K with so many groups in a pass.
    fn way(&self, unroll: usize) -> Way {
        let passes = Passes::new(self.spec.k, unroll, self.lanes);
        let Passes { groups, after, rest, .. } = passes;
        let is_loop = passes.count > 1;
        let written = groups.saturating_add(after).saturating_add(usize::from(rest > 0));
        let groups = if is_loop { number(written) } else { self.groups };
        Way { passes, positions: number(self.written(&passes)), groups }
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
        let product = (work.position * self.k + work.group * self.groups + work.tail) * self.pairs;
        let busy = self.rates.multiplying(product) + self.rates.busy(work.output);
        let slots = product.slots + work.output.slots;
        let chain = self.chain(self.spec.k, size) * self.pairs;
        move |passes| {
            let beside = (passing(passes) + self.around_pair) * self.pairs;
            let busy = busy.and_issued(self.rates.issuing(beside)).cycles();
            let slots = slots + beside;
            let time = Time::longest(busy, unhidden(chain + BEFORE, busy, slots / lookahead));
            Time { cycles: time.cycles + larger(chain - busy, 0.0) * CHAINED, ..time }
        }
    }

    /// Cycles of the multiply-adds onto one accumulator.
    fn chain(&self, k: usize, (tile, sets): (Tile, usize)) -> f64 {
        let all = if tile.height.vectors == 0 { k.div_ceil(self.lanes.get()) } else { k };
        let of_a_set = if sets > 1 { all.div_ceil(sets) } else { all };
        number(of_a_set) * f64::from(self.model.accumulate_latency)
    }
}

/// What is left to wait for of a chain of multiply-adds in a tile that keeps a core `busy` for so long. The tiles that
/// follow hide the more of it the more of them a core sees: `windows` is how many times a tile has the instructions that it
/// looks ahead over. But they only have what the tile leaves of the pipes meanwhile.
fn unhidden(chain: f64, busy: f64, windows: f64) -> f64 {
    let left = smaller((chain - busy) / busy, 1.0);
    chain - chain * left / (windows + 1.0)
}

/// Adds tiles, so many with so much work each, to prices for ways through K, on which the time depends that a tile
/// takes.
#[inline(always)]
fn add<'p>(
    prices: impl Iterator<Item = (&'p mut Price, &'p Way)>,
    (work, count): (&TileWork, f64),
    time: impl Fn(&Passes) -> Time,
) {
    for (price, way) in prices {
        let Time { cycles, waits } = time(&way.passes);
        price.cycles += cycles * count;
        price.waits |= waits;
        price.code += work.position.slots * way.positions + work.group.slots * way.groups + work.output.slots;
    }
}
