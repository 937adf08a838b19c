//! What is left of the calling thread's stack: making code takes more than some threads have.
//!
//! A program may have stacks of its own, for coroutines or signals: what is outside of the
//! thread's is unknown.
//!
//! Tests: `tests/tests/blas_stack.rs`.
#![allow(unsafe_code)]

use std::hint::black_box;
use std::ptr;

/// Returns the bytes that are left of the calling thread's stack; none where that is not known.
#[must_use]
pub fn left() -> Option<usize> {
    let local = 0_u8;
    let here = ptr::from_ref(black_box(&local)).addr();
    // SAFETY: it has no conditions.
    let thread = unsafe { libc::pthread_self() };
    // SAFETY: the thread is this one; the address is that of the end, as stacks grow down.
    let end = unsafe { libc::pthread_get_stackaddr_np(thread) }.addr();
    // SAFETY: as above.
    let size = unsafe { libc::pthread_get_stacksize_np(thread) };
    let start = end.checked_sub(size)?;
    (start..end).contains(&here).then(|| here - start)
}
