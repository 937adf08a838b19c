//! In which order to contract many tensors.
//!
//! Problem: tensors are contracted two at a time, and between a good and a bad order lie factors without
//! limit. Idea: a [`Network`] is the question, a [`Path`] the answer: a [`Tree`](super::tree::Tree) with what
//! it costs by a [`CostModel`]. A [`Search`] only says which tensors meet; what follows from that (which
//! indices a result keeps, the tree) is worked out in one place, [`Search::path`]. Searches that anneal, or
//! solve an easier network first, are further implementations of that trait.
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
mod error;
mod exact;
mod greedy;
mod join;
mod network;
mod search;
mod tensors;

pub use cost::{CostModel, Predicted, Step};
pub use error::PathError;
pub use exact::Exact;
pub use greedy::Greedy;
pub use join::Path;
pub use network::{Network, NetworkError};
pub use search::Search;

use alloc::vec::Vec;

/// The most operands for which [`find`] looks for the best order: it takes some 30,000 pairs then.
const EXACT: usize = 10;

/// The best order for few operands, a good one for many.
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

/// A cheap path: that of [`Cheap`].
///
/// # Errors
/// [`PathError`].
pub fn find(network: &Network, cost: &dyn CostModel) -> Result<Path, PathError> {
    Cheap.path(network, cost)
}
