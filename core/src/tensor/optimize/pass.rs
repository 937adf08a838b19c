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
    /// The transformation.
    pub run: fn(Sequence, &Context<'_>) -> Result<Sequence, NestError>,
}

/// Runs those of some passes that the caller does not leave out.
pub(super) fn run<'a>(
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
