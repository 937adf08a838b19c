//! Which parts of a chunk of memory are in use: one bit for each granule of
//! [`ALIGNMENT`](super::ALIGNMENT) bytes.
//!
//! Extents go to the lowest place where they fit, so that chunks fill from their
//! beginning and empty towards it. Two numbers keep the search short: the first word
//! that may have room, and a bound of the longest run of granules that are free.
//! Taking costs a walk over the words in between, giving back one step for 64 granules.
//!
//! Tests: below.

use crate::fallible::{OutOfMemory, try_filled};
use alloc::vec::Vec;

const BITS: usize = u64::BITS as usize;

/// The granules of a chunk, each taken or free.
#[derive(Debug)]
pub(super) struct Extents {
    /// A bit for each granule, set where it is taken. Bits behind the last granule are set, too.
    words: Vec<u64>,
    taken: usize,
    /// No word before this one has a free granule.
    first: usize,
    /// No run of free granules is longer.
    longest: usize,
}

impl Extents {
    /// As many granules, all free.
    pub(super) fn new(granules: usize) -> Result<Self, OutOfMemory> {
        let words = try_filled(0, granules.div_ceil(BITS))?;
        let mut extents = Self { words, taken: 0, first: 0, longest: granules };
        let behind = extents.words.len() * BITS - granules;
        extents.mark(granules, behind, true);
        Ok(extents)
    }

    /// Takes as many granules that follow each other; returns the number of the first.
    pub(super) fn take(&mut self, granules: usize) -> Option<usize> {
        if granules > self.longest {
            return None;
        }
        let start = self.find(granules)?;
        self.mark(start, granules, true);
        self.taken += granules;
        Some(start)
    }

    /// Gives granules back that were taken.
    pub(super) fn give(&mut self, start: usize, granules: usize) {
        self.mark(start, granules, false);
        self.taken -= granules.min(self.taken);
        self.first = self.first.min(start / BITS);
        // It may have joined its neighbours.
        self.longest = self.words.len() * BITS;
    }

    /// How many granules are taken.
    pub(super) fn taken(&self) -> usize {
        self.taken
    }

    /// The lowest run that is long enough. Learns how far there is no room.
    fn find(&mut self, granules: usize) -> Option<usize> {
        let (mut run, mut start, mut longest, mut first) = (0, 0, 0, None);
        for (index, word) in self.words.iter().enumerate().skip(self.first) {
            let (mut rest, mut bit) = (*word, 0);
            while bit < BITS {
                let taken = (rest.trailing_ones() as usize).min(BITS - bit);
                if taken > 0 {
                    run = 0;
                }
                rest = rest.checked_shr(taken as u32).unwrap_or(0);
                bit += taken;
                let free = (rest.trailing_zeros() as usize).min(BITS - bit);
                if free > 0 {
                    first = first.or(Some(index));
                    start = if run == 0 { index * BITS + bit } else { start };
                    run += free;
                    longest = longest.max(run);
                }
                if run >= granules {
                    self.first = first.unwrap_or(self.first);
                    return Some(start);
                }
                rest = rest.checked_shr(free as u32).unwrap_or(0);
                bit += free;
            }
        }
        self.first = first.unwrap_or(self.words.len());
        self.longest = longest;
        None
    }

    /// Sets or clears bits.
    fn mark(&mut self, start: usize, granules: usize, taken: bool) {
        let (mut at, end) = (start, start + granules);
        while at < end {
            let bit = at % BITS;
            let count = (BITS - bit).min(end - at);
            let mask = u64::MAX >> (BITS - count) << bit;
            if let Some(word) = self.words.get_mut(at / BITS) {
                *word = if taken { *word | mask } else { *word & !mask };
            }
            at += count;
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::disallowed_methods, clippy::disallowed_macros)]
mod tests {
    extern crate std;
    use super::*;
    use std::vec;

    /// The lowest run of free granules, found one by one.
    fn lowest(taken: &[bool], granules: usize) -> Option<usize> {
        taken.windows(granules).position(|run| run.iter().all(|taken| !taken))
    }

    #[test]
    fn extents_are_where_a_list_of_granules_has_room() {
        for (total, seed) in [(1, 1), (63, 2), (64, 3), (65, 4), (1000, 5)] {
            let mut state: u64 = seed;
            let mut random = |below: usize| {
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                (state >> 33) as usize % below
            };
            let mut extents = Extents::new(total).unwrap();
            let (mut taken, mut held) = (vec![false; total], vec![]);
            for _ in 0..3000 {
                let most = if random(10) == 0 { 200 } else { 8 };
                let granules = 1 + random(most);
                let expected = lowest(&taken, granules);
                assert_eq!(extents.take(granules), expected, "{granules} of {total}, seed {seed}");
                if let Some(start) = expected {
                    taken[start..start + granules].fill(true);
                    held.push((start, granules));
                }
                if !held.is_empty() && random(5) < 3 {
                    let (start, granules) = held.swap_remove(random(held.len()));
                    extents.give(start, granules);
                    taken[start..start + granules].fill(false);
                }
                assert_eq!(extents.taken(), taken.iter().filter(|taken| **taken).count());
            }
        }
    }

    #[test]
    fn what_is_empty_again_has_room_for_all() {
        let mut extents = Extents::new(100).unwrap();
        assert_eq!((extents.take(101), extents.take(100), extents.take(1)), (None, Some(0), None));
        extents.give(0, 100);
        assert_eq!((extents.taken(), extents.take(100)), (0, Some(0)));
    }
}
