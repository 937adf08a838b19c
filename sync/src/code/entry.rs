//! Calling published code: the one place where bytes become a function.
//!
//! Kernels follow the C calling convention of their architecture with integer and pointer
//! arguments only, the first in registers and the others on the stack: eight in registers on AArch64
//! (AAPCS64, 6.8.2), six on x86-64 (System V ABI, AMD64 supplement, 3.2.3). In both, the caller removes
//! what it passed: a callee that takes fewer arguments ignores the rest, so one function type serves all.
//! Functions of people's own may take numbers of floating point, too, and return one: [`Call`] has what
//! both conventions pass.
//!
//! Tests: `tests/tests/codegen_run.rs`, `tests/tests/isa_aarch64_asm.rs`.
#![allow(unsafe_code)]

use super::architecture::Architecture;
use super::memory::Block;

/// The most arguments that a kernel takes. A multiplication needs up to 11: three addresses, three
/// leading dimensions, two places of blocks and their number, two factors. The others are for the
/// chain of operations behind it.
pub const MAX_ARGUMENTS: usize = 16;

/// The arguments of one call: addresses and numbers, unused ones 0.
pub type Arguments = [usize; MAX_ARGUMENTS];

/// Published code that this machine can execute.
#[derive(Clone, Debug)]
pub struct Kernel {
    block: Block,
}

/// The number of arguments that [`Kernel::call_short`] passes.
pub const SHORT: usize = 3;

/// The integers that are passed in registers.
#[cfg(target_arch = "aarch64")]
const INTS: usize = 8;
/// The integers that are passed in registers.
#[cfg(not(target_arch = "aarch64"))]
const INTS: usize = 6;

/// The numbers of floating point that are passed in registers.
const FLOATS: usize = 8;

/// The arguments that are passed on the stack, at most.
const STACK: usize = 16;

/// What a call passes: integers and numbers of floating point in their registers, and behind these,
/// of both, on the stack.
#[derive(Clone, Copy, Debug, Default)]
pub struct Call {
    ints: [usize; INTS],
    floats: [f64; FLOATS],
    stack: [usize; STACK],
    counts: [usize; 3],
}

/// There are more arguments than calls pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many arguments: at most {STACK} are passed on the stack")]
pub struct TooManyArguments;

impl Call {
    /// Passes an integer or an address.
    ///
    /// # Errors
    /// [`TooManyArguments`].
    pub fn pass_int(&mut self, bits: u64) -> Result<(), TooManyArguments> {
        let [count, ..] = &mut self.counts;
        let Some(place) = self.ints.get_mut(*count) else { return self.pass_on_stack(bits) };
        (*place, *count) = (bits as usize, count.saturating_add(1));
        Ok(())
    }

    /// Passes a number of floating point by its bits; those of single precision are the low ones.
    ///
    /// # Errors
    /// [`TooManyArguments`].
    pub fn pass_float(&mut self, bits: u64) -> Result<(), TooManyArguments> {
        let [_, count, _] = &mut self.counts;
        let Some(place) = self.floats.get_mut(*count) else { return self.pass_on_stack(bits) };
        (*place, *count) = (f64::from_bits(bits), count.saturating_add(1));
        Ok(())
    }

    fn pass_on_stack(&mut self, bits: u64) -> Result<(), TooManyArguments> {
        let [.., count] = &mut self.counts;
        let place = self.stack.get_mut(*count).ok_or(TooManyArguments)?;
        (*place, *count) = (bits as usize, count.saturating_add(1));
        Ok(())
    }
}

/// A function type that takes what a [`Call`] passes, and a call of one.
macro_rules! passing {
    ($result:ty: $entry:ident, $call:ident; $([$int:ident])*) => {{
        type N = usize;
        type F = f64;
        type Entry = unsafe extern "C" fn(
            $(passing!(@ $int),)* F, F, F, F, F, F, F, F, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N,
        ) -> $result;
        let [$($int),*] = $call.ints;
        let [a, b, c, d, e, f, g, h] = $call.floats;
        let [k0, k1, k2, k3, k4, k5, k6, k7, k8, k9, ka, kb, kc, kd, ke, kf] = $call.stack;
        // SAFETY: `Kernel::new` let only code of this machine's architecture through, the block
        // keeps it mapped and executable, and it has this calling convention (caller's duty).
        let entry = unsafe { core::mem::transmute::<*mut u8, Entry>($entry) };
        // SAFETY: the arguments are what the code expects (caller's duty).
        unsafe {
            entry(
                $($int,)* a, b, c, d, e, f, g, h, k0, k1, k2, k3, k4, k5, k6, k7, k8, k9, ka, kb, kc, kd, ke, kf,
            )
        }
    }};
    (@ $int:ident) => { N };
}

/// The machine that runs this program does not execute code of an architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this machine cannot execute {} code", .0.name())]
pub struct CannotExecute(pub Architecture);

impl Kernel {
    /// Takes code of an architecture that begins with its entry point. On AArch64 that is a landing pad
    /// (`bti c`): where the system checks it, a call of other code traps.
    ///
    /// # Errors
    /// [`CannotExecute`], on every machine of another architecture.
    pub fn new(block: Block, architecture: Architecture) -> Result<Self, CannotExecute> {
        if architecture.runs_here() { Ok(Self { block }) } else { Err(CannotExecute(architecture)) }
    }

    /// The code.
    #[must_use]
    pub fn block(&self) -> &Block {
        &self.block
    }

    /// Calls the code and returns its result, an integer.
    ///
    /// # Safety
    /// The code follows the C calling convention, and the arguments are what it expects: every address points
    /// to memory that it may read, or write, as far as its specification says.
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

    /// Calls code with integers and numbers of floating point, and returns its result, an integer.
    ///
    /// # Safety
    /// As for [`Kernel::call`].
    pub unsafe fn call_passing(&self, call: &Call) -> u64 {
        let start = self.block.start().as_ptr();
        #[cfg(target_arch = "aarch64")]
        return passing!(u64: start, call; [x0] [x1] [x2] [x3] [x4] [x5] [x6] [x7]);
        #[cfg(not(target_arch = "aarch64"))]
        passing!(u64: start, call; [x0] [x1] [x2] [x3] [x4] [x5])
    }

    /// Calls code with integers and numbers of floating point, and returns the bits of its result, a number
    /// of floating point; those of single precision are the low ones, and others may be any.
    ///
    /// # Safety
    /// As for [`Kernel::call`].
    pub unsafe fn call_for_float(&self, call: &Call) -> u64 {
        let start = self.block.start().as_ptr();
        #[cfg(target_arch = "aarch64")]
        let result = passing!(f64: start, call; [x0] [x1] [x2] [x3] [x4] [x5] [x6] [x7]);
        #[cfg(not(target_arch = "aarch64"))]
        let result = passing!(f64: start, call; [x0] [x1] [x2] [x3] [x4] [x5]);
        result.to_bits()
    }
}
