//! The number of forks that led to this process since the library was loaded. Code that keeps something of an
//! engine's compares it, as a child neither calls nor gives back what it inherits.
//!
//! Tests: `tests/tests/blas_fork.rs`.

use std::sync::atomic::{AtomicU32, Ordering};

static FORKS: AtomicU32 = AtomicU32::new(0);

/// The number so far.
#[inline(always)]
pub(crate) fn so_far() -> u32 {
    FORKS.load(Ordering::Relaxed)
}

/// Counts one more, in the child.
pub(crate) fn count() {
    FORKS.fetch_add(1, Ordering::Relaxed);
}
