//! The virtual counter of the generic timer, which the architecture gives a constant rate (Arm ARM, D12.1.2).
//!
//! Tests: `harness/measure/src/clock/mod.rs`.
#![allow(unsafe_code)]

use std::arch::asm;

/// The counter, after everything before has been executed and before anything behind is.
pub(super) fn ticks() -> u64 {
    let ticks: u64;
    // SAFETY: Linux lets programs read the counter; only the register is written.
    unsafe { asm!("isb", "mrs {}, cntvct_el0", "isb", out(reg) ticks, options(nomem, nostack)) };
    ticks
}

/// Whether the counter runs at a constant rate: always.
pub(super) fn is_constant() -> bool {
    true
}
