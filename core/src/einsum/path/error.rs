//! Why there is no path.
//!
//! Tests: `tests/tests/einsum_path.rs`.

use crate::einsum::tree::NodeError;
use crate::fallible::OutOfMemory;

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

says_out_of_memory!(PathError: Tree);
