//! Transposes a tile in registers: vectors along its columns become vectors along its rows.
//!
//! A tile of C is accumulated in vectors along its columns. Where C is contiguous
//! along its rows, the vectors to store are those of the tile's transpose: a tile
//! that is as tall as this one is wide. It is made of squares, of as many columns
//! and rows as a vector has lanes; a square at an edge overlaps the one before it,
//! or has fewer columns or rows.
//!
//! Cost: as many shuffles as a [square](crate::square) takes, for each square. That is little
//! next to a product with a K of some dozens.

use super::tile::{Height, Tile};
use crate::square;
use alloc::vec::Vec;
use core::num::NonZero;
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::TryVec;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{FloatType, Vector};

/// The transpose of a tile.
pub(super) fn transposed(tile: Tile, lanes: NonZero<usize>) -> Tile {
    Tile { height: Height::covering(tile.width, lanes), width: tile.height.rows() }
}

/// How many vectors there are at most while a tile is [transposed](transpose), its own among them.
pub(super) fn live(tile: Tile, lanes: NonZero<usize>) -> usize {
    let chunks = transposed(tile, lanes).height;
    let above = tile.height.vectors_of_c();
    let (mut most, mut made, mut done) = (0usize, 0usize, 0usize);
    for nth in 0..above {
        let (start, count) = tile.height.vector(nth, lanes.get());
        let wanted = done.saturating_sub(start)..count;
        done = start.saturating_add(count);
        let below = above.saturating_sub(nth).saturating_sub(1).saturating_mul(tile.width);
        for chunk in 0..chunks.vectors {
            let (_, columns) = chunks.vector(chunk, lanes.get());
            // The next square may have some of its columns, too.
            let (next, _) = chunks.vector(chunk.saturating_add(1), lanes.get());
            let is_last = chunk.saturating_add(1) == chunks.vectors;
            let later = if is_last { 0 } else { tile.width.saturating_sub(next) };
            let others = made.saturating_add(later).saturating_add(below);
            most = most.max(others.saturating_add(square::live(columns, &wanted)));
            made = made.saturating_add(wanted.len());
        }
    }
    most
}

/// How many vectors the transpose of a tile has.
pub(super) fn results(tile: Tile, lanes: NonZero<usize>) -> usize {
    tile.height.rows().saturating_mul(transposed(tile, lanes).height.vectors)
}

/// How many vectors a tile of C has.
pub(super) const fn vectors(tile: Tile) -> usize {
    tile.height.vectors_of_c().saturating_mul(tile.width)
}

/// How many vectors more the transpose of a tile has, because some overlap.
pub(super) fn excess(tile: Tile, lanes: NonZero<usize>) -> usize {
    let chunks = transposed(tile, lanes).height.vectors;
    // Rows that overlap are counted twice: each vector is transposed before the next one.
    let transposed = tile.height.vectors_of_c().saturating_mul(lanes.get()).saturating_mul(chunks);
    transposed.saturating_sub(vectors(tile))
}

/// The vectors of the transpose of `tile`, row by row, from its own `vectors`, column by column.
///
/// # Errors
/// [`OutOfMemory`].
pub(super) fn transpose(
    builder: &mut Builder,
    tile: Tile,
    vectors: &[Vector],
    lanes: NonZero<usize>,
    of: FloatType,
) -> Result<Vec<Vector>, OutOfMemory> {
    let chunks = transposed(tile, lanes).height;
    let (mut rows, mut done) = (Vec::new(), 0usize);
    for nth in 0..tile.height.vectors_of_c() {
        let (start, count) = tile.height.vector(nth, lanes.get());
        // Rows that the vector above has too.
        let shared = done.saturating_sub(start);
        done = start.saturating_add(count);
        let mut squares = Vec::new();
        for chunk in 0..chunks.vectors {
            let (first, columns) = chunks.vector(chunk, lanes.get());
            let mut square = Vec::new();
            let step = tile.height.vectors_of_c().max(1);
            let from = vectors.iter().skip(first.saturating_mul(step).saturating_add(nth));
            square.try_extend(from.step_by(step).take(columns).copied())?;
            squares.try_push(square::columns(builder, &square, shared..count, of)?)?;
        }
        for row in 0..count.saturating_sub(shared) {
            rows.try_extend(squares.iter().filter_map(|square| square.get(row).copied()))?;
        }
    }
    Ok(rows)
}
