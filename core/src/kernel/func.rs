//! A kernel over virtual registers, before any instruction set.
//!
//! The representation is machine-level: instructions name their destination
//! first, registers are virtual, unlimited and may be written many times, and a
//! vector has as many lanes as the target's vector registers hold. Control flow
//! is structured: [`Inst::Loop`] opens a counted loop and [`Inst::End`] closes
//! it, in one flat list, so that no pass needs recursion; conditions and exits
//! over several levels fit the same form.
//!
//! An instruction stands for one machine instruction, or for the few that a
//! core needs where it lacks one: an access to three lanes, an offset that has
//! no immediate form, the update of a tile with the loads of its column. Nothing is reordered on the way down, so a
//! generator decides the order of its loads and multiply-adds.
//!
//! Here is the function; its instructions are rows of [`table`](super::table).
//!
//! Tests: `tests/tests/kernel_func.rs`, `tests/tests/codegen_allocate.rs`.

pub use super::access::{Address, Lanes, Offset};
pub use super::parts::Parts;
pub use super::register::{FrameSlot, Int, MAX_REGISTERS, MAX_SLOTS, Mask, Vector};
pub use super::table::Inst;
pub use super::tile::{
    NumbersInMemory, Predicate, Registers, Source, TileUpdate, UpdateTypes, VectorsInMemory,
};
pub use super::vector_op::{Shift, Shuffle, UnaryVectorOp, UpdateKind, VectorOp};

use crate::fallible::{Few, OutOfMemory};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// The depth of loops at most, in nearly all functions.
pub(crate) const USUAL_DEPTH: usize = 8;

/// The number of arguments that take no memory of their own: nearly all functions have no more.
pub(crate) const USUAL_ARGUMENTS: usize = 8;

/// A kernel: its arguments and its instructions.
#[derive(Debug, PartialEq, Eq)]
pub struct Func {
    /// Name of the generator.
    pub(crate) name: Cow<'static, str>,
    /// The registers that hold the arguments at entry, in calling order.
    pub(crate) arguments: Few<Int, USUAL_ARGUMENTS>,
    /// The number of arguments behind these. They are in the first places of the frame.
    pub(crate) kept_arguments: u8,
    /// The instructions.
    pub(crate) body: Vec<Inst>,
    /// One more than the greatest integer register.
    pub(crate) ints: u32,
    /// One more than the greatest vector register.
    pub(crate) vectors: u32,
    /// One more than the greatest place in the frame.
    pub(crate) slots: u8,
}

/// Why a list of instructions is no function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FuncError {
    /// A loop is not closed, or one is closed that was not opened.
    #[error("instruction {at}: loops must be opened and closed in pairs")]
    UnbalancedLoop {
        /// Index of the instruction.
        at: usize,
    },
    /// A register number is outside of the function's registers.
    #[error("instruction {at}: names a register that the function does not declare")]
    UnknownRegister {
        /// Index of the instruction.
        at: usize,
    },
    /// A place in the frame is read before anything is written there, or there is no such place.
    #[error("instruction {at}: {slot} holds nothing")]
    EmptySlot {
        /// Index of the instruction.
        at: usize,
        /// The place.
        slot: FrameSlot,
    },
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

says_out_of_memory!(FuncError);

impl Func {
    /// Name of the generator that made it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The registers that hold the arguments at entry, in calling order: all, unless the frame has some of them.
    #[must_use]
    pub fn arguments(&self) -> &[Int] {
        &self.arguments
    }

    /// The number of all arguments.
    #[must_use]
    pub fn arity(&self) -> usize {
        self.arguments.len().saturating_add(self.kept_arguments.into())
    }

    /// The instructions.
    #[must_use]
    pub fn body(&self) -> &[Inst] {
        &self.body
    }

    /// The number of integers that its frame keeps.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.slots.into()
    }

    /// The places of the arguments that are in its frame at entry.
    pub(crate) fn argument_slots(&self) -> impl Iterator<Item = FrameSlot> + use<> {
        (0..self.kept_arguments).filter_map(FrameSlot::new)
    }
}
