//! Instructions as text, in the notation of the Arm manual.
//!
//! A row's text is a template; its braces name operands, as described in
//! [`super::table`]. Virtual registers print as the register's letter, a percent
//! sign and their number: `fmla v%7.4s, v%1.4s, v%2.s[0]`.

use super::inst::MachInst;
use super::operand::{Kind, RegisterKind, UNRESOLVED, raw_to_number};
use super::row::Row;
use core::fmt;

/// A piece of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// A character that stands for itself.
    Literal(u8),
    /// `{d}`: an operand.
    Operand(u8),
    /// `{,i}`: a comma and an operand, left out where that is 0.
    Optional(u8),
    /// `{l.a}`: a register list and what follows each register's dot.
    List(u8, u8),
    /// `{4*a}`: the size in bytes of some registers of an arrangement.
    Bytes(u8, u8),
}

/// The pieces of a template.
pub(crate) fn pieces(text: &'static str) -> impl Iterator<Item = Piece> {
    let mut rest = text.as_bytes();
    core::iter::from_fn(move || {
        let (piece, tail) = match rest {
            [b'{', b',', letter, b'}', tail @ ..] => (Piece::Optional(*letter), tail),
            [b'{', list, b'.', element, b'}', tail @ ..] => (Piece::List(*list, *element), tail),
            [b'{', count, b'*', letter, b'}', tail @ ..] => (Piece::Bytes(count & 15, *letter), tail),
            [b'{', letter, b'}', tail @ ..] => (Piece::Operand(*letter), tail),
            [symbol, tail @ ..] => (Piece::Literal(*symbol), tail),
            [] => return None,
        };
        rest = tail;
        Some(piece)
    })
}

/// The letter that a register of `kind` is printed with, given the operands of its instruction.
pub(crate) fn prefix(kind: RegisterKind, inst: &MachInst) -> char {
    let either = |upper: bool, [low, high]: [char; 2]| if upper { high } else { low };
    match kind {
        RegisterKind::X | RegisterKind::XSp => 'x',
        RegisterKind::W => 'w',
        RegisterKind::R | RegisterKind::RSp => either(inst.field(b's') & 1 == 1, ['w', 'x']),
        // The lowest bit of the extension tells words from double words.
        RegisterKind::Index => either(inst.field(b'e') & 0b0010 != 0, ['w', 'x']),
        RegisterKind::V | RegisterKind::VLow => 'v',
        RegisterKind::B => 'b',
        RegisterKind::H => 'h',
        RegisterKind::S => 's',
        RegisterKind::D => 'd',
        RegisterKind::Q => 'q',
        RegisterKind::F => either(inst.field(b't') & 1 == 1, ['s', 'd']),
    }
}

/// The name of field value 31 of a general-purpose register, where it is not a number.
pub(crate) fn thirty_one(kind: RegisterKind, prefix: char) -> Option<&'static str> {
    match (kind, prefix) {
        (RegisterKind::XSp | RegisterKind::RSp, 'x') => Some("sp"),
        (RegisterKind::RSp, _) => Some("wsp"),
        (RegisterKind::X | RegisterKind::W | RegisterKind::R | RegisterKind::Index, 'x') => Some("xzr"),
        (RegisterKind::X | RegisterKind::W | RegisterKind::R | RegisterKind::Index, _) => Some("wzr"),
        _ => None,
    }
}

/// The names of shifts, by field value.
pub(crate) const SHIFTS: [&str; 4] = ["lsl", "lsr", "asr", "ror"];
/// The names of index extensions, by field value without the scale bit.
pub(crate) const EXTENSIONS: [&str; 8] = ["", "", "uxtw", "lsl", "", "", "sxtw", "sxtx"];

/// Size in bytes of a whole vector of an arrangement `Q:size`.
pub(crate) fn arrangement_bytes(raw: u32) -> u32 {
    if raw & 4 == 0 { 8 } else { 16 }
}

fn write_register(f: &mut fmt::Formatter<'_>, kind: RegisterKind, raw: u32, inst: &MachInst) -> fmt::Result {
    let prefix = prefix(kind, inst);
    match thirty_one(kind, prefix) {
        _ if raw & UNRESOLVED != 0 => write!(f, "{prefix}%{}", raw & !UNRESOLVED),
        Some(name) if raw == 31 => f.write_str(name),
        _ => write!(f, "{prefix}{raw}"),
    }
}

fn write_list(f: &mut fmt::Formatter<'_>, inst: &MachInst, list: u8, element: u8) -> fmt::Result {
    let first = inst.field(list);
    let count = match inst.operands().find(|(slot, _)| slot.letter == list) {
        Some((slot, _)) => slot.kind.registers(first).map_or(0, |(_, _, count)| count),
        None => 0,
    };
    for nth in 0..u32::from(count) {
        f.write_str(if nth == 0 { "{ v" } else { ", v" })?;
        if first & UNRESOLVED != 0 {
            write!(f, "%{}.", (first & !UNRESOLVED).wrapping_add(nth))?;
        } else {
            write!(f, "{}.", first.wrapping_add(nth) & 31)?;
        }
        if element.is_ascii_uppercase() {
            write!(f, "{}", element.to_ascii_lowercase() as char)?;
        } else {
            write_operand(f, inst, element)?;
        }
    }
    f.write_str(" }")
}

fn write_operand(f: &mut fmt::Formatter<'_>, inst: &MachInst, letter: u8) -> fmt::Result {
    let Some((slot, raw)) = inst.operands().find(|(slot, _)| slot.letter == letter) else {
        return Ok(());
    };
    match slot.kind {
        Kind::Register(kind) => write_register(f, kind, raw, inst),
        Kind::List(_) => Ok(()),
        Kind::OneOf(names) => f.write_str(names.get(raw as usize).copied().unwrap_or("?")),
        Kind::Distance { .. } if raw & UNRESOLVED != 0 => write!(f, ".L{}", raw & !UNRESOLVED),
        Kind::Unsigned { .. } | Kind::Signed { .. } | Kind::Distance { .. } => {
            write!(f, "#{}", raw_to_number(slot.kind, raw))
        }
        Kind::Lane { .. } => write!(f, "{}", raw_to_number(slot.kind, raw)),
        Kind::LeftShift { .. } | Kind::Shift { .. } if raw == 0 => Ok(()),
        Kind::LeftShift { .. } => write!(f, ", lsl #{}", raw_to_number(slot.kind, raw)),
        Kind::Shift { .. } => {
            let name = SHIFTS.get((raw >> 6) as usize).copied().unwrap_or("?");
            write!(f, ", {name} #{}", raw & 63)
        }
        Kind::Index { log2 } => write_extension(f, raw, log2),
    }
}

fn write_extension(f: &mut fmt::Formatter<'_>, raw: u32, log2: u32) -> fmt::Result {
    let name = EXTENSIONS.get((raw >> 1) as usize).copied().unwrap_or("?");
    match (name, raw & 1) {
        ("lsl", 0) => Ok(()),
        (name, 0) => write!(f, ", {name}"),
        (name, _) => write!(f, ", {name} #{log2}"),
    }
}

impl fmt::Display for MachInst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        for piece in pieces(self.row().text) {
            match piece {
                Piece::Literal(symbol) => f.write_char(symbol as char)?,
                Piece::Operand(letter) => write_operand(f, self, letter)?,
                Piece::Optional(letter) if self.field(letter) == 0 => {}
                Piece::Optional(letter) => {
                    f.write_str(", ")?;
                    write_operand(f, self, letter)?;
                }
                Piece::List(list, element) => write_list(f, self, list, element)?,
                Piece::Bytes(count, letter) => {
                    let bytes = arrangement_bytes(self.field(letter)).wrapping_mul(u32::from(count));
                    write!(f, "#{bytes}")?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Debug for MachInst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Row {
    /// The template's pieces.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = Piece> {
        pieces(self.text)
    }
}
