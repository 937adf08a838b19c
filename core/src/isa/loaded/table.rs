//! Encoding and decoding by a table.

use super::error::{TableError, TableProblem, ValueError};
use super::finish::{AsIs, Finish};
use super::found::Found;
use super::place::MAX_WORDS;
use super::row::{self, Row};
use crate::fallible::{OutOfMemory, try_collect};
use alloc::vec::Vec;

/// A table of instructions.
#[derive(Debug)]
pub struct Table<F = AsIs> {
    rows: Vec<Row>,
    length: Length,
    finish: F,
}

/// How many words an instruction has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    /// As many as its pattern.
    Whole,
    /// Fewer where the last ones hold nothing but defaults; the last that is there has this bit set.
    Shortened { end: u32 },
}

impl Table {
    /// Reads a table.
    ///
    /// # Errors
    /// The first line that breaks a rule; or the allocator refused.
    pub fn read(csv: &str) -> Result<Self, TableError> {
        Ok(Self { rows: row::all(csv)?, length: Length::Whole, finish: AsIs })
    }
}

impl<F: Finish> Table<F> {
    /// This table, its words finished in some way.
    #[must_use]
    pub fn finished_by<G: Finish>(self, finish: G) -> Table<G> {
        Table { rows: self.rows, length: self.length, finish }
    }

    /// This table, if its instructions leave out trailing words that hold nothing but defaults. The bit with
    /// this number is set in the last word that is there, before the words are finished.
    ///
    /// # Errors
    /// There is no such bit, or it is not 0 in every word of every pattern.
    pub fn shortened(self, end: u8) -> Result<Self, TableError> {
        let bit = 1u32.checked_shl(end.into()).ok_or(TableProblem::EndBit { bit: end }.on(1))?;
        match self.rows.iter().find(|row| !row.is_clear(bit)) {
            Some(row) => Err(TableProblem::EndBit { bit: end }.on(row.line())),
            None => Ok(Self { length: Length::Shortened { end: bit }, ..self }),
        }
    }

    /// Leaves the rows that a machine has, by whether it has a feature.
    pub fn retain(&mut self, has: impl Fn(&str) -> bool) {
        self.rows.retain(|row| row.is_available(&has));
    }

    /// All rows, in the order in which decoding tries them.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The first row of this name.
    #[must_use]
    pub fn row(&self, name: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.name() == name)
    }

    /// Returns the words of an instruction, the first one first. Operands are named by their letters; those
    /// that are not given have their defaults.
    ///
    /// # Errors
    /// A value that has no room, an operand that the row does not have, that is given twice, or that is
    /// missing and has no default; or the allocator refused.
    pub fn encode(&self, row: &Row, values: &[(char, u64)]) -> Result<Vec<u32>, ValueError> {
        let parts = row.scatter(&row.values(values)?);
        let mut words = try_collect(self.kept(row, &parts).iter().copied())?;
        if let (Length::Shortened { end }, Some(last)) = (self.length, words.last_mut()) {
            *last |= end;
        }
        self.finish.finish(&mut words);
        Ok(words)
    }

    /// The words of a row that an instruction has.
    fn kept<'p>(&self, row: &Row, parts: &'p [u32; MAX_WORDS]) -> &'p [u32] {
        let whole = parts.get(..row.length()).unwrap_or_default();
        if self.length == Length::Whole {
            return whole;
        }
        let defaults = row.defaults();
        let differs = |(part, default): (&u32, &u32)| part != default;
        let last = whole.iter().zip(&defaults).rposition(differs).unwrap_or(0);
        whole.get(..=last).unwrap_or(whole)
    }

    /// Returns the instruction with which words begin, of the first row that it fits.
    ///
    /// # Errors
    /// The allocator refused.
    pub fn decode(&self, words: &[u32]) -> Result<Option<Found<'_>>, OutOfMemory> {
        for row in &self.rows {
            if let Some(found) = self.decode_as(row, words)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Returns the instruction with which words begin, if it is one of a row.
    ///
    /// # Errors
    /// The allocator refused.
    pub fn decode_as<'r>(&self, row: &'r Row, words: &[u32]) -> Result<Option<Found<'r>>, OutOfMemory> {
        let whole = row.length();
        let lengths = match self.length {
            Length::Whole => whole..=whole,
            Length::Shortened { .. } => 1..=whole,
        };
        for length in lengths {
            let Some(parts) = words.get(..length).and_then(|words| self.parts(row, words)) else { continue };
            if let Some(values) = row.gather(&parts)? {
                return Ok(Some(Found { row, values, length }));
            }
        }
        Ok(None)
    }

    /// The words of a row before they were finished and shortened, if they end where the row's do.
    fn parts(&self, row: &Row, words: &[u32]) -> Option<[u32; MAX_WORDS]> {
        let mut parts = row.defaults();
        let given = parts.get_mut(..words.len())?;
        given.copy_from_slice(words);
        self.finish.undo(given);
        if let Length::Shortened { end } = self.length {
            let (last, before) = given.split_last_mut()?;
            if *last & end == 0 || before.iter().any(|word| word & end != 0) {
                return None;
            }
            *last ^= end;
        }
        Some(parts)
    }
}
