//! What a kernel of a given shape costs, before it is written.
//!
//! The instructions that the generator would write are counted by what they
//! occupy: the vector pipes, the load and store pipes, issue slots. A core that
//! reorders instructions takes as long as the busiest of these. A core that does
//! not takes at least that in each phase of a tile, and waits at the start of
//! each. Either takes as long as its longest chain of dependent multiply-adds.
//!
//! Cost of the prediction: some dozens of host instructions per size of tile.

use super::tile::{Fetch, Height, Shape, columns, rows};
use core::num::NonZero;
use core::ops::Add;
use tensmith_core::kernel::spec::{Factor, GemmSpec, Layout};
use tensmith_core::target::{CoreModel, IssueOrder, MoveForm};

/// Cycles are counted in parts of this size, so that small differences count.
pub(super) const PARTS: u64 = 16;

/// One in so many slots of a resource that is not the busiest delays the busiest.
const CONTENTION: u64 = 32;

/// What instructions occupy.
#[derive(Clone, Copy, Default)]
struct Work {
    /// Slots of the vector pipes.
    vector: u64,
    /// Vectors loaded.
    loads: u64,
    /// Vectors stored.
    stores: u64,
    /// Instructions, in quarters.
    slots: u64,
}

impl Add for Work {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            vector: self.vector.saturating_add(other.vector),
            loads: self.loads.saturating_add(other.loads),
            stores: self.stores.saturating_add(other.stores),
            slots: self.slots.saturating_add(other.slots),
        }
    }
}

impl Work {
    fn times(self, count: u64) -> Self {
        Self {
            vector: self.vector.saturating_mul(count),
            loads: self.loads.saturating_mul(count),
            stores: self.stores.saturating_mul(count),
            slots: self.slots.saturating_mul(count),
        }
    }

    /// Parts of cycles for which the busiest resource is occupied. The others are added with a
    /// small weight: what is less busy is in the way less often.
    fn parts(self, model: &CoreModel) -> u64 {
        let of = |count: u64, rate: u32| count.saturating_mul(PARTS) / u64::from(rate.max(1));
        let stores = self.stores.saturating_mul(u64::from(model.stores.vector_slots)) / 4;
        let vector = of(self.vector.saturating_add(stores), model.multiply_adds);
        let moves = of(self.loads.saturating_add(self.stores), model.moves);
        let slots = of(self.slots, model.width.saturating_mul(4));
        let busiest = vector.max(moves).max(slots);
        let others = vector.saturating_add(moves).saturating_add(slots).saturating_sub(busiest);
        busiest.saturating_add(others / CONTENTION)
    }
}

/// What prediction has to know.
pub(super) struct Cost<'s> {
    pub(super) spec: &'s GemmSpec,
    pub(super) model: &'s CoreModel,
    pub(super) lanes: NonZero<usize>,
}

impl Cost<'_> {
    /// Predicted parts of cycles of the whole kernel.
    pub(super) fn parts(&self, shape: Shape) -> u64 {
        let mut total = 0u64;
        let mut sizes = 0u64;
        for columns in columns(self.spec.n, shape.width) {
            for rows in rows(self.spec.m, shape.rows, self.lanes) {
                let tiles = (rows.count as u64).saturating_mul(columns.count as u64);
                let tile = self.tile(rows.size, columns.size, shape);
                total = total.saturating_add(tile.saturating_mul(tiles));
                sizes = sizes.saturating_add(1);
            }
        }
        // Every size has its own code, which has to be generated, fetched and kept.
        total.saturating_add(sizes.saturating_mul(total / 256 + PARTS / 4))
    }

    fn tile(&self, height: Height, width: usize, shape: Shape) -> u64 {
        let pairs = self.spec.batch.count().fixed().unwrap_or(1) as u64;
        let (k, lanes) = (self.spec.k as u64, self.lanes.get() as u64);
        let groups = k.div_ceil(lanes);
        let position = self.position(height, width, shape);
        let group = self.group(height, width, shape);
        let product = (position.times(k) + group.times(groups)).times(pairs);
        let output = self.output(height, width, shape);
        let busy = (product + output).parts(self.model);
        // Chains of the next tile overlap those of this one, as far as the core looks ahead.
        let links = k.saturating_mul(pairs) / (shape.sets.max(1) as u64);
        let chain = links.saturating_mul(u64::from(self.model.accumulate_latency)).saturating_mul(PARTS);
        let slots = product.slots.saturating_add(output.slots).max(1);
        let exposed = chain.saturating_mul(slots) / slots.saturating_add(self.lookahead());
        busy.max(if height.vectors == 0 { exposed / lanes } else { exposed })
    }

    fn lookahead(&self) -> u64 {
        match self.model.order {
            IssueOrder::Dataflow { lookahead } => u64::from(lookahead),
            IssueOrder::Program { .. } => 0,
        }
    }

    /// What every position of K takes.
    fn position(&self, height: Height, width: usize, shape: Shape) -> Work {
        let multiply_adds = (height.vectors.saturating_mul(width)) as u64;
        let loads_a = if self.spec.a.layout == Layout::ColumnMajor { height.vectors } else { 0 } as u64;
        let loads_b = match self.spec.b.layout {
            Layout::ColumnMajor => 0,
            Layout::RowMajor => width.div_ceil(self.lanes.get()) as u64,
        };
        let steps_a = match self.model.forms.loads {
            MoveForm::Lists if loads_a > 0 => 4,
            _ => 0,
        };
        let slots_a = match shape.fetch {
            Fetch::Rolling => loads_a.saturating_mul(4),
            Fetch::Grouped => loads_a,
        };
        let slots = multiply_adds.saturating_mul(4).saturating_add(slots_a).saturating_add(steps_a);
        Work {
            vector: multiply_adds,
            loads: loads_a.saturating_add(loads_b),
            stores: 0,
            slots: slots.saturating_add(loads_b.saturating_mul(self.far_load())),
        }
    }

    /// Quarters of slots of a load far from its pointer.
    fn far_load(&self) -> u64 {
        if self.model.forms.loads == MoveForm::Lists { 8 } else { 4 }
    }

    /// What every group of positions takes beside.
    fn group(&self, height: Height, width: usize, shape: Shape) -> Work {
        let (lanes, width, along) = (self.lanes.get() as u64, width as u64, height.along_k as u64);
        let loads_b = if self.spec.b.layout == Layout::ColumnMajor { width } else { 0 };
        let square = if lanes == 4 { 8 } else { 2 };
        let (loads_a, shuffles) = match self.spec.a.layout {
            Layout::ColumnMajor if along > 0 => {
                (lanes, if along == 1 { lanes.saturating_sub(1) } else { square })
            }
            Layout::ColumnMajor => (0, 0),
            Layout::RowMajor => {
                let vectors = height.vectors as u64;
                (vectors.saturating_mul(lanes).saturating_add(along), vectors.saturating_mul(square))
            }
        };
        let vector = shuffles.saturating_add(along.saturating_mul(width));
        let loads = loads_a.saturating_add(loads_b);
        let overhead = 8 + (8 / shape.unroll.max(1)) as u64;
        let slots = vector.saturating_mul(4).saturating_add(loads.saturating_mul(self.far_load()));
        Work { vector, loads, stores: 0, slots: slots.saturating_add(overhead) }
    }

    /// What a tile of C takes, and the loops around it.
    fn output(&self, height: Height, width: usize, shape: Shape) -> Work {
        let (width, along) = (width as u64, height.along_k as u64);
        let vectors = width.saturating_mul(height.vectors_of_c() as u64);
        let accumulators = width.saturating_mul(height.accumulators() as u64);
        let more_sets = accumulators.saturating_mul(shape.sets.saturating_sub(1) as u64);
        let folds = if along == 0 { 0 } else { width.saturating_mul(4) };
        let reads = self.spec.beta != Factor::Zero;
        let (per_vector, lane_work) = match self.spec.c.layout {
            Layout::ColumnMajor => (1, 0),
            Layout::RowMajor => (self.lanes.get() as u64, self.lanes.get() as u64),
        };
        let moved = vectors.saturating_mul(per_vector);
        let loads = if reads { moved } else { 0 };
        let factors = match (self.spec.alpha, self.spec.beta) {
            (Factor::Runtime, Factor::Runtime) => 2,
            (Factor::Runtime, _) | (_, Factor::Runtime) => 1,
            _ => 0,
        };
        let vector = more_sets
            .saturating_mul(2)
            .saturating_add(folds)
            .saturating_add(vectors.saturating_mul(factors))
            .saturating_add(vectors.saturating_mul(lane_work).saturating_mul(if reads { 2 } else { 1 }));
        let zeros = if reads { 0 } else { vectors };
        let slots_loading = if self.model.forms.loads == MoveForm::Pairs { 2 } else { 4 };
        let slots = vector
            .saturating_add(zeros)
            .saturating_add(width.saturating_mul(2))
            .saturating_add(8)
            .saturating_mul(4)
            .saturating_add(loads.saturating_mul(slots_loading))
            .saturating_add(moved.saturating_mul(u64::from(self.model.stores.slots)));
        Work { vector, loads, stores: moved, slots }
    }
}
