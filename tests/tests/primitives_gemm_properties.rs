//! GEMM and BRGEMM on the machine at hand with everything that a spec can say drawn at random: extents, K of 0,
//! layouts, strides, factors, kinds of batches, epilogues, and which numbers are left to run time. Each kernel
//! is made both ways round, cut as the core likes best and in some other way. Operands end, or begin,
//! at inaccessible pages; NaNs fill what lies between their rows or columns, and stay there.
//!
//! On integers the result is that of the reference; on other numbers each element is within its bound,
//! and no number exactly where the reference is none.
#![allow(unsafe_code)]

use tensmith_core::Target;
use tensmith_core::code::entry::Kernel;
use tensmith_core::codegen::CodegenError;
use tensmith_core::codegen::allocate::AllocateError;
use tensmith_core::reference::Element;
use tensmith_primitives::gemm::Gemm;
use tensmith_primitives::gemm::choose::choose;
use tensmith_primitives::gemm::problem::Problem;
use tensmith_primitives::gemm::tile::Shape;
use tensmith_tests::draw::Draw;
use tensmith_tests::multiplication::{Case, Cases, Expected, Numbers};
use tensmith_tests::{here, kernels, nightly};

/// The kernel for a problem, cut by a shape; none where registers do not suffice for it.
fn cut(problem: &Problem, shape: Shape, target: &Target) -> Option<Kernel> {
    let func = Gemm.cut(problem, shape, target).expect("memory");
    match target.compile(&func) {
        Ok(compiled) => Some(kernels::publish(&compiled.code, target.isa.architecture())),
        Err(CodegenError::Allocate(AllocateError::OutOfRegisters { .. })) => None,
        Err(error) => panic!("{problem:?} by {shape:?}: {error}"),
    }
}

/// Calls a kernel that was made for the case in some way.
fn check<T: Element>(case: &Case<T>, kernel: &Kernel, expected: &[Option<Expected<T>>], how: (&str, Shape)) {
    // SAFETY: the kernel is compiled for the case's specification.
    let examined = unsafe { case.examine(kernel, expected) };
    examined.unwrap_or_else(|wrong| panic!("{how:?}: {wrong}"));
}

fn random_specs<T: Element>(test: &str, numbers: Numbers) {
    let mut cases = Cases { draw: Draw::seeded(test, 7).among(here::executable()), numbers };
    for _ in 0..nightly::cases(1_000, 40_000) {
        let case = cases.case::<T>();
        let (target, expected) = (cases.draw.target(), case.expected());
        let (direct, exchanged) = (Problem::direct(&case.given), Problem::exchanged(&case.given));
        let left = cases.draw.below(case.given.epilogue.len() + 1);
        for (way, problem) in [
            ("direct", direct),
            ("exchanged", exchanged),
            ("direct, the last links behind", direct.leaving(left)),
            ("exchanged, the last links behind", exchanged.leaving(left)),
        ] {
            if !problem.has_tiles(&target) {
                continue;
            }
            let chosen = choose(&problem, &target).expect("memory").shape;
            match cut(&problem, chosen, &target) {
                Some(kernel) => check(&case, &kernel, &expected, (way, chosen)),
                None => {
                    assert!(
                        !case.given.epilogue.is_empty(),
                        "{}: registers for the chosen shape",
                        case.given
                    );
                }
            }
            let other = cases.draw.shape();
            if let Some(kernel) = cut(&problem, other, &target) {
                check(&case, &kernel, &expected, (way, other));
            }
        }
    }
}

#[test]
fn integers_in_single_precision_are_exact() {
    random_specs::<f32>("gemm_properties_f32_integers", Numbers::Integers);
}

#[test]
fn integers_in_double_precision_are_exact() {
    random_specs::<f64>("gemm_properties_f64_integers", Numbers::Integers);
}

#[test]
fn single_precision_is_within_the_bound() {
    random_specs::<f32>("gemm_properties_f32_reals", Numbers::Reals);
}

#[test]
fn double_precision_is_within_the_bound() {
    random_specs::<f64>("gemm_properties_f64_reals", Numbers::Reals);
}

#[test]
fn what_is_no_number_stays_in_its_elements_in_single_precision() {
    random_specs::<f32>("gemm_properties_f32_special", Numbers::Special);
}

#[test]
fn what_is_no_number_stays_in_its_elements_in_double_precision() {
    random_specs::<f64>("gemm_properties_f64_special", Numbers::Special);
}
