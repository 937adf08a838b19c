//! MKL's JIT calls: handles of multiplications, whose kernels take the handle and three addresses.
//!
//! Problem: code that is made here takes three addresses and no handle in front. Idea: what
//! `mkl_jit_get_sgemm_ptr` returns is one function for all handles, which finds the code in the handle, moves
//! three registers, and jumps; where there is no code, it multiplies as `cblas_sgemm` does.
//!
//! MKL's header calls the functions that create handles by other names than it documents
//! (`mkl_cblas_jit_create_sgemm`). Both are here.
//!
//! Tests: `tests/tests/blas_mkl.rs`.
#![allow(unsafe_code)]

use crate::cblas::{COLUMN_MAJOR, Call, Factor, ROW_MAJOR};
use crate::check::FORTRAN;
use crate::engine;
use crate::kept::Kept;
use crate::key::Key;
use crate::method::{Entry, Kernel};
use crate::multiply;
use crate::room;
use std::ffi::{c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use tensmith_core::Complex;
use tensmith_core::kernel::KernelSpec;

/// `MKL_JIT_SUCCESS`: there is a handle, and code.
pub const SUCCESS: c_int = 0;

/// `MKL_NO_JIT`: there is a handle that multiplies without code of its own.
pub const NO_JIT: c_int = 1;

/// `MKL_JIT_ERROR`: there is no handle, as an argument is wrong or memory is short.
pub const ERROR: c_int = 2;

/// What a handle points to.
#[repr(C)]
struct Jitter<T> {
    /// What handles of any type begin with.
    head: Head,
    entry: Entry<T>,
    numbers: [u64; 2],
    key: Key,
    is_exchanged: bool,
    factors: [T; 2],
    /// Keeps the code mapped, if there is some.
    _kernel: Option<Kernel<T>>,
}

/// What has to be known to end a handle of unknown type, and to call it.
#[repr(C)]
struct Head {
    destroy: unsafe fn(*mut c_void),
    /// Whether there is code.
    is_made: bool,
}

impl<T: Kept> Jitter<T> {
    /// A handle; none without memory.
    fn create(call: &Call<T, c_int>) -> Option<*mut c_void> {
        let (request, is_exchanged) = call.request();
        let key = request.key()?;
        let kernel = kernel(&key, is_exchanged);
        let jitter = Self {
            head: Head { destroy: destroy::<T>, is_made: kernel.is_some() },
            entry: kernel.as_ref().map_or(never, |kernel| kernel.code.entry),
            numbers: kernel.as_ref().map_or([0; 2], |kernel| kernel.code.numbers(call.factors)),
            key,
            is_exchanged,
            factors: call.factors,
            _kernel: kernel,
        };
        let mut room = Vec::new();
        room.try_reserve_exact(1).ok()?;
        room.push(jitter);
        Some(Box::into_raw(room.into_boxed_slice()).cast())
    }
}

/// The code of a multiplication that takes A and B in the caller's order, if there can be some.
fn kernel<T: Kept>(key: &Key, is_exchanged: bool) -> Option<Kernel<T>> {
    let jit = engine::engine()?.jit.as_ref()?;
    let problem = key.problem();
    // A plan is faster than a kernel alone where matrices are large.
    if !key.has_kernel() || problem.is_large() || !room::FOR_KERNEL.is_there() {
        return None;
    }
    let factors = key.factors();
    let spec = match problem.kernel(factors) {
        KernelSpec::Gemm(spec) if is_exchanged => spec.exchanged().into(),
        KernelSpec::Complex(spec) if is_exchanged => spec.exchanged().into(),
        spec => spec,
    };
    catch_unwind(AssertUnwindSafe(|| Kernel::make(jit, &spec, factors[0]))).ok()?.ok().flatten()
}

/// Stands where there is no code, and is not called.
unsafe extern "C" fn never<T>(_: *const T, _: *const T, _: *mut T, _: u64, _: u64) {}

/// # Safety
/// `jitter` is from [`Jitter::create`] for the same type, and not used any more.
unsafe fn destroy<T>(jitter: *mut c_void) {
    let whole = ptr::slice_from_raw_parts_mut(jitter.cast::<Jitter<T>>(), 1);
    // SAFETY: it is the box that `Jitter::create` made (caller's duty).
    drop(unsafe { Box::from_raw(whole) });
}

/// A kernel: `C = alpha * op(A) * op(B) + beta * C`.
type Ptr<T> = unsafe extern "C" fn(jitter: *mut c_void, a: *mut T, b: *mut T, c: *mut T);

/// The kernel of handles with code.
///
/// # Safety
/// `jitter` is a handle for this type with code; the matrices are those that it was made for.
unsafe extern "C" fn by_code<T>(jitter: *mut c_void, a: *mut T, b: *mut T, c: *mut T) {
    // SAFETY: it is such a handle (caller's duty).
    let Jitter { entry, numbers: [first, second], .. } = unsafe { &*jitter.cast::<Jitter<T>>() };
    // SAFETY: the code is that of the matrices (caller's duty).
    unsafe { entry(a, b, c, *first, *second) };
}

/// The kernel of handles without code.
///
/// # Safety
/// `jitter` is a handle for this type; the matrices are those that it was made for.
unsafe extern "C" fn by_gemm<T: Kept>(jitter: *mut c_void, a: *mut T, b: *mut T, c: *mut T) {
    // SAFETY: it is such a handle (caller's duty).
    let Jitter { key, is_exchanged, factors, .. } = unsafe { &*jitter.cast::<Jitter<T>>() };
    let [a, b] = if *is_exchanged { [b, a] } else { [a, b] };
    // SAFETY: the key was checked when the handle was made; the matrices are there (caller's duty).
    unsafe { multiply::multiply(key, *factors, [a, b], c) };
}

/// # Safety
/// `jitter` leads to a place for a handle, if it is not null.
unsafe fn create<T: Kept>(jitter: *mut *mut c_void, call: &Call<T, c_int>) -> c_int {
    if jitter.is_null() {
        return ERROR;
    }
    let made = match call.first_wrong(FORTRAN) {
        Some(_) => None,
        None => Jitter::create(call),
    };
    // SAFETY: it leads to a place (caller's duty).
    unsafe { jitter.write(made.unwrap_or(ptr::null_mut())) };
    match made {
        // SAFETY: it is a handle, which begins with this.
        Some(made) if unsafe { &*made.cast::<Head>() }.is_made => SUCCESS,
        Some(_) => NO_JIT,
        None => ERROR,
    }
}

/// # Safety
/// `jitter` is a handle for this type, or null.
unsafe fn kernel_of<T: Kept>(jitter: *const c_void) -> Option<Ptr<T>> {
    // SAFETY: a handle begins with this (caller's duty).
    let head = unsafe { jitter.cast::<Head>().as_ref() }?;
    Some(if head.is_made { by_code::<T> } else { by_gemm::<T> })
}

/// Ends a handle of any type.
///
/// # Safety
/// `jitter` is a handle that is not used any more, or null.
// SAFETY: a program that links this library expects this function under that name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mkl_jit_destroy(jitter: *mut c_void) -> c_int {
    // SAFETY: a handle begins with this (caller's duty).
    let Some(head) = (unsafe { jitter.cast::<Head>().as_ref() }) else { return ERROR };
    // SAFETY: this is the function for its type.
    unsafe { (head.destroy)(jitter) };
    SUCCESS
}

/// The functions for a type.
macro_rules! functions {
    ($number:ty as $factor:ty, $create:ident, $renamed:ident, $get:ident) => {
        /// Makes a handle for multiplications of certain matrices with certain factors. Returns
        /// `MKL_JIT_SUCCESS`, `MKL_NO_JIT` or `MKL_JIT_ERROR`.
        ///
        /// # Safety
        /// `jitter` leads to a place for the handle, and addresses of factors to these.
        // SAFETY: a program that links this library expects this function under that name.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $create(
            jitter: *mut *mut c_void,
            layout: c_int,
            transa: c_int,
            transb: c_int,
            m: c_int,
            n: c_int,
            k: c_int,
            alpha: $factor,
            lda: c_int,
            ldb: c_int,
            beta: $factor,
            ldc: c_int,
        ) -> c_int {
            // SAFETY: where they are addresses, they lead to factors (caller's duty).
            let factors = [alpha, beta].map(|factor| unsafe { factor.taken() });
            let (transposes, extents, leading) = ([transa, transb], [m, n, k], [lda, ldb, ldc]);
            let call = Call { layout, transposes, extents, leading, factors };
            // SAFETY: the caller's duty.
            unsafe { create(jitter, &call) }
        }

        /// The same, as programs call it that were compiled with MKL's header.
        ///
        /// # Safety
        /// `jitter` leads to a place for the handle, and addresses of factors to these.
        // SAFETY: a program that links this library expects this function under that name.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $renamed(
            jitter: *mut *mut c_void,
            layout: c_int,
            transa: c_int,
            transb: c_int,
            m: c_int,
            n: c_int,
            k: c_int,
            alpha: $factor,
            lda: c_int,
            ldb: c_int,
            beta: $factor,
            ldc: c_int,
        ) -> c_int {
            // SAFETY: the caller's duty.
            unsafe { $create(jitter, layout, transa, transb, m, n, k, alpha, lda, ldb, beta, ldc) }
        }

        /// Returns the kernel of a handle; null for null.
        ///
        /// # Safety
        /// `jitter` is a handle that [`
        #[doc = stringify!($create)]
        /// `] made, or null.
        // SAFETY: a program that links this library expects this function under that name.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $get(jitter: *const c_void) -> Option<Ptr<$number>> {
            // SAFETY: the caller's duty.
            unsafe { kernel_of::<$number>(jitter) }
        }
    };
}

functions!(f32 as f32, mkl_jit_create_sgemm, mkl_cblas_jit_create_sgemm, mkl_jit_get_sgemm_ptr);
functions!(f64 as f64, mkl_jit_create_dgemm, mkl_cblas_jit_create_dgemm, mkl_jit_get_dgemm_ptr);
functions!(
    Complex<f32> as *const Complex<f32>,
    mkl_jit_create_cgemm,
    mkl_cblas_jit_create_cgemm,
    mkl_jit_get_cgemm_ptr
);
functions!(
    Complex<f64> as *const Complex<f64>,
    mkl_jit_create_zgemm,
    mkl_cblas_jit_create_zgemm,
    mkl_jit_get_zgemm_ptr
);

const _: () = assert!(ROW_MAJOR == 101 && COLUMN_MAJOR == 102, "MKL's numbers are those of CBLAS");
