//! Interleaves a contraction with the fold that reads it: some rows of the one, then those of the
//! other that they make.
//!
//! A pooling behind a convolution reads a few rows of its output for each row of its own. Where windows have
//! no rows in common, nobody else reads these. So both steps go over the pooled rows in one loop, and what is
//! between them is as many rows as a window has, in scratch memory, in place of all rows in the arena. Rows
//! that no window has are left out. Where windows overlap, rows would have to be computed again (Alwani et
//! al., "Fused-layer CNN accelerators", 2016): such steps stay apart.
//!
//! Images, rows and pixels may all be such a loop, each inside of the one before; as many
//! are as cost the least.
//!
//! Tests: `tests/tests/tensor_optimize_interleave.rs`.

use super::context::Context;
use super::parallel::tasks;
use super::primitives;
use crate::fallible::{TryVec, sorted, try_collect};
use crate::tensor::access::{self, Use};
use crate::tensor::buffer::{Buffer, aligned};
use crate::tensor::cost::Cost;
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest, Operand, PerOperand};
use crate::tensor::sequence::{Sequence, Step};
use alloc::vec::Vec;
use core::cmp::Reverse;

/// Interleaves each fold with the contraction before it, where that is predicted to cost less.
pub(super) fn interleave(mut sequence: Sequence, context: &Context<'_>) -> Result<Sequence, NestError> {
    let mut is_changed = false;
    for at in 1..sequence.steps.len() {
        if is_passed_on(&sequence.steps, at)? {
            is_changed |= interleave_at(&mut sequence, at, context)?;
        }
    }
    if is_changed {
        [sequence.scratch, sequence.arena] = access::room(&sequence.steps)?;
    }
    Ok(sequence)
}

/// Whether a step is a fold of nothing but what the one before leaves for it alone, and both are undecided.
fn is_passed_on(steps: &[Step], at: usize) -> Result<bool, NestError> {
    let before = at.saturating_sub(1);
    let Some([writer, reader]) = steps.get(before..=at) else { return Ok(false) };
    let is_open = |dim: &Dim| dim.exec == Exec::Undefined && dim.part.is_none();
    let begins = |step: &Step, operand| (*step.operands.get(operand), *step.nest.offsets.get(operand));
    let is_pair = matches!(reader.nest.main, Main::Reduce(_))
        && writer.nest.main == Main::Contraction
        && writer.nest.overwrites()
        && matches!(writer.operands.out, Buffer::Arena(_))
        && begins(writer, Operand::Out) == begins(reader, Operand::In0)
        && writer.nest.dims.iter().chain(&reader.nest.dims).all(is_open)
        && steps.iter().skip(before).take(3).all(|step| step.shares == 0);
    if !is_pair {
        return Ok(false);
    }
    // But for what is passed on, nothing else is in that memory.
    let is_passed = |number, of: Use<'_>| {
        number == before && of.operand == Operand::Out || number == at && of.operand != Operand::Out
    };
    let uses = steps.iter().enumerate().flat_map(|(number, step)| Use::all(step).map(move |of| (number, of)));
    let left = Use { step: writer, operand: Operand::Out };
    for (_, other) in uses.filter(|(number, of)| !is_passed(*number, *of)) {
        if left.meets(other)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Interleaves a fold with the step before, if there are loops for both, and that costs less.
fn interleave_at(sequence: &mut Sequence, at: usize, context: &Context<'_>) -> Result<bool, NestError> {
    let scratch = sequence.scratch;
    let Some(pair) = sequence.steps.get_mut(at.saturating_sub(1)..=at) else { return Ok(false) };
    let Some(writer) = pair.first() else { return Ok(false) };
    let place = Buffer::Scratch(aligned(scratch, writer.nest.types.output));
    let loops = Loops::of(pair)?;
    let (mut least, mut best) = (price(pair, context)?, None);
    for depth in 1..=loops.0.len() {
        let Some(steps) = loops.inside(depth, pair, place, context)? else { continue };
        let price = price(&steps, context)?;
        if price < least {
            (least, best) = (price, Some(steps));
        }
    }
    let is_better = best.is_some();
    pair.iter_mut().zip(best.into_iter().flatten()).for_each(|(step, inside)| *step = inside);
    Ok(is_better)
}

/// What steps are predicted to cost, once they are decided.
fn price(steps: &[Step], context: &Context<'_>) -> Result<f64, NestError> {
    let mut sequence = Sequence::default();
    for step in steps {
        sequence.steps.try_push(step.try_clone()?)?;
    }
    let decided = primitives::identify(sequence, context)?;
    Ok(Cost::of_steps(&decided.steps, context.target).total())
}

/// A loop that both steps may be in.
#[derive(Clone, Copy)]
struct Loop {
    /// The numbers of its dimensions.
    writer: usize,
    reader: usize,
    /// How many rows of the writer are one of the reader's.
    rows: usize,
}

/// All of them, the outermost first.
struct Loops(Vec<Loop>);

impl Loops {
    fn of(pair: &[Step]) -> Result<Self, NestError> {
        let mut loops = Self(Vec::new());
        let [Step { nest: writer, .. }, Step { nest: reader, .. }] = pair else { return Ok(loops) };
        let kept = writer.dims.iter().enumerate().filter(|(_, dim)| dim.kind != Kind::K);
        for (_, number) in sorted(try_collect(kept.map(|(number, dim)| (Reverse(dim.strides.out), number)))?)
        {
            let Some(found) = loops.next(number, writer, reader) else { break };
            let is_last = found.rows > 1;
            loops.0.try_push(found)?;
            if is_last {
                break;
            }
        }
        Ok(loops)
    }

    /// The dimensions of a nest that are in no loop yet, with their numbers.
    fn open<'n>(
        &'n self,
        nest: &'n Nest,
        number_of: fn(&Loop) -> usize,
    ) -> impl Iterator<Item = (usize, &'n Dim)> + Clone {
        let dims = nest.dims.iter().enumerate();
        dims.filter(move |(number, _)| self.0.iter().all(|known| number_of(known) != *number))
    }

    /// The loop over a dimension of the writer, inside of those that there are; none where a row of the
    /// reader needs rows of another one, or it is not clear which.
    fn next(&self, number: usize, writer: &Nest, reader: &Nest) -> Option<Loop> {
        let rows = writer.dims.get(number)?;
        let apart = rows.strides.out;
        let inner = self.open(writer, |known| known.writer).filter(|(other, _)| *other != number);
        let in_a_row =
            inner.filter(|(_, dim)| dim.kind != Kind::K).map(|(_, dim)| (dim.extent, dim.strides.out));
        if !matches!(rows.kind, Kind::M | Kind::N) || reach(in_a_row)? >= apart {
            return None;
        }
        let is_whole = |dim: &Dim| dim.strides.in0.checked_rem(apart) == Some(0);
        let open = || self.open(reader, |known| known.reader);
        let pooled = open().filter(|(_, dim)| dim.kind != Kind::K && is_whole(dim));
        let (pooled, outer) = pooled.max_by_key(|(_, dim)| dim.strides.in0)?;
        let moved = |by_rows: bool| {
            let others = open().filter(|(other, _)| *other != pooled).map(|(_, dim)| dim);
            reach(others.filter(|dim| is_whole(dim) == by_rows).map(|dim| (dim.extent, dim.strides.in0)))
        };
        let of_window = outer.strides.in0.checked_div(apart).filter(|rows| *rows > 0)?;
        let is_inside = moved(true)?.checked_div(apart)? < of_window && moved(false)? < apart;
        let of_window = usize::try_from(of_window).ok()?;
        let is_there = outer.extent.checked_mul(of_window)? <= rows.extent;
        (is_inside && is_there).then_some(Loop { writer: number, reader: pooled, rows: of_window })
    }

    /// Both steps inside of the outermost loops; none where threads would have too few iterations of these.
    fn inside(
        &self,
        depth: usize,
        pair: &[Step],
        place: Buffer,
        context: &Context<'_>,
    ) -> Result<Option<[Step; 2]>, NestError> {
        let [writer, reader] = pair else { return Ok(None) };
        let outermost = Self(try_collect(self.0.iter().take(depth).copied())?);
        let wanted = tasks(&writer.nest, context);
        let exec = if wanted > 1 { Exec::Shared } else { Exec::Seq };
        let (mut to, mut rows, mut from, mut iterations) = (Vec::new(), Vec::new(), Vec::new(), 1usize);
        for both in &outermost.0 {
            let dims = writer.nest.dims.get(both.writer).zip(reader.nest.dims.get(both.reader));
            let Some((written, read)) = dims else { continue };
            let by = isize::try_from(both.rows).unwrap_or(isize::MAX);
            let strides = written.strides.map(|stride| stride.saturating_mul(by));
            let strides = PerOperand { out: 0, ..strides };
            to.try_push(Dim { exec, extent: read.extent, strides, ..*written })?;
            rows.try_push(Dim { extent: both.rows, ..*written })?;
            from.try_push(Dim { exec, strides: PerOperand { in0: 0, ..read.strides }, ..*read })?;
            iterations = iterations.saturating_mul(read.extent);
        }
        if wanted > 1 && iterations < wanted {
            return Ok(None);
        }
        to.try_extend(rows.into_iter().filter(|dim| dim.extent > 1))?;
        to.try_extend(outermost.open(&writer.nest, |both| both.writer).map(|(_, dim)| *dim))?;
        from.try_extend(outermost.open(&reader.nest, |both| both.reader).map(|(_, dim)| *dim))?;
        let with = |nest: &Nest, dims, offsets| Nest { dims, offsets, ..*nest };
        let to_rows = PerOperand { out: 0, ..writer.nest.offsets };
        let from_rows = PerOperand { in0: 0, ..reader.nest.offsets };
        Ok(Some([
            Step {
                nest: with(&writer.nest, to, to_rows),
                shares: 0,
                operands: PerOperand { out: place, ..writer.operands },
            },
            Step {
                nest: with(&reader.nest, from, from_rows),
                shares: depth,
                operands: PerOperand { in0: place, in1: place, ..reader.operands },
            },
        ]))
    }
}

/// How far dimensions lead together, none of them backwards.
fn reach(mut dims: impl Iterator<Item = (usize, isize)>) -> Option<isize> {
    dims.try_fold(0isize, |reach, (extent, stride)| {
        let steps = isize::try_from(extent.saturating_sub(1)).ok()?;
        reach.checked_add(steps.checked_mul(usize::try_from(stride).ok()?.try_into().ok()?)?)
    })
}
