//! How columns are cut into vectors, and these into blocks of code without a loop.
//!
//! A column is covered by whole vectors; where it is no multiple of one, the last overlaps the one
//! before it. Columns that are longer than a block are walked by a loop over blocks, with what
//! remains after it; of shorter ones, a block covers as many as fit, or all where there would be no second
//! one. So short columns need no counter of their own, and what a loop costs is paid for once in a block.
//!
//! Tests: below, `tests/tests/primitives_elementwise_shapes.rs`.

use crate::cursor::{Group, Piece};
use alloc::vec::Vec;
use core::num::NonZero;
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::TryVec;

/// The order in which m×n elements are visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// Each column by itself: this many blocks of `rows` rows, then the `rest`.
    Tall {
        /// Blocks of equal length.
        blocks: usize,
        /// Rows in each of them, a multiple of a vector's lanes.
        rows: usize,
        /// Rows after them; at least a vector's, for the last one to overlap.
        rest: usize,
    },
    /// Some blocks of `columns` whole columns, then the `rest`.
    Short {
        /// Blocks of equal length.
        blocks: usize,
        /// Columns in each of them.
        columns: usize,
        /// Columns after them.
        rest: usize,
    },
}

impl Cut {
    /// Cuts `n` columns of `m` rows into blocks of at most `most` vectors.
    pub(super) fn new((m, n): (usize, usize), lanes: NonZero<usize>, most: NonZero<usize>) -> Self {
        let vectors = m.div_ceil(lanes.get());
        let fitting = most.get().checked_div(vectors).unwrap_or(0);
        if let Some(columns) = NonZero::new(fitting) {
            return match (n / columns, n % columns) {
                // As a part of it, the rest takes no more code than after it.
                (0 | 1, _) => Self::Short { blocks: 1, columns: n, rest: 0 },
                (blocks, rest) => Self::Short { blocks, columns: columns.get(), rest },
            };
        }
        let rows = lanes.saturating_mul(most);
        let (blocks, rest) = match (m / rows, m % rows) {
            // The rest is too short for a vector, or there is none to go on with.
            (blocks, rest) if 0 < rest && rest < lanes.get() => (blocks - 1, rest + rows.get()),
            both => both,
        };
        Self::Tall { blocks, rows: rows.get(), rest }
    }
}

/// Puts the last two pieces of a single column first, where they overlap: they are stored one by one, and an
/// in-order core has loads to do meanwhile, but nothing at the end. All others stay pairs.
/// `is_near` says whether a row is reached from the start.
pub(super) fn overlap_first(pieces: &mut [Piece], is_near: impl Fn(usize) -> bool) {
    let [.., before, last] = pieces else { return };
    let is_overlapped = last.row < before.row.saturating_add(before.rows);
    let is_one_column = last.column == 0;
    if is_one_column && is_overlapped && is_near(last.row) && pieces.len() % 2 == 0 {
        pieces.rotate_right(2);
    }
}

/// Pieces of columns of some rows in the order of memory, of which none overlap.
pub(super) fn apart(
    (rows, columns): (usize, usize),
    lanes: NonZero<usize>,
) -> Result<Vec<Piece>, OutOfMemory> {
    let mut pieces = Vec::new();
    for column in 0..columns {
        for row in (0..rows).step_by(lanes.get()) {
            pieces.try_push(Piece { column, row, rows: lanes.get().min(rows.saturating_sub(row)) })?;
        }
    }
    Ok(pieces)
}

/// The pieces of `columns` columns of `rows` rows, in the order of memory.
pub(super) fn pieces(
    (rows, columns): (usize, usize),
    lanes: NonZero<usize>,
) -> Result<Vec<Piece>, OutOfMemory> {
    let mut pieces = Vec::new();
    let last = rows.saturating_sub(lanes.get());
    for column in 0..columns {
        for row in (0..rows).step_by(lanes.get()) {
            pieces.try_push(Piece { column, row: row.min(last), rows: lanes.get().min(rows) })?;
        }
    }
    Ok(pieces)
}

/// Pieces in groups of at most `most`: whole columns, where one fits, else parts of one of about equal
/// size, so that pairs stay together.
pub(super) fn groups(pieces: &[Piece], most: NonZero<usize>) -> impl Iterator<Item = Group<'_>> {
    let vectors = pieces.iter().take_while(|piece| piece.column == 0).count().max(1);
    let parts = vectors.div_ceil(most.get());
    let most = match most.get().checked_div(vectors).unwrap_or(0) {
        0 => {
            let even = vectors.saturating_add(parts).saturating_sub(1).checked_div(parts).unwrap_or(1);
            even.next_multiple_of(2).min(most.get())
        }
        columns => columns.saturating_mul(vectors),
    };
    let mut rest = pieces;
    core::iter::from_fn(move || {
        let column = rest.first()?.column;
        let is_together = |piece: &&Piece| parts == 1 || piece.column == column;
        let count = rest.iter().take(most).take_while(is_together).count();
        let (pieces, following) = rest.split_at_checked(count)?;
        rest = following;
        Some(Group { pieces, following })
    })
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;
    use tensmith_core::fallible::try_filled;

    const LANES: NonZero<usize> = NonZero::new(4).unwrap();

    /// How many elements the pieces of that many columns and rows cover: each at least once.
    fn covered(columns: usize, rows: usize) -> usize {
        let mut seen = try_filled(false, columns * rows).unwrap();
        for Piece { column, row, rows: count } in pieces((rows, columns), LANES).unwrap() {
            assert!(count == LANES.get().min(rows));
            seen.iter_mut().skip(column * rows + row).take(count).for_each(|seen| *seen = true);
        }
        assert!(seen.into_iter().all(|seen| seen), "{rows} rows, {columns} columns");
        columns * rows
    }

    #[test]
    fn cuts_cover_all_elements() {
        for (m, n, most) in
            (1..80).flat_map(|m| (1..12).flat_map(move |n| [1, 2, 5, 8].map(|most| (m, n, most))))
        {
            let elements = match Cut::new((m, n), LANES, NonZero::new(most).unwrap()) {
                Cut::Tall { blocks, rows, rest } => {
                    assert!(rest == 0 || rest >= LANES.get() && rest < rows + LANES.get());
                    n * (blocks * covered(1, rows) + covered(1, rest))
                }
                Cut::Short { blocks, columns, rest } => {
                    let fits = columns * m.div_ceil(4) <= most;
                    assert!(if blocks == 1 { rest == 0 } else { fits && rest < columns });
                    blocks * covered(columns, m) + covered(rest, m)
                }
            };
            assert_eq!(elements, m * n, "{m}x{n} by {most}");
        }
    }

    #[test]
    fn vectors_that_overlap_come_first_where_all_others_are_pairs() {
        for (m, columns) in (4..70).flat_map(|m| [(m, 1), (m, 2)]) {
            let in_order = pieces((m, columns), LANES).unwrap();
            let moved = |is_near: bool| {
                let mut pieces = pieces((m, columns), LANES).unwrap();
                overlap_first(&mut pieces, |_| is_near);
                pieces
            };
            assert_eq!(moved(false), in_order);
            let is_moved = columns == 1 && m % 4 != 0 && m.div_ceil(4) % 2 == 0;
            let (rest, last) = in_order.split_at(in_order.len() - if is_moved { 2 } else { 0 });
            assert_eq!(moved(true), [last, rest].concat(), "{m}x{columns}");
        }
    }

    #[test]
    fn groups_are_columns_or_parts_of_one() {
        for (m, columns, most) in
            (1..70).flat_map(|m| (1..5).flat_map(move |n| [1, 4, 8].map(|most| (m, n, most))))
        {
            let all = pieces((m, columns), LANES).unwrap();
            let mut left = all.as_slice();
            for Group { pieces, following } in groups(&all, NonZero::new(most).unwrap()) {
                let is_part =
                    pieces.iter().all(|piece| Some(piece.column) == pieces.first().map(|first| first.column));
                assert!(is_part || pieces.len() % m.div_ceil(4) == 0, "{m}x{columns} by {most}");
                assert!((1..=most).contains(&pieces.len()));
                assert_eq!(left.split_at(pieces.len()), (pieces, following));
                left = following;
            }
            assert!(left.is_empty(), "{m}x{columns} by {most}");
        }
    }
}
