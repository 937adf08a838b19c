//! The element types, as the libraries in this program know them.
//!
//! Tests: `harness/bench/src/silicon/library/mod.rs`.

use tensmith::Element;

/// FP32 or FP64.
pub(crate) trait Number: Element + faer::traits::ComplexField {
    /// `matrixmultiply`'s function.
    const MATRIXMULTIPLY: MatrixMultiply<Self>;
    /// The letter that BLAS gives it.
    const LETTER: char;
}

/// M, K, N, alpha, A with the distances of its rows and columns, B, beta, C.
pub(crate) type MatrixMultiply<T> = unsafe fn(
    usize,
    usize,
    usize,
    T,
    *const T,
    isize,
    isize,
    *const T,
    isize,
    isize,
    T,
    *mut T,
    isize,
    isize,
);

impl Number for f32 {
    const MATRIXMULTIPLY: MatrixMultiply<Self> = matrixmultiply::sgemm;
    const LETTER: char = 's';
}

impl Number for f64 {
    const MATRIXMULTIPLY: MatrixMultiply<Self> = matrixmultiply::dgemm;
    const LETTER: char = 'd';
}
