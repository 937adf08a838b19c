//! From undecided nests to a sequence that can be compiled: a list of passes.
//!
//! Each pass is one file and one function from sequence to sequence. It keeps the result
//! and every rule of [`verify`](mod@super::verify), which debug builds check after each. A caller may leave out
//! passes, and replace what the cost model would choose ([`Options`]). Dimensions that are decided
//! already, and loops that steps share, stay as they are.
//!
//! Tests: `tests/tests/tensor_optimize.rs`, `tests/tests/tensor_optimize_sequences.rs`,
//! `tests/tests/tensor_optimize_tccg.rs`.

mod arrange;
mod chain;
mod context;
mod decide;
mod fuse;
mod interleave;
mod loops;
mod order;
mod pack;
mod parallel;
mod pass;
mod primitives;
mod separate;
mod sink;
mod split;
mod touches;
mod transpose;
mod turn;
mod units;
mod waiting;
mod walk;
mod windows;

pub use context::{Context, Options};
pub use pass::Pass;

use crate::Target;
use crate::tensor::error::NestError;
use crate::tensor::nest::Nest;
use crate::tensor::sequence::Sequence;
use pass::run;

/// The passes in the order in which they run.
pub const PASSES: [Pass; 15] = [
    Pass { name: "units", run: units::drop },
    Pass { name: "touches", run: touches::absorb },
    Pass { name: "turn", run: turn::turn },
    Pass { name: "fuse", run: fuse::fuse },
    Pass { name: "separate", run: separate::separate },
    Pass { name: "interleave", run: interleave::interleave },
    Pass { name: "transpose", run: transpose::transpose },
    Pass { name: "pack", run: pack::pack },
    decide::PRIMITIVES,
    decide::SPLIT,
    decide::ORDER,
    decide::PARALLEL,
    Pass { name: "sink", run: sink::sink },
    Pass { name: "loops", run: loops::fuse },
    Pass { name: "chain", run: chain::join },
];

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
