//! Why a multiplication was not called.

use super::form::Form;
use crate::error::ErrorKind;
use std::fmt;
use tensmith_core::OutOfMemory;
use tensmith_core::kernel::spec::{Argument, SpecError};
use tensmith_core::reference::ReferenceError;
use tensmith_core::text::Count;

/// Why a multiplication was not called. Nothing has been written then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CallError {
    /// The handle was made by [`Jit::for_target`](crate::Jit::for_target).
    #[error("the code is made for {target} and only to look at: that of Jit::host() runs here")]
    OtherMachine {
        /// Name of the machine.
        target: &'static str,
    },
    /// A number is missing that the specification leaves to run time.
    #[error("{} is missing: the specification leaves it to run time", .argument.name())]
    Missing {
        /// Which one.
        argument: Argument,
    },
    /// A number is passed that the specification fixes, or has no use for.
    #[error("{} is passed: the specification does not leave it to run time", .argument.name())]
    Superfluous {
        /// Which one.
        argument: Argument,
    },
    /// A number breaks a rule of specifications.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// Blocks are given in another form than the specification says.
    #[error("{operand} is given as {}: the batch of the specification calls for {}", .found.name(), .expected.name())]
    Form {
        /// Name of the operand.
        operand: &'static str,
        /// The form of what is given.
        found: Form,
        /// The form of the specification.
        expected: Form,
    },
    /// A slice ends before the operand does.
    #[error("{operand} has {len}: must have at least {needed}", len = Count(*len, "element"))]
    TooShort {
        /// Name of the operand.
        operand: &'static str,
        /// Elements in the slice.
        len: usize,
        /// Elements from the operand's first to its last.
        needed: usize,
    },
    /// A list is longer or shorter than the batch.
    #[error("{operand} has {found}: the batch count is {expected}", found = Count(*found, "block"))]
    BlockCount {
        /// Name of the operand.
        operand: &'static str,
        /// Blocks in the list.
        found: usize,
        /// Blocks in the batch.
        expected: usize,
    },
    /// There are more or fewer operands than the epilogue has.
    #[error("{found} are given: the epilogue has {expected}", found = Count(*found, "operand"))]
    OperandCount {
        /// Operands that are given.
        found: usize,
        /// Links that have one.
        expected: usize,
    },
    /// A block at an offset is not inside of its slice.
    #[error(
        "block {block} of {operand} begins at offset {offset} from element {origin}: its {needed} elements \
         must lie within the {len} of the slice"
    )]
    Outside {
        /// Name of the operand.
        operand: &'static str,
        /// Which block.
        block: usize,
        /// Its offset.
        offset: i64,
        /// Elements from its first to its last.
        needed: usize,
        /// Elements in the slice.
        len: usize,
        /// The element that offsets count from.
        origin: usize,
    },
    /// C shares an element with another operand.
    #[error("c overlaps {}{operand}: must share no element with it", OfBlock(*.block))]
    Overlap {
        /// Name of the other operand.
        operand: &'static str,
        /// Which of its blocks; none of an epilogue's, which has none.
        block: Option<usize>,
    },
    /// The scalar reference refused.
    #[error(transparent)]
    Reference(#[from] ReferenceError),
    /// The allocator refused. Only the scalar reference needs memory, for copies of its operands.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

impl CallError {
    /// Returns the kind of the error.
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::OtherMachine { .. } => ErrorKind::Machine,
            Self::OutOfMemory(_) => ErrorKind::OutOfMemory,
            _ => ErrorKind::Argument,
        }
    }
}

/// Which block of an operand is meant, if that has any.
struct OfBlock(Option<usize>);

impl fmt::Display for OfBlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |block| write!(f, "block {block} of "))
    }
}
