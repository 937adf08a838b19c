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
//! Multiples are those by each part of a number, which are added up apart. No memory is needed.
//!
//! Tests: `tests/tests/blas.rs`, `tests/tests/blas_factors.rs`.
#![allow(unsafe_code)]

use crate::key::Problem;
use crate::number::{Fused, Number};
use std::ops::Range;
use std::slice;
use tensmith::parallel::Executor;

/// Rows of C whose sums are kept at a time.
const ROWS: usize = 64;

/// Sums of one product that are kept at a time: as many as hide the time that an addition takes.
const SUMS: usize = 8;

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
pub(crate) unsafe fn scale<T: Number>(executor: &dyn Executor, problem: &Problem, beta: T, c: *mut T) {
    if beta == T::ONE {
        return;
    }
    let c = Output { first: c, step: problem.ldc };
    by_column(executor, problem.n, |column| {
        // SAFETY: it is a column of C, which nothing else accesses (caller's duty; each column once).
        unsafe { run(Scaling { beta, rows: problem.m, c: c.column(column) }) };
    });
}

/// Computes `C = alpha * A * B + beta * C`. With a beta of 0, whatever C holds is not read.
///
/// # Safety
/// A and B can be read; C can be read and written, nothing else accesses it, and it overlaps neither.
pub(crate) unsafe fn multiply<T: Number>(
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
pub(crate) unsafe fn combine<T: Number>(
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

impl<T: Number> Loops<T::Part> for Multiplication<'_, T> {
    #[inline(always)]
    unsafe fn run(self, add: impl Fn(T::Part, T::Part, T::Part) -> T::Part + Copy) {
        let Self { problem, factors, inputs: [a, b], c } = self;
        let [b_along_k, b_along_n] = problem.strides_b();
        let mut sums = T::each([T::ZERO; ROWS]);
        for column in 0..problem.n {
            let b = (b.wrapping_add(column * b_along_n), b_along_k);
            for first in (0..problem.m).step_by(ROWS) {
                let rows = ROWS.min(problem.m - first);
                if problem.transposes[0] {
                    for (row, sum) in (first..first + rows).zip(&mut sums.as_mut()[0]) {
                        let a = a.wrapping_add(row * problem.lda);
                        // SAFETY: both have k numbers at these distances (caller's duty).
                        let products = unsafe { dot::<T>(add, problem.k, a, b) };
                        *sum = T::joined(products, problem.conjugates);
                    }
                } else {
                    let a = (a.wrapping_add(first), problem.lda);
                    // SAFETY: A has as many rows from there, and k columns; B has k numbers at this distance
                    // (caller's duty).
                    unsafe { add_multiples::<T>(add, (rows, problem.k), a, b, &mut sums) };
                    join::<T>(&mut sums, rows, problem.conjugates);
                }
                let (sums, c) = (&sums.as_ref()[0][..rows], c.wrapping_add(column * problem.ldc + first));
                // SAFETY: C has as many rows from there, which nothing else accesses (caller's duty).
                unsafe { Combination { factors, sums, c }.run(add) };
            }
        }
    }
}

/// Adds up the multiples of some rows of columns by each part of a factor for each column.
///
/// # Safety
/// The columns have as many rows, and there are `k` of them, and of factors, at these distances, to be read.
#[inline(always)]
unsafe fn add_multiples<T: Number>(
    add: impl Fn(T::Part, T::Part, T::Part) -> T::Part + Copy,
    (rows, k): (usize, usize),
    (columns, between): (*const T, usize),
    (factors, stride): (*const T, usize),
    sums: &mut T::Each<[T; ROWS]>,
) {
    *sums = T::each([T::ZERO; ROWS]);
    for depth in 0..k {
        // SAFETY: `depth` is less than `k` (caller's duty).
        let factor = unsafe { factors.wrapping_add(depth * stride).read() };
        let column = columns.wrapping_add(depth * between);
        // SAFETY: it has that many rows (caller's duty).
        let column = parts(unsafe { slice::from_raw_parts(column, rows) });
        for (sums, factor) in sums.as_mut().iter_mut().zip(factor.parts().as_ref()) {
            for (sum, part) in parts_mut(&mut sums[..rows]).iter_mut().zip(column) {
                *sum = add(*factor, *part, *sum);
            }
        }
    }
}

/// The parts of numbers, one after the other.
#[inline(always)]
fn parts<T: Number>(numbers: &[T]) -> &[T::Part] {
    let len = numbers.len() * T::TYPE.parts();
    // SAFETY: a real number is its own part, and `Complex` is two of them in a row, as it is in C.
    unsafe { slice::from_raw_parts(numbers.as_ptr().cast(), len) }
}

/// The same, to be written.
#[inline(always)]
fn parts_mut<T: Number>(numbers: &mut [T]) -> &mut [T::Part] {
    let len = numbers.len() * T::TYPE.parts();
    // SAFETY: as above; any parts make a number.
    unsafe { slice::from_raw_parts_mut(numbers.as_mut_ptr().cast(), len) }
}

/// Makes products of the multiples in some rows, in the place of the first one in each.
#[inline(always)]
fn join<T: Number>(multiples: &mut T::Each<[T; ROWS]>, rows: usize, conjugates: [bool; 2]) {
    for row in 0..rows.min(ROWS) {
        let mut numbers = T::each(T::ZERO);
        for (number, multiples) in numbers.as_mut().iter_mut().zip(multiples.as_ref()) {
            *number = multiples[row];
        }
        multiples.as_mut()[0][row] = T::joined(numbers, conjugates);
    }
}

/// The products of a contiguous row with each part of the numbers of a column with a stride.
///
/// # Safety
/// They have `len` numbers, to be read.
#[inline(always)]
unsafe fn dot<T: Number>(
    add: impl Fn(T::Part, T::Part, T::Part) -> T::Part + Copy,
    len: usize,
    row: *const T,
    (column, stride): (*const T, usize),
) -> T::Each<T> {
    let mut sums = T::each([T::ZERO; SUMS]);
    let mut at = 0;
    while at < len {
        for (place, lane) in (at..len).zip(0..SUMS) {
            // SAFETY: `place` is less than `len` (caller's duty).
            let left = unsafe { row.wrapping_add(place).read() };
            // SAFETY: as above.
            let right = unsafe { column.wrapping_add(place * stride).read() };
            for (sums, factor) in sums.as_mut().iter_mut().zip(right.parts().as_ref()) {
                sums[lane] = left.multiple(*factor, sums[lane], add);
            }
        }
        at += SUMS;
    }
    let mut totals = T::each(T::ZERO);
    for (total, sums) in totals.as_mut().iter_mut().zip(sums.as_ref()) {
        for sum in sums {
            *total = sum.multiple(T::ONE.re(), *total, add);
        }
    }
    totals
}

/// `alpha * sum + beta * C` for numbers of C in a row.
#[derive(Debug)]
struct Combination<'s, T> {
    factors: [T; 2],
    sums: &'s [T],
    c: *mut T,
}

impl<T: Number> Loops<T::Part> for Combination<'_, T> {
    #[inline(always)]
    unsafe fn run(self, add: impl Fn(T::Part, T::Part, T::Part) -> T::Part + Copy) {
        let [alpha, beta] = self.factors;
        for (row, sum) in self.sums.iter().enumerate() {
            let element = self.c.wrapping_add(row);
            let value = if beta == T::ZERO {
                alpha.times(*sum)
            } else {
                // SAFETY: it is an element of C (caller's duty).
                alpha.multiply_add(*sum, beta.times(unsafe { element.read() }), add)
            };
            // SAFETY: as above.
            unsafe { element.write(value) };
        }
    }
}

/// `beta * C` for numbers of C in a row.
#[derive(Debug)]
struct Scaling<T> {
    beta: T,
    rows: usize,
    c: *mut T,
}

impl<T: Number> Loops<T::Part> for Scaling<T> {
    #[inline(always)]
    unsafe fn run(self, _: impl Fn(T::Part, T::Part, T::Part) -> T::Part + Copy) {
        for row in 0..self.rows {
            let element = self.c.wrapping_add(row);
            let value = if self.beta == T::ZERO {
                T::ZERO
            } else {
                // SAFETY: it is an element of C (caller's duty).
                self.beta.times(unsafe { element.read() })
            };
            // SAFETY: as above.
            unsafe { element.write(value) };
        }
    }
}
