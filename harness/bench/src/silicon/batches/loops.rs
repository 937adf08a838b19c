//! A peer without a library: three loops in Rust, of extents that the compiler knows.
//!
//! Tests: `harness/bench/src/silicon/batches/mod.rs`.
#![allow(unsafe_code)]

use super::Counts;
use tensmith_measure::library::{Question, Work};
use tensmith_measure::peak::Vectors;
use tensmith_measure::shape::Shape;

/// The loops, for the extents that they are written for, with the instructions of this processor: as of
/// `-C target-cpu=native`.
pub(super) fn work<T: Counts>(question: &Question, vectors: Vectors) -> Result<Work<T>, String> {
    let Question { shape: Shape { m, n, k, batch, .. }, reads_c, .. } = *question;
    match ([m, n, k], batch, reads_c) {
        ([3, 3, 3], 1, false) => Ok(looped::<T, 3, 3, 3>(vectors)),
        ([4, 4, 4], 1, false) => Ok(looped::<T, 4, 4, 4>(vectors)),
        ([5, 3, 7], 1, false) => Ok(looped::<T, 5, 3, 7>(vectors)),
        ([8, 8, 8], 1, false) => Ok(looped::<T, 8, 8, 8>(vectors)),
        _ => Err("it is written for a few shapes".to_owned()),
    }
}

fn looped<T: Counts, const M: usize, const N: usize, const K: usize>(vectors: Vectors) -> Work<T> {
    Box::new(move |feed| {
        feed.each(|a, b, c| {
            // SAFETY: the pointer is to a column-major matrix of these extents, which
            // nothing writes meanwhile.
            let a = unsafe { &*a.cast::<[[T; M]; K]>() };
            // SAFETY: as above.
            let b = unsafe { &*b.cast::<[[T; K]; N]>() };
            // SAFETY: as above, and nothing else accesses C.
            let c = unsafe { &mut *c.cast::<[[T; M]; N]>() };
            match vectors {
                // SAFETY: `Vectors::widest` found the features on this machine.
                Vectors::Avx512 => unsafe { with_avx512(a, b, c) },
                // SAFETY: as above.
                Vectors::Avx2 => unsafe { with_avx2(a, b, c) },
            }
        });
    })
}

#[target_feature(enable = "avx2,fma,avx512f")]
fn with_avx512<T: Counts, const M: usize, const N: usize, const K: usize>(
    a: &[[T; M]; K],
    b: &[[T; K]; N],
    c: &mut [[T; M]; N],
) {
    multiply(a, b, c);
}

#[target_feature(enable = "avx2,fma")]
fn with_avx2<T: Counts, const M: usize, const N: usize, const K: usize>(
    a: &[[T; M]; K],
    b: &[[T; K]; N],
    c: &mut [[T; M]; N],
) {
    multiply(a, b, c);
}

/// C = A·B.
#[inline(always)]
fn multiply<T: Counts, const M: usize, const N: usize, const K: usize>(
    a: &[[T; M]; K],
    b: &[[T; K]; N],
    c: &mut [[T; M]; N],
) {
    for (b, c) in b.iter().zip(c) {
        let mut sums = [T::ZERO; M];
        for (a, b) in a.iter().zip(b) {
            for (sum, a) in sums.iter_mut().zip(a) {
                *sum = *sum + *a * *b;
            }
        }
        *c = sums;
    }
}
