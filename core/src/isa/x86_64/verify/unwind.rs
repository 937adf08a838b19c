//! The unwind table of finished code: the states that verifying it as a function of the
//! System V ABI goes through.
//!
//! Tests: `tests/tests/isa_unwind.rs`.

use super::convention::SYSTEM_V;
use super::registers::RETURN_ADDRESS_NUMBER;
use super::state::Surroundings;
use super::step::Steps;
use super::{flow, scan};
use crate::isa::unwind::rows;
use crate::isa::x86_64::X86_64;
use crate::isa::x86_64::decode::Found;
use crate::isa::{Contract, Unwind, UnwindRegisters, UnwindRow, VerifyError};
use alloc::vec::Vec;

impl Unwind for X86_64 {
    fn unwind_registers(&self) -> UnwindRegisters {
        UnwindRegisters { stack_pointer: 7, return_address: RETURN_ADDRESS_NUMBER }
    }

    fn unwind(&self, code: &[u8], contract: &Contract<'_>) -> Result<Vec<UnwindRow>, VerifyError> {
        let mut steps = Steps::default();
        let scanned = scan::scan(code, &SYSTEM_V, contract, &mut steps)?;
        let states = flow::follow(&steps, scanned.last, Surroundings::new(&SYSTEM_V, contract.arguments))?;
        let size = |at: usize| code.get(at..).and_then(Found::of).map_or(1, |found| found.size());
        let instructions = steps.all().iter().map(|(at, _)| *at..at.saturating_add(size(*at)));
        Ok(rows(instructions.zip(states.iter().copied()), |from, state| state.unwind(from))?)
    }
}
