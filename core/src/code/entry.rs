//! Calling published code: the one place where bytes become a function.
//!
//! Kernels follow AAPCS64 with integer and pointer arguments only: the first
//! eight in `x0` … `x7`, the others on the stack. A callee that takes fewer
//! ignores the rest, so one function type serves all.
#![allow(unsafe_code)]

use super::memory::Block;
use crate::kernel::spec::MAX_ARGUMENTS;

/// The arguments of one call: addresses and numbers, unused ones 0.
pub type Arguments = [usize; MAX_ARGUMENTS];

/// Published code that this machine can execute.
#[derive(Clone, Debug)]
pub struct Kernel {
    block: Block,
}

/// How many arguments [`Kernel::call_short`] passes.
pub const SHORT: usize = 3;

/// The machine that runs this program is not an AArch64 machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this machine cannot execute AArch64 code")]
pub struct CannotExecute;

impl Kernel {
    /// Takes AArch64 code that begins with its entry point.
    ///
    /// # Errors
    /// [`CannotExecute`], on every machine of another architecture.
    pub fn new(block: Block) -> Result<Self, CannotExecute> {
        if cfg!(all(target_arch = "aarch64", target_endian = "little")) {
            Ok(Self { block })
        } else {
            Err(CannotExecute)
        }
    }

    /// The code.
    #[must_use]
    pub fn block(&self) -> &Block {
        &self.block
    }

    /// Calls the code and returns what it leaves in `x0`.
    ///
    /// # Safety
    /// The code follows AAPCS64, and the arguments are what it expects: every address points to
    /// memory that it may read, or write, as far as its specification says.
    #[inline]
    pub unsafe fn call(&self, arguments: &Arguments) -> u64 {
        type N = usize;
        type Entry = unsafe extern "C" fn(N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N) -> u64;
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = *arguments;
        // SAFETY: `Kernel::new` let only code of this machine's architecture through, the block
        // keeps it mapped and executable, and it has this calling convention (caller's duty).
        let entry = unsafe { core::mem::transmute::<*mut u8, Entry>(self.block.start().as_ptr()) };
        // SAFETY: the arguments are what the code expects (caller's duty).
        unsafe { entry(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) }
    }

    /// Calls code that takes at most three arguments, as [`Kernel::call`] does.
    ///
    /// # Safety
    /// As for [`Kernel::call`].
    #[inline]
    pub unsafe fn call_short(&self, [a, b, c]: [usize; SHORT]) -> u64 {
        type Entry = unsafe extern "C" fn(usize, usize, usize) -> u64;
        // SAFETY: as above; code that takes three arguments finds them in the same registers.
        let entry = unsafe { core::mem::transmute::<*mut u8, Entry>(self.block.start().as_ptr()) };
        // SAFETY: the arguments are what the code expects (caller's duty).
        unsafe { entry(a, b, c) }
    }
}
