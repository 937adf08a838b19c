//! Memory for threads and runs that come and go.
//!
//! Problem: each thread that runs tasks needs scratch memory of its own, but an executor says neither which
//! thread runs a range of tasks nor how many run at a time, and a run may neither allocate nor lock.
//!
//! Idea: as many slots as threads are expected; a range of tasks takes a free one by setting a bit and
//! gives it back when it is done. A thread that finds none waits for one, which is never long and always
//! ends: the holder of a slot is running kernels, and waits for nothing.
//!
//! An arena is a slot for a whole run. Its holder waits for others, namely for the threads of its tasks,
//! so that no run may wait for it: where it is taken, a run makes one of its own, the only memory that
//! running ever allocates.
//!
//! Tests: below, `tests/tests/harness_program_allocations.rs`.

use crate::fallible::OutOfMemory;
use crate::lines::{LINE, Lines};
use crate::primitives::atomic::{AtomicU64, Ordering};
use crate::primitives::yield_now;
use std::num::NonZeroUsize;

/// The most slots that are used.
const MAX_SLOTS: usize = WORDS * BITS;
const WORDS: usize = 4;
const BITS: usize = u64::BITS as usize;

/// Slots with the memory behind them.
#[derive(Debug)]
pub struct Scratch {
    /// Owned for the sake of `slots`.
    memory: Lines,
    slots: Slots,
}

impl Scratch {
    /// Slots of some bytes, for that many threads.
    pub fn new(bytes: usize, threads: NonZeroUsize) -> Result<Self, OutOfMemory> {
        let lines = bytes.div_ceil(LINE);
        let count = threads.get().min(MAX_SLOTS);
        let memory = Lines::new(lines.checked_mul(count).ok_or(OutOfMemory)?)?;
        let slots = Slots::new(memory.address(), lines * LINE, count);
        Ok(Self { memory, slots })
    }

    /// The bytes of all slots.
    pub fn bytes(&self) -> usize {
        self.memory.bytes()
    }

    /// The slots to take.
    pub fn slots(&self) -> &Slots {
        &self.slots
    }
}

/// The arena of a run.
#[derive(Debug)]
pub enum Arena<'s> {
    /// The program's.
    Lent(Slot<'s>),
    /// The run's own, as the program's is in use.
    Own(Lines),
}

impl Arena<'_> {
    /// Its start.
    pub fn address(&self) -> usize {
        match self {
            Self::Lent(slot) => slot.address(),
            Self::Own(lines) => lines.address(),
        }
    }
}

/// Pieces of memory that are free or taken.
#[derive(Debug)]
pub struct Slots {
    /// The place of the first one.
    start: usize,
    /// From one to the next; 0 where no memory is needed, and none is taken.
    bytes: usize,
    /// A bit for each that is free.
    free: [AtomicU64; WORDS],
}

impl Slots {
    /// At most `MAX_SLOTS` of them.
    pub fn new(start: usize, bytes: usize, count: usize) -> Self {
        let bits = |word: usize| match count.saturating_sub(word * BITS) {
            all if all >= BITS => u64::MAX,
            some => (1 << some) - 1,
        };
        Self { start, bytes, free: std::array::from_fn(|word| AtomicU64::new(bits(word))) }
    }

    /// Takes a slot, and waits while there is none.
    pub fn take(&self) -> Slot<'_> {
        loop {
            if let Some(slot) = self.take_free() {
                return slot;
            }
            yield_now();
        }
    }

    /// Takes a slot, if there is a free one.
    fn take_free(&self) -> Option<Slot<'_>> {
        let number = if self.bytes == 0 { 0 } else { (0..WORDS).find_map(|word| self.take_of(word))? };
        Some(Slot { slots: self, number })
    }

    /// Takes a slot for an arena, or memory like it.
    pub fn take_arena(&self) -> Result<Arena<'_>, OutOfMemory> {
        match self.take_free() {
            Some(slot) => Ok(Arena::Lent(slot)),
            None => Ok(Arena::Own(Lines::new(self.bytes.div_ceil(LINE))?)),
        }
    }

    fn take_of(&self, word: usize) -> Option<usize> {
        let take = |free: u64| (free != 0).then(|| free & (free - 1));
        // What the one before did to the memory comes before what this one does.
        let free = self.free.get(word)?.fetch_update(Ordering::Acquire, Ordering::Relaxed, take).ok()?;
        Some(word * BITS + free.trailing_zeros() as usize)
    }
}

/// A slot that is taken; dropping gives it back.
#[derive(Debug)]
pub struct Slot<'s> {
    slots: &'s Slots,
    number: usize,
}

impl Slot<'_> {
    /// The start of its memory.
    pub fn address(&self) -> usize {
        self.slots.start.wrapping_add(self.number * self.slots.bytes)
    }
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        let word = self.slots.free.get(self.number / BITS);
        if let Some(word) = word.filter(|_| self.slots.bytes > 0) {
            word.fetch_or(1 << (self.number % BITS), Ordering::Release);
        }
    }
}

#[cfg(all(test, tensmith_model))]
#[expect(unsafe_code, reason = "loom's cells ask for it")]
mod models {
    use super::*;
    use crate::primitives::model;
    use loom::cell::UnsafeCell;
    use loom::sync::Arc;
    use loom::thread;

    /// Two slots, and what their holders write to: loom fails where two of them do and neither
    /// is known to be first.
    struct Shared {
        slots: Slots,
        places: [UnsafeCell<usize>; 2],
    }

    // SAFETY: loom refuses accesses that are not ordered.
    unsafe impl Sync for Shared {}

    // SAFETY: as above.
    unsafe impl Send for Shared {}

    /// Takes a slot, writes to its place, and gives it back.
    fn hold(shared: &Shared) {
        let slot = shared.slots.take();
        // SAFETY: loom refuses accesses that are not ordered.
        shared.places[slot.address()].with_mut(|place| unsafe { *place += 1 });
    }

    #[test]
    fn a_slot_has_one_holder_who_finds_what_the_one_before_left() {
        model(|| {
            let places = [0, 0].map(UnsafeCell::new);
            let shared = Arc::new(Shared { slots: Slots::new(0, 1, 2), places });
            let others = [(), ()].map(|()| {
                let shared = Arc::clone(&shared);
                thread::spawn(move || hold(&shared))
            });
            hold(&shared);
            others.into_iter().for_each(|other| other.join().unwrap());
            // SAFETY: as above.
            let held = shared.places.iter().map(|place| place.with(|place| unsafe { *place }));
            assert_eq!(held.sum::<usize>(), 3);
            assert!(shared.slots.free[0].load(Ordering::Relaxed) == 0b11);
        });
    }
}

#[cfg(all(test, not(tensmith_model)))]
#[expect(clippy::disallowed_methods, clippy::expect_used, clippy::indexing_slicing, reason = "tests")]
mod tests {
    use super::*;
    use std::thread;
    use std::vec::Vec;

    fn scratch(bytes: usize, threads: usize) -> Scratch {
        Scratch::new(bytes, NonZeroUsize::new(threads).expect("threads")).expect("memory")
    }

    #[test]
    fn slots_are_apart_and_come_back() {
        for (threads, count) in [(1, 1), (3, 3), (64, 64), (70, 70), (1000, MAX_SLOTS)] {
            let scratch = scratch(65, threads);
            let take = || (0..count).map(|_| scratch.slots().take()).collect::<Vec<_>>();
            let taken = take();
            let mut addresses: Vec<_> = taken.iter().map(Slot::address).collect();
            addresses.sort_unstable();
            assert!(addresses.windows(2).all(|pair| pair[1] - pair[0] == 128), "{addresses:?}");
            assert!(addresses[0].is_multiple_of(64) && scratch.memory.bytes() == 128 * count);
            assert!((0..WORDS).all(|word| scratch.slots().take_of(word).is_none()), "all are taken");
            drop(taken);
            take();
        }
    }

    #[test]
    fn who_finds_none_waits() {
        let scratch = scratch(8, 2);
        let users = [AtomicU64::new(0), AtomicU64::new(0)];
        thread::scope(|scope| {
            for number in 1..=8 {
                let (scratch, users) = (&scratch, &users);
                scope.spawn(move || {
                    for _ in 0..1000 {
                        let slot = scratch.slots().take();
                        let nth = (slot.address() - scratch.slots().start) / 64;
                        let place = &users[nth];
                        assert_eq!(
                            place.swap(number, Ordering::Relaxed),
                            0,
                            "no other thread is in the slot"
                        );
                        yield_now();
                        assert_eq!(place.swap(0, Ordering::Relaxed), number);
                    }
                });
            }
        });
    }

    #[test]
    fn who_finds_no_arena_makes_one() {
        let scratch = scratch(65, 1);
        let first = scratch.slots().take_arena().expect("memory");
        let second = scratch.slots().take_arena().expect("memory");
        assert!(matches!((&first, &second), (Arena::Lent(_), Arena::Own(lines)) if lines.bytes() == 128));
        assert!(first.address().abs_diff(second.address()) >= 128);
        drop(first);
        assert!(matches!(scratch.slots().take_arena(), Ok(Arena::Lent(_))));
    }

    #[test]
    fn without_memory_there_is_no_limit() {
        let scratch = scratch(0, 1);
        let taken: Vec<_> = (0..5).map(|_| scratch.slots().take()).collect();
        assert_eq!(taken.len(), 5);
    }
}
