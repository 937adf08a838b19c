//! Makes operations on the output of a contraction or a reduction its first or last touch.
//!
//! An operation in place on all elements of an output, right before or after what accumulates there, is what
//! a touch does, tile by tile: then the output passes through the caches once less, and as a
//! last touch of a contraction it happens in registers. What becomes multiplications side by side takes none
//! but an empty beginning, and is better off without others.

use super::Context;
use crate::fallible::{TryVec, sorted, try_collect};
use crate::kernel::op::UnaryOp;
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest, PerOperand};
use crate::tensor::sequence::{Sequence, Step};
use alloc::vec::Vec;

/// Absorbs what can be absorbed, as long as no steps share loops.
pub(super) fn absorb(sequence: Sequence, _: &Context<'_>) -> Result<Sequence, NestError> {
    if sequence.steps.len() < 2 || sequence.steps.iter().any(|step| step.shares > 0) {
        return Ok(sequence);
    }
    let mut steps: Vec<Step> = Vec::new();
    for mut step in sequence.steps {
        let Some(before) = steps.last_mut() else {
            steps.try_push(step)?;
            continue;
        };
        if let Some(op) = touch(before, &step)?.filter(|_| before.nest.last_touch.is_none()) {
            before.nest.last_touch = Some(op);
        } else if let Some(op) = touch(&step, before)?.filter(|_| step.nest.first_touch.is_none()) {
            step.nest.first_touch = Some(op);
            *before = step;
        } else {
            steps.try_push(step)?;
        }
    }
    Ok(Sequence { steps, ..sequence })
}

/// The operation, if it is one on each element of the contraction's output.
fn touch(contraction: &Step, operation: &Step) -> Result<Option<UnaryOp>, NestError> {
    let Main::Unary(op) = operation.nest.main else { return Ok(None) };
    let PerOperand { in0, out, .. } = operation.operands;
    let reads = op.operation().reads_inputs;
    let in_place = !reads || in0 == out && operation.nest.offsets.in0 == operation.nest.offsets.out;
    let is_same = |dim: &Dim| !reads || dim.strides.in0 == dim.strides.out;
    let is_undecided = |dim: &Dim| dim.exec == Exec::Undefined && dim.part.is_none();
    let is_open = matches!(contraction.nest.main, Main::Contraction | Main::Reduce(_));
    let matches = is_open
        && in_place
        && contraction.operands.out == out
        && contraction.nest.offsets.out == operation.nest.offsets.out
        && operation.nest.dims.iter().all(|dim| is_same(dim) && is_undecided(dim))
        && contraction.nest.dims.iter().all(is_undecided)
        && (Some(op) == contraction.nest.main.neutral() || !is_side_by_side(&contraction.nest))
        && outline(&contraction.nest)? == outline(&operation.nest)?;
    Ok(Some(op).filter(|_| matches))
}

/// Whether it is multiplications of matrices, or of matrices with vectors, along what all
/// operands have contiguous.
fn is_side_by_side(nest: &Nest) -> bool {
    let has_lanes = |dim: &Dim| dim.kind == Kind::C && dim.strides == PerOperand { in0: 1, in1: 1, out: 1 };
    let has_rows = |dim: &Dim| matches!(dim.kind, Kind::M | Kind::N) && dim.extent > 1;
    nest.dims.iter().any(has_lanes) && nest.dims.iter().any(has_rows)
}

/// (stride, extent) of the output's dimensions, the shortest stride first, those that are one in memory put
/// together: equal where the same elements are written, however that is looped.
fn outline(nest: &Nest) -> Result<Vec<(isize, usize)>, NestError> {
    let outputs = nest.dims.iter().filter(|dim| dim.kind != Kind::K && dim.extent != 1);
    let mut outline: Vec<(isize, usize)> = Vec::new();
    for (stride, extent) in sorted(try_collect(outputs.map(|dim| (dim.strides.out, dim.extent)))?) {
        let end = |(stride, extent): (isize, usize)| stride.checked_mul(isize::try_from(extent).ok()?);
        match outline.last_mut() {
            Some(last) if end(*last) == Some(stride) => last.1 = last.1.saturating_mul(extent),
            _ => outline.try_push((stride, extent))?,
        }
    }
    Ok(outline)
}
