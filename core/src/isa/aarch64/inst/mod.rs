//! An instruction in flight, and its encoding.

#[cfg(not(feature = "assembly"))]
mod bare;
mod passes;

use super::feature::Features;
use super::place::{Layout, MAX_NAMED, Named};
use super::row::Row;
use super::slot::{MAX_OPERANDS, Slot, UNRESOLVED};
use crate::isa::{self, EncodeError};

/// An instruction: its row, its word and what that still lacks. Registers may be virtual and the
/// branch target may be a label; the word is complete but for these, so that encoding has nothing
/// left to do, and the other operands are read from it.
#[derive(Clone, Copy)]
pub struct MachInst {
    row: &'static Row,
    named: [Named; MAX_NAMED],
    word: u32,
    /// A bit for each unresolved operand.
    unresolved: u8,
    is_plain: bool,
    has_rule: bool,
}

/// An entry of a list of AArch64 code.
pub type Item = isa::Item<MachInst>;

/// Some operands, filled up.
#[inline(always)]
pub(super) fn operands(given: &[u32]) -> [u32; MAX_OPERANDS] {
    let mut operands = [0; MAX_OPERANDS];
    for (operand, raw) in operands.iter_mut().zip(given) {
        *operand = *raw;
    }
    operands
}

impl PartialEq for MachInst {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.row, other.row) && self.word == other.word && self.named == other.named
    }
}

impl Eq for MachInst {}

impl MachInst {
    /// An instruction from operands that are known to be of the row's types; unlike
    /// [`MachInst::from_fields`], some may be unresolved. `layout` is the row's: constructors
    /// pass it as a constant.
    // Inlined into its callers, it is a few instructions where optimized, and thousands where not.
    #[cfg_attr(all(feature = "inlined-encoding", not(debug_assertions)), inline(always))]
    pub(crate) fn of(row: &'static Row, layout: &Layout, operands: [u32; MAX_OPERANDS]) -> Self {
        let (mut unresolved, mut resolved) = (0, operands);
        for (at, raw) in resolved.iter_mut().enumerate() {
            unresolved |= (*raw >> 31 << at) as u8;
            *raw &= (*raw >> 31).wrapping_sub(1);
        }
        let [word] = layout.pattern.scatter(&resolved);
        let named = layout.named(&operands);
        let Layout { is_plain, has_rule, .. } = *layout;
        Self { row, named, word, unresolved, is_plain, has_rule }
    }

    /// An instruction from field values.
    ///
    /// # Errors
    /// [`EncodeError`] for a wrong number of operands, a value that its operand cannot have, or
    /// an unpredictable combination.
    pub fn from_fields(row: &'static Row, raws: &[u32]) -> Result<Self, EncodeError> {
        if raws.len() != row.slots.len() {
            let (found, expected) = (raws.len(), row.slots.len());
            return Err(EncodeError::OperandCount { row: row.name, found, expected });
        }
        let mut given = row.slots.iter().zip(raws);
        if let Some((slot, &value)) = given.find(|(slot, raw)| !slot.kind.accepts(**raw)) {
            return Err(EncodeError::Reserved { row: row.name, operand: slot.letter, value });
        }
        let inst = Self::of(row, &row.layout, operands(raws));
        inst.encode().map(|_| inst)
    }

    /// Its row.
    #[must_use]
    pub fn row(&self) -> &'static Row {
        self.row
    }

    /// The features that the instruction needs, given its operands.
    #[must_use]
    pub fn features(&self) -> Features {
        self.row.availability.features_with(self.operands())
    }

    /// Field value of the operand called `letter`, 0 where the row has none. Unresolved operands
    /// have bit 31 set.
    #[must_use]
    pub fn field(&self, letter: u8) -> u32 {
        self.called(letter).map_or(0, |(_, raw)| raw)
    }

    /// The operand called `letter`, with its field value.
    pub(super) fn called(&self, letter: u8) -> Option<(&'static Slot, u32)> {
        self.operands().find(|(slot, _)| slot.letter == letter)
    }

    /// Field value of the operand at `position`.
    #[inline]
    pub(super) fn operand(&self, position: usize) -> u32 {
        if self.unresolved >> (position & 7) & 1 != 0 {
            return self.unresolved_operand(position);
        }
        self.row.layout.operand(position, self.word)
    }

    #[cold]
    fn unresolved_operand(&self, position: usize) -> u32 {
        let mut places = self.row.layout.places.iter().zip(&self.named);
        let found = places.find(|(place, _)| place.position() == position);
        found.map_or(UNRESOLVED, |(_, named)| named.unresolved())
    }

    /// The operands with their slots.
    pub(crate) fn operands(&self) -> impl Iterator<Item = (&'static Slot, u32)> {
        self.row.slots.iter().enumerate().map(|(at, slot)| (slot, self.operand(at)))
    }

    /// The label that the instruction refers to, with the position of that operand.
    #[inline(always)]
    fn label_operand(&self) -> Option<(usize, u32)> {
        if self.is_plain { None } else { self.unresolved_distance() }
    }

    #[cold]
    fn unresolved_distance(&self) -> Option<(usize, u32)> {
        let places = self.row.layout.places.iter().zip(&self.named);
        places.filter_map(|(place, named)| Some((place.position(), named.label()?))).next()
    }

    /// Resolves an unresolved operand: writes it into the word.
    fn resolve(&mut self, at: usize, raw: u32) {
        self.unresolved &= !(1 << (at & 7));
        let mut word = [self.word];
        self.row.layout.pattern.scatter_one(at, raw, &mut word);
        [self.word] = word;
        for (named, place) in self.named.iter_mut().zip(&self.row.layout.places) {
            if place.position() == at {
                *named = place.resolved(raw);
            }
        }
    }

    /// The instruction word.
    ///
    /// # Errors
    /// [`EncodeError::Unresolved`] while an operand is virtual or a label,
    /// [`EncodeError::Unpredictable`] for what the row's rule refuses.
    #[inline(always)]
    pub fn encode(&self) -> Result<u32, EncodeError> {
        match self.unresolved {
            0 if !self.has_rule || Self::keeps_rule(self.row, self.word) => Ok(self.word),
            0 => Err(EncodeError::Unpredictable(self.row.name)),
            _ => Err(EncodeError::Unresolved(self.row.name)),
        }
    }

    /// Whether the operands in `word`, which are known to be `row`'s, keep to its rule.
    #[inline(always)]
    pub(super) fn keeps_rule(row: &'static Row, word: u32) -> bool {
        row.rule.is_none_or(|rule| rule(word))
    }

    /// The instruction that `word` means under `row`, if it does.
    #[must_use]
    pub fn from_word(row: &'static Row, word: u32) -> Option<Self> {
        Self::read(row, word).map(|operands| Self::resolved(row, word, &operands))
    }

    /// The operands in `word`, if it means something under `row`.
    pub(super) fn read(row: &'static Row, word: u32) -> Option<[u32; MAX_OPERANDS]> {
        let pattern = &row.layout.pattern;
        if !pattern.matches(&[word]) {
            return None;
        }
        let mut operands = [0; MAX_OPERANDS];
        pattern.gather(&[word], &mut operands);
        let is_accepted = row.slots.iter().zip(operands).all(|(slot, raw)| slot.kind.accepts(raw));
        // An operand that stands in two places must be the same in both.
        let comes_back = || pattern.scatter(&operands) == [word];
        if !is_accepted || !Self::keeps_rule(row, word) || !comes_back() {
            return None;
        }
        Some(operands)
    }

    /// The instruction of `row` with such a word, and such operands in it.
    fn resolved(row: &'static Row, word: u32, operands: &[u32; MAX_OPERANDS]) -> Self {
        let Layout { is_plain, has_rule, .. } = row.layout;
        Self { row, named: row.layout.named(operands), word, unresolved: 0, is_plain, has_rule }
    }
}
