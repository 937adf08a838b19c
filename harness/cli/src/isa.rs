//! `isa`: the table of instructions for people, one row a line.
//!
//! Tests: below.

use crate::error::Failure;
use crate::output::Output;
use clap::{Args, ValueEnum};
use std::io::{self, Write};
use tensmith_core::isa::Role;
use tensmith_core::isa::aarch64::feature::{Feature, Features};
use tensmith_core::isa::aarch64::kind::{Code, Kind, RESERVED, Registers, Style};
use tensmith_core::isa::aarch64::row::{Row, Slot};
use tensmith_core::isa::aarch64::table;

/// Arguments of `isa`.
#[derive(Debug, Args)]
pub(crate) struct List {
    /// How the table is written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// How the table is written.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// Aligned columns
    Text,
    /// Comma-separated values (RFC 4180), with a header
    Csv,
}

const COLUMNS: usize = 8;

/// The contents of the columns.
const HEADER: [&str; COLUMNS] =
    ["name", "text", "form", "pattern", "operands", "features", "streaming", "section"];

impl List {
    /// Lists the table.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let output = Output::open(None).map_err(Failure::bad_input)?;
        output.write(|out| write(out, self.format)).map_err(Failure::bad_input)
    }
}

fn write(out: &mut dyn Write, format: Format) -> io::Result<()> {
    let lines: Vec<[String; COLUMNS]> =
        std::iter::once(HEADER.map(str::to_owned)).chain(table::rows().map(cells)).collect();
    match format {
        Format::Csv => lines.iter().try_for_each(|cells| write_csv(out, cells)),
        Format::Text => {
            let widths =
                std::array::from_fn(|at| lines.iter().map(|cells| cells[at].len()).max().unwrap_or(0));
            lines.iter().try_for_each(|cells| write_text(out, cells, widths))
        }
    }
}

/// A line of columns that are `widths` wide, without spaces at its end.
fn write_text(out: &mut dyn Write, cells: &[String; COLUMNS], widths: [usize; COLUMNS]) -> io::Result<()> {
    let padded: Vec<String> =
        cells.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
    writeln!(out, "{}", padded.join("  ").trim_end())
}

/// A line of cells, each in quotes.
fn write_csv(out: &mut dyn Write, cells: &[String; COLUMNS]) -> io::Result<()> {
    writeln!(out, "\"{}\"", cells.each_ref().map(|cell| cell.replace('"', "\"\"")).join("\",\""))
}

fn cells(row: &Row) -> [String; COLUMNS] {
    let operands: Vec<String> = row.slots.iter().map(operand).collect();
    let streaming = if row.availability.streaming { "streaming" } else { "-" };
    [
        row.name.to_owned(),
        row.text.to_owned(),
        row.form.to_owned(),
        row.symbols.replace('_', ""),
        operands.join(", "),
        features(row),
        streaming.to_owned(),
        row.section.to_owned(),
    ]
}

/// The features other than the base, and the one that half-precision forms need, too.
fn features(row: &Row) -> String {
    let all = row.availability.features;
    let used = if all == Features::of(&[]) { all } else { all.without(Feature::Base) };
    let half = if row.availability.half { "|fp16" } else { "" };
    format!("{}{half}", used.iter().map(Feature::name).collect::<Vec<_>>().join("+"))
}

/// An operand in the notation of a row: letter, role, type.
fn operand(slot: &Slot) -> String {
    let (letter, kind) = (char::from(slot.letter), type_name(slot.kind));
    match slot.role {
        Role::Read => format!("{letter}: {kind}"),
        Role::Write => format!("{letter} = {kind}"),
        Role::ReadWrite => format!("{letter} += {kind}"),
    }
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
    use std::collections::BTreeSet;

    fn listed(format: Format) -> String {
        let mut out = Vec::new();
        write(&mut out, format).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_row_appears_once() {
        for format in [Format::Text, Format::Csv] {
            let text = listed(format);
            let names: Vec<&str> = text
                .lines()
                .skip(1)
                .map(|line| line.trim_start_matches('"').split(['"', ' ']).next().unwrap())
                .collect();
            assert_eq!(names, table::rows().map(|row| row.name).collect::<Vec<_>>());
            // Groups may share a name, never a line.
            assert_eq!(text.lines().collect::<BTreeSet<_>>().len(), names.len() + 1);
        }
    }

    #[test]
    fn lines_of_csv_have_the_same_number_of_cells() {
        let text = listed(Format::Csv);
        assert!(text.lines().all(|line| line.split("\",\"").count() == COLUMNS && line.ends_with('"')));
    }

    /// The main encoding table (C4.1) tells the sections apart by bits 28 to 25.
    #[test]
    fn sections_are_those_of_the_words() {
        for row in table::rows() {
            let bits: Vec<char> = row.symbols.chars().filter(|c| *c != '_').skip(3).take(4).collect();
            let section = match bits[..] {
                ['1', '0', '0', _] => "C4.1.92",
                ['1', '0', '1', _] => "C4.1.93",
                [_, '1', _, '0'] => "C4.1.94",
                [_, '1', '0', '1'] => "C4.1.95",
                [_, '1', '1', '1'] => "C4.1.96",
                _ => continue,
            };
            // Pointer authentication spans groups, and so does the control of streaming mode.
            let spans = row.section.contains(" to ") || row.section.ends_with("SME encodings");
            assert!(spans || row.section.contains(section), "{}: {} is not {section}", row.name, row.section);
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
