//! Instructions as text, in the notation of the Arm manual.
//!
//! A row's text is a template; its braces name operands, as described in
//! [`super::table`]. Virtual registers print as the register's prefix, a percent
//! sign and their number: `fmla v%7.4s, v%1.4s, v%2.s[0]`.
//!
//! Tests: `tests/tests/isa_aarch64_table_llvm.rs`, `tests/tests/isa_aarch64_random.rs`.

use super::inst::MachInst;
use super::kind::{Kind, Registers, Style};
use super::slot::{Slot, UNRESOLVED};
use super::template::{Piece, derived, fixed_element, pieces};
use core::fmt::{self, Formatter, Write};

impl fmt::Display for MachInst {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        pieces(self.row().notation.text).try_for_each(|piece| match piece {
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
        f.write_str(self.called(letter).and_then(|(slot, raw)| derived(what, *slot.kind, raw)).unwrap_or("?"))
    }

    fn write_operand(&self, f: &mut Formatter<'_>, letter: u8) -> fmt::Result {
        let Some((&Slot { kind, .. }, raw)) = self.called(letter) else { return Ok(()) };
        match *kind {
            Kind::Register(registers) => (0..registers.count).try_for_each(|nth| {
                f.write_str(if nth == 0 { "" } else { ", " })?;
                self.write_register(f, registers, raw, nth)
            }),
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
        let number = file.number(raw).wrapping_add(more) & 31;
        match file.thirty_one.get(at) {
            Some(name) if number == 31 => f.write_str(name),
            _ => write!(f, "{prefix}{number}"),
        }
    }

    fn write_list(&self, f: &mut Formatter<'_>, list: u8, element: u8) -> fmt::Result {
        let Some((&Slot { kind: &Kind::Register(registers), .. }, raw)) = self.called(list) else {
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
