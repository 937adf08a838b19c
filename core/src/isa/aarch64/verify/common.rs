//! Words that break no rule, and have no bearing on paths but by the vectors that they write, as a look at a table
//! and one comparison tell.
//!
//! # Problem
//! Most words of a kernel are loads, stores and multiply-adds of registers that do not matter. To find the row of
//! each of them, to see which registers it names and which features it needs, takes some fifty instructions of the
//! host.
//!
//! # Idea
//! Bits 31 to 21 nearly tell the row. So a table, made at compile time, has for each value of these bits one row
//! that needs nothing but Advanced SIMD, and the bits that such words surely have. To
//! these belong the fixed bits of the row; the bits of an operand of which some field values mean nothing; and, set to 0, a
//! bit of each register field that all numbers that matter there have: base registers below 16 are surely not the
//! stack pointer. Only for the first register field, which most instructions write, a set tells
//! the numbers, as vectors that must be preserved are used in large kernels.
//!
//! # Correctness
//! A word may also be one of a row that is tried before, such as an alias. The table has a row only where words of all
//! such rows are allowed, need the same, and name no register that matters there and not here: see [`sure`]. A test
//! compares the table with the rows.

use super::known::Known;
use super::rows::{OUTLINES, Outline, has};
use crate::isa::aarch64::decode::{ENTRIES, KEYS, SHIFT, entries_of};
use crate::isa::aarch64::inst::MachInst;
use crate::target::{Feature, Features};
use core::slice::Iter;

/// What common words may need: where that is not declared, no word is common.
pub(super) const NEEDS: Features = Features::of(&[Feature::AdvSimd]);

/// Common words of one row. Its size is a power of two, so that finding one takes no multiplication.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct Common {
    /// The bits that they have, and which these are.
    bits: u32,
    mask: u32,
    /// The registers that matter, of those that bits 4 to 0 name.
    low: u32,
    /// If these are vector registers that are written: a bit for each, from the one that is named.
    vectors: u8,
    /// Position of the row in the table.
    row: u16,
    /// The bits by which its words are known, whatever registers they name.
    sure: Known,
    /// What they need.
    needs: Features,
}

/// What common words do together.
pub(super) struct Done<'a> {
    /// The features that they need.
    pub(super) needed: Features,
    /// The numbers of vectors that they write, and the words behind the last that writes one that matters.
    pub(super) written: u32,
    pub(super) behind: Iter<'a, u32>,
}

/// Passes over common words: what they do, with the next other word.
#[inline(always)]
pub(super) fn pass<'a>(words: &mut Iter<'a, u32>) -> (Done<'a>, Option<(u32, &'static Common)>) {
    let mut done = Done { needed: Features::default(), written: 0, behind: words.clone() };
    while let Some(&word) = words.next() {
        let common = Common::like(word);
        if !common.covers(word) {
            return (done, Some((word, common)));
        }
        if has(common.low, word) {
            if common.vectors == 0 {
                return (done, Some((word, common)));
            }
            done.written |= u32::from(common.vectors).rotate_left(word & 31);
            done.behind = words.clone();
        }
        done.needed = done.needed.union(common.needs);
    }
    (done, None)
}

impl Common {
    /// Those that may have the upper bits of `word`.
    #[inline(always)]
    fn like(word: u32) -> &'static Self {
        let Tables { kinds, common } = &TABLES;
        let kind = kinds.get((word >> SHIFT) as usize).map_or(0, |kind| usize::from(*kind));
        common.get(kind).unwrap_or(&Self::NONE)
    }

    /// Whether `word` is one of them.
    #[inline(always)]
    const fn covers(&self, word: u32) -> bool {
        word & self.mask == self.bits
    }

    /// Their outline, if `word` is one of their row's instructions.
    pub(super) fn outline(&self, word: u32) -> Option<&'static Outline> {
        let outline = OUTLINES.get(usize::from(self.row))?;
        (self.sure.allows(word) && MachInst::keeps_rule(outline.row, word)).then_some(outline)
    }

    /// Whether these are those of a row that are known by some bits.
    const fn is_of(&self, row: u16, sure: &Known) -> bool {
        self.row == row && self.sure.includes(sure) && sure.includes(&self.sure)
    }

    /// No words.
    pub(super) const NONE: Self = Self {
        bits: !0,
        mask: 0,
        low: 0,
        vectors: 0,
        row: u16::MAX,
        sure: Known { bits: 0, mask: 0 },
        needs: NEEDS,
    };

    /// Those of a row that are known by some bits; none if comparing bits does not tell what they do.
    const fn of(row: u16, outline: &Outline, sure: Known) -> Self {
        let ([low, middle, high], [vectors, _]) = (outline.matters.fields, outline.matters.vectors);
        let none = Self { row, sure, needs: outline.needs, ..Self::NONE };
        match (telling_bit(middle), telling_bit(high)) {
            (Some(middle), Some(high)) if outline.row.rule.is_none() => {
                let mask = sure.mask | middle << 5 | high << 10;
                Self { bits: sure.bits, mask, low, vectors: vectors as u8, ..none }
            }
            _ => none,
        }
    }
}

/// A bit that all numbers in a set have; none if there is no number.
const fn telling_bit(set: u32) -> Option<u32> {
    match set {
        0 => Some(0),
        _ if set & 0x0000_ffff == 0 => Some(1 << 4),
        _ if set & 0x00ff_00ff == 0 => Some(1 << 3),
        _ => None,
    }
}

/// The most kinds of common words.
const MOST: usize = 1 << u8::BITS;

/// One item, so that the host needs one address for both.
static TABLES: Tables = Tables::new();

struct Tables {
    /// The kind of the common words with some upper bits.
    kinds: [u8; KEYS],
    /// The kinds; the first has no words.
    common: [Common; MOST],
}

#[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
impl Tables {
    const fn new() -> Self {
        let mut tables = Self { kinds: [0; KEYS], common: [Common::NONE; MOST] };
        let (mut len, mut key) = (1, 0);
        while key < KEYS {
            if let Some((row, sure)) = row_of(key) {
                let mut kind = 1;
                while kind < len && !tables.common[kind].is_of(row, &sure) {
                    kind += 1;
                }
                tables.common[kind] = Common::of(row, &OUTLINES[row as usize], sure);
                tables.kinds[key] = kind as u8;
                len = if kind == len { len + 1 } else { len };
            }
            key += 1;
        }
        tables
    }
}

/// The row of words with some upper bits, and the bits by which they surely have it, if they keep its rule: the first
/// such row, or the one that it abbreviates.
#[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
const fn row_of(key: usize) -> Option<(u16, Known)> {
    let ((mut at, end), mut found) = (entries_of(key), None);
    while at < end {
        let fixed = &OUTLINES[ENTRIES[at] as usize].fixed;
        let is_next = match found {
            Some((row, _)) => OUTLINES[row as usize].fixed.includes(fixed),
            None => true,
        };
        if is_next {
            if let Some(sure) = sure(key, ENTRIES[at]) {
                found = Some((ENTRIES[at], sure));
            }
        }
        at += 1;
    }
    found
}

/// The bits by which words with some upper bits surely have a row, or one before it that is like it.
#[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
const fn sure(key: usize, row: u16) -> Option<Known> {
    let outline = &OUTLINES[row as usize];
    let upper = Known { bits: (key as u32) << SHIFT, mask: !0 << SHIFT };
    let Some(known) = upper.and(&outline.fixed) else { return None };
    let Some(known) = known.settled(outline) else { return None };
    if !NEEDS.contains_all(outline.needs) {
        return None;
    }
    let (mut at, _) = entries_of(key);
    while ENTRIES[at] != row {
        let before = &OUTLINES[ENTRIES[at] as usize];
        let is_like = known.tells_features(before)
            && outline.needs.contains_all(before.needs)
            && before.needs.contains_all(outline.needs)
            && outline.matters.include(&before.matters);
        if !is_like && known.and(&before.fixed).is_some() {
            return None;
        }
        at += 1;
    }
    // The upper bits have chosen the row, so only its fixed ones among them are compared: for all choices the same.
    let mask = known.mask & !upper.mask | outline.fixed.mask;
    Some(Known { bits: known.bits & mask, mask })
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::super::rows::find;
    use super::super::state::PreservedSet;
    use super::super::step::Step;
    use super::super::word::Word;
    use super::*;

    /// What common words are taken to do is what decoding tells, for some words of all upper bits.
    #[test]
    fn common_words_do_what_their_rows_tell() {
        let (mut bits, mut passed, mut known) = (1u32, 0, 0);
        for upper in (0..KEYS as u32).flat_map(|key| [key << SHIFT; 500]) {
            bits = bits.wrapping_mul(0x9e37_79b1).rotate_left(11).wrapping_add(0x85eb_ca6b);
            let random = upper | bits >> (u32::BITS - SHIFT);
            let common = Common::like(random);
            // Also as near to common words as can be: few have their fixed bits by chance.
            let word = if bits & 1 == 0 { random } else { random & !common.sure.mask | common.sure.bits };
            if word >> SHIFT != upper >> SHIFT {
                continue;
            }
            if let Some(outline) = common.outline(word) {
                let exact = find(word).unwrap();
                assert_eq!(exact.features(word), Ok(outline.needs), "{word:#010x}");
                known += 1;
            }
            if let (Done { needed, written, .. }, None) = pass(&mut [word].iter()) {
                let exact = find(word).unwrap();
                assert_eq!(exact.features(word), Ok(needed), "{word:#010x}");
                let expected = match Step::of(Word { row: exact.row, word }, exact.act, 0, 1).unwrap() {
                    None => Some(PreservedSet::default()),
                    Some(Step::Write(registers)) => Some(registers),
                    Some(_) => None,
                };
                assert_eq!(Some(PreservedSet::of_vectors(written)), expected, "{word:#010x}");
                passed += 1;
            }
        }
        assert!(passed > 50_000 && known > passed, "{passed} of {known}");
    }
}
