//! Errors of making and running products.
//!
//! Tests: `tests/tests/sparse_product.rs`.

use crate::columns::ColumnsError;
use crate::csr::CsrError;
use tensmith::BuildError;
use tensmith::error::ViewError;
use tensmith::parallel::ExecutorError;
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
    /// The format is multiplied with operands by rows alone.
    #[error("layout is by columns: must be by rows for blocks, pruned matrices and sampled products")]
    ByColumns,
    /// An array is not like any operand of the product.
    #[error(transparent)]
    Array(#[from] ArrayError),
    /// There is no kernel.
    #[error(transparent)]
    Build(#[from] BuildError),
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
    /// An array is not like the operand that the product was made for.
    #[error(transparent)]
    Array(#[from] ArrayError),
    /// There is no memory for the result.
    #[error(transparent)]
    Result(#[from] ViewError),
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

/// An array has other extents or strides than an operand.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{operand} has extents {shape:?} and strides {strides:?}: must be {rule}")]
pub struct ArrayError {
    /// The operand.
    pub operand: &'static str,
    /// The array's extents.
    pub shape: Vec<usize>,
    /// Its strides, in elements.
    pub strides: Vec<isize>,
    /// What it must be.
    pub rule: String,
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
