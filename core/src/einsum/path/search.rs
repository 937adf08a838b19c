//! Ways to look for a cheap order.
//!
//! Tests: `tests/tests/einsum_path.rs`.

use super::cost::CostModel;
use super::error::PathError;
use super::join::{Path, join};
use super::network::Network;
use crate::fallible::try_collect;
use alloc::vec::Vec;

/// A way to look for a cheap order.
pub trait Search {
    /// Returns the pairwise contraction order. The operands have the numbers from 0 on; the result of
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
        join(network, &self.pairs(network, cost)?, cost)
    }
}

/// An order that is known: no search.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a>(pub &'a [[usize; 2]]);

impl Search for Given<'_> {
    fn pairs(&self, _: &Network, _: &dyn CostModel) -> Result<Vec<[usize; 2]>, PathError> {
        Ok(try_collect(self.0.iter().copied())?)
    }
}
