//! Fuses the loops of operations on elements that follow each other.
//!
//! Where a step reads what the one before has just written, index by index, both go into the same loops:
//! then the second finds the elements of the first in the nearest cache. Their kernels stay two, over
//! the same tile.

use super::Context;
use crate::tensor::nest::{Dim, Exec, Main, Operand};
use crate::tensor::sequence::{Sequence, Step};
use crate::tensor::verify::NestError;

/// Lets each operation on elements share the loops of the one before, if those are the same.
pub(super) fn fuse(mut sequence: Sequence, _: &Context<'_>) -> Result<Sequence, NestError> {
    if sequence.steps.iter().any(|step| step.shares > 0) {
        return Ok(sequence);
    }
    let mut at = 1usize;
    while let Some([before, step]) = sequence.steps.get_mut(at.wrapping_sub(1)..=at) {
        step.shares = common_loops(before, step);
        at = at.saturating_add(1);
    }
    Ok(sequence)
}

/// How many loops both can share: all or none, so that both go over the same tile inside of them.
fn common_loops(before: &Step, step: &Step) -> usize {
    let is_elementwise = |step: &Step| matches!(step.nest.main, Main::Unary(_) | Main::Binary(_));
    let loops = |step: &Step| step.nest.dims.iter().filter(|dim| dim.exec != Exec::Prim).count();
    let count = loops(before);
    let same = before.nest.dims.iter().zip(&step.nest.dims).all(|(a, b)| like(a, b));
    let lengths = (before.nest.dims.len(), count) == (step.nest.dims.len(), loops(step));
    let fusable = is_elementwise(before) && is_elementwise(step) && same && lengths;
    if fusable && depends_index_by_index(before, step) { count } else { 0 }
}

fn like(a: &Dim, b: &Dim) -> bool {
    (a.exec, a.extent, a.part) == (b.exec, b.extent, b.part)
}

/// Whether the second step reads what the first writes, always at the index where that was written, and
/// writes nothing that the first reads elsewhere. Different arguments do not overlap.
fn depends_index_by_index(before: &Step, step: &Step) -> bool {
    let places = |one: (&Step, Operand), other: (&Step, Operand)| {
        let strides = one.0.nest.dims.iter().zip(&other.0.nest.dims);
        let mut strides = strides.map(|(a, b)| (a.strides.get(one.1), b.strides.get(other.1)));
        one.0.nest.offsets.get(one.1) == other.0.nest.offsets.get(other.1) && strides.all(|(a, b)| a == b)
    };
    let aligned = |one: (&Step, Operand), other: (&Step, Operand)| {
        one.0.operands.get(one.1) != other.0.operands.get(other.1) || places(one, other)
    };
    let reads_it = inputs(step).iter().any(|input| step.operands.get(*input) == &before.operands.out);
    reads_it
        && inputs(step).iter().all(|input| aligned((before, Operand::Out), (step, *input)))
        && inputs(before).iter().all(|input| aligned((before, *input), (step, Operand::Out)))
        && aligned((before, Operand::Out), (step, Operand::Out))
}

/// The inputs that there are.
fn inputs(step: &Step) -> &'static [Operand] {
    if let Main::Unary(_) = step.nest.main { &[Operand::In0] } else { &[Operand::In0, Operand::In1] }
}
