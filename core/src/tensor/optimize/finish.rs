//! Lets a multiplication finish its output: operations on elements behind it become links of its kernels.
//!
//! Problem: a bias, an activation or a mask is over sooner than the output has come from memory for it.
//!
//! Idea: once all is decided, the operations that follow are written anew, in the loops and over the tiles of
//! the multiplication, and take its elements up in registers with the last product: a `row` that the
//! multiplication leads. Each that fits is taken, up to the first that does not: one with an operand that is
//! neither a row, a column nor a block of its tiles, or too many for a kernel. Whatever is left stays a
//! pass over the output.
//!
//! An operand moves along a dimension as it does along the same elements of the output, however these were
//! fused and split: output strides tell them apart, as no two indices share an element.
//!
//! Tests: `tests/tests/einsum_lower_finish.rs`.

use super::Context;
use crate::fallible::{TryVec, try_with_room};
use crate::tensor::buffer::Buffer;
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest, Operand, PerOperand};
use crate::tensor::parts::wholes;
use crate::tensor::primitive::{Order, Roles};
use crate::tensor::row;
use crate::tensor::sequence::{Sequence, Step};
use alloc::vec::Vec;

/// Takes the first of some undecided operations on the output of the last step of a sequence into its
/// kernels. Returns how many there are.
pub(super) fn take(
    sequence: &mut Sequence,
    behind: &[Step],
    context: &Context<'_>,
) -> Result<usize, NestError> {
    let Some(head) =
        sequence.steps.len().checked_sub(1).filter(|_| !context.options.without.contains(&"finish"))
    else {
        return Ok(0);
    };
    for (taken, step) in behind.iter().enumerate() {
        let Some(link) = sequence.steps.get(head).map(|head| link(head, step)).transpose()?.flatten() else {
            return Ok(taken);
        };
        if !push(&mut sequence.steps, link, taken > 0)? {
            return Ok(taken);
        }
    }
    Ok(behind.len())
}

/// Adds a link to a row, which takes up what the one before hands over then; false if there
/// is no kernel of both.
fn push(steps: &mut Vec<Step>, link: Step, is_behind_another: bool) -> Result<bool, NestError> {
    let before = steps.len().saturating_sub(1);
    let hand_over = |steps: &mut Vec<Step>, buffer| {
        if let Some(before) = steps.get_mut(before).filter(|_| is_behind_another) {
            before.operands.out = buffer;
        }
    };
    let out = link.operands.out;
    hand_over(steps, Buffer::Register);
    steps.try_push(link)?;
    match row::check(steps, before.saturating_add(1)) {
        Ok(()) => Ok(true),
        Err(NestError::OutOfMemory(error)) => Err(error.into()),
        Err(_) => {
            steps.truncate(before.saturating_add(1));
            hand_over(steps, out);
            Ok(false)
        }
    }
}

/// An operation on elements in the loops of a multiplication, whose elements it takes up; none if an operand
/// does not move as these loops do.
fn link(head: &Step, step: &Step) -> Result<Option<Step>, NestError> {
    let is_empty = head.nest.dims.iter().any(|dim| dim.extent == 0);
    let is_multiplication = matches!(head.nest.main, Main::Gemm | Main::Brgemm) && !is_empty;
    let is_same = head.operands.out == step.operands.out && head.nest.offsets.out == step.nest.offsets.out;
    let inputs = [Operand::In0, Operand::In1];
    let running = inputs.into_iter().find(|input| *step.operands.get(*input) == step.operands.out);
    let Some(running) = running.filter(|_| is_multiplication && is_same) else { return Ok(None) };
    let order = Roles::of(&head.nest)?.order(head.nest.main, head.nest.types)?;
    let mut dims = try_with_room(head.nest.dims.len())?;
    for dim in &head.nest.dims {
        match (dim.kind, dim.exec) {
            (Kind::K, Exec::Prim) => {}
            (Kind::K, _) => dims.try_push(Dim { kind: Kind::C, strides: PerOperand::default(), ..*dim })?,
            _ => match strides(&head.nest, dim, (&step.nest, running)) {
                Some(strides) => dims.try_push(Dim { kind: role(dim, order), strides, ..*dim })?,
                None => return Ok(None),
            },
        }
    }
    let in_registers = |buffer| if buffer == step.operands.out { Buffer::Register } else { buffer };
    let PerOperand { in0, in1, out } = step.operands;
    let operands = PerOperand { in0: in_registers(in0), in1: in_registers(in1), out };
    Ok(Some(Step { nest: Nest { dims, ..step.nest.with_dims([])? }, shares: head.loops(), operands }))
}

/// The type of a dimension as one of an operation on elements: M is what the kernel has
/// contiguous in the output.
fn role(dim: &Dim, order: Order) -> Kind {
    match (dim.exec, dim.kind, order) {
        (Exec::Prim, Kind::M, Order::Exchanged) => Kind::N,
        (Exec::Prim, Kind::N, Order::Exchanged) => Kind::M,
        (_, kind, _) => kind,
    }
}

/// How an operation on the output of a multiplication moves along a dimension of that. One of its
/// inputs is the output.
fn strides(nest: &Nest, dim: &Dim, (behind, running): (&Nest, Operand)) -> Option<PerOperand<isize>> {
    let is_same_whole = |other: &&Dim| match (dim.part, other.part) {
        (Some(one), Some(other)) => one.of == other.of,
        _ => false,
    };
    // Of parts, the innermost moves by single indices, and has the place of the whole.
    let innermost = nest.dims.iter().rfind(is_same_whole).unwrap_or(dim);
    let mut of_whole =
        wholes(&nest.dims).filter(|whole| (whole.kind, whole.strides) == (innermost.kind, innermost.strides));
    let extent = if dim.part.is_some() { of_whole.next()?.extent } else { dim.extent };
    let out = dim.strides.out;
    let indices = out.checked_div(innermost.strides.out).unwrap_or(0);
    let other = if running == Operand::In0 { Operand::In1 } else { Operand::In0 };
    let stride = along(behind, other, (innermost.strides.out, extent))?.checked_mul(indices)?;
    let mut strides = PerOperand { in0: out, in1: out, out };
    *strides.get_mut(other) = stride;
    Some(strides)
}

/// How far an operand moves on with each of some elements of the output, which are so far apart; none if it
/// does not always move on by the same.
fn along(nest: &Nest, operand: Operand, (distance, extent): (isize, usize)) -> Option<isize> {
    if extent <= 1 || !nest.uses(operand) {
        return Some(0);
    }
    let moving = || nest.dims.iter().filter(|dim| dim.extent > 1);
    // How many indices of a dimension are that far.
    let indices = |dim: &Dim| {
        let indices = usize::try_from(distance.checked_div(dim.strides.out)?).ok()?;
        let is_so_far = dim.strides.out.checked_mul(isize::try_from(indices).ok()?) == Some(distance);
        (is_so_far && (1..dim.extent).contains(&indices)).then_some(indices)
    };
    let (mut dim, indices) = moving().find_map(|dim| Some((dim, indices(dim)?)))?;
    let stride = dim.strides.get(operand).checked_mul(isize::try_from(indices).ok()?)?;
    let mut reached = dim.extent.div_ceil(indices);
    let is_whole = dim.extent.checked_rem(indices) == Some(0);
    // Beyond its end, another dimension goes on by as much, in both.
    while reached < extent {
        let all = isize::try_from(dim.extent).ok()?;
        let ends = [Operand::Out, operand].map(|operand| dim.strides.get(operand).checked_mul(all));
        let goes_on =
            |next: &&Dim| ends == [Operand::Out, operand].map(|operand| Some(*next.strides.get(operand)));
        dim = moving().find(goes_on).filter(|_| is_whole)?;
        reached = reached.checked_mul(dim.extent)?;
    }
    Some(stride)
}
