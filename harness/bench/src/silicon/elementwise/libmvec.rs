//! `libmvec`, glibc's functions of vectors: `_ZGVeN16v_expf` takes 16 numbers in a register of 512 bits,
//! `_ZGVdN8v_expf` 8 in one of 256.
//!
//! Tests: `harness/bench/src/silicon/elementwise/mod.rs`.
#![allow(unsafe_code)]
#![expect(
    improper_ctypes_definitions,
    reason = "the C convention of System V passes these types in registers"
)]

use super::{Arrays, Work};
use std::arch::x86_64::{
    __m256, __m512, _mm256_loadu_ps, _mm256_storeu_ps, _mm512_loadu_ps, _mm512_storeu_ps,
};
use std::path::Path;
use tensmith_measure::library::Shared;
use tensmith_measure::peak::Vectors;

/// One function.
#[derive(Clone, Copy, Debug)]
pub(super) enum Libmvec {
    Avx512(unsafe extern "C" fn(__m512) -> __m512),
    Avx2(unsafe extern "C" fn(__m256) -> __m256),
}

impl Libmvec {
    /// Finds the function `name` for vectors of single precision.
    ///
    /// # Errors
    /// This system has no such library, or it no such function.
    pub(super) fn load(name: &str, vectors: Vectors) -> Result<Self, String> {
        let shared = Shared::load(Path::new("libmvec.so.1"))?;
        let symbol = |prefix: &str| format!("{prefix}v_{name}f");
        match vectors {
            // SAFETY: this is its type in the vector function ABI of x86-64.
            Vectors::Avx512 => unsafe { shared.function(&[&symbol("_ZGVeN16")]) }.map(Self::Avx512),
            // SAFETY: as above.
            Vectors::Avx2 => unsafe { shared.function(&[&symbol("_ZGVdN8")]) }.map(Self::Avx2),
        }
    }

    /// Maps it over all elements, whose number is a multiple of 16.
    pub(super) fn work(self) -> Work {
        match self {
            // SAFETY: `load` took it because the machine has these vectors.
            Self::Avx512(function) => Box::new(move |arrays| unsafe { map_512(function, arrays) }),
            // SAFETY: as above.
            Self::Avx2(function) => Box::new(move |arrays| unsafe { map_256(function, arrays) }),
        }
    }
}

/// # Safety
/// The function is one of `libmvec`.
#[target_feature(enable = "avx512f")]
unsafe fn map_512(function: unsafe extern "C" fn(__m512) -> __m512, arrays: &mut Arrays) {
    for (x, out) in arrays.in0.chunks_exact(16).zip(arrays.out.chunks_exact_mut(16)) {
        // SAFETY: the chunk has 16 numbers.
        let x = unsafe { _mm512_loadu_ps(x.as_ptr()) };
        // SAFETY: any numbers may be passed (caller's duty).
        let y = unsafe { function(x) };
        // SAFETY: the chunk has room for 16.
        unsafe { _mm512_storeu_ps(out.as_mut_ptr(), y) };
    }
}

/// # Safety
/// The function is one of `libmvec`.
#[target_feature(enable = "avx2")]
unsafe fn map_256(function: unsafe extern "C" fn(__m256) -> __m256, arrays: &mut Arrays) {
    for (x, out) in arrays.in0.chunks_exact(8).zip(arrays.out.chunks_exact_mut(8)) {
        // SAFETY: the chunk has 8 numbers.
        let x = unsafe { _mm256_loadu_ps(x.as_ptr()) };
        // SAFETY: any numbers may be passed (caller's duty).
        let y = unsafe { function(x) };
        // SAFETY: the chunk has room for 8.
        unsafe { _mm256_storeu_ps(out.as_mut_ptr(), y) };
    }
}
