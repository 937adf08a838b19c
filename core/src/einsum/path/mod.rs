//! In which order to contract many tensors.
//!
//! Problem: tensors are contracted two at a time, and between a good and a bad order lie factors without
//! limit. Idea: a [`Network`] is the question, a [`Path`] the answer: a [`Tree`] with what it costs by a
//! [`CostModel`]. A [`Search`] only says which tensors meet; what follows from that (which indices a
//! result keeps, the tree) is worked out in one place, [`Search::path`]. Searches that anneal, or solve an
//! easier network first, are further implementations of that trait.
//!
//! An index is kept as long as another tensor or the output has it, however many those are, so that
//! indices in three or more operands need nothing special; tensors without a common index meet as an
//! outer product. What concerns an operand alone (sums over indices that only it has, diagonals) is done
//! before it meets another, and is not part of the search.
//!
//! [`find`] takes [`Exact`] where its time is small, and [`Greedy`] for more operands.
//!
//! Tests: `tests/tests/einsum_path.rs`.

mod cost;
mod exact;
mod greedy;
mod join;
mod tensors;

pub use cost::{CostModel, Predicted, Step};
pub use exact::Exact;
pub use greedy::Greedy;

use super::tree::{Index, NodeError, Tree};
use crate::fallible::{OutOfMemory, TryVec, try_collect, try_filled};
use alloc::vec::Vec;

/// Tensors over numbered indices, and the indices of their contraction. One that exists is valid: every
/// index has an extent, and each of the output's occurs in an operand, and once in the output.
#[derive(Debug, PartialEq, Eq)]
pub struct Network {
    operands: Vec<Vec<Index>>,
    output: Vec<Index>,
    extents: Vec<usize>,
}

/// Why there is no such network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// Nothing to contract.
    #[error("number of operands is 0: must be at least 1")]
    NoOperands,
    /// An index beyond the list of extents.
    #[error("index {index} of operand {operand} has no extent: must be below {extents}")]
    NoExtent {
        /// The operand, from 0.
        operand: usize,
        /// The index.
        index: Index,
        /// How many extents there are.
        extents: usize,
    },
    /// An operand with more elements than can be counted.
    #[error("number of elements of operand {operand}: must be below 2^64")]
    Overflow {
        /// The operand, from 0.
        operand: usize,
    },
    /// An index of the output that no operand has.
    #[error("output index {index}: must occur in an operand")]
    UnknownOutput {
        /// The index.
        index: Index,
    },
    /// An index that the output has twice.
    #[error("output index {index}: must occur only once in the output")]
    RepeatedOutput {
        /// The index.
        index: Index,
    },
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Why there is no path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PathError {
    /// More operands than a search takes.
    #[error("number of operands is {found}: must be at most {limit} for this search")]
    TooMany {
        /// How many there are.
        found: usize,
        /// How many the search takes.
        limit: usize,
    },
    /// A search let tensors meet that are the same, are none, or met others before.
    #[error("step {step} of the search contracts tensors {pair:?}: both must be left, and different")]
    Pair {
        /// The step, from 0.
        step: usize,
        /// The tensors.
        pair: [usize; 2],
    },
    /// A search with steps missing.
    #[error("number of steps of the search is {found}: must be {needed}")]
    Steps {
        /// How many there are.
        found: usize,
        /// One less than there are operands.
        needed: usize,
    },
    /// The tree cannot be: an intermediate tensor, or the operations, cannot be counted.
    #[error(transparent)]
    Tree(#[from] NodeError),
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// An order of contraction.
#[derive(Debug, PartialEq)]
pub struct Path {
    /// The contractions.
    pub tree: Tree,
    /// For each input of the tree, from left to right, the operand that it is.
    pub inputs: Vec<usize>,
    /// The cost of all contractions.
    pub cost: f64,
}

/// A way to look for a cheap order.
pub trait Search {
    /// Which tensors meet, one pair after the other. The operands have the numbers from 0 on; the result of
    /// each step has the next number.
    ///
    /// # Errors
    /// [`PathError`], if there is no such order or it cannot be found.
    fn pairs(&self, network: &Network, cost: &dyn CostModel) -> Result<Vec<[usize; 2]>, PathError>;

    /// The tree that these steps make, with its cost.
    ///
    /// # Errors
    /// [`PathError`].
    fn path(&self, network: &Network, cost: &dyn CostModel) -> Result<Path, PathError> {
        join::join(network, &self.pairs(network, cost)?, cost)
    }
}

/// The most operands for which [`find`] looks for the best order: it takes some 30,000 pairs then.
const EXACT: usize = 10;

/// The best order for few operands, a good one for many.
#[derive(Clone, Copy, Debug)]
pub struct Cheap;

impl Search for Cheap {
    fn pairs(&self, network: &Network, cost: &dyn CostModel) -> Result<Vec<[usize; 2]>, PathError> {
        if network.operands.len() <= EXACT { Exact.pairs(network, cost) } else { Greedy.pairs(network, cost) }
    }
}

/// A cheap path: that of [`Cheap`].
///
/// # Errors
/// [`PathError`].
pub fn find(network: &Network, cost: &dyn CostModel) -> Result<Path, PathError> {
    Cheap.path(network, cost)
}

impl Network {
    /// A network of operands with these indices. They may have an index twice.
    ///
    /// # Errors
    /// [`NetworkError`], for the first mistake.
    pub fn new(operands: &[&[Index]], output: &[Index], extents: &[usize]) -> Result<Self, NetworkError> {
        if operands.is_empty() {
            return Err(NetworkError::NoOperands);
        }
        check_operands(operands, extents)?;
        check_output(operands, output, extents.len())?;
        let mut lists = Vec::new();
        for operand in operands {
            lists.try_push(try_collect(operand.iter().copied())?)?;
        }
        let [output, extents] = [output, extents].map(|list| try_collect(list.iter().copied()));
        Ok(Self { operands: lists, output: output?, extents: extents? })
    }

    /// The indices of the operands.
    pub fn operands(&self) -> impl ExactSizeIterator<Item = &[Index]> + Clone {
        self.operands.iter().map(Vec::as_slice)
    }

    /// The indices of the output.
    #[must_use]
    pub fn output(&self) -> &[Index] {
        &self.output
    }

    /// The extents of all indices.
    #[must_use]
    pub fn extents(&self) -> &[usize] {
        &self.extents
    }

    /// The extent of an index, for costs: nothing is free because there are no elements.
    fn weight(&self, index: Index) -> f64 {
        self.extents.get(index).map_or(1, |extent| (*extent).max(1)) as f64
    }

    /// For each index, whether the output has it.
    fn kept(&self) -> Result<Vec<bool>, OutOfMemory> {
        let mut kept = try_filled(false, self.extents.len())?;
        for index in &self.output {
            if let Some(kept) = kept.get_mut(*index) {
                *kept = true;
            }
        }
        Ok(kept)
    }
}

fn check_operands(operands: &[&[Index]], extents: &[usize]) -> Result<(), NetworkError> {
    for (operand, indices) in operands.iter().enumerate() {
        let mut elements = 1u64;
        for &index in *indices {
            let Some(extent) = extents.get(index) else {
                return Err(NetworkError::NoExtent { operand, index, extents: extents.len() });
            };
            let grown = elements.checked_mul((*extent).max(1) as u64);
            elements = grown.ok_or(NetworkError::Overflow { operand })?;
        }
    }
    Ok(())
}

fn check_output(operands: &[&[Index]], output: &[Index], indices: usize) -> Result<(), NetworkError> {
    let mut occurs = try_filled(false, indices)?;
    for index in operands.iter().copied().flatten() {
        if let Some(occurs) = occurs.get_mut(*index) {
            *occurs = true;
        }
    }
    let mut repeated = try_filled(false, indices)?;
    for &index in output {
        if occurs.get(index) != Some(&true) {
            return Err(NetworkError::UnknownOutput { index });
        }
        let repeated = repeated.get_mut(index);
        if repeated.is_some_and(|repeated| core::mem::replace(repeated, true)) {
            return Err(NetworkError::RepeatedOutput { index });
        }
    }
    Ok(())
}
