//! The steps of an expression by their hashes: a list for each bucket, threaded through the
//! places of the steps.
//!
//! `hashbrown` would do, but for what it does where it runs out of room, which is to panic; that room was
//! made before is not seen by the compiler.
//!
//! Tests: `tests/tests/primitives_formula_long.rs`.

use crate::fallible::{OutOfMemory, TryVec, try_filled};
use alloc::vec::Vec;

/// No place.
const NONE: usize = usize::MAX;

/// The buckets of the first index.
const BUCKETS: usize = 128;

/// Places of steps, from 0 on without gaps.
#[derive(Debug)]
pub(super) struct Known {
    /// The last place in each bucket; a power of two of them, or none.
    last: Vec<usize>,
    /// For each place, the one before it in its bucket.
    before: Vec<usize>,
}

impl Known {
    pub(super) const EMPTY: Self = Self { last: Vec::new(), before: Vec::new() };

    /// How many places there are.
    pub(super) fn len(&self) -> usize {
        self.before.len()
    }

    /// The places in the bucket of a hash, the last one first.
    pub(super) fn like(&self, hash: u64) -> impl Iterator<Item = usize> {
        let place = |place: Option<&usize>| place.copied().filter(|place| *place != NONE);
        let last = place(self.last.get(self.bucket(hash)));
        core::iter::successors(last, move |at| place(self.before.get(*at)))
    }

    /// Adds the next place, whose step has the hash that `hash_of` gives.
    ///
    /// # Errors
    /// [`OutOfMemory`]; nothing is added then.
    pub(super) fn add(&mut self, hash_of: impl Fn(usize) -> u64) -> Result<(), OutOfMemory> {
        let place = self.len();
        if place >= self.last.len() {
            self.last = try_filled(NONE, self.last.len().saturating_mul(2).max(BUCKETS))?;
            let mut before = core::mem::take(&mut self.before);
            (0..).zip(&mut before).for_each(|(place, before)| *before = self.put(place, hash_of(place)));
            self.before = before;
        }
        self.before.try_push(NONE)?;
        let earlier = self.put(place, hash_of(place));
        self.before.last_mut().into_iter().for_each(|before| *before = earlier);
        Ok(())
    }

    /// Makes a place the last one of its bucket, and returns the one that was.
    fn put(&mut self, place: usize, hash: u64) -> usize {
        let bucket = self.bucket(hash);
        self.last.get_mut(bucket).map_or(NONE, |last| core::mem::replace(last, place))
    }

    /// The upper bits of a hash are the better ones.
    fn bucket(&self, hash: u64) -> usize {
        (hash >> 32) as usize & self.last.len().wrapping_sub(1)
    }
}
