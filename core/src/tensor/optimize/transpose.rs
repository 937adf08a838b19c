//! Transposes blocks of an input that lies across the output.
//!
//! An operation on two inputs runs in vectors along what is contiguous in its output. Where an input is
//! contiguous along another dimension, no kernel takes it, and elements would be combined one by one. So
//! blocks of that input are transposed into scratch memory, as large as the first-level cache allows, and the
//! operation takes them from there: two kernels in the same loops. A single block goes to the arena. It is
//! done where it is predicted to cost less.

use super::context::Context;
use super::parallel::{share_loops, tasks};
use super::primitives;
use crate::fallible::{TryVec, sorted, try_collect, try_with_room};
use crate::kernel::op::UnaryOp;
use crate::tensor::buffer::{Buffer, take};
use crate::tensor::cost::{Cost, usable};
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest, Operand, PerOperand};
use crate::tensor::parts;
use crate::tensor::primitive::Roles;
use crate::tensor::sequence::{Sequence, Step};
use core::cmp::Reverse;

/// The fewest elements along either side of a block that are worth it.
const SHORT: usize = 4;

/// The number that blocks are multiples of: squares of vectors fit into them.
const ALIGNMENT: usize = 16;

/// Transposes for an operation that stands alone and is wholly undecided.
pub(super) fn transpose(sequence: Sequence, context: &Context<'_>) -> Result<Sequence, NestError> {
    let [step] = sequence.steps.as_slice() else { return Ok(sequence) };
    let Some(across) = Across::of(step) else { return Ok(sequence) };
    let transposed = across.transposed(&sequence, step, context)?;
    let whole = primitives::elements(&step.nest, 0, context.target)?;
    let cost = |steps| Cost::of_steps(steps, context.target).total();
    let is_cheaper = cost(&transposed.steps) < Cost::of(&whole, context.target).total();
    for Step { nest, .. } in &transposed.steps {
        // The other input may lie as no kernel takes it.
        if !is_cheaper || Roles::of(nest)?.order(nest.main, nest.types).is_err() {
            return Ok(sequence);
        }
    }
    Ok(transposed)
}

/// An input that is not contiguous where the output is.
struct Across<'a> {
    input: Operand,
    /// The dimension that is contiguous in the output.
    row: &'a Dim,
    /// The one that is contiguous in the input.
    line: &'a Dim,
}

impl<'a> Across<'a> {
    /// None where both inputs may stay as they are, or there are other reasons to leave them.
    fn of(step: &'a Step) -> Option<Self> {
        let Step { nest, operands, .. } = step;
        let is_open = |dim: &Dim| dim.exec == Exec::Undefined && dim.part.is_none() && dim.extent > 0;
        if !matches!(nest.main, Main::Binary(_)) || !nest.dims.iter().all(is_open) {
            return None;
        }
        let along = |operand: Operand| {
            nest.dims.iter().find(move |dim| *dim.strides.get(operand) == 1 && dim.extent >= SHORT)
        };
        let row = along(Operand::Out)?;
        let takes = |input: Operand| [0, 1].contains(row.strides.get(input));
        let input = match (takes(Operand::In0), takes(Operand::In1)) {
            (false, true) => Operand::In0,
            (true, false) => Operand::In1,
            _ => return None,
        };
        let line = along(input)?;
        // What is written is not to be read later.
        let is_in_place = *operands.get(input) == operands.out;
        (!is_in_place && step.shares == 0).then_some(Self { input, row, line })
    }

    /// The step that transposes a block, and the one that takes it from scratch memory.
    fn transposed(
        &self,
        sequence: &Sequence,
        step: &Step,
        context: &Context<'_>,
    ) -> Result<Sequence, NestError> {
        let nest = self.in_blocks(&step.nest, context)?;
        let is_loop = |dim: &Dim| dim.exec != Exec::Prim;
        let shares = nest.dims.iter().filter(|dim| is_loop(dim)).count();
        let rows = nest.dims.iter().find(|dim| !is_loop(dim)).map_or(1, |row| row.extent);
        let to_scratch = |dim: &Dim| match (is_loop(dim), dim.strides.out) {
            (true, _) => 0,
            (false, 1) => 1,
            (false, _) => isize::try_from(rows).unwrap_or(isize::MAX),
        };
        let copied = |dim: &Dim| {
            let kind = match dim.kind {
                Kind::M if !is_loop(dim) => Kind::N,
                Kind::N if !is_loop(dim) => Kind::M,
                kind => kind,
            };
            let strides = PerOperand { in0: *dim.strides.get(self.input), in1: 0, out: to_scratch(dim) };
            Dim { kind, strides, ..*dim }
        };
        let copy = Nest {
            main: Main::Unary(UnaryOp::identity()),
            offsets: PerOperand { in0: *nest.offsets.get(self.input), in1: 0, out: 0 },
            ..nest.with_dims(nest.dims.iter().map(copied))?
        };
        let mut main = Step { nest, shares, operands: step.operands };
        let block = main.nest.dims.iter().filter(|dim| !is_loop(dim));
        let elements = block.fold(1, |elements: usize, dim| elements.saturating_mul(dim.extent));
        let Sequence { mut scratch, mut arena, .. } = *sequence;
        // Scratch memory holds nothing beyond the loops that steps share.
        let panel = match shares {
            0 => Buffer::Arena(take(&mut arena, elements, step.nest.types.accumulator)),
            _ => Buffer::Scratch(take(&mut scratch, elements, step.nest.types.accumulator)),
        };
        let from = core::mem::replace(main.operands.get_mut(self.input), panel);
        *main.nest.offsets.get_mut(self.input) = 0;
        for dim in &mut main.nest.dims {
            *dim.strides.get_mut(self.input) = to_scratch(dim);
        }
        let operands = PerOperand { in0: from, in1: from, out: panel };
        let mut steps = try_with_room(2)?;
        steps.try_extend([Step { nest: copy, shares: 0, operands }, main])?;
        Ok(Sequence { steps, scratch, arena })
    }

    /// The operation in blocks of rows and lines, with as many tasks as there should be.
    fn in_blocks(&self, nest: &Nest, context: &Context<'_>) -> Result<Nest, NestError> {
        let side = side(nest, context);
        let key = |(number, dim): (usize, &Dim)| (Reverse(dim.strides.out.unsigned_abs()), number);
        let order = sorted(try_collect(nest.dims.iter().enumerate().map(key))?);
        let (mut dims, mut block) = (try_with_room(nest.dims.len().saturating_add(2))?, try_with_room(2)?);
        for (_, number) in order {
            let Some(dim) = nest.dims.get(number) else { continue };
            let kind = match () {
                () if core::ptr::eq(dim, self.row) => Kind::M,
                () if core::ptr::eq(dim, self.line) => Kind::N,
                () => {
                    dims.try_push(Dim { exec: Exec::Seq, ..*dim })?;
                    continue;
                }
            };
            let inner = match parts::split(dim, side, number).filter(|_| dim.extent > side) {
                Some([blocks, inner]) => {
                    dims.try_push(Dim { exec: Exec::Seq, ..blocks })?;
                    inner
                }
                None => *dim,
            };
            block.try_push(Dim { kind, exec: Exec::Prim, ..inner })?;
        }
        // Rows, which come last by their stride, before lines.
        dims.try_extend(block.into_iter().rev())?;
        let mut nest = nest.with_dims(dims)?;
        let wanted = tasks(&nest, context);
        if wanted > 1 {
            share_loops(&mut nest, wanted)?;
        }
        Ok(nest)
    }
}

/// How long the sides of a block are: it takes half of the first-level cache.
fn side(nest: &Nest, context: &Context<'_>) -> usize {
    let elements =
        usable(context.target.core.caches.l1d).checked_div(nest.types.accumulator.bytes()).unwrap_or(0);
    let side = (elements / 2).isqrt();
    let side = side.saturating_sub(side.checked_rem(ALIGNMENT).unwrap_or(0));
    side.min(context.options.max_kernel_size.unwrap_or(usize::MAX)).max(1)
}
