//! Counting allocations, to test that something makes none, and refusing them, to test what becomes of that.
//! A test program installs [`Counting`] or [`Refusing`]:
//!
//! ```text
//! #[global_allocator]
//! static ALLOCATOR: Counting = Counting;
//! ```
//!
//! The former counts for all threads, so that such a test is alone in its program; the latter refuses what the
//! calling thread asks for. [`Measuring`] keeps account of the bytes of each thread.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
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

thread_local! {
    /// Bytes that this thread has allocated and not given back, and the most of them so far.
    static HELD: Cell<(isize, isize)> = const { Cell::new((0, 0)) };
}

/// The system's allocator, with an account of each thread's bytes.
#[derive(Clone, Copy, Debug)]
pub struct Measuring;

/// Returns the result of `call`, and the most bytes that this thread held meanwhile in addition to those before. These are
/// 0 unless [`Measuring`] is installed.
pub fn most_held<T>(call: impl FnOnce() -> T) -> (T, usize) {
    let (before, _) = HELD.get();
    HELD.set((before, before));
    let result = call();
    (result, HELD.get().1.abs_diff(before))
}

fn hold(bytes: isize) {
    let (now, most) = HELD.get();
    let now = now.wrapping_add(bytes);
    HELD.set((now, most.max(now)));
}

// SAFETY: everything is left to the system's allocator; the account allocates nothing.
unsafe impl GlobalAlloc for Measuring {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        hold(layout.size() as isize);
        // SAFETY: the caller's duties are those of `System`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        hold((layout.size() as isize).wrapping_neg());
        // SAFETY: as above; the pointer came from `System`, as all do.
        unsafe { System.dealloc(pointer, layout) }
    }
}

thread_local! {
    /// Allocations of this thread until one is refused.
    static LEFT: Cell<Option<usize>> = const { Cell::new(None) };
}

/// The system's allocator, which refuses one allocation where [`with_refusal`] says so.
#[derive(Clone, Copy, Debug)]
pub struct Refusing;

/// Returns the result of `call`, of whose allocations number `nth`, from 0 on, is refused, those that are made
/// larger included; and whether there were as many. Nothing is refused unless [`Refusing`] is installed.
pub fn with_refusal<T>(nth: usize, call: impl FnOnce() -> T) -> (T, bool) {
    LEFT.set(Some(nth));
    let result = call();
    (result, LEFT.take().is_none())
}

/// Whether the current allocation is refused.
fn is_refused() -> bool {
    let left = LEFT.get();
    LEFT.set(left.and_then(|left| left.checked_sub(1)));
    left == Some(0)
}

// SAFETY: everything that is not refused is left to the system's allocator; deciding allocates nothing.
unsafe impl GlobalAlloc for Refusing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if is_refused() {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's duties are those of `System`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above; the pointer came from `System`, as all do.
        unsafe { System.dealloc(pointer, layout) }
    }
}
