//! Buffers between inaccessible pages, so that a kernel that touches a byte outside of an operand
//! faults.
#![allow(unsafe_code)]

use region::Protection;

/// At which end of its pages a buffer lies: an access beyond that end faults at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flush {
    /// The first byte follows an inaccessible page.
    Start,
    /// The last byte precedes an inaccessible page.
    End,
}

/// Both ends.
pub const ENDS: [Flush; 2] = [Flush::Start, Flush::End];

/// Pages with room for some `f32`, between two inaccessible ones.
pub struct Guarded {
    pages: region::Allocation,
    /// Bytes that can be used.
    room: usize,
}

impl std::fmt::Debug for Guarded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Guarded").field("room", &self.room).finish_non_exhaustive()
    }
}

impl Guarded {
    /// Room for `capacity` elements.
    ///
    /// # Panics
    /// Where the system gives no memory.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        let page = region::page::size();
        let room = region::page::ceil((capacity * 4).max(1) as *const u8) as usize;
        let mut pages = region::alloc(room + 2 * page, Protection::READ_WRITE).expect("memory");
        let start = pages.as_mut_ptr::<u8>();
        for guard in [start, start.wrapping_add(page + room)] {
            // SAFETY: the page belongs to this fresh allocation and nothing refers into it.
            unsafe { region::protect(guard, page, Protection::NONE) }.expect("a guard page");
        }
        Self { pages, room }
    }

    /// The `count` elements at one end, at their address.
    ///
    /// # Panics
    /// Where there is no room for them.
    pub fn slice(&mut self, count: usize, flush: Flush) -> &mut [f32] {
        assert!(count * 4 <= self.room, "the buffer is too small");
        let first = region::page::size() + if flush == Flush::Start { 0 } else { self.room - count * 4 };
        let start = self.pages.as_mut_ptr::<u8>().wrapping_add(first).cast::<f32>();
        // SAFETY: the bytes lie between the guards, in memory that `self` owns and that was zeroed
        // when it was mapped; `first` is a multiple of 4; the borrow of `self` is exclusive.
        unsafe { std::slice::from_raw_parts_mut(start, count) }
    }
}
