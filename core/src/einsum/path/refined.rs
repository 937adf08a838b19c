//! The search for large networks: many random orders, the best of which is improved in its parts, and
//! annealed.
//!
//! [`Greedy`]'s orders are among those to begin with, so that no result is worse. Whatever is drawn comes
//! from one seed, and all effort is counted in steps, never in time: the same network, cost, effort and seed
//! give the same order on every machine.
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
    /// How many trees are refined, of which the best one is the result: annealing seldom leaves the
    /// neighbourhood of what it began with.
    pub starts: usize,
    /// How many random orders are made for each.
    pub trials: usize,
    /// The most tensors of a part that becomes the best one: at most [`Exact::LIMIT`].
    pub leaves: usize,
    /// How many temperatures a tree is annealed at.
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

/// The first and the last temperature.
const TEMPERATURES: [f64; 2] = [1.0, 0.1];

impl Refined {
    /// A few milliseconds for 40 operands.
    #[must_use]
    pub const fn quick(seed: u64) -> Self {
        Self { starts: 1, trials: 24, leaves: 7, temperatures: 5, sweeps: 20, seed }
    }

    /// A tenth of a second for 100 operands, a second for 300.
    #[must_use]
    pub const fn thorough(seed: u64) -> Self {
        Self { starts: 2, trials: 256, leaves: 10, temperatures: 25, sweeps: 200, seed }
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
        let mut random = Random::new(self.seed);
        let mut parts = Subtrees::new(self.leaves.min(Exact::LIMIT));
        let mut best = run.refined(others, &mut parts, &mut random)?;
        for _ in 1..self.starts {
            let draft = run.refined(&[], &mut parts, &mut random)?;
            run.choose(&mut best, draft);
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
    /// A tree that began as the best of random orders and of others.
    fn refined(
        &self,
        others: &[Vec<[usize; 2]>],
        parts: &mut Subtrees,
        random: &mut Random,
    ) -> Result<Draft<'r>, OutOfMemory> {
        let mut best = self.begin(others, random)?;
        self.improve(&mut best, parts)?;
        let Refined { temperatures: levels, sweeps, .. } = self.effort;
        if levels > 0 {
            let mut draft = best.copy()?;
            Schedule { temperatures: TEMPERATURES, levels, sweeps }.anneal(&mut draft, self.cost, random)?;
            self.improve(&mut draft, parts)?;
            self.choose(&mut best, draft);
        }
        Ok(best)
    }

    /// The best of random orders and of others.
    fn begin(&self, others: &[Vec<[usize; 2]>], random: &mut Random) -> Result<Draft<'r>, OutOfMemory> {
        let search = RandomGreedy { trials: self.effort.trials, seed: random.bits() };
        let mut best = Draft::new(self.operands, &search.search(self.operands, self.cost)?, self.cost)?;
        for pairs in others {
            self.choose(&mut best, Draft::new(self.operands, pairs, self.cost)?);
        }
        Ok(best)
    }

    /// Makes the parts of a tree the best ones.
    fn improve(&self, draft: &mut Draft<'_>, parts: &mut Subtrees) -> Result<(), OutOfMemory> {
        [Growth::Wide, Growth::Large]
            .into_iter()
            .try_for_each(|growth| parts.improve(draft, growth, self.cost, ROUNDS))
    }

    /// Takes another tree if that costs less.
    fn choose(&self, best: &mut Draft<'r>, other: Draft<'r>) {
        if other.cost(self.cost) < best.cost(self.cost) {
            *best = other;
        }
    }
}
