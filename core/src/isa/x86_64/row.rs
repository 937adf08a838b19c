//! A row of the table: everything that is known of one instruction form.

use super::feature::Features;
use super::kind::{File, Kind};
use super::pattern::{Encoding, Layout};
use super::property::{Control, Masking, Properties, Property, Rounds, Stack};
use crate::isa::Role;
use core::str::from_utf8;

/// The most operands that a row has.
pub const MAX_OPERANDS: usize = 4;

/// An operand of a row.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// Its name: the part of the code that holds it.
    pub letter: u8,
    /// The role of the operand.
    pub role: Role,
    /// Its type.
    pub kind: Kind,
}

/// One instruction form; [`super::table`] describes how it is written.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Name of the constructor function. It begins with the mnemonic.
    pub name: &'static str,
    /// The mnemonic, where `cc` stands for the name of a condition.
    pub mnemonic: &'static str,
    /// What stands before and behind that name in the mnemonic, if one does.
    #[cfg_attr(not(feature = "assembly"), expect(dead_code, reason = "only text has mnemonics"))]
    pub(super) around_condition: Option<(&'static str, &'static str)>,
    /// The encoding, as Intel's manual writes it.
    pub pattern: &'static str,
    /// The features that a core needs in order to execute it.
    pub features: Features,
    /// Where control goes after its instructions.
    pub control: Control,
    /// How they may use the stack pointer, besides accesses that they make at an address.
    pub stack: Option<Stack>,
    /// How they use a predicate.
    pub masking: Masking,
    /// How they say rounding.
    pub rounds: Rounds,
    /// Whether a row before has the same text, where it encodes all operands.
    pub has_twin: bool,
    /// Whether the result of two sources which are the same register depends on nothing (Intel Optimization
    /// Manual, section 3.5.1.7).
    pub is_idiom: bool,
    /// Whether its instructions also read and write `rax`, and write `rdx`.
    pub has_accumulator: bool,
    /// Whether they set the upper halves of all vector registers to zero.
    pub clears_upper: bool,
    /// The operands, in the order of the text.
    pub slots: &'static [Slot],
    /// Where the code has its parts.
    pub layout: Layout,
}

impl Row {
    /// Reads a row from its parts; for use in `static` items.
    ///
    /// # Panics
    /// During compilation, for a malformed row.
    pub(crate) const fn new(
        [name, pattern]: [&'static str; 2],
        slots: &'static [Slot],
        features: Features,
        properties: &[Property],
    ) -> Self {
        let layout = Layout::new(pattern);
        assert!(slots.len() <= MAX_OPERANDS, "too many operands");
        let Properties { control, stack, masking, rounds, has_twin, clears_upper, is_idiom, has_accumulator } =
            Properties::of(properties);
        let (mnemonic, _) = split(name, position(name, b"_"));
        let at = position(mnemonic, b"cc");
        let around_condition = if at < mnemonic.len() && has_names(slots) {
            let (before, rest) = split(mnemonic, at);
            Some((before, split(rest, 2).1))
        } else {
            None
        };
        Self {
            name,
            mnemonic,
            around_condition,
            pattern,
            features,
            control,
            stack,
            masking,
            rounds,
            has_twin,
            is_idiom,
            has_accumulator,
            clears_upper,
            slots,
            layout,
        }
    }

    /// Whether its encoding names all vector registers.
    pub(super) const fn is_extended(&self) -> bool {
        matches!(self.layout.encoding, Encoding::Evex)
    }

    /// Whether the lanes of the first operand that a predicate leaves out keep their values. Those
    /// of a mask become zero.
    pub(super) fn keeps_lanes(&self) -> bool {
        let is_mask = self.slots.first().and_then(|slot| slot.kind.file()) == Some(File::Mask);
        !is_mask && self.masking != Masking::Blend
    }
}

/// The parts of a text before and behind a position, as `str::split_at`, which is for constants
/// since Rust 1.86 only.
#[expect(clippy::panic, reason = "evaluated during compilation only")]
const fn split(text: &str, at: usize) -> (&str, &str) {
    let (before, behind) = text.as_bytes().split_at(at);
    match (from_utf8(before), from_utf8(behind)) {
        (Ok(before), Ok(behind)) => (before, behind),
        _ => panic!("names are ASCII"),
    }
}

/// The position of a text in another; the end, if it is not there.
#[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
const fn position(text: &str, sought: &[u8]) -> usize {
    let (text, mut at) = (text.as_bytes(), 0);
    while at + sought.len() <= text.len() {
        if text[at] == sought[0] && text[at + sought.len() - 1] == sought[sought.len() - 1] {
            return at;
        }
        at += 1;
    }
    text.len()
}

/// Whether a part of the mnemonic is the name of an operand.
const fn has_names(slots: &[Slot]) -> bool {
    let mut rest = slots;
    while let [slot, tail @ ..] = rest {
        if slot.kind.names().is_some() {
            return true;
        }
        rest = tail;
    }
    false
}

/// The name of an operand, if it is one letter.
pub(crate) const fn letter(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [letter] => Some(*letter),
        _ => None,
    }
}
