//! The peers that are crates: `gemm`, `matrixmultiply` and `faer`.
//!
//! Tests: `harness/measure/src/library/mod.rs`.
#![allow(unsafe_code)]

use super::block::each_block;
use super::contestant::{Question, Work};
use crate::number::Number;
use crate::shape::Shape;
use faer::{Accum, MatMut, MatRef, Par};

/// The crate `gemm`.
pub(super) fn gemm<T: Number>(question: &Question) -> Work<T> {
    let (Shape { m, n, k, .. }, one) = (question.shape, T::from_f64(1.0));
    let parallelism = match question.threads {
        1 => gemm::Parallelism::None,
        threads => gemm::Parallelism::Rayon(threads),
    };
    each_block(question, move |a, b, c, reads_c| {
        // SAFETY: the pointers are to blocks of these extents and strides, and C is apart.
        unsafe {
            gemm::gemm(
                m,
                n,
                k,
                c,
                m as isize,
                1,
                reads_c,
                a,
                m as isize,
                1,
                b,
                k as isize,
                1,
                one,
                one,
                false,
                false,
                false,
                parallelism,
            );
        }
    })
}

/// The crate `matrixmultiply`.
pub(super) fn matrixmultiply<T: Number>(question: &Question) -> Work<T> {
    let (Shape { m, n, k, .. }, one) = (question.shape, T::from_f64(1.0));
    each_block(question, move |a, b, c, reads_c| {
        let beta = if reads_c { one } else { T::ZERO };
        let (down_a, down_b) = (m as isize, k as isize);
        // SAFETY: the pointers are to blocks of these extents and strides, and C is apart.
        unsafe { T::MATRIXMULTIPLY(m, k, n, one, a, 1, down_a, b, 1, down_b, beta, c, 1, down_a) };
    })
}

/// The crate `faer`.
pub(super) fn faer<T: Number>(question: &Question) -> Work<T> {
    let (Shape { m, n, k, .. }, one) = (question.shape, T::from_f64(1.0));
    let parallelism = match question.threads {
        1 => Par::Seq,
        threads => Par::rayon(threads),
    };
    each_block(question, move |a, b, c, reads_c| {
        // SAFETY: the pointer is to a block of these extents and strides.
        let a = unsafe { MatRef::from_raw_parts(a, m, k, 1, m as isize) };
        // SAFETY: as above.
        let b = unsafe { MatRef::from_raw_parts(b, k, n, 1, k as isize) };
        // SAFETY: as above, and nothing else is in C.
        let c = unsafe { MatMut::from_raw_parts_mut(c, m, n, 1, m as isize) };
        let beta = if reads_c { Accum::Add } else { Accum::Replace };
        faer::linalg::matmul::matmul(c, beta, a, b, one, parallelism);
    })
}
