//! Multiplications by loops: where there is no code, or making it would not pay.
//!
//! Problem: a program that makes the same call again gets code for it some day, and its results must not be
//! of another kind then: neither infinite nor zero where they were not before. Idea: factors and roundings
//! have the places that they have in kernels. Sums are of A and B alone; alpha multiplies a sum when it is
//! complete, and is added to `beta * C` in one rounding. A product is added to its sum in one rounding, too,
//! where the processor can, which is wherever there is code.
//!
//! Where a column of A is contiguous, some rows of a column of C are sums of multiples of such columns, which
//! compilers vectorise; else elements of C are products of rows and columns, with several sums at a time.
//! No memory is needed.
//!
//! Tests: `tests/tests/blas.rs`, `tests/tests/blas_factors.rs`.
#![allow(unsafe_code)]

use crate::key::Problem;
use std::ops::Range;
use std::slice;
use tensmith::parallel::Executor;
use tensmith_core::Element;

/// Rows of C whose sums are kept at a time.
const ROWS: usize = 64;

/// Numbers that the processor adds a product to, where it has an instruction for that.
pub(crate) trait Fused: Element {
    /// `self * factor + term`, rounded once.
    fn fused(self, factor: Self, term: Self) -> Self;
}

impl Fused for f32 {
    #[inline(always)]
    fn fused(self, factor: Self, term: Self) -> Self {
        self.mul_add(factor, term)
    }
}

impl Fused for f64 {
    #[inline(always)]
    fn fused(self, factor: Self, term: Self) -> Self {
        self.mul_add(factor, term)
    }
}

/// Loops that add products, with `add(x, y, term)` for `x * y + term`.
trait Loops<T> {
    /// # Safety
    /// The memory is there, and is left alone.
    unsafe fn run(self, add: impl Fn(T, T, T) -> T + Copy);
}

/// Runs loops, with one rounding for each product where the processor can.
///
/// # Safety
/// Those of [`Loops::run`].
unsafe fn run<T: Fused>(loops: impl Loops<T>) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma") {
        // SAFETY: the processor has both (just asked); the caller's duty.
        return unsafe { run_fused(loops) };
    }
    if cfg!(target_arch = "aarch64") {
        // SAFETY: the caller's duty.
        unsafe { loops.run(T::fused) };
    } else {
        // SAFETY: the caller's duty.
        unsafe { loops.run(|x, y, term| x * y + term) };
    }
}

/// The same with what every x86-64 machine has that executes code.
///
/// # Safety
/// Those of [`Loops::run`]; the processor has the features.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
unsafe fn run_fused<T: Fused>(loops: impl Loops<T>) {
    // SAFETY: the caller's duty.
    unsafe { loops.run(T::fused) };
}

/// Multiplies C by a factor, on some threads. With 0, whatever C holds is not read.
///
/// # Safety
/// C can be read and written, and nothing else accesses it.
pub(crate) unsafe fn scale<T: Element>(executor: &dyn Executor, problem: &Problem, beta: T, c: *mut T) {
    if beta == T::ONE {
        return;
    }
    let c = Output { first: c, step: problem.ldc };
    by_column(executor, problem.n, |column| {
        for row in 0..problem.m {
            let element = c.column(column).wrapping_add(row);
            let value = if beta == T::ZERO {
                T::ZERO
            } else {
                // SAFETY: it is an element of C (caller's duty).
                beta * unsafe { element.read() }
            };
            // SAFETY: as above.
            unsafe { element.write(value) };
        }
    });
}

/// Computes `C = alpha * A * B + beta * C`. With a beta of 0, whatever C holds is not read.
///
/// # Safety
/// A and B can be read; C can be read and written, nothing else accesses it, and it overlaps neither.
pub(crate) unsafe fn multiply<T: Fused>(
    problem: &Problem,
    factors: [T; 2],
    inputs: [*const T; 2],
    c: *mut T,
) {
    // SAFETY: the caller's duty.
    unsafe { run(Multiplication { problem, factors, inputs, c }) };
}

/// Computes `C = alpha * sums + beta * C` on some threads, from sums without gaps. With a beta of 0, whatever
/// C holds is not read.
///
/// # Safety
/// The sums can be read; C can be read and written, nothing else accesses it, and it is apart from them.
pub(crate) unsafe fn combine<T: Fused>(
    executor: &dyn Executor,
    problem: &Problem,
    factors: [T; 2],
    sums: *const T,
    c: *mut T,
) {
    // SAFETY: there are as many sums (caller's duty).
    let sums = unsafe { slice::from_raw_parts(sums, problem.m * problem.n) };
    let c = Output { first: c, step: problem.ldc };
    by_column(executor, problem.n, |column| {
        let sums = &sums[column * problem.m..][..problem.m];
        // SAFETY: it is a column of C, which nothing else accesses (caller's duty; each column once).
        unsafe { run(Combination { factors, sums, c: c.column(column) }) };
    });
}

/// A matrix, whose columns some threads write.
#[derive(Clone, Copy, Debug)]
struct Output<T> {
    first: *mut T,
    step: usize,
}

// SAFETY: each column is accessed by one thread (`by_column`).
unsafe impl<T: Send> Sync for Output<T> {}

impl<T> Output<T> {
    fn column(&self, column: usize) -> *mut T {
        self.first.wrapping_add(column * self.step)
    }
}

/// Does something to each column.
fn by_column(executor: &dyn Executor, columns: usize, work: impl Fn(usize) + Sync) {
    let some = |columns: Range<usize>| columns.for_each(&work);
    // An executor that refuses has run nothing.
    if executor.run(columns, &some).is_err() {
        some(0..columns);
    }
}

/// `C = alpha * A * B + beta * C`.
#[derive(Clone, Copy, Debug)]
struct Multiplication<'p, T> {
    problem: &'p Problem,
    factors: [T; 2],
    inputs: [*const T; 2],
    c: *mut T,
}

impl<T: Element> Loops<T> for Multiplication<'_, T> {
    #[inline(always)]
    unsafe fn run(self, add: impl Fn(T, T, T) -> T + Copy) {
        let Self { problem, factors, inputs: [a, b], c } = self;
        let [_, a_along_k] = problem.strides_a();
        let [b_along_k, b_along_n] = problem.strides_b();
        for column in 0..problem.n {
            let b = b.wrapping_add(column * b_along_n);
            for first in (0..problem.m).step_by(ROWS) {
                let mut sums = [T::ZERO; ROWS];
                let sums = &mut sums[..ROWS.min(problem.m - first)];
                if problem.transposes[0] {
                    for (row, sum) in (first..).zip(&mut *sums) {
                        let a = a.wrapping_add(row * problem.lda);
                        // SAFETY: both have k elements at these distances (caller's duty).
                        *sum = unsafe { dot(add, problem.k, a, (b, b_along_k)) };
                    }
                } else {
                    for depth in 0..problem.k {
                        // SAFETY: it is an element of B (caller's duty).
                        let factor = unsafe { b.wrapping_add(depth * b_along_k).read() };
                        let a = a.wrapping_add(depth * a_along_k + first);
                        // SAFETY: A has as many rows from there (caller's duty).
                        unsafe { add_multiple(add, factor, a, sums) };
                    }
                }
                let c = c.wrapping_add(column * problem.ldc + first);
                // SAFETY: C has as many rows from there, which nothing else accesses (caller's duty).
                unsafe { Combination { factors, sums, c }.run(add) };
            }
        }
    }
}

/// Adds the multiple of a part of a column to sums.
///
/// # Safety
/// There are as many elements to be read.
#[inline(always)]
unsafe fn add_multiple<T: Element>(add: impl Fn(T, T, T) -> T, factor: T, from: *const T, sums: &mut [T]) {
    // SAFETY: it has that many elements (caller's duty).
    let from = unsafe { slice::from_raw_parts(from, sums.len()) };
    for (sum, from) in sums.iter_mut().zip(from) {
        *sum = add(factor, *from, *sum);
    }
}

/// The product of a contiguous row and a column with a stride.
///
/// # Safety
/// They have `len` elements, to be read.
#[inline(always)]
unsafe fn dot<T: Element>(
    add: impl Fn(T, T, T) -> T,
    len: usize,
    row: *const T,
    (column, stride): (*const T, usize),
) -> T {
    // As many sums as hide the time that an addition takes.
    const SUMS: usize = 8;
    let mut sums = [T::ZERO; SUMS];
    let mut at = 0;
    while at < len {
        for (place, sum) in (at..len).zip(&mut sums) {
            // SAFETY: `place` is less than `len` (caller's duty).
            let left = unsafe { row.wrapping_add(place).read() };
            // SAFETY: as above.
            *sum = add(left, unsafe { column.wrapping_add(place * stride).read() }, *sum);
        }
        at += SUMS;
    }
    sums.into_iter().fold(T::ZERO, |total, sum| total + sum)
}

/// `alpha * sum + beta * C` for elements of C in a row.
#[derive(Debug)]
struct Combination<'s, T> {
    factors: [T; 2],
    sums: &'s [T],
    c: *mut T,
}

impl<T: Element> Loops<T> for Combination<'_, T> {
    #[inline(always)]
    unsafe fn run(self, add: impl Fn(T, T, T) -> T + Copy) {
        let [alpha, beta] = self.factors;
        for (row, sum) in self.sums.iter().enumerate() {
            let element = self.c.wrapping_add(row);
            let value = if beta == T::ZERO {
                alpha * *sum
            } else {
                // SAFETY: it is an element of C (caller's duty).
                add(alpha, *sum, beta * unsafe { element.read() })
            };
            // SAFETY: as above.
            unsafe { element.write(value) };
        }
    }
}
