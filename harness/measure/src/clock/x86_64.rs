//! The time-stamp counter.
//!
//! Tests: `harness/measure/src/clock/mod.rs`.
#![allow(unsafe_code)]

use std::arch::x86_64::{__cpuid, __rdtscp, _mm_lfence};

/// The counter, after everything before has been executed and before anything behind is.
pub(super) fn ticks() -> u64 {
    let mut core = 0;
    // SAFETY: every x86-64 processor that reports an invariant counter has `rdtscp`; it writes the variable
    // and nothing else (Intel's manual, volume 2, RDTSCP).
    let ticks = unsafe { __rdtscp(&raw mut core) };
    // SAFETY: `lfence` is in SSE2, which every x86-64 processor has.
    unsafe { _mm_lfence() };
    ticks
}

/// Whether the counter runs at a constant rate: bit 8 of EDX of leaf 0x8000_0007.
pub(super) fn is_constant() -> bool {
    let leaves = __cpuid(0x8000_0000).eax;
    leaves >= 0x8000_0007 && __cpuid(0x8000_0007).edx & 1 << 8 != 0
}
