//! Operands of rows: where their bits are, and how the column of operands describes them.

use super::error::{Fault, TableProblem};
use super::place::{MAX_WORDS, Place};
use crate::fallible::{OutOfMemory, TryVec, try_string};
use crate::isa::Role;
use alloc::string::String;
use alloc::vec::Vec;

/// An operand of a row.
#[derive(Debug)]
pub struct Operand {
    letter: char,
    role: Role,
    kind: String,
    bits: u32,
    default: Option<u64>,
    /// Each is in one place.
    fields: Vec<Field>,
}

/// A run of bits in a word that holds a run of bits of an operand.
#[derive(Clone, Copy, Debug)]
struct Field {
    word: usize,
    /// The lowest bit in the word, and that of the operand.
    start: u32,
    from: u32,
    /// At least 1.
    length: u32,
}

/// What the column of operands says of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Described<'t> {
    pub(super) letter: char,
    role: Role,
    kind: &'t str,
    places: u32,
    default: Option<u64>,
}

impl<'t> Described<'t> {
    /// A letter of which nothing is said.
    pub(super) const fn alone(letter: char) -> Self {
        Self { letter, role: Role::Read, kind: "", places: 1, default: None }
    }

    /// Reads `d = x`, `n: uimm12`, `a += v in 2 places`, `s: shift or 7`.
    pub(super) fn read(text: &'t str) -> Option<Self> {
        let text = text.trim();
        let mut symbols = text.chars();
        let letter = symbols.next().filter(char::is_ascii_lowercase)?;
        let rest = symbols.as_str().trim_start();
        let (role, rest) = match rest.split_at_checked(1)? {
            (":", rest) => (Role::Read, rest),
            ("=", rest) => (Role::Write, rest),
            ("+", rest) => (Role::ReadWrite, rest.strip_prefix('=')?),
            _ => return None,
        };
        let mut described = Self { role, kind: rest.trim(), ..Self::alone(letter) };
        while described.takes_suffix()? {}
        Some(described)
    }

    /// Takes `in 2 places` or `or 7` from the end of the kind, if it is there; `None`
    /// where the number is none.
    fn takes_suffix(&mut self) -> Option<bool> {
        let (before, last) = last_word(self.kind);
        if last == "places" {
            let (before, number) = last_word(before);
            let (before, word) = last_word(before);
            (self.kind, self.places) = (before, number.parse().ok().filter(|_| word == "in")?);
            return Some(true);
        }
        let (before, word) = last_word(before);
        if word == "or" {
            (self.kind, self.default) = (before, Some(last.parse().ok()?));
        }
        Some(word == "or")
    }
}

/// The text before the last word, and that.
fn last_word(text: &str) -> (&str, &str) {
    let text = text.trim_end();
    let start = text.rfind([' ']).map_or(0, |space| space.saturating_add(1));
    text.split_at_checked(start).map_or(("", text), |(before, word)| (before.trim_end(), word))
}

impl Operand {
    /// The operand whose bits are in these places, the least significant one first.
    ///
    /// # Errors
    /// Its width is not the same in each of several places; the default does not fit; or
    /// the allocator refused.
    pub(super) fn new(described: Described<'_>, bits: &[Place]) -> Result<Self, Fault> {
        let Described { letter, role, kind, places, default } = described;
        let count = u32::try_from(bits.len()).unwrap_or(u32::MAX);
        let width = count
            .checked_div(places)
            .filter(|width| width.checked_mul(places) == Some(count) && (1..=u64::BITS).contains(width));
        let width = width.ok_or(TableProblem::Width { letter, bits: count, places })?;
        if let Some(value) = default.filter(|value| !fits(*value, width)) {
            return Err(TableProblem::Default { letter, value, bits: width }.into());
        }
        Ok(Self { letter, role, kind: try_string(kind)?, bits: width, default, fields: runs(bits, width)? })
    }

    /// The letter that names it.
    #[must_use]
    pub const fn letter(&self) -> char {
        self.letter
    }

    /// Whether the instruction reads it, writes it, or does both.
    #[must_use]
    pub const fn role(&self) -> Role {
        self.role
    }

    /// What the table says of its type, for people.
    #[must_use]
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// Its width, in bits.
    #[must_use]
    pub const fn bits(&self) -> u32 {
        self.bits
    }

    /// Its value where none is given.
    #[must_use]
    pub const fn default(&self) -> Option<u64> {
        self.default
    }

    pub(super) const fn fits(&self, value: u64) -> bool {
        fits(value, self.bits)
    }

    /// Puts a value that fits into words.
    pub(super) fn scatter(&self, value: u64, words: &mut [u32; MAX_WORDS]) {
        for field in &self.fields {
            if let Some(word) = words.get_mut(field.word) {
                *word |= (low(value.wrapping_shr(field.from)) & field.mask()).wrapping_shl(field.start);
            }
        }
    }

    /// Takes the value from words; `None` where several places hold several values.
    pub(super) fn gather(&self, words: &[u32; MAX_WORDS]) -> Option<u64> {
        let (mut value, mut known) = (0u64, 0u64);
        for field in &self.fields {
            let word = words.get(field.word)?;
            let bits = u64::from(word.wrapping_shr(field.start) & field.mask()).wrapping_shl(field.from);
            let mask = u64::from(field.mask()).wrapping_shl(field.from);
            if (value ^ bits) & mask & known != 0 {
                return None;
            }
            (value, known) = (value | bits, known | mask);
        }
        Some(value)
    }
}

impl Field {
    /// The bits of a word that it has, moved to the lowest.
    const fn mask(self) -> u32 {
        u32::MAX.wrapping_shr(u32::BITS.saturating_sub(self.length))
    }
}

/// Consecutive bits that are consecutive bits of words, as fields. The operand begins
/// anew after its last bit.
fn runs(bits: &[Place], width: u32) -> Result<Vec<Field>, OutOfMemory> {
    let mut fields: Vec<Field> = Vec::new();
    for (place, from) in bits.iter().zip((0..width).cycle()) {
        let continues = |last: &&mut Field| {
            last.word == place.word
                && last.start.checked_add(last.length) == Some(place.bit)
                && last.from.checked_add(last.length) == Some(from)
        };
        match fields.last_mut().filter(continues) {
            Some(last) => last.length = last.length.saturating_add(1),
            None => fields.try_push(Field { word: place.word, start: place.bit, from, length: 1 })?,
        }
    }
    Ok(fields)
}

const fn fits(value: u64, bits: u32) -> bool {
    matches!(value.checked_shr(bits), None | Some(0))
}

/// The low 32 bits.
const fn low(value: u64) -> u32 {
    (value & u32::MAX as u64) as u32
}
