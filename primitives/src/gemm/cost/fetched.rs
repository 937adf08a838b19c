//! What tiles fetch from the second-level cache, because the first one does not hold it
//! until it is needed again.
//!
//! Tiles go down a column first, then on to the next column. So the rows of a tile are needed again when all
//! others have passed, and its columns when its own rows have. What comes for the first time
//! comes however C is cut.
//!
//! This is for machines that multiply by broadcasts, all of whose tiles are priced: for the others, the
//! estimates by which tiles are found would have to know it, too.

use super::facts::Cost;
use crate::gemm::tile::{Tile, Tiling};
use crate::work::{number, smaller};

/// The share of a cache that is counted: the rest holds what is on its way.
const USABLE: f64 = 0.75;

/// The share of what is fetched while a core computes that costs nothing; the same as of nests
/// (`docs/decisions/0056`).
const HIDDEN: f64 = 0.75;

/// The bytes of A and B that tiles fetch again, for each of their rows and columns.
#[derive(Clone, Copy)]
pub(super) struct Fetched {
    row: f64,
    column: f64,
}

impl Cost<'_> {
    /// What tiles of C fetch again, where it is cut so.
    pub(super) fn fetched(&self, tiling: &Tiling) -> Fetched {
        let [of_a, of_b, of_c] = self.elements;
        let [of_row, of_column] = [of_a, of_b].map(|element| self.k * self.pairs * element);
        let room = USABLE * number(self.caches.l1d);
        let height = tiling.rows().map(|rows| rows.size.rows()).max().map_or(0.0, number);
        let width = tiling.columns().map(|columns| columns.size).max().map_or(0.0, number);
        let [all_rows, all_columns] = [self.spec.m, self.spec.n].map(number);
        // Rows are used again in the next column of tiles, columns in the next tile of theirs.
        let held = |rows: f64| rows * of_row + width * of_column + rows * width * of_c;
        let rows_pass = width < all_columns && held(all_rows) > room;
        let columns_pass = height < all_rows && held(height) > room;
        let passing =
            |passes: bool, bytes: f64| if passes && !self.machine.multiplies_by_lane { bytes } else { 0.0 };
        Fetched { row: passing(rows_pass, of_row), column: passing(columns_pass, of_column) }
    }

    /// Cycles of what a tile fetches, on top of those in which it is computed.
    pub(super) fn shown(&self, fetched: Fetched, tile: Tile, computed: f64) -> f64 {
        let bytes = fetched.row * number(tile.height.rows()) + fetched.column * number(tile.width);
        let cycles = bytes / number(self.caches.l1_fill.max(1));
        cycles - HIDDEN * smaller(cycles, computed)
    }
}
