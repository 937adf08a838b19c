//! In which order to contract many tensors.
//!
//! Problem: tensors are contracted two at a time, and between a good and a bad order lie factors without
//! limit. Idea: a [`Network`] is the question, a [`Path`] the answer: a [`Tree`](super::tree::Tree) with what
//! it costs by a [`CostModel`]. A [`Search`] only says which tensors meet; what follows from that (which
//! indices a result keeps, the tree) is worked out in one place, [`Search::path`].
//!
//! | search | operands | order |
//! |---|---|---|
//! | [`Exact`] | up to 15 | the best one |
//! | [`Greedy`] | any number | the best pair first, by five rules |
//! | [`RandomGreedy`] | any number | the best of many such orders, with weights and noise drawn from a seed |
//! | [`Refined`] | any number | the best of those, improved in its parts and annealed |
//! | [`Auto`], [`HighQuality`] | any number | one of these, by the number of operands |
//! | [`Cheap`] | any number | one of the first two, to compare many networks |
//!
//! What needs too much memory is cut into slices along some indices by [`Slicer`].
//!
//! An index is kept as long as another tensor or the output has it, however many those are, so that
//! indices in three or more operands need nothing special; tensors without a common index meet as an
//! outer product. What concerns an operand alone (sums over indices that only it has, diagonals) is done
//! before it meets another, and is not part of the search.
//!
//! Tests: `tests/tests/einsum_path.rs`, `tests/tests/einsum_path_search.rs`,
//! `tests/tests/einsum_path_slices.rs`.

mod anneal;
mod cost;
mod draft;
mod error;
mod exact;
mod greedy;
mod join;
mod network;
mod random;
mod random_greedy;
mod ranked;
mod refined;
mod search;
mod sets;
mod slices;
mod subtree;
mod table;
mod tensors;

pub use cost::{CostModel, MultiplyAdds, Predicted, Step, Total, Width};
pub use error::PathError;
pub use exact::Exact;
pub use greedy::Greedy;
pub use join::{Path, cost_of};
pub use network::{Network, NetworkError};
pub use random_greedy::RandomGreedy;
pub use refined::Refined;
pub use search::{Given, Search};
pub use slices::{Cuttable, Limit, SliceError, Sliced, Slicer};

use alloc::vec::Vec;

/// The most operands for which [`Auto`] looks for the best order: it takes some 30,000 pairs then.
const EXACT: usize = 10;

/// The best order of up to 10 operands, a good one of more: within milliseconds for up to 40, of at most 0.1
/// seconds for 300.
#[derive(Clone, Copy, Debug, Default)]
pub struct Auto {
    /// What random orders are drawn from.
    pub seed: u64,
}

impl Search for Auto {
    fn pairs(&self, network: &Network, cost: &dyn CostModel) -> Result<Vec<[usize; 2]>, PathError> {
        if network.operands().len() <= EXACT {
            Exact.pairs(network, cost)
        } else {
            Refined::quick(self.seed).pairs(network, cost)
        }
    }
}

/// The best order of up to [`Exact::LIMIT`] operands, a very good one of more: within some tenths of a second
/// for up to 100, and seconds for 300.
#[derive(Clone, Copy, Debug, Default)]
pub struct HighQuality {
    /// What random orders are drawn from.
    pub seed: u64,
}

impl Search for HighQuality {
    fn pairs(&self, network: &Network, cost: &dyn CostModel) -> Result<Vec<[usize; 2]>, PathError> {
        if network.operands().len() <= Exact::LIMIT {
            Exact.pairs(network, cost)
        } else {
            Refined::thorough(self.seed).pairs(network, cost)
        }
    }
}

/// The best order of up to 10 operands, that of [`Greedy`] of more: for many networks, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Cheap;

impl Search for Cheap {
    fn pairs(&self, network: &Network, cost: &dyn CostModel) -> Result<Vec<[usize; 2]>, PathError> {
        if network.operands().len() <= EXACT {
            Exact.pairs(network, cost)
        } else {
            Greedy.pairs(network, cost)
        }
    }
}

/// A cheap path: that of [`Auto`].
///
/// # Errors
/// [`PathError`].
pub fn find(network: &Network, cost: &dyn CostModel) -> Result<Path, PathError> {
    Auto::default().path(network, cost)
}
