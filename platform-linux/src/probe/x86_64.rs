//! An x86-64 machine's description of itself.
//!
//! Tests: `platform-linux/tests/host.rs`.
#![allow(unsafe_code)]

use std::arch::x86_64::{__cpuid_count, _xgetbv};

/// What `cpuid` answers in `eax`, `ebx`, `ecx` and `edx`.
#[allow(unused_unsafe, reason = "newer compilers know that it is safe")]
pub(crate) fn cpuid(leaf: u32, subleaf: u32) -> [u32; 4] {
    // SAFETY: all processors of this architecture have the instruction, which writes these
    // registers and nothing else.
    let answer = unsafe { __cpuid_count(leaf, subleaf) };
    [answer.eax, answer.ebx, answer.ecx, answer.edx]
}

/// The register that says what state the system saves (`XCR0`); 0 where it does not say so.
pub(crate) fn xcr0() -> u64 {
    const OSXSAVE: u32 = 1 << 27;
    let [_, _, ecx, _] = cpuid(1, 0);
    if ecx & OSXSAVE == 0 {
        return 0;
    }
    // SAFETY: where this bit is set, the processor has XGETBV and the system allows it (Intel SDM, volume 1,
    // section 13.2); reading register 0 has no effect.
    unsafe { _xgetbv(0) }
}
