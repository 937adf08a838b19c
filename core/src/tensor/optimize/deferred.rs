//! Packing copies whose placement is deferred to the contraction that reads them.
//!
//! Tests: `tests/tests/tensor_optimize.rs`.

use super::context::Context;
use crate::kernel::op::UnaryOp;
use crate::tensor::buffer::Buffer;
use crate::tensor::nest::{Exec, Main, Operand};
use crate::tensor::sequence::Step;

/// Where the kernels of a contraction read its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inputs {
    /// Where the caller has them, or one of them.
    InPlace,
    /// In copies of both.
    Copied,
}

impl Inputs {
    /// The inputs of the contraction for which copies wait.
    pub(super) fn of(steps: &[Step], context: &Context<'_>) -> Self {
        if deferred(steps, context) == 2 { Self::Copied } else { Self::InPlace }
    }
}

/// The number of the first steps that are copies of which nothing is decided yet, with nothing but copies
/// between them and the contraction that reads them: these are for `sink` to decide.
pub(super) fn deferred(steps: &[Step], context: &Context<'_>) -> usize {
    let Some((reader, copies @ [_, ..])) = steps.split_last() else { return 0 };
    let is_alone = context.options.without.contains(&"sink") || !reader.nest.main.is_contraction();
    if is_alone || !copies.iter().all(|copy| is_copy(copy, reader)) {
        return 0;
    }
    let waits = |copy: &&Step| {
        let is_read = |input| *reader.operands.get(input) == copy.operands.out;
        [Operand::In0, Operand::In1].into_iter().any(is_read)
            && copy.nest.dims.iter().all(|dim| dim.exec == Exec::Undefined && dim.part.is_none())
    };
    copies.iter().take_while(waits).count()
}

/// Whether a step copies an argument that is still the same while a later one is read, to the arena.
pub(super) fn is_copy(step: &Step, reader: &Step) -> bool {
    step.nest.main == Main::Unary(UnaryOp::identity())
        && matches!((step.operands.in0, step.operands.out), (Buffer::Argument(_), Buffer::Arena(_)))
        && (step.shares, reader.shares) == (0, 0)
        && step.operands.in0 != reader.operands.out
}
