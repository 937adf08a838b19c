//! Computes what kernels have no type for in one type, and converts.
//!
//! Kernels compute in one type, from elements and to elements of that; a conversion is a copy. So an output
//! of another type than sums is computed in the arena, and converted behind. Inputs of contractions are left
//! to `pack`, whose copies convert panel by panel; those of other operations are converted before.
//!
//! What an output holds before counts where it is added to: then it is converted to the arena first.
//!
//! Each of the steps is planned as if it were alone.
//!
//! Tests: `tests/tests/tensor_optimize_convert.rs`.

use super::context::Context;
use super::group::each;
use super::pack;
use super::pass::{Finished, Pass};
use super::staged::{Order, Staged};
use crate::fallible::{Few, OutOfMemory, sorted_few, try_few};
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Exec, Kind, Nest, Operand};
use crate::tensor::sequence::Sequence;
use core::cmp::Reverse;

/// The steps of an operation that stands alone, of which nothing is decided, and that has operands of other
/// types than it computes in.
pub(super) fn convert(sequence: &Sequence, context: &Context<'_>, behind: &[Pass]) -> Finished {
    let [step] = sequence.steps.as_slice() else { return Ok(None) };
    let is_open = |dim: &Dim| dim.exec == Exec::Undefined && dim.part.is_none();
    if step.nest.is_conversion() || !step.nest.dims.iter().all(is_open) {
        return Ok(None);
    }
    let is_packed = pack::may_copy(&step.nest, context);
    let is_left = |operand: &Operand| is_packed && *operand != Operand::Out;
    let mut staged = Staged::new(step, sequence.arena)?;
    for operand in Operand::ALL.into_iter().filter(|operand| !is_left(operand)) {
        if !stage(&mut staged, operand)? {
            return Ok(None);
        }
    }
    if staged.step.nest.types == step.nest.types {
        return Ok(None);
    }
    each(behind, staged.finish(sequence.scratch)?, context).map(Some)
}

/// Has an operation take an operand in the type that it computes in; false where that is too large.
fn stage(staged: &mut Staged, operand: Operand) -> Result<bool, NestError> {
    let nest = &mut staged.step.nest;
    let dtype = nest.types.accumulator;
    // What is left of a copy converts the other way.
    let is_left = operand == Operand::Out && nest.is_conversion();
    if nest.dtype(operand) == dtype || is_left {
        return Ok(true);
    }
    if !nest.uses(operand) {
        nest.set_dtype(operand, dtype);
        return Ok(true);
    }
    let order = in_order(nest, operand)?;
    match operand {
        Operand::Out => staged.output(&order),
        input => staged.input(input, &order),
    }
}

/// The numbers of the dimensions of an operand, in the order of its strides.
fn in_order(nest: &Nest, operand: Operand) -> Result<Order, OutOfMemory> {
    let is_moving =
        |dim: &Dim| *dim.strides.get(operand) != 0 && (dim.kind != Kind::K || operand != Operand::Out);
    let moving = nest.dims.iter().enumerate().filter(|(_, dim)| is_moving(dim));
    let keys = moving.map(|(number, dim)| (Reverse(dim.strides.get(operand).unsigned_abs()), number));
    let keys: Few<_, 16> = sorted_few(try_few(keys)?)?;
    try_few(keys.iter().map(|(_, number)| *number))
}
