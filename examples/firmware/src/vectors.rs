//! Vector registers (`CPACR_EL1.FPEN`). Rust itself uses them on the target `aarch64-unknown-none`, where
//! they are on from the beginning. On `aarch64-unknown-none-softfloat` it does not: there they are on while
//! kernels run, and at no other time.

use core::arch::asm;

/// Whether Rust's own code may use vector registers.
const BELONG_TO_RUST: bool = cfg!(target_feature = "neon");

/// The value of `CPACR_EL1` with which vector registers are on.
pub const ON: u64 = 3 << 20;

/// The value at the start.
pub const AT_START: u64 = if BELONG_TO_RUST { ON } else { 0 };

/// Makes a call in which kernels run.
pub fn on<T>(call: impl FnOnce() -> T) -> T {
    if BELONG_TO_RUST {
        return call();
    }
    set(ON);
    let result = call();
    set(AT_START);
    result
}

fn set(cpacr: u64) {
    // SAFETY: nothing but kernels uses the registers.
    unsafe { asm!("msr cpacr_el1, {}", "isb", in(reg) cpacr, options(nostack)) };
}
