//! Words to instructions.
//!
//! The rows that can match a word are found by its upper bits: an index, made at
//! compile time, lists for each value of bits 31 to 21 the rows whose fixed bits
//! allow it, in the order of the table. The first row that accepts the whole
//! word wins, so that an alias stands before the form that it abbreviates.
//!
//! Tests: `tests/tests/isa_aarch64_decode.rs`, `tests/tests/isa_aarch64_decode_library.rs`,
//! `tests/tests/isa_aarch64_random.rs`.

use super::inst::MachInst;
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

/// The keys of a row that remain, of those of it and of the rows behind it.
struct Keys {
    row: usize,
    /// The bits, of those that the row leaves free, that are set in the next one.
    subset: usize,
}

impl Keys {
    const ALL: Self = Self { row: 0, subset: 0 };

    /// The next key, with the position of its row.
    #[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
    const fn next(&mut self) -> Option<(usize, usize)> {
        if self.row == ROWS.len() {
            return None;
        }
        let ([fixed], [mask]) = ROWS[self.row].layout.pattern.fixed();
        let free = (!*mask >> SHIFT) as usize;
        let next = ((*fixed >> SHIFT) as usize | self.subset, self.row);
        // The next larger subset of the free bits; 0 after the largest.
        self.subset = self.subset.wrapping_sub(free) & free;
        self.row += (self.subset == 0) as usize;
        Some(next)
    }
}

#[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
const fn starts() -> [u32; KEYS + 1] {
    let (mut starts, mut keys, mut at) = ([0; KEYS + 1], Keys::ALL, 0);
    while let Some((key, _)) = keys.next() {
        starts[key + 1] += 1;
    }
    while at < KEYS {
        starts[at + 1] += starts[at];
        at += 1;
    }
    starts
}

#[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
const fn entries() -> [u16; starts()[KEYS] as usize] {
    let (mut entries, mut cursors, mut keys) = ([0; starts()[KEYS] as usize], starts(), Keys::ALL);
    while let Some((key, row)) = keys.next() {
        entries[cursors[key] as usize] = row as u16;
        cursors[key] += 1;
    }
    entries
}
