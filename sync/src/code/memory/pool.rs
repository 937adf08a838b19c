//! Executable memory that the caller lends: for a machine without an operating system.
//!
//! Problem: such a machine has no call that gives out pages, only memory that someone set aside, and perhaps
//! a memory management unit whose tables are someone's. A [`Pool`] takes the place of the system in [`once`],
//! whose steps are the same here: it finds room, and asks a [`Guard`] to change what may be done with it.
//!
//! A bit for each page says whether it is taken. Taking searches for a run of free ones under a lock that is
//! never waited for: a caller that finds it held gets [`Refusal::Busy`], so that code which an interrupt
//! broke into cannot hold up the interrupt's own. Giving back needs no lock, as it only clears bits.
//!
//! Invariants: a page is in one mapping at most; pages are writable when they are free, and the guard has
//! been asked to make them so since they were executable. Pages come zeroed, as those of an operating system.
//!
//! Where addresses held code before, the core that publishes fetches anew; others do once they synchronise
//! their context, as every return from an interrupt does.
//!
//! Tests: `sync/src/code/memory/models.rs`, `tests/tests/code_memory_pool.rs`.
#![allow(unsafe_code)]

use super::once::{self, System};
use super::{ALIGNMENT, Block, CodeMemory, MemoryError, Refusal};
use crate::code::cache;
use crate::code::owner::Shared;
use crate::fallible::{OutOfMemory, try_collect};
use crate::primitives::atomic::{AtomicUsize, Ordering};
use alloc::vec::Vec;
use core::mem::MaybeUninit;
use core::num::NonZero;
use core::ptr::NonNull;

/// What a pool asks of the machine.
///
/// # Safety
/// After [`Guard::writable`], and before any call, pages are valid for reads and writes. After
/// [`Guard::executable`], they are valid for reads, and can be fetched from.
pub unsafe trait Guard: Send + Sync + 'static {
    /// The unit in which memory is taken and protected, in bytes: a power of two, at least [`ALIGNMENT`]. It
    /// is the same at every call.
    fn page(&self) -> NonZero<usize>;

    /// Makes pages executable, and writable no longer, for every core.
    ///
    /// # Errors
    /// [`Refusal`]; [`Guard::writable`] is called for the same pages then.
    ///
    /// # Safety
    /// The pages are of the memory that was lent, and nothing writes them any more.
    unsafe fn executable(&self, pages: NonNull<[u8]>) -> Result<(), Refusal>;

    /// Makes pages writable, and executable no longer, for every core.
    ///
    /// # Errors
    /// [`Refusal`]; the pages are never used again then.
    ///
    /// # Safety
    /// The pages are of the memory that was lent, and nothing uses them any more.
    unsafe fn writable(&self, pages: NonNull<[u8]>) -> Result<(), Refusal>;
}

/// The guard of memory that is always writable and executable, as all is where the memory management unit is
/// off. It breaks the rule that memory is never both; there is no way to keep it there.
#[derive(Clone, Copy, Debug)]
pub struct Unguarded(());

impl Unguarded {
    /// The guard of such memory.
    ///
    /// # Safety
    /// The memory that is lent with it can be fetched from.
    #[must_use]
    pub const unsafe fn new() -> Self {
        Self(())
    }
}

// SAFETY: nothing is changed, and the memory can be fetched from (`new`).
unsafe impl Guard for Unguarded {
    fn page(&self) -> NonZero<usize> {
        NonZero::<usize>::MIN.saturating_mul(LEAST)
    }

    unsafe fn executable(&self, _: NonNull<[u8]>) -> Result<(), Refusal> {
        Ok(())
    }

    unsafe fn writable(&self, _: NonNull<[u8]>) -> Result<(), Refusal> {
        Ok(())
    }
}

/// [`ALIGNMENT`], as a number that is not 0.
const LEAST: NonZero<usize> = match NonZero::new(ALIGNMENT) {
    Some(least) => least,
    None => NonZero::<usize>::MIN,
};

/// Executable memory that was lent. Clones are handles to the same.
#[derive(Debug)]
pub struct Pool<G: Guard>(Shared<State<G>>);

/// Why a pool cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PoolError {
    /// The guard's unit is none.
    #[error("the page of the guard is {page} bytes: it must be a power of two, at least {ALIGNMENT}")]
    Page {
        /// Its size in bytes.
        page: usize,
    },
    /// The allocator refused the bookkeeping.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// What the handles of a pool share.
#[derive(Debug)]
struct State<G> {
    guard: G,
    /// The first page.
    start: NonNull<u8>,
    /// The size of a page, as a power of two.
    shift: u32,
    /// The number of pages.
    count: usize,
    /// A bit for each page that is taken.
    taken: Vec<AtomicUsize>,
    /// 1 while someone takes pages.
    taking: AtomicUsize,
}

// SAFETY: the memory was lent for good, and `taken` says which parts of it are in use.
unsafe impl<G: Guard> Send for State<G> {}
// SAFETY: as above.
unsafe impl<G: Guard> Sync for State<G> {}

const BITS: usize = usize::BITS as usize;

impl<G: Guard> Pool<G> {
    /// A pool of memory, as far as that holds whole pages.
    ///
    /// # Errors
    /// [`PoolError`].
    pub fn new(memory: &'static mut [MaybeUninit<u8>], guard: G) -> Result<Self, PoolError> {
        let page = guard.page().get();
        if !page.is_power_of_two() || page < ALIGNMENT {
            return Err(PoolError::Page { page });
        }
        let memory = NonNull::from(memory);
        let first = memory.cast::<u8>();
        let before = first.align_offset(page).min(memory.len());
        // SAFETY: not beyond the end of the memory.
        let start = unsafe { first.add(before) };
        let shift = page.trailing_zeros();
        let count = memory.len().saturating_sub(before) >> shift;
        let taken = try_collect((0..count.div_ceil(BITS)).map(|_| AtomicUsize::new(0)))?;
        let state = State { guard, start, shift, count, taken, taking: AtomicUsize::new(0) };
        Ok(Self(Shared::new(state)?))
    }

    /// The number of bytes that are free, not all in one piece.
    #[must_use]
    pub fn free(&self) -> usize {
        (0..self.0.count).filter(|page| !self.0.is_taken(*page)).count() << self.0.shift
    }
}

impl<G: Guard> Clone for Pool<G> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<G: Guard> CodeMemory for Pool<G> {
    fn publish_all(&self, codes: &[&[u8]]) -> Result<Vec<Block>, MemoryError> {
        once::publish(self.clone(), codes)
    }
}

// SAFETY: `take` gives out pages that are not taken, and `unmap` alone gives them back. They are writable
// when they are free: the guard says so, or was asked to make them.
unsafe impl<G: Guard> System for Pool<G> {
    fn map(&self, bytes: usize) -> Result<NonNull<[u8]>, Refusal> {
        let pages = self.0.take(bytes)?;
        // SAFETY: the pages are writable, and nobody else's. Gaps between pieces of code hold no
        // code of before then.
        unsafe { pages.cast::<u8>().write_bytes(0, pages.len()) };
        Ok(pages)
    }

    unsafe fn synchronize(&self, pages: NonNull<[u8]>) {
        // SAFETY: the pages are readable; the program that lends memory runs where caches can be maintained.
        unsafe { cache::synchronize(pages) };
    }

    unsafe fn protect(&self, pages: NonNull<[u8]>) -> Result<(), Refusal> {
        // SAFETY: the pages are from `take`, and nothing writes them any more (caller's duty).
        unsafe { self.0.guard.executable(pages) }
    }

    unsafe fn unmap(&self, pages: NonNull<[u8]>) -> Result<(), Refusal> {
        // SAFETY: the pages are from `take`, and nothing uses them any more (caller's duty).
        unsafe { self.0.guard.writable(pages) }?;
        self.0.give_back(pages);
        Ok(())
    }
}

impl<G> State<G> {
    fn is_taken(&self, page: usize) -> bool {
        let word = self.taken.get(page / BITS).map_or(usize::MAX, |word| word.load(Ordering::Acquire));
        word >> (page % BITS) & 1 != 0
    }

    /// How many pages hold some bytes.
    fn pages(&self, bytes: usize) -> usize {
        let whole = bytes >> self.shift;
        whole + usize::from(whole << self.shift < bytes)
    }

    /// Marks pages as taken, or as free.
    fn mark(&self, pages: core::ops::Range<usize>, is_taken: bool) {
        for page in pages {
            let (word, bit) = (self.taken.get(page / BITS), 1 << (page % BITS));
            // Taking a page is ordered behind what was done before it was given back.
            let _ = word.map(|word| match is_taken {
                true => word.fetch_or(bit, Ordering::Acquire),
                false => word.fetch_and(!bit, Ordering::Release),
            });
        }
    }

    /// Takes the first free run of pages that has some bytes.
    fn take(&self, bytes: usize) -> Result<NonNull<[u8]>, Refusal> {
        if self.taking.swap(1, Ordering::Acquire) != 0 {
            return Err(Refusal::Busy);
        }
        let wanted = self.pages(bytes).max(1);
        let found = self.first_run(wanted);
        if let Ok(first) = found {
            self.mark(first..first + wanted, true);
        }
        self.taking.store(0, Ordering::Release);
        let first = found.map_err(|longest| Refusal::Full { free: longest << self.shift })?;
        // SAFETY: the run is within the memory.
        let start = unsafe { self.start.add(first << self.shift) };
        Ok(NonNull::slice_from_raw_parts(start, wanted << self.shift))
    }

    /// The first page of the first free run of some length, or how long the longest run is.
    fn first_run(&self, wanted: usize) -> Result<usize, usize> {
        let (mut first, mut longest) = (0, 0);
        for page in 0..self.count {
            if self.is_taken(page) {
                first = page + 1;
                continue;
            }
            longest = longest.max(page + 1 - first);
            if longest == wanted {
                return Ok(first);
            }
        }
        Err(longest)
    }

    fn give_back(&self, pages: NonNull<[u8]>) {
        let first = pages.addr().get().saturating_sub(self.start.addr().get()) >> self.shift;
        self.mark(first..first + self.pages(pages.len()), false);
    }
}
