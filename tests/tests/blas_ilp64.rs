//! BLAS with integers of 64 bits: what calls with 32 compute, and distances that have no 32 bits.
#![allow(unsafe_code)]

use std::ffi::c_int;
use tensmith_blas::cblas::{
    cblas_cgemm_64, cblas_cgemm64_, cblas_dgemm_64, cblas_dgemm_batch_strided_64, cblas_dgemm64_,
    cblas_dgemmt_64, cblas_sgemm_64, cblas_sgemm_batch_64, cblas_sgemm64_, cblas_zgemm_64, cblas_zgemm64_,
    scipy_cblas_dgemm64_,
};
use tensmith_blas::fortran::{
    cgemm_64, cgemm_64_, dgemm_64, dgemm_64_, scipy_dgemm_64_, sgemm_64, sgemm_64_, zgemm_64, zgemm_64_,
};
use tensmith_core::Complex;
use tensmith_tests::blas::{Call, LAYOUTS, same};
use tensmith_tests::nightly::is_emulated;
use tensmith_tests::random::SplitMix;

/// C takes real factors by value, and complex ones by address, with `&`.
macro_rules! check {
    ($number:ty, [$($address:tt)?], [$($cblas:ident)+], [$($fortran:ident)+], $call:expr, $random:expr) => {{
        let (call, random): (&Call, &mut SplitMix) = ($call, $random);
        let &Call { layout, transposes: [ta, tb], .. } = call;
        let ([m, n, k], [lda, ldb, ldc]) = (call.extents.map(i64::from), call.leading().map(i64::from));
        let [alpha, beta] = call.factors::<$number>();
        let matrices = call.draw::<$number>(random);
        let (a, b) = (matrices.a.as_ptr(), matrices.b.as_ptr());
        let (by_c, and) = ($($address)? alpha, $($address)? beta);
        $({
            let mut c = matrices.c.clone();
            let at = c.as_mut_ptr();
            // SAFETY: the matrices are those of the call.
            unsafe { $cblas(layout, ta, tb, m, n, k, by_c, a, lda, b, ldb, and, at, ldc) };
            assert!(same(&c, &matrices.expected), "{call:?}");
        })+
        if layout == LAYOUTS[1] {
            let [ta, tb] = call.letters();
            $({
                let mut c = matrices.c.clone();
                let at = c.as_mut_ptr();
                // SAFETY: as above.
                unsafe { $fortran(&ta, &tb, &m, &n, &k, &alpha, a, &lda, b, &ldb, &beta, at, &ldc) };
                assert!(same(&c, &matrices.expected), "{call:?}, from Fortran");
            })+
        }
    }};
}

#[test]
fn results_are_those_of_other_integers() {
    let mut random = SplitMix::seeded("results_are_those_of_other_integers", 0x1164);
    for round in 0..if is_emulated() { 20 } else { 200 } {
        let extents = if round % 25 == 0 { 100..130 } else { 0..20 };
        let call = &Call::random(&mut random, &extents);
        check!(f32, [], [cblas_sgemm64_ cblas_sgemm_64], [sgemm_64_ sgemm_64], call, &mut random);
        check!(
            f64,
            [],
            [cblas_dgemm64_ cblas_dgemm_64 scipy_cblas_dgemm64_],
            [dgemm_64_ dgemm_64 scipy_dgemm_64_],
            call,
            &mut random
        );
        check!(Complex<f32>, [&], [cblas_cgemm64_ cblas_cgemm_64], [cgemm_64_ cgemm_64], call, &mut random);
        check!(Complex<f64>, [&], [cblas_zgemm64_ cblas_zgemm_64], [zgemm_64_ zgemm_64], call, &mut random);
    }
}

/// More than 32 bits have room for: distances between columns, of which there is one.
const FAR: [i64; 3] = [1 << 40, (1 << 31) + 7, i64::MAX];

const COLUMN_MAJOR: c_int = LAYOUTS[1];

#[test]
fn distances_may_be_of_64_bits() {
    let ([lda, ldb, ldc], a, b) = (FAR, [1.0, 2.0, 3.0], [5.0]);
    for (beta, expected) in [(0.0, [10.0, 20.0, 30.0]), (-1.0, [3.0, 13.0, 23.0])] {
        let mut c = [7.0; 3];
        let (from, to, at) = (a.as_ptr(), b.as_ptr(), c.as_mut_ptr());
        // SAFETY: A is 3x1, B 1x1, C 3x1.
        unsafe {
            cblas_dgemm_64(COLUMN_MAJOR, 111, 111, 3, 1, 1, 2.0, from, lda, to, ldb, beta, at, ldc);
        }
        assert_eq!(c, expected);
    }
    // The same again, so often that 32 bits of it would have code.
    let mut c = [0.0; 3];
    for _ in 0..5000 {
        let (from, to, at) = (a.as_ptr(), b.as_ptr(), c.as_mut_ptr());
        // SAFETY: as above.
        unsafe { cblas_dgemm_64(COLUMN_MAJOR, 111, 111, 3, 1, 1, 1.0, from, lda, to, ldb, 1.0, at, ldc) };
    }
    assert_eq!(c, [25000.0, 50000.0, 75000.0]);
}

/// Two large matrices of which distances are far, as one has a single row: a plan of its own.
#[test]
fn large_matrices_with_far_distances_are_multiplied() {
    let (m, n, k) = (300, 1, 400);
    let a: Vec<f64> = (0..m * k).map(|nth| (nth % 5) as f64 - 2.0).collect();
    let b: Vec<f64> = (0..k).map(|nth| (nth % 3) as f64).collect();
    let mut c = vec![1.0; m];
    let (from, to, at) = (a.as_ptr(), b.as_ptr(), c.as_mut_ptr());
    let (rows, depth) = (m as i64, k as i64);
    // SAFETY: A is 300x400, B and C are one column each.
    unsafe {
        cblas_dgemm_64(
            COLUMN_MAJOR,
            111,
            111,
            rows,
            n,
            depth,
            3.0,
            from,
            rows,
            to,
            1 << 33,
            -2.0,
            at,
            1 << 34,
        );
    }
    let sum = |i: usize| (0..k).map(|l| a[i + m * l] * b[l]).sum::<f64>();
    assert!(c.iter().enumerate().all(|(i, c)| *c == 3.0 * sum(i) - 2.0));
}

#[test]
fn batches_and_triangles_may_be_far_too() {
    let ([lda, ldb, ldc], mut c) = (FAR, [1.0f64; 6]);
    let (a, b) = ([1.0f64, 2.0, 3.0, 4.0, 5.0, 6.0], [10.0f64, 100.0]);
    let (from, to, at) = (a.as_ptr(), b.as_ptr(), c.as_mut_ptr());
    // SAFETY: two products of 3x1 and 1x1, C being 3 elements apart. The distance of C is for its columns.
    unsafe {
        cblas_dgemm_batch_strided_64(
            COLUMN_MAJOR,
            111,
            111,
            3,
            1,
            1,
            1.0,
            from,
            lda,
            3,
            to,
            ldb,
            1,
            1.0,
            at,
            ldc,
            3,
            2,
        );
    }
    assert_eq!(c, [11.0, 21.0, 31.0, 401.0, 501.0, 601.0]);

    let (x, y, mut z) = ([1.0f32, 2.0], [3.0f32, 5.0], [0.0f32; 2]);
    let lists = ([x.as_ptr(), x.as_ptr().wrapping_add(1)], [y.as_ptr(), y.as_ptr().wrapping_add(1)]);
    let out = [z.as_mut_ptr(), z.as_mut_ptr().wrapping_add(1)];
    let (t, ones, factors) = ([111; 2], [1i64; 2], [1.0f32; 2]);
    let far = [lda, 1];
    let (t, ones, far) = (t.as_ptr(), ones.as_ptr(), far.as_ptr());
    // SAFETY: two groups of one product of two numbers each.
    unsafe {
        cblas_sgemm_batch_64(
            COLUMN_MAJOR,
            t,
            t,
            ones,
            ones,
            ones,
            factors.as_ptr(),
            lists.0.as_ptr(),
            far,
            lists.1.as_ptr(),
            far,
            factors.as_ptr(),
            out.as_ptr(),
            far,
            2,
            ones,
        );
    }
    assert_eq!(z, [3.0, 10.0]);

    let mut one = 0.5;
    // SAFETY: all are one number.
    unsafe {
        cblas_dgemmt_64(COLUMN_MAJOR, 121, 111, 111, 1, 1, 2.0, &4.0, lda, &3.0, ldb, 2.0, &raw mut one, ldc);
    }
    assert!((one - 25.0f64).abs() < f64::EPSILON);
}
