//! How many calls were served, and by whom.
//!
//! Tests: `harness/python/tests/test_fallback.py`.

use std::sync::atomic::{AtomicU64, Ordering};

/// A count of calls.
#[derive(Debug)]
pub(crate) struct Counter(AtomicU64);

/// Calls that a plan computed.
pub(crate) static PLANS: Counter = Counter::new();
/// Calls that returned a view.
pub(crate) static VIEWS: Counter = Counter::new();

impl Counter {
    const fn new() -> Self {
        Self(AtomicU64::new(0))
    }

    /// Counts one more.
    #[inline]
    pub(crate) fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the count.
    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Begins at 0 again.
    pub(crate) fn reset(&self) {
        self.0.store(0, Ordering::Relaxed);
    }
}
