//! Comma-separated values (RFC 4180), strictly: a table with an open quotation mark is refused, not read to
//! its end as one cell.

use super::error::{TableError, TableProblem};
use crate::fallible::{TryVec, try_string};
use alloc::string::String;
use alloc::vec::Vec;

/// The cells of one line, without quotation marks.
pub(super) type Cells = Vec<String>;

/// The lines of a text.
#[derive(Debug)]
pub(super) struct Reader<'t> {
    rest: &'t str,
    /// The number of the next line, from 1.
    line: usize,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { rest: text.strip_prefix('\u{feff}').unwrap_or(text), line: 1 }
    }

    /// The next line that is not empty, and its number.
    pub(super) fn next(&mut self) -> Result<Option<(usize, Cells)>, TableError> {
        while self.ends_line() {}
        if self.rest.is_empty() {
            return Ok(None);
        }
        let (line, mut cells) = (self.line, Cells::new());
        loop {
            let cell = if self.take('"') { self.quoted()? } else { self.bare()? };
            cells.try_push(cell)?;
            if !self.take(',') {
                break;
            }
        }
        if !self.ends_line() && !self.rest.is_empty() {
            return Err(TableProblem::Quote.on(self.line));
        }
        Ok(Some((line, cells)))
    }

    /// The rest of a cell that began with a quotation mark. Two of them are one in it.
    fn quoted(&mut self) -> Result<String, TableError> {
        let (line, mut cell) = (self.line, Vec::new());
        loop {
            match self.pop() {
                None => return Err(TableProblem::Unclosed.on(line)),
                Some('"') if !self.take('"') => return Ok(String::from_utf8(cell).unwrap_or_default()),
                Some(symbol) => cell.try_extend(symbol.encode_utf8(&mut [0; 4]).bytes())?,
            }
        }
    }

    /// A cell without quotation marks.
    fn bare(&mut self) -> Result<String, TableError> {
        let start = self.rest;
        while !self.rest.is_empty() && !self.rest.starts_with([',', '\r', '\n']) {
            if self.take('"') {
                return Err(TableProblem::Quote.on(self.line));
            }
            self.pop();
        }
        let length = start.len().saturating_sub(self.rest.len());
        Ok(try_string(start.get(..length).unwrap_or_default())?)
    }

    /// Takes a line break, if one is next.
    fn ends_line(&mut self) -> bool {
        let is_carriage = self.take('\r');
        self.take('\n') || is_carriage
    }

    fn take(&mut self, symbol: char) -> bool {
        self.rest.starts_with(symbol) && self.pop().is_some()
    }

    fn pop(&mut self) -> Option<char> {
        let mut symbols = self.rest.chars();
        let symbol = symbols.next()?;
        self.rest = symbols.as_str();
        self.line = self.line.saturating_add(usize::from(symbol == '\n'));
        Some(symbol)
    }
}
