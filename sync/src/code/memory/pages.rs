//! Publishing on a system that protects pages: the order of steps, over the calls in which such
//! systems differ ([`Calls`]).
//!
//! Problem: many kernels share a page, they come one by one, some run while others come, and a page that is
//! executable is never made writable again. So a page is not changed. It is *replaced*, by one that holds
//! what lives in it and what is new:
//!
//! 1. *Stage* new pages at other addresses, readable and writable, or a file that is mapped nowhere.
//! 2. *Fill* them: with the bytes that are there, then with the code.
//! 3. *Seal*: nothing writes them any more, for good.
//! 4. *Place* them, executable, at the addresses of the old ones, in one call of the system.
//! 5. *Synchronise* at the addresses that will be fetched from, and, where something was executable there
//!    before, the contexts of all cores.
//!
//! Step 4 is atomic for threads that run code in these pages: a core that finds no translation waits for the
//! system to end its call. Before and after, it fetches the same bytes of all code that lives. That the pages
//! hold them in a way that instruction fetch sees is the duty of `seal`, or, where pages are a file's, of the
//! system, which cleans a page of a file when it first makes it executable. Step 5 is about the new code: a
//! core may hold instructions that it fetched ahead from there, of code that is gone.
//!
//! Nothing is shared with anybody by this: a process that was forked keeps the pages that it had, whatever
//! its parent replaces.
//!
//! Each replacement is a mapping to the system, of which a process may have some ten thousand. So a
//! chunk that grows merges what it has by doubling (a page is copied at most once for each power of 2), a
//! chunk that is full becomes one mapping, and no chunk has more than [`PATCHES`].
//!
//! Tests: below, `platform-linux/tests/publish.rs`, `platform-linux/tests/refusal.rs`.
#![allow(unsafe_code)]

use super::MemoryError;
use super::arena::System;
use super::placement::Placement;
use crate::fallible::{Few, TryVec};
use core::ops::Range;
use core::ptr::NonNull;

/// The most mappings of a chunk.
pub const PATCHES: usize = 16;

/// The calls that replacing pages takes of a system.
///
/// # Safety
/// The result of [`Calls::reserve`] is at least as long as was asked, and in no other use until
/// [`Calls::unmap`] takes it back. [`Calls::place`] has the effect that is written there, or none.
pub unsafe trait Calls {
    /// Pages with new content, which are not executable; given back when dropped.
    type Staged;

    /// The size of a page in bytes, a power of 2.
    fn page(&self) -> usize;

    /// Whether [`Calls::synchronize`] reaches cores that may have fetched from the addresses before.
    fn shares(&self) -> bool;

    /// Addresses for `bytes` bytes, which nothing can access.
    ///
    /// # Errors
    /// [`MemoryError`].
    fn reserve(&self, bytes: usize) -> Result<NonNull<[u8]>, MemoryError>;

    /// New pages of `bytes` bytes, which hold zeros.
    ///
    /// # Errors
    /// [`MemoryError`].
    fn stage(&self, bytes: usize) -> Result<Self::Staged, MemoryError>;

    /// The bytes of staged pages.
    fn bytes<'a>(&self, staged: &'a mut Self::Staged) -> &'a mut [u8];

    /// Ends the writing: from here on nothing can write the pages.
    ///
    /// # Errors
    /// [`MemoryError`].
    fn seal(&self, staged: &mut Self::Staged) -> Result<(), MemoryError>;

    /// Puts pages that are sealed in the place of what is at `at`, readable and executable.
    ///
    /// # Errors
    /// [`MemoryError`]; what is there stays then.
    ///
    /// # Safety
    /// The addresses are reserved, as many as were staged, and what is in use there is the
    /// same in the new pages.
    unsafe fn place(&self, staged: Self::Staged, at: NonNull<[u8]>) -> Result<(), MemoryError>;

    /// Makes what was placed visible to the instruction fetch of all cores; `before` says that they may have
    /// fetched from there before.
    ///
    /// # Safety
    /// The pages were placed.
    unsafe fn synchronize(&self, at: NonNull<[u8]>, before: bool);

    /// Gives addresses back, with all that is there.
    ///
    /// # Safety
    /// They are from `reserve`, and nothing uses them any more.
    unsafe fn unmap(&self, at: NonNull<[u8]>);
}

/// A system whose pages are replaced.
#[derive(Debug)]
pub struct Replaced<C>(pub C);

/// Addresses whose first pages hold code.
#[derive(Debug)]
pub struct Pages {
    at: NonNull<[u8]>,
    /// How many pages, from the first, are placed.
    filled: usize,
    /// The first page of each mapping, in any order.
    patches: Few<usize, { PATCHES + 2 }>,
}

// SAFETY: addresses belong to the process, not to a thread.
unsafe impl Send for Pages {}

// SAFETY: `Calls::reserve` gives addresses in no other use; `write` replaces pages by such that differ in the
// pieces alone, in one step.
unsafe impl<C: Calls> System for Replaced<C> {
    type Chunk = Pages;

    fn page(&self) -> usize {
        self.0.page()
    }

    fn shares(&self) -> bool {
        self.0.shares()
    }

    fn map(&self, bytes: usize) -> Result<Pages, MemoryError> {
        Ok(Pages { at: self.0.reserve(bytes)?, filled: 0, patches: Few::new() })
    }

    fn start(&self, chunk: &Pages) -> NonNull<u8> {
        chunk.at.cast()
    }

    unsafe fn write(
        &self,
        chunk: &mut Pages,
        offset: usize,
        pieces: &Placement<'_>,
    ) -> Result<(), MemoryError> {
        let shift = self.0.page().trailing_zeros();
        let (page, end) = (offset >> shift, (offset + pieces.bytes() + self.0.page() - 1) >> shift);
        let total = chunk.at.len() >> shift;
        let range = chunk.replaced(page..end, total);
        let mut staged = self.0.stage(range.len() << shift)?;
        let bytes = self.0.bytes(&mut staged);
        let old = chunk.filled.saturating_sub(range.start).min(range.len()) << shift;
        // SAFETY: the range is within the chunk.
        let place = unsafe { chunk.at.cast::<u8>().add(range.start << shift) };
        // SAFETY: the first `filled` pages of the chunk are placed, so readable, and nothing writes them.
        copy(bytes, 0, unsafe { NonNull::slice_from_raw_parts(place, old).as_ref() });
        for (at, code) in pieces.pieces() {
            copy(bytes, offset - (range.start << shift) + at, code);
        }
        self.0.seal(&mut staged)?;
        let place = NonNull::slice_from_raw_parts(place, range.len() << shift);
        // SAFETY: as many pages as were staged, in the chunk; what was there, they hold, but
        // where the new code is.
        unsafe { self.0.place(staged, place) }?;
        // SAFETY: they were placed.
        unsafe { self.0.synchronize(place, old > 0) };
        chunk.note(range)
    }

    unsafe fn unmap(&self, chunk: Pages) {
        // SAFETY: the addresses are from `reserve`, and in use no longer (caller's duty).
        unsafe { self.0.unmap(chunk.at) };
    }
}

/// Copies bytes to an offset, where they fit.
fn copy(to: &mut [u8], offset: usize, from: &[u8]) {
    if let Some(room) = to.get_mut(offset..).and_then(|rest| rest.get_mut(..from.len())) {
        room.copy_from_slice(from);
    }
}

impl Pages {
    /// The pages to replace, so that those of `new` are, of `total`.
    fn replaced(&self, new: Range<usize>, total: usize) -> Range<usize> {
        let Range { start, end } = new;
        let grows = end > self.filled;
        if self.patches.len() + 2 > PATCHES || (grows && end == total) {
            return 0..end.max(self.filled);
        }
        let mut start = start.min(self.filled);
        // What is no larger than its right neighbour joins it.
        while let Some(left) = self.patches.iter().copied().filter(|patch| grows && *patch < start).max() {
            if start - left > end - start {
                break;
            }
            start = left;
        }
        start..end
    }

    /// Notes that the range is a mapping now.
    fn note(&mut self, range: Range<usize>) -> Result<(), MemoryError> {
        self.patches.retain(|patch| *patch < range.start || *patch >= range.end);
        self.patches.try_push(range.start)?;
        if range.end < self.filled && !self.patches.contains(&range.end) {
            self.patches.try_push(range.end)?;
        }
        self.filled = self.filled.max(range.end);
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::disallowed_methods, clippy::disallowed_macros)]
mod tests {
    extern crate std;
    use super::super::arena::{Arena, CHUNK, Counts};
    use super::*;
    use crate::code::memory::Refusal;
    use Call::{Place, Reserve, Seal, Stage, Synchronize, Unmap};
    use alloc::boxed::Box;
    use alloc::vec::Vec;
    use std::cell::RefCell;
    use std::vec;

    const PAGE: usize = 4096;
    const EPERM: i32 = 1;

    /// One call made to the substitute.
    #[derive(Debug, PartialEq, Eq)]
    enum Call {
        Reserve(usize),
        Stage(usize),
        /// With what the pages held.
        Seal(Vec<u8>),
        /// The page of the first chunk, and how many.
        Place(usize, usize),
        /// The same, and whether there was something before.
        Synchronize(usize, usize, bool),
        Unmap(usize),
    }

    /// A system of heap memory, which keeps a record and can refuse a step.
    #[derive(Debug, Default)]
    struct Record {
        calls: RefCell<Vec<Call>>,
        refuses: RefCell<&'static str>,
        start: RefCell<usize>,
        alone: bool,
    }

    impl Record {
        fn note(&self, step: &'static str, call: Call) -> Result<(), MemoryError> {
            self.calls.borrow_mut().push(call);
            let refuses = step == *self.refuses.borrow();
            if refuses {
                Err(MemoryError::Refused { step, bytes: 0, refusal: Refusal::Os(EPERM) })
            } else {
                Ok(())
            }
        }

        fn take(&self) -> Vec<Call> {
            core::mem::take(&mut self.calls.borrow_mut())
        }

        fn pages(&self, at: NonNull<[u8]>) -> (usize, usize) {
            ((at.cast::<u8>().addr().get() - *self.start.borrow()) / PAGE, at.len() / PAGE)
        }
    }

    // SAFETY: `reserve` gives away a new slice, which only `unmap` takes back; `place` copies into it.
    unsafe impl Calls for &Record {
        type Staged = Vec<u8>;

        fn page(&self) -> usize {
            PAGE
        }

        fn shares(&self) -> bool {
            !self.alone
        }

        fn reserve(&self, bytes: usize) -> Result<NonNull<[u8]>, MemoryError> {
            self.note("reserve", Reserve(bytes))?;
            let memory = NonNull::from(Box::leak(vec![0xee; bytes].into_boxed_slice()));
            *self.start.borrow_mut() = memory.cast::<u8>().addr().get();
            Ok(memory)
        }

        fn stage(&self, bytes: usize) -> Result<Vec<u8>, MemoryError> {
            self.note("stage", Stage(bytes)).map(|()| vec![0; bytes])
        }

        fn bytes<'a>(&self, staged: &'a mut Vec<u8>) -> &'a mut [u8] {
            staged
        }

        fn seal(&self, staged: &mut Vec<u8>) -> Result<(), MemoryError> {
            self.note("seal", Seal(staged.clone()))
        }

        unsafe fn place(&self, staged: Vec<u8>, at: NonNull<[u8]>) -> Result<(), MemoryError> {
            let (page, pages) = self.pages(at);
            self.note("place", Place(page, pages))?;
            assert_eq!(staged.len(), at.len());
            // SAFETY: the addresses are reserved (caller's duty), and the test reads nothing there now.
            unsafe { at.cast::<u8>().copy_from_nonoverlapping(NonNull::from(&staged[..]).cast(), at.len()) };
            Ok(())
        }

        unsafe fn synchronize(&self, at: NonNull<[u8]>, before: bool) {
            let (page, pages) = self.pages(at);
            self.note("synchronize", Synchronize(page, pages, before)).unwrap();
        }

        unsafe fn unmap(&self, at: NonNull<[u8]>) {
            self.note("unmap", Unmap(at.len())).unwrap();
            // SAFETY: `reserve` leaked the box, and nothing uses it any more (caller's duty).
            drop(unsafe { Box::from_raw(at.as_ptr()) });
        }
    }

    /// A page that begins with these bytes.
    fn page(bytes: &[&[u8]]) -> Vec<u8> {
        let mut page = bytes.concat();
        page.resize(PAGE, 0);
        page
    }

    #[test]
    fn a_page_is_replaced_by_one_with_the_old_and_the_new() {
        let system = Record::default();
        let mut arena = Arena::new(Replaced(&system));
        let (first, start) = arena.publish(&[&[1; 65], &[2; 4]]).unwrap();
        let one = page(&[&[1; 65], &[0; 63], &[2; 4]]);
        let expected = [Reserve(CHUNK), Stage(PAGE), Seal(one), Place(0, 1), Synchronize(0, 1, false)];
        assert_eq!(system.take(), expected);
        let (_, behind) = arena.publish(&[&[3; 64]]).unwrap();
        assert_eq!(behind.addr().get() - start.addr().get(), 192);
        let two = page(&[&[1; 65], &[0; 63], &[2; 4], &[0; 60], &[3; 64]]);
        assert_eq!(system.take(), [Stage(PAGE), Seal(two), Place(0, 1), Synchronize(0, 1, true)]);
        // SAFETY: it is given back once.
        unsafe { arena.free(first) };
        assert_eq!(system.take(), []);
        let (_, again) = arena.publish(&[&[4; 1]]).unwrap();
        assert_eq!(again, start);
        let expected = Counts { chunks: 1, mapped: CHUNK, used: 128, extents: 2 };
        assert_eq!(arena.counts(), expected);
        drop(arena);
        assert_eq!(system.take().last(), Some(&Unmap(CHUNK)));
    }

    #[test]
    fn a_refused_step_leaves_what_was_there_and_nothing_else() {
        for step in ["reserve", "stage", "seal", "place"] {
            for live in [false, true] {
                let system = Record::default();
                let mut arena = Arena::new(Replaced(&system));
                // As large as a chunk, so that what comes next wants another.
                let bytes = if step == "reserve" { CHUNK } else { 64 };
                let kept = live.then(|| arena.publish(&[&vec![1; bytes]]).unwrap());
                let before = arena.counts();
                *system.refuses.borrow_mut() = step;
                let error = arena.publish(&[&[2; 64]]).unwrap_err();
                assert_eq!(error, MemoryError::Refused { step, bytes: 0, refusal: Refusal::Os(EPERM) });
                assert_eq!(arena.counts(), before, "{step}");
                if let Some((_, start)) = kept {
                    // SAFETY: the code was published, and lives.
                    let held = unsafe { NonNull::slice_from_raw_parts(start, bytes).as_ref() };
                    assert!(held.iter().all(|byte| *byte == 1), "{step}");
                }
                *system.refuses.borrow_mut() = "nothing";
                arena.publish(&[&[2; 64]]).unwrap();
            }
        }
    }

    #[test]
    fn without_code_the_system_is_not_called() {
        let system = Record::default();
        let mut arena = Arena::new(Replaced(&system));
        for codes in [&[][..], &[&[][..]], &[&[1, 2, 3, 4], &[]]] {
            assert_eq!(arena.publish(codes).unwrap_err(), MemoryError::Empty);
        }
        assert_eq!(system.take(), []);
    }

    #[test]
    fn where_cores_cannot_be_told_all_code_has_pages_of_its_own() {
        let system = Record { alone: true, ..Record::default() };
        let mut arena = Arena::new(Replaced(&system));
        let (first, _) = arena.publish(&[&[1; 64]]).unwrap();
        arena.publish(&[&[2; PAGE + 1]]).unwrap();
        assert_eq!(arena.counts(), Counts { chunks: 2, mapped: 3 * PAGE, used: PAGE + 128, extents: 2 });
        // SAFETY: it is given back once.
        unsafe { arena.free(first) };
        arena.publish(&[&[3; 64]]).unwrap();
        assert!(system.take().iter().all(|call| !matches!(call, Synchronize(_, _, true))));
    }

    /// Publishes and gives back at random. All that lives is as published, and no chunk has more mappings
    /// than it may: they are counted from the calls.
    #[test]
    fn live_code_stays_as_it_is_in_few_mappings() {
        for seed in 1..=3 {
            let system = Record::default();
            let mut arena = Arena::new(Replaced(&system));
            let mut state: u64 = seed;
            let mut random = |below: usize| {
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                (state >> 33) as usize % below
            };
            // Of the one chunk: the mapping that each page is in.
            let mut mapping = vec![None; CHUNK / PAGE];
            let (mut live, mut replaced) = (Vec::<(_, NonNull<u8>, Vec<u8>)>::new(), 0);
            for number in 0..2000 {
                let code = vec![number as u8; 1 + random(1500)];
                if arena.counts().used + 2 * code.len() < CHUNK * 3 / 4 {
                    let (extent, start) = arena.publish(&[&code]).unwrap();
                    live.push((extent, start, code));
                }
                if random(8) < 3 {
                    let (extent, ..) = live.swap_remove(random(live.len()));
                    // SAFETY: it is given back once.
                    unsafe { arena.free(extent) };
                }
                for call in system.take() {
                    if let Place(page, pages) = call {
                        mapping[page..page + pages].fill(Some(number));
                        replaced += pages;
                    }
                }
                let parts = mapping.chunk_by(|a, b| a == b).filter(|part| part[0].is_some()).count();
                assert!(parts <= PATCHES, "{parts} mappings, seed {seed}");
            }
            for (_, start, code) in &live {
                // SAFETY: the code was published, and lives.
                assert_eq!(unsafe { NonNull::slice_from_raw_parts(*start, code.len()).as_ref() }, code);
            }
            // Where space is used again all over a chunk, all of it is replaced now and then.
            assert!(replaced < 2000 * 40, "{replaced} pages, seed {seed}");
        }
    }

    #[test]
    fn a_chunk_that_is_filled_in_order_is_copied_a_few_times_and_ends_as_one_mapping() {
        let system = Record::default();
        let mut arena = Arena::new(Replaced(&system));
        let mut placed = Vec::new();
        for _ in 0..CHUNK / 512 {
            arena.publish(&[&[1; 512]]).unwrap();
            placed.extend(system.take().into_iter().filter(|call| matches!(call, Place(..))));
        }
        assert_eq!(placed.len(), CHUNK / 512);
        assert_eq!(placed.iter().rposition(|call| *call == Place(0, CHUNK / PAGE)), Some(placed.len() - 8));
        let pages: usize =
            placed.iter().map(|call| if let Place(_, pages) = call { *pages } else { 0 }).sum();
        assert!(pages < 18 * CHUNK / PAGE, "{pages} pages for {}", CHUNK / PAGE);
    }
}
