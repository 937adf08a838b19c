//! Publishing, calling and dropping code on threads, in every order that the language's memory model allows
//! ([`primitives`](crate::primitives)).
//!
//! The arena with its handles, the order in which pages are replaced, and the pool of lent memory are the
//! real ones. Substitutes of the machine below them have a cell of loom's for each unit of memory: to execute
//! code reads the cell, and to change what is there writes it, so that loom fails where code changes while
//! somebody may still execute it, or is executed by somebody for whom it need not be there yet.
//!
//! What was seen to fail, one change at a time: handles that are dropped with `Relaxed` in the place of
//! `Release`, or without the fence behind the last one (`owner`); a replaced page that does not hold what
//! lived there, or that has the new code one granule too early (`pages`); blocks that do not keep their owner
//! (`arena`); a place that is given back without the arena's lock (`shared`); pages given back, or taken,
//! with `Relaxed` (`pool`); a lock of the pool that is released before pages are marked.
//!
//! Tests: below.
#![allow(unsafe_code)]

use super::arena::{Arena, Counts};
use super::pages::{Calls, Replaced};
use super::pool::{Guard, Pool};
use super::shared::{Lock, SharedArena};
use super::{ALIGNMENT, Block, CodeMemory, MemoryError, Refusal};
use crate::primitives::model;
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::mem::MaybeUninit;
use core::num::NonZero;
use core::ptr::NonNull;
use core::sync::atomic::{AtomicUsize, Ordering};
use loom::cell::UnsafeCell;
use loom::sync::Mutex;
use loom::thread;

/// Memory as cores see it: which thread executes and which changes which unit, from the first one.
#[derive(Debug)]
struct Units {
    /// The address of the first.
    start: AtomicUsize,
    bytes: usize,
    cells: Vec<UnsafeCell<()>>,
}

// SAFETY: loom refuses accesses that are not ordered.
unsafe impl Send for Units {}
// SAFETY: as above.
unsafe impl Sync for Units {}

impl Units {
    fn new(count: usize, bytes: usize) -> Self {
        let cells = (0..count).map(|_| UnsafeCell::new(())).collect();
        Self { start: AtomicUsize::new(0), bytes, cells }
    }

    /// The cell of the unit at an address. The models use no others than the first ones.
    fn at(&self, address: NonNull<u8>) -> Option<&UnsafeCell<()>> {
        self.cells.get((address.addr().get() - self.start.load(Ordering::Relaxed)) / self.bytes)
    }

    /// The bytes of a unit are changed.
    fn change(&self, address: NonNull<u8>) {
        if let Some(cell) = self.at(address) {
            cell.with_mut(|_| ());
        }
    }

    /// All units in a range are.
    fn change_all(&self, memory: NonNull<[u8]>) {
        let start = memory.cast::<u8>();
        // SAFETY: within the memory.
        (0..memory.len()).step_by(self.bytes).for_each(|at| self.change(unsafe { start.add(at) }));
    }

    /// Executes a block: returns its first byte.
    fn execute(&self, block: &Block) -> u8 {
        let cell = self.at(block.start()).expect("one of the first units");
        cell.with(|_| block.bytes()[0])
    }
}

/// Pages of two granules.
const PAGE: usize = 2 * ALIGNMENT;

/// A system that replaces pages, whose units are granules.
#[derive(Clone, Debug)]
struct Machine(Arc<Units>);

// SAFETY: `reserve` gives away a new slice, which only `unmap` takes back; `place` copies into it.
unsafe impl Calls for Machine {
    type Staged = Vec<u8>;

    fn page(&self) -> usize {
        PAGE
    }

    fn shares(&self) -> bool {
        true
    }

    fn reserve(&self, bytes: usize) -> Result<NonNull<[u8]>, MemoryError> {
        let memory = NonNull::from(Box::leak(vec![0; bytes].into_boxed_slice()));
        self.0.start.store(memory.cast::<u8>().addr().get(), Ordering::Relaxed);
        Ok(memory)
    }

    fn stage(&self, bytes: usize) -> Result<Vec<u8>, MemoryError> {
        Ok(vec![0; bytes])
    }

    fn bytes<'a>(&self, staged: &'a mut Vec<u8>) -> &'a mut [u8] {
        staged
    }

    fn seal(&self, _: &mut Vec<u8>) -> Result<(), MemoryError> {
        Ok(())
    }

    unsafe fn place(&self, staged: Vec<u8>, at: NonNull<[u8]>) -> Result<(), MemoryError> {
        for (nth, new) in staged.chunks(ALIGNMENT).enumerate() {
            // SAFETY: as many bytes are there as were staged (caller's duty).
            let place = unsafe { at.cast::<u8>().add(nth * ALIGNMENT) };
            // SAFETY: as above.
            let old = unsafe { NonNull::slice_from_raw_parts(place, new.len()).as_ref() };
            // Code that runs in a page which holds the same finds no difference.
            if old == new {
                continue;
            }
            self.0.change(place);
            // SAFETY: loom runs one thread at a time.
            unsafe { place.copy_from_nonoverlapping(NonNull::from(new).cast(), new.len()) };
        }
        Ok(())
    }

    unsafe fn synchronize(&self, _: NonNull<[u8]>, _: bool) {}

    unsafe fn unmap(&self, at: NonNull<[u8]>) {
        self.0.change_all(NonNull::slice_from_raw_parts(at.cast(), self.0.cells.len() * ALIGNMENT));
        // SAFETY: `reserve` leaked the box, and nothing uses it any more (caller's duty).
        drop(unsafe { Box::from_raw(at.as_ptr()) });
    }
}

#[derive(Debug)]
struct Locked(Mutex<Arena<Replaced<Machine>>>);

// SAFETY: the mutex has one arena, for as long as it is there.
unsafe impl Lock for Locked {
    type System = Replaced<Machine>;

    fn with<R>(&self, change: impl FnOnce(&mut Arena<Self::System>) -> R) -> R {
        change(&mut self.0.lock().unwrap())
    }
}

/// An arena, and the granules of its first pages.
fn arena() -> (SharedArena<Locked>, Arc<Units>) {
    let units = Arc::new(Units::new(4, ALIGNMENT));
    let arena = Arena::new(Replaced(Machine(Arc::clone(&units))));
    (SharedArena::new(Locked(Mutex::new(arena))).unwrap(), units)
}

/// Publishes code and executes it.
fn publish(memory: &impl CodeMemory, units: &Units, value: u8) -> Block {
    let block = memory.publish(&[value; 4]).unwrap();
    assert_eq!(units.execute(&block), value);
    block
}

#[test]
fn code_stays_as_it_is_while_other_code_comes_to_its_page_and_leaves() {
    model(|| {
        let (memory, units) = arena();
        let stays = publish(&memory, &units, 1);
        let others = [2, 3].map(|value| {
            let (memory, units) = (memory.clone(), Arc::clone(&units));
            thread::spawn(move || drop(publish(&memory, &units, value)))
        });
        assert_eq!(units.execute(&stays), 1);
        others.into_iter().for_each(|other| other.join().unwrap());
        assert_eq!(units.execute(&stays), 1);
        drop(stays);
        assert_eq!(memory.with(Arena::counts), Counts::default());
    });
}

#[test]
fn a_place_is_used_again_when_all_have_left_it() {
    model(|| {
        let (memory, units) = arena();
        // So that the chunk stays.
        let stays = publish(&memory, &units, 1);
        let shared = publish(&memory, &units, 2);
        let other = {
            let (memory, units, block) = (memory.clone(), Arc::clone(&units), shared.clone());
            thread::spawn(move || {
                assert_eq!(units.execute(&block), 2);
                drop(block);
                drop(publish(&memory, &units, 3));
            })
        };
        assert_eq!(units.execute(&shared), 2);
        drop(shared);
        drop(publish(&memory, &units, 4));
        other.join().unwrap();
        assert_eq!(units.execute(&stays), 1);
        assert_eq!(memory.with(Arena::counts).extents, 1);
    });
}

#[test]
fn a_chunk_goes_back_when_all_have_left_it() {
    model(|| {
        let (memory, units) = arena();
        let shared = publish(&memory, &units, 1);
        let others = [(), ()].map(|()| {
            let (units, block) = (Arc::clone(&units), shared.clone());
            thread::spawn(move || {
                assert_eq!(units.execute(&block), 1);
                drop(block);
            })
        });
        // The blocks keep the arena, too.
        drop(memory);
        drop(shared);
        others.into_iter().for_each(|other| other.join().unwrap());
    });
}

/// A machine that protects pages of one granule each; what it is asked for changes them,
/// and writing them does.
struct Pages(Arc<Units>);

// SAFETY: the memory is valid for all of this.
unsafe impl Guard for Pages {
    fn page(&self) -> NonZero<usize> {
        NonZero::new(ALIGNMENT).unwrap()
    }

    unsafe fn executable(&self, pages: NonNull<[u8]>) -> Result<(), Refusal> {
        self.0.change_all(pages);
        Ok(())
    }

    unsafe fn writable(&self, pages: NonNull<[u8]>) -> Result<(), Refusal> {
        self.0.change_all(pages);
        Ok(())
    }
}

/// A pool of some pages, and these.
fn pool(pages: usize) -> (Pool<Pages>, Arc<Units>) {
    // Aligned as the pages are, and never freed, as it is lent for good.
    let lent = Box::leak(vec![MaybeUninit::<u8>::uninit(); (pages + 1) * ALIGNMENT].into_boxed_slice());
    let start = lent.as_ptr().align_offset(ALIGNMENT);
    let lent = &mut lent[start..][..pages * ALIGNMENT];
    let units = Arc::new(Units::new(pages, ALIGNMENT));
    units.start.store(lent.as_ptr().addr(), Ordering::Relaxed);
    (Pool::new(lent, Pages(Arc::clone(&units))).unwrap(), units)
}

/// Publishes in a pool, executes and drops, if the pool is not being taken from and has room.
fn pass(memory: &Pool<Pages>, units: &Units, value: u8) {
    match memory.publish(&[value; 4]) {
        Ok(block) => assert_eq!(units.execute(&block), value),
        Err(MemoryError::Refused { step: "map", refusal: Refusal::Busy | Refusal::Full { .. }, .. }) => (),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn a_page_of_a_pool_has_one_holder_who_comes_after_the_one_before() {
    for pages in [1, 2] {
        model(move || {
            let (memory, units) = pool(pages);
            let other = {
                let (memory, units) = (memory.clone(), Arc::clone(&units));
                thread::spawn(move || [1, 2].map(|value| pass(&memory, &units, value)))
            };
            pass(&memory, &units, 3);
            other.join().unwrap();
            assert_eq!(memory.free(), pages * ALIGNMENT);
        });
    }
}
