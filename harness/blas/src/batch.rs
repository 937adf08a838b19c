//! Multiplications of one key at constant distances: looked up once, and shared by the threads where
//! there is enough to do.
//!
//! Tests: `tests/tests/blas_batch.rs`.
#![allow(unsafe_code)]

use crate::asked::Asked;
use crate::engine;
use crate::kept::Kept;
use crate::key::Key;
use crate::loops;
use crate::method::Method;
use crate::multiply;
use std::ops::Range;
use tensmith::parallel::Sequential;

/// Products from which waking other threads is worth while.
const SHARED: u64 = 1 << 21;

/// Matrices at constant distances, from the first on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<P> {
    pub(crate) first: P,
    /// Elements from one to the next.
    pub(crate) step: isize,
}

impl<T> Row<*const T> {
    fn nth(self, nth: usize) -> *const T {
        self.first.wrapping_offset(self.step.wrapping_mul(nth as isize))
    }
}

impl<T> Row<*mut T> {
    fn nth(self, nth: usize) -> *mut T {
        self.first.wrapping_offset(self.step.wrapping_mul(nth as isize))
    }
}

/// A batch of multiplications.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Batch<'k, T> {
    pub(crate) key: &'k Key,
    pub(crate) factors: [T; 2],
    pub(crate) inputs: [Row<*const T>; 2],
    pub(crate) c: Row<*mut T>,
    pub(crate) count: usize,
}

// SAFETY: no two of its multiplications share an element of C (duty of `Batch::multiply`).
unsafe impl<T: Sync> Sync for Batch<'_, T> {}

impl<T: Kept> Batch<'_, T> {
    /// Computes each.
    ///
    /// # Safety
    /// Those of [`multiply`](multiply::multiply) for each; those of C share no element.
    pub(crate) unsafe fn multiply(&self) {
        let problem = self.key.problem();
        if self.count == 0 || problem.m == 0 || problem.n == 0 {
            return;
        }
        let [alpha, beta] = self.factors;
        if problem.k == 0 || alpha == T::ZERO {
            // SAFETY: each C is there (caller's duty).
            return (0..self.count)
                .for_each(|nth| unsafe { loops::scale(&Sequential, &problem, beta, self.c.nth(nth)) });
        }
        // The batch counts as a single call: so code may be made for the second one.
        let asked = T::find(self.key, &problem);
        let asked = asked.as_ref();
        let some = |numbers: Range<usize>| {
            for nth in numbers {
                let inputs = self.inputs.map(|input| input.nth(nth));
                // SAFETY: the operands are there (caller's duty).
                unsafe { multiply::by(asked, &problem, self.factors, inputs, self.c.nth(nth)) };
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
