//! What a kernel of a given shape costs, before it is written.
//!
//! The instructions that the generator would write are counted by what they
//! occupy: the vector pipes, the load and store pipes, issue slots. A core that
//! reorders instructions takes as long as the busiest of these. A core that does
//! not takes at least that in each phase of a tile, and waits at the start of
//! each. Either takes as long as its longest chain of dependent multiply-adds.
//!
//! Cost of the prediction: some dozens of host instructions per size of tile.

use super::passes::Passes;
use super::tile::{Fetch, Height, Shape, columns, rows};
use crate::address::{bytes, signed};
use core::num::NonZero;
use core::ops::{Add, Mul};
use tensmith_core::Target;
use tensmith_core::kernel::spec::{Batch, Factor, GemmSpec, Layout, Stride};
use tensmith_core::target::{CoreModel, IssueOrder, MoveForm, Zeroing};

/// How much of a resource that is not the busiest delays the busiest.
const CONTENTION: f64 = 1.0 / 32.0;

/// The most instructions in a kernel: 4 KiB, less what surrounds its tiles.
const MAX_CODE: f64 = 960.0;

/// How many instructions more are worth half of the time.
const CODE: f64 = 10_000.0;

/// What instructions occupy.
#[derive(Clone, Copy, Default)]
struct Work {
    /// Slots of the vector pipes.
    vector: f64,
    /// Vectors loaded.
    loads: f64,
    /// Vectors stored.
    stores: f64,
    /// Vectors set to zero.
    zeros: f64,
    /// Instructions.
    slots: f64,
}

impl Add for Work {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            vector: self.vector + other.vector,
            loads: self.loads + other.loads,
            stores: self.stores + other.stores,
            zeros: self.zeros + other.zeros,
            slots: self.slots + other.slots,
        }
    }
}

impl Mul<f64> for Work {
    type Output = Self;

    fn mul(self, count: f64) -> Self {
        Self {
            vector: self.vector * count,
            loads: self.loads * count,
            stores: self.stores * count,
            zeros: self.zeros * count,
            slots: self.slots * count,
        }
    }
}

impl Work {
    /// Cycles for which the busiest resource is occupied. The others are added with a small weight:
    /// what is less busy is in the way less often.
    fn cycles(self, model: &CoreModel) -> f64 {
        let (zeros, zeroing) = match model.zeroing {
            Zeroing::Vector => (self.zeros, 0.0),
            // There is one pipe that moves integers to vectors.
            Zeroing::Integer => (0.0, self.zeros),
        };
        let stores = |slots: u32| self.stores * f64::from(slots) / 4.0;
        let vector =
            (self.vector + stores(model.stores.vector_slots) + zeros) / f64::from(model.multiply_adds);
        let stored = stores(model.stores.move_slots);
        let storing = match model.order {
            IssueOrder::Dataflow { .. } => 0.0,
            IssueOrder::Program { stores, .. } => stored / f64::from(stores),
        };
        let moves = ((self.loads + stored) / f64::from(model.moves)).max(storing);
        let slots = self.slots / f64::from(model.width);
        let busiest = vector.max(moves).max(slots).max(zeroing);
        busiest + (vector + moves + slots + zeroing - busiest) * CONTENTION
    }
}

/// What prediction has to know.
pub(super) struct Cost<'s> {
    spec: &'s GemmSpec,
    model: &'s CoreModel,
    lanes: NonZero<usize>,
    /// The greatest offset of a load that costs nothing extra.
    reach: i64,
}

/// What one tile takes.
struct Tile {
    /// For every position of K.
    position: Work,
    /// For every group of positions, beside.
    group: Work,
    /// For every pass through the loop over K.
    pass: Work,
    /// For every pair of blocks in a batch.
    pair: Work,
    /// For C, and for the loops around the tile.
    output: Work,
}

impl Tile {
    /// What `k` positions take.
    fn positions(&self, k: usize, lanes: NonZero<usize>) -> Work {
        self.position * k as f64 + self.group * k.div_ceil(lanes.get()) as f64
    }

    /// What a product takes.
    fn product(&self, k: usize, passes: &Passes, lanes: NonZero<usize>) -> Work {
        let count = if passes.count > 1 { passes.count as f64 } else { 0.0 };
        self.positions(k, lanes) + self.pass * count
    }
}

/// What a kernel takes.
#[derive(Clone, Copy)]
pub(super) struct Price {
    /// Predicted cycles.
    pub(super) cycles: f64,
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
        Self { spec, model: &target.model, lanes, reach }
    }

    /// The price of the whole kernel.
    pub(super) fn price(&self, shape: Shape) -> Price {
        let passes = Passes::new(self.spec.k, shape.unroll, self.lanes);
        let written = if passes.count > 1 {
            passes.body(self.lanes).saturating_add(passes.left(self.lanes))
        } else {
            self.spec.k
        };
        let mut price = Price { cycles: 0.0, code: 0.0 };
        for columns in columns(self.spec.n, shape.width) {
            for rows in rows(self.spec.m, shape.rows, self.lanes) {
                let size = (rows.size, shape.sets);
                let tile = self.tile(rows.size, columns.size, shape);
                let cycles = match self.model.order {
                    IssueOrder::Dataflow { lookahead } => {
                        self.overlapped(&tile, &passes, size, f64::from(lookahead))
                    }
                    IssueOrder::Program { start, .. } => {
                        self.in_turn((&tile, columns.size), &passes, size, f64::from(start))
                    }
                };
                price.cycles += cycles * rows.count as f64 * columns.count as f64;
                price.code += (tile.positions(written, self.lanes) + tile.output).slots;
            }
        }
        price
    }

    /// Cycles of a tile on a core that looks ahead: chains of the next tile overlap those of this
    /// one.
    fn overlapped(&self, tile: &Tile, passes: &Passes, size: (Height, usize), lookahead: f64) -> f64 {
        let work = (tile.product(self.spec.k, passes, self.lanes) + tile.pair) * self.pairs() + tile.output;
        let chain = self.chain(self.spec.k, size) * self.pairs();
        work.cycles(self.model).max(chain * work.slots / (work.slots + lookahead))
    }

    /// Cycles of a tile on a core that does not: one phase after the other, each of which waits for
    /// its first operands, and the last one for results that depend on each other.
    fn in_turn(
        &self,
        (tile, width): (&Tile, usize),
        passes: &Passes,
        size: (Height, usize),
        start: f64,
    ) -> f64 {
        let latency = f64::from(self.model.accumulate_latency);
        // The last column of B is loaded after the others.
        let columns = match self.spec.b.layout {
            Layout::ColumnMajor => (width as f64 - 1.0) / f64::from(self.model.moves),
            Layout::RowMajor => 0.0,
        };
        let phase = |k: usize| match k {
            0 => 0.0,
            _ => {
                let squares = self.squares(size.0) * k.div_ceil(self.lanes.get()) as f64;
                let wait = start + columns + squares * self.levels() * latency;
                let work = tile.positions(k, self.lanes) + tile.pass;
                (work.cycles(self.model) + wait).max(self.chain(k, size))
            }
        };
        let product = phase(passes.body(self.lanes)) * passes.count as f64 + phase(passes.left(self.lanes));
        // What surrounds a pair fills the time in which its first operands are waited for.
        let around = (tile.pair.cycles(self.model) - start).max(0.0);
        let loaded = Work { loads: tile.output.loads, slots: tile.output.loads, ..Work::default() };
        let stored = Work { loads: 0.0, slots: tile.output.slots - loaded.slots, ..tile.output };
        let output = loaded.cycles(self.model) + stored.cycles(self.model) + self.steps(size.0, width);
        let results = start + self.levels_behind(size, width) * latency;
        (product + around) * self.pairs() + output + results
    }

    /// Moves of the pointers into C that nothing can be done beside.
    fn steps(&self, height: Height, width: usize) -> f64 {
        let (columns, rows) = match self.spec.c.layout {
            Layout::ColumnMajor => (width, height.rows()),
            Layout::RowMajor => (height.rows(), width),
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
    fn squares(&self, height: Height) -> f64 {
        match self.spec.a.layout {
            Layout::RowMajor => height.vectors as f64,
            Layout::ColumnMajor if height.vectors == 0 => 1.0,
            Layout::ColumnMajor => 0.0,
        }
    }

    /// Operations between the last multiply-add and the last store, each of which waits for the one
    /// before.
    fn levels_behind(&self, (height, sets): (Height, usize), width: usize) -> f64 {
        let sets = f64::from(sets.max(1).ilog2());
        let folds = if height.along_k > 0 { self.levels() } else { 0.0 };
        let (turns, added) = match self.spec.c.layout {
            Layout::RowMajor => {
                let squares = height.vectors_of_c().saturating_mul(width.div_ceil(self.lanes.get()));
                (squares as f64 * self.levels(), 1.0)
            }
            Layout::ColumnMajor => (0.0, if height.along_k > 1 { 1.0 } else { 0.0 }),
        };
        sets + folds + turns + added + 1.0
    }

    /// Shuffles, one after the other, through which an element of a square goes.
    fn levels(&self) -> f64 {
        if self.lanes.get() == 4 { 2.0 } else { 1.0 }
    }

    /// Pairs of blocks in a batch.
    fn pairs(&self) -> f64 {
        self.spec.batch.count().fixed().unwrap_or(1) as f64
    }

    /// Cycles of the multiply-adds onto one accumulator.
    fn chain(&self, k: usize, (height, sets): (Height, usize)) -> f64 {
        let along = if height.vectors == 0 { self.lanes.get() } else { 1 };
        (k / along) as f64 / sets as f64 * f64::from(self.model.accumulate_latency)
    }

    fn tile(&self, height: Height, width: usize, shape: Shape) -> Tile {
        Tile {
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
