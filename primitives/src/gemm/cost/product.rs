//! Counts what a tile's product takes: of A, for all tiles of the same height, and of B, for
//! all of the same width.

use super::facts::Cost;
use crate::address::{is_split, signed};
use crate::gemm::passes::broadcasts_b;
use crate::gemm::tile::{Height, Rows, Tile};
use crate::square;
use crate::work::{Product, number};
use core::num::NonZero;
use core::ops::Range;
use tensmith_core::DType;
use tensmith_core::isa::model::AccessForm;
use tensmith_core::kernel::spec::{Layout, Stride};

/// The work for A in tiles of the same height.
pub(super) struct PanelOfA {
    pub(super) height: Height,
    /// At every position of K, for every group of these, and for those that fill none.
    pub(super) position: Product,
    pub(super) group: Product,
    pub(super) tail: Product,
}

/// What makes lanes of the elements of some loads.
pub(super) fn widening(dtype: DType, loads: usize) -> Product {
    if dtype.is_converted() { Product::on_vectors(number(loads)) } else { Product::default() }
}

/// The work for B in tiles of the same width.
pub(super) struct PanelOfB {
    pub(super) width: usize,
    /// At every position of K, and for every group of these.
    pub(super) position: Product,
    pub(super) group: Product,
}

impl Cost<'_> {
    /// The work for A in tiles of that height.
    pub(super) fn panel_of_a(&self, height: Height, rows: Rows) -> PanelOfA {
        let each_time = |squares: Product| if rows.are_preloaded() { Product::default() } else { squares };
        PanelOfA {
            height,
            position: self.vectors_of_a(height),
            group: each_time(self.squares_of_a(height)) + Product::others(self.pointers(height)),
            tail: each_time(self.shorter_squares(height)),
        }
    }

    /// The work for B in tiles of that width.
    pub(super) fn panel_of_b(&self, width: usize) -> PanelOfB {
        let group = match self.spec.b.layout {
            _ if self.broadcasts_b() => Product::default(),
            Layout::ColumnMajor => {
                let loads = self.narrow(self.spec.b.ld, width);
                let moved = Product { vector: 0.0, loads, slots: loads + self.far(self.near_b, width) };
                moved + widening(self.spec.types.b, width)
            }
            Layout::RowMajor => Product::default(),
        };
        PanelOfB { width, position: self.vectors_of_b(width), group }
    }

    /// Loads of `count` vectors, the last one of which has `last_lanes`.
    fn loads(&self, count: usize, last_lanes: usize) -> Product {
        let loads = number(count);
        if count > 0 && is_split(last_lanes, self.lanes) {
            // Two lanes, the address of the third, and that one put next to them.
            Product { vector: 1.0, loads: loads + 1.0, slots: loads + 3.0 }
        } else {
            Product { vector: 0.0, loads, slots: loads }
        }
    }

    /// Vectors of A that every position of K takes.
    pub(super) fn vectors_of_a(&self, height: Height) -> Product {
        if self.spec.a.layout == Layout::RowMajor || height.vectors == 0 {
            return Product::default();
        }
        let product = self.loads(height.vectors, height.last_lanes);
        let crossing = number(height.vectors) * self.crossing_a;
        let moved =
            Product { loads: product.loads + crossing, slots: product.slots + self.moves_a, ..product };
        (moved + widening(self.spec.types.a, height.vectors)) * self.loading_a
    }

    /// The additional work for a last vector of A of only `lanes`, for all positions of K.
    pub(super) fn splits_of_a(&self, lanes: NonZero<usize>) -> Product {
        match self.spec.a.layout {
            Layout::ColumnMajor => {
                (self.loads(1, lanes.get()) + self.loads(1, self.lanes.get()) * -1.0)
                    * (self.k * self.loading_a)
            }
            Layout::RowMajor => Product::default(),
        }
    }

    /// Vectors of B that every position of K takes.
    pub(super) fn vectors_of_b(&self, width: usize) -> Product {
        if self.spec.b.layout == Layout::ColumnMajor || !self.machine.multiplies_by_lane {
            return Product::default();
        }
        let lanes = self.lanes.get();
        let loads = self.loads(width.div_ceil(lanes), width.min(lanes));
        let moved = Product { slots: loads.slots + self.moves_b, ..loads };
        moved + widening(self.spec.types.b, width.div_ceil(lanes))
    }

    /// Whether elements of B are broadcast from memory, one by one.
    pub(super) fn broadcasts_b(&self) -> bool {
        broadcasts_b(self.spec, &self.machine)
    }

    /// Broadcasts of elements of B that every position of K takes: for all vectors of A at once, or where A
    /// is transposed, for one after the other.
    pub(super) fn broadcasts_of_b(&self, Tile { height, width }: Tile) -> Product {
        let (vectors, times) = match (self.spec.a.layout, self.spec.b.layout) {
            _ if self.broadcasts_b() => (height.vectors, 1),
            (Layout::RowMajor, Layout::RowMajor) if !self.machine.multiplies_by_lane => (1, height.vectors),
            _ => return Product::default(),
        };
        if self.spec.types.b.is_converted() {
            // A number becomes a whole vector of them, and that is widened.
            let (numbers, each) = (number(width), Product { vector: 2.0, loads: 1.0, slots: 3.0 });
            return each * (numbers * number(times));
        }
        let folded = self.machine.numbers_folded(vectors, width);
        let shared = width.saturating_sub(folded);
        let loads = shared.saturating_add(folded.saturating_mul(vectors));
        Product { vector: 0.0, loads: number(loads), slots: number(shared) } * number(times)
    }

    /// Loads of `count` rows or columns along K. Where these are so short that two fill no more than a
    /// vector, pairs are made where they are neighbours.
    fn narrow(&self, ld: Stride, count: usize) -> f64 {
        let is_pair = self.model.forms.loads == AccessForm::Pairs
            && self.spec.k.saturating_mul(2) <= self.lanes.get()
            && ld.known() == Some(self.spec.k);
        number(if is_pair { count.div_ceil(2) } else { count })
    }

    /// How many of `count` places that are a leading dimension apart are too far from the first for
    /// an immediate that costs nothing extra, where it reaches `near` others.
    pub(super) fn far(&self, near: i64, count: usize) -> f64 {
        signed(count).saturating_sub(1).saturating_sub(near).max(0) as f64
    }

    /// Shuffles that make some columns of a square of `rows`.
    pub(super) fn shuffles(&self, rows: usize, columns: &Range<usize>) -> f64 {
        number(square::shuffles(self.lanes, rows, columns))
    }

    /// Shuffles that make the same columns of the squares of all vectors of rows.
    fn shuffles_of_all(&self, height: Height, columns: &Range<usize>) -> f64 {
        match height.vectors.checked_sub(1) {
            None => 0.0,
            Some(whole) => {
                number(whole) * self.shuffles(self.lanes.get(), columns)
                    + self.shuffles(height.last_lanes, columns)
            }
        }
    }

    /// The work for dot rows that are preloaded, once for all tiles.
    pub(super) fn preloaded(&self, height: Height) -> Product {
        self.squares_of_a(height) * self.groups + self.shorter_squares(height)
    }

    /// A correction for the last, partial group: negative.
    pub(super) fn shorter_squares(&self, height: Height) -> Product {
        let (lanes, rest) = (self.lanes.get(), self.rest);
        match (self.spec.a.layout, rest) {
            (Layout::RowMajor, 1..) => {
                // Vectors end where K does, unless K is shorter than one, or dot rows are loaded narrowly.
                let is_narrow = self.spec.k < lanes || height.dot_rows > 0;
                let used = if is_narrow { 0..rest } else { lanes.saturating_sub(rest)..lanes };
                let all = self.shuffles_of_all(height, &(0..lanes));
                Product::on_vectors(self.shuffles_of_all(height, &used) - all)
            }
            // Elements are loaded instead.
            (Layout::ColumnMajor, 1) if height.dot_rows > 0 => {
                let elements = number(height.dot_rows);
                let loaded = Product { vector: 0.0, loads: elements, slots: elements };
                loaded + widening(self.spec.types.a, height.dot_rows) + self.squares_of_a(height) * -1.0
            }
            // Zeros, which nothing widens, stand in for loads.
            (Layout::ColumnMajor, 2..) if height.dot_rows > 0 => {
                widening(self.spec.types.a, lanes.saturating_sub(rest)) * -1.0
            }
            _ => Product::default(),
        }
    }

    /// The additional loads where the last positions are loaded narrowly.
    pub(super) fn narrow_tail(&self, Tile { height, width }: Tile) -> Product {
        let is_narrow = height.dot_rows > 0 || self.spec.k < self.lanes.get();
        if !is_narrow || !is_split(self.rest, self.lanes) {
            return Product::default();
        }
        let rows = match self.spec.a.layout {
            Layout::ColumnMajor => 0,
            Layout::RowMajor => {
                let whole = height.vectors.saturating_sub(1).saturating_mul(self.lanes.get());
                whole.saturating_add(height.last_lanes).saturating_add(height.dot_rows)
            }
        };
        let columns = if self.spec.b.layout == Layout::ColumnMajor { width } else { 0 };
        let loads = number(rows.saturating_add(columns));
        Product { vector: loads, loads, slots: loads * 3.0 }
    }

    /// Pointers that move from group to group. That to a B that is contiguous along K does from pass to pass.
    pub(super) fn pointers(&self, height: Height) -> f64 {
        if self.spec.k <= self.group.get() {
            return 0.0;
        }
        let of_b = if self.spec.b.layout == Layout::RowMajor { 1.0 } else { 0.0 };
        // Behind the second of two groups, which are no loop, nothing moves.
        let share = if self.spec.k < self.group.get().saturating_mul(2) { 0.5 } else { 1.0 };
        match self.spec.a.layout {
            Layout::ColumnMajor => (1.0 + of_b) * share,
            // They move back where positions fill no group.
            Layout::RowMajor if self.rest > 0 && height.dot_rows == 0 => {
                number(height.vectors_of_c()) + of_b * share
            }
            Layout::RowMajor => (number(height.vectors_of_c()) + of_b) * share,
        }
    }

    /// Loads and shuffles of the squares of A that are transposed.
    pub(super) fn squares_of_a(&self, height: Height) -> Product {
        let (lanes, dot_rows) = (self.lanes.get(), height.dot_rows);
        let rows = |count: usize| {
            let loads = self.narrow(self.spec.a.ld, count);
            let moved = Product { vector: 0.0, loads, slots: loads + self.far(self.near_a, count) };
            moved + widening(self.spec.types.a, count)
        };
        let (loaded, shuffles) = match self.spec.a.layout {
            Layout::ColumnMajor if dot_rows == 0 => return Product::default(),
            Layout::ColumnMajor => {
                let each = self.loads(1, height.rows().min(lanes)) + widening(self.spec.types.a, 1);
                (each * number(lanes), self.shuffles(lanes, &(lanes.saturating_sub(dot_rows)..lanes)))
            }
            Layout::RowMajor => {
                let whole = rows(lanes) * number(height.vectors.saturating_sub(1));
                let last = if height.vectors > 0 { height.last_lanes } else { 0 };
                (whole + rows(last) + rows(dot_rows), self.shuffles_of_all(height, &(0..lanes)))
            }
        };
        loaded + Product::on_vectors(shuffles)
    }
}
