//! Matrix Market's files, in the coordinate format ("The Matrix Market Exchange Formats: Initial Design",
//! Boisvert, Pozo and Remington, 1996).
//!
//! A header line, comments, a line with the sizes, and a line for each entry, which counts rows and columns
//! from 1. Of a symmetric matrix and of a skew-symmetric one, the file has the lower triangle: the other one
//! is added here. Of a pattern, which has places alone, each entry is 1.
//!
//! Stricter than other readers in what could be a mistake: an entry above the diagonal of a symmetric matrix,
//! more entries than the sizes say, a decimal number beyond the type's range.
//!
//! Tests: `harness/matrices/src/tests.rs`, `tests/tests/fuzz_corpus.rs`.

use super::{EXTENT_OF_AN_ENTRY, EXTENT_OF_NO_ENTRY, MOST_EXTENT, Value, most_extent};
use std::io::{self, BufRead, Read};
use tensmith_core::text::Count;
use tensmith_sparse::csr::Triplet;
use tensmith_sparse::{Csr, CsrError, Duplicates, Index};

/// The longest line, in bytes. The format's limit is 1,024, which comments of real files exceed.
const MOST_BYTES: u64 = 1 << 16;

/// Longest piece of a file that an error quotes, in characters.
const QUOTE: usize = 40;

/// A line of a file breaks a rule.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {rule}")]
pub struct MtxError {
    /// The line, counted from 1; behind the last one, where the file ends too early.
    pub line: u64,
    /// The rule.
    pub rule: MtxRule,
}

/// A rule of the format. Rows and columns are counted from 1, as in the file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MtxRule {
    /// The system refused.
    #[error("cannot be read: {0}")]
    Unreadable(io::Error),
    /// A line has no end.
    #[error("must have at most {MOST_BYTES} bytes")]
    TooLong,
    /// The first line is not that of a matrix by entries.
    #[error("`{found}`: must begin with `%%MatrixMarket matrix coordinate`, a field and a symmetry")]
    Header {
        /// What there is.
        found: String,
    },
    /// The values are no real numbers.
    #[error("field `{found}`: must be `real`, `double`, `integer` or `pattern`")]
    Field {
        /// The field.
        found: String,
    },
    /// The symmetry is none of real matrices.
    #[error("symmetry `{found}`: must be `general`, `symmetric` or `skew-symmetric`")]
    Symmetry {
        /// The symmetry.
        found: String,
    },
    /// A pattern has no signs, so that none is the negative of another one.
    #[error("symmetry `skew-symmetric`: must be `general` or `symmetric` where the field is `pattern`")]
    SkewPattern,
    /// The line behind the comments has no sizes.
    #[error("`{found}`: must be three whole numbers: rows, columns and entries")]
    Sizes {
        /// What there is.
        found: String,
    },
    /// Too many rows or columns, or too many without entries.
    #[error(
        "{found} {what}: must be at most {limit}, {EXTENT_OF_NO_ENTRY} and {EXTENT_OF_AN_ENTRY} for each entry, up to {MOST_EXTENT}"
    )]
    Extent {
        /// Rows or columns.
        what: &'static str,
        /// Their number.
        found: usize,
        /// The most for as many entries.
        limit: usize,
    },
    /// A symmetric matrix is none.
    #[error("{rows} and {columns}: a symmetric matrix must have as many of both", rows = Count(*rows, "row"), columns = Count(*columns, "column"))]
    NotSquare {
        /// Rows.
        rows: usize,
        /// Columns.
        columns: usize,
    },
    /// The file ends too early.
    #[error("truncated: the file ends before {missing}")]
    Truncated {
        /// What is missing.
        missing: Missing,
    },
    /// A line is no entry.
    #[error("`{found}`: must be {expected}")]
    Entry {
        /// What there is.
        found: String,
        /// What it must be.
        expected: &'static str,
    },
    /// A row or a column is none of the matrix.
    #[error("{what} {found}: must be from 1 to {limit}")]
    Range {
        /// A row or a column.
        what: &'static str,
        /// Its number.
        found: usize,
        /// How many there are.
        limit: usize,
    },
    /// A value is no number of the type.
    #[error("value `{found}`: must be {expected}")]
    Value {
        /// The value.
        found: String,
        /// What it must be.
        expected: &'static str,
    },
    /// An entry is not in the part of a symmetric matrix that files have.
    #[error(
        "row {row}, column {column}: must be {place} the diagonal, as the other triangle follows from it"
    )]
    Triangle {
        /// The row.
        row: usize,
        /// The column.
        column: usize,
        /// Where it must be.
        place: &'static str,
    },
    /// Something follows the last entry.
    #[error("`{found}`: the file must end with entry {entries}, as its sizes say")]
    Trailing {
        /// What follows.
        found: String,
        /// Number of entries.
        entries: usize,
    },
    /// Two entries have the same place, and are not to be summed.
    #[error("row {row}, column {column}: the place has an entry already")]
    Duplicate {
        /// The row.
        row: usize,
        /// The column.
        column: usize,
    },
    /// The matrix is too large for its indices, or for memory.
    #[error(transparent)]
    Matrix(CsrError),
    /// The allocator refused.
    #[error("the matrix does not fit into memory")]
    OutOfMemory,
}

impl From<io::Error> for MtxRule {
    fn from(error: io::Error) -> Self {
        Self::Unreadable(error)
    }
}

/// What a file ends before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// Its sizes.
    Sizes,
    /// An entry: its number, counted from 1, and how many there should be.
    Entry(usize, usize),
}

impl std::fmt::Display for Missing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Sizes => f.write_str("its sizes"),
            Self::Entry(entry, all) => write!(f, "entry {entry} of {all}"),
        }
    }
}

/// What the values of a file are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Real,
    Integer,
    /// There are none: each is 1.
    Pattern,
}

impl Field {
    /// What a line of an entry has.
    const fn entry(self) -> &'static str {
        match self {
            Self::Real | Self::Integer => "a row, a column and a value",
            Self::Pattern => "a row and a column",
        }
    }
}

/// What follows from an entry for the place across the diagonal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Symmetry {
    General,
    Symmetric,
    Skew,
}

/// What the first line says of the entries.
#[derive(Clone, Copy, Debug)]
struct Header {
    field: Field,
    symmetry: Symmetry,
}

/// Lines with their numbers.
struct Lines<R> {
    reader: R,
    text: Vec<u8>,
    /// The number of the line that was read last.
    number: u64,
}

/// A mistake in some line.
fn at(line: u64) -> impl Fn(MtxRule) -> MtxError {
    move |rule| MtxError { line, rule }
}

impl<R: BufRead> Lines<R> {
    /// The next line and its number; none at the end of the file.
    fn next(&mut self) -> Result<Option<(u64, &str)>, MtxError> {
        self.number += 1;
        let (line, limit) = (self.number, MOST_BYTES + 1);
        self.text.clear();
        let read = self.reader.by_ref().take(limit).read_until(b'\n', &mut self.text);
        match read.map_err(|error| at(line)(error.into()))? {
            0 => Ok(None),
            bytes if bytes as u64 == limit => Err(at(line)(MtxRule::TooLong)),
            _ => Ok(Some((line, text(&self.text)))),
        }
    }

    /// The next line with something on it.
    fn next_filled(&mut self) -> Result<Option<(u64, String)>, MtxError> {
        while let Some((line, text)) = self.next()? {
            if !text.is_empty() {
                return Ok(Some((line, text.to_owned())));
            }
        }
        Ok(None)
    }
}

/// The text of a line. Comments may be in any encoding: of one that is not UTF-8 its sign is left. Nothing
/// else that is no text matches anything.
fn text(line: &[u8]) -> &str {
    match std::str::from_utf8(line) {
        Ok(text) => text.trim(),
        Err(_) if line.trim_ascii_start().starts_with(b"%") => "%",
        Err(_) => "\u{fffd}",
    }
}

/// Reads a matrix in the coordinate format, up to the end of the stream. Each value is
/// rounded once to the type.
///
/// # Errors
/// [`MtxError`], of the first line that breaks a rule; of entries at the same place, the line of the second.
pub fn read_mtx<T: Value, I: Index>(
    reader: impl BufRead,
    duplicates: Duplicates,
) -> Result<Csr<T, I>, MtxError> {
    let mut lines = Lines { reader, text: Vec::new(), number: 0 };
    let header = header(&mut lines)?;
    let sizes = sizes(&mut lines, header.symmetry)?;
    let entries = entries::<T>(&mut lines, &sizes, header)?;
    if let Some((line, text)) = lines.next_filled()? {
        return Err(at(line)(MtxRule::Trailing { found: quote(&text), entries: sizes.entries }));
    }
    Csr::from_triplets(sizes.shape, &entries.triplets, duplicates).map_err(|error| match error {
        CsrError::Duplicate { entry, row, column } => {
            let line = entries.lines.get(entry).copied().unwrap_or(sizes.line);
            at(line)(MtxRule::Duplicate { row: row + 1, column: column as usize + 1 })
        }
        CsrError::OutOfMemory(_) => at(sizes.line)(MtxRule::OutOfMemory),
        other => at(sizes.line)(MtxRule::Matrix(other)),
    })
}

/// Reads the first line.
fn header(lines: &mut Lines<impl BufRead>) -> Result<Header, MtxError> {
    let (line, text) = lines.next()?.unwrap_or((1, ""));
    let refused = at(line);
    let lower = text.to_ascii_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let ["%%matrixmarket", "matrix", "coordinate", field, symmetry] = *words else {
        return Err(refused(MtxRule::Header { found: quote(text) }));
    };
    let field = match field {
        "real" | "double" => Field::Real,
        "integer" => Field::Integer,
        "pattern" => Field::Pattern,
        _ => return Err(refused(MtxRule::Field { found: quote(field) })),
    };
    let symmetry = match symmetry {
        "general" => Symmetry::General,
        "symmetric" => Symmetry::Symmetric,
        "skew-symmetric" if field == Field::Pattern => return Err(refused(MtxRule::SkewPattern)),
        "skew-symmetric" => Symmetry::Skew,
        _ => return Err(refused(MtxRule::Symmetry { found: quote(symmetry) })),
    };
    Ok(Header { field, symmetry })
}

/// The sizes of a matrix, and the line that has them.
struct Sizes {
    shape: (usize, usize),
    entries: usize,
    line: u64,
}

/// Reads comments and the line of the sizes.
fn sizes(lines: &mut Lines<impl BufRead>, symmetry: Symmetry) -> Result<Sizes, MtxError> {
    let (line, text) = loop {
        match lines.next_filled()? {
            Some((_, text)) if text.starts_with('%') => {}
            Some(found) => break found,
            None => return Err(at(lines.number)(MtxRule::Truncated { missing: Missing::Sizes })),
        }
    };
    let numbers: Option<Vec<usize>> = text.split_whitespace().map(|word| word.parse().ok()).collect();
    let Some([rows, columns, entries]) = numbers.as_deref() else {
        return Err(at(line)(MtxRule::Sizes { found: quote(&text) }));
    };
    let (rows, columns, entries) = (*rows, *columns, *entries);
    // Memory for rows is asked for once all entries were read: what the line says of them is true then.
    let limit = most_extent(entries);
    if let Some((what, found)) = [("rows", rows), ("columns", columns)].into_iter().find(|(_, n)| *n > limit)
    {
        return Err(at(line)(MtxRule::Extent { what, found, limit }));
    }
    if symmetry != Symmetry::General && rows != columns {
        return Err(at(line)(MtxRule::NotSquare { rows, columns }));
    }
    Ok(Sizes { shape: (rows, columns), entries, line })
}

/// Entries with the lines that they are from.
struct Entries<T> {
    triplets: Vec<Triplet<T>>,
    lines: Vec<u64>,
}

impl<T> Entries<T> {
    /// Adds one.
    fn push(&mut self, triplet: Triplet<T>, line: u64) -> Result<(), MtxError> {
        let room = self.triplets.try_reserve(1).and_then(|()| self.lines.try_reserve(1));
        room.map_err(|_| at(line)(MtxRule::OutOfMemory))?;
        self.triplets.push(triplet);
        self.lines.push(line);
        Ok(())
    }
}

/// Reads the lines of all entries, and adds those across the diagonal.
fn entries<T: Value>(
    lines: &mut Lines<impl BufRead>,
    &Sizes { shape, entries: count, .. }: &Sizes,
    Header { field, symmetry }: Header,
) -> Result<Entries<T>, MtxError> {
    let mut entries = Entries { triplets: Vec::new(), lines: Vec::new() };
    let mut nth = 0;
    while nth < count {
        let Some((line, text)) = lines.next()? else {
            let missing = Missing::Entry(nth + 1, count);
            return Err(at(lines.number)(MtxRule::Truncated { missing }));
        };
        if text.is_empty() {
            continue;
        }
        let (row, column, value) = entry::<T>(text, shape, field).map_err(at(line))?;
        entries.push((row, column, value), line)?;
        let across = across(symmetry, (row, column), value).map_err(at(line))?;
        if let Some(value) = across {
            entries.push((column, row, value), line)?;
        }
        nth += 1;
    }
    Ok(entries)
}

/// Reads an entry.
fn entry<T: Value>(text: &str, (rows, columns): (usize, usize), field: Field) -> Result<Triplet<T>, MtxRule> {
    let malformed = || MtxRule::Entry { found: quote(text), expected: field.entry() };
    let mut words = text.split_whitespace();
    let (Some(row), Some(column), value, None) = (words.next(), words.next(), words.next(), words.next())
    else {
        return Err(malformed());
    };
    let index = |what: &'static str, word: &str, limit: usize| {
        let found: usize = word.parse().map_err(|_| malformed())?;
        let index = found.checked_sub(1).filter(|index| *index < limit);
        index.ok_or(MtxRule::Range { what, found, limit })
    };
    let (row, column) = (index("row", row, rows)?, index("column", column, columns)?);
    let value = match (field, value) {
        (Field::Pattern, None) => T::from_f64(1.0),
        (Field::Real | Field::Integer, Some(value)) => number(value, field)?,
        _ => return Err(malformed()),
    };
    Ok((row, column, value))
}

/// Reads a value.
fn number<T: Value>(text: &str, field: Field) -> Result<T, MtxRule> {
    let refused = |expected| MtxRule::Value { found: quote(text), expected };
    let is_whole = || text.trim_start_matches(['+', '-']).bytes().all(|byte| byte.is_ascii_digit());
    if field == Field::Integer && !is_whole() {
        return Err(refused("a whole number"));
    }
    let value: T = text.parse().map_err(|_| refused("a number"))?;
    // Infinite numbers are written with letters.
    let is_beyond = value.to_f64().is_infinite() && text.bytes().any(|byte| byte.is_ascii_digit());
    if is_beyond { Err(refused("within the range of the element type")) } else { Ok(value) }
}

/// The value across the diagonal, if one follows.
fn across<T: Value>(
    symmetry: Symmetry,
    (row, column): (usize, usize),
    value: T,
) -> Result<Option<T>, MtxRule> {
    let refused = |place| MtxRule::Triangle { row: row + 1, column: column + 1, place };
    match symmetry {
        Symmetry::General => Ok(None),
        Symmetry::Symmetric if column > row => Err(refused("on or below")),
        Symmetry::Skew if column >= row => Err(refused("below")),
        Symmetry::Symmetric => Ok((row != column).then_some(value)),
        Symmetry::Skew => Ok(Some(value.negative())),
    }
}

/// The beginning of a text from a file, for an error message.
fn quote(text: &str) -> String {
    match text.char_indices().nth(QUOTE) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
