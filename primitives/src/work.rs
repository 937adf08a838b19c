//! What instructions occupy, and for how long that keeps a core busy.

use core::ops::{Add, Mul};
use tensmith_core::target::{CoreModel, IssueOrder, Zeroing};

/// How much of a resource that is not the busiest delays the busiest.
const CONTENTION: f64 = 1.0 / 32.0;

/// What instructions occupy.
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
        };
        let moved = f64::from(model.stores.move_slots) / 4.0;
        let storing = match model.order {
            IssueOrder::Dataflow { .. } => 0.0,
            IssueOrder::Program { stores, .. } => moved / f64::from(stores),
        };
        let cycles = |per_cycle: u32| 1.0 / f64::from(per_cycle);
        Self {
            vector: cycles(model.multiply_adds),
            moves: cycles(model.moves),
            slots: cycles(model.width),
            zeros,
            zeroing,
            stored: f64::from(model.stores.vector_slots) / 4.0,
            moved,
            storing,
        }
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
    /// Cycles for which the busiest resource is occupied. The others are added with a small weight:
    /// what is less busy is in the way less often.
    pub(crate) fn cycles(self, rates: &Rates) -> f64 {
        let vector = (self.vector + self.stores * rates.stored + self.zeros * rates.zeros) * rates.vector;
        let moves =
            larger((self.loads + self.stores * rates.moved) * rates.moves, self.stores * rates.storing);
        let (slots, zeroing) = (self.slots * rates.slots, self.zeros * rates.zeroing);
        let busiest = larger(larger(vector, moves), larger(slots, zeroing));
        busiest + (vector + moves + slots + zeroing - busiest) * CONTENTION
    }
}
