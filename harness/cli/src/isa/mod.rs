//! `isa`: the table of instructions for people, one row a line.
//!
//! Tests: below.

mod aarch64;
pub(crate) mod x86_64;

use crate::error::Failure;
use crate::output::Output;
use crate::set::Set;
use clap::{Args, ValueEnum};
use std::io::{self, Write};

/// Arguments of `isa`.
#[derive(Debug, Args)]
pub(crate) struct List {
    /// The instruction set [default: that of this machine]
    #[arg(long, value_enum, default_value_t = Set::HERE, hide_default_value = true)]
    isa: Set,
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

/// The cells of a line.
type Cells = Vec<String>;

impl List {
    /// Lists the table.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let output = Output::open(None).map_err(Failure::bad_input)?;
        output.write(|out| write(out, self.isa, self.format)).map_err(Failure::bad_input)
    }
}

/// The contents of the columns, and the table.
fn lines(set: Set) -> Vec<Cells> {
    let (header, rows): (&[&str], Vec<Cells>) = match set {
        Set::AArch64 => (&aarch64::HEADER, aarch64::rows()),
        Set::X86_64 => (&x86_64::HEADER, x86_64::rows()),
    };
    std::iter::once(header.iter().map(|&name| name.to_owned()).collect()).chain(rows).collect()
}

fn write(out: &mut dyn Write, set: Set, format: Format) -> io::Result<()> {
    let lines = lines(set);
    match format {
        Format::Csv => lines.iter().try_for_each(|cells| write_csv(out, cells)),
        Format::Text => {
            let columns = lines.first().map_or(0, Vec::len);
            let width = |at: usize| lines.iter().map(|cells| cells[at].len()).max().unwrap_or(0);
            let widths: Vec<usize> = (0..columns).map(width).collect();
            lines.iter().try_for_each(|cells| write_text(out, cells, &widths))
        }
    }
}

/// A line of columns that are `widths` wide, without spaces at its end.
fn write_text(out: &mut dyn Write, cells: &[String], widths: &[usize]) -> io::Result<()> {
    let padded: Vec<String> =
        cells.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
    writeln!(out, "{}", padded.join("  ").trim_end())
}

/// A line of cells, each in quotes.
fn write_csv(out: &mut dyn Write, cells: &[String]) -> io::Result<()> {
    let quoted: Vec<String> = cells.iter().map(|cell| cell.replace('"', "\"\"")).collect();
    writeln!(out, "\"{}\"", quoted.join("\",\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use tensmith_core::isa;

    fn listed(set: Set, format: Format) -> String {
        let mut out = Vec::new();
        write(&mut out, set, format).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_row_appears_once() {
        for set in Set::value_variants() {
            let expected: Vec<&str> = match set {
                Set::AArch64 => isa::aarch64::table::rows().map(|row| row.name).collect(),
                Set::X86_64 => isa::x86_64::table::rows().map(|row| row.name).collect(),
            };
            for format in [Format::Text, Format::Csv] {
                let text = listed(*set, format);
                let names: Vec<&str> = text
                    .lines()
                    .skip(1)
                    .map(|line| line.trim_start_matches('"').split(['"', ' ']).next().unwrap())
                    .collect();
                assert_eq!(names, expected);
                // Groups may share a name, never a line.
                assert_eq!(text.lines().collect::<BTreeSet<_>>().len(), names.len() + 1);
            }
        }
    }

    #[test]
    fn the_table_is_read_back() {
        let loaded = isa::loaded::Table::read(&listed(Set::AArch64, Format::Csv)).unwrap();
        assert_eq!(loaded.rows().len(), isa::aarch64::table::rows().count());
        for (row, loaded) in isa::aarch64::table::rows().zip(loaded.rows()) {
            let operands =
                row.slots.iter().map(|slot| (char::from(slot.letter), slot.role, slot.kind.bits()));
            assert!(
                operands.eq(loaded.operands().iter().map(|o| (o.letter(), o.role(), o.bits()))),
                "{}",
                row.name
            );
        }
    }

    #[test]
    fn lines_of_csv_have_the_same_number_of_cells() {
        for set in Set::value_variants() {
            let (text, columns) = (listed(*set, Format::Csv), lines(*set)[0].len());
            assert!(text.lines().all(|line| line.split("\",\"").count() == columns && line.ends_with('"')));
        }
    }
}
