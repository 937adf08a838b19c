//! The best order, by [dynamic programming](super::table) over sets of operands.
//!
//! Tests: `tests/tests/einsum_path.rs`.

use super::table::{LIMIT, Set, Shared, Table};
use super::{CostModel, Network, PathError, Search};
use crate::fallible::{OutOfMemory, try_filled};
use alloc::vec::Vec;

/// Up to [`Exact::LIMIT`] operands; the best order there is.
#[derive(Clone, Copy, Debug)]
pub struct Exact;

impl Exact {
    /// How many operands a network may have.
    pub const LIMIT: usize = LIMIT;
}

impl Search for Exact {
    fn pairs(&self, network: &Network, cost: &dyn CostModel) -> Result<Vec<[usize; 2]>, PathError> {
        let (found, limit) = (network.operands().len(), Self::LIMIT);
        if found > limit {
            return Err(PathError::TooMany { found, limit });
        }
        let (holders, kept) = (holders(network)?, network.kept()?);
        let indices = holders.into_iter().zip(kept).enumerate();
        let mut table = Table::default();
        let shared = |(index, (holders, is_kept))| Shared { holders, is_kept, extent: network.weight(index) };
        table.fill(found, indices.map(shared))?;
        table.solve(cost, f64::INFINITY);
        Ok(table.pairs(found)?)
    }
}

/// For each index, the operands that have it.
fn holders(network: &Network) -> Result<Vec<Set>, OutOfMemory> {
    let mut holders = try_filled(0, network.extents().len())?;
    for (number, operand) in network.operands().enumerate() {
        for index in operand {
            if let Some(holders) = holders.get_mut(*index) {
                *holders |= 1usize << number.min(LIMIT);
            }
        }
    }
    Ok(holders)
}
