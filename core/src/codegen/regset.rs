//! A set of small numbers, as bits.

use crate::fallible::{OutOfMemory, try_filled};
use alloc::vec::Vec;

/// A set of register numbers.
#[derive(Debug, PartialEq, Eq)]
pub struct RegSet {
    words: Vec<u64>,
}

impl RegSet {
    /// The empty set, with room for numbers below `capacity`.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn empty(capacity: usize) -> Result<Self, OutOfMemory> {
        Ok(Self { words: try_filled(0, capacity.div_ceil(64))? })
    }

    /// Removes every number.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Adds a number.
    pub fn add(&mut self, number: usize) {
        if let Some(word) = self.words.get_mut(number / 64) {
            *word |= 1 << (number % 64);
        }
    }

    /// Removes a number.
    pub fn remove(&mut self, number: usize) {
        if let Some(word) = self.words.get_mut(number / 64) {
            *word &= !(1 << (number % 64));
        }
    }

    /// Adds every number of `other`; says whether that changed the set.
    pub fn add_all(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            changed |= *more & !*word != 0;
            *word |= more;
        }
        changed
    }

    /// The numbers in the set, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(nth, word)| {
            let mut rest = *word;
            core::iter::from_fn(move || {
                let bit = rest.trailing_zeros();
                rest &= rest.checked_sub(1)?;
                Some(nth.saturating_mul(64).saturating_add(bit as usize))
            })
        })
    }
}
