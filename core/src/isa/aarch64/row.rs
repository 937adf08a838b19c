//! A row of the table, and how it is read from its pattern string at compile time.
//!
//! A pattern has 32 symbols, most significant bit first: `0` and `1` are fixed,
//! a letter is a bit of the operand with that name. A letter may stand in
//! several places; its bits are then taken in the order in which they stand.
//! Underscores separate. A pattern of the wrong length, a letter without an
//! operand, an operand whose letter count is not its type's width, or a text
//! that names an unknown operand does not compile.

use super::inst::MachInst;
use super::operand::Kind;
use crate::isa::Role;
use crate::target::Feature;

/// The most operands that a row has.
pub const MAX_OPERANDS: usize = 7;
/// The most runs of bits that the operands of a row are scattered over.
const MAX_FIELDS: usize = 10;

/// An operand of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Its name: the letter in the pattern and the text.
    pub letter: u8,
    /// What the instruction does with it.
    pub role: Role,
    /// Its type.
    pub kind: Kind,
}

/// A run of bits in the word that holds a run of bits of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) operand: u8,
    /// Lowest bit within the operand.
    pub(crate) from: u8,
    /// Lowest bit within the word.
    pub(crate) to: u8,
    pub(crate) mask: u32,
}

/// One instruction form. See the module's documentation.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Name of the constructor function.
    pub name: &'static str,
    /// The bit pattern.
    pub pattern: &'static str,
    /// Name of the form in the Arm manual's machine-readable edition.
    pub form: &'static str,
    /// The assembly text, with operands in braces.
    pub text: &'static str,
    /// What a core needs in order to execute it.
    pub feature: Feature,
    /// The operands, in the order of the constructor's arguments.
    pub slots: &'static [Slot],
    /// Refuses unpredictable combinations of operands.
    pub rule: Option<fn(&MachInst) -> bool>,
    /// The fixed bits, in place.
    pub(crate) fixed: u32,
    /// Which bits are fixed.
    pub(crate) mask: u32,
    pub(crate) fields: [Field; MAX_FIELDS],
    pub(crate) field_count: u8,
}

#[expect(
    clippy::indexing_slicing,
    reason = "evaluated during compilation only: a panic there is a compile error"
)]
impl Row {
    /// Reads a row from its parts; for use in `static` items.
    ///
    /// # Panics
    /// During compilation, for a malformed row.
    pub(crate) const fn new(
        names: [&'static str; 4],
        slots: &'static [Slot],
        feature: Feature,
        rule: Option<fn(&MachInst) -> bool>,
    ) -> Self {
        let [name, pattern, form, text] = names;
        assert!(slots.len() <= MAX_OPERANDS, "too many operands");
        let unused = Field { operand: 0, from: 0, to: 0, mask: 0 };
        let (fixed, mask) = fixed_bits(pattern.as_bytes());
        let mut row = Self {
            name,
            pattern,
            form,
            text,
            feature,
            slots,
            rule,
            fixed,
            mask,
            fields: [unused; MAX_FIELDS],
            field_count: 0,
        };
        let mut covered = mask;
        let mut index = 0;
        while index < slots.len() {
            covered |= row.add_fields(index);
            index += 1;
        }
        assert!(covered == u32::MAX, "a letter of the pattern is no operand");
        check_text(text.as_bytes(), slots);
        row
    }

    /// Appends the fields of one operand; returns the bits of the word that they cover.
    const fn add_fields(&mut self, index: usize) -> u32 {
        let slot = self.slots[index];
        let symbols = self.pattern.as_bytes();
        // From the least significant symbol up: bit `to` of the word, bit `from` of the operand.
        let (mut at, mut to, mut from, mut covered) = (symbols.len(), 0u8, 0u8, 0u32);
        let mut in_run = false;
        while at > 0 {
            at -= 1;
            let symbol = symbols[at];
            if symbol == b'_' {
                continue;
            }
            if symbol == slot.letter {
                if !in_run {
                    self.fields[self.field_count as usize] =
                        Field { operand: index as u8, from, to, mask: 0 };
                    self.field_count += 1;
                }
                let field = &mut self.fields[self.field_count as usize - 1];
                field.mask = field.mask << 1 | 1;
                covered |= 1 << to;
                from += 1;
            }
            in_run = symbol == slot.letter;
            to += 1;
        }
        assert!(from as u32 == slot.kind.bits(), "the pattern gives an operand another width than its type");
        covered
    }
}

/// The fixed bits of a pattern, in place, and which they are.
#[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
const fn fixed_bits(symbols: &[u8]) -> (u32, u32) {
    let (mut fixed, mut mask, mut count, mut at) = (0, 0, 0, 0);
    while at < symbols.len() {
        let symbol = symbols[at];
        at += 1;
        if symbol == b'_' {
            continue;
        }
        let is_fixed = symbol == b'0' || symbol == b'1';
        fixed = fixed << 1 | (symbol == b'1') as u32;
        mask = mask << 1 | is_fixed as u32;
        count += 1;
    }
    assert!(count == 32, "a pattern has 32 symbols");
    (fixed, mask)
}

/// The name of an operand, which is one letter.
#[expect(clippy::panic, reason = "evaluated during compilation only")]
pub(crate) const fn letter(name: &str) -> u8 {
    match name.as_bytes() {
        [letter] => *letter,
        _ => panic!("an operand is named by one letter"),
    }
}

/// Checks that every operand named in a text exists.
#[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
const fn check_text(text: &[u8], slots: &[Slot]) {
    let (mut at, mut inside) = (0, false);
    while at < text.len() {
        match text[at] {
            b'{' => inside = true,
            b'}' => inside = false,
            letter @ b'a'..=b'z' if inside => {
                let (mut index, mut known) = (0, false);
                while index < slots.len() {
                    known |= slots[index].letter == letter;
                    index += 1;
                }
                assert!(known, "the text names an operand that the row lacks");
            }
            _ => {}
        }
        at += 1;
    }
}

impl Row {
    /// The mnemonic: the text up to its first space.
    #[must_use]
    pub fn mnemonic(&self) -> &'static str {
        self.text.split(' ').next().unwrap_or(self.text)
    }

    /// Position of the operand called `letter`.
    pub(crate) fn position(&self, letter: u8) -> Option<usize> {
        self.slots.iter().position(|slot| slot.letter == letter)
    }
}
