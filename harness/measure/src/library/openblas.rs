//! OpenBLAS, and the interface of BLAS for C that it shares with others.
//!
//! Tests: `harness/measure/src/library/mod.rs`, for a library that is missing.
#![allow(unsafe_code)]

use super::block::each_block;
use super::contestant::{Question, Work};
use super::shared::Shared;
use crate::number::Number;
use crate::shape::Shape;
use std::ffi::c_int;
use std::path::Path;
use tensmith_core::DType;

/// `CblasColMajor` and `CblasNoTrans`.
const COLUMN_MAJOR: c_int = 102;
const AS_IT_IS: c_int = 111;

/// `cblas_?gemm`, of libraries with integers of 32 and of 64 bits: in the calling convention of System V an
/// argument has a register or eight bytes of the stack to itself, and a function that takes 32
/// bits ignores the others.
pub(super) type Cblas<T> =
    unsafe extern "C" fn(c_int, c_int, c_int, i64, i64, i64, T, *const T, i64, *const T, i64, T, *mut T, i64);

/// The library.
#[derive(Clone, Debug)]
pub(super) struct OpenBlas {
    set_threads: unsafe extern "C" fn(c_int),
    single: Cblas<f32>,
    double: Cblas<f64>,
}

impl OpenBlas {
    /// Loads the library, also that with 64-bit integers which comes with numpy.
    ///
    /// # Errors
    /// It cannot be loaded, or lacks a function.
    pub(super) fn load(path: &Path) -> Result<Self, String> {
        let shared = Shared::load(path)?;
        let spelled = |name: &str| [name.to_owned(), format!("{name}64_"), format!("scipy_{name}64_")];
        let [threads, single, double] =
            ["openblas_set_num_threads", "cblas_sgemm", "cblas_dgemm"].map(spelled);
        let openblas = Self {
            // SAFETY: these are their types in `cblas.h`; for integers see `Cblas`.
            set_threads: unsafe { shared.function(&threads.each_ref().map(String::as_str)) }?,
            // SAFETY: as above.
            single: unsafe { shared.function(&single.each_ref().map(String::as_str)) }?,
            // SAFETY: as above.
            double: unsafe { shared.function(&double.each_ref().map(String::as_str)) }?,
        };
        openblas.use_threads(1);
        Ok(openblas)
    }

    /// Computes with that many threads from now on.
    pub(super) fn use_threads(&self, threads: usize) {
        // SAFETY: any number may be set.
        unsafe { (self.set_threads)(threads as c_int) };
    }

    pub(super) fn work<T: Number>(&self, question: &Question) -> Work<T> {
        blas(question, self.single, self.double)
    }
}

/// Work by a library's BLAS.
pub(super) fn blas<T: Number>(question: &Question, single: Cblas<f32>, double: Cblas<f64>) -> Work<T> {
    match T::DTYPE {
        DType::F64 => blas_of(question, double),
        _ => blas_of(question, single),
    }
}

/// The same by the function for elements of type `U`, which are those of `T` under another name.
fn blas_of<T: Number, U: Number>(question: &Question, multiply: Cblas<U>) -> Work<T> {
    assert_eq!(T::DTYPE, U::DTYPE, "elements are as wide as the function says");
    let Shape { m, n, k, .. } = question.shape;
    let [m, n, k] = [m, n, k].map(|extent| extent as i64);
    let one = U::from_f64(1.0);
    each_block(question, move |a: *const T, b: *const T, c: *mut T, reads_c| {
        let beta = if reads_c { one } else { U::ZERO };
        let (a, b, c) = (a.cast(), b.cast(), c.cast());
        // SAFETY: the pointers are to blocks of these extents and strides and of this type, and C is apart.
        unsafe {
            multiply(COLUMN_MAJOR, AS_IT_IS, AS_IT_IS, m, n, k, one, a, m, b, k, beta, c, m);
        }
    })
}
