//! The resources that instructions occupy, and how long they keep a core busy.
//!
//! Tests: `tests/tests/primitives_transpose.rs`, `tests/tests/primitives_golden.rs`.

use core::ops::{Add, Mul};
use tensmith_core::isa::model::{CoreModel, IssueOrder, Zeroing};

/// How much of a resource that is not the busiest delays the busiest.
const CONTENTION: f64 = 1.0 / 40.0;

/// The resources that instructions occupy.
#[derive(Clone, Copy, Default)]
pub(crate) struct Work {
    /// Slots of the vector pipes.
    pub(crate) vector: f64,
    /// Vectors loaded.
    pub(crate) loads: f64,
    /// Vectors stored.
    pub(crate) stores: f64,
    /// Vectors set to zero.
    pub(crate) zeros: f64,
    /// Instructions.
    pub(crate) slots: f64,
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

/// The resources of instructions that multiply, and load the factors: nothing is stored, nor set to zero.
#[derive(Clone, Copy, Default)]
pub(crate) struct Product {
    /// Slots of the vector pipes.
    pub(crate) vector: f64,
    /// Vectors loaded.
    pub(crate) loads: f64,
    /// Instructions.
    pub(crate) slots: f64,
}

impl Product {
    /// Instructions on vectors.
    pub(crate) const fn on_vectors(count: f64) -> Self {
        Self { vector: count, loads: 0.0, slots: count }
    }

    /// Instructions that do neither.
    pub(crate) const fn others(slots: f64) -> Self {
        Self { vector: 0.0, loads: 0.0, slots }
    }
}

impl Add for Product {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            vector: self.vector + other.vector,
            loads: self.loads + other.loads,
            slots: self.slots + other.slots,
        }
    }
}

impl Mul<f64> for Product {
    type Output = Self;

    fn mul(self, count: f64) -> Self {
        Self { vector: self.vector * count, loads: self.loads * count, slots: self.slots * count }
    }
}

/// Cycles for which work keeps each part of a core busy: vector pipes, those that load and store, issue
/// slots, the pipe from integers to vectors. Those of works add up, but where more than one of them stores.
#[derive(Clone, Copy, Default)]
pub(crate) struct Busy {
    vector: f64,
    moves: f64,
    pub(crate) slots: f64,
    zeroing: f64,
}

impl Add for Busy {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            vector: self.vector + other.vector,
            moves: self.moves + other.moves,
            slots: self.slots + other.slots,
            zeroing: self.zeroing + other.zeroing,
        }
    }
}

impl Mul<f64> for Busy {
    type Output = Self;

    fn mul(self, count: f64) -> Self {
        Self {
            vector: self.vector * count,
            moves: self.moves * count,
            slots: self.slots * count,
            zeroing: self.zeroing * count,
        }
    }
}

impl Busy {
    /// This work with further instructions, which take nothing but the cycles in which they are issued.
    pub(crate) fn and_issued(self, cycles: f64) -> Self {
        Self { slots: self.slots + cycles, ..self }
    }

    /// Cycles for which the busiest part is occupied. The others are added with a small weight:
    /// what is less busy is in the way less often.
    pub(crate) fn cycles(self) -> f64 {
        let Self { vector, moves, slots, zeroing } = self;
        let busiest = larger(larger(vector, moves), larger(slots, zeroing));
        busiest + (vector + moves + slots + zeroing - busiest) * CONTENTION
    }
}

/// A size as a number. None reaches 2⁶³: signed ones are converted by one instruction on every host.
#[inline]
pub(crate) const fn number(size: usize) -> f64 {
    size as i64 as f64
}

/// How fast a core is, in cycles for each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rates {
    vector: f64,
    moves: f64,
    slots: f64,
    /// Instructions issued in a cycle.
    width: f64,
    /// Slots of vector pipes that a zero takes, and cycles of the one pipe that moves integers to vectors.
    zeros: f64,
    zeroing: f64,
    /// Slots of a store, and cycles of the pipes that do nothing else.
    stored: f64,
    moved: f64,
    storing: f64,
}

impl Rates {
    pub(crate) fn of(model: &CoreModel) -> Self {
        let (zeros, zeroing) = match model.zeroing {
            Zeroing::Vector => (1.0, 0.0),
            Zeroing::Integer => (0.0, 1.0),
            Zeroing::Renaming => (0.0, 0.0),
        };
        let moved = f64::from(model.stores.move_slots) / 4.0;
        let storing = match model.order {
            IssueOrder::OutOfOrder { .. } => 0.0,
            IssueOrder::InOrder { stores, .. } => moved / f64::from(stores),
        };
        let cycles = |per_cycle: u32| 1.0 / f64::from(per_cycle);
        Self {
            vector: cycles(model.multiply_adds),
            moves: cycles(model.moves),
            slots: cycles(model.width),
            width: f64::from(model.width),
            zeros,
            zeroing,
            stored: f64::from(model.stores.vector_slots) / 4.0,
            moved,
            storing,
        }
    }

    /// The resource that work keeps busy longest.
    pub(crate) fn busy(&self, work: Work) -> Busy {
        let Work { vector, loads, stores, zeros, slots } = work;
        Busy {
            vector: (vector + stores * self.stored + zeros * self.zeros) * self.vector,
            moves: larger((loads + stores * self.moved) * self.moves, stores * self.storing),
            slots: slots * self.slots,
            zeroing: zeros * self.zeroing,
        }
    }

    /// How long a product occupies each part of a core.
    pub(crate) fn multiplying(&self, product: Product) -> Busy {
        let Product { vector, loads, slots } = product;
        Busy {
            vector: vector * self.vector,
            moves: loads * self.moves,
            slots: slots * self.slots,
            zeroing: 0.0,
        }
    }

    /// Cycles in which instructions are issued.
    pub(crate) fn issuing(&self, instructions: f64) -> f64 {
        instructions * self.slots
    }

    /// How many instructions are issued in some cycles.
    pub(crate) fn instructions(&self, cycles: f64) -> f64 {
        cycles * self.width
    }
}

/// The larger of two numbers, of which none is NaN: one instruction of every host.
#[inline]
pub(crate) const fn larger(x: f64, y: f64) -> f64 {
    if x > y { x } else { y }
}

/// The smaller of two, in the same way.
#[inline]
pub(crate) const fn smaller(x: f64, y: f64) -> f64 {
    if x < y { x } else { y }
}

impl Work {
    /// Cycles for which it keeps a core busy.
    pub(crate) fn cycles(self, rates: &Rates) -> f64 {
        rates.busy(self).cycles()
    }
}
