//! Rows of tables, and how they are read.

use super::cells::{Cells, Reader};
use super::error::{Fault, TableError, TableProblem, ValueError};
use super::operand::{Described, Operand};
use super::place::{MAX_WORDS, Place};
use crate::fallible::{OutOfMemory, TryVec, try_collect, try_filled, try_string};
use alloc::string::String;
use alloc::vec::Vec;

/// The bits of a word.
const BITS: usize = u32::BITS as usize;

/// A form of an instruction.
#[derive(Debug)]
pub struct Row {
    name: String,
    features: String,
    operands: Vec<Operand>,
    /// The fixed bits, in place, and which bits they are.
    fixed: [u32; MAX_WORDS],
    mask: [u32; MAX_WORDS],
    length: usize,
    line: usize,
}

impl Row {
    /// How it is asked for.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What a machine must have, as the table says it.
    #[must_use]
    pub fn features(&self) -> &str {
        &self.features
    }

    /// Its operands, in the table's order.
    #[must_use]
    pub fn operands(&self) -> &[Operand] {
        &self.operands
    }

    /// The number of words of its pattern.
    #[must_use]
    pub const fn length(&self) -> usize {
        self.length
    }

    /// The line of the table that has it, from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }

    /// Whether a machine has it, by whether it has a feature.
    pub(super) fn is_available(&self, has: impl Fn(&str) -> bool) -> bool {
        let features = self.features.trim();
        features.is_empty()
            || features == "-"
            || features.split(['+']).all(|needed| needed.split(['|']).any(|feature| has(feature.trim())))
    }

    /// Whether a bit is 0 in every word.
    pub(super) fn is_clear(&self, bit: u32) -> bool {
        let mut words = self.fixed.iter().zip(&self.mask).take(self.length);
        words.all(|(fixed, mask)| mask & bit != 0 && fixed & bit == 0)
    }

    /// The words with all operands at their defaults, 0 where there is none.
    pub(super) fn defaults(&self) -> [u32; MAX_WORDS] {
        self.scattered(self.operands.iter().map(|operand| operand.default().unwrap_or(0)))
    }

    /// The words with these values, which fit, one for each operand.
    pub(super) fn scatter(&self, values: &[u64]) -> [u32; MAX_WORDS] {
        self.scattered(values.iter().copied())
    }

    fn scattered(&self, values: impl Iterator<Item = u64>) -> [u32; MAX_WORDS] {
        let mut words = self.fixed;
        for (operand, value) in self.operands.iter().zip(values) {
            operand.scatter(value, &mut words);
        }
        words
    }

    /// The values of all operands, if the words are of this form.
    pub(super) fn gather(&self, words: &[u32; MAX_WORDS]) -> Result<Option<Vec<u64>>, OutOfMemory> {
        let mut bits = words.iter().zip(self.fixed.iter().zip(&self.mask));
        if !bits.all(|(word, (fixed, mask))| word & mask == *fixed) {
            return Ok(None);
        }
        let mut values = Vec::new();
        for operand in &self.operands {
            let Some(value) = operand.gather(words) else { return Ok(None) };
            values.try_push(value)?;
        }
        Ok(Some(values))
    }

    /// The values of all operands, from those that are given.
    pub(super) fn values(&self, given: &[(char, u64)]) -> Result<Vec<u64>, ValueError> {
        let mut values: Vec<Option<u64>> = try_filled(None, self.operands.len())?;
        for &(letter, value) in given {
            let mut named = self.operands.iter().zip(&mut values);
            let (operand, place) = named
                .find(|(operand, _)| operand.letter() == letter)
                .ok_or(ValueError::NoOperand { letter })?;
            if !operand.fits(value) {
                return Err(ValueError::TooWide { letter, value, bits: operand.bits() });
            }
            if place.replace(value).is_some() {
                return Err(ValueError::Repeated { letter });
            }
        }
        let mut all = Vec::new();
        for (operand, value) in self.operands.iter().zip(values) {
            let letter = operand.letter();
            all.try_push(value.or(operand.default()).ok_or(ValueError::Missing { letter })?)?;
        }
        Ok(all)
    }
}

/// The columns of a table that mean something.
struct Columns {
    count: usize,
    name: usize,
    pattern: usize,
    operands: Option<usize>,
    features: Option<usize>,
}

impl Columns {
    fn of(header: &Cells) -> Result<Self, TableProblem> {
        let place = |name: &str| header.iter().position(|cell| cell.trim() == name);
        let needed = |name: &'static str| place(name).ok_or(TableProblem::NoColumn { name });
        Ok(Self {
            count: header.len(),
            name: needed("name")?,
            pattern: needed("pattern")?,
            operands: place("operands"),
            features: place("features"),
        })
    }
}

/// Reads all rows of a table.
pub(super) fn all(csv: &str) -> Result<Vec<Row>, TableError> {
    let mut reader = Reader::new(csv);
    let (line, header) = reader.next()?.unwrap_or((1, Cells::new()));
    let columns = Columns::of(&header).map_err(|problem| problem.on(line))?;
    let mut rows = Vec::new();
    while let Some((line, cells)) = reader.next()? {
        if cells.len() != columns.count {
            return Err(TableProblem::Cells { expected: columns.count, found: cells.len() }.on(line));
        }
        rows.try_push(row(&columns, line, &cells).map_err(|fault| fault.on(line))?)?;
    }
    Ok(rows)
}

/// The row in these cells.
fn row(columns: &Columns, line: usize, cells: &Cells) -> Result<Row, Fault> {
    let cell = |at: usize| cells.get(at).map_or("", String::as_str).trim();
    let name = cell(columns.name);
    if name.is_empty() {
        return Err(TableProblem::NoName.into());
    }
    let pattern = Pattern::read(cell(columns.pattern))?;
    let operands = operands(&pattern, columns.operands.map(cell))?;
    let (fixed, mask) = pattern.fixed();
    Ok(Row {
        name: try_string(name)?,
        features: try_string(columns.features.map_or("", cell))?,
        operands,
        fixed,
        mask,
        length: pattern.words,
        line,
    })
}

/// The operands of a pattern: those that are described, or each letter where no column describes them.
fn operands(pattern: &Pattern, described: Option<&str>) -> Result<Vec<Operand>, Fault> {
    let mut operands: Vec<Operand> = Vec::new();
    let mut add = |described: Described<'_>| {
        let letter = described.letter;
        if operands.iter().any(|operand| operand.letter() == letter) {
            return Err(TableProblem::Repeated { letter }.into());
        }
        let operand = Operand::new(described, &pattern.places(letter)?)?;
        operands.try_push(operand).map_err(Fault::from)
    };
    match described {
        None => pattern.letters().try_for_each(|letter| add(Described::alone(letter)))?,
        Some(list) => {
            let descriptions = list.split([',']).zip(1..).filter(|_| !matches!(list, "" | "-"));
            for (text, nth) in descriptions {
                add(Described::read(text).ok_or(TableProblem::Operand { nth })?)?;
            }
        }
    }
    let is_none = |letter: &char| operands.iter().all(|operand| operand.letter() != *letter);
    match pattern.letters().find(is_none) {
        Some(letter) => Err(TableProblem::NoOperand { letter }.into()),
        None => Ok(operands),
    }
}

/// The symbols of a pattern, the one for the least significant bit of the last word first.
struct Pattern {
    symbols: Vec<u8>,
    words: usize,
}

impl Pattern {
    /// Reads a pattern, in which underscores and spaces separate.
    fn read(text: &str) -> Result<Self, Fault> {
        let mut symbols = Vec::new();
        for symbol in text.chars().rev().filter(|symbol| *symbol != '_' && !symbol.is_ascii_whitespace()) {
            match u8::try_from(symbol) {
                Ok(byte @ (b'0' | b'1' | b'a'..=b'z' | b'A'..=b'Z')) => symbols.try_push(byte)?,
                _ => return Err(TableProblem::Symbol { symbol }.into()),
            }
        }
        let words = symbols.len() / BITS;
        if words.checked_mul(BITS) != Some(symbols.len()) || !(1..=MAX_WORDS).contains(&words) {
            return Err(TableProblem::Symbols { symbols: symbols.len() }.into());
        }
        Ok(Self { symbols, words })
    }

    /// Each symbol with its place, from the least significant one on.
    fn placed(&self) -> impl Iterator<Item = (u8, Place)> {
        let places =
            (0..self.words).rev().flat_map(|word| (0..u32::BITS).map(move |bit| Place { word, bit }));
        self.symbols.iter().copied().zip(places)
    }

    /// The bits that are fixed, and which they are.
    fn fixed(&self) -> ([u32; MAX_WORDS], [u32; MAX_WORDS]) {
        let (mut fixed, mut mask) = ([0u32; MAX_WORDS], [0u32; MAX_WORDS]);
        for (symbol, Place { word, bit }) in self.placed().filter(|(symbol, _)| symbol.is_ascii_digit()) {
            let bit = 1u32.wrapping_shl(bit);
            if let (Some(fixed), Some(mask)) = (fixed.get_mut(word), mask.get_mut(word)) {
                (*fixed, *mask) = (*fixed | if symbol == b'1' { bit } else { 0 }, *mask | bit);
            }
        }
        (fixed, mask)
    }

    /// The letters, in the order in which they are read.
    fn letters(&self) -> impl Iterator<Item = char> {
        let letter = |nth: usize| self.symbols.get(nth).map(u8::to_ascii_lowercase);
        let is_first = move |nth: &usize| {
            (nth.saturating_add(1)..self.symbols.len()).all(|later| letter(later) != letter(*nth))
        };
        let letters = (0..self.symbols.len()).rev().filter(is_first).filter_map(letter);
        letters.filter(u8::is_ascii_alphabetic).map(char::from)
    }

    /// The places of an operand's bits, the least significant one first: those in capitals
    /// are more significant.
    fn places(&self, letter: char) -> Result<Vec<Place>, OutOfMemory> {
        let of = |symbol: char| self.placed().filter(move |(found, _)| char::from(*found) == symbol);
        try_collect(of(letter).chain(of(letter.to_ascii_uppercase())).map(|(_, place)| place))
    }
}
