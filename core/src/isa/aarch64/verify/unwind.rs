//! The unwind table of finished code: the states that verifying it goes through.
//!
//! Tests: `tests/tests/isa_unwind.rs`.

use super::step::Steps;
use super::word::offset;
use super::{flow, scan};
use crate::isa::aarch64::AArch64;
use crate::isa::unwind::rows;
use crate::isa::{CodeUnit, Contract, Unwind, UnwindRegisters, UnwindRow, VerifyError};
use alloc::vec::Vec;

impl Unwind for AArch64 {
    fn unwind_registers(&self) -> UnwindRegisters {
        UnwindRegisters { stack_pointer: 31, return_address: 30 }
    }

    fn unwind(&self, code: &[u8], contract: &Contract<'_>) -> Result<Vec<UnwindRow>, VerifyError> {
        if code.len() % u32::BYTES != 0 {
            return Err(VerifyError::PartialUnit { bytes: code.len(), unit: u32::BYTES });
        }
        let code = u32::from_bytes(code)?;
        let mut steps = Steps::default();
        scan::scan(&code, contract, &mut steps)?;
        let states = flow::follow(&steps, code.len(), contract.arguments)?;
        let words = steps.all().iter().map(|(at, _)| offset(*at)..offset(at.saturating_add(1)));
        Ok(rows(words.zip(states.iter().copied()), |from, state| state.unwind(from))?)
    }
}
