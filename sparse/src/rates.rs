//! Cycles for which instructions keep a core busy.
//!
//! The busiest of the parts of a core decides: pipes that multiply, those that load and store, and issue. The
//! others count a little, as they are in the way now and then. Core models have the rates; what they say of
//! zeroing and of stores is used as `tensmith-primitives` uses it.
//!
//! Tests: below.

use core::ops::{Add, Mul};
use tensmith_core::isa::Core;
use tensmith_core::isa::model::{CoreModel, IssueOrder, Zeroing};
use tensmith_core::kernel::spec::Start;

/// How much of a part that is not the busiest delays the busiest.
const CONTENTION: f64 = 1.0 / 40.0;

/// Cycles that a mispredicted branch costs a core that starts instructions out of order; half of them where
/// it starts them in their order.
const MISPREDICTED: f64 = 12.0;

/// Numbers of instructions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Counts {
    /// Multiply-adds of vectors, and what else takes a slot of their pipes.
    pub(crate) multiply_adds: f64,
    /// Loads of vectors, and of numbers into vectors.
    pub(crate) loads: f64,
    /// Stores of vectors.
    pub(crate) stores: f64,
    /// Vectors set to zero.
    pub(crate) zeros: f64,
    /// All others: of integers, and branches.
    pub(crate) others: f64,
}

impl Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            multiply_adds: self.multiply_adds + other.multiply_adds,
            loads: self.loads + other.loads,
            stores: self.stores + other.stores,
            zeros: self.zeros + other.zeros,
            others: self.others + other.others,
        }
    }
}

impl Mul<f64> for Counts {
    type Output = Self;

    fn mul(self, times: f64) -> Self {
        Self {
            multiply_adds: self.multiply_adds * times,
            loads: self.loads * times,
            stores: self.stores * times,
            zeros: self.zeros * times,
            others: self.others * times,
        }
    }
}

impl Counts {
    /// The beginning and the end of the sums of `held` vectors in `sets` sets, which are added up.
    pub(crate) fn sums(held: f64, sets: f64, start: Start) -> Self {
        let loads = if start == Start::Output { held } else { 0.0 };
        Self {
            multiply_adds: held * (sets - 1.0),
            loads,
            stores: held,
            zeros: held * sets - loads,
            others: 0.0,
        }
    }

    /// All instructions.
    pub(crate) fn instructions(&self) -> f64 {
        self.multiply_adds + self.loads + self.stores + self.zeros + self.others
    }

    /// Cycles for which a core is busy with them.
    pub(crate) fn cycles(&self, model: &CoreModel) -> f64 {
        let per = |count: f64, rate: u32| count / f64::from(rate.max(1));
        let of_store = |slots: u32| f64::from(slots) / 4.0;
        let (zeros, zeroing) = match model.zeroing {
            Zeroing::Vector => (self.zeros, 0.0),
            Zeroing::Integer => (0.0, self.zeros),
            Zeroing::Renaming => (0.0, 0.0),
        };
        let stored = of_store(model.stores.vector_slots) * self.stores;
        let vector = per(self.multiply_adds + stored + zeros, model.multiply_adds);
        let moved = of_store(model.stores.move_slots) * self.stores;
        let moves = per(self.loads + moved, model.moves);
        let storing = match model.order {
            IssueOrder::OutOfOrder { .. } => 0.0,
            IssueOrder::InOrder { stores, .. } => per(moved, stores),
        };
        let issued = per(self.instructions(), model.width);
        let all = [vector, moves.max(storing), issued, zeroing];
        let busiest = all.into_iter().fold(0.0, f64::max);
        busiest + (all.iter().sum::<f64>() - busiest) * CONTENTION
    }
}

/// Cycles in which B comes into the first-level cache, and C comes and goes, row by row: none where all of
/// both stays there. A row has `row` bytes.
pub(crate) fn filled(row: f64, shape: (usize, usize), core: &Core) -> f64 {
    filled_by(core.caches.l1_piece, row, shape, core)
}

/// Cycles in which B and C come and go as for [`filled`], where rows come in pieces of some bytes: the first
/// piece of all rows before the second of any.
pub(crate) fn filled_by(piece: usize, row: f64, (rows, depth): (usize, usize), core: &Core) -> f64 {
    // What is fetched for each byte.
    let fetched = (core.caches.l1_piece as f64 / (piece as f64).max(1.0)).max(1.0);
    // A quarter is left to the matrix, the stack, and lines that are in each other's way.
    if (rows as f64 + depth as f64) * row <= 0.75 * core.caches.l1d as f64 {
        return 0.0;
    }
    (depth as f64 + 2.0 * rows as f64) * row * fetched / (core.caches.l1_fill as f64).max(1.0)
}

/// Cycles of two things that are done at the same time: of the longer one, delayed a little by the other.
pub(crate) fn overlapped(one: f64, other: f64) -> f64 {
    one.max(other) + one.min(other) * CONTENTION
}

/// Cycles that are lost where a loop ends, as it has another length than the one before it.
pub(crate) fn mispredicted(model: &CoreModel) -> f64 {
    match model.order {
        IssueOrder::OutOfOrder { .. } => MISPREDICTED,
        IssueOrder::InOrder { .. } => MISPREDICTED / 2.0,
    }
}

/// Instructions among which a core looks for one that can start: 1 where it starts them in their order.
pub(crate) fn lookahead(model: &CoreModel) -> f64 {
    match model.order {
        IssueOrder::OutOfOrder { lookahead } => f64::from(lookahead),
        IssueOrder::InOrder { .. } => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tensmith_core::Target;

    /// Four loads and two multiply-adds on a core that starts two of each in a cycle.
    #[test]
    fn the_busiest_part_decides() {
        let model = Target::named("skylake-server").map(|target| target.core.model).ok();
        let counts = Counts { multiply_adds: 2.0, loads: 4.0, ..Counts::default() };
        let cycles = model.map_or(0.0, |model| counts.cycles(&model));
        assert!((cycles - (2.0 + (1.0 + 1.5) / 40.0)).abs() < 1e-9, "{cycles}");
    }
}
