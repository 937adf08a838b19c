//! TBLIS: `tblis_tensor_mult`, with the structures of its current header, in which double
//! precision is type 2.
//!
//! Tests: `harness/measure/src/library/mod.rs`, for a library that is missing.
#![allow(unsafe_code)]

use super::shared::Shared;
use crate::contraction::Contraction;
use crate::number::Number;
use std::ffi::{c_char, c_int, c_uint, c_void};
use std::path::Path;
use std::ptr;
use tensmith_core::DType;

/// `tblis_tensor`; the scalar is a union as large as two numbers of double precision, and a type.
#[repr(C)]
#[derive(Debug)]
struct Tensor {
    dtype: c_int,
    conjugate: c_int,
    scalar: [u64; 2],
    scalar_type: c_int,
    data: *mut c_void,
    dimensions: c_int,
    lengths: *const isize,
    strides: *const isize,
}

type Multiply = unsafe extern "C" fn(
    *const c_void,
    *const c_void,
    *const Tensor,
    *const c_char,
    *const Tensor,
    *const c_char,
    *mut Tensor,
    *const c_char,
);

/// The library.
#[derive(Clone, Debug)]
pub struct Tblis {
    multiply: Multiply,
}

impl Tblis {
    /// Loads the library, for one thread.
    ///
    /// # Errors
    /// It cannot be loaded, or lacks a function.
    pub fn load(path: &Path) -> Result<Self, String> {
        let shared = Shared::load(path)?;
        // SAFETY: this is its type in `thread.h`.
        let set_threads: unsafe extern "C" fn(c_uint) =
            unsafe { shared.function(&["tblis_set_num_threads"]) }?;
        // SAFETY: any number may be set.
        unsafe { set_threads(1) };
        // SAFETY: this is its type in `mult.h`.
        Ok(Self { multiply: unsafe { shared.function(&["tblis_tensor_mult"]) }? })
    }

    /// Contracts once, and overwrites the output.
    ///
    /// # Panics
    /// If a slice has not all elements of its tensor.
    pub fn contract<T: Number>(&self, contraction: &Contraction, in0: &[T], in1: &[T], out: &mut [T]) {
        let lengths = contraction.elements();
        assert_eq!([in0.len(), in1.len(), out.len()], lengths, "every element is there");
        let indices = contraction.indices();
        let signed = |numbers: Vec<usize>| numbers.into_iter().map(|n| n as isize).collect::<Vec<_>>();
        let shapes = indices.map(|indices| signed(contraction.shape(indices)));
        let strides = indices.map(|indices| signed(contraction.strides(indices)));
        let names =
            indices.map(|indices| indices.bytes().map(|b| b as c_char).chain([0]).collect::<Vec<_>>());
        let tensor = |nth: usize, data: *mut T, factor: f64| Tensor {
            dtype: type_of::<T>(),
            conjugate: 0,
            scalar: [T::from_f64(factor).to_bits(), 0],
            scalar_type: type_of::<T>(),
            data: data.cast(),
            dimensions: shapes[nth].len() as c_int,
            lengths: shapes[nth].as_ptr(),
            strides: strides[nth].as_ptr(),
        };
        let a = tensor(0, in0.as_ptr().cast_mut(), 1.0);
        let b = tensor(1, in1.as_ptr().cast_mut(), 1.0);
        let mut c = tensor(2, out.as_mut_ptr(), 0.0);
        // SAFETY: the tensors have all of their elements (just checked), lists and names outlive the call,
        // inputs are only read, and nothing else accesses the output. Without a communicator and a
        // configuration, it takes its own.
        unsafe {
            (self.multiply)(
                ptr::null(),
                ptr::null(),
                &raw const a,
                names[0].as_ptr(),
                &raw const b,
                names[1].as_ptr(),
                &raw mut c,
                names[2].as_ptr(),
            );
        }
    }
}

/// `TYPE_SINGLE` or `TYPE_DOUBLE`.
fn type_of<T: Number>() -> c_int {
    if T::DTYPE == DType::F64 { 2 } else { 0 }
}
