//! How the rows of a matrix are divided into pieces of work that threads take.
//!
//! Problem: of a matrix with skewed rows, equal numbers of rows are unequal work; and a row may be more
//! work than all others.
//!
//! Idea: a division is a list of places in the matrix, from each of which a chunk goes to the next. A place
//! is a row, and some of the entries of this row. Where a chunk begins inside of a row, what it adds to that
//! row is carried: it is summed apart, and added afterwards, chunk by chunk. "Merge-based parallel sparse
//! matrix-vector multiplication" (Merrill and Garland, 2016) is the third division; it carries ends of rows,
//! we carry their continuations, so that every row is written by the chunk that begins it.
//!
//! Invariant: chunks depend on the matrix and on how many there are to be, and on no threads. So do results.
//!
//! Tests: `tests/tests/sparse_split.rs`, `tests/tests/sparse_product.rs`, `tests/tests/sparse_blocks.rs`.

use alloc::vec::Vec;
use core::ops::Range;
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::{TryVec, try_with_room};

/// A division of the work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Split {
    /// Equal numbers of rows. No row is divided.
    Rows,
    /// Equal numbers of entries.
    NonZeros,
    /// Equal numbers of rows and entries together: of steps along the path on which pointers
    /// and entries are merged.
    #[default]
    MergePath,
}

impl Split {
    /// All divisions with their names in text.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Rows, "rows"), (Self::NonZeros, "nnz"), (Self::MergePath, "merge")];

    /// Its name in text.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(known, _)| *known == self).map_or("", |(_, name)| name)
    }

    /// The division of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(split, _)| *split)
    }
}

/// A matrix by rows that is divided into chunks.
pub trait Divisible {
    /// Whether kernels take some entries of a row. Where they do not, chunks end with rows.
    const UNIT: Unit;

    /// Number of rows, or of rows of blocks.
    fn rows(&self) -> usize;

    /// The number of the first entry, or block, of a row; of all, where there is no such row.
    fn first(&self, row: usize) -> usize;
}

/// What chunks begin and end with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Entries: rows may be divided.
    Entry,
    /// Whole rows.
    Row,
}

/// A place in a matrix: all rows before `row` are behind it, and all entries before `entry`, which is one of
/// that row or the first behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    row: usize,
    entry: usize,
}

/// Some entries of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The row.
    pub row: usize,
    /// The numbers of the entries.
    pub entries: Range<usize>,
}

/// Some of the work: up to three pieces, none of which another chunk has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Entries of a row that another chunk begins.
    pub carried: Option<Piece>,
    /// Rows with all their entries.
    pub whole: Range<usize>,
    /// The first entries of a row: others follow in the next chunk.
    pub begun: Option<Piece>,
}

/// Divides a matrix into `count` chunks, at least one; those without any work are left out.
///
/// # Errors
/// [`OutOfMemory`].
pub fn chunks(matrix: &impl Divisible, split: Split, count: usize) -> Result<Vec<Chunk>, OutOfMemory> {
    let count = count.max(1);
    let mut chunks = try_with_room(count)?;
    let mut from = Place { row: 0, entry: 0 };
    for nth in 1..=count {
        // Sizes are far below 2⁶⁴.
        let share = |all: usize| (all as u128 * nth as u128 / count as u128) as usize;
        let to = if nth == count { end(matrix) } else { place(matrix, split, share) };
        let chunk = between(matrix, from, to);
        if !chunk.is_empty() {
            chunks.try_push(chunk)?;
        }
        from = to;
    }
    Ok(chunks)
}

impl Chunk {
    /// Whether there is nothing to do.
    fn is_empty(&self) -> bool {
        self.carried.is_none() && self.whole.is_empty() && self.begun.is_none()
    }
}

/// The place behind everything.
fn end(matrix: &impl Divisible) -> Place {
    let rows = matrix.rows();
    Place { row: rows, entry: matrix.first(rows) }
}

/// The place that a share of all rows, entries, or both is before.
fn place<M: Divisible>(matrix: &M, split: Split, share: impl Fn(usize) -> usize) -> Place {
    let Place { row: rows, entry: entries } = end(matrix);
    let behind = |row: usize| matrix.first(row.saturating_add(1));
    let place = match split {
        Split::Rows => {
            let row = share(rows);
            Place { row, entry: matrix.first(row) }
        }
        Split::NonZeros => {
            let entry = share(entries);
            Place { row: least(0..rows, |row| behind(row) > entry), entry }
        }
        Split::MergePath => {
            let step = share(rows.saturating_add(entries));
            // The path goes down where a row ends, and right along entries.
            let rows = step.saturating_sub(entries)..step.min(rows);
            let row = least(rows, |row| behind(row) >= step.saturating_sub(row));
            Place { row, entry: step.saturating_sub(row) }
        }
    };
    match M::UNIT {
        Unit::Row if place.entry > matrix.first(place.row) => {
            Place { row: place.row.saturating_add(1), entry: behind(place.row) }
        }
        Unit::Row | Unit::Entry => place,
    }
}

/// The least number of a range for which something holds, which does for all above it; the range's
/// end, if there is none.
fn least(mut range: Range<usize>, holds: impl Fn(usize) -> bool) -> usize {
    while !range.is_empty() {
        let middle = range.start.midpoint(range.end);
        if holds(middle) {
            range.end = middle;
        } else {
            range.start = middle.saturating_add(1);
        }
    }
    range.start
}

/// The pieces from one place to another.
fn between(matrix: &impl Divisible, from: Place, to: Place) -> Chunk {
    let rows = matrix.rows();
    let is_continued = from.row < rows && from.entry > matrix.first(from.row);
    let first = if is_continued { from.row.saturating_add(1) } else { from.row };
    let continued = from.entry..to.entry.min(matrix.first(from.row.saturating_add(1)));
    let begun = matrix.first(to.row)..to.entry;
    let piece = |row, entries| Piece { row, entries };
    Chunk {
        carried: (is_continued && !continued.is_empty()).then(|| piece(from.row, continued)),
        whole: first..to.row.max(first),
        begun: (to.row >= first && to.row < rows && !begun.is_empty()).then(|| piece(to.row, begun)),
    }
}
