//! Calls: of functions that the contract allows, whose address the four words right before put into `x17`.

use super::step::{Step, Steps};
use super::word::offset;
use crate::isa::{Contract, Rule, VerifyError};

/// `movz x17, #0`, then `movk x17, #0` for the other quarters (Arm ARM, C6.2).
const MOVES: [u32; 4] = [0xd280_0011, 0xf2a0_0011, 0xf2c0_0011, 0xf2e0_0011];

/// `blr x17`.
const CALL: u32 = 0xd63f_0220;

/// The bits of a quarter in a word.
const QUARTER: u32 = 0xffff << 5;

/// Whether the word at an index calls a function that the contract allows.
pub(super) fn is_allowed(code: &[u32], at: usize, contract: &Contract<'_>) -> bool {
    let before = at.checked_sub(MOVES.len()).and_then(|from| code.get(from..=at));
    let Some([moves @ .., CALL]) = before else { return false };
    let is_of = |(word, expected): (&u32, &u32)| word & !QUARTER == *expected;
    let quarters = moves.iter().rev().map(|word| u64::from(word >> 5 & 0xffff));
    moves.iter().zip(&MOVES).all(is_of)
        && contract.allows(quarters.fold(0, |address, quarter| address << 16 | quarter))
}

/// Checks that no branch goes between an address and its call.
pub(super) fn check(steps: &Steps, contract: &Contract<'_>) -> Result<(), VerifyError> {
    if contract.callees.is_empty() {
        return Ok(());
    }
    for (at, step) in steps.all() {
        if let Step::Jump(target) | Step::Branch(target) = step {
            let behind = steps.all().get(steps.from(*target)..).unwrap_or(&[]);
            let next_call = behind.iter().find(|(_, step)| matches!(step, Step::Call));
            if next_call.is_some_and(|(call, _)| call.saturating_sub(*target) < MOVES.len()) {
                let target = i64::try_from(offset(*target)).unwrap_or(i64::MAX);
                return Err(Rule::Amid(target).at(offset(*at)));
            }
        }
    }
    Ok(())
}
