//! The state of lowering: names of registers, the place for instructions, open loops and masks.

use super::halves::Halves;
use super::masks::{KEPT, Masks, TEMPORARY, kept};
use super::width::Width;
use crate::isa::branches::Blocks;
use crate::isa::x86_64::abi::SCRATCH_OPERAND as SCRATCH;
use crate::isa::x86_64::dots::Dots;
use crate::isa::x86_64::inst::MachInst;
use crate::isa::x86_64::register::{Any, Gpr, Mask, Simd};
use crate::isa::x86_64::table::{integer, mask};
use crate::isa::x86_64::value::Value;
use crate::isa::{Class, Naming, Reason, Sink};
use crate::kernel::Func;
use crate::kernel::func::{FloatType, Int, Vector};

pub(super) struct Lowering<'l, N, S> {
    pub(super) naming: &'l N,
    pub(super) sink: &'l mut S,
    pub(super) blocks: Blocks,
    pub(super) width: Width,
    pub(super) masks: Masks,
    pub(super) halves: Halves,
    pub(super) dots: Dots,
    /// The function.
    pub(super) func: &'l Func,
    /// The arguments that were passed to the next call.
    pub(super) passed: usize,
    /// The type of the lanes whose comparison, right before a block, says whether that is
    /// skipped: it is in a mask.
    pub(super) compared: Option<FloatType>,
}

impl<N: Naming, S: Sink<MachInst>> Lowering<'_, N, S> {
    #[inline(always)]
    pub(super) fn emit(&mut self, inst: MachInst) -> Result<(), Reason> {
        Ok(self.sink.compute(inst)?)
    }

    /// Puts an instruction of either length of vectors.
    #[inline(always)]
    pub(super) fn either(
        &mut self,
        of_32: impl FnOnce() -> MachInst,
        of_64: impl FnOnce() -> MachInst,
    ) -> Result<(), Reason> {
        self.emit(match self.width {
            Width::Ymm => of_32(),
            Width::Zmm => of_64(),
        })
    }

    /// The register for an integer of the function.
    #[inline(always)]
    pub(super) fn int(&self, register: Int) -> Result<Any<Gpr>, Reason> {
        let Some(named) = self.naming.name(Class::Int, register.0) else { return Err(Reason::Unplaced) };
        Ok(named.into())
    }

    /// The register for a vector of the function.
    #[inline(always)]
    pub(super) fn vector(&self, register: Vector) -> Result<Any<Simd>, Reason> {
        let Some(named) = self.naming.name(Class::Vec, register.0) else { return Err(Reason::Unplaced) };
        Ok(named.into())
    }

    #[inline(always)]
    pub(super) fn ints<const COUNT: usize>(
        &self,
        registers: [Int; COUNT],
    ) -> Result<[Any<Gpr>; COUNT], Reason> {
        let mut named = [SCRATCH; COUNT];
        for (name, register) in named.iter_mut().zip(registers) {
            *name = self.int(register)?;
        }
        Ok(named)
    }

    #[inline(always)]
    pub(super) fn vectors<const COUNT: usize>(
        &self,
        registers: [Vector; COUNT],
    ) -> Result<[Any<Simd>; COUNT], Reason> {
        let mut named = [self.width.scratch(); COUNT];
        for (name, register) in named.iter_mut().zip(registers) {
            *name = self.vector(register)?;
        }
        Ok(named)
    }

    /// Makes the masks that are kept.
    pub(super) fn prepare_masks(&mut self) -> Result<(), Reason> {
        for nth in 0..KEPT {
            let Some(lanes) = self.masks.0.get(nth).copied() else { break };
            self.make_mask(kept(nth), lanes)?;
        }
        Ok(())
    }

    /// A register with a mask: one that is kept, or the temporary one.
    pub(super) fn mask(&mut self, lanes: u16) -> Result<Mask, Reason> {
        if let Some(nth) = self.masks.0.iter().position(|kept| *kept == lanes) {
            return Ok(kept(nth));
        }
        self.make_mask(TEMPORARY, lanes)?;
        Ok(TEMPORARY)
    }

    pub(super) fn make_mask(&mut self, register: Mask, lanes: u16) -> Result<(), Reason> {
        self.emit(integer::mov_r32_u32(SCRATCH, u32::from(lanes)))?;
        self.emit(mask::kmovw_k_r(register, SCRATCH))
    }
}

/// A vector register as a value of an operand.
#[inline(always)]
pub(super) fn register(vector: Any<Simd>) -> Value {
    Value::Register(vector.index())
}
