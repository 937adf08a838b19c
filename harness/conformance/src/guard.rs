//! Buffers between inaccessible pages, so that a kernel that touches a byte outside of an operand
//! faults.
//!
//! Tests: `tests/tests/conformance_guard.rs`.
#![allow(unsafe_code)]

use region::Protection;
use tensmith_core::reference::Element;

/// The end of its pages at which a buffer lies: an access beyond that end faults at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flush {
    /// The first byte follows an inaccessible page.
    Start,
    /// The last byte precedes an inaccessible page.
    End,
}

/// Both ends.
pub const ENDS: [Flush; 2] = [Flush::Start, Flush::End];

/// Pages that can be read and written, between two inaccessible ones.
pub struct Guarded {
    pages: region::Allocation,
    /// Bytes that can be used: whole pages.
    room: usize,
}

impl std::fmt::Debug for Guarded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Guarded").field("room", &self.room).finish_non_exhaustive()
    }
}

impl Guarded {
    /// Room for `bytes`.
    ///
    /// # Panics
    /// Where the system gives no memory.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let page = region::page::size();
        let room = bytes.max(1).checked_next_multiple_of(page).expect("a size");
        let all = room.checked_add(2 * page).expect("a size");
        let mut pages = region::alloc(all, Protection::READ_WRITE).expect("memory");
        let start = pages.as_mut_ptr::<u8>();
        for guard in [start, start.wrapping_add(page + room)] {
            // SAFETY: the page belongs to this fresh allocation and nothing refers into it.
            unsafe { region::protect(guard, page, Protection::NONE) }.expect("a guard page");
        }
        Self { pages, room }
    }

    /// The place of the elements that are put there, at one end.
    ///
    /// # Panics
    /// Where there is no room for them.
    pub fn hold<T: Element>(&mut self, elements: &[T], flush: Flush) -> *mut T {
        let slice = self.slice(elements.len(), flush);
        slice.copy_from_slice(elements);
        slice.as_mut_ptr()
    }

    /// The place of bytes that are put there, at one end. At the end of their pages, they begin at a multiple
    /// of any size that their number is a multiple of, as far as that of pages is.
    ///
    /// # Panics
    /// Where there is no room for them.
    pub fn hold_bytes(&mut self, bytes: &[u8], flush: Flush) -> *mut u8 {
        let place = self.bytes(bytes.len(), flush);
        place.copy_from_slice(bytes);
        place.as_mut_ptr()
    }

    /// The `count` bytes at one end.
    ///
    /// # Panics
    /// Where there is no room for them.
    pub fn bytes(&mut self, count: usize, flush: Flush) -> &mut [u8] {
        let start = self.start(count, flush);
        // SAFETY: the bytes lie between the guards, in memory that `self` owns and that was zeroed when it
        // was mapped; the borrow of `self` is exclusive.
        unsafe { std::slice::from_raw_parts_mut(start, count) }
    }

    /// Where that many bytes begin, at one end.
    fn start(&mut self, bytes: usize, flush: Flush) -> *mut u8 {
        assert!(bytes <= self.room, "the buffer is too small");
        let first = region::page::size() + if flush == Flush::Start { 0 } else { self.room - bytes };
        self.pages.as_mut_ptr::<u8>().wrapping_add(first)
    }

    /// The `count` elements at one end.
    ///
    /// # Panics
    /// Where there is no room for them.
    pub fn slice<T: Element>(&mut self, count: usize, flush: Flush) -> &mut [T] {
        let bytes = count.checked_mul(size_of::<T>()).expect("a size");
        let start = self.start(bytes, flush).cast::<T>();
        // SAFETY: the bytes lie between the guards, in memory that `self` owns and that was zeroed
        // when it was mapped; an element is a float, which any bytes make; the start is a multiple of
        // its size, as pages are; the borrow of `self` is exclusive.
        unsafe { std::slice::from_raw_parts_mut(start, count) }
    }
}
