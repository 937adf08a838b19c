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
use core::num::NonZero;
use core::ops::{Add, Mul};
use tensmith_core::kernel::spec::{Factor, GemmSpec, Layout};
use tensmith_core::target::{CoreModel, IssueOrder, MoveForm};

/// How much of a resource that is not the busiest delays the busiest.
const CONTENTION: f64 = 1.0 / 32.0;

/// The most instructions in a kernel: 4 KiB, less what surrounds its tiles.
const MAX_CODE: f64 = 960.0;

/// How many instructions more are worth half of the time.
const CODE: f64 = 65_536.0;

/// What instructions occupy.
#[derive(Clone, Copy, Default)]
struct Work {
    /// Slots of the vector pipes.
    vector: f64,
    /// Vectors loaded.
    loads: f64,
    /// Vectors stored.
    stores: f64,
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
            slots: self.slots * count,
        }
    }
}

impl Work {
    /// Cycles for which the busiest resource is occupied. The others are added with a small weight:
    /// what is less busy is in the way less often.
    fn cycles(self, model: &CoreModel) -> f64 {
        let stores = self.stores * f64::from(model.stores.vector_slots) / 4.0;
        let vector = (self.vector + stores) / f64::from(model.multiply_adds);
        let moves = (self.loads + self.stores) / f64::from(model.moves);
        let slots = self.slots / f64::from(model.width);
        let busiest = vector.max(moves).max(slots);
        busiest + (vector + moves + slots - busiest) * CONTENTION
    }
}

/// What prediction has to know.
pub(super) struct Cost<'s> {
    pub(super) spec: &'s GemmSpec,
    pub(super) model: &'s CoreModel,
    pub(super) lanes: NonZero<usize>,
}

/// What one tile takes.
struct Tile {
    /// For every position of K.
    position: Work,
    /// For every group of positions, beside.
    group: Work,
    /// For C, and for the loops around the tile.
    output: Work,
}

impl Tile {
    /// What a product over `k` positions takes.
    fn product(&self, k: usize, lanes: NonZero<usize>) -> Work {
        self.position * k as f64 + self.group * k.div_ceil(lanes.get()) as f64
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

impl Cost<'_> {
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
                let (height, width) = (rows.size, columns.size);
                let tile = self.tile(height, width, shape);
                let cycles = match self.model.order {
                    IssueOrder::Dataflow { lookahead } => {
                        self.overlapped(&tile, (height, shape.sets), f64::from(lookahead))
                    }
                    IssueOrder::Program { start, .. } => {
                        self.in_turn(&tile, &passes, (height, shape.sets), f64::from(start))
                    }
                };
                price.cycles += cycles * rows.count as f64 * columns.count as f64;
                price.code += (tile.product(written, self.lanes) + tile.output).slots;
            }
        }
        price
    }

    /// Cycles of a tile on a core that looks ahead: chains of the next tile overlap those of this
    /// one.
    fn overlapped(&self, tile: &Tile, (height, sets): (Height, usize), lookahead: f64) -> f64 {
        let work = tile.product(self.spec.k, self.lanes) * self.pairs() + tile.output;
        let chain = self.chain(self.spec.k, (height, sets)) * self.pairs();
        work.cycles(self.model).max(chain * work.slots / (work.slots + lookahead))
    }

    /// Cycles of a tile on a core that does not: one phase after the other.
    fn in_turn(&self, tile: &Tile, passes: &Passes, size: (Height, usize), start: f64) -> f64 {
        let phase = |k: usize| match k {
            0 => 0.0,
            _ => tile.product(k, self.lanes).cycles(self.model).max(self.chain(k, size)) + start,
        };
        let product = phase(passes.body(self.lanes)) * passes.count as f64 + phase(passes.left(self.lanes));
        product * self.pairs() + tile.output.cycles(self.model) + start
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
            output: self.output(height, width, shape.sets),
        }
    }

    /// What every position of K takes.
    fn position(&self, height: Height, width: usize, fetch: Fetch) -> Work {
        let multiply_adds = height.vectors as f64 * width as f64;
        let loads_a = if self.spec.a.layout == Layout::ColumnMajor { height.vectors as f64 } else { 0.0 };
        let loads_b = match self.spec.b.layout {
            Layout::ColumnMajor => 0.0,
            Layout::RowMajor => width.div_ceil(self.lanes.get()) as f64,
        };
        let steps_a = match self.model.forms.loads {
            MoveForm::Lists if loads_a > 0.0 => 1.0,
            _ => 0.0,
        };
        let slots_a = match fetch {
            Fetch::Rolling => loads_a,
            Fetch::Grouped => loads_a / 4.0,
        };
        Work {
            vector: multiply_adds,
            loads: loads_a + loads_b,
            stores: 0.0,
            slots: multiply_adds + slots_a + steps_a + loads_b * self.far_load(),
        }
    }

    /// Instructions of a load far from its pointer.
    fn far_load(&self) -> f64 {
        if self.model.forms.loads == MoveForm::Lists { 2.0 } else { 1.0 }
    }

    /// Shuffles that transpose a square.
    fn square(&self) -> f64 {
        if self.lanes.get() == 4 { 8.0 } else { 2.0 }
    }

    /// What every group of positions takes beside.
    fn group(&self, height: Height, width: usize) -> Work {
        let (lanes, along) = (self.lanes.get() as f64, height.along_k as f64);
        let loads_b = if self.spec.b.layout == Layout::ColumnMajor { width as f64 } else { 0.0 };
        let (loads_a, shuffles) = match self.spec.a.layout {
            Layout::ColumnMajor if height.along_k == 0 => (0.0, 0.0),
            Layout::ColumnMajor if height.along_k == 1 => (lanes, lanes - 1.0),
            Layout::ColumnMajor => (lanes, self.square()),
            Layout::RowMajor => {
                let vectors = height.vectors as f64;
                (vectors * lanes + along, vectors * self.square())
            }
        };
        let vector = shuffles + along * width as f64;
        let loads = loads_a + loads_b;
        // Pointers move, and a counter.
        Work { vector, loads, stores: 0.0, slots: vector + loads * self.far_load() + 3.0 }
    }

    /// What a tile of C takes, and the loops around it.
    fn output(&self, height: Height, width: usize, sets: usize) -> Work {
        let (columns, along) = (width as f64, height.along_k as f64);
        let vectors = columns * height.vectors_of_c() as f64;
        let more_sets = columns * height.accumulators() as f64 * (sets as f64 - 1.0);
        let folds = if along > 0.0 { columns * 4.0 } else { 0.0 };
        let (moved, turning) = match self.spec.c.layout {
            Layout::ColumnMajor => (vectors, 0.0),
            Layout::RowMajor => {
                let chunks = width.div_ceil(self.lanes.get()) as f64;
                (height.rows() as f64 * chunks, height.vectors_of_c() as f64 * chunks * self.square())
            }
        };
        let (loads, zeros) = if self.spec.beta == Factor::Zero { (0.0, vectors) } else { (moved, 0.0) };
        let late = if turning > 0.0 { loads } else { 0.0 };
        let factors = match (self.spec.alpha, self.spec.beta) {
            (Factor::Runtime, Factor::Runtime) => 2.0,
            (Factor::Runtime, _) | (_, Factor::Runtime) => 1.0,
            _ => 0.0,
        };
        let vector = more_sets * 2.0 + folds + vectors * factors + turning + late;
        let loading = if self.model.forms.loads == MoveForm::Pairs { 0.5 } else { 1.0 };
        let storing = f64::from(self.model.stores.slots) / 4.0;
        let slots = vector + zeros + columns * 2.0 + 8.0 + loads * loading + moved * storing;
        Work { vector, loads, stores: moved, slots }
    }
}
