//! Verifies finished code: whatever went wrong before, words that pass keep to themselves.
//!
//! The verifier reads words, not what they were made from, and trusts the table of instructions
//! only. Code that it accepts, called as a function of the standard calling convention (AAPCS64),
//! for as long as it runs:
//!
//! - executes known instructions, all of which the target has, and none that raises an exception,
//!   calls, branches through a register, authenticates pointers, enters streaming mode or touches
//!   system registers (`rows` allows what only computes, instead of forbidding the rest);
//! - stays inside: branches go to words of the code, and nothing runs past its end;
//! - leaves by `ret` with `x30`, the stack pointer, `x19` to `x29` and the low halves of `v8` to
//!   `v15` as they were, and never writes `x18`;
//! - uses the stack pointer for nothing but frames: it moves by constants in steps of 16, no
//!   further than a page, and reaches the frame and the arguments on the stack, no others.
//!
//! Deliberately not verified: what loads and stores through other registers reach (they may
//! overwrite the frame, if an operand lies there), what is computed, and that the code comes to an end.
//!
//! # Idea
//! Most words of a kernel break no rule that depends on other words. So one pass (`scan`)
//! checks each word alone and keeps only those with a bearing on paths, as a short list of
//! `step`s: branches, frames, writes of preserved registers. A second pass (`flow`) follows
//! the steps along all paths with an abstract `state`: how far the stack pointer is below where
//! it was, which preserved registers have changed, and where in the frame their first values are.
//! (NaCl's validator and the verifier of eBPF have these two parts; theirs bound operands, too.)
//!
//! # Cost
//! Nearly all words are `common`: a look at a table by their upper bits and one comparison tell that they are
//! allowed, and do nothing that matters but write vectors. Other words of a kind seen before are compared with that
//! (`scan`, with what is known of `rows` at compile time); decoding is for the first of a kind. See
//! `tests/examples/verify_cost.rs`.

mod common;
mod flow;
mod frame;
mod known;
mod rows;
mod scan;
mod state;
mod step;
mod word;

use crate::fallible::OutOfMemory;
use crate::isa::Class;
use crate::target::{Feature, Features};
use step::Steps;

/// What code has to keep to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contract {
    /// The features that it may use.
    pub features: Features,
    /// How many integer or pointer arguments it has: those that do not fit registers are read
    /// from the caller's stack.
    pub arguments: usize,
}

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
    #[error("the stack pointer is {0} bytes below its first value: must be 0, 16, … up to {max}", max = state::MAX_DEPTH)]
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

/// Verifies `code` against `contract`: what it needs of a core. See the module's documentation.
///
/// # Errors
/// [`VerifyError`], for the first broken rule that is found.
pub fn verify(code: &[u32], contract: &Contract) -> Result<Features, VerifyError> {
    let mut steps = Steps::default();
    let features = scan::scan(code, contract.features, &mut steps)?;
    flow::follow(&steps, code.len(), contract.arguments)?;
    Ok(features)
}

impl Rule {
    /// This rule, broken by the word with an index.
    const fn at(self, at: usize) -> VerifyError {
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
