//! Counts the overhead of loops: over tiles, over the pairs of a batch, over K, and that of the call.
//!
//! Tests: below.

use crate::gemm::passes::Passes;
use crate::gemm::tile::Tiling;
use crate::work::number;
use tensmith_core::isa::model::IssueOrder;
use tensmith_core::kernel::spec::Batch;

/// Instructions around all tiles: a landing pad, a return, and what a caller takes for three arguments.
pub(super) const CALL: f64 = 5.0;

/// Instructions by which a tile's places are copied, and moved on.
const COPIES: f64 = 2.0;
const MOVES: f64 = 2.0;

/// Instructions that set a counter, and that count and branch back.
const COUNTER: f64 = 1.0;
const BACK: f64 = 2.0;

/// Instructions that every pass through the loop over K adds: a pointer moves, a counter goes down, and a
/// branch is taken.
pub(super) const PASS: f64 = 3.0;

/// Instructions around each pair of blocks in a batch: places are moved on, and the pairs are counted.
const PAIR: f64 = 4.0;

/// Instructions around each tile, of those around all.
pub(super) fn around_tile(tiling: &Tiling) -> f64 {
    let rows = Walked::over(tiling.row_counts());
    let columns = Walked::over(tiling.column_counts());
    let copies = if rows.tiles > 1 { COPIES } else { 0.0 };
    let (tall, wide) = (number(rows.tiles), number(columns.tiles));
    (CALL + columns.instructions + wide * (copies + rows.instructions)) / (tall * wide)
}

/// Instructions before the pairs of a batch: places are copied, and a counter is set. An in-order core
/// does that while operands are waited for.
pub(super) const fn before_pairs(batch: Batch, order: IssueOrder) -> f64 {
    match (batch, order) {
        (Batch::Single, _) | (_, IssueOrder::InOrder { .. }) => 0.0,
        (_, IssueOrder::OutOfOrder { .. }) => COPIES + COUNTER,
    }
}

/// Instructions around each pair of a batch.
pub(super) const fn around_pair(batch: Batch) -> f64 {
    match batch {
        Batch::Single => 0.0,
        Batch::Strided { .. } | Batch::Offsets { .. } | Batch::Addresses { .. } => PAIR,
    }
}

/// Instructions of all passes of a product, for which places are copied, as the loop moves them.
pub(super) fn passing(passes: &Passes) -> f64 {
    if passes.count > 1 { PASS * (number(passes.count) + 1.0) } else { 0.0 }
}

/// Tiles in a row, and the instructions by which they are walked over.
struct Walked {
    tiles: usize,
    instructions: f64,
}

impl Walked {
    /// Walks over runs of tiles, given how many each has.
    #[inline]
    fn over<const RUNS: usize>(runs: [usize; RUNS]) -> Self {
        let (mut tiles, mut last, mut instructions) = (0usize, 0, 0.0);
        for count in runs {
            if count > 1 {
                instructions += COUNTER + BACK * number(count);
            }
            if count > 0 {
                last = count;
            }
            tiles = tiles.saturating_add(count);
        }
        // The very last tile goes nowhere, unless it is in a loop.
        let moved = tiles.saturating_sub(usize::from(last == 1));
        Self { tiles, instructions: instructions + MOVES * number(moved) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_count_and_single_tiles_move_on() {
        let around = |runs: [usize; 3]| {
            let Walked { tiles, instructions } = Walked::over(runs);
            (tiles, instructions as u32)
        };
        assert_eq!(around([1, 0, 0]), (1, 0));
        assert_eq!(around([1, 1, 0]), (2, 2));
        assert_eq!(around([3, 0, 0]), (3, 13)); // a counter, and for each tile two moves, a decrement, a branch
        assert_eq!(around([2, 0, 1]), (3, 9)); // the very last tile goes nowhere
    }
}
