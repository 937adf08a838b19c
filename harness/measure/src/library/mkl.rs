//! Intel's MKL: kernels that it generates (`mkl_jit_create_?gemm`), and its BLAS.
//!
//! Tests: `harness/measure/src/library/mod.rs`, for a library that is missing.
#![allow(unsafe_code)]

use super::block::each_block;
use super::contestant::{Question, Work};
use super::openblas::{Cblas, blas};
use super::shared::Shared;
use crate::number::Number;
use crate::sample::Repeated;
use crate::shape::Shape;
use std::ffi::{c_int, c_void};
use std::path::Path;
use std::ptr;
use tensmith_core::DType;

/// `MKL_COL_MAJOR` and `MKL_NOTRANS`.
const COLUMN_MAJOR: c_int = 102;
const AS_IT_IS: c_int = 111;

/// What `mkl_jit_create_?gemm` returns where the kernel was generated.
const GENERATED: c_int = 0;

/// `mkl_set_threading_layer`'s names of no threads and of Intel's.
const SEQUENTIAL: c_int = 1;
const INTEL: c_int = 0;

/// In the header of C, `mkl_jit_create_sgemm` is a macro for a function of this name.
const CREATE: [&str; 2] = ["mkl_cblas_jit_create_sgemm", "mkl_cblas_jit_create_dgemm"];
const GET: [&str; 2] = ["mkl_jit_get_sgemm_ptr", "mkl_jit_get_dgemm_ptr"];

type Create<T> = unsafe extern "C" fn(
    *mut *mut c_void,
    c_int,
    c_int,
    c_int,
    c_int,
    c_int,
    c_int,
    T,
    c_int,
    c_int,
    T,
    c_int,
) -> c_int;
/// `mkl_jit_destroy`.
type Destroy = unsafe extern "C" fn(*mut c_void) -> c_int;
type Get<T> = unsafe extern "C" fn(*const c_void) -> Option<Generated<T>>;
type Generated<T> = unsafe extern "C" fn(*mut c_void, *const T, *const T, *mut T);

/// `cblas_gemm_s8u8s32`, column-major: factors of the product and of C are single precision, and what is
/// added to elements of A, B and C comes behind each.
type OfIntegers = unsafe extern "C" fn(
    c_int,
    c_int,
    c_int,
    c_int,
    c_int,
    c_int,
    c_int,
    f32,
    *const i8,
    c_int,
    i8,
    *const u8,
    c_int,
    i8,
    f32,
    *mut i32,
    c_int,
    *const i32,
);

/// `CblasFixOffset`: one number is added to all of C.
const ONE_FOR_ALL: c_int = 173;

/// Its multiplication of integers.
#[derive(Clone, Copy, Debug)]
pub struct MklIntegers(OfIntegers);

impl MklIntegers {
    /// Adds the product of dense column-major matrices, m×k and k×n, to C.
    ///
    /// # Panics
    /// Where a slice is shorter than its matrix.
    pub fn multiply(self, [m, n, k]: [usize; 3], (a, b): (&[i8], &[u8]), c: &mut [i32]) {
        assert!(a.len() >= m * k && b.len() >= k * n && c.len() >= m * n, "slices hold matrices");
        let [rows, columns, steps] = [m, n, k].map(|extent| extent as c_int);
        let nothing = 0;
        // SAFETY: this is its type in `mkl_cblas.h`; slices hold the matrices (just checked), and the number
        // that is added to all of C is there.
        unsafe {
            (self.0)(
                COLUMN_MAJOR,
                AS_IT_IS,
                AS_IT_IS,
                ONE_FOR_ALL,
                rows,
                columns,
                steps,
                1.0,
                a.as_ptr(),
                rows,
                0,
                b.as_ptr(),
                steps,
                0,
                1.0,
                c.as_mut_ptr(),
                rows,
                &raw const nothing,
            );
        }
    }
}

/// The library.
#[derive(Clone, Debug)]
pub struct Mkl {
    shared: Shared,
    set_threads: unsafe extern "C" fn(c_int),
    single: Cblas<f32>,
    double: Cblas<f64>,
}

impl Mkl {
    /// Loads `libmkl_rt`, to be used by that many threads.
    ///
    /// # Errors
    /// It cannot be loaded, or lacks a function.
    pub fn load(path: &Path, threads: usize) -> Result<Self, String> {
        if threads > 1 {
            // The OpenMP runtime of its threads, where it lies next to the library.
            let runtime = path.with_file_name("libiomp5.so");
            if runtime.is_file() {
                Shared::load(&runtime)?;
            }
        }
        let shared = Shared::load(path)?;
        // SAFETY: this is its type in `mkl_service.h`.
        let set_layer: unsafe extern "C" fn(c_int) -> c_int =
            unsafe { shared.function(&["MKL_Set_Threading_Layer"]) }?;
        let layer = if threads == 1 { SEQUENTIAL } else { INTEL };
        // SAFETY: any layer may be chosen before the first computation.
        unsafe { set_layer(layer) };
        let mkl = Self {
            // SAFETY: these are their types in `mkl_service.h` and `mkl_cblas.h`.
            set_threads: unsafe { shared.function(&["MKL_Set_Num_Threads"]) }?,
            // SAFETY: as above.
            single: unsafe { shared.function(&["cblas_sgemm"]) }?,
            // SAFETY: as above.
            double: unsafe { shared.function(&["cblas_dgemm"]) }?,
            shared,
        };
        mkl.use_threads(threads);
        Ok(mkl)
    }

    /// Computes with that many threads from now on.
    pub fn use_threads(&self, threads: usize) {
        // SAFETY: any number may be set.
        unsafe { (self.set_threads)(threads as c_int) };
    }

    /// The kernel that it generates.
    ///
    /// # Errors
    /// It generates none on this processor or for this shape.
    pub(super) fn jit<T: Number>(&self, question: &Question) -> Result<Work<T>, String> {
        let (create, get) = self.jitter::<T>()?;
        let first = generate(create, get, question, question.reads_c)?;
        let others = if question.shape.batch == 1 { first } else { generate(create, get, question, true)? };
        let reads_c = question.reads_c;
        Ok(each_block(question, move |a, b, c, adds| {
            let (jitter, kernel) = if adds == reads_c { first } else { others };
            // SAFETY: the kernel was generated for blocks of these extents and strides, and C is apart.
            unsafe { kernel(jitter, a, b, c) };
        }))
    }

    /// Makes a kernel, and gives it back.
    ///
    /// # Errors
    /// It generates none on this processor or for this shape.
    pub fn making<T: Number>(&self, question: Question) -> Result<Repeated<'static>, String> {
        let (create, get) = self.jitter::<T>()?;
        // SAFETY: this is its type in `mkl_blas.h`.
        let destroy: Destroy = unsafe { self.shared.function(&["mkl_jit_destroy"]) }?;
        let make = move || {
            let made = generate(create, get, &question, question.reads_c);
            // SAFETY: the handle was made just now, and its kernel is not called any more.
            made.map(|(jitter, _)| unsafe { destroy(jitter) })
        };
        make()?;
        Ok(Box::new(move |calls| {
            for _ in 0..calls {
                let made = make();
                debug_assert!(made.is_ok());
            }
        }))
    }

    /// Its functions that make a kernel and get its address.
    fn jitter<T: Number>(&self) -> Result<(Create<T>, Get<T>), String> {
        let nth = usize::from(T::DTYPE == DType::F64);
        // SAFETY: this is its type in `mkl_blas.h`, for the type of elements that the name has.
        let create = unsafe { self.shared.function(&CREATE[nth..=nth]) }?;
        // SAFETY: as above.
        let get = unsafe { self.shared.function(&GET[nth..=nth]) }?;
        Ok((create, get))
    }

    /// Its multiplication of integers.
    ///
    /// # Errors
    /// It has none.
    pub fn integers(&self) -> Result<MklIntegers, String> {
        // SAFETY: this is its type in `mkl_cblas.h`.
        unsafe { self.shared.function(&["cblas_gemm_s8u8s32"]) }.map(MklIntegers)
    }

    /// Its BLAS.
    pub(super) fn blas<T: Number>(&self, question: &Question) -> Work<T> {
        blas(question, self.single, self.double)
    }
}

/// A kernel with the handle that it is called with; the library keeps both.
fn generate<T: Number>(
    create: Create<T>,
    get: Get<T>,
    question: &Question,
    reads_c: bool,
) -> Result<(*mut c_void, Generated<T>), String> {
    let Shape { m, n, k, .. } = question.shape;
    let [rows, columns, steps] = [m, n, k].map(|extent| extent as c_int);
    let (one, beta) = (T::from_f64(1.0), T::from_f64(f64::from(u8::from(reads_c))));
    let mut jitter = ptr::null_mut();
    // SAFETY: the handle is written, everything else is a number; leading dimensions are the extents.
    let status = unsafe {
        create(
            &raw mut jitter,
            COLUMN_MAJOR,
            AS_IT_IS,
            AS_IT_IS,
            rows,
            columns,
            steps,
            one,
            rows,
            steps,
            beta,
            rows,
        )
    };
    if status != GENERATED {
        return Err(format!("mkl_jit_create_{}gemm generates no code here: status {status}", T::LETTER));
    }
    // SAFETY: the handle was made just now.
    let kernel = unsafe { get(jitter) };
    kernel.map(|kernel| (jitter, kernel)).ok_or_else(|| "the handle has no kernel".to_owned())
}
