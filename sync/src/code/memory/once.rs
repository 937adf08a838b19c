//! Publishing in pages of one's own, which are written once: the order of steps, over the four
//! calls in which systems differ ([`System`]). Kernels that share pages need more ([`pages`](super::pages)).
//!
//! 1. *Map* pages, readable and writable.
//! 2. *Copy* the code.
//! 3. *Synchronise* data and instruction caches, at the addresses that will be
//!    fetched from.
//! 4. *Protect*: readable and executable, for good.
//!
//! Synchronising before or after step 4 would do for the core that publishes:
//! the addresses, and so the cache lines, are the same. Before is right for all
//! the others too. Instructions are not fetched from memory that is not
//! executable, not even speculatively (Arm ARM, D8.4); so when the addresses
//! become executable the code is in place for every core, and there is no moment
//! at which stale bytes could be fetched.
//!
//! Where the addresses held code of an earlier mapping, its end took their
//! translation from every core. What a core still has in its pipeline from there
//! goes with its next context synchronisation: any return from a system call or
//! an interrupt is one.
//!
//! Invariants: pages are never writable and executable at once, never written
//! after step 4, and unmapped when the last block in them is dropped, or at once
//! when a step fails. Tests put a substitute in the system's place, which keeps a
//! record and refuses steps; what runs on each system is this same code.
//!
//! Tests: below, `tests/tests/code_memory_pool.rs`.
#![allow(unsafe_code)]

use super::placement::Placement;
use super::{Block, MemoryError, Refusal};
use crate::code::owner::Owner;
use crate::fallible::try_collect;
use alloc::vec::Vec;
use core::ptr::NonNull;

/// The calls that publishing takes of a system.
///
/// # Safety
/// The result of [`System::map`] is at least as long as was asked, valid for reads and writes, and in no
/// other use until [`System::unmap`] takes it back.
pub unsafe trait System: Send + Sync + Sized + 'static {
    /// New pages, readable and writable, of `bytes` bytes.
    ///
    /// # Errors
    /// The system's [`Refusal`].
    fn map(&self, bytes: usize) -> Result<NonNull<[u8]>, Refusal>;

    /// Makes what the pages hold visible to the instruction fetch of all cores.
    ///
    /// # Safety
    /// The pages are from `map` and still mapped.
    unsafe fn synchronize(&self, pages: NonNull<[u8]>);

    /// Makes the pages executable, and writable no longer.
    ///
    /// # Errors
    /// The system's [`Refusal`].
    ///
    /// # Safety
    /// The pages are from `map` and still mapped, and nothing writes them any more.
    unsafe fn protect(&self, pages: NonNull<[u8]>) -> Result<(), Refusal>;

    /// Gives the pages back.
    ///
    /// # Errors
    /// The system's [`Refusal`].
    ///
    /// # Safety
    /// The pages are from `map` and still mapped, and nothing uses them any more.
    unsafe fn unmap(&self, pages: NonNull<[u8]>) -> Result<(), Refusal>;
}

/// Publishes pieces of code in one mapping: the whole of
/// [`CodeMemory::publish_all`](super::CodeMemory::publish_all).
///
/// # Errors
/// [`MemoryError`]; nothing stays mapped then.
pub fn publish<S: System>(system: S, codes: &[&[u8]]) -> Result<Vec<Block>, MemoryError> {
    let placement = Placement::new(codes)?;
    let mapping = Mapping::new(system, &placement)?;
    let start = mapping.pages.cast::<u8>();
    // A refused allocation drops the mapping, which unmaps the pages.
    let owner = Owner::new(mapping)?;
    let blocks = try_collect(placement.pieces().map(|(offset, code)| {
        // SAFETY: `placement` keeps every piece within the pages.
        let start = unsafe { start.add(offset) };
        // SAFETY: `Mapping::new` left the bytes executable and visible to instruction fetch; they
        // are never written again, and mapped until `owner` goes.
        unsafe { Block::new(start, code.len(), Some(owner.clone())) }
    }))?;
    Ok(blocks)
}

/// Pages that hold code and are executable; unmapped when dropped.
#[derive(Debug)]
pub struct Mapping<S: System> {
    system: S,
    pages: NonNull<[u8]>,
}

impl<S: System> Mapping<S> {
    /// Maps pages, fills them with the pieces of code, and makes them executable.
    fn new(system: S, placement: &Placement<'_>) -> Result<Self, MemoryError> {
        let bytes = placement.bytes();
        let refused = |step| move |refusal| MemoryError::Refused { step, bytes, refusal };
        let pages = system.map(bytes).map_err(refused("map"))?;
        // From here on the pages have an owner, which unmaps them if a step fails.
        let mapping = Self { system, pages };
        for (offset, code) in placement.pieces() {
            // SAFETY: `placement` keeps every piece within the pages.
            let room = unsafe { pages.cast::<u8>().add(offset) };
            // SAFETY: the pages are still writable and used by nothing else, so `code` is not in them.
            unsafe { room.copy_from_nonoverlapping(NonNull::from(code).cast(), code.len()) };
        }
        // SAFETY: the pages are mapped.
        unsafe { mapping.system.synchronize(pages) };
        // SAFETY: the pages are mapped, and were written for the last time above.
        unsafe { mapping.system.protect(pages) }.map_err(refused("protect"))?;
        Ok(mapping)
    }
}

impl<S: System> Drop for Mapping<S> {
    fn drop(&mut self) {
        // SAFETY: the pages are mapped; every block in them has shared `self`, so none is left.
        let unmapped = unsafe { self.system.unmap(self.pages) };
        // A refusal leaves the pages as they are: a leak, which no caller is left to hear of.
        let _ = unmapped;
    }
}

// SAFETY: pages belong to the process, not to a thread, and are only read once `new` is done.
unsafe impl<S: System> Send for Mapping<S> {}
// SAFETY: as above: shared access is read-only.
unsafe impl<S: System> Sync for Mapping<S> {}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::disallowed_methods, clippy::disallowed_macros)]
mod tests {
    extern crate std;
    use super::*;
    use Call::{Map, Protect, Synchronize, Unmap};
    use alloc::boxed::Box;
    use alloc::sync::Arc;
    use std::sync::Mutex;
    use std::vec;

    const EPERM: Refusal = Refusal::Os(1);

    /// One call made to the substitute.
    #[derive(Debug, PartialEq, Eq)]
    enum Call {
        Map {
            bytes: usize,
        },
        /// With what the pages held.
        Synchronize {
            held: Vec<u8>,
        },
        Protect {
            bytes: usize,
        },
        Unmap {
            bytes: usize,
        },
    }

    /// A system of heap memory, which keeps a record and can refuse a step.
    #[derive(Debug, Default)]
    struct Record {
        calls: Mutex<Vec<Call>>,
        refuses: &'static str,
    }

    impl Record {
        fn refusing(step: &'static str) -> Arc<Self> {
            Arc::new(Self { refuses: step, ..Self::default() })
        }

        fn note(&self, step: &str, call: Call) -> Result<(), Refusal> {
            self.calls.lock().unwrap().push(call);
            if step == self.refuses { Err(EPERM) } else { Ok(()) }
        }

        fn take(&self) -> Vec<Call> {
            core::mem::take(&mut self.calls.lock().unwrap())
        }
    }

    // SAFETY: `map` gives away a new slice, which only `unmap` takes back.
    unsafe impl System for Arc<Record> {
        fn map(&self, bytes: usize) -> Result<NonNull<[u8]>, Refusal> {
            self.note("map", Map { bytes })?;
            Ok(NonNull::from(Box::leak(vec![0; bytes].into_boxed_slice())))
        }

        unsafe fn synchronize(&self, pages: NonNull<[u8]>) {
            // SAFETY: the pages are mapped (caller's duty).
            let held = unsafe { pages.as_ref() }.to_vec();
            self.note("synchronize", Synchronize { held }).unwrap();
        }

        unsafe fn protect(&self, pages: NonNull<[u8]>) -> Result<(), Refusal> {
            self.note("protect", Protect { bytes: pages.len() })
        }

        unsafe fn unmap(&self, pages: NonNull<[u8]>) -> Result<(), Refusal> {
            self.note("unmap", Unmap { bytes: pages.len() })?;
            // SAFETY: `map` leaked the box, and nothing uses it any more (caller's duty).
            drop(unsafe { Box::from_raw(pages.as_ptr()) });
            Ok(())
        }
    }

    const TWO: [&[u8]; 2] = [&[1; 65], &[2; 4]];

    /// The contents of pages after `TWO` was copied there.
    fn two_placed() -> Vec<u8> {
        let mut held = vec![0; 192];
        held[..65].fill(1);
        held[128..132].fill(2);
        held
    }

    #[test]
    fn caches_are_synchronised_after_copying_and_before_pages_become_executable() {
        let system = Record::refusing("nothing");
        let blocks = publish(Arc::clone(&system), &TWO).unwrap();
        let expected = [Map { bytes: 192 }, Synchronize { held: two_placed() }, Protect { bytes: 192 }];
        assert_eq!(system.take(), expected);
        assert!(blocks.iter().map(Block::bytes).eq(TWO));
        assert_eq!(blocks[1].start().as_ptr() as usize - blocks[0].start().as_ptr() as usize, 128);
    }

    #[test]
    fn the_mapping_goes_with_its_last_block() {
        let system = Record::refusing("nothing");
        let mut blocks = publish(Arc::clone(&system), &TWO).unwrap();
        let second = blocks.pop().unwrap();
        let clone = second.clone();
        system.take();
        drop(blocks);
        drop(second);
        assert_eq!(system.take(), []);
        drop(clone);
        assert_eq!(system.take(), [Unmap { bytes: 192 }]);
    }

    #[test]
    fn a_refused_step_is_named_and_leaves_nothing_mapped() {
        let calls_until_refused = |step| {
            let system = Record::refusing(step);
            let error = publish(Arc::clone(&system), &TWO).unwrap_err();
            assert_eq!(error, MemoryError::Refused { step, bytes: 192, refusal: EPERM });
            system.take()
        };
        assert_eq!(calls_until_refused("map"), [Map { bytes: 192 }]);
        let synchronize = Synchronize { held: two_placed() };
        assert_eq!(
            calls_until_refused("protect"),
            [Map { bytes: 192 }, synchronize, Protect { bytes: 192 }, Unmap { bytes: 192 }]
        );
    }

    #[test]
    fn without_code_the_system_is_not_called() {
        let system = Record::refusing("nothing");
        for codes in [&[][..], &[&[][..]], &[&[1, 2, 3, 4], &[]]] {
            assert_eq!(publish(Arc::clone(&system), codes).unwrap_err(), MemoryError::Empty);
        }
        assert_eq!(system.take(), []);
    }
}
