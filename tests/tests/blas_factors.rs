//! Factors near the ends of the range: whatever computes a multiplication, they multiply at the same place,
//! so that a result is infinite, zero or a number before code is made if it is so afterwards. Each matrix has
//! one value, and results are by hand.
#![allow(unsafe_code)]

use std::ffi::c_int;
use std::ptr;
use tensmith_blas::cblas::{cblas_dgemm_batch_strided, cblas_sgemm_batch_strided};
use tensmith_blas::mkl::{
    mkl_cblas_jit_create_dgemm, mkl_cblas_jit_create_sgemm, mkl_jit_destroy, mkl_jit_get_dgemm_ptr,
    mkl_jit_get_sgemm_ptr,
};
use tensmith_blas::statistics::tensmith_blas_statistics as statistics;
use tensmith_core::{Complex, Element};
use tensmith_tests::blas::{Call, Face, LAYOUTS, Matrices, TRANSPOSES};
use tensmith_tests::nightly::is_emulated;

/// The elements of A, of B and of C, the factors, and the result, in powers of ten of numbers; the result as
/// a multiple of k if it is one.
#[derive(Clone, Copy, Debug)]
struct Case {
    a: f64,
    b: f64,
    c: f64,
    alpha: f64,
    beta: f64,
    expected: fn(f64) -> f64,
}

/// Cases around a power of ten which is a number, but its square is none, and neither is that of its inverse.
fn cases(huge: f64) -> [Case; 10] {
    let tiny = 1.0 / huge;
    let case =
        |[a, b, alpha]: [f64; 3], [beta, c]: [f64; 2], expected| Case { a, b, c, alpha, beta, expected };
    [
        // The sum is infinite: a factor that made A or B small would hide it.
        case([huge, huge, tiny], [0.0, 1.0], |_| f64::INFINITY),
        case([huge, huge, tiny], [1.0, 2.0], |_| f64::INFINITY),
        case([huge, -huge, -1.0], [1.0, 2.0], |_| f64::INFINITY),
        // It is zero: a factor that made A or B large would hide that.
        case([tiny, tiny, huge], [0.0, 1.0], |_| 0.0),
        case([tiny, tiny, huge], [2.0, 3.0], |_| 6.0),
        // It is a number, whose factor would make one of A or B infinite, or zero.
        case([huge, tiny, huge], [0.0, 1.0], |k| k),
        case([tiny, huge, huge], [1.0, 0.0], |k| k),
        case([huge, tiny, tiny], [0.0, 1.0], |k| k),
        case([tiny, huge, tiny], [-1.0, 0.0], |k| k),
        // C is infinite once it is multiplied, and the product does not change that.
        case([1.0, 1.0, -1.0], [huge, huge], |_| f64::INFINITY),
    ]
}

/// The number without an imaginary part.
fn real<T: Face>(value: f64) -> T {
    let mut parts = [value, 0.0].into_iter();
    T::from_parts(|| Element::from_f64(parts.next().unwrap_or(0.0)))
}

impl Case {
    fn matrices<T: Face>(&self, call: &Call) -> Matrices<T> {
        call.filled([self.a, self.b, self.c].map(real))
    }

    fn factors<T: Face>(&self) -> [T; 2] {
        [self.alpha, self.beta].map(real)
    }

    /// Compares elements of C with the result by hand, but for roundings.
    fn check<T: Face>(&self, call: &Call, c: &[T], way: &str) {
        let k = f64::from(call.extents[2]);
        let mut expected = (self.expected)(k);
        if expected == k {
            // Alpha times the product of the elements of A and B.
            expected *= self.a * self.b * self.alpha;
        }
        for element in call.elements(c) {
            let found = element.re().to_f64();
            assert!(
                element.im().is_none_or(|im| im.to_f64() == 0.0),
                "{way}: {element:?}: {self:?}, {call:?}"
            );
            let is_near = (found - expected).abs() <= 1e-4 * expected.abs();
            assert!(found == expected || is_near, "{way}: {found} instead of {expected}: {self:?}, {call:?}");
        }
    }
}

/// Every layout and transposition.
fn calls(extents: [c_int; 3]) -> impl Iterator<Item = Call> {
    let pairs = TRANSPOSES.into_iter().flat_map(|a| TRANSPOSES.map(|b| [a, b]));
    let all = LAYOUTS.into_iter().flat_map(move |layout| pairs.clone().map(move |pair| (layout, pair)));
    all.map(move |(layout, transposes)| Call {
        layout,
        transposes,
        extents,
        gaps: [0, 1, 2],
        alpha: [1, 0],
        beta: [0, 0],
    })
}

/// The first call, by loops, and one after as many as it takes to make code.
fn before_and_after<T: Face>(case: &Case, call: &Call, calls: usize) {
    let mut matrices = case.matrices::<T>(call);
    call.by_cblas_with(case.factors(), &mut matrices);
    case.check(call, &matrices.c, "first");
    for _ in 1..calls {
        matrices = case.matrices(call);
        call.by_cblas_with(case.factors(), &mut matrices);
    }
    case.check(call, &matrices.c, "after some calls");
}

#[test]
fn kernels_multiply_where_loops_do() {
    let before = statistics().kernels;
    let (extents, count) = if is_emulated() { ([40; 3], 6) } else { ([24, 17, 20], 60) };
    for call in calls(extents).take(if is_emulated() { 1 } else { 8 }) {
        for case in cases(1e30) {
            before_and_after::<f32>(&case, &call, count);
        }
        for case in cases(1e300) {
            before_and_after::<f64>(&case, &call, count);
        }
    }
    assert!(statistics().kernels > before, "no kernel was made");
}

/// Complex kernels have no factors: plans of any size take these, after more calls.
#[test]
fn small_plans_of_complex_numbers_multiply_where_loops_do() {
    let before = statistics().plans;
    let (extents, count) = if is_emulated() { ([40; 3], 12) } else { ([24, 17, 20], 90) };
    for call in calls(extents).take(if is_emulated() { 1 } else { 18 }) {
        for case in cases(1e30) {
            before_and_after::<Complex<f32>>(&case, &call, count);
        }
        for case in cases(1e300) {
            before_and_after::<Complex<f64>>(&case, &call, count);
        }
    }
    assert!(statistics().plans > before, "no plan was made");
}

/// A part that is infinite leaves the other one alone where a factor has no imaginary part.
#[test]
fn factors_without_imaginary_parts_mix_no_parts() {
    let infinite = Complex::new(1.0, f64::INFINITY);
    for call in calls([5, 4, 3]) {
        let mut matrices = call.filled([real(0.0), real(0.0), infinite]);
        for (beta, expected) in [(1.0, 1.0), (-2.0, -2.0)] {
            matrices.c.fill(infinite);
            call.by_cblas_with([real(3.0), real(beta)], &mut matrices);
            let expected = Complex::new(expected, beta * f64::INFINITY);
            assert!(call.elements(&matrices.c).iter().all(|element| *element == expected), "{call:?}");
        }
    }
}

#[test]
fn large_plans_of_complex_numbers_multiply_where_loops_do() {
    let before = statistics().plans;
    for call in calls([101, 99, 100]).take(if is_emulated() { 1 } else { 18 }) {
        for case in cases(1e30) {
            before_and_after::<Complex<f32>>(&case, &call, 2);
        }
    }
    assert!(statistics().plans > before, "no plan was made");
}

#[test]
fn plans_multiply_where_loops_do() {
    let before = statistics().plans;
    // The first call does not pay, but the second one does.
    let extents = [131, 129, 130];
    for call in calls(extents).take(if is_emulated() { 1 } else { 8 }) {
        for case in cases(1e30) {
            before_and_after::<f32>(&case, &call, 3);
        }
    }
    // Many products of few elements: many calls by loops.
    let call = Call {
        layout: 102,
        transposes: [111; 2],
        extents: [1, 2, 40_000],
        gaps: [0; 3],
        alpha: [1, 0],
        beta: [0, 0],
    };
    for case in cases(1e300) {
        before_and_after::<f64>(&case, &call, if is_emulated() { 2 } else { 50 });
    }
    assert!(statistics().plans > before, "no plan was made");
}

/// A sum of products that is larger than any number once it is multiplied, and comes back when C is
/// added: in one rounding.
#[test]
fn the_product_is_added_to_c_in_one_rounding() {
    // 9 times 5e37 is 4.5e38, beyond the largest number in single precision.
    let case = Case { a: 1.0, b: 1.0, c: -1e38, alpha: 5e37, beta: 2.0, expected: |_| 2.5e38 };
    for call in calls([9; 3]) {
        // No more than the machine can: a multiply-add is what code takes, too.
        if cfg!(target_arch = "aarch64") || has_multiply_adds() {
            before_and_after::<f32>(&case, &call, if is_emulated() { 2 } else { 700 });
            before_and_after::<Complex<f32>>(&case, &call, if is_emulated() { 2 } else { 1000 });
        }
    }
}

#[cfg(target_arch = "x86_64")]
fn has_multiply_adds() -> bool {
    std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_multiply_adds() -> bool {
    false
}

macro_rules! by_handle_and_batch {
    ($element:ty, $create:ident, $get:ident, $batch:ident, $case:expr, $call:expr) => {{
        let (case, call): (&Case, &Call) = ($case, $call);
        let &Call { layout, transposes: [ta, tb], extents: [m, n, k], .. } = call;
        let [lda, ldb, ldc] = call.leading();
        let [alpha, beta] = case.factors::<$element>();
        let mut matrices = case.matrices::<$element>(call);
        let mut jitter = ptr::null_mut();
        // SAFETY: there is a place for the handle.
        unsafe { $create(&raw mut jitter, layout, ta, tb, m, n, k, alpha, lda, ldb, beta, ldc) };
        // SAFETY: it is a handle.
        let kernel = unsafe { $get(jitter) }.expect("a kernel");
        let (a, b, c) = (matrices.a.as_mut_ptr(), matrices.b.as_mut_ptr(), matrices.c.as_mut_ptr());
        // SAFETY: the matrices are those of the handle.
        unsafe { kernel(jitter, a, b, c) };
        // SAFETY: it is not used any more.
        unsafe { mkl_jit_destroy(jitter) };
        case.check(call, &matrices.c, "by a handle");
        for way in ["batch", "batch again"] {
            let mut matrices = case.matrices::<$element>(call);
            let (a, b, c) = (matrices.a.as_ptr(), matrices.b.as_ptr(), matrices.c.as_mut_ptr());
            // SAFETY: the matrices are those of the call, and there is one.
            unsafe {
                $batch(layout, ta, tb, m, n, k, alpha, a, lda, 0, b, ldb, 0, beta, c, ldc, 0, 1);
            }
            case.check(call, &matrices.c, way);
        }
    }};
}

#[test]
fn handles_and_batches_multiply_where_loops_do() {
    for call in calls([6, 5, 7]) {
        for case in &cases(1e30) {
            by_handle_and_batch!(
                f32,
                mkl_cblas_jit_create_sgemm,
                mkl_jit_get_sgemm_ptr,
                cblas_sgemm_batch_strided,
                case,
                &call
            );
        }
        for case in &cases(1e300) {
            by_handle_and_batch!(
                f64,
                mkl_cblas_jit_create_dgemm,
                mkl_jit_get_dgemm_ptr,
                cblas_dgemm_batch_strided,
                case,
                &call
            );
        }
    }
}
