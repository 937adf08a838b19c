//! Permutes the operands of a contraction of many small dimensions so that it is a
//! multiplication of matrices.
//!
//! Problem: circuits have twenty indices of 2, in orders that disagree. No two of them are one in memory, so
//! that a kernel has four multiply-adds, and loops take a hundred times as long as these. Products of tensors
//! of megabytes, of four dimensions of fifty, have kernels that are long enough, but each line of their
//! blocks is in another page.
//!
//! Idea: copies that are matrices ([`grouped`](super::grouped)). Each element is moved a few times, and used
//! as often as there are rows or columns. Each step of that form is planned as if it were alone, the
//! multiplication as any other of large matrices. The form that the passes behind find and this one are
//! priced, and the cheaper one is taken.
//!
//! Tests: `tests/tests/tensor_optimize_group.rs`.

use super::context::{Context, Options};
use super::grouped::form;
use super::pass::{Finished, Pass, run};
use super::{fuse, pack, sink};
use crate::fallible::{TryVec, try_with_room};
use crate::tensor::buffer::{Buffer, aligned};
use crate::tensor::cost::Cost;
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest, Operand};
use crate::tensor::sequence::{Sequence, Step};

/// The fewest rows, columns and positions of a sum that are worth it, all together.
const LEAST: usize = 8;

/// The longest dimensions for which it is tried: of longer ones, a few make a kernel.
const SMALL: usize = 128;

/// How many times the work of a kernel of the longest dimensions there has to be.
const MORE: usize = 64;

/// The share of the cost without it that it may take: elements that are permuted lie in more pages than the
/// cost model knows of.
const LESS: f64 = 0.9;

/// The other form of a contraction that stands alone and of which nothing is decided, if its dimensions are
/// small and many and it is cheaper.
pub(super) fn group(sequence: &Sequence, context: &Context<'_>, behind: &[Pass]) -> Finished {
    let [step] = sequence.steps.as_slice() else { return Ok(None) };
    if !is_worth_a_look(&step.nest) {
        return Ok(None);
    }
    let Some(grouped) = form(step, sequence)? else { return Ok(None) };
    let grouped = fuse::fuse(grouped, context)?;
    let price = |planned: &Sequence| Cost::of_steps(&planned.steps, context.target).total();
    // The number of threads has no say in sums.
    let alone = Options { threads: None, thread_target: None, ..context.options };
    let for_one = Context { options: alone, ..*context };
    let most =
        share(&step.nest, context) * price(&run(behind, sequence.try_clone()?, &for_one, &mut |_, _| {})?);
    if most <= least(&step.nest, context) {
        return Ok(None);
    }
    let of_one = each(behind, grouped.try_clone()?, &for_one)?;
    if price(&of_one) >= most {
        return Ok(None);
    }
    let is_for_one = context.options.threads.is_none() && context.options.thread_target.is_none();
    if is_for_one { Ok(Some(of_one)) } else { each(behind, grouped, context).map(Some) }
}

/// Runs passes on each step as if it were alone, since most look at steps that are.
pub(super) fn each(passes: &[Pass], grouped: Sequence, context: &Context<'_>) -> Result<Sequence, NestError> {
    let Sequence { steps, mut scratch, arena } = grouped;
    let arena = steps.iter().fold(arena, |arena, step| aligned(arena, step.nest.types.accumulator));
    let (mut planned, mut most) = (try_with_room(8)?, arena);
    for Step { nest, operands, .. } in steps {
        let alone = run(passes, Sequence::of(nest)?, context, &mut |_, _| {})?;
        scratch = scratch.max(alone.scratch);
        most = most.max(arena.saturating_add(alone.arena));
        let place = |buffer| match buffer {
            Buffer::Argument(0) => operands.in0,
            Buffer::Argument(1) => operands.in1,
            Buffer::Argument(_) => operands.out,
            Buffer::Arena(offset) => Buffer::Arena(arena.saturating_add(offset)),
            Buffer::Scratch(_) | Buffer::Register => buffer,
        };
        for step in alone.steps {
            planned.try_push(Step { operands: step.operands.map(place), ..step })?;
        }
    }
    Ok(Sequence { steps: planned, scratch, arena: most })
}

/// The share of the cost without it that it may take. Of large operands that are used often, blocks of the
/// caller's are lines in many pages, while matrices are copied in blocks as others are.
fn share(nest: &Nest, context: &Context<'_>) -> f64 {
    let is_in_pages = |operand| pack::is_large(nest, operand, context) && pack::is_used_often(nest, operand);
    match context.has_long_vectors() && Operand::ALL.into_iter().all(is_in_pages) {
        true => sink::IN_PAGES,
        false => LESS,
    }
}

/// The cycles that no form of a contraction beats: those of its multiply-adds, in full vectors.
fn least(nest: &Nest, context: &Context<'_>) -> f64 {
    let work = nest.dims.iter().fold(1.0, |work, dim| work * dim.extent as f64);
    let lanes = context.target.machine().lanes(nest.types.accumulator).get() as f64;
    work / (lanes * f64::from(context.target.core.model.multiply_adds))
}

/// Whether rows, columns and sums are long, but made of short dimensions; and nothing but
/// kernels writes the output.
fn is_worth_a_look(nest: &Nest) -> bool {
    let is_free = |dim: &Dim| dim.exec == Exec::Undefined && dim.part.is_none() && dim.extent > 0;
    let is_plain = nest.main == Main::Contraction && nest.overwrites() && nest.dims.iter().all(is_free);
    let extents = |kind| nest.dims.iter().filter(move |dim| dim.kind == kind).map(|dim| dim.extent);
    let mut all = [Kind::M, Kind::N, Kind::K].map(|kind| extents(kind).fold(1, usize::saturating_mul));
    let longest = [Kind::M, Kind::N, Kind::K].map(|kind| extents(kind).max().unwrap_or(1));
    let work = |extents: [usize; 3]| extents.into_iter().fold(1, usize::saturating_mul);
    let is_made_of_short =
        longest.into_iter().all(|extent| extent <= SMALL) && work(longest).saturating_mul(MORE) <= work(all);
    all.sort_unstable();
    let [least, ..] = all;
    is_plain && least >= LEAST && is_made_of_short
}
