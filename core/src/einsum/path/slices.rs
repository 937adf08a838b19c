//! Indices along which a contraction is cut, so that its tensors fit into a limit.
//!
//! Problem: the best order may need more memory than there is. Idea: an index is cut: for each of its values,
//! all is contracted without it, and the results are added, or, if the output has the index, lie side by
//! side. What does not have the index is computed again for each value, so that which one is cut, and in
//! which tree, decides what it costs: the index is chosen after which all costs least, and the tree is
//! improved in its parts and annealed before the next one is chosen. (Gray and Kourtis, "Hyper-optimized
//! tensor network contraction", Quantum 5, 2021; Huang et al., "Efficient parallelization of tensor network
//! contraction for simulating quantum computation", Nature Computational Science 1, 2021, who change the
//! tree between cuts.)
//!
//! What leads there is a price on what is too large: a contraction whose result is n times too large costs n
//! times as much ([`Limited`]), as if it had to be done that often. So trees become narrow while they are
//! changed, and are cut less often. When all fits, cuts that are no longer needed are taken back.
//!
//! Several trees are cut, with choices drawn from a seed; all effort is counted in steps.
//!
//! Tests: `tests/tests/einsum_path_slices.rs`.

use super::anneal::Schedule;
use super::draft::Draft;
use super::network::Network;
use super::random::{Random, drawn, tabled};
use super::sets::{Operands, members};
use super::subtree::{Growth, Subtrees};
use super::{CostModel, Exact, Given, Path, PathError, Refined, Search, Step, Total};
use crate::einsum::tree::Index;
use crate::fallible::{OutOfMemory, TryVec, try_collect, try_filled};
use alloc::vec::Vec;
use core::iter::repeat;

/// The most elements of intermediate tensors: what is neither an operand nor the output.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    /// Of the largest one.
    Largest(f64),
    /// Of all that exist at a time.
    Peak(f64),
}

/// Which indices may be cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cuttable {
    /// All.
    #[default]
    All,
    /// Those of the output: results of slices are never added.
    Output,
}

/// The search for an order and for the indices along which it is cut.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slicer {
    /// What tensors have to fit into.
    pub limit: Limit,
    /// What may be cut.
    pub cuttable: Cuttable,
    /// How trees are found and improved.
    pub effort: Refined,
    /// How often a tree is cut until it fits, each time with other choices; once, if 0.
    pub trials: usize,
}

/// An order, with the indices along which all is cut.
#[derive(Clone, Debug, PartialEq)]
pub struct Sliced {
    /// The pairs that meet in each slice, as [`Search::pairs`] has them.
    pub pairs: Vec<[usize; 2]>,
    /// The indices, those of the output first, in its order, and then the others in that of their numbers.
    pub indices: Vec<Index>,
    /// How many slices there are: the product of their extents.
    pub slices: u64,
    /// The cost of all slices together.
    pub cost: f64,
}

impl Sliced {
    /// The contractions of one slice of the network, and what they cost. Its tree is over the indices of the
    /// whole, of which no tensor has those that are cut.
    ///
    /// # Errors
    /// [`PathError`].
    pub fn path(&self, network: &Network, cost: &dyn CostModel) -> Result<Path, PathError> {
        Given(&self.pairs).path(&network.without(&self.indices)?, cost)
    }
}

/// Why nothing is cut so that it fits.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SliceError {
    /// More slices than can be counted.
    #[error("number of slices: must be below 2^64")]
    TooMany,
    /// All is cut that may be, and does not fit.
    #[error("tensors of {least} elements are left when all is cut that may be: the limit is {limit}")]
    TooLow {
        /// The fewest elements that were reached.
        least: f64,
        /// What they had to fit into.
        limit: f64,
    },
    /// There is no order.
    #[error(transparent)]
    Path(#[from] PathError),
}

impl From<OutOfMemory> for SliceError {
    fn from(error: OutOfMemory) -> Self {
        Self::Path(error.into())
    }
}

impl SliceError {
    /// Whether the reason is that the allocator of memory refused, in whichever step.
    #[must_use]
    pub const fn is_out_of_memory(&self) -> bool {
        matches!(self, Self::Path(error) if error.is_out_of_memory())
    }
}

/// How often at most the parts of a tree are gone through between cuts.
const ROUNDS: usize = 3;

/// The first and the last temperature between cuts, and at the end.
const TEMPERATURES: [f64; 2] = [0.3, 0.05];

/// The effort between cuts: what is annealed is cut next.
const BETWEEN: Refined = Refined { leaves: 8, sweeps: 4, ..Refined::quick(0) };

/// The temperatures that the choice of an index is drawn at, as of a ratio of costs: the first choice is
/// always the best.
const CHOICES: [f64; 4] = [0.0, 0.02, 0.05, 0.1];

impl Slicer {
    /// Within some tenths of a second for 100 operands.
    #[must_use]
    pub const fn quick(limit: Limit, seed: u64) -> Self {
        Self { limit, cuttable: Cuttable::All, effort: Refined::quick(seed), trials: 8 }
    }

    /// Within seconds for 100 operands.
    #[must_use]
    pub const fn thorough(limit: Limit, seed: u64) -> Self {
        Self { limit, cuttable: Cuttable::All, effort: Refined::thorough(seed), trials: 16 }
    }

    /// Finds an order and cuts. Nothing is cut where an order fits that costs as little.
    ///
    /// # Errors
    /// [`SliceError`].
    pub fn search(&self, network: &Network, cost: &dyn CostModel) -> Result<Sliced, SliceError> {
        self.search_from(network, cost, None)
    }

    /// The same, from an order of this network that was found before: the pairs of a [`Search`].
    ///
    /// # Errors
    /// [`SliceError`].
    pub fn search_from(
        &self,
        network: &Network,
        cost: &dyn CostModel,
        pairs: Option<&[[usize; 2]]>,
    ) -> Result<Sliced, SliceError> {
        // The largest of all costs is no price of slices, which are done one after the other.
        let cost = if cost.total() == Total::Sum { cost } else { cost.guide().unwrap_or(cost) };
        let operands = Operands::new(network)?;
        let found;
        let first = match pairs {
            Some(pairs) => pairs,
            None => {
                found = self.effort.pairs(network, cost)?;
                &found
            }
        };
        let (Limit::Largest(limit) | Limit::Peak(limit)) = self.limit;
        let narrow = self.effort.pairs(network, &Limited { model: cost, limit })?;
        let starts = [Draft::new(&operands, first, cost)?, Draft::new(&operands, &narrow, cost)?];
        let cuttable = self.cuttable(network, &operands)?;
        let run = Run { asked: self, operands: &operands, cost, cuttable };
        run.best(&starts, &mut Random::new(self.effort.seed))?.finish(network)
    }

    /// The places of the indices that may be cut, as a set.
    fn cuttable(&self, network: &Network, operands: &Operands) -> Result<Vec<u64>, OutOfMemory> {
        if self.cuttable == Cuttable::All {
            return try_filled(u64::MAX, operands.sets.words());
        }
        operands.set_of(network.output())
    }
}

/// A price on what is too large.
struct Limited<'m> {
    model: &'m dyn CostModel,
    limit: f64,
}

impl CostModel for Limited<'_> {
    fn contraction(&self, step: Step) -> f64 {
        let price = self.model.contraction(step);
        if step.output > self.limit { price * (step.output / self.limit) } else { price }
    }

    fn total(&self) -> Total {
        self.model.total()
    }
}

/// How an index is chosen.
struct Choice<'c> {
    temperature: f64,
    noise: &'c [f64],
    random: &'c mut Random,
}

/// A tree of slices that fit.
struct Cut<'o> {
    draft: Draft<'o>,
    places: Vec<usize>,
    slices: u64,
    /// The cost of all slices.
    cost: f64,
}

/// The same for all trials.
struct Run<'r, 'o> {
    asked: &'r Slicer,
    operands: &'o Operands,
    cost: &'r dyn CostModel,
    cuttable: Vec<u64>,
}

impl<'o> Run<'_, 'o> {
    /// The cheapest of all trials. Each start is tried with the best choices, and then with others.
    fn best(&self, starts: &[Draft<'o>], random: &mut Random) -> Result<Cut<'o>, SliceError> {
        let Refined { leaves, .. } = self.asked.effort;
        let mut parts = Subtrees::new(leaves.min(BETWEEN.leaves));
        let noise = tabled(|share| -libm::log(-libm::log(share)))?;
        let temperatures =
            CHOICES.iter().cycle().flat_map(|temperature| starts.iter().zip(repeat(temperature)));
        let (mut best, mut refused) = (None::<Cut<'_>>, SliceError::from(OutOfMemory));
        for (start, temperature) in temperatures.take(self.asked.trials.max(1)) {
            let mut choice = Choice { temperature: *temperature, noise: &noise, random };
            match self.trial(start.copy()?, &mut choice, &mut parts) {
                Ok(cut) if best.as_ref().is_none_or(|best| cut.cost < best.cost) => best = Some(cut),
                Ok(_) => {}
                Err(error) if error.is_out_of_memory() => return Err(error),
                Err(error) => refused = error,
            }
        }
        let mut best = best.ok_or(refused)?;
        let mut parts = Subtrees::new(leaves.min(Exact::LIMIT));
        self.settle(&mut best, self.asked.effort, (&mut parts, random))?;
        Ok(best)
    }

    /// Cuts a tree until it fits.
    fn trial(
        &self,
        mut draft: Draft<'o>,
        choice: &mut Choice<'_>,
        parts: &mut Subtrees,
    ) -> Result<Cut<'o>, SliceError> {
        let (mut places, mut slices) = (Vec::new(), 1u64);
        let mut width = self.width(&draft)?;
        while let Some(limit) = width {
            let model = Limited { model: self.cost, limit };
            draft.measure_all(&model);
            let Some(place) = self.choose(&draft, limit, choice)? else {
                return Err(SliceError::TooLow { least: self.size(&draft)?, limit: self.limit() });
            };
            let extent = draft.operands.sets.extent(place);
            slices = slices.checked_mul(extent as u64).ok_or(SliceError::TooMany)?;
            places.try_push(place)?;
            draft.cut(place, &model);
            self.improve(&mut draft, &model, BETWEEN, (parts, choice.random))?;
            width = self.width(&draft)?.map(|next| next.min(limit));
        }
        self.take_back(&mut draft, &mut places, &mut slices)?;
        draft.measure_all(self.cost);
        let cost = draft.cost(self.cost) * slices as f64;
        let mut cut = Cut { draft, places, slices, cost };
        self.settle(&mut cut, Refined::quick(0), (parts, choice.random))?;
        Ok(cut)
    }

    fn limit(&self) -> f64 {
        let (Limit::Largest(limit) | Limit::Peak(limit)) = self.asked.limit;
        limit
    }

    /// The elements that have to fit.
    fn size(&self, draft: &Draft<'_>) -> Result<f64, OutOfMemory> {
        match self.asked.limit {
            Limit::Largest(_) => Ok(draft.largest()),
            Limit::Peak(_) => draft.peak(),
        }
    }

    /// The most elements that a tensor should have for all to fit; none where all fits.
    fn width(&self, draft: &Draft<'_>) -> Result<Option<f64>, OutOfMemory> {
        let (size, largest) = (self.size(draft)?, draft.largest());
        let limit = self.limit();
        // Below one element, there is nothing to price.
        let width = (limit * (largest / size.max(1.0)).min(1.0)).max(1.0);
        Ok((size > limit).then_some(width))
    }

    /// The index whose cut leaves the least cost; none where none makes anything smaller.
    fn choose(
        &self,
        draft: &Draft<'_>,
        limit: f64,
        choice: &mut Choice<'_>,
    ) -> Result<Option<usize>, OutOfMemory> {
        let model = Limited { model: self.cost, limit };
        let mut candidates = try_filled(0u64, draft.operands.sets.words())?;
        let most = draft.largest();
        for node in draft.inner() {
            let is_large =
                draft.node(node).is_some_and(|node| node.elements > limit || node.elements >= most);
            if is_large {
                candidates.iter_mut().zip(draft.set(node)).for_each(|(all, own)| *all |= own);
            }
        }
        candidates.iter_mut().zip(&self.cuttable).for_each(|(all, may)| *all &= may);
        let (mut best, mut least) = (None, f64::INFINITY);
        for place in members(candidates.into_iter()) {
            let extent = draft.operands.sets.extent(place);
            if extent <= 1.0 {
                continue;
            }
            let steps = draft.contractions().filter_map(|node| draft.step(node, Some(place)));
            let cost = model.total().over(steps.map(|step| model.contraction(step))) * extent;
            let noise = choice.temperature * drawn(choice.noise, choice.random);
            let rank = libm::log(cost) - noise;
            if rank < least || best.is_none() {
                (best, least) = (Some(place), rank);
            }
        }
        Ok(best)
    }

    /// Improves a tree by a price.
    fn improve(
        &self,
        draft: &mut Draft<'_>,
        model: &Limited<'_>,
        Refined { temperatures: levels, sweeps, .. }: Refined,
        (parts, random): (&mut Subtrees, &mut Random),
    ) -> Result<(), OutOfMemory> {
        Schedule { temperatures: TEMPERATURES, levels, sweeps }.anneal(draft, model, random)?;
        [Growth::Wide, Growth::Large]
            .into_iter()
            .try_for_each(|growth| parts.improve(draft, growth, model, ROUNDS))
    }

    /// Takes back the cuts without which all fits, the last ones first.
    fn take_back(
        &self,
        draft: &mut Draft<'o>,
        places: &mut Vec<usize>,
        slices: &mut u64,
    ) -> Result<(), OutOfMemory> {
        let all = try_collect(places.iter().copied())?;
        for place in all.into_iter().rev() {
            let mut without = Draft::new(self.operands, &draft.pairs()?, self.cost)?;
            let left = places.iter().filter(|other| **other != place);
            left.for_each(|other| without.cut(*other, self.cost));
            if self.width(&without)?.is_none() {
                places.retain(|other| *other != place);
                *slices = slices.checked_div(draft.operands.sets.extent(place) as u64).unwrap_or(*slices);
                *draft = without;
            }
        }
        Ok(())
    }

    /// Improves a tree that fits, and keeps what fits.
    fn settle(
        &self,
        cut: &mut Cut<'o>,
        effort: Refined,
        tools: (&mut Subtrees, &mut Random),
    ) -> Result<(), OutOfMemory> {
        let limit = match self.asked.limit {
            Limit::Largest(limit) => limit,
            Limit::Peak(_) => cut.draft.largest(),
        };
        let model = Limited { model: self.cost, limit };
        let mut draft = cut.draft.copy()?;
        self.improve(&mut draft, &model, effort, tools)?;
        draft.measure_all(self.cost);
        let cost = draft.cost(self.cost) * cut.slices as f64;
        if cost < cut.cost && self.width(&draft)?.is_none() {
            (cut.draft, cut.cost) = (draft, cost);
        }
        Ok(())
    }
}

impl Cut<'_> {
    /// The answer.
    fn finish(self, network: &Network) -> Result<Sliced, SliceError> {
        let sets = &self.draft.operands.sets;
        let cut = try_collect(self.places.iter().filter_map(|place| sets.index(*place)))?;
        let mut indices = try_collect(network.output().iter().copied().filter(|index| cut.contains(index)))?;
        let inner = (0..network.extents().len()).filter(|index| cut.contains(index));
        indices.try_extend(inner.filter(|index| !network.output().contains(index)))?;
        Ok(Sliced { pairs: self.draft.pairs()?, indices, slices: self.slices, cost: self.cost })
    }
}
