//! Why a program, or the plan of an expression, did not run.

use super::ErrorKind;
use tensmith_core::executor::ExecutorError;
use tensmith_core::fallible::OutOfMemory;
use tensmith_core::tensor::ArrayName;
use tensmith_core::text::Count;

/// Why a program or a plan did not run. Nothing has been written then, but for what [`RunError::Executor`]
/// says.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The code was made by [`Jit::for_target`](crate::Jit::for_target).
    #[error("the code is made for {target} and only to look at: that of Jit::host() runs here")]
    OtherMachine {
        /// Name of the machine.
        target: &'static str,
    },
    /// There are too few or too many inputs.
    #[error("{found}: the plan has {expected}", found = Count(*found, "input").there())]
    Inputs {
        /// How many are passed.
        found: usize,
        /// How many the plan has.
        expected: usize,
    },
    /// An operand has other extents than the plan was made for.
    #[error("{array} has extents {found:?}: the plan is made for {expected:?}")]
    Shape {
        /// The operand.
        array: ArrayName,
        /// Its extents.
        found: Vec<usize>,
        /// Those of the plan.
        expected: Vec<usize>,
    },
    /// An operand has other strides than the plan was made for.
    #[error("{array} has strides {found:?}: the plan is made for {expected:?}")]
    Strides {
        /// The operand.
        array: ArrayName,
        /// Its strides, in elements.
        found: Vec<isize>,
        /// Those of the plan.
        expected: Vec<isize>,
    },
    /// There is no block of this number.
    #[error("block is {block}: must be below {blocks}, the number of the plan's blocks")]
    Block {
        /// The number.
        block: u64,
        /// How many there are.
        blocks: u64,
    },
    /// There are too few or too many arguments.
    #[error("{found}: the program has {expected}", found = Count(*found, "argument").there())]
    Count {
        /// How many are passed.
        found: usize,
        /// How many the program has.
        expected: usize,
    },
    /// An argument that is written is given to be read.
    #[error("argument {argument} is given to be read: the program writes to it")]
    ReadOnly {
        /// Its number.
        argument: usize,
    },
    /// A slice ends before the elements of its argument do, or begins after them.
    #[error("argument {argument} has {below} before and {above} after index (0, …, 0), which is at \
         {origin}: the slice has {len}", below = Count(*below, "element"))]
    Outside {
        /// Its number.
        argument: usize,
        /// How many elements come before index (0, …, 0).
        below: usize,
        /// How many come after it.
        above: usize,
        /// The place in the slice.
        origin: usize,
        /// Elements in the slice.
        len: usize,
    },
    /// A pointer is not aligned.
    #[error("argument {argument} is at address {address:#x}: must be a multiple of {alignment}")]
    Misaligned {
        /// Its number.
        argument: usize,
        /// The address.
        address: usize,
        /// The alignment of elements.
        alignment: usize,
    },
    /// An argument that is written reaches into the memory of another.
    #[error("arguments {argument} and {other} overlap: argument {argument} is written, and must be apart")]
    Overlap {
        /// Number of the one that is written.
        argument: usize,
        /// Number of the other.
        other: usize,
    },
    /// The scratch memory that the caller supplies does not suffice for one thread.
    #[error("the scratch memory has {len}: must have at least {needed}, for each thread", len = Count(*len, "element"))]
    Scratch {
        /// Elements that are supplied.
        len: usize,
        /// Elements that a thread needs.
        needed: usize,
    },
    /// The executor ran nothing. If it refuses after having run an earlier step of a sequence, what that
    /// wrote stays.
    #[error(transparent)]
    Executor(#[from] ExecutorError),
    /// There is no memory for the arena of another run at the same time.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

impl RunError {
    /// Returns the kind of the error.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::OtherMachine { .. } => ErrorKind::Machine,
            Self::Shape { .. } | Self::Strides { .. } => ErrorKind::Shape,
            Self::Executor(_) => ErrorKind::Executor,
            Self::OutOfMemory(_) => ErrorKind::OutOfMemory,
            Self::Inputs { .. }
            | Self::Block { .. }
            | Self::Count { .. }
            | Self::ReadOnly { .. }
            | Self::Outside { .. }
            | Self::Misaligned { .. }
            | Self::Overlap { .. }
            | Self::Scratch { .. } => ErrorKind::Argument,
        }
    }
}
