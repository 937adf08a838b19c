//! How the rows of a matrix are divided into pieces of work that threads take.
//!
//! Problem: of a matrix with skewed rows, equal numbers of rows are unequal work; and a row may be more work than all others.
//!
//! Idea: a division is a list of places in the matrix, from each of which a chunk goes to the next. A place is a row, and some of
//! the entries of this row. Where a chunk begins inside of a row, what it adds to that row is carried: it is summed apart, and added
//! afterwards, chunk by chunk. "Merge-based parallel sparse matrix-vector multiplication" (Merrill and Garland, 2016) is the third
//! division; it carries ends of rows, we carry their continuations, so that every row is written by the chunk that begins it.
//!
//! Invariant: chunks depend on the matrix and on how many there are to be, and on no threads. So do results.
//!
//! Tests: `tests/tests/sparse_split.rs`, `tests/tests/sparse_product.rs`, `tests/tests/sparse_blocks.rs`.

use crate::bcsr::Bcsr;
use crate::csr::{Csr, Index};
use alloc::vec::Vec;
use core::ops::Range;
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::TryVec;
use tensmith_core::fallible::try_with_room;
use tensmith_core::reference::Element;

/// A division of the work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Split {
    /// Equal numbers of rows. No row is divided.
    Rows,
    /// Equal numbers of entries.
    NonZeros,
    /// Equal numbers of rows and entries together: of steps along the path on which pointers and entries are merged.
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

/// A place in a matrix: all rows before `row` are behind it, and all entries before `entry`, which is one of that row or the first
/// behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    row: usize,
    entry: usize,
}

/// Some of the work: up to three pieces, none of which another chunk has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// A row that another chunk begins, and some of its entries.
    pub carried: Option<(usize, Range<usize>)>,
    /// Rows with all their entries.
    pub whole: Range<usize>,
    /// A row that this chunk begins, and the first of its entries: others follow in the next chunk.
    pub begun: Option<(usize, Range<usize>)>,
}

/// Divides a matrix into `count` chunks, at least one; those without any work are left out.
///
/// # Errors
/// [`OutOfMemory`].
pub fn chunks<T: Element, I: Index>(
    matrix: &Csr<T, I>,
    split: Split,
    count: usize,
) -> Result<Vec<Chunk>, OutOfMemory> {
    let count = count.max(1);
    let mut chunks = try_with_room(count)?;
    let mut from = Place { row: 0, entry: 0 };
    for nth in 1..=count {
        let to = place(matrix, split, (nth, count));
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

/// Divides the rows of blocks of a matrix into `count` ranges, at least one, of about as many rows and blocks together; those without a
/// row are left out. No row of blocks is divided.
///
/// # Errors
/// [`OutOfMemory`].
pub fn rows_of_blocks<T: Element, I: Index>(
    matrix: &Bcsr<T, I>,
    count: usize,
) -> Result<Vec<Range<usize>>, OutOfMemory> {
    let (count, rows) = (count.max(1), matrix.rows_of_blocks());
    let all = rows.saturating_add(matrix.blocks()) as u128;
    let mut ranges = try_with_room(count)?;
    let mut from = 0;
    for nth in 1..=count {
        let share = (all * nth as u128 / count as u128) as usize;
        let to = least(from..rows, |row| row.saturating_add(matrix.row(row).start) >= share);
        if to > from {
            ranges.try_push(from..to)?;
        }
        from = to;
    }
    Ok(ranges)
}

/// The place at which chunk `nth` of `count` ends.
fn place<T: Element, I: Index>(matrix: &Csr<T, I>, split: Split, (nth, count): (usize, usize)) -> Place {
    let ((rows, _), entries) = (matrix.shape(), matrix.entries());
    if nth == count {
        return Place { row: rows, entry: entries };
    }
    // Below `all`, as `nth` is below `count`.
    let share = |all: usize| (all as u128 * nth as u128 / count as u128) as usize;
    match split {
        Split::Rows => {
            let row = share(rows);
            Place { row, entry: matrix.row(row).start }
        }
        Split::NonZeros => {
            let entry = share(entries);
            Place { row: least(0..rows, |row| matrix.row(row).end > entry), entry }
        }
        Split::MergePath => {
            let step = share(rows.saturating_add(entries));
            // The path goes down where a row ends, and right along entries.
            let rows = step.saturating_sub(entries)..step.min(rows);
            let row = least(rows, |row| matrix.row(row).end >= step.saturating_sub(row));
            Place { row, entry: step.saturating_sub(row) }
        }
    }
}

/// The least number of a range for which something holds, which does for all above it; the range's end, if there is none.
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
fn between<T: Element, I: Index>(matrix: &Csr<T, I>, from: Place, to: Place) -> Chunk {
    let (rows, _) = matrix.shape();
    let is_continued = from.row < rows && from.entry > matrix.row(from.row).start;
    let first = if is_continued { from.row.saturating_add(1) } else { from.row };
    let continued = from.entry..to.entry.min(matrix.row(from.row).end);
    let begun = matrix.row(to.row).start..to.entry;
    Chunk {
        carried: (is_continued && !continued.is_empty()).then_some((from.row, continued)),
        whole: first..to.row.max(first),
        begun: (to.row >= first && to.row < rows && !begun.is_empty()).then_some((to.row, begun)),
    }
}
