//! What reading a word takes of its row, as most rows of the table are needed for nothing else: where no text
//! is made of instructions, the rows themselves are in no program.

use crate::isa::aarch64::inst::MachInst;
use crate::isa::aarch64::row::{MAX_OPERANDS, Row, Slot};

/// How the words of a row are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Encoding {
    pub(super) slots: &'static [Slot],
    /// Whether a combination of numbers and registers is allowed, where not all are.
    pub(super) rule: Option<fn(u32) -> bool>,
    /// The position and the number of bits of each operand; 0 bits if these stand apart.
    fields: [(u8, u8); MAX_OPERANDS],
    /// The row, where the bits of an operand stand apart, or in two places.
    apart: Option<&'static Row>,
}

impl Encoding {
    /// The encoding of a row.
    #[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
    pub(super) const fn of(row: &'static Row) -> Self {
        let (fields, mut apart, mut position) = (*row.layout.fields(), None, 0);
        while position < row.slots.len() {
            if fields[position].1 == 0 {
                apart = Some(row);
            }
            position += 1;
        }
        Self { slots: row.slots, rule: row.rule, fields, apart }
    }

    /// The value of an operand in a word.
    #[inline]
    pub(super) fn operand(&self, position: usize, word: u32) -> u32 {
        match (self.fields.get(position), self.apart) {
            (Some(&(shift, bits @ 1..)), _) => word >> (shift & 31) & ((1 << (bits & 31)) - 1),
            (_, Some(row)) => row.layout.operand(position, word),
            _ => 0,
        }
    }

    /// Whether the operands in `word` keep to the rule.
    pub(super) fn keeps_rule(&self, word: u32) -> bool {
        self.rule.is_none_or(|rule| rule(word))
    }

    /// Whether `word` reads back, where two places of an operand may disagree.
    pub(super) fn reads_back(&self, word: u32) -> bool {
        self.apart.is_none_or(|row| MachInst::read(row, word).is_some())
    }
}
