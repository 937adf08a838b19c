//! Verifies finished code: whatever went wrong before, bytes that pass keep to themselves.
//!
//! The verifier reads bytes, not what they were made from, and trusts the table of instructions only. Code
//! that it accepts, called as a function of a [convention](Convention), for as long as it runs:
//!
//! - begins with `endbr64`, and is one sequence of known instructions, all of which the target has, and none
//!   that raises an exception, branches through a register or memory, or touches the state of the system:
//!   flags of direction, modes of rounding (`summary` allows what only computes, instead of
//!   forbidding the rest);
//! - calls only functions that the contract allows, whose address the instruction right before says, with an
//!   aligned stack pointer; that these keep to the convention is for others to see;
//! - stays inside: branches go to the start of an instruction of this sequence, so that bytes have one
//!   reading only, and nothing runs past its end;
//! - leaves by `ret`, with the registers that the convention preserves and the stack pointer as they were,
//!   and with upper halves of vectors set to zero by `vzeroupper` where 32 or 64 bytes of one were written;
//! - uses the stack pointer for nothing but frames: it moves by constants in steps of 8, no further than a
//!   page, and reaches the frame and the arguments on the stack, no others. So the return
//!   address stays what it is;
//! - counts no address from the place of the code, from zero, or from the beginning of a segment.
//!
//! Deliberately not verified: what loads and stores through other registers reach (they may overwrite the
//! frame, if an operand lies there), what is computed, whether addresses are aligned where instructions ask
//! for it, and that the code comes to an end.
//!
//! # Idea
//! One pass (`scan`) checks each instruction alone and keeps only those with a bearing on paths, as a short
//! list of `step`s: branches, frames, writes of callee-saved registers and of upper halves. A second pass
//! (`flow`) follows the steps along all paths with an abstract `state`: how far the stack pointer is below
//! where it was, which callee-saved registers have changed, and where in the frame their first values are. It
//! is AArch64's verifier for bytes.
//!
//! # Cost
//! Nearly all of it is decoding. See `tests/examples/verify_cost_x86_64.rs`.
//!
//! Each file uses only those before it: `registers`, `convention`, `state`, `summary`,
//! `step`, `scan`, `flow`.
//!
//! Tests: `tests/tests/isa_x86_64_verify.rs`, `tests/tests/isa_x86_64_verify_flips.rs`.

mod convention;
mod flow;
mod registers;
mod scan;
mod state;
mod step;
mod summary;
#[cfg(feature = "unwind")]
mod unwind;

use super::feature::Features;
use crate::isa::{Contract, VerifyError};
pub use convention::{Convention, SYSTEM_V, WINDOWS};
use state::Surroundings;
use step::Steps;

/// Verifies `code` against `contract`, as a function of the System V ABI: what it needs of a core. See the
/// module's documentation.
///
/// # Errors
/// [`VerifyError`], for the first broken rule that is found.
pub fn verify(code: &[u8], contract: &Contract<'_>) -> Result<Features, VerifyError> {
    verify_for(&SYSTEM_V, code, contract)
}

/// Verifies `code` against `contract`, as a function of a calling convention: what it needs of a core.
///
/// # Errors
/// [`VerifyError`], for the first broken rule that is found.
pub fn verify_for(
    convention: &Convention,
    code: &[u8],
    contract: &Contract<'_>,
) -> Result<Features, VerifyError> {
    let mut steps = Steps::default();
    let scanned = scan::scan(code, convention, contract, &mut steps)?;
    flow::follow(&steps, scanned.last, Surroundings::new(convention, contract.arguments))?;
    Ok(scanned.features)
}
