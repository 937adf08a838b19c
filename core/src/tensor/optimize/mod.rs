//! From undecided nests to a sequence that can be compiled: a list of passes.
//!
//! Each pass is one file and one function from sequence to sequence. It keeps the result
//! and every rule of [`verify`](mod@super::verify), which debug builds check after each. A caller may leave out
//! passes, and replace what the cost model would choose ([`Options`]). Dimensions that are decided
//! already, and loops that steps share, stay as they are.
//!
//! Tests: `tests/tests/tensor_optimize.rs`, `tests/tests/tensor_optimize_sequences.rs`,
//! `tests/tests/tensor_optimize_tccg.rs`.

mod chain;
mod fuse;
mod loops;
mod order;
mod pack;
mod parallel;
mod primitives;
mod sink;
mod split;
mod touches;
mod transpose;
mod turn;
mod units;

use crate::Target;
use crate::tensor::access::keeps_pace;
use crate::tensor::nest::Nest;
use crate::tensor::row;
use crate::tensor::sequence::{Sequence, Step};
use crate::tensor::verify::NestError;
use core::num::NonZeroUsize;

/// A step of the optimizer.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Its name: that of its file.
    pub name: &'static str,
    /// What it does.
    pub run: fn(Sequence, &Context<'_>) -> Result<Sequence, NestError>,
}

/// The passes in the order in which they run.
pub const PASSES: [Pass; 13] = [
    Pass { name: "units", run: units::drop },
    Pass { name: "touches", run: touches::absorb },
    Pass { name: "turn", run: turn::turn },
    Pass { name: "fuse", run: fuse::fuse },
    Pass { name: "transpose", run: transpose::transpose },
    Pass { name: "pack", run: pack::pack },
    Pass { name: "primitives", run: primitives::identify },
    Pass { name: "split", run: split::split },
    Pass { name: "order", run: order::order },
    Pass { name: "parallel", run: parallel::share },
    Pass { name: "sink", run: sink::sink },
    Pass { name: "loops", run: loops::fuse },
    Pass { name: "chain", run: chain::join },
];

/// What a caller decides instead of the cost model.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// The most indices of a dimension inside a kernel: fewer where `thread_target` asks for more blocks of the
    /// output.
    pub max_kernel_size: Option<usize>,
    /// The fewest indices of a dimension inside a kernel, where it is split. With a `max_kernel_size`, a kernel has no
    /// more of them than there are kernels along the dimension, unless those are fewer than this.
    pub min_kernel_size: Option<usize>,
    /// How many threads there are; without being told, one.
    pub threads: Option<NonZeroUsize>,
    /// About how many tasks there should be, whatever the work and the threads; 1 for none that run apart.
    pub thread_target: Option<usize>,
    /// Names of passes to leave out. Without `primitives`, nothing is decided that is not decided already.
    pub without: &'a [&'a str],
}

/// What passes know besides the nests.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The machine.
    pub target: &'a Target,
    /// What the caller decides.
    pub options: Options<'a>,
}

/// Runs all passes on a nest.
///
/// # Errors
/// [`NestError`], where the nest breaks a rule to begin with, or memory is short. Odd strides are
/// no error: they leave more loops outside the kernel.
pub fn optimize(nest: Nest, target: &Target, options: Options<'_>) -> Result<Sequence, NestError> {
    optimize_all(Sequence::of(nest)?, &Context { target, options }, |_, _| {})
}

/// Runs all passes, and shows the result of each.
///
/// # Errors
/// As [`optimize`].
pub fn optimize_all(
    sequence: Sequence,
    context: &Context<'_>,
    mut show: impl FnMut(&Pass, &Sequence),
) -> Result<Sequence, NestError> {
    sequence.verify()?;
    let is_for_several = context.options.threads.is_some_and(|threads| threads.get() > 1);
    if is_for_several && context.options.thread_target.is_none() {
        run_for_several(sequence, context, &mut show)
    } else {
        run(PASSES.iter(), sequence, context, &mut show)
    }
}

/// Runs all passes for several threads, or for one, if that is done before: tasks of long sums for few elements may fetch
/// much more than one thread does. The passes that are shown are those for several.
fn run_for_several(
    sequence: Sequence,
    context: &Context<'_>,
    show: &mut impl FnMut(&Pass, &Sequence),
) -> Result<Sequence, NestError> {
    let undecided = sequence.try_clone()?;
    let of_several = run(PASSES.iter(), sequence, context, show)?;
    if !parallel::may_be_late(&of_several.steps, context) {
        return Ok(of_several);
    }
    let for_one = Context { options: Options { threads: None, ..context.options }, ..*context };
    let of_one = run(PASSES.iter(), undecided, &for_one, &mut |_, _| {})?;
    let [several, one] =
        [&of_several, &of_one].map(|sequence| parallel::until_done(&sequence.steps, context));
    Ok(if one < several { of_one } else { of_several })
}

/// Runs those of the passes that decide which dimensions are executed how.
fn decide(sequence: Sequence, context: &Context<'_>) -> Result<Sequence, NestError> {
    let decides = |pass: &&Pass| ["primitives", "split", "order", "parallel"].contains(&pass.name);
    run(PASSES.iter().filter(decides), sequence, context, &mut |_, _| {})
}

/// Runs those of some passes that the caller does not leave out.
fn run<'a>(
    passes: impl Iterator<Item = &'a Pass>,
    sequence: Sequence,
    context: &Context<'_>,
    show: &mut impl FnMut(&Pass, &Sequence),
) -> Result<Sequence, NestError> {
    let mut passes = passes.filter(|pass| !context.options.without.contains(&pass.name));
    passes.try_fold(sequence, |sequence, pass| {
        let sequence = (pass.run)(sequence, context)?;
        if cfg!(debug_assertions) {
            sequence.verify()?;
        }
        show(pass, &sequence);
        Ok(sequence)
    })
}

/// Transforms each nest by itself, but for copies that `sink` decides. `pass` is told how many of its outermost
/// dimensions are loops of other steps too, which it must leave alone.
fn each(
    mut sequence: Sequence,
    context: &Context<'_>,
    mut pass: impl FnMut(&mut Nest, usize) -> Result<(), NestError>,
) -> Result<Sequence, NestError> {
    for number in sink::waiting(&sequence.steps, context)..sequence.steps.len() {
        let common = sequence.common(number);
        if let Some(step) = sequence.steps.get_mut(number) {
            pass(&mut step.nest, common)?;
        }
    }
    Ok(sequence)
}

/// Transforms operations in a row together, and each other nest by itself, as [`each`] does. Loops of operations
/// in a row are none of other steps yet.
fn each_row(
    mut sequence: Sequence,
    context: &Context<'_>,
    mut pass: impl FnMut(&mut [Step], usize) -> Result<(), NestError>,
) -> Result<Sequence, NestError> {
    let mut first = sink::waiting(&sequence.steps, context);
    while first < sequence.steps.len() {
        let end = end_of_row(&sequence.steps, first)?;
        let common = sequence.common(first);
        if let Some(row) = sequence.steps.get_mut(first..end) {
            pass(row, common)?;
        }
        first = end;
    }
    Ok(sequence)
}

/// Where those steps end, from one on, that can go over their elements in the same loops: each reads what the one before
/// writes, and keeps pace with all.
fn end_of_row(steps: &[Step], first: usize) -> Result<usize, NestError> {
    let mut end = first.saturating_add(1);
    if steps.iter().any(|step| step.shares > 0) {
        return Ok(end);
    }
    while let Some([row @ .., step]) = steps.get(first..=end) {
        let is_next = row.last().is_some_and(|before| row::taken_up(before, step).is_some());
        if !is_next || !keep_pace(row, step)? {
            break;
        }
        end = end.saturating_add(1);
    }
    Ok(end)
}

/// Whether a step finds and leaves what it would behind each of some earlier ones, if it runs in their loops.
fn keep_pace(earlier: &[Step], step: &Step) -> Result<bool, NestError> {
    for earlier in earlier {
        if !keeps_pace(earlier, step)? {
            return Ok(false);
        }
    }
    Ok(true)
}
