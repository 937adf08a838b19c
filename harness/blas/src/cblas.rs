//! The C interface of BLAS, for row-major and for column-major matrices.
//!
//! Names without a number have integers of 32 bits; those with `64` of 64: `cblas_sgemm64_` is what OpenBLAS
//! calls it, `cblas_sgemm_64` the reference and MKL. Those that begin with `scipy_` are of the OpenBLAS that
//! the wheels of numpy and SciPy contain.
//!
//! Tests: `tests/tests/blas.rs`, `tests/tests/blas_batch.rs`, `tests/tests/blas_errors.rs`,
//! `tests/tests/blas_ilp64.rs`, `tests/tests/blas_more.rs`.
#![allow(unsafe_code)]

use crate::batch::{Batch, List, Row};
use crate::check::{self, FORTRAN, FORTRAN_BATCH, FORTRAN_TRIANGLE, Places};
use crate::groups::Groups;
use crate::integer::{Integer, widened};
use crate::kept::Kept;
use crate::key::Transpose;
use crate::request::Request;
use crate::triangle::{Symmetric, Triangle};
use crate::xerbla::{self, Wrong};
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

impl Triangle {
    /// What `CblasUpper` or `CblasLower` says.
    const fn of_number(number: c_int) -> Option<Self> {
        match number {
            121 => Some(Self::Upper),
            122 => Some(Self::Lower),
            _ => None,
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
pub(crate) struct Call<T, I> {
    pub(crate) layout: c_int,
    pub(crate) transposes: [c_int; 2],
    /// m, n, k.
    pub(crate) extents: [I; 3],
    /// lda, ldb, ldc.
    pub(crate) leading: [I; 3],
    pub(crate) factors: [T; 2],
}

impl<T: Kept, I: Integer> Call<T, I> {
    /// The same call on column-major matrices, and whether A and B are exchanged in it.
    #[inline(always)]
    pub(crate) fn request(&self) -> (Request<T, I>, bool) {
        let Self { layout, transposes: [a, b], extents: [m, n, k], leading: [lda, ldb, ldc], factors } =
            *self;
        let [a, b] = [a, b].map(Transpose::of_number);
        if layout == ROW_MAJOR {
            (Request { transposes: [b, a], numbers: [n, m, k, ldb, lda, ldc], factors }, true)
        } else {
            (Request { transposes: [a, b], numbers: [m, n, k, lda, ldb, ldc], factors }, false)
        }
    }

    /// Whether the layout is one.
    #[inline(always)]
    const fn is_known(&self) -> bool {
        self.layout == ROW_MAJOR || self.layout == COLUMN_MAJOR
    }

    /// The number of the first argument that is wrong, as the caller counts.
    pub(crate) fn first_wrong(&self, places: Places) -> Option<c_int> {
        let (request, is_exchanged) = self.request();
        let places = places.behind(1);
        let places = if is_exchanged { places.exchanged() } else { places };
        if self.is_known() { request.first_wrong(places) } else { Some(1) }
    }

    /// The number of the first argument that is wrong in the call on column-major matrices, where A and B are
    /// exchanged in that. Only what says whether they are transposed is checked before they are.
    fn first_wrong_exchanged(&self) -> Option<c_int> {
        let (request, is_exchanged) = self.request();
        let places = FORTRAN.behind(1);
        let places = Places { transposes: places.exchanged().transposes, ..places };
        if is_exchanged { request.first_wrong(places) } else { None }
    }
}

/// The call is made twice, and the first time it stays in registers: it would be read from memory in larger
/// pieces than it has just been written there, which takes as long as the kernel.
///
/// # Safety
/// Those of [`Request::multiply`], where the arguments are right.
#[inline(always)]
unsafe fn gemm<T: Kept, I: Integer>(
    routine: &CStr,
    call: impl Fn() -> Call<T, I>,
    [a, b]: [*const T; 2],
    c: *mut T,
) {
    let made = call();
    let (request, is_exchanged) = made.request();
    let inputs = if is_exchanged { [b, a] } else { [a, b] };
    // SAFETY: the caller's duty.
    if !made.is_known() || !unsafe { request.repeat(inputs, c) } {
        // SAFETY: the caller's duty.
        unsafe { checked(routine, &call(), inputs, c) };
    }
}

/// # Safety
/// Those of [`Request::multiply`], where the arguments are right.
#[cold]
unsafe fn checked<T: Kept, I: Integer>(routine: &CStr, call: &Call<T, I>, inputs: [*const T; 2], c: *mut T) {
    match call.first_wrong(FORTRAN) {
        Some(argument) => xerbla::c(routine, Wrong { argument, exchanged: call.first_wrong_exchanged() }),
        // SAFETY: the request is right, and so the caller's duty.
        None => unsafe { call.request().0.multiply(inputs, c) },
    }
}

/// Reports what handlers of the reference do not know.
fn report(routine: &CStr, argument: c_int) {
    xerbla::c(routine, Wrong { argument, exchanged: None });
}

/// The number of `c`'s distance among the arguments of a batch, and that of the count.
const STEP_C: c_int = 17;
const COUNT: c_int = 18;

/// # Safety
/// Those of [`Batch::multiply`], where the arguments are right.
unsafe fn gemm_batch<T: Kept, I: Integer>(
    routine: &CStr,
    call: &Call<T, I>,
    [a, b]: [Row<*const T>; 2],
    c: Row<*mut T>,
    size: i64,
) {
    let (request, is_exchanged) = call.request();
    let wrong = call.first_wrong(FORTRAN_BATCH);
    let overlap = || check::overlap(widened(request.numbers), c.step, size);
    let wrong = wrong.or_else(|| overlap().then_some(STEP_C));
    if let Some(argument) = wrong.or((size < 0).then_some(COUNT)) {
        return report(routine, argument);
    }
    let inputs = if is_exchanged { [b, a] } else { [a, b] };
    let count = usize::try_from(size).unwrap_or(0);
    // SAFETY: the arguments are right, and so the caller's duty.
    unsafe { Batch { request, inputs, c, count }.multiply() };
}

/// # Safety
/// Those of [`Symmetric::multiply`], where the arguments are right.
unsafe fn gemmt<T: Kept>(
    routine: &CStr,
    number: c_int,
    call: &Call<T, i64>,
    [a, b]: [*const T; 2],
    c: *mut T,
) {
    let triangle = Triangle::of_number(number).filter(|_| call.is_known());
    let wrong = || call.first_wrong(FORTRAN_TRIANGLE);
    let Some(triangle) = triangle else { return report(routine, if call.is_known() { 2 } else { 1 }) };
    if let Some(argument) = wrong() {
        return report(routine, argument);
    }
    let (request, is_exchanged) = call.request();
    let (triangle, inputs) = if is_exchanged { (triangle.transposed(), [b, a]) } else { (triangle, [a, b]) };
    // SAFETY: the arguments are right, and so the caller's duty.
    unsafe { Symmetric { triangle, request, inputs, c }.multiply() };
}

/// # Safety
/// Those of [`Groups::multiply`], where the arguments are right.
unsafe fn gemm_groups<T: Kept, I: Integer>(
    routine: &CStr,
    count: I,
    call: impl Fn(usize) -> (Call<T, I>, i64),
    [a, b]: [*const *const T; 2],
    c: *const *mut T,
) {
    // Layouts are the same for all groups.
    let request = |group| {
        let (call, size) = call(group);
        (call.request().0, size)
    };
    let groups = Groups { count: count.into(), request };
    let wrong = groups.first_wrong(1, |group| call(group).0.first_wrong(FORTRAN));
    if let Some(argument) = wrong {
        return report(routine, argument);
    }
    let is_exchanged = groups.count > 0 && call(0).0.request().1;
    let inputs = if is_exchanged { [List(b), List(a)] } else { [List(a), List(b)] };
    // SAFETY: the arguments are right, and so the caller's duty.
    unsafe { groups.multiply(inputs, List(c)) };
}

/// Functions of some names: `C = alpha * op(A) * op(B) + beta * C`.
macro_rules! gemm {
    ($($number:ty as $factor:ty, $int:ty: $($symbol:ident $name:literal)+;)+) => {$($(
        /// `C = alpha * op(A) * op(B) + beta * C`.
        ///
        /// # Safety
        /// Those of the reference BLAS: addresses lead to matrices as the arguments say; C
        /// overlaps neither A nor B.
        // SAFETY: a program that links this library expects this function under that name.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $symbol(
            layout: c_int,
            transa: c_int,
            transb: c_int,
            m: $int,
            n: $int,
            k: $int,
            alpha: $factor,
            a: *const $number,
            lda: $int,
            b: *const $number,
            ldb: $int,
            beta: $factor,
            c: *mut $number,
            ldc: $int,
        ) {
            // SAFETY: where they are addresses, they lead to factors (caller's duty).
            let factors = [alpha, beta].map(|factor| unsafe { factor.taken() });
            let call = || {
                let (transposes, extents, leading) = ([transa, transb], [m, n, k], [lda, ldb, ldc]);
                Call { layout, transposes, extents, leading, factors }
            };
            // SAFETY: the caller's duty.
            unsafe { gemm($name, call, [a, b], c) };
        }
    )+)+};
}

gemm! {
    f32 as f32, c_int: cblas_sgemm c"cblas_sgemm" scipy_cblas_sgemm c"cblas_sgemm";
    f64 as f64, c_int: cblas_dgemm c"cblas_dgemm" scipy_cblas_dgemm c"cblas_dgemm";
    Complex<f32> as *const Complex<f32>, c_int:
        cblas_cgemm c"cblas_cgemm" scipy_cblas_cgemm c"cblas_cgemm" cblas_cgemm3m c"cblas_cgemm3m";
    Complex<f64> as *const Complex<f64>, c_int:
        cblas_zgemm c"cblas_zgemm" scipy_cblas_zgemm c"cblas_zgemm" cblas_zgemm3m c"cblas_zgemm3m";
    f32 as f32, i64:
        cblas_sgemm64_ c"cblas_sgemm" cblas_sgemm_64 c"cblas_sgemm" scipy_cblas_sgemm64_ c"cblas_sgemm";
    f64 as f64, i64:
        cblas_dgemm64_ c"cblas_dgemm" cblas_dgemm_64 c"cblas_dgemm" scipy_cblas_dgemm64_ c"cblas_dgemm";
    Complex<f32> as *const Complex<f32>, i64:
        cblas_cgemm64_ c"cblas_cgemm" cblas_cgemm_64 c"cblas_cgemm" scipy_cblas_cgemm64_ c"cblas_cgemm"
        cblas_cgemm3m64_ c"cblas_cgemm3m" cblas_cgemm3m_64 c"cblas_cgemm3m";
    Complex<f64> as *const Complex<f64>, i64:
        cblas_zgemm64_ c"cblas_zgemm" cblas_zgemm_64 c"cblas_zgemm" scipy_cblas_zgemm64_ c"cblas_zgemm"
        cblas_zgemm3m64_ c"cblas_zgemm3m" cblas_zgemm3m_64 c"cblas_zgemm3m";
}

/// Functions of some names: a triangle of the same, of an n x n matrix.
macro_rules! gemmt {
    ($($number:ty as $factor:ty, $int:ty, $name:literal: $($symbol:ident)+;)+) => {$($(
        /// A triangle of `C = alpha * op(A) * op(B) + beta * C`; the other one of C stays as it is.
        ///
        /// # Safety
        /// Those of the reference BLAS: addresses lead to matrices as the arguments say; C
        /// overlaps neither A nor B.
        // SAFETY: a program that links this library expects this function under that name.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $symbol(
            layout: c_int,
            uplo: c_int,
            transa: c_int,
            transb: c_int,
            n: $int,
            k: $int,
            alpha: $factor,
            a: *const $number,
            lda: $int,
            b: *const $number,
            ldb: $int,
            beta: $factor,
            c: *mut $number,
            ldc: $int,
        ) {
            // SAFETY: where they are addresses, they lead to factors (caller's duty).
            let factors = [alpha, beta].map(|factor| unsafe { factor.taken() });
            let (extents, leading) = (widened([n, n, k]), widened([lda, ldb, ldc]));
            let call = Call { layout, transposes: [transa, transb], extents, leading, factors };
            // SAFETY: the caller's duty.
            unsafe { gemmt($name, uplo, &call, [a, b], c) };
        }
    )+)+};
}

gemmt! {
    f32 as f32, c_int, c"cblas_sgemmt": cblas_sgemmt;
    f64 as f64, c_int, c"cblas_dgemmt": cblas_dgemmt;
    Complex<f32> as *const Complex<f32>, c_int, c"cblas_cgemmt": cblas_cgemmt;
    Complex<f64> as *const Complex<f64>, c_int, c"cblas_zgemmt": cblas_zgemmt;
    f32 as f32, i64, c"cblas_sgemmt": cblas_sgemmt64_ cblas_sgemmt_64;
    f64 as f64, i64, c"cblas_dgemmt": cblas_dgemmt64_ cblas_dgemmt_64;
    Complex<f32> as *const Complex<f32>, i64, c"cblas_cgemmt": cblas_cgemmt64_ cblas_cgemmt_64;
    Complex<f64> as *const Complex<f64>, i64, c"cblas_zgemmt": cblas_zgemmt64_ cblas_zgemmt_64;
}

/// Functions of some names: batches at constant distances.
macro_rules! strided {
    ($($number:ty as $factor:ty, $int:ty, $name:literal: $($symbol:ident)+;)+) => {$($(
        /// The same for each of `batch_size` matrices at constant distances, of which those
        /// of A and B may be any.
        ///
        /// # Safety
        /// Those of the reference BLAS, for each; no two matrices of C share an element.
        // SAFETY: a program that links this library expects this function under that name.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $symbol(
            layout: c_int,
            transa: c_int,
            transb: c_int,
            m: $int,
            n: $int,
            k: $int,
            alpha: $factor,
            a: *const $number,
            lda: $int,
            stridea: $int,
            b: *const $number,
            ldb: $int,
            strideb: $int,
            beta: $factor,
            c: *mut $number,
            ldc: $int,
            stridec: $int,
            batch_size: $int,
        ) {
            let (transposes, extents, leading) = ([transa, transb], [m, n, k], [lda, ldb, ldc]);
            // SAFETY: where they are addresses, they lead to factors (caller's duty).
            let factors = [alpha, beta].map(|factor| unsafe { factor.taken() });
            let call = Call { layout, transposes, extents, leading, factors };
            let [step_a, step_b, step_c, size] = widened([stridea, strideb, stridec, batch_size]);
            let inputs = [Row { first: a, step: step_a }, Row { first: b, step: step_b }];
            // SAFETY: the caller's duty.
            unsafe { gemm_batch($name, &call, inputs, Row { first: c, step: step_c }, size) };
        }
    )+)+};
}

strided! {
    f32 as f32, c_int, c"cblas_sgemm_batch_strided": cblas_sgemm_batch_strided;
    f64 as f64, c_int, c"cblas_dgemm_batch_strided": cblas_dgemm_batch_strided;
    Complex<f32> as *const Complex<f32>, c_int, c"cblas_cgemm_batch_strided": cblas_cgemm_batch_strided;
    Complex<f64> as *const Complex<f64>, c_int, c"cblas_zgemm_batch_strided": cblas_zgemm_batch_strided;
    f32 as f32, i64, c"cblas_sgemm_batch_strided": cblas_sgemm_batch_strided64_ cblas_sgemm_batch_strided_64;
    f64 as f64, i64, c"cblas_dgemm_batch_strided": cblas_dgemm_batch_strided64_ cblas_dgemm_batch_strided_64;
    Complex<f32> as *const Complex<f32>, i64, c"cblas_cgemm_batch_strided":
        cblas_cgemm_batch_strided64_ cblas_cgemm_batch_strided_64;
    Complex<f64> as *const Complex<f64>, i64, c"cblas_zgemm_batch_strided":
        cblas_zgemm_batch_strided64_ cblas_zgemm_batch_strided_64;
}

/// Functions of some names: groups of matrices at addresses of lists.
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
            layout: c_int,
            transa: *const c_int,
            transb: *const c_int,
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
            group_count: $int,
            group_size: *const $int,
        ) {
            let call = |group: usize| {
                // SAFETY: there is a number for each group (caller's duty).
                let nth = |list: *const $int| unsafe { *list.wrapping_add(group) };
                // SAFETY: the same.
                let transposes = [transa, transb].map(|list| unsafe { *list.wrapping_add(group) });
                // SAFETY: there are factors for each group (caller's duty).
                let factors = [alpha, beta].map(|list| unsafe { *list.wrapping_add(group) });
                let (extents, leading) = ([m, n, k].map(nth), [lda, ldb, ldc].map(nth));
                (Call { layout, transposes, extents, leading, factors }, nth(group_size).into())
            };
            // SAFETY: the caller's duty.
            unsafe { gemm_groups($name, group_count, call, [a, b], c) };
        }
    )+)+};
}

groups! {
    f32, c_int, c"cblas_sgemm_batch": cblas_sgemm_batch;
    f64, c_int, c"cblas_dgemm_batch": cblas_dgemm_batch;
    Complex<f32>, c_int, c"cblas_cgemm_batch": cblas_cgemm_batch;
    Complex<f64>, c_int, c"cblas_zgemm_batch": cblas_zgemm_batch;
    f32, i64, c"cblas_sgemm_batch": cblas_sgemm_batch64_ cblas_sgemm_batch_64;
    f64, i64, c"cblas_dgemm_batch": cblas_dgemm_batch64_ cblas_dgemm_batch_64;
    Complex<f32>, i64, c"cblas_cgemm_batch": cblas_cgemm_batch64_ cblas_cgemm_batch_64;
    Complex<f64>, i64, c"cblas_zgemm_batch": cblas_zgemm_batch64_ cblas_zgemm_batch_64;
}
