//! The loops of a product whose kernels have a form of their own: decided as for plain elements of the same
//! size, which stand for complex numbers, or for groups.
//!
//! Tests: below, `tests/tests/einsum_complex.rs`, `tests/tests/einsum_grouped.rs`.

use super::LowerError;
use super::nest::Tensors;
use super::touches::{Beta, Touches};
use crate::DType;
use crate::fallible::try_collect;
use crate::tensor::nest::{Main, Nest, PerOperand};
use crate::tensor::optimize::{Context, Options, optimize_all};
use crate::tensor::sequence::Sequence;

/// Passes that make other nests than a kernel and the loops around it.
const OTHERS: [&str; 11] = [
    "convert",
    "group",
    "separate",
    "interleave",
    "transpose",
    "pack",
    "permute",
    "sink",
    "loops",
    "chain",
    "series",
];

/// The decided nest of a product, over elements that stand for others; none if its kernels multiply no
/// matrices.
pub(super) fn multiplication(
    tensors: Tensors<'_>,
    stand_in: DType,
    beta: Beta,
    context: &Context<'_>,
) -> Result<Option<Nest>, LowerError> {
    let without = try_collect(context.options.without.iter().copied().chain(OTHERS))?;
    let decided = Context { options: Options { without: &without, ..context.options }, ..*context };
    let sums = tensors.sums(stand_in.into(), Touches { beta, last: None })?;
    let mut steps = optimize_all(Sequence::of(sums)?, &decided, |_, _| {})?.steps.into_iter();
    let (Some(step), None) = (steps.next(), steps.next()) else { return Ok(None) };
    let nest = step.nest;
    let is_matrices = matches!(nest.main, Main::Gemm | Main::Brgemm);
    Ok((is_matrices && nest.offsets == PerOperand::default()).then_some(nest))
}

#[cfg(test)]
mod tests {
    use super::OTHERS;
    use crate::tensor::optimize::PASSES;

    #[test]
    fn the_passes_that_are_left_decide_loops_alone() {
        let left = ["units", "touches", "turn", "fuse", "primitives", "split", "order", "parallel"];
        assert!(PASSES.iter().all(|pass| left.contains(&pass.name) != OTHERS.contains(&pass.name)));
        assert_eq!(PASSES.len(), left.len() + OTHERS.len());
    }
}
