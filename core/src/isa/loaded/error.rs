//! Why a table is not read, and an instruction not encoded.

use super::place::MAX_WORDS;
use crate::fallible::OutOfMemory;
use crate::text::Count;

/// Why a table is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// A line breaks a rule.
    #[error("line {line}: {problem}")]
    Line {
        /// Its number, from 1. A cell with line breaks counts as several.
        line: usize,
        /// What is wrong.
        problem: TableProblem,
    },
}

says_out_of_memory!(TableError);

/// What is wrong with a line of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableProblem {
    /// A quoted cell has no end.
    #[error("a quotation mark is not closed")]
    Unclosed,
    /// Something stands between a cell's last quotation mark and the comma, or a quotation mark is
    /// inside a cell without.
    #[error("a quotation mark stands inside a cell")]
    Quote,
    /// The first line lacks a column.
    #[error("there is no column `{name}`")]
    NoColumn {
        /// Its name.
        name: &'static str,
    },
    /// A line has another number of cells than the first one.
    #[error("{found}, and {expected} columns", found = Count(*found, "cell").there())]
    Cells {
        /// The number of columns.
        expected: usize,
        /// The number of cells.
        found: usize,
    },
    /// A name is empty.
    #[error("the row has no name")]
    NoName,
    /// A pattern has a symbol that means nothing.
    #[error("the pattern has `{symbol}`: a symbol is 0, 1 or a letter")]
    Symbol {
        /// The symbol.
        symbol: char,
    },
    /// A pattern is no whole number of words.
    #[error(
        "the pattern has {symbols} symbols: it needs 32 for each word, and has at most {MAX_WORDS} words"
    )]
    Symbols {
        /// How many there are.
        symbols: usize,
    },
    /// An operand is not written as one.
    #[error(
        "operand {nth} is not written as `d = x`, `n: x` or `a += x`, with `in 2 places` or `or 7` behind it"
    )]
    Operand {
        /// Its number, from 1.
        nth: usize,
    },
    /// An operand is listed twice.
    #[error("operand `{letter}` is listed twice")]
    Repeated {
        /// Its letter.
        letter: char,
    },
    /// A letter of the pattern is no operand.
    #[error("the letter `{letter}` of the pattern is no operand")]
    NoOperand {
        /// The letter.
        letter: char,
    },
    /// An operand has no width.
    #[error("operand `{letter}` has {bits} bits in {places} places: it needs as many in each, at most 64")]
    Width {
        /// Its letter.
        letter: char,
        /// How often the letter stands in the pattern.
        bits: u32,
        /// The number of places in which the operand stands.
        places: u32,
    },
    /// A default has no room.
    #[error("operand `{letter}` has {bits} bits, and the default {value}")]
    Default {
        /// The operand's letter.
        letter: char,
        /// The default.
        value: u64,
        /// The operand's width.
        bits: u32,
    },
    /// The bit that ends an instruction is used for something else.
    #[error("bit {bit} cannot end an instruction: it is not 0 in every word")]
    EndBit {
        /// The number of the bit.
        bit: u8,
    },
}

impl TableProblem {
    pub(super) const fn on(self, line: usize) -> TableError {
        TableError::Line { line, problem: self }
    }
}

/// Why a line is not read, before its number is known.
#[derive(Clone, Copy, Debug)]
pub(super) enum Fault {
    OutOfMemory(OutOfMemory),
    Problem(TableProblem),
}

impl Fault {
    pub(super) const fn on(self, line: usize) -> TableError {
        match self {
            Self::OutOfMemory(error) => TableError::OutOfMemory(error),
            Self::Problem(problem) => problem.on(line),
        }
    }
}

impl From<OutOfMemory> for Fault {
    fn from(error: OutOfMemory) -> Self {
        Self::OutOfMemory(error)
    }
}

impl From<TableProblem> for Fault {
    fn from(problem: TableProblem) -> Self {
        Self::Problem(problem)
    }
}

/// Why an instruction is not encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ValueError {
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// No row has this name.
    #[error("no row has this name")]
    NoRow,
    /// An operand's value is not written as one.
    #[error("value {nth} is not written as `a=1`")]
    Unreadable {
        /// Its number, from 1.
        nth: usize,
    },
    /// The row has no such operand.
    #[error("the row has no operand `{letter}`")]
    NoOperand {
        /// Its letter.
        letter: char,
    },
    /// An operand is given twice.
    #[error("operand `{letter}` is given twice")]
    Repeated {
        /// Its letter.
        letter: char,
    },
    /// An operand is not given, and has no default.
    #[error("operand `{letter}` is not given, and has no default")]
    Missing {
        /// Its letter.
        letter: char,
    },
    /// A value has more bits than the operand.
    #[error("operand `{letter}` has {bits} bits, which {value} does not fit")]
    TooWide {
        /// Its letter.
        letter: char,
        /// The value.
        value: u64,
        /// The operand's width.
        bits: u32,
    },
}

says_out_of_memory!(ValueError);
