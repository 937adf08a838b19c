//! Functions of the machine that runs the tests, and calling them.
#![allow(dead_code, reason = "each test file uses some of it")]

use tensmith_core::code::entry::{Arguments, Kernel};
use tensmith_core::code::{Architecture, Block};

/// `bti c; mov x0, #value; ret` for AArch64.
pub(crate) fn returns_on_aarch64(value: u16) -> Vec<u8> {
    let words = [0xd503_245f, 0xd280_0000 | u32::from(value) << 5, 0xd65f_03c0];
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}

/// `mov eax, value; ret` for x86-64.
pub(crate) fn returns_on_x86_64(value: u16) -> Vec<u8> {
    [&[0xb8][..], &u32::from(value).to_le_bytes(), &[0xc3]].concat()
}

/// A function of this machine's architecture that returns a number.
pub(crate) fn returns(value: u16) -> Vec<u8> {
    if cfg!(target_arch = "x86_64") { returns_on_x86_64(value) } else { returns_on_aarch64(value) }
}

/// What a function of an architecture returns, or `None` where the machine at hand cannot execute it.
#[allow(unsafe_code)]
pub(crate) fn returned(block: &Block, architecture: Architecture) -> Option<u64> {
    let kernel = Kernel::new(block.clone(), architecture).ok();
    // SAFETY: all code here is that of the functions above for this architecture, which take no arguments.
    kernel.map(|kernel| unsafe { kernel.call(&Arguments::default()) })
}

/// What a function of this machine's architecture returns.
pub(crate) fn called(block: &Block) -> u64 {
    let here = if cfg!(target_arch = "x86_64") { Architecture::X86_64 } else { Architecture::AARCH64 };
    returned(block, here).unwrap()
}
