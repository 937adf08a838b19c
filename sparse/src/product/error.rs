//! Why there is no product, or no result.

use crate::columns::ColumnsError;
use crate::csr::CsrError;
use tensmith::{ExecutorError, JitError};
use tensmith_core::OutOfMemory;
use tensmith_core::text::Count;

/// Why there is no product.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ProductError {
    /// The dense operands cannot be.
    #[error(transparent)]
    Columns(#[from] ColumnsError),
    /// The matrix is too large.
    #[error(transparent)]
    Matrix(#[from] CsrError),
    /// There is no kernel.
    #[error(transparent)]
    Jit(#[from] JitError),
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Why a product was not evaluated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// An operand has too few elements.
    #[error("{operand} has {found}: must have at least {needed}", found = Count(*found, "element"))]
    Short {
        /// The operand.
        operand: &'static str,
        /// Number of its elements.
        found: usize,
        /// The least number of elements: those that are accessed.
        needed: usize,
    },
    /// The code is for another machine.
    #[error("the product was made for {target}: this machine does not run its code")]
    OtherMachine {
        /// The core.
        target: &'static str,
    },
    /// The executor ran nothing.
    #[error(transparent)]
    Executor(#[from] ExecutorError),
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Why values cannot take the place of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PatchError {
    /// There are too few, or too many.
    #[error("{found}: must be {expected}, one for each entry", found = Count(*found, "value"))]
    Count {
        /// Number of values.
        found: usize,
        /// Number of entries.
        expected: usize,
    },
    /// Two entries share a factor: both were zeros, or had the same magnitude.
    #[error(
        "entries {other} and {entry} had the same magnitude when the code was made: must have it again, with the same signs"
    )]
    Shared {
        /// The second of them.
        entry: usize,
        /// The first.
        other: usize,
    },
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}
