//! The C interface of BLAS, for row-major and for column-major matrices.
//!
//! Tests: `tests/tests/blas.rs`, `tests/tests/blas_batch.rs`, `tests/tests/blas_errors.rs`.
#![allow(unsafe_code)]

use crate::batch::{Batch, Row};
use crate::check::{self, FORTRAN, FORTRAN_BATCH, Places};
use crate::kept::Kept;
use crate::key::{Key, Transpose};
use crate::xerbla::{self, Wrong};
use crate::{last, multiply};
use std::ffi::{CStr, c_int};
use tensmith_core::Complex;

/// `CblasRowMajor`.
pub(crate) const ROW_MAJOR: c_int = 101;

/// `CblasColMajor`.
pub(crate) const COLUMN_MAJOR: c_int = 102;

impl Transpose {
    /// What `CblasNoTrans`, `CblasTrans` or `CblasConjTrans` says.
    #[inline(always)]
    pub(crate) const fn of_number(number: c_int) -> Self {
        match number {
            111 => Self::No,
            112 => Self::Yes,
            113 => Self::Conjugate,
            _ => Self::Unknown,
        }
    }
}

/// A factor as C passes it: a real one by value, a complex one by address.
pub(crate) trait Factor<T> {
    /// The factor.
    ///
    /// # Safety
    /// Where it is an address, that leads to a number.
    unsafe fn taken(self) -> T;
}

impl<T: Kept> Factor<T> for T {
    #[inline(always)]
    unsafe fn taken(self) -> T {
        self
    }
}

impl<T: Kept> Factor<T> for *const T {
    #[inline(always)]
    unsafe fn taken(self) -> T {
        // SAFETY: it leads to a number (caller's duty).
        unsafe { self.read() }
    }
}

/// A call as it is made on row-major or column-major matrices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call<T> {
    pub(crate) layout: c_int,
    pub(crate) transposes: [c_int; 2],
    /// m, n, k.
    pub(crate) extents: [c_int; 3],
    /// lda, ldb, ldc.
    pub(crate) leading: [c_int; 3],
    pub(crate) factors: [T; 2],
}

impl<T: Kept> Call<T> {
    /// The key of the same call on column-major matrices, and whether A and B are exchanged in it.
    #[inline(always)]
    pub(crate) fn key(&self) -> (Key, bool) {
        let Self { layout, transposes: [a, b], extents: [m, n, k], leading: [lda, ldb, ldc], factors } =
            *self;
        let [a, b] = [a, b].map(Transpose::of_number);
        if layout == ROW_MAJOR {
            (Key::new([b, a], [n, m, k, ldb, lda, ldc], factors), true)
        } else {
            (Key::new([a, b], [m, n, k, lda, ldb, ldc], factors), false)
        }
    }

    /// The number of the first argument that is wrong, as the caller counts.
    pub(crate) fn first_wrong(&self, places: Places) -> Option<c_int> {
        let (key, is_exchanged) = self.key();
        let places = places.behind(1);
        let is_known = [ROW_MAJOR, COLUMN_MAJOR].contains(&self.layout);
        let places = if is_exchanged { places.exchanged() } else { places };
        if is_known { places.first_wrong(&key) } else { Some(1) }
    }

    /// The number of the first argument that is wrong in the call on column-major matrices, where A and B are
    /// exchanged in that. Only what says whether they are transposed is checked before they are.
    fn first_wrong_exchanged(&self) -> Option<c_int> {
        let (key, is_exchanged) = self.key();
        let places = FORTRAN.behind(1);
        let places = Places { transposes: places.exchanged().transposes, ..places };
        if is_exchanged { places.first_wrong(&key) } else { None }
    }
}

/// The call is made twice, and the first time it stays in registers: it would be read from memory in larger
/// pieces than it has just been written there, which takes as long as the kernel.
///
/// # Safety
/// Those of [`multiply`](multiply::multiply), where the arguments are right.
#[inline(always)]
unsafe fn gemm<T: Kept>(routine: &CStr, call: impl Fn() -> Call<T>, [a, b]: [*const T; 2], c: *mut T) {
    let made = call();
    let (key, is_exchanged) = made.key();
    let inputs = if is_exchanged { [b, a] } else { [a, b] };
    let is_known = is_exchanged || made.layout == COLUMN_MAJOR;
    // SAFETY: what was called last was right.
    if !is_known || !unsafe { last::call(T::last(), &key, made.factors, inputs, c) } {
        // SAFETY: the caller's duty.
        unsafe { checked(routine, &call(), &key, inputs, c) };
    }
}

/// # Safety
/// Those of [`multiply`](multiply::multiply), where the arguments are right.
#[cold]
unsafe fn checked<T: Kept>(routine: &CStr, call: &Call<T>, key: &Key, inputs: [*const T; 2], c: *mut T) {
    match call.first_wrong(FORTRAN) {
        Some(argument) => xerbla::c(routine, Wrong { argument, exchanged: call.first_wrong_exchanged() }),
        // SAFETY: the key is right, and so the caller's duty.
        None => unsafe { multiply::multiply(key, call.factors, inputs, c) },
    }
}

/// The number of `c`'s distance among the arguments of a batch, and that of the count.
const STEP_C: c_int = 17;
const COUNT: c_int = 18;

/// # Safety
/// Those of [`Batch::multiply`], where the arguments are right.
unsafe fn gemm_batch<T: Kept>(
    routine: &CStr,
    call: &Call<T>,
    [a, b]: [Row<*const T>; 2],
    c: Row<*mut T>,
    size: c_int,
) {
    let (key, is_exchanged) = call.key();
    let wrong = call.first_wrong(FORTRAN_BATCH);
    let wrong = wrong.or_else(|| check::overlap(&key, c.step, size).then_some(STEP_C));
    if let Some(argument) = wrong.or((size < 0).then_some(COUNT)) {
        // Handlers of the reference know no batches.
        return xerbla::c(routine, Wrong { argument, exchanged: None });
    }
    let inputs = if is_exchanged { [b, a] } else { [a, b] };
    let count = usize::try_from(size).unwrap_or(0);
    // SAFETY: the arguments are right, and so the caller's duty.
    unsafe { Batch { key: &key, factors: call.factors, inputs, c, count }.multiply() };
}

/// The functions for a type.
macro_rules! functions {
    ($number:ty as $factor:ty, $gemm:ident $gemm_name:literal, $batch:ident $batch_name:literal) => {
        /// `C = alpha * op(A) * op(B) + beta * C`.
        ///
        /// # Safety
        /// Those of the reference BLAS: addresses lead to matrices as the arguments say; C
        /// overlaps neither A nor B.
        // SAFETY: a program that links this library expects this function under that name.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $gemm(
            layout: c_int,
            transa: c_int,
            transb: c_int,
            m: c_int,
            n: c_int,
            k: c_int,
            alpha: $factor,
            a: *const $number,
            lda: c_int,
            b: *const $number,
            ldb: c_int,
            beta: $factor,
            c: *mut $number,
            ldc: c_int,
        ) {
            // SAFETY: where they are addresses, they lead to factors (caller's duty).
            let factors = [alpha, beta].map(|factor| unsafe { factor.taken() });
            let call = || {
                let (transposes, extents, leading) = ([transa, transb], [m, n, k], [lda, ldb, ldc]);
                Call { layout, transposes, extents, leading, factors }
            };
            // SAFETY: the caller's duty.
            unsafe { gemm($gemm_name, call, [a, b], c) };
        }

        /// The same for each of `batch_size` matrices at constant distances, of which those
        /// of A and B may be any.
        ///
        /// # Safety
        /// Those of the reference BLAS, for each; no two matrices of C share an element.
        // SAFETY: a program that links this library expects this function under that name.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $batch(
            layout: c_int,
            transa: c_int,
            transb: c_int,
            m: c_int,
            n: c_int,
            k: c_int,
            alpha: $factor,
            a: *const $number,
            lda: c_int,
            stridea: c_int,
            b: *const $number,
            ldb: c_int,
            strideb: c_int,
            beta: $factor,
            c: *mut $number,
            ldc: c_int,
            stridec: c_int,
            batch_size: c_int,
        ) {
            let (transposes, extents, leading) = ([transa, transb], [m, n, k], [lda, ldb, ldc]);
            // SAFETY: where they are addresses, they lead to factors (caller's duty).
            let factors = [alpha, beta].map(|factor| unsafe { factor.taken() });
            let call = Call { layout, transposes, extents, leading, factors };
            let inputs = [Row { first: a, step: stridea as isize }, Row { first: b, step: strideb as isize }];
            let c = Row { first: c, step: stridec as isize };
            // SAFETY: the caller's duty.
            unsafe { gemm_batch($batch_name, &call, inputs, c, batch_size) };
        }
    };
}

functions!(f32 as f32, cblas_sgemm c"cblas_sgemm", cblas_sgemm_batch_strided c"cblas_sgemm_batch_strided");
functions!(f64 as f64, cblas_dgemm c"cblas_dgemm", cblas_dgemm_batch_strided c"cblas_dgemm_batch_strided");
functions!(
    Complex<f32> as *const Complex<f32>,
    cblas_cgemm c"cblas_cgemm",
    cblas_cgemm_batch_strided c"cblas_cgemm_batch_strided"
);
functions!(
    Complex<f64> as *const Complex<f64>,
    cblas_zgemm c"cblas_zgemm",
    cblas_zgemm_batch_strided c"cblas_zgemm_batch_strided"
);
