//! Instruction sets behind one type, for those that choose one at run time.
//!
//! Tests: `tests/tests/isa_set.rs`.
#![allow(unsafe_code)]

use super::{CodegenError, Compiled, compile, finish};
use crate::code::Architecture;
use crate::isa::set::UnitOf;
use crate::isa::{Assembly, CodeUnit, Contract, Core, Feature, Isa, Machine, Unwind, VerifyError};
use crate::kernel::Func;
use core::fmt;

/// An instruction set: [`Isa`] with the steps of code generation, without its types.
///
/// # Safety
/// As [`Isa`]: what [`InstructionSet::compile`] and [`InstructionSet::finish`] return is executed, and a name
/// belongs to one instruction set.
pub unsafe trait InstructionSet: Assembly + Unwind + fmt::Debug + Send + Sync {
    /// The name, as options and file names have it: `aarch64`.
    fn name(&self) -> &'static str;

    /// The architecture that executes its code.
    fn architecture(&self) -> Architecture;

    /// The cores that have a name. The first one is the most portable.
    fn cores(&self) -> &'static [Core];

    /// The registers and immediates that generators choose tiles by.
    fn machine(&self, core: &Core) -> Machine;

    /// The first of the features that all compiled code needs and a core lacks.
    fn lacking(&self, core: &Core) -> Option<Feature>;

    /// The same core, on which functions access memory at multiples of the size of an element only; none
    /// where there are no instructions for that.
    fn strictly_aligned(&self, core: &Core) -> Option<Core>;

    /// Compiles a function for a core.
    ///
    /// # Errors
    /// [`CodegenError`].
    fn compile(&self, func: &Func, core: &Core) -> Result<Compiled, CodegenError>;

    /// Verifies finished code; bytes behind the last instruction are refused.
    ///
    /// # Errors
    /// [`CodegenError`].
    fn finish(&self, code: &[u8], contract: &Contract<'_>) -> Result<Compiled, CodegenError>;
}

impl PartialEq for dyn InstructionSet {
    /// Instruction sets are known by their names.
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

// SAFETY: `compile` and `finish` return what the instruction set has verified; the name is its own.
unsafe impl<I: Isa> InstructionSet for I {
    fn name(&self) -> &'static str {
        I::NAME
    }

    fn architecture(&self) -> Architecture {
        I::ARCHITECTURE
    }

    fn cores(&self) -> &'static [Core] {
        I::CORES
    }

    fn machine(&self, core: &Core) -> Machine {
        I::machine(core)
    }

    fn lacking(&self, core: &Core) -> Option<Feature> {
        I::lacking(core)
    }

    fn strictly_aligned(&self, core: &Core) -> Option<Core> {
        I::strictly_aligned(core)
    }

    fn compile(&self, func: &Func, core: &Core) -> Result<Compiled, CodegenError> {
        compile::<I>(func, core)
    }

    fn finish(&self, code: &[u8], contract: &Contract<'_>) -> Result<Compiled, CodegenError> {
        let unit = UnitOf::<I>::BYTES;
        match code.len().checked_rem(unit) {
            Some(0) => finish::<I>(&UnitOf::<I>::from_bytes(code)?, contract),
            _ => Err(VerifyError::PartialUnit { bytes: code.len(), unit }.into()),
        }
    }
}
