//! LIBXSMM 2: `libxsmm_dispatch_gemm` and `libxsmm_dispatch_brgemm`.
//!
//! Tests: `harness/measure/src/library/mod.rs`, for a library that is missing.
#![allow(unsafe_code)]

use super::contestant::{Question, Work};
use super::shared::Shared;
use crate::number::Number;
use crate::operands::Feed;
use std::ffi::{c_int, c_uchar, c_uint, c_ulonglong, c_void};
use std::path::Path;
use std::ptr;
use tensmith_core::DType;

/// Flags, as in `libxsmm_typedefs.h`.
const BETA_0: c_uint = 4;
const BATCH_REDUCE_STRIDE: c_int = 4;

/// `libxsmm_gemm_shape`, with `libxsmm_blasint` and `libxsmm_datatype` of 32 bits.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
struct GemmShape {
    m: c_int,
    n: c_int,
    k: c_int,
    lda: c_int,
    ldb: c_int,
    ldc: c_int,
    a: c_int,
    b: c_int,
    out: c_int,
    computed: c_int,
}

/// `libxsmm_gemm_batch_reduce_config`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
struct BatchReduce {
    kind: c_int,
    /// In bytes.
    stride_a: c_int,
    stride_b: c_int,
    unroll: c_uchar,
}

/// `libxsmm_gemm_param`: state of the operation, then A, B and C, of which the first pointer counts.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
struct Parameters {
    operation: [*mut c_void; 4],
    a: [*mut c_void; 6],
    b: [*mut c_void; 6],
    c: [*mut c_void; 6],
}

type Generated = unsafe extern "C" fn(*const Parameters);
type DispatchGemm = unsafe extern "C" fn(GemmShape, c_uint, c_uint) -> Option<Generated>;
type DispatchBrgemm = unsafe extern "C" fn(GemmShape, c_uint, c_uint, BatchReduce) -> Option<Generated>;

/// The library.
#[derive(Clone, Debug)]
pub(super) struct Libxsmm {
    gemm: DispatchGemm,
    brgemm: DispatchBrgemm,
}

impl Libxsmm {
    /// Loads the library.
    ///
    /// # Errors
    /// It cannot be loaded, or lacks a function.
    pub(super) fn load(path: &Path) -> Result<Self, String> {
        let shared = Shared::load(path)?;
        // SAFETY: this is its type in `libxsmm.h`.
        let init: unsafe extern "C" fn() = unsafe { shared.function(&["libxsmm_init"]) }?;
        // SAFETY: it may be called any number of times.
        unsafe { init() };
        Ok(Self {
            // SAFETY: these are their types in `libxsmm.h`.
            gemm: unsafe { shared.function(&["libxsmm_dispatch_gemm"]) }?,
            // SAFETY: as above.
            brgemm: unsafe { shared.function(&["libxsmm_dispatch_brgemm"]) }?,
        })
    }

    /// The kernel that it generates.
    ///
    /// # Errors
    /// It generates none for this shape.
    pub(super) fn work<T: Number>(&self, question: &Question) -> Result<Work<T>, String> {
        let kernel = self.kernel::<T>(question).ok_or("the dispatcher returns no kernel")?;
        let batch = question.shape.batch as c_ulonglong;
        Ok(Box::new(move |feed: &Feed<T>| {
            let none = ptr::null_mut();
            let mut parameters =
                Parameters { operation: [none; 4], a: [none; 6], b: [none; 6], c: [none; 6] };
            parameters.operation[2] = (&raw const batch).cast_mut().cast();
            feed.each(|a, b, c| {
                parameters.a[0] = a.cast_mut().cast();
                parameters.b[0] = b.cast_mut().cast();
                parameters.c[0] = c.cast();
                // SAFETY: the kernel was generated for blocks of these extents and strides, C is apart, and
                // the number of blocks outlives the call.
                unsafe { kernel(&raw const parameters) };
            });
        }))
    }

    fn kernel<T: Number>(&self, question: &Question) -> Option<Generated> {
        let [m, n, k] = question.shape.extents().map(|extent| extent as c_int);
        // `LIBXSMM_DATATYPE_F64` and `LIBXSMM_DATATYPE_F32`.
        let dtype = c_int::from(T::DTYPE != DType::F64);
        let shape =
            GemmShape { m, n, k, lda: m, ldb: k, ldc: m, a: dtype, b: dtype, out: dtype, computed: dtype };
        let flags = if question.reads_c { 0 } else { BETA_0 };
        if question.shape.batch == 1 {
            // SAFETY: everything is a number.
            return unsafe { (self.gemm)(shape, flags, 0) };
        }
        let bytes = size_of::<T>() as c_int;
        let batch = BatchReduce {
            kind: BATCH_REDUCE_STRIDE,
            stride_a: m * k * bytes,
            stride_b: k * n * bytes,
            unroll: 0,
        };
        // SAFETY: as above.
        unsafe { (self.brgemm)(shape, flags, 0, batch) }
    }
}
