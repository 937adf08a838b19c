//! The table of AArch64, in the notation of its rows.
//!
//! Tests: below, `harness/cli/src/isa/mod.rs`.

use super::Cells;
use tensmith_core::isa::Role;
use tensmith_core::isa::aarch64::feature::{Feature, Features};
use tensmith_core::isa::aarch64::kind::{Code, Kind, RESERVED, Registers, Style};
use tensmith_core::isa::aarch64::row::{Row, Slot};
use tensmith_core::isa::aarch64::table;

const COLUMNS: usize = 8;

/// The contents of the columns.
pub(super) const HEADER: [&str; COLUMNS] =
    ["name", "text", "form", "pattern", "operands", "features", "streaming", "section"];

/// The table.
pub(super) fn rows() -> Vec<Cells> {
    table::rows().map(|row| cells(row).to_vec()).collect()
}

fn cells(row: &Row) -> [String; COLUMNS] {
    let operands: Vec<String> = row.slots.iter().map(|slot| operand(row, slot)).collect();
    let streaming = if row.availability.streaming { "streaming" } else { "-" };
    [
        row.name.to_owned(),
        row.notation.text.to_owned(),
        row.notation.form.to_owned(),
        row.notation.symbols.replace('_', ""),
        operands.join(", "),
        features(row),
        streaming.to_owned(),
        row.notation.section.to_owned(),
    ]
}

/// The features other than the base, and the one that half-precision forms need, too.
fn features(row: &Row) -> String {
    let all = row.availability.features;
    let used = if all == Features::of(&[]) { all } else { all.without(Feature::Base) };
    let half = if row.availability.half { "|fp16" } else { "" };
    format!("{}{half}", used.iter().map(Feature::name).collect::<Vec<_>>().join("+"))
}

/// An operand in the notation of a row: letter, role, type; and in how many places it is,
/// if there are several.
fn operand(row: &Row, slot: &Slot) -> String {
    let (letter, kind) = (char::from(slot.letter), type_name(*slot.kind));
    let role = match slot.role {
        Role::Read => ":",
        Role::Write => " =",
        Role::ReadWrite => " +=",
    };
    let places = match places(row, slot) {
        1 => String::new(),
        places => format!(" in {places} places"),
    };
    format!("{letter}{role} {kind}{places}")
}

/// In how many places of the pattern an operand is.
fn places(row: &Row, slot: &Slot) -> u32 {
    let letters = row.notation.symbols.bytes().filter(|symbol| symbol.eq_ignore_ascii_case(&slot.letter));
    letters.count() as u32 / slot.kind.bits()
}

/// A short name of an operand's type: `x`, `list4.v`, `uimm12*8`, `one-of-8`.
fn type_name(kind: Kind) -> String {
    let bits = kind.bits();
    match kind {
        Kind::Register(registers) if registers.count > 1 => {
            format!("list{}.{}", registers.count, prefix(registers))
        }
        Kind::Register(registers) => prefix(registers),
        Kind::Named(_, names) => format!("one-of-{}", names.len()),
        Kind::Number(Code::Linear(number), Style::Distance) => format!("label{bits}*{}", number.scale),
        Kind::Number(Code::Linear(number), _) => {
            let sign = if number.signed { "simm" } else { "uimm" };
            let scale = if number.scale == 1 { String::new() } else { format!("*{}", number.scale) };
            let first = if number.first == 0 { String::new() } else { format!("{:+}", number.first) };
            format!("{sign}{bits}{scale}{first}")
        }
        Kind::Number(Code::BySize { .. }, _) => format!("number{bits}-by-size"),
        Kind::Number(_, Style::Float) => format!("float{bits}"),
        Kind::Number(_, Style::BitRange) => format!("range{bits}"),
        Kind::Number(..) => format!("coded{bits}"),
    }
}

/// The text before a register's number; another operand says which of several it is.
fn prefix(registers: Registers) -> String {
    let mut used: Vec<&str> =
        registers.prefixes.iter().copied().filter(|prefix| *prefix != RESERVED).collect();
    match registers.chosen_by {
        None => {
            used.extend(registers.thirty_one.first().filter(|name| name.ends_with("sp")));
            used.join("|")
        }
        Some(letter) => format!("{} by {}", used.join("|"), char::from(letter)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The main encoding table (C4.1) tells the sections apart by bits 28 to 25.
    #[test]
    fn sections_are_those_of_the_words() {
        for row in table::rows() {
            let bits: Vec<char> =
                row.notation.symbols.chars().filter(|c| *c != '_').skip(3).take(4).collect();
            let section = match bits[..] {
                ['1', '0', '0', _] => "C4.1.92",
                ['1', '0', '1', _] => "C4.1.93",
                [_, '1', _, '0'] => "C4.1.94",
                [_, '1', '0', '1'] => "C4.1.95",
                [_, '1', '1', '1'] => "C4.1.96",
                _ => continue,
            };
            // Pointer authentication spans groups, and so does the control of streaming mode.
            let spans =
                row.notation.section.contains(" to ") || row.notation.section.ends_with("SME encodings");
            assert!(
                spans || row.notation.section.contains(section),
                "{}: {} is not {section}",
                row.name,
                row.notation.section
            );
        }
    }

    #[test]
    fn operands_are_written_as_in_a_row() {
        let row = table::rows().find(|row| row.name == "cas").unwrap();
        let [_, text, _, _, operands, features, ..] = cells(row);
        assert_eq!(text, "cas{o} {m}, {t}, [{n}]");
        assert_eq!(operands, "o: one-of-4, s: one-of-2, m += w|x by s, t: w|x by s, n: x|sp");
        assert_eq!(features, "lse");
    }
}
