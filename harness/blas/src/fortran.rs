//! The Fortran interface: arguments by address, symbols with an underscore. The lengths of texts, which
//! Fortran compilers pass behind all others, are not looked at.
//!
//! Names without a number have integers of 32 bits; those with `64` of 64: `sgemm_64_` is what the reference
//! and OpenBLAS call it, `sgemm_64` MKL. Those that begin with `scipy_` are of the OpenBLAS that the wheels
//! of numpy and SciPy contain.
//!
//! Tests: `tests/tests/blas.rs`, `tests/tests/blas_batch.rs`, `tests/tests/blas_errors.rs`,
//! `tests/tests/blas_ilp64.rs`, `tests/tests/blas_more.rs`.
#![allow(unsafe_code)]

use crate::batch::{Batch, List, Row};
use crate::check::{self, FORTRAN, FORTRAN_BATCH, FORTRAN_TRIANGLE};
use crate::groups::Groups;
use crate::integer::{Integer, widened};
use crate::kept::Kept;
use crate::key::Transpose;
use crate::request::Request;
use crate::triangle::{Symmetric, Triangle};
use crate::xerbla;
use std::ffi::{CStr, c_char, c_int};
use tensmith_core::Complex;

impl Transpose {
    /// What the first letter says: the others do not count.
    #[inline(always)]
    pub(crate) const fn of_letter(letter: c_char) -> Self {
        match letter.to_ne_bytes()[0] {
            b'N' | b'n' => Self::No,
            b'T' | b't' => Self::Yes,
            b'C' | b'c' => Self::Conjugate,
            _ => Self::Unknown,
        }
    }
}

impl Triangle {
    /// What the first letter says.
    const fn of_letter(letter: c_char) -> Option<Self> {
        match letter.to_ne_bytes()[0] {
            b'U' | b'u' => Some(Self::Upper),
            b'L' | b'l' => Some(Self::Lower),
            _ => None,
        }
    }
}

/// The request is made twice, and the first time it stays in registers, as in [`cblas`](crate::cblas).
///
/// # Safety
/// Those of [`Request::multiply`], where the request is right.
#[inline(always)]
unsafe fn gemm<T: Kept, I: Integer>(
    routine: &CStr,
    request: impl Fn() -> Request<T, I>,
    inputs: [*const T; 2],
    c: *mut T,
) {
    // SAFETY: the caller's duty.
    if !unsafe { request().repeat(inputs, c) } {
        // SAFETY: the caller's duty.
        unsafe { checked(routine, &request(), inputs, c) };
    }
}

/// # Safety
/// Those of [`Request::multiply`], where the request is right.
#[cold]
unsafe fn checked<T: Kept, I: Integer>(
    routine: &CStr,
    request: &Request<T, I>,
    inputs: [*const T; 2],
    c: *mut T,
) {
    match request.first_wrong(FORTRAN) {
        Some(argument) => xerbla::fortran(routine, argument),
        // SAFETY: the request is right, and so the caller's duty.
        None => unsafe { request.multiply(inputs, c) },
    }
}

/// The number of `c`'s distance among the arguments of a batch, and that of the count.
const STEP_C: c_int = 16;
const COUNT: c_int = 17;

/// # Safety
/// Those of [`Batch::multiply`], where the arguments are right.
unsafe fn gemm_batch<T: Kept, I: Integer>(
    routine: &CStr,
    batch: &Batch<T, I, Row<*const T>, Row<*mut T>>,
    count: i64,
) {
    let wrong = batch.request.first_wrong(FORTRAN_BATCH);
    let overlap = || check::overlap(widened(batch.request.numbers), batch.c.step, count);
    let wrong = wrong.or_else(|| overlap().then_some(STEP_C));
    match wrong.or((count < 0).then_some(COUNT)) {
        Some(argument) => xerbla::fortran(routine, argument),
        // SAFETY: the arguments are right, and so the caller's duty.
        None => unsafe { batch.multiply() },
    }
}

/// # Safety
/// Those of [`Symmetric::multiply`], where the arguments are right.
unsafe fn gemmt<T: Kept>(
    routine: &CStr,
    letter: c_char,
    request: Request<T, i64>,
    inputs: [*const T; 2],
    c: *mut T,
) {
    let triangle = Triangle::of_letter(letter);
    let wrong = triangle.is_none().then_some(1).or_else(|| request.first_wrong(FORTRAN_TRIANGLE));
    match (triangle, wrong) {
        // SAFETY: the arguments are right, and so the caller's duty.
        (Some(triangle), None) => unsafe { Symmetric { triangle, request, inputs, c }.multiply() },
        (_, wrong) => xerbla::fortran(routine, wrong.unwrap_or(1)),
    }
}

/// Routines of some names: `C = alpha * op(A) * op(B) + beta * C`.
macro_rules! gemm {
    ($($number:ty, $int:ty, $name:literal: $($symbol:ident)+;)+) => {$($(
        /// `C = alpha * op(A) * op(B) + beta * C`.
        ///
        /// # Safety
        /// Those of the reference BLAS: addresses lead to what their arguments are; C
        /// overlaps neither A nor B.
        // SAFETY: a program that links this library expects this function under that name.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $symbol(
            transa: *const c_char,
            transb: *const c_char,
            m: *const $int,
            n: *const $int,
            k: *const $int,
            alpha: *const $number,
            a: *const $number,
            lda: *const $int,
            b: *const $number,
            ldb: *const $int,
            beta: *const $number,
            c: *mut $number,
            ldc: *const $int,
        ) {
            // SAFETY: they lead to letters (caller's duty).
            let transposes = [transa, transb].map(|letter| Transpose::of_letter(unsafe { *letter }));
            // SAFETY: they lead to numbers (caller's duty).
            let numbers = [m, n, k, lda, ldb, ldc].map(|number| unsafe { *number });
            // SAFETY: they lead to factors (caller's duty).
            let factors = [alpha, beta].map(|factor| unsafe { *factor });
            // SAFETY: the caller's duty.
            unsafe { gemm($name, || Request { transposes, numbers, factors }, [a, b], c) };
        }
    )+)+};
}

gemm! {
    f32, c_int, c"SGEMM ": sgemm_ scipy_sgemm_;
    f64, c_int, c"DGEMM ": dgemm_ scipy_dgemm_;
    Complex<f32>, c_int, c"CGEMM ": cgemm_ scipy_cgemm_;
    Complex<f64>, c_int, c"ZGEMM ": zgemm_ scipy_zgemm_;
    f32, i64, c"SGEMM ": sgemm_64_ sgemm_64 scipy_sgemm_64_;
    f64, i64, c"DGEMM ": dgemm_64_ dgemm_64 scipy_dgemm_64_;
    Complex<f32>, i64, c"CGEMM ": cgemm_64_ cgemm_64 scipy_cgemm_64_;
    Complex<f64>, i64, c"ZGEMM ": zgemm_64_ zgemm_64 scipy_zgemm_64_;
    // With three multiplications for one of complex numbers, as others do it, less is rounded well: these
    // are those with four.
    Complex<f32>, c_int, c"CGEMM3M ": cgemm3m_;
    Complex<f64>, c_int, c"ZGEMM3M ": zgemm3m_;
    Complex<f32>, i64, c"CGEMM3M ": cgemm3m_64_ cgemm3m_64;
    Complex<f64>, i64, c"ZGEMM3M ": zgemm3m_64_ zgemm3m_64;
}

/// Routines of some names: a triangle of the same, of an n x n matrix.
macro_rules! gemmt {
    ($($number:ty, $int:ty, $name:literal: $($symbol:ident)+;)+) => {$($(
        /// A triangle of `C = alpha * op(A) * op(B) + beta * C`; the other one of C stays as it is.
        ///
        /// # Safety
        /// Those of the reference BLAS: addresses lead to what their arguments are; C
        /// overlaps neither A nor B.
        // SAFETY: a program that links this library expects this function under that name.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $symbol(
            uplo: *const c_char,
            transa: *const c_char,
            transb: *const c_char,
            n: *const $int,
            k: *const $int,
            alpha: *const $number,
            a: *const $number,
            lda: *const $int,
            b: *const $number,
            ldb: *const $int,
            beta: *const $number,
            c: *mut $number,
            ldc: *const $int,
        ) {
            // SAFETY: they lead to letters (caller's duty).
            let transposes = [transa, transb].map(|letter| Transpose::of_letter(unsafe { *letter }));
            // SAFETY: they lead to numbers (caller's duty).
            let numbers = widened([n, n, k, lda, ldb, ldc].map(|number| unsafe { *number }));
            // SAFETY: they lead to factors (caller's duty).
            let factors = [alpha, beta].map(|factor| unsafe { *factor });
            // SAFETY: it leads to a letter; the caller's duty.
            unsafe { gemmt($name, *uplo, Request { transposes, numbers, factors }, [a, b], c) };
        }
    )+)+};
}

gemmt! {
    f32, c_int, c"SGEMMT": sgemmt_;
    f64, c_int, c"DGEMMT": dgemmt_;
    Complex<f32>, c_int, c"CGEMMT": cgemmt_;
    Complex<f64>, c_int, c"ZGEMMT": zgemmt_;
    f32, i64, c"SGEMMT": sgemmt_64_ sgemmt_64;
    f64, i64, c"DGEMMT": dgemmt_64_ dgemmt_64;
    Complex<f32>, i64, c"CGEMMT": cgemmt_64_ cgemmt_64;
    Complex<f64>, i64, c"ZGEMMT": zgemmt_64_ zgemmt_64;
}

/// Routines of some names: batches at constant distances.
macro_rules! strided {
    ($($number:ty, $int:ty, $name:literal: $($symbol:ident)+;)+) => {$($(
        /// The same for each of `batch_size` matrices at constant distances, of which those
        /// of A and B may be any.
        ///
        /// # Safety
        /// Those of the reference BLAS, for each; no two matrices of C share an element.
        // SAFETY: a program that links this library expects this function under that name.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $symbol(
            transa: *const c_char,
            transb: *const c_char,
            m: *const $int,
            n: *const $int,
            k: *const $int,
            alpha: *const $number,
            a: *const $number,
            lda: *const $int,
            stridea: *const $int,
            b: *const $number,
            ldb: *const $int,
            strideb: *const $int,
            beta: *const $number,
            c: *mut $number,
            ldc: *const $int,
            stridec: *const $int,
            batch_size: *const $int,
        ) {
            // SAFETY: they lead to letters (caller's duty).
            let transposes = [transa, transb].map(|letter| Transpose::of_letter(unsafe { *letter }));
            // SAFETY: they lead to numbers (caller's duty).
            let numbers = [m, n, k, lda, ldb, ldc].map(|number| unsafe { *number });
            // SAFETY: they lead to numbers (caller's duty).
            let others = [stridea, strideb, stridec, batch_size].map(|number| unsafe { *number });
            let [step_a, step_b, step_c, size] = widened(others);
            // SAFETY: they lead to factors (caller's duty).
            let factors = [alpha, beta].map(|factor| unsafe { *factor });
            let request = Request { transposes, numbers, factors };
            let inputs = [Row { first: a, step: step_a }, Row { first: b, step: step_b }];
            let count = usize::try_from(size).unwrap_or(0);
            let batch = Batch { request, inputs, c: Row { first: c, step: step_c }, count };
            // SAFETY: the caller's duty.
            unsafe { gemm_batch($name, &batch, size) };
        }
    )+)+};
}

strided! {
    f32, c_int, c"SGEMM_BATCH_STRIDED": sgemm_batch_strided_;
    f64, c_int, c"DGEMM_BATCH_STRIDED": dgemm_batch_strided_;
    Complex<f32>, c_int, c"CGEMM_BATCH_STRIDED": cgemm_batch_strided_;
    Complex<f64>, c_int, c"ZGEMM_BATCH_STRIDED": zgemm_batch_strided_;
    f32, i64, c"SGEMM_BATCH_STRIDED": sgemm_batch_strided_64_ sgemm_batch_strided_64;
    f64, i64, c"DGEMM_BATCH_STRIDED": dgemm_batch_strided_64_ dgemm_batch_strided_64;
    Complex<f32>, i64, c"CGEMM_BATCH_STRIDED": cgemm_batch_strided_64_ cgemm_batch_strided_64;
    Complex<f64>, i64, c"ZGEMM_BATCH_STRIDED": zgemm_batch_strided_64_ zgemm_batch_strided_64;
}

/// Routines of some names: groups of matrices at addresses of lists.
macro_rules! groups {
    ($($number:ty, $int:ty, $name:literal: $($symbol:ident)+;)+) => {$($(
        /// The same for the matrices of `group_count` groups, each of which has a size, and arguments in
        /// common but for the addresses of matrices, which follow one another in the lists.
        ///
        /// # Safety
        /// Those of the reference BLAS, for each; no two matrices of C share an element.
        // SAFETY: a program that links this library expects this function under that name.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $symbol(
            transa: *const c_char,
            transb: *const c_char,
            m: *const $int,
            n: *const $int,
            k: *const $int,
            alpha: *const $number,
            a: *const *const $number,
            lda: *const $int,
            b: *const *const $number,
            ldb: *const $int,
            beta: *const $number,
            c: *const *mut $number,
            ldc: *const $int,
            group_count: *const $int,
            group_size: *const $int,
        ) {
            let request = |group: usize| {
                let nth = |list: *const $int| list.wrapping_add(group);
                // SAFETY: there is a letter for each group (caller's duty).
                let letter = |list: *const c_char| Transpose::of_letter(unsafe { *list.wrapping_add(group) });
                // SAFETY: there is a number for each group (caller's duty).
                let numbers = [m, n, k, lda, ldb, ldc].map(|list| unsafe { *nth(list) });
                // SAFETY: there are factors for each group (caller's duty).
                let factors = [alpha, beta].map(|list| unsafe { *list.wrapping_add(group) });
                // SAFETY: there is a size for each group (caller's duty).
                let size = unsafe { *nth(group_size) };
                (Request { transposes: [letter(transa), letter(transb)], numbers, factors }, size.into())
            };
            // SAFETY: it leads to a number (caller's duty).
            let groups = Groups { count: unsafe { *group_count }.into(), request };
            match groups.first_wrong(0, |group| request(group).0.first_wrong(FORTRAN)) {
                Some(wrong) => xerbla::fortran($name, wrong),
                // SAFETY: the arguments are right, and so the caller's duty.
                None => unsafe { groups.multiply([List(a), List(b)], List(c)) },
            }
        }
    )+)+};
}

groups! {
    f32, c_int, c"SGEMM_BATCH": sgemm_batch_;
    f64, c_int, c"DGEMM_BATCH": dgemm_batch_;
    Complex<f32>, c_int, c"CGEMM_BATCH": cgemm_batch_;
    Complex<f64>, c_int, c"ZGEMM_BATCH": zgemm_batch_;
    f32, i64, c"SGEMM_BATCH": sgemm_batch_64_ sgemm_batch_64;
    f64, i64, c"DGEMM_BATCH": dgemm_batch_64_ dgemm_batch_64;
    Complex<f32>, i64, c"CGEMM_BATCH": cgemm_batch_64_ cgemm_batch_64;
    Complex<f64>, i64, c"ZGEMM_BATCH": zgemm_batch_64_ zgemm_batch_64;
}
