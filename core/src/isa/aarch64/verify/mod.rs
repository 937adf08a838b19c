//! Verifies finished code: whatever went wrong before, words that pass keep to themselves.
//!
//! The verifier reads words, not what they were made from, and trusts the table of instructions
//! only. Code that it accepts, called as a function of the standard calling convention (AAPCS64),
//! for as long as it runs:
//!
//! - executes known instructions, all of which the target has, and none that raises an exception,
//!   branches through a register, authenticates pointers, enters streaming mode or touches
//!   system registers (`summary` allows what only computes, instead of forbidding the rest);
//! - calls only functions that the contract allows, whose address the words right before say (`calls`); that
//!   these keep to the convention is for others to see;
//! - stays inside: branches go to words of the code, and nothing runs past its end;
//! - leaves by `ret` with `x30`, the stack pointer, `x19` to `x29` and the low halves of `v8` to
//!   `v15` as they were, and never writes `x18`;
//! - uses the stack pointer for nothing but frames: it moves by constants in steps of 16, no
//!   further than a page, and reaches the frame and the arguments on the stack, no others.
//!
//! That code begins with a landing pad is asked for by the trait `Isa` (`set`), where code is
//! verified to be called.
//!
//! Deliberately not verified: what loads and stores through other registers reach (they may
//! overwrite the frame, if an operand lies there), what is computed, and that the code comes to an end.
//!
//! # Idea
//! Most words of a kernel break no rule that depends on other words. So one pass (`scan`)
//! checks each word alone and keeps only those with a bearing on paths, as a short list of
//! `step`s: branches, frames, writes of callee-saved registers. A second pass (`flow`) follows
//! the steps along all paths with an abstract `state`: how far the stack pointer is below where
//! it was, which callee-saved registers have changed, and where in the frame their first values are.
//! (NaCl's validator and the verifier of eBPF have these two parts; theirs bound operands, too.)
//!
//! # Cost
//! Decoding is for the first word of a kind. Others are compared with it in the bits that decide what a word
//! means, and named registers are looked up in sets (`scan`, with the `summary` of each row, made at compile
//! time). See `tests/examples/verify_cost.rs`.
//!
//! Each file uses only those before it: `preserved`, `encoding`, `word`, `frame`, `state`, `summary`, `step`,
//! `calls`, `scan`, `flow`.
//!
//! Tests: `tests/tests/isa_aarch64_verify.rs`.

mod calls;
mod encoding;
mod flow;
mod frame;
mod preserved;
mod scan;
mod state;
mod step;
mod summary;
#[cfg(feature = "unwind")]
mod unwind;
mod word;

use super::feature::Features;
use crate::isa::{Contract, VerifyError};
use step::Steps;

/// Verifies `code` against `contract`: what it needs of a core. See the module's documentation.
///
/// # Errors
/// [`VerifyError`], for the first broken rule that is found.
pub fn verify(code: &[u32], contract: &Contract<'_>) -> Result<Features, VerifyError> {
    let mut steps = Steps::default();
    let features = scan::scan(code, contract, &mut steps)?;
    flow::follow(&steps, code.len(), contract.arguments)?;
    Ok(features)
}
