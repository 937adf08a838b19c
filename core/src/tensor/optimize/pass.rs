//! A pass, and how some are run.
//!
//! Tests: `tests/tests/tensor_optimize.rs`.

use super::context::Context;
use crate::tensor::error::NestError;
use crate::tensor::sequence::Sequence;

/// A step of the optimizer.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Its name: that of its file.
    pub name: &'static str,
    /// Its function.
    pub(super) does: Does,
}

/// The function of a pass.
#[derive(Clone, Copy, Debug)]
pub(super) enum Does {
    /// Transforms a sequence.
    Change(fn(Sequence, &Context<'_>) -> Result<Sequence, NestError>),
    /// Returns a sequence of which everything is decided, or none if the passes behind, which it
    /// is given, do better.
    Finish(fn(&Sequence, &Context<'_>, &[Pass]) -> Finished),
}

/// A sequence of which everything is decided, if there is one.
pub(super) type Finished = Result<Option<Sequence>, NestError>;

/// Runs those of some passes that the caller does not leave out, up to one that finishes.
pub(super) fn run(
    mut passes: &[Pass],
    mut sequence: Sequence,
    context: &Context<'_>,
    show: &mut impl FnMut(&Pass, &Sequence),
) -> Result<Sequence, NestError> {
    while let [pass, behind @ ..] = passes {
        passes = behind;
        if context.options.without.contains(&pass.name) {
            continue;
        }
        let finished = match pass.does {
            Does::Change(change) => {
                sequence = change(sequence, context)?;
                None
            }
            Does::Finish(finish) => finish(&sequence, context, behind)?,
        };
        let is_finished = finished.is_some();
        sequence = finished.unwrap_or(sequence);
        if cfg!(debug_assertions) {
            sequence.verify()?;
        }
        show(pass, &sequence);
        if is_finished {
            break;
        }
    }
    Ok(sequence)
}
