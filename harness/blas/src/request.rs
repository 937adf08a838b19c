//! What a call asks for, on column-major matrices and with the integers of its face.
//!
//! Tests: `tests/tests/blas.rs`, `tests/tests/blas_ilp64.rs`, `tests/tests/blas_errors.rs`.
#![allow(unsafe_code)]

use crate::check::Places;
use crate::integer::{Integer, widened};
use crate::kept::Kept;
use crate::key::{Key, Transpose};
use crate::{last, multiply};

/// See the module's documentation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request<T, I> {
    pub(crate) transposes: [Transpose; 2],
    /// m, n, k, lda, ldb, ldc.
    pub(crate) numbers: [I; 6],
    pub(crate) factors: [T; 2],
}

impl<T: Kept, I: Integer> Request<T, I> {
    /// Its key; none where it says more than keys can.
    #[inline(always)]
    pub(crate) fn key(&self) -> Option<Key> {
        let &Self { transposes, numbers, factors } = self;
        Some(Key::new(transposes, I::narrow(numbers)?, factors))
    }

    /// The number of the first argument that is wrong, as the caller counts.
    pub(crate) fn first_wrong(&self, places: Places) -> Option<i32> {
        places.first_wrong(self.transposes, widened(self.numbers))
    }

    /// Multiplies if it is what this thread called last; returns whether it was.
    ///
    /// # Safety
    /// Those of [`multiply`](multiply::multiply), where the key is right.
    #[inline(always)]
    pub(crate) unsafe fn repeat(&self, inputs: [*const T; 2], c: *mut T) -> bool {
        let Some(key) = self.key() else { return false };
        // SAFETY: what was called last was right; the caller's duty.
        unsafe { last::call(T::last(), &key, self.factors, inputs, c) }
    }

    /// Multiplies.
    ///
    /// # Safety
    /// Those of [`multiply`](multiply::multiply); the request was checked.
    pub(crate) unsafe fn multiply(&self, inputs: [*const T; 2], c: *mut T) {
        let &Self { transposes, numbers, factors } = self;
        match self.key() {
            // SAFETY: the caller's duty.
            Some(key) => unsafe { multiply::multiply(&key, factors, inputs, c) },
            None => {
                let key = Key::new(transposes, [0; 6], factors);
                let problem = key.problem_of(widened(numbers));
                // SAFETY: the caller's duty.
                unsafe { multiply::wide(&key, &problem, factors, inputs, c) };
            }
        }
    }
}
