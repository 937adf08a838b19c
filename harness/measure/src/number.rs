//! The element types, as libraries know them.
//!
//! Tests: `harness/measure/src/library/mod.rs`.

use tensmith::Element;

/// FP32 or FP64.
pub trait Number: Element + Peers {
    /// The letter that BLAS gives it.
    const LETTER: char;
}

impl Number for f32 {
    const LETTER: char = 's';
}

impl Number for f64 {
    const LETTER: char = 'd';
}

#[cfg(feature = "peers")]
pub use with_peers::{MatrixMultiply, Peers};

#[cfg(feature = "peers")]
mod with_peers {
    /// What the libraries that are crates need.
    pub trait Peers: faer::traits::ComplexField {
        /// `matrixmultiply`'s function.
        const MATRIXMULTIPLY: MatrixMultiply<Self>;
    }

    /// M, K, N, alpha, A with the distances of its rows and columns, B, beta, C.
    pub type MatrixMultiply<T> = unsafe fn(
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

    impl Peers for f32 {
        const MATRIXMULTIPLY: MatrixMultiply<Self> = matrixmultiply::sgemm;
    }

    impl Peers for f64 {
        const MATRIXMULTIPLY: MatrixMultiply<Self> = matrixmultiply::dgemm;
    }
}

/// What the libraries that are crates need: nothing, as they take no part.
#[cfg(not(feature = "peers"))]
pub trait Peers {}

#[cfg(not(feature = "peers"))]
impl<T> Peers for T {}
