//! A finished word, read operand by operand as its row says.

use super::encoding::Encoding;
use crate::isa::aarch64::row::Slot;

/// The byte offset of the word with an index.
pub(super) const fn offset(index: usize) -> usize {
    index.saturating_mul(4)
}

/// A word that is an instruction of a row.
#[derive(Clone, Copy)]
pub(super) struct Word {
    pub(super) encoding: &'static Encoding,
    pub(super) word: u32,
}

impl Word {
    /// The operands, with their field values.
    #[inline]
    pub(super) fn operands(self) -> impl Iterator<Item = (&'static Slot, u32)> {
        let slots = self.encoding.slots.iter().enumerate();
        slots.map(move |(at, slot)| (slot, self.encoding.operand(at, self.word)))
    }

    /// The operand at a position, with its field value.
    #[inline]
    pub(super) fn operand(self, position: u8) -> Option<(&'static Slot, u32)> {
        let at = usize::from(position);
        Some((self.encoding.slots.get(at)?, self.encoding.operand(at, self.word)))
    }

    /// The operand called `letter`, with its field value.
    #[inline]
    pub(super) fn called(self, letter: u8) -> Option<(&'static Slot, u32)> {
        let (at, slot) = self.encoding.slots.iter().enumerate().find(|(_, slot)| slot.letter == letter)?;
        Some((slot, self.encoding.operand(at, self.word)))
    }

    /// The value of the number at a position.
    #[inline]
    pub(super) fn number(self, position: u8) -> Option<i64> {
        let (slot, raw) = self.operand(position)?;
        slot.kind.to_number(raw)
    }
}
