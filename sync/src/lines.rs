//! Memory for scratch: zeros that take no memory before they are touched.
//!
//! Problem: a plan may ask for much more memory than its runs touch, and who plans should not wait for the
//! system to clear it.
//!
//! Idea: the allocator is asked for zeros, which it has from the system for nothing where there are many.
//! It keeps that promise for alignments of its own only: the first whole line is found here.
//!
//! Tests: below.
#![allow(unsafe_code)]

use crate::fallible::OutOfMemory;
use std::alloc::{Layout, alloc_zeroed};
use std::sync::atomic::AtomicU64 as Word;
use std::vec::Vec;

/// The size and the alignment of a line, in bytes: a line of a cache, so that no two slots share one.
pub(crate) const LINE: usize = 64;

/// Whole lines of memory. Kernels write to them behind the compiler's back, hence the atomics.
#[derive(Debug)]
pub struct Lines {
    /// Owned for the sake of their addresses: one line more than is asked for, as its start is anywhere.
    words: Vec<Word>,
    count: usize,
}

impl Lines {
    /// That many lines of zeros.
    pub(crate) fn new(count: usize) -> Result<Self, OutOfMemory> {
        if count == 0 {
            return Ok(Self { words: Vec::new(), count });
        }
        let words = count.checked_add(1).and_then(|lines| lines.checked_mul(LINE / size_of::<Word>()));
        let words = words.ok_or(OutOfMemory)?;
        let layout = Layout::array::<Word>(words).map_err(|_| OutOfMemory)?;
        // SAFETY: its size is not zero.
        let start = unsafe { alloc_zeroed(layout) }.cast::<Word>();
        if start.is_null() {
            return Err(OutOfMemory);
        }
        // SAFETY: the global allocator has returned it, for that many words, each of which is a valid zero.
        let words = unsafe { Vec::from_raw_parts(start, words, words) };
        Ok(Self { words, count })
    }

    /// The address of the first line; any where there is none.
    pub(crate) fn address(&self) -> usize {
        self.words.as_ptr().expose_provenance().wrapping_add(LINE - 1) & !(LINE - 1)
    }

    /// The bytes of all lines.
    pub(crate) const fn bytes(&self) -> usize {
        self.count.wrapping_mul(LINE)
    }
}

#[cfg(all(test, not(tensmith_model)))]
#[expect(clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    #[test]
    fn lines_are_aligned_and_zero() {
        for count in [0, 1, 2, 100, 100_000] {
            let lines = Lines::new(count).expect("memory");
            assert!(lines.address().is_multiple_of(LINE) && lines.bytes() == count * LINE);
            let (start, end) = (lines.address(), lines.address() + lines.bytes());
            let all = lines.words.as_ptr_range();
            assert!(count == 0 || (all.start.addr() <= start && end <= all.end.addr()));
            assert!(lines.words.iter().all(|word| word.load(Ordering::Relaxed) == 0));
        }
    }

    #[test]
    fn what_no_memory_has_is_refused() {
        for count in [usize::MAX, usize::MAX / LINE, isize::MAX as usize / LINE] {
            assert!(Lines::new(count).is_err());
        }
    }
}
