//! Comparing what a program wrote with the scalar reference.
//!
//! Tests: `harness/cli/tests/program/nest_run.rs`.

use crate::check::{Check, Deviation};
use tensmith_core::reference::{Element, Range};
use tensmith_core::tensor::reference::{EvaluationError, Located, evaluate};
use tensmith_core::tensor::{Buffer, Sequence};

/// Compares what a run left in the arguments with what the scalar reference makes of a sequence of nests:
/// every element of the arguments that the sequence writes to. `before` are the arguments as they were, with
/// the places of their indices (0, …, 0). Slow: the reference works every element of every step out alone.
///
/// The sequence may be that which the program was made of, or the one before optimization,
/// whose mistakes show then.
///
/// # Errors
/// [`EvaluationError`].
pub fn check<T: Element>(
    sequence: &Sequence,
    before: &[Located<&[T]>],
    after: &[&[T]],
) -> Result<Check, EvaluationError> {
    let mut check = Check::default();
    for (number, (ranges, after)) in evaluate(sequence, before)?.iter().zip(after).enumerate() {
        if sequence.steps.iter().any(|step| step.operands.out == Buffer::Argument(number)) {
            ranges.iter().zip(*after).for_each(|(range, actual)| count(&mut check, range, *actual));
        }
    }
    Ok(check)
}

fn count<T: Element>(check: &mut Check, range: &Range<T>, actual: T) {
    check.count(Deviation::of(range, actual), range.accepts(actual));
}
