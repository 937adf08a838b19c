//! Instructions as text, in the notation of the Arm manual.
//!
//! A row's text is a template; its braces name operands, as described in
//! [`super::table`]. Virtual registers print as the register's prefix, a percent
//! sign and their number: `fmla v%7.4s, v%1.4s, v%2.s[0]`.

use super::inst::MachInst;
use super::kind::{Kind, Registers, Style};
use super::operand::UNRESOLVED;
use super::row::Slot;
use core::fmt::{self, Formatter, Write};

/// A piece of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A character that stands for itself.
    Literal(u8),
    /// `#8`: a whole number.
    Number(u16),
    /// `{d}`: an operand.
    Operand(u8),
    /// `{,i}`: a comma and an operand, left out where that is 0.
    Optional(u8),
    /// `{l.a}`: a register list and what follows each register's dot: an operand, or in capitals a
    /// fixed name.
    List(u8, u8),
    /// `{i<h}`: a number whose upper bits are operand `i` and whose others are 0, which operand `h` says.
    Whole(u8, u8),
    /// `{+a}`: what follows from an arrangement or an element size, see [`DERIVED`].
    Derived(u8, u8),
}

/// The pieces of a template.
pub(super) fn pieces(text: &'static str) -> impl Iterator<Item = Piece> {
    let mut rest = text.as_bytes();
    core::iter::from_fn(move || {
        let (piece, tail) = first_piece(rest)?;
        rest = tail;
        Some(piece)
    })
}

/// The first piece of a template, and what follows it.
pub(super) const fn first_piece(text: &[u8]) -> Option<(Piece, &[u8])> {
    Some(match text {
        [b'{', tail @ ..] if matches!(tail, [b'{', ..]) => (Piece::Literal(b'{'), tail),
        [b'{', b',', letter, b'}', tail @ ..] => (Piece::Optional(*letter), tail),
        [b'{', letter, b'}', tail @ ..] => (Piece::Operand(*letter), tail),
        [b'{', list, b'.', element, b'}', tail @ ..] => (Piece::List(*list, *element), tail),
        [b'{', number, b'<', shift, b'}', tail @ ..] => (Piece::Whole(*number, *shift), tail),
        [b'{', what, letter, b'}', tail @ ..] => (Piece::Derived(*what, *letter), tail),
        // Other spellings follow, which are accepted, not printed.
        [b'|', ..] | [] => return None,
        [b'#', tail @ ..] => match number(tail) {
            Some((value, tail)) => (Piece::Number(value), tail),
            None => (Piece::Literal(b'#'), tail),
        },
        [symbol, tail @ ..] => (Piece::Literal(*symbol), tail),
    })
}

/// The whole number that a text begins with, if it has no leading zeros, and what follows it.
const fn number(text: &[u8]) -> Option<(u16, &[u8])> {
    let (mut value, mut rest) = (0u16, text);
    while let [digit @ b'0'..=b'9', tail @ ..] = rest {
        value = value.wrapping_mul(10).wrapping_add((*digit & 15) as u16);
        rest = tail;
    }
    match (text, rest) {
        ([b'0', b'0', ..], _) | (_, [b'.', ..]) => None,
        _ if rest.len() == text.len() => None,
        _ => Some((value, rest)),
    }
}

/// The arrangements and element sizes that something can follow from, those of elements in memory by
/// their names in loads and stores, too.
const SIZES: [&str; 13] =
    ["8b", "4h", "2s", "1d", "16b", "8h", "4s", "2d", "b|sb", "h|sh", "s|w|sw", "d", "q"];

/// What follows from each of [`SIZES`].
#[rustfmt::skip]
static DERIVED: [(u8, [&str; 13]); 13] = [
    // The arrangement or size itself.
    (b'=', ["8b", "4h", "2s", "1d", "16b", "8h", "4s", "2d", "b", "h", "s", "d", "q"]),
    // The size of its elements.
    (b'.', ["b", "h", "s", "d", "b", "h", "s", "d", "b", "h", "s", "d", "q"]),
    // The suffix of instructions on the upper half of a register.
    (b'2', ["", "", "", "", "2", "2", "2", "2", "-", "-", "-", "-", "-"]),
    // Elements twice as wide, as many as fit a whole register.
    (b'+', ["8h", "4s", "2d", "1q", "8h", "4s", "2d", "1q", "h", "s", "d", "q", "-"]),
    // Elements twice as wide, half as many.
    (b'>', ["4h", "2s", "1d", "-", "8h", "4s", "2d", "-", "-", "-", "-", "-", "-"]),
    // Elements half as wide, twice as many.
    (b'*', ["-", "8b", "4h", "-", "-", "16b", "8h", "-", "-", "-", "-", "-", "-"]),
    // Elements a quarter as wide, four times as many.
    (b'/', ["-", "-", "8b", "-", "-", "-", "16b", "8h", "-", "-", "b", "h", "s"]),
    // Half words, words and double words in as many bytes.
    (b'h', ["4h", "4h", "4h", "4h", "8h", "8h", "8h", "8h", "-", "-", "-", "-", "-"]),
    (b's', ["2s", "2s", "2s", "2s", "4s", "4s", "4s", "4s", "-", "-", "-", "-", "-"]),
    (b'd', ["1d", "1d", "1d", "1d", "2d", "2d", "2d", "2d", "-", "-", "-", "-", "-"]),
    // Elements half as wide, as many.
    (b'-', ["-", "4b", "2h", "-", "-", "8b", "4h", "-", "-", "b", "h", "s", "d"]),
    // The size in names of loads and stores.
    (b'w', ["-", "-", "-", "-", "-", "-", "-", "-", "b", "h", "w", "d", "q"]),
    // The shift that scales an index by the size.
    (b'<', ["-", "-", "-", "-", "-", "-", "-", "-", "", ", lsl #1", ", lsl #2", ", lsl #3", ", lsl #4"]),
];

/// The names that [`Piece::Derived`] can print.
pub(super) fn derived_names(what: u8) -> &'static [&'static str] {
    DERIVED.iter().find(|(known, _)| *known == what).map_or(&[], |(_, names)| names)
}

/// What follows from the arrangement or size that an operand of `kind` tells.
pub(super) fn derived(what: u8, kind: Kind, raw: u32) -> Option<&'static str> {
    let told = kind.name(raw)?;
    let is_told = |names: &&str| names.split(['|']).any(|name| name.eq_ignore_ascii_case(told));
    derived_names(what).get(SIZES.iter().position(is_told)?).copied()
}

/// What stands after the dot in a list for a capital letter: a size, or whole vectors of bytes.
pub(super) fn fixed_element(letter: u8) -> &'static str {
    let is_called = |size: &&&str| size.as_bytes().eq_ignore_ascii_case(&[letter]);
    derived_names(b'=').iter().find(is_called).unwrap_or(&"16b")
}

impl fmt::Display for MachInst {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        pieces(self.row().text).try_for_each(|piece| match piece {
            Piece::Literal(symbol) => f.write_char(symbol as char),
            Piece::Number(value) => write!(f, "#{value}"),
            Piece::Operand(letter) | Piece::Whole(letter, _) => self.write_operand(f, letter),
            Piece::Optional(letter) if self.field(letter) == 0 => Ok(()),
            Piece::Optional(letter) => {
                f.write_str(", ")?;
                self.write_operand(f, letter)
            }
            Piece::List(list, element) => self.write_list(f, list, element),
            Piece::Derived(what, letter) => self.write_derived(f, what, letter),
        })
    }
}

impl fmt::Debug for MachInst {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl MachInst {
    /// Which of its prefixes a register has, and the prefix.
    pub(super) fn prefix(&self, registers: Registers) -> (usize, &'static str) {
        let chosen = |letter| self.called(letter).and_then(|(slot, raw)| slot.kind.selector(raw));
        let at = registers.chosen_by.and_then(chosen).unwrap_or(0) as usize;
        (at, registers.prefixes.get(at).copied().unwrap_or("?"))
    }

    fn write_derived(&self, f: &mut Formatter<'_>, what: u8, letter: u8) -> fmt::Result {
        f.write_str(self.called(letter).and_then(|(slot, raw)| derived(what, slot.kind, raw)).unwrap_or("?"))
    }

    fn write_operand(&self, f: &mut Formatter<'_>, letter: u8) -> fmt::Result {
        let Some((&Slot { kind, .. }, raw)) = self.called(letter) else { return Ok(()) };
        match kind {
            Kind::Register(registers) => self.write_register(f, registers, raw, 0),
            _ if raw & UNRESOLVED != 0 => write!(f, ".L{}", raw & !UNRESOLVED),
            Kind::Named(..) => write_name(f, kind.name(raw).unwrap_or("?")),
            Kind::Number(_, style) => write_number(f, kind.to_number(raw).unwrap_or(0), style),
        }
    }

    /// The register `more` numbers after the one with field value `raw`.
    fn write_register(&self, f: &mut Formatter<'_>, file: Registers, raw: u32, more: u32) -> fmt::Result {
        let (at, prefix) = self.prefix(file);
        if raw & UNRESOLVED != 0 {
            return write!(f, "{prefix}%{}", (raw & !UNRESOLVED).wrapping_add(more));
        }
        match file.thirty_one.get(at) {
            Some(name) if raw == 31 => f.write_str(name),
            _ => write!(f, "{prefix}{}", file.number(raw).wrapping_add(more) & 31),
        }
    }

    fn write_list(&self, f: &mut Formatter<'_>, list: u8, element: u8) -> fmt::Result {
        let Some((&Slot { kind: Kind::Register(registers), .. }, raw)) = self.called(list) else {
            return Ok(());
        };
        let count = registers.count;
        // A list that wraps around is written one by one.
        let wraps = raw & UNRESOLVED == 0 && registers.number(raw).wrapping_add(count) > 32;
        let as_range = registers.range && count > 2 && !wraps;
        f.write_str("{ ")?;
        for nth in (0..count).filter(|nth| !as_range || *nth == 0 || nth + 1 == count) {
            if nth > 0 {
                f.write_str(if as_range { " - " } else { ", " })?;
            }
            self.write_register(f, registers, raw, nth)?;
            f.write_char('.')?;
            if element.is_ascii_uppercase() {
                f.write_str(fixed_element(element))?;
            } else {
                self.write_derived(f, b'=', element)?;
            }
        }
        f.write_str(" }")
    }
}

/// Writes a name in lower case.
fn write_name(f: &mut Formatter<'_>, name: &str) -> fmt::Result {
    name.bytes().try_for_each(|symbol| f.write_char(symbol.to_ascii_lowercase() as char))
}

fn write_number(f: &mut Formatter<'_>, value: i64, style: Style) -> fmt::Result {
    match style {
        Style::Decimal | Style::Distance => write!(f, "#{value}"),
        Style::BitRange => write!(f, "#{}, #{}", value & 0xff, value >> 8),
        Style::Hex if value == 0 => f.write_str("#0"),
        Style::Short if (-0x8000..0x10000).contains(&value) => write!(f, "#{value}"),
        Style::Hex | Style::Short => write!(f, "#{value:#x}"),
        Style::Padded if value == 0 => f.write_str("#0000000000000000"),
        Style::Padded => write!(f, "#{value:#016x}"),
        Style::Bare => write!(f, "{value}"),
        Style::MulVl => write!(f, "#{value}, mul vl"),
        Style::Float => write!(f, "#{:.8}", f64::from_bits(value as u64)),
    }
}
