//! Multiplications of one key at constant distances, or at addresses of lists: looked up once, and shared by
//! the threads where there is enough to do.
//!
//! Tests: `tests/tests/blas_batch.rs`.
#![allow(unsafe_code)]

use crate::asked::Asked;
use crate::engine;
use crate::integer::Integer;
use crate::kept::Kept;
use crate::key::Key;
use crate::loops;
use crate::method::Method;
use crate::multiply;
use crate::request::Request;
use std::ops::Range;
use tensmith::parallel::Sequential;

/// Products from which waking other threads is worth while.
const SHARED: u64 = 1 << 21;

/// Matrices of a batch, by their numbers. `P` is the type of their addresses.
pub(crate) trait Matrices<P>: Copy {
    /// The address of one.
    ///
    /// # Safety
    /// There are more than `nth`.
    unsafe fn nth(self, nth: usize) -> P;
}

/// Matrices at constant distances, from the first on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<P> {
    pub(crate) first: P,
    /// Elements from one to the next.
    pub(crate) step: i64,
}

impl<T> Matrices<*const T> for Row<*const T> {
    unsafe fn nth(self, nth: usize) -> *const T {
        self.first.wrapping_offset((self.step as isize).wrapping_mul(nth as isize))
    }
}

impl<T> Matrices<*mut T> for Row<*mut T> {
    unsafe fn nth(self, nth: usize) -> *mut T {
        self.first.wrapping_offset((self.step as isize).wrapping_mul(nth as isize))
    }
}

/// Matrices at addresses of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct List<P>(pub(crate) *const P);

impl<P: Copy> Matrices<P> for List<P> {
    unsafe fn nth(self, nth: usize) -> P {
        // SAFETY: there are as many addresses (caller's duty).
        unsafe { self.0.wrapping_add(nth).read() }
    }
}

/// A batch of multiplications.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Batch<T, I, A, C> {
    pub(crate) request: Request<T, I>,
    pub(crate) inputs: [A; 2],
    pub(crate) c: C,
    pub(crate) count: usize,
}

// SAFETY: no two of its multiplications share an element of C (duty of `Batch::multiply`).
unsafe impl<T: Sync, I, A, C> Sync for Batch<T, I, A, C> {}

impl<T: Kept, I: Integer, A: Matrices<*const T>, C: Matrices<*mut T>> Batch<T, I, A, C> {
    /// Computes each.
    ///
    /// # Safety
    /// Those of [`multiply`](multiply::multiply) for each; those of C share no element.
    pub(crate) unsafe fn multiply(&self) {
        let key = self.request.key().filter(|key| !multiply::is_left::<T>(&key.problem()));
        if let Some(key) = key {
            // SAFETY: the caller's duty.
            return unsafe { self.multiply_alike(&key) };
        }
        for nth in 0..self.count {
            // SAFETY: there are more than `nth`.
            let (inputs, c) = unsafe { self.nth(nth) };
            // SAFETY: the operands are there (caller's duty).
            unsafe { self.request.multiply(inputs, c) };
        }
    }

    /// A and B, and C, of one.
    ///
    /// # Safety
    /// There are more than `nth`.
    unsafe fn nth(&self, nth: usize) -> ([*const T; 2], *mut T) {
        // SAFETY: the caller's duty.
        let inputs = self.inputs.map(|input| unsafe { input.nth(nth) });
        // SAFETY: the same.
        (inputs, unsafe { self.c.nth(nth) })
    }

    /// Computes each by the same method.
    ///
    /// # Safety
    /// Those of [`Batch::multiply`]; the key is that of the request.
    unsafe fn multiply_alike(&self, key: &Key) {
        let (problem, factors) = (key.problem(), self.request.factors);
        if self.count == 0 || problem.m == 0 || problem.n == 0 {
            return;
        }
        let [alpha, beta] = factors;
        if problem.k == 0 || alpha == T::ZERO {
            for nth in 0..self.count {
                // SAFETY: there are more than `nth`.
                let (_, c) = unsafe { self.nth(nth) };
                // SAFETY: each C is there (caller's duty).
                unsafe { loops::scale(&Sequential, &problem, beta, c) };
            }
            return;
        }
        // The batch counts as a single call: so code may be made for the second one.
        let asked = T::find(key, &problem);
        let asked = asked.as_ref();
        let some = |numbers: Range<usize>| {
            for nth in numbers {
                // SAFETY: there are more than `nth`.
                let (inputs, c) = unsafe { self.nth(nth) };
                // SAFETY: the operands are there (caller's duty).
                unsafe { multiply::by(asked, &problem, factors, inputs, c) };
            }
        };
        // A plan for threads runs on them itself.
        let is_shared = problem.is_large() && matches!(asked.and_then(Asked::method), Some(Method::Plan(_)));
        let is_long = problem.products().saturating_mul(self.count as u64) >= SHARED;
        let executor = engine::engine().filter(|_| is_long && !is_shared).map(engine::Engine::executor);
        // An executor that refuses has run nothing.
        if executor.is_none_or(|executor| executor.run(self.count, &some).is_err()) {
            some(0..self.count);
        }
    }
}
