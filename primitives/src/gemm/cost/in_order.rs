//! In-order cores: one phase of a tile after the other.

use super::facts::Cost;
use super::loops::PASS;
use super::tile_work::{Accumulated, TileWork, Time};
use crate::address::is_split;
use crate::gemm::passes::Passes;
use crate::gemm::tile::Tile;
use crate::work::{Busy, Product, Work, larger, number, smaller};
use tensmith_core::kernel::spec::{Factor, Layout};

/// The common part of the times of a tile, however it passes through K.
pub(super) struct InOrder<'c> {
    cost: &'c Cost<'c>,
    work: &'c TileWork,
    of: Accumulated,
    /// Cycles until first operands come that are asked for.
    start: f64,
    /// Cycles for which C is loaded.
    loading: f64,
    /// The zeros that sums begin with, and what else is done for C.
    zeroed: Busy,
    rest: Busy,
    /// Cycles in which pointers into C move, and in which results are waited for.
    steps: f64,
    results: f64,
    /// The time around a pair, beyond the wait for its first operands.
    around: f64,
    splits: SplitWait,
    /// Cycles from the first multiply-add of the last position to the last one of it.
    last: f64,
}

impl<'c> InOrder<'c> {
    pub(super) fn new(cost: &'c Cost<'c>, work: &'c TileWork, of: Accumulated, start: u32) -> Self {
        let Work { loads, zeros, slots, .. } = work.output;
        let rest = Work { loads: 0.0, zeros: 0.0, slots: slots - loads - zeros, ..work.output };
        let rates = &cost.rates;
        let (start, tile) = (f64::from(start), of.tile);
        let (rest, results) = (rates.busy(rest), cost.results(of));
        Self {
            cost,
            work,
            of,
            start,
            loading: rates.multiplying(Product { vector: 0.0, loads, slots: loads }).cycles(),
            zeroed: rates.busy(Work { zeros, slots: zeros, ..Work::default() }),
            rest,
            steps: cost.steps(tile),
            results: results - cost.folded_meanwhile(tile, rest.cycles(), results),
            around: larger(rates.multiplying(Product::others(cost.around_pair)).cycles() - start, 0.0),
            splits: cost.splits(tile, work.position.vector),
            last: (number(of.of_set()) - 1.0) / f64::from(cost.model.multiply_adds),
        }
    }

    /// How long the tile takes. Each phase waits for its first operands, and the last one for results that
    /// depend on each other.
    pub(super) fn time(&self, passes: &Passes) -> Time {
        let pairs = self.cost.pairs;
        // Where nothing is repeated, zeros are made, C is loaded, and pointers move, while operands are
        // waited for. Else, what C is loaded for is there with the last of it.
        let is_straight = passes.count <= 1 && pairs == 1.0;
        let (asked, meanwhile, before, steps) = if is_straight {
            (0.0, self.zeroed, Busy::default(), 0.0)
        } else {
            (larger(self.start - self.loading, 0.0), Busy::default(), self.zeroed, self.steps * OPEN_STEPS)
        };
        let product = self.product(passes, meanwhile);
        let output = self.loading + (self.rest + before).cycles() + steps;
        let pair = product.cycles + self.around;
        // The next pair of a batch waits for the results of the one before.
        let chain = if pairs > 1.0 { self.cost.chain(self.cost.spec.k, self.of) } else { 0.0 };
        let all = pair + larger(pair, chain) * (pairs - 1.0);
        Time { cycles: all + output + asked + self.results, waits: product.waits || chain > pair }
    }

    /// How long a product takes, with what is done `meanwhile` at its beginning. Without a loop, all is one
    /// phase: first operands of what follows are asked for before.
    fn product(&self, passes: &Passes, meanwhile: Busy) -> Time {
        let Self { cost, work, of, .. } = *self;
        let narrow = cost.narrow_wait(work.tail);
        match (cost.spec.k, passes.count) {
            (0, _) => Time::longest(meanwhile.cycles(), 0.0),
            (k, ..=1) => {
                // For the last multiply-add of the chain, results are waited for.
                let chain = cost.chain(k, of) - f64::from(cost.model.accumulate_latency) + self.last;
                let time = Time::longest((self.busy(k, work.tail) + meanwhile).cycles(), chain);
                Time { cycles: self.wait(k) - UNMOVED + time.cycles + narrow, ..time }
            }
            (_, count) => {
                let phase = |k: usize, meanwhile: Product| match k {
                    0 => Time::longest(0.0, 0.0),
                    _ => {
                        let (wait, chain) = (self.wait(k), cost.chain(k, of));
                        let last = chain - f64::from(cost.model.accumulate_latency) + self.last;
                        Time::longest(self.busy(k, meanwhile).cycles() + wait, larger(chain, last + wait))
                    }
                };
                let (body, left) = (passes.body(cost.lanes), passes.left(cost.lanes));
                let (all, behind) = (phase(body, Product::others(PASS)), phase(left, work.tail));
                let cycles = all.cycles * number(count) + behind.cycles + narrow;
                Time { cycles, waits: all.waits || behind.waits }
            }
        }
    }

    /// The time of `k` positions, with the work that is done `meanwhile`.
    fn busy(&self, k: usize, meanwhile: Product) -> Busy {
        let groups = number(k.div_ceil(self.cost.lanes.get()));
        self.cost.rates.multiplying(self.work.position * number(k) + self.work.group * groups + meanwhile)
    }

    /// Cycles for which a phase of `k` positions waits for operands.
    fn wait(&self, k: usize) -> f64 {
        self.start + self.cost.wait(self.of, self.splits, k)
    }
}

/// Cycles in which vectors are waited for that two instructions load: at first, and at every position of K.
#[derive(Clone, Copy)]
pub(super) struct SplitWait {
    first: f64,
    each: f64,
}

impl Cost<'_> {
    /// Cycles for which `k` positions wait for squares of A, and for split vectors.
    pub(super) fn wait(&self, of: Accumulated, splits: SplitWait, k: usize) -> f64 {
        let squares = self.squares(of, k) * self.levels();
        squares * f64::from(self.model.accumulate_latency) + splits.first + splits.each * number(k)
    }

    /// How long split vectors are waited for where `multiply_adds` are done at each position of K.
    pub(super) fn splits(&self, tile: Tile, multiply_adds: f64) -> SplitWait {
        let is_split = |lanes: usize| is_split(lanes, self.lanes);
        let a = self.spec.a.layout == Layout::ColumnMajor && is_split(tile.height.rows());
        let b = self.spec.b.layout == Layout::RowMajor && is_split(tile.width);
        let splits = f64::from(u8::from(a) + u8::from(b));
        SplitWait { first: splits * FIRST_SPLIT, each: splits * larger(OPEN - multiply_adds * COVER, 0.0) }
    }

    /// Cycles in which split vectors are waited for after the last whole group.
    pub(super) fn narrow_wait(&self, tail: Product) -> f64 {
        SPLIT * tail.loads
    }

    /// Split vectors that are loaded from C, and stored.
    fn splits_in_c(&self, Tile { height, width }: Tile) -> f64 {
        let (lanes, vectors) = match self.spec.c.layout {
            Layout::ColumnMajor => (height.rows(), width),
            Layout::RowMajor => (width, height.rows()),
        };
        let ways = if self.spec.beta == Factor::Zero { 1.0 } else { 2.0 };
        if is_split(lanes, self.lanes) { number(vectors) * ways } else { 0.0 }
    }

    /// Squares of A that multiply-adds wait for at `k` positions.
    fn squares(&self, of: Accumulated, k: usize) -> f64 {
        let Tile { height, width } = of.tile;
        let groups = k.div_ceil(self.lanes.get());
        match self.spec.a.layout {
            Layout::RowMajor => {
                // Columns of the next group have registers of their own, all but one of which are taken.
                let taken = of.all().saturating_add(width.saturating_mul(2)).saturating_sub(1);
                let share = match self.is_crowded(taken, height.last_lanes) {
                    true => smaller(CROWDED - COVERED * number(width), 1.0),
                    false => FREE * self.levels(),
                };
                one_and_some(height.vectors.saturating_mul(groups), share)
            }
            // A position of its own takes none.
            Layout::ColumnMajor if height.dot_rows > 0 => {
                number(groups.saturating_sub((k % self.lanes == 1).into()))
            }
            Layout::ColumnMajor => 0.0,
        }
    }

    /// Whether there are too few registers to transpose two squares of such a side at once, next
    /// to the accumulators.
    fn is_crowded(&self, accumulators: usize, side: usize) -> bool {
        accumulators.saturating_add(self.lanes.get().min(side).saturating_mul(4)) > self.room
    }

    /// Cycles for which results are waited for, and split vectors are put together.
    pub(super) fn results(&self, of: Accumulated) -> f64 {
        let latency = f64::from(self.model.accumulate_latency);
        self.levels_behind(of) * latency + SPLIT * self.splits_in_c(of.tile)
    }

    /// Cycles of the rest that is done for a tile of C while results are waited for: of a single dot row, one
    /// column is folded while the others wait.
    fn folded_meanwhile(&self, Tile { height, .. }: Tile, rest: f64, results: f64) -> f64 {
        let is_single = height.vectors == 0 && height.dot_rows == 1;
        let waits = results - f64::from(self.model.accumulate_latency);
        if is_single { FOLDED * smaller(rest, waits) } else { 0.0 }
    }

    /// Operations between the last multiply-add and the last store, each of which waits for the one
    /// before.
    fn levels_behind(&self, of: Accumulated) -> f64 {
        let Tile { height, width } = of.tile;
        let sets = number(of.sets.saturating_sub(1));
        let folds = if height.dot_rows > 0 { self.levels() } else { 0.0 };
        let turns = match self.spec.c.layout {
            Layout::RowMajor => {
                let squares = height.vectors_of_c().saturating_mul(width.div_ceil(self.lanes.get()));
                let share = if self.is_crowded(of.of_set(), width) { CROWDED_BEHIND } else { 0.0 };
                one_and_some(squares, share) * self.levels()
            }
            Layout::ColumnMajor => 0.0,
        };
        let added = if self.adds_late(height) { 1.0 } else { 0.0 };
        // Of a single position, first results are stored while the last come, where there are enough.
        let is_many = of.of_set() > self.model.accumulate_latency as usize;
        let last = if self.spec.k == 1 && is_many { STORED_MEANWHILE } else { 1.0 };
        sets + folds + turns + added + last
    }

    /// Shuffles, one after the other, through which an element of a square goes.
    pub(super) fn levels(&self) -> f64 {
        if self.lanes.get() == 4 { 2.0 } else { 1.0 }
    }
}

/// How many of some squares are waited for: the first, and a share of the others, as these can be
/// transposed meanwhile.
fn one_and_some(squares: usize, share: f64) -> f64 {
    match squares {
        0 => 0.0,
        _ => 1.0 + number(squares.saturating_sub(1)) * share,
    }
}

/// Cycles by which first operands come earlier where no loop copies and moves pointers; half the time, others
/// have done that meanwhile.
const UNMOVED: f64 = 0.5;

/// The share of moves of pointers into C during which nothing else is done: those for loads
/// are hidden by these.
const OPEN_STEPS: f64 = 0.5;

/// Cycles until a split vector is put together, as far as nothing else is done.
const SPLIT: f64 = 1.5;

/// Cycles until a split vector is put together that is loaded at the first position of K.
const FIRST_SPLIT: f64 = 3.0;

/// Cycles until a split vector is put together that is loaded at a later position, where no multiply-adds
/// cover them, and how many of these cycles each multiply-add covers.
const OPEN: f64 = 1.25;
const COVER: f64 = 0.25;

/// The share of squares of A after the first that multiply-adds wait for. Without room for another, those
/// with each column cover a part of the wait. With room, it is [`FREE`] for each level of shuffles: of
/// smaller squares, more are transposed at once.
const CROWDED: f64 = 1.2;
const COVERED: f64 = 0.1;
const FREE: f64 = 0.27;

/// The share of squares of C after the first that are waited for without such room.
const CROWDED_BEHIND: f64 = 0.4;

/// The share of the waits for a single row that is filled.
const FOLDED: f64 = 0.5;

/// The part of the wait for the last results that is left while others are stored.
const STORED_MEANWHILE: f64 = 0.5;
