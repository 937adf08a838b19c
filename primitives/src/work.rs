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

impl Work {
    /// Cycles for which the busiest resource is occupied. The others are added with a small weight:
    /// what is less busy is in the way less often.
    pub(crate) fn cycles(self, model: &CoreModel) -> f64 {
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
