//! A row of the table: everything that is known of one instruction form.

use super::availability::Availability;
use super::kind::{Kind, Style};
use super::notation::Notation;
use super::place::Layout;
use super::property::{Control, Properties, Property, Stack};
pub use super::slot::{MAX_OPERANDS, Slot};
use super::template::{Piece, first_piece};
use crate::isa::Timing;

/// One instruction form; [`super::table`] describes how it is written.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Name of the constructor function.
    pub name: &'static str,
    /// What it says in words.
    pub notation: Notation,
    /// The features and the mode that a core needs in order to execute it.
    pub availability: Availability,
    /// Where control goes after its instructions.
    pub control: Control,
    /// How they use the stack pointer, where they may.
    pub stack: Option<Stack>,
    /// Their cost on an in-order core, where that is known.
    pub timing: Option<Timing>,
    /// Whether kernels are made of them.
    pub is_in_kernels: bool,
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
        properties: &[Property],
        rule: Option<fn(u32) -> bool>,
    ) -> Self {
        let (operands, count) = widths(slots);
        let layout = Layout::new(symbols, operands.split_at(count).0, slots, rule.is_some());
        let Properties { control, stack, timing, is_in_kernels } = Properties::of(properties);
        let row = Self {
            name,
            notation: Notation::new([symbols, form, text, section]),
            availability,
            control,
            stack,
            timing,
            is_in_kernels,
            slots,
            rule,
            layout,
        };
        row.checked(text)
    }

    /// Checks that every operand named in the text exists, and those that control and stack pointer need.
    const fn checked(self, text: &str) -> Self {
        let needs_target = matches!(self.control, Control::Jump | Control::Branch);
        let may_have_one = needs_target || matches!(self.control, Control::Call | Control::PcRelative);
        assert!(!needs_target || self.target().is_some(), "the row has no target");
        assert!(may_have_one || self.target().is_none(), "the row does not say what its distance is for");
        let has_base = match self.stack {
            Some(Stack::Add | Stack::Subtract) => self.has(b'd') && self.has(b'n') && self.has(b'i'),
            Some(Stack::Offset | Stack::PreIndex | Stack::PostIndex) => {
                self.has(b't') && self.has(b'n') && self.has(b'i')
            }
            Some(Stack::List) => self.has(b'l') && self.has(b'n') && self.has(b'a'),
            None => true,
        };
        assert!(has_base, "the row lacks an operand for its use of the stack pointer");
        let mut rest = text.as_bytes();
        while let Some((piece, tail)) = first_piece(rest) {
            let exists = match piece {
                Piece::Literal(_) | Piece::Number(_) => true,
                Piece::Whole(number, shift) => self.has(number) && self.has(shift),
                Piece::List(list, element) => {
                    self.has(list) && (element.is_ascii_uppercase() || self.has(element))
                }
                Piece::Operand(letter) | Piece::Optional(letter) | Piece::Derived(_, letter) => {
                    self.has(letter)
                }
            };
            assert!(exists, "the text names an operand that the row lacks");
            rest = tail;
        }
        self
    }

    /// The mnemonic: the text up to its first space, operands in braces included.
    #[cfg(feature = "assembly")]
    #[must_use]
    pub fn mnemonic(&self) -> &'static str {
        let text = self.notation.text;
        text.split([' ']).next().unwrap_or(text)
    }

    /// Where its operands are in words.
    #[cfg(not(feature = "inlined-encoding"))]
    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Position of the operand called `letter`.
    pub(crate) const fn position(&self, letter: u8) -> Option<usize> {
        let (mut rest, mut at) = (self.slots, 0);
        while let [slot, tail @ ..] = rest {
            if slot.letter == letter {
                return Some(at);
            }
            (rest, at) = (tail, at + 1);
        }
        None
    }

    /// Position of the operand that is a distance from the instruction.
    pub(super) const fn target(&self) -> Option<usize> {
        let (mut rest, mut at) = (self.slots, 0);
        while let [slot, tail @ ..] = rest {
            if matches!(slot.kind, Kind::Number(_, Style::Distance)) {
                return Some(at);
            }
            (rest, at) = (tail, at + 1);
        }
        None
    }

    const fn has(&self, letter: u8) -> bool {
        self.position(letter).is_some()
    }

    /// The operand called `letter`.
    #[cfg(feature = "assembly")]
    pub(super) fn slot(&self, letter: u8) -> Option<&Slot> {
        self.slots.iter().find(|slot| slot.letter == letter)
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
