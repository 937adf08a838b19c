//! Reduces in the order of the input, where the output has another one.
//!
//! A reduction runs in vectors along what it keeps, if that is contiguous in its input, as long as it is so
//! in the output, too. Where it is not, elements would be folded one by one, each from a cache line of its
//! own. So the result is made in the arena, in the order of the input, and moved to its place from there,
//! which is little next to long folds. The last touch happens on the way.

use super::Context;
use crate::fallible::{TryVec, sorted, try_collect};
use crate::kernel::op::UnaryOp;
use crate::tensor::buffer::{Buffer, take};
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest, PerOperand};
use crate::tensor::sequence::{Sequence, Step};
use alloc::vec::Vec;

/// The fewest elements of what is contiguous, and of what is folded, that are worth it.
const SHORT: usize = 4;

/// Turns the reductions that stand alone, are wholly undecided, and do not need what the output holds.
pub(super) fn turn(sequence: Sequence, _: &Context<'_>) -> Result<Sequence, NestError> {
    if !sequence.steps.iter().any(|step| matches!(step.nest.main, Main::Reduce(_))) {
        return Ok(sequence);
    }
    let Sequence { steps, scratch, mut arena } = sequence;
    let mut turned = Vec::new();
    let mut rest = steps.into_iter().peekable();
    while let Some(step) = rest.next() {
        let is_alone = step.shares == 0 && rest.peek().is_none_or(|next| next.shares == 0);
        match if is_alone { halves(&step, &mut arena)? } else { None } {
            Some(halves) => turned.try_extend(halves)?,
            None => turned.try_push(step)?,
        }
    }
    Ok(Sequence { steps: turned, scratch, arena })
}

/// The reduction to the arena, of which bytes are in use, and what moves its result from there; none where
/// the reduction may stay as it is.
fn halves(step: &Step, arena: &mut usize) -> Result<Option<[Step; 2]>, NestError> {
    let Some(kept) = in_order(&step.nest)? else { return Ok(None) };
    let mut elements = 1isize;
    let (mut reduced, mut moved) = (Vec::new(), Vec::new());
    for dim in kept {
        let PerOperand { in0, out, .. } = dim.strides;
        let strides = PerOperand { in0, in1: 0, out: elements };
        reduced.try_push(Dim { kind: Kind::M, strides, ..dim })?;
        let strides = PerOperand { in0: elements, in1: 0, out };
        moved.try_push(Dim { kind: Kind::C, strides, ..dim })?;
        let extent = isize::try_from(dim.extent).ok();
        let Some(next) = extent.and_then(|extent| elements.checked_mul(extent)) else { return Ok(None) };
        elements = next;
    }
    let nest = &step.nest;
    let place = Buffer::Arena(take(arena, elements.unsigned_abs(), nest.types.output));
    let folded = nest.dims.iter().filter(|dim| dim.kind == Kind::K).copied();
    let reduction = Nest {
        last_touch: None,
        offsets: PerOperand { out: 0, ..nest.offsets },
        ..nest.with_dims(reduced.into_iter().chain(folded))?
    };
    let copy = Nest {
        main: Main::Unary(nest.last_touch.unwrap_or(UnaryOp::identity())),
        offsets: PerOperand { in0: 0, in1: 0, out: nest.offsets.out },
        ..Nest::contraction(nest.types.output, moved)
    };
    let to_arena = PerOperand { out: place, ..step.operands };
    let from_arena = PerOperand { in0: place, in1: place, out: step.operands.out };
    Ok(Some([
        Step { nest: reduction, shares: 0, operands: to_arena },
        Step { nest: copy, shares: 0, operands: from_arena },
    ]))
}

/// Returns the dimensions that are kept, in the order of the input, the shortest stride first; none where
/// that should stay as it is.
fn in_order(nest: &Nest) -> Result<Option<Vec<Dim>>, NestError> {
    let is_open = |dim: &Dim| dim.exec == Exec::Undefined && dim.part.is_none() && dim.extent > 0;
    let kept = || nest.dims.iter().enumerate().filter(|(_, dim)| dim.kind != Kind::K);
    let folded = nest.of_kind(Kind::K).fold(1usize, |all, dim| all.saturating_mul(dim.extent));
    let is_awry = |dim: &Dim| dim.strides.in0 == 1 && dim.strides.out != 1 && dim.extent >= SHORT;
    let is_worth_it = matches!(nest.main, Main::Reduce(_))
        && nest.overwrites()
        && nest.dims.iter().all(is_open)
        && kept().all(|(_, dim)| dim.strides.in0 != 0)
        && kept().any(|(_, dim)| is_awry(dim))
        && folded >= SHORT;
    if !is_worth_it {
        return Ok(None);
    }
    let order = sorted(try_collect(kept().map(|(number, dim)| (dim.strides.in0.unsigned_abs(), number)))?);
    Ok(Some(try_collect(order.iter().filter_map(|(_, number)| nest.dims.get(*number).copied()))?))
}
