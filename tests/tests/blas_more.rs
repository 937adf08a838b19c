//! BLAS beyond the reference's multiplications: triangles, groups of matrices at addresses, and `gemm3m`.
#![allow(unsafe_code)]

use std::ffi::{c_char, c_int};
use tensmith_blas::cblas::{
    cblas_cgemm_batch, cblas_cgemm3m, cblas_cgemmt, cblas_dgemm_batch, cblas_dgemmt, cblas_sgemm_batch,
    cblas_sgemmt, cblas_zgemm_batch, cblas_zgemm3m, cblas_zgemmt,
};
use tensmith_blas::fortran::{
    cgemm_batch_, cgemm3m_, cgemmt_, dgemm_batch_, dgemmt_, sgemm_batch_, sgemmt_, zgemm_batch_, zgemm3m_,
    zgemmt_,
};
use tensmith_core::Complex;
use tensmith_tests::blas::{Call, Face, LAYOUTS, Matrices, same};
use tensmith_tests::nightly::is_emulated;
use tensmith_tests::random::SplitMix;

/// `CblasUpper` and `CblasLower`, and the letters for them.
const TRIANGLES: [(c_int, u8); 2] = [(121, b'u'), (122, b'L')];

/// What should be left of C where a triangle is wanted: the other one as it was.
fn triangle<T: Face>(call: &Call, is_upper: bool, matrices: &Matrices<T>) -> Vec<T> {
    let ldc = call.leading()[2] as usize;
    let is_row_major = call.layout == LAYOUTS[0];
    let elements = matrices.c.iter().zip(&matrices.expected).enumerate();
    let chosen = elements.map(|(place, (before, after))| {
        let (outer, inner) = (place / ldc, place % ldc);
        let (i, j) = if is_row_major { (outer, inner) } else { (inner, outer) };
        if i == j || (j > i) == is_upper { *after } else { *before }
    });
    chosen.collect()
}

/// C takes real factors by value, and complex ones by address, with `&`.
macro_rules! check_triangle {
    ($number:ty, [$($address:tt)?], $cblas:ident, $fortran:ident, $call:expr, $random:expr) => {{
        let (call, random): (&Call, &mut SplitMix) = ($call, $random);
        let &Call { layout, transposes: [ta, tb], extents: [_, n, k], .. } = call;
        let ([lda, ldb, ldc], [alpha, beta]) = (call.leading(), call.factors::<$number>());
        for (number, letter) in TRIANGLES {
            let mut drawn = call.draw::<$number>(random);
            // What is not to be read may be anything that compares equal to itself.
            drawn.c.iter_mut().filter(|c| **c != **c).for_each(|c| *c = <$number as Face>::filled(9.0));
            let expected = triangle(call, number == 121, &drawn);
            let (a, b, mut c) = (drawn.a.as_ptr(), drawn.b.as_ptr(), drawn.c.clone());
            let (at, by_c, and) = (c.as_mut_ptr(), $($address)? alpha, $($address)? beta);
            // SAFETY: the matrices are those of the call.
            unsafe { $cblas(layout, number, ta, tb, n, k, by_c, a, lda, b, ldb, and, at, ldc) };
            assert!(same(&c, &expected), "{call:?}, {}", letter as char);
            if layout == LAYOUTS[1] {
                let ([ta, tb], letter, mut c) = (call.letters(), letter as c_char, drawn.c.clone());
                let at = c.as_mut_ptr();
                // SAFETY: as above.
                unsafe {
                    $fortran(
                        &letter, &ta, &tb, &n, &k, &alpha, a, &lda, b, &ldb, &beta, at, &ldc,
                    );
                }
                assert!(same(&c, &expected), "{call:?}, from Fortran");
            }
        }
    }};
}

#[test]
fn triangles_are_those_of_products_and_the_others_stay() {
    let mut random = SplitMix::seeded("triangles_are_those_of_products", 0x7a1);
    for round in 0..if is_emulated() { 15 } else { 150 } {
        let extents = if round % 10 == 0 { 33..100 } else { 0..20 };
        let mut call = Call::random(&mut random, &extents);
        call.extents[0] = call.extents[1];
        let call = &call;
        check_triangle!(f32, [], cblas_sgemmt, sgemmt_, call, &mut random);
        check_triangle!(f64, [], cblas_dgemmt, dgemmt_, call, &mut random);
        check_triangle!(Complex<f32>, [&], cblas_cgemmt, cgemmt_, call, &mut random);
        check_triangle!(Complex<f64>, [&], cblas_zgemmt, zgemmt_, call, &mut random);
    }
}

/// Groups, as MKL has them: calls with as many matrices each.
macro_rules! check_groups {
    ($number:ty, $cblas:ident, $fortran:ident, $calls:expr, $random:expr) => {{
        let (calls, random): (&[(Call, usize)], &mut SplitMix) = ($calls, $random);
        let all: Vec<Matrices<$number>> = calls
            .iter()
            .flat_map(|(call, size)| (0..*size).map(|_| call.draw::<$number>(random)).collect::<Vec<_>>())
            .collect();
        let mut c: Vec<Vec<$number>> = all.iter().map(|one| one.c.clone()).collect();
        let a: Vec<*const $number> = all.iter().map(|one| one.a.as_ptr()).collect();
        let b: Vec<*const $number> = all.iter().map(|one| one.b.as_ptr()).collect();
        let outputs: Vec<*mut $number> = c.iter_mut().map(|c| c.as_mut_ptr()).collect();
        let list = |of: &dyn Fn(&Call) -> c_int| calls.iter().map(|(call, _)| of(call)).collect::<Vec<_>>();
        let (ta, tb) = (list(&|call| call.transposes[0]), list(&|call| call.transposes[1]));
        let [m, n, k] = [0, 1, 2].map(|nth| list(&|call| call.extents[nth]));
        let [lda, ldb, ldc] = [0, 1, 2].map(|nth| list(&|call| call.leading()[nth]));
        let factors = |nth: usize| calls.iter().map(|(call, _)| call.factors::<$number>()[nth]).collect();
        let (alpha, beta): (Vec<$number>, Vec<$number>) = (factors(0), factors(1));
        let sizes: Vec<c_int> = calls.iter().map(|(_, size)| *size as c_int).collect();
        let (layout, groups) = (calls[0].0.layout, calls.len() as c_int);
        // SAFETY: the matrices are those of the calls.
        unsafe {
            $cblas(
                layout,
                ta.as_ptr(),
                tb.as_ptr(),
                m.as_ptr(),
                n.as_ptr(),
                k.as_ptr(),
                alpha.as_ptr(),
                a.as_ptr(),
                lda.as_ptr(),
                b.as_ptr(),
                ldb.as_ptr(),
                beta.as_ptr(),
                outputs.as_ptr(),
                ldc.as_ptr(),
                groups,
                sizes.as_ptr(),
            );
        }
        assert!(c.iter().zip(&all).all(|(c, one)| same(c, &one.expected)), "{calls:?}");
        if layout == LAYOUTS[1] {
            c.iter_mut().zip(&all).for_each(|(c, one)| c.copy_from_slice(&one.c));
            let letters = |nth: usize| calls.iter().map(|(call, _)| call.letters()[nth]).collect();
            let (ta, tb): (Vec<c_char>, Vec<c_char>) = (letters(0), letters(1));
            // SAFETY: as above.
            unsafe {
                $fortran(
                    ta.as_ptr(),
                    tb.as_ptr(),
                    m.as_ptr(),
                    n.as_ptr(),
                    k.as_ptr(),
                    alpha.as_ptr(),
                    a.as_ptr(),
                    lda.as_ptr(),
                    b.as_ptr(),
                    ldb.as_ptr(),
                    beta.as_ptr(),
                    outputs.as_ptr(),
                    ldc.as_ptr(),
                    &groups,
                    sizes.as_ptr(),
                );
            }
            assert!(c.iter().zip(&all).all(|(c, one)| same(c, &one.expected)), "{calls:?}, from Fortran");
        }
    }};
}

#[test]
fn each_matrix_of_a_group_is_what_it_is_alone() {
    let mut random = SplitMix::seeded("each_matrix_of_a_group", 0x960);
    for round in 0..if is_emulated() { 15 } else { 120 } {
        let layout = LAYOUTS[round % 2];
        let calls: Vec<_> = (0..1 + random.below(4))
            .map(|_| {
                let call = Call::random(&mut random, &(0..14));
                (Call { layout, ..call }, random.below(5) as usize)
            })
            .collect();
        check_groups!(f32, cblas_sgemm_batch, sgemm_batch_, &calls, &mut random);
        check_groups!(f64, cblas_dgemm_batch, dgemm_batch_, &calls, &mut random);
        check_groups!(Complex<f32>, cblas_cgemm_batch, cgemm_batch_, &calls, &mut random);
        check_groups!(Complex<f64>, cblas_zgemm_batch, zgemm_batch_, &calls, &mut random);
    }
}

macro_rules! check_3m {
    ($number:ty, $cblas:ident, $fortran:ident, $call:expr, $random:expr) => {{
        let (call, random): (&Call, &mut SplitMix) = ($call, $random);
        let &Call { layout, transposes: [ta, tb], extents: [m, n, k], .. } = call;
        let ([lda, ldb, ldc], [alpha, beta]) = (call.leading(), call.factors::<$number>());
        let drawn = call.draw::<$number>(random);
        let (a, b, mut c) = (drawn.a.as_ptr(), drawn.b.as_ptr(), drawn.c.clone());
        let at = c.as_mut_ptr();
        // SAFETY: the matrices are those of the call.
        unsafe { $cblas(layout, ta, tb, m, n, k, &alpha, a, lda, b, ldb, &beta, at, ldc) };
        assert!(same(&c, &drawn.expected), "{call:?}");
        if layout == LAYOUTS[1] {
            let ([ta, tb], mut c) = (call.letters(), drawn.c.clone());
            let at = c.as_mut_ptr();
            // SAFETY: as above.
            unsafe { $fortran(&ta, &tb, &m, &n, &k, &alpha, a, &lda, b, &ldb, &beta, at, &ldc) };
            assert!(same(&c, &drawn.expected), "{call:?}, from Fortran");
        }
    }};
}

#[test]
fn complex_products_by_three_are_exact_too() {
    let mut random = SplitMix::seeded("complex_products_by_three", 0x33);
    for _ in 0..if is_emulated() { 10 } else { 60 } {
        let call = &Call::random(&mut random, &(0..20));
        check_3m!(Complex<f32>, cblas_cgemm3m, cgemm3m_, call, &mut random);
        check_3m!(Complex<f64>, cblas_zgemm3m, zgemm3m_, call, &mut random);
    }
}
