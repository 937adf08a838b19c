//! The search for large networks: many random orders, the best of which is improved in its parts, and annealed.
//!
//! [`Greedy`]'s orders are among those to begin with, so that no result is worse. Whatever is drawn comes from one
//! seed, and all effort is counted in steps, never in time: the same network, cost, effort and seed give the
//! same order on every machine.
//!
//! Cost: each stage takes steps in proportion to the operands, each of them linear in the number of
//! indices. Beyond [`FULL`] operands, effort falls as their number grows.
//!
//! Tests: `tests/tests/einsum_path_search.rs`.

use super::anneal::Schedule;
use super::draft::Draft;
use super::random::Random;
use super::sets::Operands;
use super::subtree::{Growth, Subtrees};
use super::{CostModel, Exact, Greedy, Network, PathError, RandomGreedy, Search};
use crate::fallible::OutOfMemory;
use alloc::vec::Vec;

/// Any number of operands: as good an order as an effort can find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refined {
    /// How many random orders are made.
    pub trials: usize,
    /// The most tensors of a part that becomes the best one: at most [`Exact::LIMIT`].
    pub leaves: usize,
    /// How often the tree is annealed.
    pub anneals: usize,
    /// How many temperatures that takes.
    pub temperatures: usize,
    /// How often each contraction is rotated at a temperature, on average.
    pub sweeps: usize,
    /// What all is drawn from.
    pub seed: u64,
}

/// Up to how many operands all steps are done.
const FULL: usize = 320;

/// How often at most the parts of a tree are gone through: that nothing changes comes before, nearly always.
const ROUNDS: usize = 20;

/// The first temperature, which is half for each further annealing, and the last.
const TEMPERATURES: [f64; 2] = [1.0, 0.1];

impl Refined {
    /// A few milliseconds for 40 operands.
    #[must_use]
    pub const fn quick(seed: u64) -> Self {
        Self { trials: 24, leaves: 7, anneals: 1, temperatures: 5, sweeps: 20, seed }
    }

    /// A tenth of a second for 100 operands, a second for 300.
    #[must_use]
    pub const fn thorough(seed: u64) -> Self {
        Self { trials: 512, leaves: 10, anneals: 2, temperatures: 25, sweeps: 200, seed }
    }
}

impl Search for Refined {
    fn pairs(&self, network: &Network, cost: &dyn CostModel) -> Result<Vec<[usize; 2]>, PathError> {
        let operands = Operands::new(network)?;
        let greedy = Greedy.pairs(network, cost)?;
        let Some(guide) = cost.guide() else { return Ok(self.search(&operands, cost, &[greedy])?) };
        let guided = self.search(&operands, guide, &[Greedy.pairs(network, guide)?])?;
        Ok(self.search(&operands, cost, &[greedy, guided])?)
    }
}

impl Refined {
    /// The pairs of a good order, which is not worse than any of others.
    fn search(
        &self,
        operands: &Operands,
        cost: &dyn CostModel,
        others: &[Vec<[usize; 2]>],
    ) -> Result<Vec<[usize; 2]>, OutOfMemory> {
        let run = Run { effort: self.for_operands(operands.count), operands, cost };
        let mut best = run.begin(others)?;
        let mut random = Random::new(!self.seed);
        let mut parts = Subtrees::new(self.leaves.min(Exact::LIMIT));
        run.improve(&mut best, &mut parts)?;
        for number in 0..self.anneals {
            let mut draft = best.copy()?;
            run.schedule(number).anneal(&mut draft, cost, &mut random)?;
            run.improve(&mut draft, &mut parts)?;
            if draft.cost(cost) < best.cost(cost) {
                best = draft;
            }
        }
        best.pairs()
    }

    /// The effort for some operands.
    fn for_operands(&self, count: usize) -> Self {
        let share = |steps: usize| {
            let fewer = steps.saturating_mul(FULL).checked_div(count).unwrap_or(steps);
            fewer.clamp(1, steps.max(1))
        };
        Self { trials: share(self.trials), sweeps: share(self.sweeps), ..*self }
    }
}

/// A search at work.
struct Run<'r> {
    effort: Refined,
    operands: &'r Operands,
    cost: &'r dyn CostModel,
}

impl<'r> Run<'r> {
    /// The best of random orders and of others.
    fn begin(&self, others: &[Vec<[usize; 2]>]) -> Result<Draft<'r>, OutOfMemory> {
        let Refined { trials, seed, .. } = self.effort;
        let drawn = RandomGreedy { trials, seed }.search(self.operands, self.cost)?;
        let mut best = Draft::new(self.operands, &drawn, self.cost)?;
        for pairs in others {
            let draft = Draft::new(self.operands, pairs, self.cost)?;
            if draft.cost(self.cost) <= best.cost(self.cost) {
                best = draft;
            }
        }
        Ok(best)
    }

    /// Makes the parts of a tree the best ones.
    fn improve(&self, draft: &mut Draft<'_>, parts: &mut Subtrees) -> Result<(), OutOfMemory> {
        [Growth::Wide, Growth::Large]
            .into_iter()
            .try_for_each(|growth| parts.improve(draft, growth, self.cost, ROUNDS))
    }

    /// The temperatures of an annealing, by its number.
    fn schedule(&self, number: usize) -> Schedule {
        let [first, last] = TEMPERATURES;
        let first = (0..number).fold(first, |first, _| (first / 2.0).max(last));
        let Refined { temperatures: levels, sweeps, .. } = self.effort;
        Schedule { temperatures: [first, last], levels, sweeps }
    }
}
