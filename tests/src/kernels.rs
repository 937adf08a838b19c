//! Kernels made, published and called.
#![allow(unsafe_code)]

use std::sync::LazyLock;
use tensmith_conformance::canary;
use tensmith_core::code::entry::{Arguments, Kernel};
use tensmith_core::code::{Architecture, CodeMemory};
use tensmith_core::kernel::{Func, KernelSpec};
use tensmith_core::registry::{Generated, Registry};
use tensmith_core::target::Target;

#[cfg(target_os = "linux")]
use tensmith_platform_linux::HostMemory;
#[cfg(target_os = "macos")]
use tensmith_platform_macos::HostMemory;

/// The default registry.
///
/// # Panics
/// Without memory.
#[must_use]
pub fn registry() -> Registry {
    tensmith_primitives::registry().expect("memory")
}

/// The machine code for `spec`.
///
/// # Panics
/// Where there is no kernel: a test's spec has one.
#[must_use]
pub fn code(registry: &Registry, spec: &KernelSpec, target: &Target) -> Vec<u8> {
    registry.compile(spec, target).unwrap_or_else(|error| panic!("{spec}: {error}")).code
}

/// The function over virtual registers of which the machine code for `spec` is made.
///
/// # Panics
/// Where there is none: a test's spec has one.
#[must_use]
pub fn func(registry: &Registry, spec: &KernelSpec, target: &Target) -> Func {
    let choice = registry.choose(spec, target).unwrap_or_else(|error| panic!("{spec}: {error}"));
    of_func(choice.generate(spec, target).expect("memory"))
}

/// The generated function, where it is one.
///
/// # Panics
/// Where it is finished code.
#[must_use]
pub fn of_func(generated: Generated) -> Func {
    match generated {
        Generated::Func(func) => func,
        Generated::Code(_) => panic!("finished code"),
    }
}

/// The instructions of AArch64 code.
#[must_use]
pub fn words(code: &[u8]) -> Vec<u32> {
    code.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

/// Machine code for a target as assembly text, one instruction a line.
///
/// # Panics
/// Without memory.
#[must_use]
pub fn assembly(code: &[u8], target: &Target) -> String {
    let mut text = String::new();
    target.isa.disassemble(code, &mut text).expect("memory");
    text.lines().map(|line| format!("{}\n", line.trim_start())).collect()
}

/// The executable memory of this program.
///
/// # Panics
/// Where it may have none.
pub fn memory() -> &'static HostMemory {
    static MEMORY: LazyLock<HostMemory> = LazyLock::new(|| HostMemory::probe().expect("executable memory"));
    &MEMORY
}

/// Publishes machine code on a machine that executes that of an architecture.
///
/// # Panics
/// Where it cannot be published or executed.
#[must_use]
pub fn publish(code: &[u8], architecture: Architecture) -> Kernel {
    let block = memory().publish(code).expect("executable memory");
    Kernel::new(block, architecture).unwrap_or_else(|error| panic!("{error}"))
}

/// Calls a kernel with addresses and numbers, and makes sure that it preserves what it has to.
///
/// # Panics
/// Where it does not.
///
/// # Safety
/// Those of [`Kernel::call`].
pub unsafe fn call(kernel: &Kernel, values: &[usize]) -> u64 {
    let mut arguments = Arguments::default();
    arguments[..values.len()].copy_from_slice(values);
    // SAFETY: the caller's duty.
    unsafe { canary::call(kernel, &arguments) }.unwrap_or_else(|changed| panic!("{changed}"))
}
