//! Sets of indices as bits, and the products of their extents.
//!
//! Idea: indices are sorted by extent, so that nearly every word of 64 has one extent only: the product is a
//! power, by the number of bits. A set is a slice of as many words as [`Sets::words`] says.
//!
//! Tests: `tests/tests/einsum_path_search.rs`.

use super::Network;
use crate::einsum::tree::Index;
use crate::fallible::{OutOfMemory, TryVec, sorted, try_collect, try_filled};
use alloc::vec::Vec;

/// The places of indices in sets, and their extents.
#[derive(Debug)]
pub(super) struct Sets {
    words: Vec<Word>,
    /// For each index, its bit.
    places: Vec<usize>,
}

/// The extents of the indices of one word.
#[derive(Clone, Copy, Debug)]
struct Word {
    /// Whether all are the same.
    is_uniform: bool,
    /// The powers of the one extent, or the extent of each bit.
    factors: [f64; 65],
}

impl Word {
    fn product(&self, bits: u64) -> f64 {
        if self.is_uniform {
            return self.factor(bits.count_ones());
        }
        ones(bits).fold(1.0, |product, bit| product * self.factor(bit))
    }

    fn factor(&self, place: u32) -> f64 {
        self.factors.get(place as usize).copied().unwrap_or(1.0)
    }
}

/// The places of the bits of a word.
pub(super) fn ones(bits: u64) -> impl Iterator<Item = u32> {
    let rest = |bits: &u64| Some(*bits & bits.wrapping_sub(1)).filter(|bits| *bits != 0);
    core::iter::successors(Some(bits).filter(|bits| *bits != 0), rest).map(u64::trailing_zeros)
}

/// The places of the bits of a set.
pub(super) fn members(set: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    let from = (0..).step_by(64);
    set.zip(from).flat_map(|(bits, from): (u64, usize)| ones(bits).map(move |bit| from | bit as usize))
}

impl Sets {
    fn new(network: &Network) -> Result<Self, OutOfMemory> {
        let extents = network.extents().iter().enumerate().map(|(index, extent)| (*extent, index));
        let order = sorted(try_collect(extents)?);
        let (mut words, mut places) = (Vec::new(), try_filled(0, order.len())?);
        for chunk in order.chunks(64) {
            let extents = || chunk.iter().map(|(_, index)| network.weight(*index));
            let is_uniform = extents().is_sorted_by(|a, b| a == b);
            let mut factors = [1.0; 65];
            if is_uniform {
                let mut power = 1.0;
                for factor in factors.iter_mut().skip(1) {
                    power *= extents().next().unwrap_or(1.0);
                    *factor = power;
                }
            } else {
                factors.iter_mut().zip(extents()).for_each(|(factor, extent)| *factor = extent);
            }
            words.try_push(Word { is_uniform, factors })?;
        }
        for (bit, (_, index)) in order.into_iter().enumerate() {
            if let Some(place) = places.get_mut(index) {
                *place = bit;
            }
        }
        Ok(Self { words, places })
    }

    /// How many words a set has.
    pub(super) fn words(&self) -> usize {
        self.words.len()
    }

    /// The product of the extents of a set.
    #[inline]
    pub(super) fn product(&self, set: impl Iterator<Item = u64>) -> f64 {
        self.words.iter().zip(set).fold(1.0, |product, (word, bits)| product * word.product(bits))
    }

    /// The products of several sets, which come word by word.
    #[inline]
    pub(super) fn products<const N: usize>(&self, sets: impl Iterator<Item = [u64; N]>) -> [f64; N] {
        let mut products = [1.0; N];
        for (word, sets) in self.words.iter().zip(sets) {
            for (product, bits) in products.iter_mut().zip(sets) {
                *product *= word.product(bits);
            }
        }
        products
    }

    /// The extent of the index at a place.
    pub(super) fn extent(&self, place: usize) -> f64 {
        self.words.get(place / 64).map_or(1.0, |word| word.product(1u64.wrapping_shl(place as u32)))
    }

    /// The index at a place; none where there is none.
    pub(super) fn index(&self, place: usize) -> Option<Index> {
        self.places.iter().position(|other| *other == place)
    }

    fn place(&self, index: Index) -> usize {
        self.places.get(index).copied().unwrap_or_default()
    }
}

/// The operands of a network as sets, without the indices that only one has and the output does not.
#[derive(Debug)]
pub(super) struct Operands {
    /// How sets are read.
    pub(super) sets: Sets,
    /// How many operands there are.
    pub(super) count: usize,
    /// The sets of all operands, one after the other.
    pub(super) bits: Vec<u64>,
    /// Who has each index before any have met.
    pub(super) holders: Holders,
}

impl Operands {
    pub(super) fn new(network: &Network) -> Result<Self, OutOfMemory> {
        let sets = Sets::new(network)?;
        let (count, words) = (network.operands().len(), sets.words());
        let mut bits = try_filled(0u64, words.saturating_mul(count))?;
        let mut holders = Holders { counts: try_filled(0, words.saturating_mul(64))?, last: Vec::new() };
        for (operand, indices) in network.operands().enumerate() {
            let set = part_mut(&mut bits, operand, words);
            indices.iter().for_each(|index| insert(set, sets.place(*index)));
            members(set.iter().copied()).for_each(|place| holders.add(place));
        }
        network.output().iter().for_each(|index| holders.add(sets.place(*index)));
        for operand in 0..count {
            for (bits, from) in part_mut(&mut bits, operand, words).iter_mut().zip((0..).step_by(64)) {
                *bits = ones(*bits)
                    .filter(|bit| holders.count(from | *bit as usize) > 1)
                    .fold(0, |kept, bit| kept | 1u64.wrapping_shl(bit));
            }
        }
        holders.last = try_filled(0, words)?;
        for place in 0..holders.counts.len() {
            if holders.count(place) == 2 {
                insert(&mut holders.last, place);
            }
        }
        Ok(Self { sets, count, bits, holders })
    }

    /// The set of some indices.
    pub(super) fn set_of(&self, indices: &[Index]) -> Result<Vec<u64>, OutOfMemory> {
        let mut set = try_filled(0, self.sets.words())?;
        indices.iter().for_each(|index| insert(&mut set, self.sets.place(*index)));
        Ok(set)
    }
}

/// The set with a number in a list of sets.
pub(super) fn part(sets: &[u64], number: usize, words: usize) -> &[u64] {
    let start = number.saturating_mul(words);
    sets.get(start..start.saturating_add(words)).unwrap_or_default()
}

/// The same, to be changed.
pub(super) fn part_mut(sets: &mut [u64], number: usize, words: usize) -> &mut [u64] {
    let start = number.saturating_mul(words);
    sets.get_mut(start..start.saturating_add(words)).unwrap_or_default()
}

/// The sets before one with a number, and that.
pub(super) fn split(sets: &mut [u64], number: usize, words: usize) -> (&[u64], &mut [u64]) {
    let (before, rest) = sets.split_at_mut_checked(number.saturating_mul(words)).unwrap_or_default();
    (before, part_mut(rest, 0, words))
}

fn insert(set: &mut [u64], place: usize) {
    if let Some(word) = set.get_mut(place / 64) {
        *word |= 1u64.wrapping_shl(place as u32);
    }
}

/// How many tensors are left that have each index; the output counts as one.
#[derive(Debug)]
pub(super) struct Holders {
    counts: Vec<u32>,
    /// The indices that two have: they end where these meet.
    last: Vec<u64>,
}

impl Holders {
    pub(super) fn copy(&self) -> Result<Self, OutOfMemory> {
        let counts = try_collect(self.counts.iter().copied())?;
        Ok(Self { counts, last: try_collect(self.last.iter().copied())? })
    }

    /// Makes it what another is, of the same network.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.counts.iter_mut().zip(&other.counts).for_each(|(to, from)| *to = *from);
        self.last.iter_mut().zip(&other.last).for_each(|(to, from)| *to = *from);
    }

    /// The set that two make where they meet.
    pub(super) fn result(&self, a: &[u64], b: &[u64]) -> impl Iterator<Item = u64> {
        a.iter().zip(b).zip(&self.last).map(|((a, b), last)| (a | b) & !(a & b & last))
    }

    /// Counts that two have met. `common` is what both have.
    pub(super) fn meet(&mut self, common: impl Iterator<Item = u64>) {
        for place in members(common) {
            let Some(count) = self.counts.get_mut(place) else { continue };
            *count = count.saturating_sub(1);
            if *count == 2 {
                insert(&mut self.last, place);
            }
        }
    }

    fn add(&mut self, place: usize) {
        if let Some(count) = self.counts.get_mut(place) {
            *count = count.saturating_add(1);
        }
    }

    fn count(&self, place: usize) -> u32 {
        self.counts.get(place).copied().unwrap_or_default()
    }
}
