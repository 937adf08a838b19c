//! Why there is no contraction, and why one did not run.
//!
//! Tests: `tests/tests/primitives_contraction.rs`.

use tensmith_core::code::MemoryError;
use tensmith_core::code::entry::CannotExecute;
use tensmith_core::einsum::{LowerError, ParseError, ResolveError};
use tensmith_core::fallible::OutOfMemory;
use tensmith_core::registry::KernelError;
use tensmith_core::tensor::{ArrayName, LayoutError, NestError, OutOfBounds};
use tensmith_core::text::Count;

/// Why there is no contraction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ContractionError {
    /// The text is no expression.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// The expression does not fit the shapes.
    #[error(transparent)]
    Resolve(#[from] ResolveError),
    /// There is no array with the extents.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// The expression cannot be computed with the arrays.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// The loops cannot be compiled.
    #[error(transparent)]
    Nest(#[from] NestError),
    /// There is no kernel for a part of it.
    #[error(transparent)]
    Kernel(#[from] KernelError),
    /// The kernels could not be published.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// The machine that this runs on does not execute the target's code.
    #[error(transparent)]
    CannotExecute(#[from] CannotExecute),
    /// The plan is not for the arrays: a mistake of this library.
    #[error(transparent)]
    OutOfBounds(#[from] OutOfBounds),
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

impl ContractionError {
    /// Whether there was not enough memory, for code or for anything else.
    #[must_use]
    pub const fn is_out_of_memory(&self) -> bool {
        match self {
            Self::Parse(error) => error.is_out_of_memory(),
            Self::Resolve(error) => error.is_out_of_memory(),
            Self::Layout(error) => error.is_out_of_memory(),
            Self::Lower(error) => error.is_out_of_memory(),
            Self::Nest(error) => error.is_out_of_memory(),
            Self::Kernel(error) => error.is_out_of_memory(),
            Self::Memory(error) => error.is_out_of_memory(),
            Self::OutOfMemory(_) => true,
            Self::CannotExecute(_) | Self::OutOfBounds(_) => false,
        }
    }
}

/// Why a contraction did not run. Nothing has been written then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// There are too few or too many inputs.
    #[error("{found}: the contraction has {expected}", found = Count(*found, "input").there())]
    Inputs {
        /// How many are passed.
        found: usize,
        /// How many the contraction has.
        expected: usize,
    },
    /// An operand has another number of extents than the contraction was made for.
    #[error("{array} has {found}: the contraction is made for {expected}", found = Count(*found, "extent"))]
    Rank {
        /// The operand.
        array: ArrayName,
        /// How many it has.
        found: usize,
        /// How many the contraction is made for.
        expected: usize,
    },
    /// An operand has another extent.
    #[error("extent {axis} of {array} is {found}: the contraction is made for {expected}")]
    Extent {
        /// The operand.
        array: ArrayName,
        /// Which of its extents, from 0.
        axis: usize,
        /// The extent.
        found: usize,
        /// The extent that the contraction is made for.
        expected: usize,
    },
    /// An operand has other strides.
    #[error("{array} has other strides than the contraction is made for")]
    Strides {
        /// The operand.
        array: ArrayName,
    },
}
