//! From undecided nests to a sequence that can be compiled: a list of passes.
//!
//! Each pass is one file and one function from sequence to sequence. It keeps the result
//! and every rule of [`verify`](mod@super::verify), which debug builds check after each. A caller may leave
//! out passes, and replace what the cost model would choose ([`Options`]). Dimensions that are decided
//! already, and loops that steps share, stay as they are.
//!
//! Tests: `tests/tests/tensor_optimize.rs`, `tests/tests/tensor_optimize_sequences.rs`,
//! `tests/tests/tensor_optimize_tccg.rs`.

mod arrange;
mod chain;
mod context;
mod convert;
mod decide;
mod deferred;
mod finish;
mod fuse;
mod group;
mod grouped;
mod interleave;
mod loops;
mod order;
mod pack;
mod parallel;
mod pass;
mod permute;
mod primitives;
mod separate;
mod series;
mod sink;
mod split;
mod staged;
mod touches;
mod transpose;
mod turn;
mod units;
mod walk;
mod windows;

pub use context::{Context, Options};
pub use pass::Pass;

use crate::Target;
use crate::fallible::try_collect;
use crate::tensor::error::NestError;
use crate::tensor::nest::Nest;
use crate::tensor::sequence::{Sequence, Step};
use alloc::vec::Vec;
use pass::{Does, run};

/// The passes in the order in which they run.
pub const PASSES: [Pass; 19] = [
    Pass { name: "units", does: Does::Change(units::drop) },
    Pass { name: "touches", does: Does::Change(touches::absorb) },
    CONVERT,
    Pass { name: "turn", does: Does::Change(turn::turn) },
    Pass { name: "fuse", does: Does::Change(fuse::fuse) },
    GROUP,
    Pass { name: "separate", does: Does::Change(separate::separate) },
    Pass { name: "interleave", does: Does::Change(interleave::interleave) },
    Pass { name: "transpose", does: Does::Change(transpose::transpose) },
    Pass { name: "pack", does: Does::Change(pack::pack) },
    Pass { name: "permute", does: Does::Change(permute::take) },
    decide::PRIMITIVES,
    decide::SPLIT,
    decide::ORDER,
    decide::PARALLEL,
    Pass { name: "sink", does: Does::Change(sink::sink) },
    Pass { name: "loops", does: Does::Change(loops::fuse) },
    Pass { name: "chain", does: Does::Change(chain::join) },
    Pass { name: "series", does: Does::Change(series::take) },
];

/// Converts operands of other types than is computed in.
const CONVERT: Pass = Pass { name: "convert", does: Does::Finish(convert::convert) };

/// Makes one multiplication of many small dimensions, where that is cheaper when all passes behind have run.
const GROUP: Pass = Pass { name: "group", does: Does::Finish(group::group) };

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
        run(&PASSES, sequence, context, &mut show)
    }
}

/// Runs all passes, and takes operations on the elements of the output that follow into the kernels of the
/// last step, as far as they fit there. The others remain steps, for which all passes are run, too. A caller
/// leaves out `finish` to have them all remain.
///
/// # Errors
/// As [`optimize`].
pub fn optimize_finished(
    sequence: Sequence,
    behind: Vec<Step>,
    context: &Context<'_>,
) -> Result<Sequence, NestError> {
    if behind.is_empty() {
        return optimize_all(sequence, context, |_, _| {});
    }
    // Multiplications in a row have no operands of links.
    const SERIES: &str = "series";
    let without = try_collect(context.options.without.iter().copied().chain([SERIES]))?;
    let for_links = Context { options: Options { without: &without, ..context.options }, ..*context };
    let mut all = optimize_all(sequence, &for_links, |_, _| {})?;
    let taken = finish::take(&mut all, &behind, context)?;
    if !context.options.without.contains(&SERIES) {
        all = series::take(all, context)?;
    }
    let left = Sequence { steps: try_collect(behind.into_iter().skip(taken))?, ..Sequence::default() };
    all.append(optimize_all(left, context, |_, _| {})?)?;
    Ok(all)
}

/// Runs all passes for several threads, or for one, if that is done before: tasks of long sums for few
/// elements may fetch much more than one thread does. The passes that are shown are those for several.
fn run_for_several(
    sequence: Sequence,
    context: &Context<'_>,
    show: &mut impl FnMut(&Pass, &Sequence),
) -> Result<Sequence, NestError> {
    let undecided = sequence.try_clone()?;
    let of_several = run(&PASSES, sequence, context, show)?;
    if !parallel::may_be_late(&of_several.steps, context) {
        return Ok(of_several);
    }
    let for_one = Context { options: Options { threads: None, ..context.options }, ..*context };
    let of_one = run(&PASSES, undecided, &for_one, &mut |_, _| {})?;
    let [several, one] =
        [&of_several, &of_one].map(|sequence| parallel::until_done(&sequence.steps, context));
    Ok(if one < several { of_one } else { of_several })
}
