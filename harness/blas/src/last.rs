//! What a thread called last, to be called again after a look at the key alone.
//!
//! A key is remembered only if its arguments were checked and it has a kernel. One that was remembered before
//! a fork is neither called in the child nor given back there: that may wait for a lock of a thread that the
//! child does not have.
//!
//! Tests: `tests/tests/blas.rs`, `tests/tests/blas_fork.rs`.
#![allow(unsafe_code)]

use crate::asked::Asked;
use crate::forks;
use crate::key::Key;
use crate::method::Code;
use crate::number::Number;
use std::cell::RefCell;
use std::mem::ManuallyDrop;
use std::thread::LocalKey;

/// See the module's documentation.
#[derive(Debug)]
pub(crate) struct Last<T: Number>(RefCell<Option<Hit<T>>>);

#[derive(Debug)]
struct Hit<T: Number> {
    key: Key,
    forks: u32,
    code: Code<T>,
    /// Keeps the code mapped.
    asked: ManuallyDrop<Asked<T>>,
}

impl<T: Number> Drop for Hit<T> {
    fn drop(&mut self) {
        if self.forks == forks::so_far() {
            // SAFETY: it is not used any more.
            unsafe { ManuallyDrop::drop(&mut self.asked) };
        }
    }
}

impl<T: Number> Last<T> {
    pub(crate) const fn none() -> Self {
        Self(RefCell::new(None))
    }
}

/// Calls the kernel of a key, if it was called last on this thread.
///
/// # Safety
/// Those of [`multiply`](crate::multiply::multiply), for a key that is right.
#[inline(always)]
pub(crate) unsafe fn call<T: Number>(
    last: &'static LocalKey<Last<T>>,
    key: &Key,
    factors: [T; 2],
    inputs: [*const T; 2],
    c: *mut T,
) -> bool {
    let call = |last: &Last<T>| {
        let Ok(hit) = last.0.try_borrow() else { return false };
        let Some(hit) = hit.as_ref().filter(|hit| hit.key == *key && hit.forks == forks::so_far()) else {
            return false;
        };
        // SAFETY: the code is that of the key, which was checked when it was remembered; the operands are
        // there (caller's duty).
        unsafe { hit.code.call(factors, inputs, c) };
        true
    };
    // A thread that is ending has none.
    last.try_with(call).unwrap_or(false)
}

/// Remembers a key, if it has a kernel.
pub(crate) fn remember<T: Number>(last: &'static LocalKey<Last<T>>, key: &Key, asked: Asked<T>) {
    let Some(code) = asked.code() else { return };
    let hit = Hit { key: *key, forks: forks::so_far(), code, asked: ManuallyDrop::new(asked) };
    _ = last.try_with(|last| {
        let before = last.0.try_borrow_mut().ok().and_then(|mut last| last.replace(hit));
        drop(before);
    });
}
