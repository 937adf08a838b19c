//! Values with the time of their last use, in slots that do not move.
//!
//! Idea: using a value writes a number into it, and nothing else: looking up is what has to be fast.
//! A heap holds the slots by the time of a use, as far as it knows it; finding the least recently used
//! value takes the first slot of the heap and, where the value was used later than the heap knows, tells
//! the heap and begins again. No use is earlier than the heap knows, so that a first slot whose time is
//! right is the one that is looked for.
//!
//! Cost: a use takes constant time. Finding the least recently used value takes logarithmic time, once
//! more for each that was used since the heap learned of it: a use is paid for once, and later.
//!
//! Invariants: every slot with a value is in the heap once, and no other is; the times of uses differ.

use crate::fallible::{OutOfMemory, TryVec};
use alloc::collections::BinaryHeap;
use alloc::collections::binary_heap::PeekMut;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// The number of a value, as long as it is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Slot(usize);

/// See the module's documentation.
#[derive(Debug)]
pub(super) struct Recent<T> {
    places: Vec<Place<T>>,
    uses: BinaryHeap<Reverse<Use>>,
    /// The first of the places without a value.
    free: Option<Slot>,
    /// How often values were used or placed.
    now: u64,
    /// How often they were placed.
    placed: u64,
}

#[derive(Debug)]
enum Place<T> {
    Used {
        /// Time of the last use.
        at: u64,
        value: T,
    },
    Free {
        next: Option<Slot>,
    },
}

/// One use of a slot, the first or a later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Use {
    at: u64,
    slot: Slot,
}

/// A value, and what changes when it is used.
#[derive(Debug)]
pub(super) struct Found<'a, T> {
    value: &'a T,
    at: &'a mut u64,
    now: &'a mut u64,
}

impl<'a, T> Found<'a, T> {
    /// The value.
    #[inline(always)]
    pub(super) const fn value(&self) -> &T {
        self.value
    }

    /// The value, which becomes the most recently used.
    #[inline(always)]
    pub(super) fn touch(self) -> &'a T {
        *self.now = self.now.wrapping_add(1);
        *self.at = *self.now;
        self.value
    }
}

impl<T> Recent<T> {
    pub(super) const fn new() -> Self {
        Self { places: Vec::new(), uses: BinaryHeap::new(), free: None, now: 0, placed: 0 }
    }

    /// How often values were used after they had been placed.
    pub(super) fn uses(&self) -> u64 {
        self.now.wrapping_sub(self.placed)
    }

    /// The value in a slot.
    #[inline]
    pub(super) fn get(&self, slot: Slot) -> Option<&T> {
        match self.places.get(slot.0)? {
            Place::Used { value, .. } => Some(value),
            Place::Free { .. } => None,
        }
    }

    /// Like [`Recent::get`], for a value that may be used.
    #[inline(always)]
    pub(super) fn find(&mut self, slot: Slot) -> Option<Found<'_, T>> {
        match self.places.get_mut(slot.0)? {
            Place::Used { at, value } => Some(Found { value, at, now: &mut self.now }),
            Place::Free { .. } => None,
        }
    }

    /// Places a value, as the most recently used.
    ///
    /// # Errors
    /// [`OutOfMemory`]; the value is dropped then.
    pub(super) fn insert(&mut self, value: T) -> Result<Slot, OutOfMemory> {
        self.uses.try_reserve(1)?;
        let slot = self.free_slot()?;
        let at = self.now.wrapping_add(1);
        if let Some(place) = self.places.get_mut(slot.0) {
            if let Place::Free { next } = *place {
                self.free = next;
            }
            *place = Place::Used { at, value };
        }
        self.now = at;
        self.placed = self.placed.wrapping_add(1);
        // Room for one more was made above.
        self.uses.push(Reverse(Use { at, slot }));
        Ok(slot)
    }

    /// Takes the least recently used value out.
    pub(super) fn take_oldest(&mut self) -> Option<(Slot, T)> {
        let slot = loop {
            let mut first = self.uses.peek_mut()?;
            let Use { at: known, slot } = first.0;
            match self.places.get(slot.0) {
                Some(&Place::Used { at, .. }) if at != known => first.0.at = at,
                _ => break PeekMut::pop(first).0.slot,
            }
        };
        let place = core::mem::replace(self.places.get_mut(slot.0)?, Place::Free { next: self.free });
        self.free = Some(slot);
        match place {
            Place::Used { value, .. } => Some((slot, value)),
            Place::Free { .. } => None,
        }
    }

    /// A place without a value.
    fn free_slot(&mut self) -> Result<Slot, OutOfMemory> {
        if let Some(slot) = self.free {
            return Ok(slot);
        }
        let slot = Slot(self.places.len());
        self.places.try_push(Place::Free { next: None })?;
        self.free = Some(slot);
        Ok(slot)
    }
}
