//! Fuses the loops of operations on elements that follow each other.
//!
//! Where a step reads what the one before has just written, index by index, both go into the same loops:
//! then the second finds the elements of the first in the nearest cache. Their kernels stay two, over
//! the same tile, unless [`chain`](super::chain) makes them one. A step that joins has to keep pace with all
//! that are in these loops already, not only with the last one.

use super::context::Context;
use super::walk::keep_pace;
use crate::tensor::error::NestError;
use crate::tensor::nest::Main;
use crate::tensor::sequence::{MAX_STEPS, Sequence, Step};

/// Lets each operation on elements share the loops of those before, if these are the same.
pub(super) fn fuse(mut sequence: Sequence, _: &Context<'_>) -> Result<Sequence, NestError> {
    if sequence.steps.iter().any(|step| step.shares > 0) {
        return Ok(sequence);
    }
    let mut group = 0usize;
    for at in 1..sequence.steps.len() {
        if let Some((step, before)) = sequence.steps.get_mut(group..=at).and_then(<[Step]>::split_last_mut) {
            step.shares = common_loops(before, step)?;
            group = if step.shares == 0 { at } else { group };
        }
    }
    Ok(sequence)
}

/// How many loops a step can share with a group of steps that share theirs: all or none, so that all go over
/// the same tile inside of them. None where the group is all that a phase has room for.
fn common_loops(group: &[Step], step: &Step) -> Result<usize, NestError> {
    if group.len() >= MAX_STEPS {
        return Ok(0);
    }
    let Some(before) = group.last().filter(|before| reads(step, before) && has_loops_of(step, before)) else {
        return Ok(0);
    };
    Ok(if keep_pace(group, step)? { before.loops() } else { 0 })
}

/// Whether both are operations on elements in the same loops.
fn has_loops_of(step: &Step, before: &Step) -> bool {
    let is_elementwise = |step: &Step| matches!(step.nest.main, Main::Unary(_) | Main::Binary(_));
    let same = before.nest.dims.iter().zip(&step.nest.dims).all(|(a, b)| a.goes_as(b));
    let lengths = (before.nest.dims.len(), before.loops()) == (step.nest.dims.len(), step.loops());
    is_elementwise(before) && is_elementwise(step) && same && lengths
}

fn reads(step: &Step, before: &Step) -> bool {
    [step.operands.in0, step.operands.in1].contains(&before.operands.out)
}
