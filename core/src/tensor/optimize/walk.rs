//! How passes go over the steps of a sequence: one by one, or row by row.
//!
//! Tests: `tests/tests/tensor_optimize.rs`, `tests/tests/tensor_optimize_sequences.rs`.

use super::context::Context;
use super::deferred::deferred;
use crate::tensor::access::keeps_pace;
use crate::tensor::error::NestError;
use crate::tensor::nest::Nest;
use crate::tensor::row;
use crate::tensor::sequence::{MAX_STEPS, Sequence, Step};

/// Transforms each nest by itself, but for copies that `sink` decides. `pass` takes the number of its
/// outermost dimensions that are loops of other steps too, which it must leave alone.
pub(super) fn each(
    mut sequence: Sequence,
    context: &Context<'_>,
    mut pass: impl FnMut(&mut Nest, usize) -> Result<(), NestError>,
) -> Result<Sequence, NestError> {
    for number in deferred(&sequence.steps, context)..sequence.steps.len() {
        let common = sequence.common(number);
        if let Some(step) = sequence.steps.get_mut(number) {
            pass(&mut step.nest, common)?;
        }
    }
    Ok(sequence)
}

/// Transforms operations in a row together, and each other nest by itself, as [`each`] does. Loops of
/// operations in a row are none of other steps yet.
pub(super) fn each_row(
    mut sequence: Sequence,
    context: &Context<'_>,
    mut pass: impl FnMut(&mut [Step], usize) -> Result<(), NestError>,
) -> Result<Sequence, NestError> {
    let mut first = deferred(&sequence.steps, context);
    let are_apart = sequence.steps.iter().all(|step| step.shares == 0);
    while first < sequence.steps.len() {
        let next = first.saturating_add(1);
        let end = if are_apart { end_of_row(&sequence.steps, first)? } else { next };
        let common = sequence.common(first);
        if let Some(row) = sequence.steps.get_mut(first..end) {
            pass(row, common)?;
        }
        first = end;
    }
    Ok(sequence)
}

/// Where those steps end, from one on, that can go over their elements in the same loops: each reads what the
/// one before writes, and keeps pace with all. These are no more than a phase has, as every two
/// of them are looked at.
fn end_of_row(steps: &[Step], first: usize) -> Result<usize, NestError> {
    let mut end = first.saturating_add(1);
    let steps = steps.get(..first.saturating_add(MAX_STEPS)).unwrap_or(steps);
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
pub(super) fn keep_pace(earlier: &[Step], step: &Step) -> Result<bool, NestError> {
    for earlier in earlier {
        if !keeps_pace(earlier, step)? {
            return Ok(false);
        }
    }
    Ok(true)
}
