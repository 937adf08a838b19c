//! Counting allocations, to test that something makes none, and refusing them, to test what becomes of that.
//! A test program installs [`Counting`] or [`Refusing`]:
//!
//! ```text
//! #[global_allocator]
//! static ALLOCATOR: Counting = Counting;
//! ```
//!
//! The former counts for all threads, so that such a test is alone in its program; the latter refuses what
//! the calling thread asks for. [`Measuring`] keeps account of the bytes of each thread.
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

/// Returns the result of `call`, and the most bytes that this thread held meanwhile in addition to those
/// before. These are 0 unless [`Measuring`] is installed.
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
    /// Whether all that come after the refused one are refused, too.
    static AND_LATER: Cell<bool> = const { Cell::new(false) };
    /// Whether one was refused since that was asked last, where later ones are as well.
    static WAS_REFUSED: Cell<bool> = const { Cell::new(false) };
    /// Allocations that this thread made less those that it freed.
    static LIVE: Cell<isize> = const { Cell::new(0) };
}

/// Which allocations are refused, besides the one that is counted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// No other.
    Alone,
    /// All that come later.
    AndLater,
}

impl Refused {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Alone, Self::AndLater];
}

/// The system's allocator, which refuses one allocation where [`with_refusal`] says so.
#[derive(Clone, Copy, Debug)]
pub struct Refusing;

/// Returns the result of `call`, of whose allocations number `nth`, from 0 on, is refused, those that are
/// made larger included; and whether there were as many. Nothing is refused unless [`Refusing`] is installed.
pub fn with_refusal<T>(nth: usize, call: impl FnOnce() -> T) -> (T, bool) {
    with_refusals(nth, Refused::Alone, call)
}

/// Like [`with_refusal`], maybe with all later allocations refused as well.
pub fn with_refusals<T>(nth: usize, refused: Refused, call: impl FnOnce() -> T) -> (T, bool) {
    AND_LATER.set(refused == Refused::AndLater);
    LEFT.set(Some(nth));
    let result = call();
    let left = LEFT.take();
    AND_LATER.set(false);
    (result, left.is_none() || refused == Refused::AndLater && left == Some(0) && WAS_REFUSED.take())
}

/// Allocations that this thread made and has not freed, nor another one for it. Nothing is counted unless
/// [`Refusing`] is installed.
#[must_use]
pub fn live() -> isize {
    LIVE.get()
}

/// Whether the current allocation is refused.
fn is_refused() -> bool {
    let left = LEFT.get();
    let is_refused = left == Some(0);
    if is_refused && AND_LATER.get() {
        WAS_REFUSED.set(true);
    } else {
        LEFT.set(left.and_then(|left| left.checked_sub(1)));
    }
    is_refused
}

// SAFETY: everything that is not refused is left to the system's allocator; deciding allocates nothing.
unsafe impl GlobalAlloc for Refusing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if is_refused() {
            return std::ptr::null_mut();
        }
        LIVE.set(LIVE.get() + 1);
        // SAFETY: the caller's duties are those of `System`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        LIVE.set(LIVE.get() - 1);
        // SAFETY: as above; the pointer came from `System`, as all do.
        unsafe { System.dealloc(pointer, layout) }
    }
}
