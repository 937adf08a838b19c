//! All that code generation asks of an instruction set: one trait, with one implementation in each folder.
//!
//! Tests: `tests/tests/isa_set.rs`.
#![allow(unsafe_code)]

use super::assembly::Assembly;
use super::by_class::ByClass;
use super::contract::{Contract, VerifyError};
use super::encode::OperandError;
use super::error::{FrameError, LowerError};
use super::feature::{Feature, Features};
use super::instruction::{Instruction, Sink};
use super::machine::Machine;
use super::model::Core;
use super::naming::Naming;
use super::register::{Class, Convention};
use super::register_set::RegSet;
use super::unwind::Unwind;
use crate::code::Architecture;
use crate::kernel::Func;
use crate::kernel::func::Inst;
use core::fmt;

/// The pieces that the code of an instruction set consists of.
pub type UnitOf<I> = <<I as Isa>::Inst as Instruction>::Unit;

/// An instruction set. Its implementation is a type without values, as nothing of it changes.
///
/// # Safety
/// What is made by it is executed. A machine of [`Isa::ARCHITECTURE`] that has the features which
/// [`Isa::verify`] returns executes verified code as the function over virtual registers says, on vectors of
/// the size that [`Isa::machine`] states, and under the C calling convention. [`Isa::lacking`] names what
/// such a machine may lack. No other instruction set has [`Isa::NAME`].
pub unsafe trait Isa: Assembly + Unwind + fmt::Debug + Send + Sync + Sized + 'static {
    /// A machine instruction.
    type Inst: Instruction;
    /// The prologue and the epilogue of a function.
    type Frame: Frame<Self::Inst>;
    /// The constraints of instructions on the places of registers.
    type Constraints: Constraints;

    /// The name, as options and file names have it: `aarch64`.
    const NAME: &'static str;
    /// The architecture that executes its code.
    const ARCHITECTURE: Architecture;
    /// The cores that have a name. The first one is the most portable.
    const CORES: &'static [Core];
    /// The most integers that a frame keeps for a function; 0 where there is no code for that.
    const SLOTS: u8;

    /// The registers that functions for a core may use, and those that arguments arrive in.
    fn convention(core: &Core) -> &'static Convention;

    /// The registers and immediates that generators choose tiles by.
    fn machine(core: &Core) -> Machine;

    /// The first of the features that all compiled code needs and a core lacks.
    fn lacking(core: &Core) -> Option<Feature>;

    /// A core, if functions on it access memory at multiples of the size of an element only; none where there
    /// are no instructions for that.
    fn strictly_aligned(core: &Core) -> Option<Core>;

    /// The core with the timing by which to lower a function: the best one first, others in case
    /// that registers run out.
    fn variants(func: &Func, core: &Core) -> impl Iterator<Item = Core>;

    /// Returns the constraints on places of registers from the instructions that lowering makes for `core`.
    fn constraints(core: &Core) -> Self::Constraints;

    /// Lowers `func`, whose registers and loops have been checked, into `sink`, with names for its registers,
    /// for a core. Arguments are in their registers.
    ///
    /// # Errors
    /// [`LowerError`].
    fn lower(
        func: &Func,
        core: &Core,
        naming: &impl Naming,
        sink: &mut impl Sink<Self::Inst>,
    ) -> Result<(), LowerError>;

    /// The frame of a function for a core, where some registers are used.
    ///
    /// # Errors
    /// [`FrameError`].
    fn frame(func: &Func, used: RegSet, core: &Core) -> Result<Self::Frame, FrameError>;

    /// Verifies finished code, and returns the features that it needs.
    ///
    /// # Errors
    /// [`VerifyError`], for the first broken rule that is found.
    fn verify(code: &[UnitOf<Self>], contract: &Contract<'_>) -> Result<Features, VerifyError>;
}

/// The prologue and the epilogue of a function: what saves and restores registers, and loads arguments.
pub trait Frame<I> {
    /// Hands the code at the function's entry to `put`.
    ///
    /// # Errors
    /// The errors of `put`.
    fn enter<E: From<OperandError>>(&self, put: impl FnMut(I) -> Result<(), E>) -> Result<(), E>;

    /// Hands the code before a return to `put`.
    ///
    /// # Errors
    /// The errors of `put`.
    fn leave<E: From<OperandError>>(&self, put: impl FnMut(I) -> Result<(), E>) -> Result<(), E>;
}

/// Constraints of instructions on the places of registers. Nearly always there are none, which costs nothing.
pub trait Constraints {
    /// The number of instructions, from the first on, that access vectors which must be in
    /// consecutive registers.
    #[inline(always)]
    fn consecutive(&self, _: &[Inst]) -> usize {
        1
    }

    /// The places that an instruction needs for itself: a bit for each number. What it names has others.
    #[inline(always)]
    fn destroys(&self, _: &Inst) -> ByClass<u32> {
        ByClass { ints: 0, vectors: 0 }
    }

    /// The places that a register which an instruction names can have: a bit for each number.
    #[inline(always)]
    fn places(&self, _: &Inst, _: Class, _: u32) -> u32 {
        u32::MAX
    }
}
