//! The rules that finished code keeps to, in any instruction set.
//!
//! Tests: `tests/tests/isa_set.rs`, `tests/tests/isa_aarch64_verify.rs`, `tests/tests/isa_x86_64_verify.rs`.

use super::feature::{Feature, Features};
use crate::fallible::OutOfMemory;
use crate::kernel::func::Callee;

/// The rules that code has to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contract<'c> {
    /// The features that it may use.
    pub features: Features,
    /// The number of its integer or pointer arguments: those that do not fit registers are read
    /// from the caller's stack.
    pub arguments: usize,
    /// The functions that it may call: those of them that have an address.
    pub callees: &'c [Callee],
}

impl Contract<'_> {
    /// Whether a function at an address may be called.
    pub(crate) fn allows(&self, address: u64) -> bool {
        self.callees.iter().filter_map(Callee::address).any(|allowed| allowed.get() == address)
    }
}

/// Why code was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// An instruction breaks a rule.
    #[error("offset {offset:#x}: {rule}")]
    Refused {
        /// Byte offset of the instruction.
        offset: usize,
        /// The rule that it breaks.
        rule: Rule,
    },
    /// The last instruction is cut off.
    #[error("{bytes} bytes of code: must be a multiple of {unit}")]
    PartialUnit {
        /// The size of the code.
        bytes: usize,
        /// The size of the pieces that code consists of.
        unit: usize,
    },
    /// There is no code, or all of it runs in circles.
    #[error("no path ends in a return")]
    NoReturn,
    /// The allocator of memory refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

says_out_of_memory!(VerifyError);

/// The deepest frame in bytes: one that spans no more than a page cannot reach over a guard page.
pub const MAX_DEPTH: i64 = 4096;

/// A rule that an instruction breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Rule {
    /// The code is a sequence of instructions of the table. What is none is shown by its first four bytes: as
    /// a word, where instructions are words, and in their order, where they are bytes.
    #[error("{0:#010x} is no known instruction")]
    Unknown(u32),
    /// Every instruction's feature is declared.
    #[error("the feature {} is not declared", .0.name())]
    Feature(Feature),
    /// Instructions compute, access memory at addresses in registers, or branch directly.
    #[error("`{0}` does more than compute, access operands and branch directly")]
    Forbidden(&'static str),
    /// The code begins with the instruction where indirect branches may land, where the instruction set has
    /// one that each function needs.
    #[error("the code does not begin where indirect branches may land")]
    Landing,
    /// Calls go to functions that may be called, by the instructions that put their address in a
    /// register right before.
    #[error("it calls a function that is not among those that may be called")]
    Callee,
    /// At a call, the stack pointer is aligned as the convention asks.
    #[error("the stack pointer is {0} bytes below its first value at a call: is not aligned")]
    Alignment(i64),
    /// Addresses are counted from registers.
    #[error("its address is fixed, or counted from the place of the code")]
    Address,
    /// Branches go to places of the code.
    #[error("it branches to offset {0}, outside of the code")]
    Outside(i64),
    /// Branches go to the start of an instruction.
    #[error("it branches to offset {0}, where no instruction starts")]
    Amid(i64),
    /// Every path ends in a return.
    #[error("the path runs past the end of the code")]
    RunsOut,
    /// The platform's register stays untouched.
    #[error("it writes a register that belongs to the platform")]
    PlatformRegister,
    /// The stack pointer is used in the forms that make, use and remove frames.
    #[error("the stack pointer is used otherwise than to make, use or remove a frame")]
    StackPointer,
    /// The stack pointer moves in the steps of the instruction set, not above its first value and
    /// within a page below.
    #[error("the stack pointer is {0} bytes below its first value: must be aligned, from 0 to {MAX_DEPTH}")]
    Depth(i64),
    /// Accesses through the stack pointer stay in the frame, loads also in the arguments behind it.
    #[error("{bytes} bytes at {offset} from the first stack pointer are neither frame nor arguments")]
    OutsideFrame {
        /// Where the access begins, from the stack pointer at the entry.
        offset: i64,
        /// Its size.
        bytes: i64,
    },
    /// Where paths meet, their frames are the same.
    #[error("paths meet here with stack pointers {0} and {1} bytes below the first value")]
    Meeting(i64, i64),
    /// A return finds the stack pointer as it was.
    #[error("the stack pointer is {0} bytes below its first value at a return")]
    Unbalanced(i64),
    /// A return finds the callee-saved registers as they were.
    #[error("{0} may have changed at a return")]
    NotPreserved(&'static str),
    /// A return finds the upper halves of vector registers zero, where others than the function
    /// pay for what they hold.
    #[error("upper halves of vector registers may be in use at a return")]
    UpperHalves,
}

impl Rule {
    /// This rule, broken by the instruction at a byte offset.
    #[must_use]
    pub const fn at(self, offset: usize) -> VerifyError {
        VerifyError::Refused { offset, rule: self }
    }
}
