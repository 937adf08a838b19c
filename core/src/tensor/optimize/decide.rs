//! The passes that decide which dimensions are executed how, by themselves: also for
//! copies that wait for them.
//!
//! Tests: `tests/tests/tensor_optimize.rs`.

use super::context::Context;
use super::pass::{Does, Pass, run};
use super::{order, parallel, primitives, split};
use crate::tensor::error::NestError;
use crate::tensor::sequence::Sequence;

/// Names the dimensions of the kernel.
pub(super) const PRIMITIVES: Pass = Pass { name: "primitives", does: Does::Change(primitives::identify) };
/// Cuts dimensions into those of the kernel and loops.
pub(super) const SPLIT: Pass = Pass { name: "split", does: Does::Change(split::split) };
/// Orders the loops.
pub(super) const ORDER: Pass = Pass { name: "order", does: Does::Change(order::order) };
/// Shares loops between threads.
pub(super) const PARALLEL: Pass = Pass { name: "parallel", does: Does::Change(parallel::share) };

/// Runs those of the passes that decide which dimensions are executed how.
pub(super) fn decide(sequence: Sequence, context: &Context<'_>) -> Result<Sequence, NestError> {
    run(&[PRIMITIVES, SPLIT, ORDER, PARALLEL], sequence, context, &mut |_, _| {})
}
