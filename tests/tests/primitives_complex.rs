//! Multiplications of complex numbers, run on the machine at hand, against the scalar reference, with
//! inaccessible pages on either side of every operand: bit-exact on integers, within the bound on other
//! numbers.

use tensmith_core::kernel::ComplexSpec;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::spec::{Conjugation, Layout, Matrix, SpecError, Start, Stride};
use tensmith_core::reference::Element;
use tensmith_core::{DType, Target};
use tensmith_tests::bench::Bench;
use tensmith_tests::complex::{LAYOUTS, complex, complex_spec};
use tensmith_tests::lanewise::STARTS;
use tensmith_tests::{here, nightly};

/// On integers, whose sums of products are exact, and on numbers with digits.
fn check<T: Element>(bench: &mut Bench, spec: &ComplexSpec) {
    let (case, sums) = complex::<T>(spec, || bench.random.below(17) as f64 - 8.0);
    bench.check_by(&case, |at, found| match sums[at] {
        // Zeros of either sign.
        Some(sum) => found.to_f64() == sum.value,
        None => found.to_bits() == case.after[at].to_bits(),
    });
    let (case, sums) = complex::<T>(spec, || bench.random.bits() as f64 / u64::MAX as f64 - 0.5);
    bench.check_by(&case, |at, found| match sums[at] {
        Some(sum) => sum.accepts(found),
        None => found.to_bits() == case.after[at].to_bits(),
    });
}

/// Everything that a kernel of some extents may do besides: each once in as many kernels.
fn variant(nth: usize) -> ([Layout; 3], (Conjugation, Start)) {
    (LAYOUTS[nth % 4], (Conjugation::ALL[nth / 4 % 4].0, STARTS[nth / 16 % 2]))
}

/// How many kernels there are of M and N from 1 to 17 and of K from 1 to 9, with everything else.
const ALL: usize = 17 * 17 * 9 * 32;

/// A share of these, in which each extent and everything else occurs: all of them at night.
fn every_shape<T: Element>() {
    for target in here::executable() {
        let mut bench = Bench::new("primitives_complex", target);
        for nth in (0..nightly::cases(300, ALL)).map(|nth| nth * 7919 % ALL) {
            let extents = [nth / 32 % 17 + 1, nth / 544 % 17 + 1, nth / 9248 + 1];
            let (layouts, others) = variant(nth % 32);
            let gaps = if nth % 3 == 0 { [0; 3] } else { [1, 2, 3] };
            check::<T>(&mut bench, &complex_spec::<T>(extents, layouts, others, gaps));
        }
    }
}

#[test]
fn every_shape_of_single_precision() {
    every_shape::<f32>();
}

#[test]
fn every_shape_of_double_precision() {
    every_shape::<f64>();
}

/// Shapes of several tiles, and sums of any length.
fn large_shapes<T: Element>() {
    for target in here::executable() {
        let mut bench = Bench::new("complex_large", target);
        for nth in 0..nightly::cases(24, 300) {
            let limits = [[70, 40, 9], [9, 40, 130], [3, 3, 300], [30, 70, 40]][nth % 4];
            let extents = limits.map(|limit| 1 + bench.random.below(limit) as usize);
            let (layouts, others) = variant(bench.random.below(32) as usize);
            let gaps = [(); 3].map(|()| bench.random.below(4) as usize);
            check::<T>(&mut bench, &complex_spec::<T>(extents, layouts, others, gaps));
        }
    }
}

#[test]
fn large_shapes_of_single_precision() {
    large_shapes::<f32>();
}

#[test]
fn large_shapes_of_double_precision() {
    large_shapes::<f64>();
}

/// Sums of 1 to 130 products, each once in either precision.
#[test]
fn every_length_of_sums() {
    for target in here::executable() {
        let mut bench = Bench::new("complex_sums", target);
        for k in 1..=130 {
            let (layouts, others) = variant(k * 5);
            check::<f32>(
                &mut bench,
                &complex_spec::<f32>([k % 11 + 1, k % 7 + 1, k], layouts, others, [0; 3]),
            );
            check::<f64>(
                &mut bench,
                &complex_spec::<f64>([k % 5 + 1, k % 9 + 1, k], layouts, others, [1; 3]),
            );
        }
    }
}

/// Columns that are so far apart that no immediate reaches the next one, in each layout.
#[test]
fn distant_columns() {
    for target in here::executable() {
        let mut bench = Bench::new("complex_distant", target);
        for (nth, extents) in [[2, 2, 3], [9, 3, 2], [3, 2, 2]].into_iter().cycle().take(12).enumerate() {
            let (layouts, others) = variant(nth * 7);
            check::<f32>(&mut bench, &complex_spec::<f32>(extents, layouts, others, [5_000, 5_001, 4_500]));
        }
    }
}

/// Every core has kernels, whose code the verifier has looked at.
#[test]
fn every_core_has_kernels() {
    let registry = tensmith_primitives::registry().unwrap();
    for target in Target::all() {
        for nth in 0..96 {
            let (layouts, others) = variant(nth);
            let extents = [[1, 1, 1], [4, 4, 4], [33, 17, 9]][nth % 3];
            let spec = match nth % 2 {
                0 => complex_spec::<f32>(extents, layouts, others, [0; 3]),
                _ => complex_spec::<f64>(extents, layouts, others, [0; 3]),
            };
            if let Err(error) = registry.compile(&KernelSpec::Complex(spec), &target) {
                panic!("{}: {spec}: {error}", target.core.name);
            }
        }
    }
}

#[test]
fn what_is_no_multiplication_is_refused() {
    let usual = ComplexSpec::column_major(DType::F32, [4, 5, 6]);
    let refused = |spec: ComplexSpec| spec.validate().unwrap_err();
    assert_eq!(refused(ComplexSpec { n: 0, ..usual }), SpecError::Zero { field: "n" });
    assert_eq!(refused(ComplexSpec { a: Matrix::row_major(6), ..usual }), SpecError::Across { field: "a" });
    assert_eq!(refused(ComplexSpec { c: Matrix::row_major(5), ..usual }), SpecError::Across { field: "b" });
    let open = Matrix { ld: Stride::Runtime, ..usual.b };
    assert_eq!(refused(ComplexSpec { b: open, ..usual }), SpecError::Open { field: "ldb" });
    let narrow = SpecError::LeadingDimension { field: "ldc", value: 3, extent: 4 };
    assert_eq!(refused(ComplexSpec { c: Matrix::column_major(3), ..usual }), narrow);
    assert!(matches!(refused(ComplexSpec { part: DType::F16, ..usual }), SpecError::Type { .. }));
    let far = Matrix::column_major(1 << 44);
    assert!(matches!(refused(ComplexSpec { b: far, ..usual }), SpecError::TooLarge { field: "b", .. }));
}
