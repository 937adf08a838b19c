//! Words to instructions.
//!
//! The rows that can match a word are found by its upper bits: an index, made at
//! compile time, lists for each value of bits 31 to 21 the rows whose fixed bits
//! allow it, in the order of the table. The first row that accepts the whole
//! word wins, so that an alias stands before the form that it abbreviates.

use super::inst::MachInst;
use super::row::Row;
use super::table::ROWS;

/// A word of code: an instruction that the table knows, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decoded {
    /// An instruction.
    Known(MachInst),
    /// A word that no row accepts.
    Unknown(u32),
}

/// The instruction that `word` encodes.
#[must_use]
pub fn decode(word: u32) -> Decoded {
    let rows = candidates(word).filter_map(|at| ROWS.get(at));
    let known = rows.filter_map(|row| MachInst::from_word(row, word)).next();
    known.map_or(Decoded::Unknown(word), Decoded::Known)
}

/// Bits below those that the index looks at.
const SHIFT: u32 = 21;
/// Values of the bits that the index looks at.
const KEYS: usize = 1 << (32 - SHIFT);

/// Where each key's rows start in [`ENTRIES`]; one more for the end.
static STARTS: [u32; KEYS + 1] = starts();
/// Positions of rows in the table, key after key.
static ENTRIES: [u16; starts()[KEYS] as usize] = entries();

/// The positions in the table of the rows that may match `word`, in order.
pub(super) fn candidates(word: u32) -> impl Iterator<Item = usize> {
    let key = (word >> SHIFT) as usize;
    let bound = |at: usize| STARTS.get(at).map_or(0, |start| *start as usize);
    let entries = ENTRIES.get(bound(key)..bound(key.wrapping_add(1))).unwrap_or(&[]);
    entries.iter().map(|at| usize::from(*at))
}

/// The key bits that a row fixes, and which of them it leaves free.
const fn key(row: &Row) -> (usize, usize) {
    let ([fixed], [mask]) = row.layout.pattern.fixed();
    ((*fixed >> SHIFT) as usize, (!*mask >> SHIFT) as usize)
}

/// The next larger subset of `set` after `subset`; 0 after the largest.
const fn next_subset(subset: usize, set: usize) -> usize {
    subset.wrapping_sub(set) & set
}

#[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
const fn starts() -> [u32; KEYS + 1] {
    let (mut starts, mut at) = ([0; KEYS + 1], 0);
    while at < ROWS.len() {
        let (fixed, free) = key(ROWS[at]);
        let mut subset = 0;
        loop {
            starts[(fixed | subset) + 1] += 1;
            subset = next_subset(subset, free);
            if subset == 0 {
                break;
            }
        }
        at += 1;
    }
    let mut key = 0;
    while key < KEYS {
        starts[key + 1] += starts[key];
        key += 1;
    }
    starts
}

#[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
const fn entries() -> [u16; starts()[KEYS] as usize] {
    let (mut entries, mut cursors, mut at) = ([0; starts()[KEYS] as usize], starts(), 0);
    while at < ROWS.len() {
        let (fixed, free) = key(ROWS[at]);
        let mut subset = 0;
        loop {
            let cursor = &mut cursors[fixed | subset];
            entries[*cursor as usize] = at as u16;
            *cursor += 1;
            subset = next_subset(subset, free);
            if subset == 0 {
                break;
            }
        }
        at += 1;
    }
    entries
}
