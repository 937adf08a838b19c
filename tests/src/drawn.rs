//! Nests drawn at random, with wishes for the optimizer.

use crate::contractions::{Case, cases, cases_up_to};
use proptest::prelude::*;
use tensmith_core::kernel::op::{BinaryOp, UnaryOp};
use tensmith_core::kernel::spec::Fold;
use tensmith_core::tensor::optimize::PASSES;
use tensmith_core::tensor::{Dim, Kind, Main, Nest, Options, PerOperand};

/// Limits that force splits, and numbers of tasks that force sharing.
pub fn options() -> impl Strategy<Value = Options<'static>> {
    let sizes = (prop::option::of(1..9usize), prop::option::of(1..5usize));
    let names = PASSES.map(|pass| [pass.name]).to_vec();
    let without = prop::option::weighted(0.3, prop::sample::select(names));
    (sizes, prop::option::of(1..40usize), without).prop_map(|((max, min), thread_target, without)| Options {
        max_kernel_size: max,
        min_kernel_size: min,
        threads: None,
        thread_target,
        without: without.map_or(&[], |name| &*Box::leak(Box::new(name))),
    })
}

/// Many small ones and a few that are not.
pub fn sizes() -> impl Strategy<Value = Case> {
    prop_oneof![20 => cases_up_to(500), 1 => cases()]
}

/// The computation of a nest: a contraction mostly.
pub fn main() -> impl Strategy<Value = Main> {
    let unary = [UnaryOp::identity(), UnaryOp::decrement(), UnaryOp::relu()].map(Main::Unary);
    let binary = [BinaryOp::add(), BinaryOp::sub(), BinaryOp::max()].map(Main::Binary);
    let folds = Fold::ALL.map(|(fold, _)| Main::Reduce(fold));
    prop::sample::select([&[Main::Contraction; 4][..], &unary, &binary, &folds].concat())
}

/// A nest of a kind in the loops of a contraction; a reduction begins with one of three first touches.
pub fn nest(case: &Case, main: Main, first: usize, last: Option<UnaryOp>) -> Nest {
    match main {
        Main::Contraction => case.nest::<f64>(),
        Main::Reduce(fold) => {
            let first = [None, Some(fold.neutral()), Some(UnaryOp::relu())][first];
            reduction(case, fold, first, last)
        }
        main => elementwise(case, main),
    }
}

/// The same loops around an operation on elements: what is summed is not there.
fn elementwise(case: &Case, main: Main) -> Nest {
    let nest = case.nest::<f64>();
    let dims = nest.dims.iter().filter(|dim| dim.kind != Kind::K).map(|dim| {
        let in1 = if matches!(main, Main::Unary(_)) { 0 } else { dim.strides.in1 };
        Dim { kind: Kind::C, strides: PerOperand { in1, ..dim.strides }, ..*dim }
    });
    Nest { main, first_touch: None, dims: dims.collect(), ..nest }
}

/// The same loops around a fold of what the first input holds, touched or not.
fn reduction(case: &Case, fold: Fold, first: Option<UnaryOp>, last: Option<UnaryOp>) -> Nest {
    let nest = case.nest::<f64>();
    let dims = nest.dims.iter().map(|dim| Dim { strides: PerOperand { in1: 0, ..dim.strides }, ..*dim });
    Nest { main: Main::Reduce(fold), first_touch: first, last_touch: last, dims: dims.collect(), ..nest }
}
