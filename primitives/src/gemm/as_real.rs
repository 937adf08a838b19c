//! Multiplications of other numbers, written as such of real ones: all rows are in vectors, and everything
//! else follows from the problem.
//!
//! Tests: `tests/tests/primitives_complex.rs`, `tests/tests/primitives_grouped.rs`.

use super::choose::choose;
use super::generate;
use super::plan::Plan;
use super::pressure::Pressure;
use super::problem::Problem;
use tensmith_core::Target;
use tensmith_core::registry::{GenerateError, Generated, Offer, Refusal};

/// The offer for a problem.
///
/// # Errors
/// [`Refusal::Registers`] or [`Refusal::OutOfMemory`].
pub(super) fn offer(problem: Problem<'_>, target: &Target) -> Result<Offer, Refusal> {
    let choice = choose(&problem, target)?;
    match Pressure::new(&problem, target)?.allows(choice.shape) {
        true => Ok(Plan { problem, choice }.offer()),
        false => Err(Refusal::Registers),
    }
}

/// The kernel for a problem of which an offer was made.
///
/// # Errors
/// [`GenerateError::OutOfMemory`].
pub(super) fn generate(
    name: &'static str,
    problem: &Problem<'_>,
    target: &Target,
    offer: &Offer,
) -> Result<Generated, GenerateError> {
    let shape = Plan::shape(offer).of_parts(&target.machine(), problem.parts());
    Ok(generate::generate(name, problem, shape, target)?.into())
}
