//! An operation with operands in the arena: copies of inputs come before it, and one of its output behind.
//!
//! Copies have their dimensions in an order of the caller's, and elements of the type that the
//! operation computes in.
//!
//! Tests: `tests/tests/tensor_optimize_group.rs`, `tests/tests/tensor_optimize_convert.rs`.

use crate::Types;
use crate::fallible::{Few, OutOfMemory, TryVec, try_collect, try_few, try_with_room};
use crate::kernel::op::UnaryOp;
use crate::tensor::buffer::{Buffer, take};
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Kind, Main, Nest, Operand, PerOperand};
use crate::tensor::sequence::{Sequence, Step};
use alloc::vec::Vec;

/// The numbers of dimensions, outermost first.
pub(super) type Order = Few<usize, 16>;

/// The dimensions of a copy.
type Dims = Few<Dim, 16>;

/// The operation, and the copies so far.
pub(super) struct Staged {
    pub(super) step: Step,
    /// Bytes of the arena that are in use.
    arena: usize,
    before: Vec<Step>,
    after: Option<Step>,
}

impl Staged {
    /// An operation with all operands where they are, and an arena of which some bytes are in use.
    pub(super) fn new(step: &Step, arena: usize) -> Result<Self, OutOfMemory> {
        Ok(Self { step: step.try_clone()?, arena, before: try_with_room(4)?, after: None })
    }

    /// Has the operation read a copy of an input whose dimensions are in an order; false
    /// where it is too large.
    pub(super) fn input(&mut self, operand: Operand, order: &[usize]) -> Result<bool, NestError> {
        let types = Types::conversion(self.step.nest.dtype(operand), self.step.nest.types.accumulator);
        let Some((Place { outside, offset, inside }, dims)) = self.stage(operand, order)? else {
            return Ok(false);
        };
        let offsets = PerOperand { in0: offset, in1: 0, out: 0 };
        self.before.try_push(copy(types, &dims, offsets, [outside, inside])?)?;
        Ok(true)
    }

    /// Has the operation write a tensor whose dimensions are in an order, which a last step copies to the
    /// output; what that holds is there before, if it counts. False where it is too large.
    pub(super) fn output(&mut self, order: &[usize]) -> Result<bool, NestError> {
        let Types { accumulator, output, .. } = self.step.nest.types;
        let reads = reads_output(&self.step.nest);
        let Some((Place { outside, offset, inside }, dims)) = self.stage(Operand::Out, order)? else {
            return Ok(false);
        };
        if reads {
            let offsets = PerOperand { in0: offset, in1: 0, out: 0 };
            self.before.try_push(copy(
                Types::conversion(output, accumulator),
                &dims,
                offsets,
                [outside, inside],
            )?)?;
        }
        let back = |dim: &Dim| {
            let PerOperand { in0, in1, out } = dim.strides;
            Dim { strides: PerOperand { in0: out, in1, out: in0 }, ..*dim }
        };
        let dims: Dims = try_few(dims.iter().map(back))?;
        let offsets = PerOperand { in0: 0, in1: 0, out: offset };
        self.after = Some(copy(Types::conversion(accumulator, output), &dims, offsets, [inside, outside])?);
        Ok(true)
    }

    /// Gives an operand a dense place with its dimensions in an order, where the operation has it from now
    /// on; returns the dimensions of a copy to there, and none where it is too large.
    fn stage(&mut self, operand: Operand, order: &[usize]) -> Result<Option<(Place, Dims)>, NestError> {
        let dtype = self.step.nest.types.accumulator;
        let (mut dims, mut elements) = (Dims::new(), 1usize);
        for number in order.iter().rev() {
            let Some(dim) = self.step.nest.dims.get_mut(*number) else { continue };
            let Ok(out) = isize::try_from(elements) else { return Ok(None) };
            let in0 = core::mem::replace(dim.strides.get_mut(operand), out);
            dims.try_push(Dim { kind: Kind::C, strides: PerOperand { in0, in1: 0, out }, ..*dim })?;
            let Some(all) = elements.checked_mul(dim.extent) else { return Ok(None) };
            elements = all;
        }
        dims.reverse();
        let inside = Buffer::Arena(take(&mut self.arena, elements, dtype));
        self.step.nest.set_dtype(operand, dtype);
        let offset = core::mem::take(self.step.nest.offsets.get_mut(operand));
        let outside = core::mem::replace(self.step.operands.get_mut(operand), inside);
        Ok(Some((Place { outside, offset, inside }, dims)))
    }

    /// All steps, in a sequence that needs so much scratch memory.
    pub(super) fn finish(self, scratch: usize) -> Result<Sequence, NestError> {
        let Self { step, arena, before: mut steps, after } = self;
        steps.try_push(step)?;
        steps.try_extend(after)?;
        Ok(Sequence { steps, scratch, arena })
    }
}

/// Where an operand was, and is now.
struct Place {
    outside: Buffer,
    /// Elements from where that begins to index (0, …, 0).
    offset: isize,
    inside: Buffer,
}

/// Whether what the output holds before counts.
fn reads_output(nest: &Nest) -> bool {
    let is_kept = nest.first_touch.is_none_or(|touch| touch.operation().reads_inputs);
    nest.main.accumulates() && is_kept
}

/// The step that copies, and maybe converts, the elements over some dimensions.
pub(super) fn copy(
    types: Types,
    dims: &[Dim],
    offsets: PerOperand<isize>,
    [from, to]: [Buffer; 2],
) -> Result<Step, NestError> {
    let main = Main::Unary(UnaryOp::identity());
    let nest = Nest { main, offsets, ..Nest::contraction(types, try_collect(dims.iter().copied())?) };
    Ok(Step { nest, shares: 0, operands: PerOperand { in0: from, in1: from, out: to } })
}
