//! Batches at constant distances: each of their multiplications is what it is alone.
#![allow(unsafe_code)]

use std::ffi::c_int;
use tensmith_blas::cblas::{
    cblas_cgemm_batch_strided, cblas_dgemm_batch_strided, cblas_sgemm_batch_strided,
    cblas_zgemm_batch_strided,
};
use tensmith_blas::fortran::{
    cgemm_batch_strided_, dgemm_batch_strided_, sgemm_batch_strided_, zgemm_batch_strided_,
};
use tensmith_core::Complex;
use tensmith_tests::blas::{Call, Face, LAYOUTS, same};
use tensmith_tests::nightly::{is_emulated, scaled};
use tensmith_tests::random::SplitMix;

/// Matrices in a row, each behind the one before and a gap; or all of them the first one.
fn row<T: Face>(matrices: &[Vec<T>], gap: usize, is_one: bool) -> (Vec<T>, c_int) {
    if is_one {
        return (matrices[0].clone(), 0);
    }
    let step = matrices[0].len() + gap;
    let padded = matrices.iter().flat_map(|matrix| matrix.iter().copied().chain(vec![T::filled(-7.0); gap]));
    (padded.collect(), step as c_int)
}

/// C takes real factors by value, and complex ones by address, with `&`.
macro_rules! check {
    ($number:ty, [$($address:tt)?], $cblas:ident, $fortran:ident, $call:expr, $count:expr, $random:expr) => {{
        let (call, count, random) = ($call, $count, $random);
        let drawn: Vec<_> = (0..count).map(|_| call.draw::<$number>(random)).collect();
        let gap = random.below(3) as usize;
        let (a, step_a) = row(&drawn.iter().map(|one| one.a.clone()).collect::<Vec<_>>(), gap, false);
        let (b, step_b) = row(&drawn.iter().map(|one| one.b.clone()).collect::<Vec<_>>(), 0, false);
        let (c, step_c) = row(&drawn.iter().map(|one| one.c.clone()).collect::<Vec<_>>(), gap, false);
        let (expected, _) =
            row(&drawn.iter().map(|one| one.expected.clone()).collect::<Vec<_>>(), gap, false);
        let &Call { layout, transposes: [ta, tb], extents: [m, n, k], .. } = call;
        let [lda, ldb, ldc] = call.leading();
        let ([alpha, beta], size) = (call.factors::<$number>(), count as c_int);
        let mut result = c.clone();
        // SAFETY: the matrices are those of the calls, at these distances.
        unsafe {
            $cblas(
                layout,
                ta,
                tb,
                m,
                n,
                k,
                $($address)? alpha,
                a.as_ptr(),
                lda,
                step_a,
                b.as_ptr(),
                ldb,
                step_b,
                $($address)? beta,
                result.as_mut_ptr(),
                ldc,
                step_c,
                size,
            );
        }
        assert!(same(&result, &expected), "{call:?}, {count} of them");
        if layout == LAYOUTS[1] {
            let mut result = c;
            let [ta, tb] = call.letters();
            // SAFETY: as above.
            unsafe {
                $fortran(
                    &ta,
                    &tb,
                    &m,
                    &n,
                    &k,
                    &alpha,
                    a.as_ptr(),
                    &lda,
                    &step_a,
                    b.as_ptr(),
                    &ldb,
                    &step_b,
                    &beta,
                    result.as_mut_ptr(),
                    &ldc,
                    &step_c,
                    &size,
                );
            }
            assert!(same(&result, &expected), "{call:?}, {count} of them, from Fortran");
        }
    }};
}

#[test]
fn each_is_what_it_is_alone() {
    let mut random = SplitMix::seeded("each_is_what_it_is_alone", 0xba7c);
    for round in 0..if is_emulated() { 30 } else { scaled(100, 400) } {
        // Some with so much to do that threads share it.
        let (extents, count) = if round % 20 == 0 { (40..48, 40) } else { (0..10, 1 + round % 7) };
        let call = &Call::random(&mut random, &extents);
        if call.extents[0] * call.extents[1] == 0 {
            continue;
        }
        for _ in 0..2 {
            check!(f32, [], cblas_sgemm_batch_strided, sgemm_batch_strided_, call, count, &mut random);
            check!(f64, [], cblas_dgemm_batch_strided, dgemm_batch_strided_, call, count, &mut random);
            check!(
                Complex<f32>,
                [&],
                cblas_cgemm_batch_strided,
                cgemm_batch_strided_,
                call,
                count,
                &mut random
            );
            check!(
                Complex<f64>,
                [&],
                cblas_zgemm_batch_strided,
                zgemm_batch_strided_,
                call,
                count,
                &mut random
            );
        }
    }
}

#[test]
fn inputs_may_be_one_matrix_or_go_backwards() {
    let (a, b) = ([1.0f32, 2.0, 3.0, 4.0], [1.0f32, 0.0, 0.0, 1.0, 2.0, 0.0, 0.0, 2.0]);
    let mut c = [f32::NAN; 8];
    let second = b.as_ptr().wrapping_add(4);
    // SAFETY: one A for two products; B is walked from its second matrix to the first.
    unsafe {
        cblas_sgemm_batch_strided(
            102,
            111,
            111,
            2,
            2,
            2,
            1.0,
            a.as_ptr(),
            2,
            0,
            second,
            2,
            -4,
            0.0,
            c.as_mut_ptr(),
            2,
            4,
            2,
        );
    }
    assert_eq!(c, [2.0, 4.0, 6.0, 8.0, 1.0, 2.0, 3.0, 4.0]);
}

#[test]
fn a_batch_of_none_does_nothing() {
    let mut c = [5.0f64; 4];
    // SAFETY: nothing is accessed.
    unsafe {
        let none = std::ptr::null();
        cblas_dgemm_batch_strided(
            101,
            111,
            111,
            2,
            2,
            2,
            1.0,
            none,
            2,
            4,
            none,
            2,
            4,
            0.0,
            c.as_mut_ptr(),
            2,
            4,
            0,
        );
    }
    assert_eq!(c, [5.0; 4]);
}
