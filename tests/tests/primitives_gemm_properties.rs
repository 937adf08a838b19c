//! GEMM and BRGEMM on the machine at hand with everything that a spec can say drawn at random: extents, K of
//! 0, layouts, strides, factors, kinds of batches, epilogues, and which numbers are left to run time. Each
//! kernel is made both ways round, cut as the core likes best and in some other way. Operands end, or begin,
//! at inaccessible pages; NaNs fill what lies between their rows or columns, and stay there.
//!
//! A, B and C have one type, or narrow ones have types of their own. On integers the result is
//! that of the reference; on other numbers each element is within its bound, and no number exactly where
//! the reference is none.
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
use tensmith_tests::{here, kernels, nightly, test_mixes};

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
fn check<A: Element, B: Element, C: Element>(
    case: &Case<A, B, C>,
    kernel: &Kernel,
    expected: &[Option<Expected<C>>],
    how: (&str, Shape),
) {
    // SAFETY: the kernel is compiled for the case's specification.
    let examined = unsafe { case.examine(kernel, expected) };
    examined.unwrap_or_else(|wrong| panic!("{how:?}: {wrong}"));
}

fn random_specs<T: Element>(test: &str, numbers: Numbers) {
    random_specs_of::<T, T, T>(test, numbers, nightly::cases(300, 40_000));
}

fn random_specs_of<A: Element, B: Element, C: Element>(test: &str, numbers: Numbers, count: usize) {
    let mut cases = Cases { draw: Draw::seeded(test, 7).among(here::executable()), numbers };
    for _ in 0..count {
        let case: Case<A, B, C> = cases.case();
        let (target, expected) = (cases.draw.target(), case.expected());
        let (direct, exchanged) = (Problem::direct(&case.given), Problem::exchanged(&case.given));
        let links = case.given.epilogue.len();
        // What is stored before the last links would be rounded twice.
        let left = if C::DTYPE.is_converted() { links } else { cases.draw.below(links + 1) };
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

/// Elements of half precision in A, in B, in C, or in some of these: all kinds of numbers.
fn all_numbers<A: Element, B: Element, C: Element>(name: &str) {
    let kinds = [(Numbers::Integers, "integers"), (Numbers::Reals, "reals"), (Numbers::Special, "special")];
    for (numbers, kind) in kinds {
        let test = format!("gemm_properties_{name}_{kind}");
        random_specs_of::<A, B, C>(&test, numbers, nightly::cases(50, 10_000));
    }
}

test_mixes!(all_numbers);

/// Integers of one type or of several, small ones and such with any bits, whose sums wrap.
fn all_integers<A: Element, B: Element, C: Element>(name: &str) {
    for (numbers, kind) in [(Numbers::Integers, "small"), (Numbers::Reals, "any")] {
        let test = format!("gemm_properties_{name}_{kind}");
        random_specs_of::<A, B, C>(&test, numbers, nightly::cases(60, 10_000));
    }
}

#[test]
fn integers_of_32_bits_wrap() {
    all_integers::<i32, i32, i32>("i32");
}

#[test]
fn products_of_narrow_integers_are_exact() {
    all_integers::<i8, i8, i32>("i8_i8_i32");
    all_integers::<u8, i8, i32>("u8_i8_i32");
    all_integers::<i16, i16, i32>("i16_i16_i32");
}

#[test]
fn narrow_integers_are_read_and_written_in_any_place() {
    all_integers::<i8, i32, i8>("i8_i32_i8");
    all_integers::<i32, u8, i16>("i32_u8_i16");
    all_integers::<i16, i8, u8>("i16_i8_u8");
}
