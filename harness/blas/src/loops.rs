//! Multiplications by loops: where there is no code, or making it would not pay.
//!
//! Where a column of A is contiguous, columns of C are sums of multiples of such columns, which compilers vectorise; else
//! elements of C are products of rows and columns, with several sums at a time. No memory is needed.
//!
//! Tests: `tests/tests/blas.rs`.
#![allow(unsafe_code)]

use crate::key::Problem;
use std::slice;
use tensmith_core::Element;

/// Multiplies C by a factor. With 0, whatever C holds is not read.
///
/// # Safety
/// C can be read and written, and nothing else accesses it.
pub(crate) unsafe fn scale<T: Element>(problem: &Problem, beta: T, c: *mut T) {
    if beta == T::ONE {
        return;
    }
    for column in 0..problem.n {
        for row in 0..problem.m {
            let element = c.wrapping_add(column * problem.ldc + row);
            let value = if beta == T::ZERO {
                T::ZERO
            } else {
                // SAFETY: it is an element of C (caller's duty).
                beta * unsafe { element.read() }
            };
            // SAFETY: as above.
            unsafe { element.write(value) };
        }
    }
}

/// Adds the product to C, times alpha.
///
/// # Safety
/// A and B can be read; C can be read and written, nothing else accesses it, and it overlaps neither.
pub(crate) unsafe fn add_product<T: Element>(problem: &Problem, alpha: T, [a, b]: [*const T; 2], c: *mut T) {
    let [_, along_k] = problem.strides_a();
    let [b_along_k, b_along_n] = problem.strides_b();
    for column in 0..problem.n {
        let c = c.wrapping_add(column * problem.ldc);
        let b = b.wrapping_add(column * b_along_n);
        if problem.transposes[0] {
            for row in 0..problem.m {
                // SAFETY: both have k elements at these distances (caller's duty).
                let sum = unsafe { dot(problem.k, a.wrapping_add(row * problem.lda), (b, b_along_k)) };
                // SAFETY: it is an element of C, which nothing else accesses (caller's duty).
                let element = unsafe { &mut *c.wrapping_add(row) };
                *element = *element + alpha * sum;
            }
        } else {
            for depth in 0..problem.k {
                // SAFETY: it is an element of B (caller's duty).
                let factor = alpha * unsafe { b.wrapping_add(depth * b_along_k).read() };
                // SAFETY: a column of A, and one of C (caller's duty).
                unsafe { add_multiple(problem.m, factor, a.wrapping_add(depth * along_k), c) };
            }
        }
    }
}

/// Adds the multiple of a column to another.
///
/// # Safety
/// The one can be read, the other be written, and they are apart.
unsafe fn add_multiple<T: Element>(len: usize, factor: T, from: *const T, to: *mut T) {
    // SAFETY: it has that many elements (caller's duty).
    let from = unsafe { slice::from_raw_parts(from, len) };
    // SAFETY: so has this, apart from the other.
    let to = unsafe { slice::from_raw_parts_mut(to, len) };
    for (to, from) in to.iter_mut().zip(from) {
        *to = *to + factor * *from;
    }
}

/// The product of a contiguous row and a column with a stride.
///
/// # Safety
/// They have `len` elements, to be read.
unsafe fn dot<T: Element>(len: usize, row: *const T, (column, stride): (*const T, usize)) -> T {
    // As many sums as hide the time that an addition takes.
    const SUMS: usize = 8;
    let mut sums = [T::ZERO; SUMS];
    let mut at = 0;
    while at < len {
        for (place, sum) in (at..len).zip(&mut sums) {
            // SAFETY: `place` is less than `len` (caller's duty).
            let left = unsafe { row.wrapping_add(place).read() };
            // SAFETY: as above.
            *sum = *sum + left * unsafe { column.wrapping_add(place * stride).read() };
        }
        at += SUMS;
    }
    sums.into_iter().fold(T::ZERO, |total, sum| total + sum)
}
