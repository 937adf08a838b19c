//! Why code is not made, in any instruction set.

use super::buffer::CodeError;
use super::encode::OperandError;
use crate::code::Label;
use crate::fallible::OutOfMemory;
use crate::kernel::func::Inst;
use crate::text::Count;
use core::fmt;

/// Why a function has no counterpart in instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LowerError {
    /// Index of the instruction of the function.
    pub at: usize,
    /// Its number that is out of range, where that is the reason.
    pub value: Option<u8>,
    /// The reason.
    pub reason: Reason,
}

impl LowerError {
    /// The error for instruction `at`.
    #[cold]
    pub(super) fn of(body: &[Inst], at: usize, reason: Reason) -> Self {
        let is_of_number =
            matches!(reason, Reason::Lane | Reason::LaneCount | Reason::LaneSize | Reason::Shift);
        let value = body.get(at).filter(|_| is_of_number).and_then(Inst::limited);
        Self { at, value, reason }
    }
}

impl fmt::Display for LowerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at, value, reason } = self;
        match value {
            Some(value) => write!(f, "instruction {at} has {value}: {reason}"),
            None => write!(f, "instruction {at}: {reason}"),
        }
    }
}

impl core::error::Error for LowerError {}

/// Why an instruction of a function has no counterpart. No more than a number, as every step of lowering may
/// return it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// A vector has no such lane.
    #[error("no vector has this lane")]
    Lane,
    /// An access moves one lane to a whole vector.
    #[error("no access moves that many lanes")]
    LaneCount,
    /// Lanes to be recombined have 4 or 8 bytes.
    #[error("lanes of 4 or 8 bytes are recombined")]
    LaneSize,
    /// A shift is too far.
    #[error("no shift goes that many bits")]
    Shift,
    /// A number does not fit.
    #[error("a number does not fit")]
    Number,
    /// A register has no place.
    #[error("a register that is used has no place")]
    Unplaced,
    /// There are too many loops.
    #[error("there are more than {} loops", Label::LIMIT)]
    Loops,
    /// The instruction set has no other updates of tiles than multiply-adds of numbers of floating point, and
    /// dot products of narrow ones.
    #[error("a tile is updated by multiply-adds, or by dot products of narrow numbers")]
    UpdateKind,
    /// The core has no dot products of these types.
    #[error("the core has no dot products of these types")]
    Dot,
    /// The instruction set has no accumulators of another type than that of the factors.
    #[error("the accumulators of a tile have the type of the factors")]
    UpdateTypes,
    /// The instruction set takes the column of an update from vectors only.
    #[error("the column of a tile's update is vectors, in registers or in memory")]
    Column,
    /// The instruction set takes the row of an update from registers only.
    #[error("the row of a tile's update is in registers")]
    Row,
    /// The instruction set has no predicates.
    #[error("there are no predicate registers")]
    Mask,
    /// The instruction set has no such instruction.
    #[error("the instruction set has no counterpart")]
    Unsupported,
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Why a function has no frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FrameError {
    /// There are more arguments than the calling convention passes.
    #[error("{count}: at most {most} are passed", count = Count(*count, "argument"))]
    TooManyArguments {
        /// The number of arguments.
        count: usize,
        /// The most that are.
        most: usize,
    },
    /// A function keeps more integers than a frame does.
    #[error("{count} integers in the frame: at most {most} are kept there")]
    TooManySlots {
        /// The number of integers.
        count: u8,
        /// The most that are.
        most: u8,
    },
    /// An offset cannot be encoded.
    #[error(transparent)]
    Operand(#[from] OperandError),
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

says_out_of_memory!(FrameError);

/// Why a text is no assembly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AssembleError {
    /// A line is malformed.
    #[error("line {line}, column {column}: {problem}")]
    Syntax {
        /// Line, from 1.
        line: usize,
        /// Column in bytes, from 1.
        column: usize,
        /// The rule that the text breaks there.
        problem: &'static str,
    },
    /// The instructions do not form code.
    #[error(transparent)]
    Code(#[from] CodeError),
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

says_out_of_memory!(AssembleError: Code);
