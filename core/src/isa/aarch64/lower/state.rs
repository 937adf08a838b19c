//! The state of lowering: names of registers, the place for instructions, and open loops.

use crate::isa::aarch64::abi;
use crate::isa::aarch64::inst::MachInst;
use crate::isa::aarch64::operand::{Any, Width};
use crate::isa::aarch64::register::{Gpr, Simd};
use crate::isa::branches::Blocks;
use crate::isa::machine::Dot;
use crate::isa::model::CoreModel;
use crate::isa::{Class, Naming, Reason, Sink};
use crate::kernel::Func;
use crate::kernel::func::{Int, Vector};

pub(super) const X64: Width = Width::X64;

/// The register that instructions use besides those of the function.
pub(super) const SCRATCH: Any<Gpr> = Any::placed(abi::SCRATCH.number());

pub(super) struct Lowering<'l, N, S: ?Sized> {
    pub(super) naming: &'l N,
    pub(super) sink: &'l mut S,
    pub(super) func: &'l Func,
    /// The arguments that were passed to the next call.
    pub(super) passed: usize,
    pub(super) blocks: Blocks,
    pub(super) model: &'l CoreModel,
    /// Whether a vector without an offset is loaded as a list of one.
    pub(super) loads_are_lists: bool,
    /// Whether no access has a larger unit than an element.
    pub(super) is_strict: bool,
    /// Whether there is an instruction that rounds to bfloat16.
    pub(super) rounds_to_bfloat16: bool,
    /// The dot products that the core has.
    pub(super) dots: &'static [Dot],
}

impl<N: Naming, S: Sink<MachInst> + ?Sized> Lowering<'_, N, S> {
    #[cfg_attr(feature = "inlined-encoding", inline(always))]
    pub(super) fn emit(&mut self, inst: MachInst) -> Result<(), Reason> {
        Ok(self.sink.compute(inst)?)
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
        let mut named = [Any::placed(0); COUNT];
        for (name, register) in named.iter_mut().zip(registers) {
            *name = self.vector(register)?;
        }
        Ok(named)
    }
}

/// A number that is in range, for it was made so.
#[inline(always)]
pub(super) fn fitting<T>(number: Option<T>) -> Result<T, Reason> {
    number.ok_or(Reason::Number)
}
