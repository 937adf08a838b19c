//! The rules, and how a breach is reported.

use crate::fallible::OutOfMemory;
use crate::isa::Class;
use crate::target::Feature;

/// The deepest frame: one that spans no more than a page cannot reach over a guard page.
pub(super) const MAX_DEPTH: i64 = 4096;

/// Why code was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// A word breaks a rule.
    #[error("word {at} (offset {offset:#x}): {rule}", offset = .at.saturating_mul(4))]
    Refused {
        /// Index of the word.
        at: usize,
        /// The rule that it breaks.
        rule: Rule,
    },
    /// There are no words, or all run in circles.
    #[error("no path ends in a return")]
    NoReturn,
    /// The allocator of memory refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// A rule that a word breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Rule {
    /// Every word is an instruction of the table.
    #[error("{0:#010x} is no known instruction")]
    Unknown(u32),
    /// Every instruction's feature is declared.
    #[error("the feature {} is not declared", .0.name())]
    Feature(Feature),
    /// Instructions compute, access memory at addresses in registers, or branch directly.
    #[error("`{0}` does more than compute, access operands and branch directly")]
    Forbidden(&'static str),
    /// Branches go to words of the code.
    #[error("it branches to offset {0}, outside of the code")]
    Outside(i64),
    /// Every path ends in a return.
    #[error("the path runs past the end of the code")]
    RunsOut,
    /// The platform's register stays untouched.
    #[error("x18 belongs to the platform")]
    PlatformRegister,
    /// The stack pointer is used in the forms that make, use and remove frames.
    #[error("the stack pointer is used otherwise than to make, use or remove a frame")]
    StackPointer,
    /// The stack pointer stays a multiple of 16, not above its first value and within a page below.
    #[error("the stack pointer is {0} bytes below its first value: must be 0, 16, … up to {max}", max = MAX_DEPTH)]
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
    /// A return finds the preserved registers as they were.
    #[error("{prefix}{1} may have changed at a return", prefix = prefix(*.0))]
    NotPreserved(Class, u8),
}

impl Rule {
    /// This rule, broken by the word with an index.
    pub(super) const fn at(self, at: usize) -> VerifyError {
        VerifyError::Refused { at, rule: self }
    }
}

/// What stands before the number of a preserved register.
const fn prefix(class: Class) -> char {
    match class {
        Class::Int => 'x',
        Class::Vec => 'd',
    }
}
