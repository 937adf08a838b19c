//! Joins operations on elements that are in the same loops: what one leaves for the next stays in registers.
//!
//! So several operations are one kernel ([`row`]), and the elements between them are in no memory. That may
//! be, where nobody else needs them: the next step overwrites them with its own result, or they are in memory
//! of the sequence's own that no later step reads. Of that memory, no more is left than what is in use.

use super::Context;
use crate::tensor::access::{self, Use};
use crate::tensor::buffer::Buffer;
use crate::tensor::error::NestError;
use crate::tensor::nest::{Operand, PerOperand};
use crate::tensor::row;
use crate::tensor::sequence::{Sequence, Step};

/// Joins each step with the one before, if they fit.
pub(super) fn join(mut sequence: Sequence, _: &Context<'_>) -> Result<Sequence, NestError> {
    let mut is_joined = false;
    for at in 1..sequence.steps.len() {
        if is_passing(&sequence.steps, at)? {
            is_joined |= hand_over(&mut sequence.steps, at)?;
        }
    }
    if is_joined {
        [sequence.scratch, sequence.arena] = access::room(&sequence.steps)?;
    }
    Ok(sequence)
}

/// Whether all that a step leaves is read by the next one, and by nobody else.
fn is_passing(steps: &[Step], at: usize) -> Result<bool, NestError> {
    let (up_to, later) = steps.split_at_checked(at.saturating_add(1)).unwrap_or((steps, &[]));
    let [.., before, step] = up_to else { return Ok(false) };
    let Some(input) = row::taken_up(before, step) else { return Ok(false) };
    let left = Use { step: before, operand: Operand::Out };
    for other in Use::all(step).filter(|other| ![input, Operand::Out].contains(&other.operand)) {
        if left.meets(other)? {
            return Ok(false);
        }
    }
    let out = |step: &Step| (step.operands.out, step.nest.offsets.out);
    let strides = before.nest.dims.iter().zip(&step.nest.dims);
    let is_overwritten = out(before) == out(step)
        && strides.into_iter().all(|(one, other)| one.strides.out == other.strides.out);
    if is_overwritten || matches!(before.operands.out, Buffer::Argument(_)) {
        return Ok(is_overwritten);
    }
    for later in later.iter().flat_map(Use::all).filter(|later| later.is_read()) {
        if left.meets(later)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Lets a step take up in registers what the one before leaves, unless both cannot be parts of one kernel.
fn hand_over(steps: &mut [Step], at: usize) -> Result<bool, NestError> {
    let Some([before, step]) = steps.get_mut(at.saturating_sub(1)..=at) else { return Ok(false) };
    let (left, taken) = (before.operands, step.operands);
    let in_registers = |buffer| if buffer == left.out { Buffer::Register } else { buffer };
    before.operands.out = Buffer::Register;
    step.operands = PerOperand { in0: in_registers(taken.in0), in1: in_registers(taken.in1), ..taken };
    match row::check(steps, at) {
        Ok(()) => return Ok(true),
        Err(NestError::Row { .. }) => {}
        Err(error) => return Err(error),
    }
    if let Some([before, step]) = steps.get_mut(at.saturating_sub(1)..=at) {
        (before.operands, step.operands) = (left, taken);
    }
    Ok(false)
}
