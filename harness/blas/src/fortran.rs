//! The Fortran interface: arguments by address, symbols with an underscore. The lengths of texts, which
//! Fortran compilers pass behind all others, are not looked at.
//!
//! Tests: `tests/tests/blas.rs`, `tests/tests/blas_batch.rs`, `tests/tests/blas_errors.rs`.
#![allow(unsafe_code)]

use crate::batch::{Batch, Row};
use crate::check::{self, FORTRAN, FORTRAN_BATCH};
use crate::kept::Kept;
use crate::key::{Key, Transpose};
use crate::{last, multiply, xerbla};
use std::ffi::{CStr, c_char, c_int};
use tensmith_core::Complex;

impl Transpose {
    /// What the first letter says: the others do not count.
    #[inline(always)]
    const fn of_letter(letter: c_char) -> Self {
        match letter.to_ne_bytes()[0] {
            b'N' | b'n' => Self::No,
            b'T' | b't' => Self::Yes,
            b'C' | b'c' => Self::Conjugate,
            _ => Self::Unknown,
        }
    }
}

/// # Safety
/// Those of [`multiply`](multiply::multiply), where the key is right.
#[inline(always)]
unsafe fn gemm<T: Kept>(routine: &CStr, key: &Key, factors: [T; 2], inputs: [*const T; 2], c: *mut T) {
    // SAFETY: what was called last was right.
    if !unsafe { last::call(T::last(), key, factors, inputs, c) } {
        // SAFETY: the caller's duty.
        unsafe { checked(routine, key, factors, inputs, c) };
    }
}

/// # Safety
/// Those of [`multiply`](multiply::multiply), where the key is right.
#[cold]
unsafe fn checked<T: Kept>(routine: &CStr, key: &Key, factors: [T; 2], inputs: [*const T; 2], c: *mut T) {
    match FORTRAN.first_wrong(key) {
        Some(argument) => xerbla::fortran(routine, argument),
        // SAFETY: the key is right, and so the caller's duty.
        None => unsafe { multiply::multiply(key, factors, inputs, c) },
    }
}

/// The number of `c`'s distance among the arguments of a batch, and that of the count.
const STEP_C: c_int = 16;
const COUNT: c_int = 17;

/// # Safety
/// Those of [`Batch::multiply`], where the arguments are right.
unsafe fn gemm_batch<T: Kept>(routine: &CStr, batch: &Batch<'_, T>, count: c_int) {
    let wrong = FORTRAN_BATCH.first_wrong(batch.key);
    let wrong = wrong.or_else(|| check::overlap(batch.key, batch.c.step, count).then_some(STEP_C));
    match wrong.or((count < 0).then_some(COUNT)) {
        Some(argument) => xerbla::fortran(routine, argument),
        // SAFETY: the arguments are right, and so the caller's duty.
        None => unsafe { batch.multiply() },
    }
}

/// The routines for a type.
macro_rules! routines {
    ($number:ty, $gemm:ident $gemm_name:literal, $batch:ident $batch_name:literal) => {
        /// `C = alpha * op(A) * op(B) + beta * C`.
        ///
        /// # Safety
        /// Those of the reference BLAS: addresses lead to what their arguments are; C
        /// overlaps neither A nor B.
        // SAFETY: a program that links this library expects this function under that name.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $gemm(
            transa: *const c_char,
            transb: *const c_char,
            m: *const c_int,
            n: *const c_int,
            k: *const c_int,
            alpha: *const $number,
            a: *const $number,
            lda: *const c_int,
            b: *const $number,
            ldb: *const c_int,
            beta: *const $number,
            c: *mut $number,
            ldc: *const c_int,
        ) {
            // SAFETY: they lead to letters (caller's duty).
            let transposes = [transa, transb].map(|letter| Transpose::of_letter(unsafe { *letter }));
            // SAFETY: they lead to numbers (caller's duty).
            let numbers = [m, n, k, lda, ldb, ldc].map(|number| unsafe { *number });
            // SAFETY: they lead to factors (caller's duty).
            let factors = [alpha, beta].map(|factor| unsafe { *factor });
            let key = Key::new(transposes, numbers, factors);
            // SAFETY: the caller's duty.
            unsafe { gemm($gemm_name, &key, factors, [a, b], c) };
        }

        /// The same for each of `batch_size` matrices at constant distances, of which those
        /// of A and B may be any.
        ///
        /// # Safety
        /// Those of the reference BLAS, for each; no two matrices of C share an element.
        // SAFETY: a program that links this library expects this function under that name.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $batch(
            transa: *const c_char,
            transb: *const c_char,
            m: *const c_int,
            n: *const c_int,
            k: *const c_int,
            alpha: *const $number,
            a: *const $number,
            lda: *const c_int,
            stridea: *const c_int,
            b: *const $number,
            ldb: *const c_int,
            strideb: *const c_int,
            beta: *const $number,
            c: *mut $number,
            ldc: *const c_int,
            stridec: *const c_int,
            batch_size: *const c_int,
        ) {
            // SAFETY: they lead to letters (caller's duty).
            let transposes = [transa, transb].map(|letter| Transpose::of_letter(unsafe { *letter }));
            // SAFETY: they lead to numbers (caller's duty).
            let numbers = [m, n, k, lda, ldb, ldc].map(|number| unsafe { *number });
            // SAFETY: they lead to numbers (caller's duty).
            let [step_a, step_b, step_c] = [stridea, strideb, stridec].map(|step| unsafe { *step } as isize);
            // SAFETY: they lead to factors (caller's duty).
            let factors = [alpha, beta].map(|factor| unsafe { *factor });
            // SAFETY: it leads to a number (caller's duty).
            let size = unsafe { *batch_size };
            let key = &Key::new(transposes, numbers, factors);
            let inputs = [Row { first: a, step: step_a }, Row { first: b, step: step_b }];
            let count = usize::try_from(size).unwrap_or(0);
            let batch = Batch { key, factors, inputs, c: Row { first: c, step: step_c }, count };
            // SAFETY: the caller's duty.
            unsafe { gemm_batch($batch_name, &batch, size) };
        }
    };
}

routines!(f32, sgemm_ c"SGEMM ", sgemm_batch_strided_ c"SGEMM_BATCH_STRIDED");
routines!(f64, dgemm_ c"DGEMM ", dgemm_batch_strided_ c"DGEMM_BATCH_STRIDED");
routines!(Complex<f32>, cgemm_ c"CGEMM ", cgemm_batch_strided_ c"CGEMM_BATCH_STRIDED");
routines!(Complex<f64>, zgemm_ c"ZGEMM ", zgemm_batch_strided_ c"ZGEMM_BATCH_STRIDED");
