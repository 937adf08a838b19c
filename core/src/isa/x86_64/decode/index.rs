//! The rows that a prefix, a map and an opcode may begin, found by an index that is made at compile time.

use super::head::Head;
use super::signature::Signature;
use super::summary::{SUMMARIES, Summary};
use crate::isa::x86_64::pattern::{Encoding, Form, Layout};
use crate::isa::x86_64::table::ROWS;

/// The keys of the index: how the prefix is encoded, the map, the opcode.
const KEYS: usize = 3 << 11;

const fn key(encoding: Encoding, map: u8, opcode: u8) -> usize {
    (encoding as usize) << 11 | ((map & 7) as usize) << 8 | opcode as usize
}

/// A row of a key.
#[derive(Clone, Copy)]
struct Entry {
    /// Its position in the table.
    row: u16,
    signature: Signature,
    /// The bits of the signature that count.
    counts: u8,
}

impl Entry {
    const fn of(row: usize) -> Self {
        let layout = layout(row);
        let mandatory = if layout.is_half && layout.mandatory == 0 { 0x66 } else { layout.mandatory };
        let (digit, counts) = match layout.form {
            Form::Digit(digit) => (digit, 0xff),
            _ => (0, !Signature::DIGIT),
        };
        Self {
            row: row as u16,
            signature: Signature::new(mandatory, layout.wide, layout.length, digit),
            counts,
        }
    }
}

/// Where each key's rows start in [`ENTRIES`]; one more for the end.
static STARTS: [u16; KEYS + 1] = STARTS_OF_KEYS;
const STARTS_OF_KEYS: [u16; KEYS + 1] = starts();
/// The rows, key after key.
static ENTRIES: [Entry; STARTS_OF_KEYS[KEYS] as usize] = entries();

/// The rows that may match, in the order of the table.
#[inline(always)]
pub(super) fn candidates(head: &Head<'_>) -> impl Iterator<Item = &'static Summary> + use<> {
    let key = key(head.encoding, head.map, head.opcode);
    let bound = |at: usize| STARTS.get(at).map_or(0, |start| usize::from(*start));
    let entries = ENTRIES.get(bound(key)..bound(key.wrapping_add(1))).unwrap_or(&[]);
    let Signature(signature) = head.signature();
    // What is not rounded has the length of its row.
    let counts = if head.is_rounded() { !Signature::LENGTH } else { 0xff };
    let is_map = head.map < 8;
    let same = move |entry: &&Entry| is_map && (entry.signature.0 ^ signature) & entry.counts & counts == 0;
    entries.iter().filter(same).filter_map(|entry| SUMMARIES.get(usize::from(entry.row)))
}

#[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
const fn layout(row: usize) -> &'static Layout {
    &ROWS[row].layout
}

#[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
const fn starts() -> [u16; KEYS + 1] {
    let (mut starts, mut row, mut at) = ([0; KEYS + 1], 0, 0);
    while row < ROWS.len() {
        let layout = layout(row);
        let (mut low, first) = (0, key(layout.encoding, layout.map, layout.opcode));
        while low < 1 << layout.opcode_bits() {
            starts[first + low + 1] += 1;
            low += 1;
        }
        row += 1;
    }
    while at < KEYS {
        starts[at + 1] += starts[at];
        at += 1;
    }
    starts
}

#[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
const fn entries() -> [Entry; STARTS_OF_KEYS[KEYS] as usize] {
    let mut entries = [Entry::of(0); STARTS_OF_KEYS[KEYS] as usize];
    let (mut cursors, mut row) = (STARTS_OF_KEYS, 0);
    while row < ROWS.len() {
        let layout = layout(row);
        let (mut low, first) = (0, key(layout.encoding, layout.map, layout.opcode));
        while low < 1 << layout.opcode_bits() {
            let cursor = &mut cursors[first + low];
            entries[*cursor as usize] = Entry::of(row);
            (*cursor, low) = (*cursor + 1, low + 1);
        }
        row += 1;
    }
    entries
}
