//! Shares loops between threads: the outermost ones over M, N and C, until there are enough tasks.
//!
//! Loops over K are never shared, and which kernels there are does not depend on the number of tasks. So
//! each output element is the same sum, in the same order, for any number of threads.
//!
//! Tests: `tests/tests/tensor_optimize_parallel.rs`.

use super::context::Context;
use super::walk::each;
use crate::fallible::TryVec;
use crate::tensor::cost::Cost;
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Exec, Kind, Nest};
use crate::tensor::parts;
use crate::tensor::sequence::{Sequence, Step};
use alloc::vec::Vec;
use core::num::NonZeroUsize;

/// Tasks for each thread, so that one which is late or slow leaves some to others.
const TASKS: usize = 4;

/// The least work, in multiply-adds, that is worth a task: some microseconds.
const LEAST: u64 = 1 << 16;

/// Shares loops until there are about as many tasks as the caller asks for; without being asked, a few for
/// each thread if that is worthwhile. A loop that is longer than needed is split first. Steps that
/// share loops stay as they are.
pub(super) fn share(sequence: Sequence, context: &Context<'_>) -> Result<Sequence, NestError> {
    each(sequence, context, |nest, common| {
        let target = tasks(nest, context);
        if common == 0 && target > 1 { share_loops(nest, target) } else { Ok(()) }
    })
}

/// About how many tasks there should be.
pub(super) fn tasks(nest: &Nest, context: &Context<'_>) -> usize {
    context.options.thread_target.unwrap_or_else(|| enough(nest, context.options.threads))
}

/// Predicted cycles until some steps are done: each has its tasks, one of which no two threads can take.
pub(super) fn until_done(steps: &[Step], context: &Context<'_>) -> f64 {
    let threads = threads(context);
    let of_step = |step: &Step| {
        let tasks = shared(&step.nest).max(1);
        let turns = tasks.div_ceil(threads) as f64;
        Cost::of_step(step, context.target).total() * turns / tasks as f64
    };
    steps.iter().map(of_step).sum()
}

/// Whether one thread might be done with some steps as early as several, if these have been planned for
/// without being told how many tasks there should be: it has the same kernels to run.
pub(super) fn may_be_late(steps: &[Step], context: &Context<'_>) -> bool {
    let kernels = steps.iter().map(|step| Cost::of_step(step, context.target).kernels);
    until_done(steps, context) >= kernels.sum()
}

/// How many threads there are, at least one.
fn threads(context: &Context<'_>) -> usize {
    context.options.threads.map_or(1, NonZeroUsize::get)
}

/// How many tasks a nest has.
fn shared(nest: &Nest) -> usize {
    let shared = nest.dims.iter().filter(|dim| dim.exec == Exec::Shared);
    shared.fold(1, |tasks: usize, dim| tasks.saturating_mul(dim.extent))
}

/// Returns the number of tasks that is of use to a number of threads.
fn enough(nest: &Nest, threads: Option<NonZeroUsize>) -> usize {
    let worthwhile = || usize::try_from(nest.multiply_adds() / LEAST).unwrap_or(usize::MAX);
    match threads.map_or(1, NonZeroUsize::get) {
        1 => 1,
        several => several.saturating_mul(TASKS).min(worthwhile()),
    }
}

/// Shares loops of a nest until there are `target` tasks.
pub(super) fn share_loops(nest: &mut Nest, target: usize) -> Result<(), NestError> {
    let name = parts::unused_name(&nest.dims);
    let mut tasks = shared(nest);
    let (mut outermost, mut rest) = (Vec::new(), Vec::new());
    for (number, dim) in nest.dims.iter().enumerate() {
        let is_candidate = dim.exec == Exec::Seq && dim.kind != Kind::K && tasks < target;
        if !is_candidate {
            let list = if dim.exec == Exec::Shared { &mut outermost } else { &mut rest };
            list.try_push(*dim)?;
            continue;
        }
        let needed = target.div_ceil(tasks.max(1));
        let length = dim.extent.checked_div(needed).unwrap_or(1);
        let [outer, inner] = match parts::split(dim, length, name.saturating_add(number)) {
            Some(halves) if length > 1 => halves.map(Some),
            _ => [Some(*dim), None],
        };
        let outer = outer.map(|dim| Dim { exec: Exec::Shared, ..dim });
        tasks = tasks.saturating_mul(outer.map_or(1, |dim| dim.extent));
        outermost.try_extend(outer)?;
        rest.try_extend(inner)?;
    }
    outermost.try_extend(rest)?;
    nest.dims = outermost;
    Ok(())
}
