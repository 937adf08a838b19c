//! What programs rely on of the types that they hold: threads may share them, errors are errors with their
//! causes, and values can be shown.

use std::error::Error;
use std::fmt::Debug;
use tensmith::error::{HostError, MemoryError, PlanTextError};
use tensmith::inspect::{CheckError, KernelCode};
use tensmith::prelude::*;
use tensmith::program::Bound;
use tensmith::{BuildError, PlanError, RunError, func, gemm};
use tensmith_core::codegen::{CodegenError, Compiled};
use tensmith_core::einsum::tree::{Tree, TreeError};
use tensmith_core::einsum::{Expression, InterleavedError, LowerError, ParseError, ResolveError};
use tensmith_core::isa::VerifyError;
use tensmith_core::kernel::{Func, GemmSpec, KernelSpec};
use tensmith_core::registry::{Choice, KernelError, Registry, RegistryError};
use tensmith_core::tensor::{self, LayoutError, NestError, Sequence, ViewError};
use tensmith_primitives::contraction::{ContractionError, RunError as ContractionRunError};

fn shared<T: Send + Sync + Debug>() {}

fn kept<T: Send + Sync + Debug + 'static>() {}

fn value<T: Clone + PartialEq + Send + Sync + Debug + 'static>() {}

fn error<T: Error + Clone + PartialEq + Send + Sync + 'static>() {}

/// If this compiles, it holds.
#[test]
fn threads_may_share_what_programs_hold() {
    kept::<Jit>();
    kept::<Plan<f32>>();
    kept::<Program<f64>>();
    kept::<gemm::Gemm<f32>>();
    kept::<Pool>();
    kept::<Array<f32>>();
    kept::<KernelCode>();
    kept::<tensor::Plan>();
    kept::<Sequence>();
    kept::<Expression>();
    kept::<Tree>();
    kept::<Func>();
    kept::<Registry>();
    kept::<Compiled>();
    kept::<Choice>();
    shared::<View<'_, f32>>();
    shared::<ViewMut<'_, f32>>();
    shared::<Argument<'_, f64>>();
    shared::<func::Argument<'_>>();
    value::<Target>();
    value::<KernelSpec>();
    value::<DType>();
    value::<UnaryOp>();
    value::<Optimize>();
    value::<GemmSpec>();
    value::<gemm::Policy>();
}

#[test]
fn errors_are_errors() {
    error::<BuildError>();
    error::<PlanError>();
    error::<RunError>();
    error::<CheckError>();
    error::<PlanTextError>();
    error::<HostError>();
    error::<MemoryError>();
    error::<gemm::CallError>();
    error::<func::FuncError>();
    error::<ParseError>();
    error::<InterleavedError>();
    error::<TreeError>();
    error::<ResolveError>();
    error::<LowerError>();
    error::<NestError>();
    error::<LayoutError>();
    error::<ViewError>();
    error::<KernelError>();
    error::<RegistryError>();
    error::<CodegenError>();
    error::<VerifyError>();
    error::<ContractionError>();
    error::<ContractionRunError>();
}

/// A pointer that is checked once belongs to the thread that checked it, unless the caller says more.
#[test]
fn bound_pointers_can_be_shown() {
    fn shown<T: Debug>() {}
    shown::<Bound<'_, f32>>();
}

/// The message of an error, which says all: a report that prints sources behind it says nothing twice.
fn message(error: &dyn Error) -> String {
    let message = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        assert!(!message.contains(&cause.to_string()), "{message}: {cause}");
        next = cause.source();
    }
    message
}

#[test]
fn errors_name_their_causes_once() {
    let jit = Jit::for_target(Target::generic()).expect("memory");
    let a = ArrayLayout::c_order(&[2, 2]).expect("a layout");
    let refused = jit.einsum::<f32>("mk,kn->mmn", &[&a, &a]).expect_err("a label twice");
    let PlanError::Expression(ParseError::Subscript { rule, .. }) = &refused else { panic!("{refused}") };
    assert!(message(&refused).ends_with(&rule.to_string()), "{refused}");

    let refused =
        jit.tree("[0,1],[1,2]->[0,0]", &[2, 2, 2]).plan::<f32>(&[&a, &a]).expect_err("an index twice");
    let PlanError::Tree(TreeError::Node { error, .. }) = &refused else { panic!("{refused}") };
    assert!(message(&refused).ends_with(&error.to_string()), "{refused}");

    let text =
        jit.einsum::<f32>("mk,kn->mn", &[&a, &a]).expect("a plan").to_text().replace("mk,kn->mn", "mk,k-");
    let refused = jit.plan_from_text::<f32>(&text).expect_err("no expression");
    let PlanError::Text(PlanTextError::Expression { error, .. }) = &refused else { panic!("{refused}") };
    assert!(message(&refused).ends_with(&message(error)), "{refused}");

    // A kernel that no generator offers.
    let spec = KernelSpec::Gemm(GemmSpec::column_major(DType::F32, [0, 1, 1]));
    let refused = jit.kernels().of(&spec).expect_err("no rows");
    let BuildError::Kernel { source, .. } = &refused else { panic!("{refused}") };
    assert!(message(&refused).ends_with(&message(source)), "{refused}");
}
