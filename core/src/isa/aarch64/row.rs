//! A row of the table: everything that is known of one instruction form.

use super::availability::Availability;
use super::kind::Kind;
use super::place::Layout;
use super::text::{Piece, first_piece};
use super::timing;
use crate::isa::{Role, Timing};

/// The most operands that a row has.
pub const MAX_OPERANDS: usize = 8;

/// An operand of a row.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// Its name: the letter in the pattern and the text.
    pub letter: u8,
    /// What the instruction does with it.
    pub role: Role,
    /// Its type.
    pub kind: Kind,
}

/// One instruction form; [`super::table`] describes how it is written.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Name of the constructor function.
    pub name: &'static str,
    /// The bit pattern, as described in [`crate::isa::pattern`].
    pub symbols: &'static str,
    /// Name of the form in the Arm manual's machine-readable edition.
    pub form: &'static str,
    /// The assembly text, with operands in braces.
    pub text: &'static str,
    /// Section of the Arm manual (DDI 0487) that has the form; all of them for a group that spans several.
    pub section: &'static str,
    /// What a core needs in order to execute it.
    pub availability: Availability,
    /// What its instructions cost a core that issues in program order, where that is known.
    pub timing: Option<Timing>,
    /// The operands, in the order of the constructor's arguments.
    pub slots: &'static [Slot],
    /// Whether a word's combination of operands is neither reserved nor unpredictable.
    pub rule: Option<fn(u32) -> bool>,
    pub(super) layout: Layout,
}

impl Row {
    /// Reads a row from its parts; for use in `static` items.
    ///
    /// # Panics
    /// During compilation, for a malformed row.
    pub(crate) const fn new(
        [name, symbols, form, text, section]: [&'static str; 5],
        slots: &'static [Slot],
        availability: Availability,
        rule: Option<fn(u32) -> bool>,
    ) -> Self {
        let (operands, count) = widths(slots);
        check_text(text.as_bytes(), slots);
        let layout = Layout::new(symbols, operands.split_at(count).0, slots);
        let timing = timing::of(form);
        Self { name, symbols, form, text, section, availability, timing, slots, rule, layout }
    }

    /// The mnemonic: the text up to its first space, operands in braces included.
    #[must_use]
    pub fn mnemonic(&self) -> &'static str {
        self.text.split([' ']).next().unwrap_or(self.text)
    }

    /// The operand called `letter`.
    pub(super) fn slot(&self, letter: u8) -> Option<&Slot> {
        self.slots.iter().find(|slot| slot.letter == letter)
    }

    /// Position of the operand called `letter`.
    pub(crate) fn position(&self, letter: u8) -> Option<usize> {
        self.slots.iter().position(|slot| slot.letter == letter)
    }
}

/// The operands as a pattern knows them, and their number.
#[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
const fn widths(slots: &[Slot]) -> ([(u8, u32); MAX_OPERANDS], usize) {
    assert!(slots.len() <= MAX_OPERANDS, "too many operands");
    let (mut operands, mut at) = ([(0, 0); MAX_OPERANDS], 0);
    while at < slots.len() {
        operands[at] = (slots[at].letter, slots[at].kind.bits());
        at += 1;
    }
    (operands, at)
}

/// The name of an operand, if it is one letter.
pub(crate) const fn letter(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [letter] => Some(*letter),
        _ => None,
    }
}

/// The position of an operand among the letters of a list such as `[d n m]`.
pub(crate) const fn position(letters: &str, name: &str) -> Option<usize> {
    let (mut rest, mut position) = (letters.as_bytes(), 0);
    while let ([symbol, tail @ ..], Some(letter)) = (rest, letter(name)) {
        if *symbol == letter {
            return Some(position);
        }
        position += symbol.is_ascii_alphabetic() as usize;
        rest = tail;
    }
    None
}

/// Checks that every operand named in a text exists.
const fn check_text(text: &[u8], slots: &[Slot]) {
    let mut rest = text;
    while let Some((piece, tail)) = first_piece(rest) {
        rest = tail;
        match piece {
            Piece::Literal(_) => {}
            Piece::List(list, element) => {
                assert!(has(slots, list), "the text names a list that the row lacks");
                let exists = element.is_ascii_uppercase() || has(slots, element);
                assert!(exists, "the list's elements are no operand");
            }
            Piece::Operand(letter) | Piece::Optional(letter) | Piece::Derived(_, letter) => {
                assert!(has(slots, letter), "the text names an operand that the row lacks");
            }
        }
    }
}

/// Whether an operand is called `letter`.
const fn has(slots: &[Slot], letter: u8) -> bool {
    match slots {
        [slot, rest @ ..] => slot.letter == letter || has(rest, letter),
        [] => false,
    }
}
