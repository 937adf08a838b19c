//! Calling a kernel among canaries: registers that it has to preserve hold numbers before, and are looked at
//! after; so is the mode of the floating-point unit, which a test can choose.
//!
//! On AArch64 these are `x18` to `x29`, `d8` to `d15`, `sp` and FPCR (AAPCS64, 6.1; `x18` is the platform's),
//! on x86-64 `rbx`, `rbp`, `r12` to `r15`, `rsp` and the control bits of MXCSR (System V ABI,
//! AMD64 supplement, 3.2.1).
//!
//! After the call, the numbers have to be found, though any one register may have changed. Two registers hold
//! their address before. Where they agree after, it is still the address, and the stack pointer is compared
//! with what is kept there, and set to it; where they do not, one of them is what the kernel changed, and the
//! stack pointer finds the numbers.
//!
//! The numbers around the call are kept by a function in assembly, as no compiler would: it gives them to
//! registers, which are its caller's again before it returns.
//!
//! Tests: `tests/tests/conformance_canary.rs`.
#![allow(unsafe_code)]

use tensmith_core::code::entry::{Arguments, Kernel};

/// A register that a kernel has changed, with what it held before and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the kernel changed {register}: {before:#x} before, {after:#x} after")]
pub struct Changed {
    /// Its name.
    pub register: &'static str,
    /// What it held before the call.
    pub before: u64,
    /// What it held after.
    pub after: u64,
}

/// How numbers are rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// To the nearest number, of two the even one: the default.
    Nearest,
    /// To the number that is not smaller.
    Up,
    /// To the number that is not larger.
    Down,
    /// To the number that is not farther from zero.
    Zero,
}

/// A mode of the floating-point unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode {
    /// How numbers are rounded.
    pub rounding: Rounding,
    /// Whether subnormal numbers count as zeros, as operands and as results.
    pub flushes: bool,
    /// Whether the alternate behaviours of `FEAT_AFP` are on (`AH`, `FIZ` and `NEP` in FPCR), if
    /// the processor has them.
    pub alternate: bool,
}

impl Mode {
    /// The mode that programs start in.
    pub const DEFAULT: Self = Self { rounding: Rounding::Nearest, flushes: false, alternate: false };

    /// The default one, but for the alternate behaviours.
    pub const ALTERNATE: Self = Self { alternate: true, ..Self::DEFAULT };

    /// All modes without alternate behaviours, the default one first.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let roundings = [Rounding::Nearest, Rounding::Up, Rounding::Down, Rounding::Zero];
        let modes = |flushes| roundings.map(|rounding| Self { rounding, flushes, alternate: false });
        [modes(false), modes(true)].concat()
    }
}

/// Calls a kernel in the default mode, and looks what it changed; returns its result.
///
/// # Errors
/// [`Changed`].
///
/// # Safety
/// Those of [`Kernel::call`].
pub unsafe fn call(kernel: &Kernel, arguments: &Arguments) -> Result<u64, Changed> {
    // SAFETY: the caller's duty.
    unsafe { call_in(Mode::DEFAULT, kernel, arguments) }
}

/// Calls a kernel in a mode, and looks what it changed; returns its result. The caller's mode is as before.
///
/// # Errors
/// [`Changed`].
///
/// # Safety
/// Those of [`Kernel::call`].
pub unsafe fn call_in(mode: Mode, kernel: &Kernel, arguments: &Arguments) -> Result<u64, Changed> {
    // SAFETY: the caller's duty.
    unsafe { here::call(mode, kernel, arguments) }
}

/// Numbers that no kernel has in a register by chance.
#[cfg(all(target_os = "linux", any(target_arch = "aarch64", target_arch = "x86_64")))]
fn canary(nth: usize) -> u64 {
    0x5bd1_e995_9e37_79b9_u64.wrapping_mul(2 * nth as u64 + 1)
}

#[cfg(all(target_os = "linux", target_arch = "aarch64"))]
mod here {
    use super::{Arguments, Changed, Kernel, Mode, Rounding, canary};

    /// Which hold the address of the numbers before the call.
    const ADDRESSES: [usize; 2] = [1, 2];

    const NAMES: [&str; 20] = [
        "x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x29", "d8", "d9",
        "d10", "d11", "d12", "d13", "d14", "d15",
    ];

    #[repr(C)]
    struct Numbers {
        before: [u64; 20],
        after: [u64; 20],
        mode: u64,
        mode_after: u64,
        stack: u64,
        stack_after: u64,
    }

    // The kernel's address is in x0, that of 16 arguments in x1, that of the numbers in x2.
    std::arch::global_asm!(
        ".globl tensmith_conformance_call",
        ".type tensmith_conformance_call, %function",
        "tensmith_conformance_call:",
        "hint #34", // bti c
        "stp x29, x30, [sp, #-192]!",
        "stp x19, x20, [sp, #16]",
        "stp x21, x22, [sp, #32]",
        "stp x23, x24, [sp, #48]",
        "stp x25, x26, [sp, #64]",
        "stp x27, x28, [sp, #80]",
        "stp d8, d9, [sp, #96]",
        "stp d10, d11, [sp, #112]",
        "stp d12, d13, [sp, #128]",
        "stp d14, d15, [sp, #144]",
        "stp x2, x18, [sp, #160]",
        "mrs x3, fpcr",
        "str x3, [sp, #176]",
        "sub sp, sp, #64",
        "mov x16, x0",
        "mov x17, x1",
        "ldp x3, x4, [x17, #64]",
        "stp x3, x4, [sp]",
        "ldp x3, x4, [x17, #80]",
        "stp x3, x4, [sp, #16]",
        "ldp x3, x4, [x17, #96]",
        "stp x3, x4, [sp, #32]",
        "ldp x3, x4, [x17, #112]",
        "stp x3, x4, [sp, #48]",
        "ldp x18, x19, [x2]",
        "ldp x20, x21, [x2, #16]",
        "ldp x22, x23, [x2, #32]",
        "ldp x24, x25, [x2, #48]",
        "ldp x26, x27, [x2, #64]",
        "ldp x28, x29, [x2, #80]",
        "ldp d8, d9, [x2, #96]",
        "ldp d10, d11, [x2, #112]",
        "ldp d12, d13, [x2, #128]",
        "ldp d14, d15, [x2, #144]",
        "ldr x3, [x2, #320]",
        "msr fpcr, x3",
        "mov x3, sp",
        "str x3, [x2, #336]",
        "ldp x0, x1, [x17]",
        "ldp x2, x3, [x17, #16]",
        "ldp x4, x5, [x17, #32]",
        "ldp x6, x7, [x17, #48]",
        "blr x16",
        "mov x11, sp",
        "cmp x19, x20",
        "b.eq 2f",
        "ldr x9, [sp, #224]",
        "b 3f",
        "2:",
        "mov x9, x19",
        "ldr x10, [x9, #336]",
        "mov sp, x10",
        "3:",
        "str x11, [x9, #344]",
        "mrs x10, fpcr",
        "str x10, [x9, #328]",
        "stp x18, x19, [x9, #160]",
        "stp x20, x21, [x9, #176]",
        "stp x22, x23, [x9, #192]",
        "stp x24, x25, [x9, #208]",
        "stp x26, x27, [x9, #224]",
        "stp x28, x29, [x9, #240]",
        "stp d8, d9, [x9, #256]",
        "stp d10, d11, [x9, #272]",
        "stp d12, d13, [x9, #288]",
        "stp d14, d15, [x9, #304]",
        "add sp, sp, #64",
        "ldr x3, [sp, #176]",
        "msr fpcr, x3",
        "ldp x3, x18, [sp, #160]",
        "ldp x19, x20, [sp, #16]",
        "ldp x21, x22, [sp, #32]",
        "ldp x23, x24, [sp, #48]",
        "ldp x25, x26, [sp, #64]",
        "ldp x27, x28, [sp, #80]",
        "ldp d8, d9, [sp, #96]",
        "ldp d10, d11, [sp, #112]",
        "ldp d12, d13, [sp, #128]",
        "ldp d14, d15, [sp, #144]",
        "ldp x29, x30, [sp], #192",
        "ret",
    );

    unsafe extern "C" {
        fn tensmith_conformance_call(entry: *const u8, arguments: &Arguments, numbers: &mut Numbers) -> u64;
    }

    /// FPCR: the rounding mode in bits 22 and 23, flushing in bit 24, the alternate
    /// behaviours in bits 0 to 2.
    fn word(mode: Mode) -> u64 {
        let rounding = match mode.rounding {
            Rounding::Nearest => 0,
            Rounding::Up => 1,
            Rounding::Down => 2,
            Rounding::Zero => 3,
        };
        let alternate = if mode.alternate { alternates() } else { 0 };
        rounding << 22 | u64::from(mode.flushes) << 24 | alternate
    }

    /// Those of `FIZ`, `AH` and `NEP` that this processor has: what it has not stays 0.
    fn alternates() -> u64 {
        let found: u64;
        // SAFETY: nothing is computed while the bits are on, and the mode is as before at the end.
        unsafe {
            std::arch::asm!(
                "mrs {before}, fpcr",
                "orr {found}, {before}, #7",
                "msr fpcr, {found}",
                "mrs {found}, fpcr",
                "msr fpcr, {before}",
                before = out(reg) _,
                found = out(reg) found,
                options(nomem, nostack),
            );
        }
        found & 7
    }

    pub(super) unsafe fn call(mode: Mode, kernel: &Kernel, arguments: &Arguments) -> Result<u64, Changed> {
        let before = std::array::from_fn(canary);
        let (mode, after) = (word(mode), [0; 20]);
        let mut numbers = Numbers { before, after, mode, mode_after: 0, stack: 0, stack_after: 0 };
        for register in ADDRESSES {
            numbers.before[register] = (&raw const numbers).addr() as u64;
        }
        let entry = kernel.block().start().as_ptr();
        // SAFETY: the function calls the kernel as `Kernel::call` does (caller's duty), and preserves what
        // its caller may rely on.
        let result = unsafe { tensmith_conformance_call(entry, arguments, &mut numbers) };
        let mode = ("fpcr", numbers.mode, numbers.mode_after);
        let stack = ("sp", numbers.stack, numbers.stack_after);
        super::unchanged(NAMES.into_iter().zip(numbers.before).zip(numbers.after), [stack, mode])?;
        Ok(result)
    }
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod here {
    use super::{Arguments, Changed, Kernel, Mode, Rounding, canary};

    /// Which hold the address of the numbers before the call.
    const ADDRESSES: [usize; 2] = [0, 1];

    const NAMES: [&str; 6] = ["rbx", "rbp", "r12", "r13", "r14", "r15"];

    #[repr(C)]
    struct Numbers {
        before: [u64; 6],
        after: [u64; 6],
        mode: u32,
        mode_after: u32,
        stack: u64,
        stack_after: u64,
    }

    // The kernel's address is in rdi, that of 16 arguments in rsi, that of the numbers in rdx.
    std::arch::global_asm!(
        ".globl tensmith_conformance_call",
        ".type tensmith_conformance_call, @function",
        "tensmith_conformance_call:",
        "push rbp",
        "push rbx",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "push rdx",
        "sub rsp, 16",
        "stmxcsr dword ptr [rsp]",
        "mov rax, rdi",
        "mov r10, rsi",
        "push qword ptr [r10 + 120]",
        "push qword ptr [r10 + 112]",
        "push qword ptr [r10 + 104]",
        "push qword ptr [r10 + 96]",
        "push qword ptr [r10 + 88]",
        "push qword ptr [r10 + 80]",
        "push qword ptr [r10 + 72]",
        "push qword ptr [r10 + 64]",
        "push qword ptr [r10 + 56]",
        "push qword ptr [r10 + 48]",
        "ldmxcsr dword ptr [rdx + 96]",
        "mov qword ptr [rdx + 104], rsp",
        "mov rbx, qword ptr [rdx]",
        "mov rbp, qword ptr [rdx + 8]",
        "mov r12, qword ptr [rdx + 16]",
        "mov r13, qword ptr [rdx + 24]",
        "mov r14, qword ptr [rdx + 32]",
        "mov r15, qword ptr [rdx + 40]",
        "mov rdi, qword ptr [r10]",
        "mov rsi, qword ptr [r10 + 8]",
        "mov rdx, qword ptr [r10 + 16]",
        "mov rcx, qword ptr [r10 + 24]",
        "mov r8, qword ptr [r10 + 32]",
        "mov r9, qword ptr [r10 + 40]",
        "call rax",
        "mov rcx, rsp",
        "cmp rbx, rbp",
        "je 2f",
        "mov rdx, qword ptr [rsp + 96]",
        "jmp 3f",
        "2:",
        "mov rdx, rbx",
        "mov rsp, qword ptr [rdx + 104]",
        "3:",
        "mov qword ptr [rdx + 112], rcx",
        "add rsp, 80",
        "stmxcsr dword ptr [rdx + 100]",
        "mov qword ptr [rdx + 48], rbx",
        "mov qword ptr [rdx + 56], rbp",
        "mov qword ptr [rdx + 64], r12",
        "mov qword ptr [rdx + 72], r13",
        "mov qword ptr [rdx + 80], r14",
        "mov qword ptr [rdx + 88], r15",
        "ldmxcsr dword ptr [rsp]",
        "add rsp, 24",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbx",
        "pop rbp",
        "ret",
    );

    unsafe extern "C" {
        fn tensmith_conformance_call(entry: *const u8, arguments: &Arguments, numbers: &mut Numbers) -> u64;
    }

    /// The bits of MXCSR that say which exceptions there were.
    const STATUS: u32 = 0x3f;

    /// MXCSR: all exceptions masked, the rounding mode in bits 13 and 14, flushing of results in bit 15 and
    /// of operands in bit 6.
    fn word(mode: Mode) -> u32 {
        let rounding = match mode.rounding {
            Rounding::Nearest => 0,
            Rounding::Down => 1,
            Rounding::Up => 2,
            Rounding::Zero => 3,
        };
        0x1f80 | rounding << 13 | if mode.flushes { 0x8040 } else { 0 }
    }

    pub(super) unsafe fn call(mode: Mode, kernel: &Kernel, arguments: &Arguments) -> Result<u64, Changed> {
        let before = std::array::from_fn(canary);
        let (mode, after) = (word(mode), [0; 6]);
        let mut numbers = Numbers { before, after, mode, mode_after: 0, stack: 0, stack_after: 0 };
        for register in ADDRESSES {
            numbers.before[register] = (&raw const numbers).addr() as u64;
        }
        let entry = kernel.block().start().as_ptr();
        // SAFETY: the function calls the kernel as `Kernel::call` does (caller's duty), and preserves what
        // its caller may rely on.
        let result = unsafe { tensmith_conformance_call(entry, arguments, &mut numbers) };
        let mode = ("mxcsr", u64::from(numbers.mode), u64::from(numbers.mode_after & !STATUS));
        let stack = ("rsp", numbers.stack, numbers.stack_after);
        super::unchanged(NAMES.into_iter().zip(numbers.before).zip(numbers.after), [stack, mode])?;
        Ok(result)
    }
}

/// Other systems, whose assemblers want other words: the kernel is called, and nothing is looked at.
#[cfg(not(all(target_os = "linux", any(target_arch = "aarch64", target_arch = "x86_64"))))]
mod here {
    use super::{Arguments, Changed, Kernel, Mode};

    pub(super) unsafe fn call(_: Mode, kernel: &Kernel, arguments: &Arguments) -> Result<u64, Changed> {
        // SAFETY: the caller's duty.
        Ok(unsafe { kernel.call(arguments) })
    }
}

/// Refuses the first register that holds another number than before.
#[cfg(all(target_os = "linux", any(target_arch = "aarch64", target_arch = "x86_64")))]
fn unchanged(
    registers: impl Iterator<Item = ((&'static str, u64), u64)>,
    more: [(&'static str, u64, u64); 2],
) -> Result<(), Changed> {
    let all = registers.chain(more.map(|(register, before, after)| ((register, before), after)));
    let changed = all.map(|((register, before), after)| Changed { register, before, after });
    changed.filter(|changed| changed.before != changed.after).map(Err).next().unwrap_or(Ok(()))
}
