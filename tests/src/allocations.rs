//! Counting allocations, to test that something makes none. A test program installs [`Counting`]:
//!
//! ```text
//! #[global_allocator]
//! static ALLOCATOR: Counting = Counting;
//! ```
//!
//! It counts for all threads, so that such a test is alone in its program.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

static COUNT: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator, with a count.
#[derive(Clone, Copy, Debug)]
pub struct Counting;

/// How many allocations there were, those that were made larger included. Nothing is counted unless
/// [`Counting`] is installed.
#[must_use]
pub fn count() -> usize {
    COUNT.load(Ordering::SeqCst)
}

// SAFETY: everything is left to the system's allocator; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::SeqCst);
        // SAFETY: the caller's duties are those of `System`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above; the pointer came from `System`, as all do.
        unsafe { System.dealloc(pointer, layout) }
    }
}
