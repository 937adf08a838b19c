//! MKL's JIT calls: handles multiply as BLAS does, with MKL's statuses.
// Calls stand in a row, as C makes them.
#![allow(unsafe_code, clippy::multiple_unsafe_ops_per_block)]

use std::ffi::{c_int, c_void};
use std::ptr;
use tensmith_blas::mkl::{
    ERROR, NO_JIT, SUCCESS, mkl_jit_create_cgemm, mkl_jit_create_dgemm, mkl_jit_create_sgemm,
    mkl_jit_create_zgemm, mkl_jit_destroy, mkl_jit_get_cgemm_ptr, mkl_jit_get_dgemm_ptr,
    mkl_jit_get_sgemm_ptr, mkl_jit_get_zgemm_ptr,
};
use tensmith_core::{Complex, Scalar};
use tensmith_tests::blas::{Call, same};
use tensmith_tests::nightly::is_emulated;
use tensmith_tests::random::SplitMix;

/// Whether there is code for a complex multiplication, or for a real one.
fn has_code(call: &Call, is_complex: bool) -> bool {
    let [m, n, k] = call.extents;
    let has_product = m * n * k > 0 && call.alpha == [1, 0] && [[0, 0], [1, 0]].contains(&call.beta);
    let along = call.transposes[usize::from(call.layout == 101)];
    if is_complex { has_product && along == 111 } else { m * n > 0 }
}

/// C takes real factors by value, and complex ones by address, with `&`.
macro_rules! check {
    ($number:ty, [$($address:tt)?], $create:ident, $get:ident, $call:expr, $random:expr) => {{
        let (call, random) = ($call, $random);
        let &Call { layout, transposes: [ta, tb], extents: [m, n, k], .. } = call;
        let [lda, ldb, ldc] = call.leading();
        let mut jitter = ptr::null_mut();
        let [alpha, beta] = call.factors::<$number>();
        let (alpha, beta) = ($($address)? alpha, $($address)? beta);
        // SAFETY: there is a place for the handle.
        let status = unsafe { $create(&raw mut jitter, layout, ta, tb, m, n, k, alpha, lda, ldb, beta, ldc) };
        let has_code = has_code(call, <$number>::TYPE.is_complex());
        let expected = if has_code { SUCCESS } else { NO_JIT };
        assert_eq!(status, expected, "{call:?}");
        // SAFETY: it is a handle.
        let kernel = unsafe { $get(jitter) }.expect("a kernel");
        for _ in 0..2 {
            let mut matrices = call.draw::<$number>(random);
            let (a, b, c) = (matrices.a.as_mut_ptr(), matrices.b.as_mut_ptr(), matrices.c.as_mut_ptr());
            // SAFETY: the matrices are those of the handle.
            unsafe { kernel(jitter, a, b, c) };
            assert!(same(&matrices.c, &matrices.expected), "{call:?}");
        }
        // SAFETY: it is not used any more.
        assert_eq!(unsafe { mkl_jit_destroy(jitter) }, SUCCESS);
    }};
}

#[test]
fn handles_multiply_as_blas_does() {
    let mut random = SplitMix::seeded("handles_multiply_as_blas_does", 0x3b1);
    for _ in 0..if is_emulated() { 20 } else { 300 } {
        let mut call = Call::random(&mut random, &(0..20));
        call.alpha = [[0, 0], [1, 0], [-2, 0], [1, 2]][random.below(4) as usize];
        check!(f32, [], mkl_jit_create_sgemm, mkl_jit_get_sgemm_ptr, &call, &mut random);
        check!(f64, [], mkl_jit_create_dgemm, mkl_jit_get_dgemm_ptr, &call, &mut random);
        check!(Complex<f32>, [&], mkl_jit_create_cgemm, mkl_jit_get_cgemm_ptr, &call, &mut random);
        check!(Complex<f64>, [&], mkl_jit_create_zgemm, mkl_jit_get_zgemm_ptr, &call, &mut random);
    }
}

/// A plan is faster there, on threads too: the handle multiplies by one.
#[test]
fn large_matrices_have_no_code_of_their_own() {
    let mut random = SplitMix::seeded("large_matrices_have_no_code", 0x3b2);
    let call = Call { extents: [200, 150, 120], ..Call::random(&mut random, &(1..2)) };
    let &Call { layout, transposes: [ta, tb], extents: [m, n, k], .. } = &call;
    let ([lda, ldb, ldc], [alpha, beta]) = (call.leading(), call.factors::<f64>());
    let mut jitter = ptr::null_mut();
    let mut drawn = call.draw::<f64>(&mut random);
    // SAFETY: there is a place for the handle, whose matrices these are.
    unsafe {
        let status =
            mkl_jit_create_dgemm(&raw mut jitter, layout, ta, tb, m, n, k, alpha, lda, ldb, beta, ldc);
        assert_eq!(status, NO_JIT);
        let kernel = mkl_jit_get_dgemm_ptr(jitter).expect("a kernel");
        kernel(jitter, drawn.a.as_mut_ptr(), drawn.b.as_mut_ptr(), drawn.c.as_mut_ptr());
        assert_eq!(mkl_jit_destroy(jitter), SUCCESS);
    }
    assert!(same(&drawn.c, &drawn.expected), "{call:?}");
}

#[test]
fn wrong_arguments_make_no_handle() {
    let create = |numbers: [c_int; 9]| {
        let [layout, ta, tb, m, n, k, lda, ldb, ldc] = numbers;
        let mut jitter = ptr::dangling_mut::<c_void>();
        // SAFETY: there is a place for the handle.
        let status = unsafe {
            mkl_jit_create_sgemm(&raw mut jitter, layout, ta, tb, m, n, k, 1.0, lda, ldb, 0.0, ldc)
        };
        (status, jitter.is_null())
    };
    for numbers in [
        [100, 111, 111, 2, 2, 2, 2, 2, 2],
        [101, 115, 111, 2, 2, 2, 2, 2, 2],
        [101, 111, 0, 2, 2, 2, 2, 2, 2],
        [102, 111, 111, -2, 2, 2, 2, 2, 2],
        [102, 111, 111, 2, 2, 2, 1, 2, 2],
        [102, 111, 111, 2, 2, 2, 2, 2, 1],
    ] {
        assert_eq!(create(numbers), (ERROR, true), "{numbers:?}");
    }
    // SAFETY: null is allowed everywhere.
    unsafe {
        assert_eq!(mkl_jit_create_sgemm(ptr::null_mut(), 101, 111, 111, 2, 2, 2, 1.0, 2, 2, 0.0, 2), ERROR);
        assert!(mkl_jit_get_sgemm_ptr(ptr::null()).is_none() && mkl_jit_get_dgemm_ptr(ptr::null()).is_none());
        assert_eq!(mkl_jit_destroy(ptr::null_mut()), ERROR);
    }
}
