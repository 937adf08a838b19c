//! Counts what the generator would write for a tile.

use super::{Cost, TileWork};
use crate::address::signed;
use crate::gemm::tile::{Height, Shape, Tile};
use crate::gemm::{output, turn};
use crate::work::{Product, Work, number, smaller};
use core::num::NonZero;
use tensmith_core::kernel::spec::{Factor, Layout, Stride};
use tensmith_core::target::{IssueOrder, MoveForm};

/// What tiles of the same height share: what they take of A.
pub(super) struct High {
    height: Height,
    position: Product,
    group: Product,
    tail: Product,
}

/// What tiles of the same width share: what they take of B.
#[derive(Clone, Copy)]
pub(super) struct Wide {
    position: Product,
    group: Product,
}

impl Cost<'_> {
    /// What tiles take of A that are so high.
    pub(super) fn high(&self, height: Height, shape: Shape) -> High {
        let is_preloaded = shape.rows.are_preloaded();
        let of_a = |squares: Product| if is_preloaded { Product::default() } else { squares };
        High {
            height,
            position: self.vectors_of_a(height),
            group: of_a(self.squares_of_a(height)) + Product::others(self.pointers(height)),
            tail: of_a(self.shorter_squares(height)),
        }
    }

    /// What tiles take of B that are so wide.
    pub(super) fn wide(&self, width: usize) -> Wide {
        let group = match self.spec.b.layout {
            Layout::ColumnMajor => {
                let loads = self.narrow(self.spec.b.ld, width);
                Product { vector: 0.0, loads, slots: loads + self.far(self.near_b, width) }
            }
            Layout::RowMajor => Product::default(),
        };
        Wide { position: self.vectors_of_b(width), group }
    }

    /// What one tile takes, with so many instructions around it.
    pub(super) fn count(
        &self,
        (high, around): (&High, f64),
        wide: &Wide,
        width: usize,
        sets: usize,
    ) -> TileWork {
        let (height, columns) = (high.height, number(width));
        let tile = Tile { height, width };
        let dot_rows = Product::on_vectors(number(height.dot_rows) * columns);
        let across = Product::on_vectors(number(height.vectors) * columns);
        TileWork {
            position: high.position + wide.position + across,
            group: high.group + wide.group + dot_rows,
            tail: self.narrow_tail(tile) + high.tail,
            output: self.finish(tile, sets) + Work { slots: around + self.steps(tile), ..Work::default() },
        }
    }

    /// Loads of `count` vectors, the last one of which has so many lanes.
    fn loads(&self, count: usize, last_lanes: usize) -> Product {
        let loads = number(count);
        if count > 0 && last_lanes == 3 && self.lanes.get() == 4 {
            // Two lanes, the address of the third, and that one put beside them.
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
        let loads = self.loads(height.vectors, height.last_lanes);
        Product { slots: loads.slots + self.moves_a, ..loads }
    }

    /// What a last vector of A takes beside that has so many lanes only, for all positions of K.
    pub(super) fn splits_of_a(&self, lanes: NonZero<usize>) -> Product {
        match self.spec.a.layout {
            Layout::ColumnMajor => {
                (self.loads(1, lanes.get()) + self.loads(1, self.lanes.get()) * -1.0) * self.k
            }
            Layout::RowMajor => Product::default(),
        }
    }

    /// Vectors of B that every position of K takes.
    pub(super) fn vectors_of_b(&self, width: usize) -> Product {
        if self.spec.b.layout == Layout::ColumnMajor {
            return Product::default();
        }
        let lanes = self.lanes.get();
        let loads = self.loads(width.div_ceil(lanes), width.min(lanes));
        Product { slots: loads.slots + self.moves_b, ..loads }
    }

    /// Loads of so many rows or columns along K: of all of them, where these are so short that two fill no more than a
    /// vector, pairs are made where they are neighbours.
    fn narrow(&self, ld: Stride, count: usize) -> f64 {
        let is_pair = self.model.forms.loads == MoveForm::Pairs
            && self.spec.k.saturating_mul(2) <= self.lanes.get()
            && ld.known() == Some(self.spec.k);
        number(if is_pair { count.div_ceil(2) } else { count })
    }

    /// How many of `count` places that are a leading dimension apart are too far from the first for
    /// an immediate that costs nothing extra, where so many others are near.
    pub(super) fn far(&self, near: i64, count: usize) -> f64 {
        signed(count).saturating_sub(1).saturating_sub(near).max(0) as f64
    }

    /// Shuffles that make so many columns of a square of so many rows.
    fn shuffles(&self, rows: usize, columns: usize) -> f64 {
        f64::from(match (self.lanes.get(), columns) {
            (2, columns) => columns.min(2) as u8,
            // Half a square.
            (_, columns) if rows <= 2 => columns.min(4) as u8,
            // The first two take the halves of a square, which the others share.
            (_, 0) => 0,
            (_, 1) => 3,
            (_, 2) => 6,
            (_, 3) => 7,
            _ => 8,
        })
    }

    /// What dot rows take that are preloaded, once for all tiles.
    pub(super) fn preloaded(&self, height: Height) -> Product {
        self.squares_of_a(height) * self.groups + self.shorter_squares(height)
    }

    /// What of the squares of A is not turned over where positions fill no group: less than nothing.
    pub(super) fn shorter_squares(&self, height: Height) -> Product {
        let (lanes, rest) = (self.lanes.get(), self.rest);
        match (self.spec.a.layout, rest) {
            (Layout::RowMajor, 1..) => {
                let (rows, vectors) = (height.last_lanes, number(height.vectors));
                let shuffles = vectors * (self.shuffles(rows, rest) - self.shuffles(rows, lanes));
                Product::on_vectors(shuffles)
            }
            // Elements are loaded instead.
            (Layout::ColumnMajor, 1) if height.dot_rows > 0 => {
                let Product { vector, slots, .. } = self.squares_of_a(height);
                Product { vector: -vector, loads: 0.0, slots: number(height.dot_rows) - slots }
            }
            _ => Product::default(),
        }
    }

    /// What is loaded where only so many lanes may be.
    pub(super) fn narrow_tail(&self, Tile { height, width }: Tile) -> Product {
        let is_narrow = height.dot_rows > 0 || self.spec.k < self.lanes.get();
        if !is_narrow || self.lanes.get() != 4 || self.rest != 3 {
            return Product::default();
        }
        let rows = match self.spec.a.layout {
            Layout::ColumnMajor => 0,
            Layout::RowMajor => height.rows(),
        };
        let columns = if self.spec.b.layout == Layout::ColumnMajor { width } else { 0 };
        let loads = number(rows.saturating_add(columns));
        Product { vector: loads, loads, slots: loads * 3.0 }
    }

    /// Pointers that move from group to group. That to a B that is contiguous along K does from pass to pass.
    pub(super) fn pointers(&self, height: Height) -> f64 {
        if self.spec.k <= self.lanes.get() {
            return 0.0;
        }
        let of_b = if self.spec.b.layout == Layout::RowMajor { 1.0 } else { 0.0 };
        // Behind the second of two groups, which are no loop, nothing moves.
        let share = if self.spec.k < self.lanes.get().saturating_mul(2) { 0.5 } else { 1.0 };
        match self.spec.a.layout {
            Layout::ColumnMajor => (1.0 + of_b) * share,
            // They move back where positions fill no group.
            Layout::RowMajor if self.rest > 0 && height.dot_rows == 0 => {
                number(height.vectors_of_c()) + of_b * share
            }
            Layout::RowMajor => (number(height.vectors_of_c()) + of_b) * share,
        }
    }

    /// Loads and shuffles of the squares of A that are turned over.
    pub(super) fn squares_of_a(&self, height: Height) -> Product {
        let (lanes, vectors, along) = (self.lanes.get(), number(height.vectors), height.dot_rows);
        let far = |rows: usize| self.far(self.near_a, rows);
        let (loads, addresses, shuffles) = match self.spec.a.layout {
            Layout::ColumnMajor if along == 0 => return Product::default(),
            Layout::ColumnMajor => {
                let split = if lanes == 4 && height.rows() == 3 { number(lanes) } else { 0.0 };
                (number(lanes) + split, split, self.shuffles(lanes, along))
            }
            Layout::RowMajor => {
                let of_squares = vectors * self.narrow(self.spec.a.ld, lanes);
                let loads = of_squares + self.narrow(self.spec.a.ld, along);
                let shuffles = vectors * self.shuffles(height.last_lanes, lanes);
                (loads, vectors * far(lanes) + far(along), shuffles)
            }
        };
        Product { vector: shuffles, loads, slots: shuffles + loads + addresses }
    }

    /// What becomes of the sums of a tile.
    pub(super) fn finish(&self, tile: Tile, sets: usize) -> Work {
        let work = self.sums(tile, sets) + self.moves_of_c(tile) + self.epilogue(tile);
        let zeros = work.zeros * self.preferred_zeros;
        Work { vector: work.vector + (work.zeros - zeros), zeros, ..work }
    }

    /// What becomes of the accumulators: zeros at first, then their sum, factors, and a turn.
    fn sums(&self, Tile { height, width }: Tile, sets: usize) -> Work {
        let columns = number(width);
        let vectors = columns * number(height.vectors_of_c());
        let accumulators = columns * number(height.accumulators());
        let more_sets = accumulators * (number(sets) - 1.0);
        let begun = if self.reads_c() && !self.adds_late(height) { vectors } else { 0.0 };
        let zeros = accumulators - smaller(begun, accumulators) + more_sets;
        let factors = match (self.spec.alpha, self.spec.beta) {
            (Factor::Runtime, Factor::Runtime) => 2.0,
            (Factor::Runtime, _) | (_, Factor::Runtime) => 1.0,
            _ => 0.0,
        };
        let folds = columns * f64::from(self.folds(height.dot_rows));
        let turning = match self.spec.c.layout {
            Layout::ColumnMajor => 0.0,
            Layout::RowMajor => {
                let whole = number(height.vectors) * self.shuffles(width, height.last_lanes);
                number(width.div_ceil(self.lanes.get())) * (whole + self.shuffles(width, height.dot_rows))
            }
        };
        let vector = more_sets + folds + vectors * factors + turning;
        Work { vector, zeros, slots: vector + zeros, ..Work::default() }
    }

    /// Pairwise additions that fold so many dot rows.
    pub(super) fn folds(&self, dot_rows: usize) -> u8 {
        match self.lanes.get() {
            4 => FOLDS.get(dot_rows).copied().unwrap_or(3),
            _ => u8::from(dot_rows > 0),
        }
    }

    /// What is done to a tile before it is stored.
    fn epilogue(&self, tile: Tile) -> Work {
        if self.spec.epilogue.is_empty() {
            return Work::default();
        }
        let vectors = number(turn::vectors(tile));
        let [from_first, from_second] = self.needs;
        let (needs, begun) = match (output::links_begun(self.spec, tile), self.spec.beta) {
            (0, _) => (from_first, Work::default()),
            // Loads instead of zeros.
            (_, Factor::Zero) => (from_second, Work { loads: vectors, zeros: -vectors, ..Work::default() }),
            _ => (
                from_second,
                Work { loads: vectors, vector: vectors, slots: 2.0 * vectors, ..Work::default() },
            ),
        };
        let (loads, vector) = (number(needs.loads) * vectors, number(needs.instructions) * vectors);
        begun + Work { vector, loads, slots: vector + loads, ..Work::default() }
    }

    /// Loads and stores of C, and the additions of what is loaded late.
    fn moves_of_c(&self, Tile { height, width }: Tile) -> Work {
        let (lanes, is_dense) = (self.lanes.get(), self.is_dense_c(height, width));
        let (columns, vectors, last_lanes) = match self.spec.c.layout {
            Layout::ColumnMajor if height.dot_rows > 0 => (width, height.vectors_of_c(), height.dot_rows),
            Layout::ColumnMajor => (width, height.vectors_of_c(), height.last_lanes),
            Layout::RowMajor => (height.rows(), width.div_ceil(lanes), width.min(lanes)),
        };
        let count = number(columns) * number(vectors);
        let split = if lanes == 4 && last_lanes == 3 { number(columns) } else { 0.0 };
        let moved = count + split;
        let (loaded, stores) = if vectors == 1 && last_lanes.saturating_mul(2) <= lanes && is_dense {
            self.halves(columns)
        } else {
            let is_paired = is_dense && (split > 0.0 || self.is_whole_c);
            let of_column = if is_paired { 0 } else { self.unpaired((height, width), vectors) };
            (moved, moved + self.alone(number(columns) * number(of_column), split * 2.0))
        };
        let ways = if self.reads_c() { 2.0 } else { 1.0 };
        let loads = loaded * (ways - 1.0);
        let added = if self.adds_late(height) { count * (ways - 1.0) } else { 0.0 };
        // Lanes that are moved one by one: each has its address, and goes through a vector pipe.
        let lane_moves = split * ways;
        let storing = f64::from(self.model.stores.slots) / 4.0;
        // Each list but the first of a column takes an address of its own.
        let addresses = match self.model.forms.loads {
            MoveForm::Lists => number(columns) * number(vectors.saturating_sub(1) / 4) * ways,
            MoveForm::Single | MoveForm::Pairs => 0.0,
        };
        let vector = added + lane_moves;
        let slots = vector + lane_moves + loads + stores * storing + addresses;
        Work { vector, loads, stores, zeros: 0.0, slots }
    }

    /// Vectors of a column of a tile of C without a neighbour that they are stored with, where columns are so many
    /// vectors: those that are left of pairs, and that overlap another one.
    fn unpaired(&self, (height, width): (Height, usize), vectors: usize) -> usize {
        let (columns, rows) = match self.spec.c.layout {
            Layout::ColumnMajor => (width, height.rows()),
            Layout::RowMajor => (height.rows(), width),
        };
        // Where all of a tile is near, its columns are reached by offsets that pairs do not have.
        let ld = self.spec.c.ld.known().unwrap_or(usize::MAX);
        let extent = ld.saturating_mul(columns.saturating_sub(1)).saturating_add(rows);
        if columns > 1 && extent <= self.anywhere_c.get() && !self.is_whole_c && rows >= self.lanes.get() {
            return vectors;
        }
        let whole = rows / self.lanes;
        let paired = match self.model.forms.stores {
            // Parts of vectors are never in lists.
            MoveForm::Lists => whole.max(usize::from(whole == 0)),
            MoveForm::Single | MoveForm::Pairs => whole / 2 * 2,
        };
        // The last one of two parts is counted as such.
        let is_split = self.lanes.get() == 4 && rows == 3;
        vectors.saturating_sub(paired.max(is_split.into()))
    }

    /// How many neighbouring vectors could be stored for what so many without a neighbour take beside, and so many
    /// parts of them.
    fn alone(&self, vectors: f64, parts: f64) -> f64 {
        match (self.model.order, self.model.forms.stores) {
            // On cores that do not reorder, there is time for them while results are waited for.
            (IssueOrder::Program { .. }, _) => 0.0,
            (_, MoveForm::Lists) => vectors * NO_LIST,
            // Pairs take longer than single vectors.
            _ if self.stores_one_by_one() => 0.0,
            // Where pairs are stored as fast as one vector, that is as many.
            _ => vectors + parts,
        }
    }

    /// For how many vectors halves count that are neighbours, where these are loaded, and where they are stored: pairs
    /// of them are one vector.
    fn halves(&self, count: usize) -> (f64, f64) {
        let (pairs, count) = (number(count.div_ceil(2)), number(count));
        let loads = if self.model.forms.loads == MoveForm::Pairs { pairs } else { count };
        let stores = match self.model.forms.stores {
            MoveForm::Lists => count * PART,
            MoveForm::Pairs if self.stores_one_by_one() => pairs,
            MoveForm::Pairs | MoveForm::Single => count,
        };
        (loads, stores)
    }

    /// Whether storing neighbouring vectors takes as long as storing as many apart.
    const fn stores_one_by_one(&self) -> bool {
        self.model.stores.move_slots >= 4
    }

    /// Whether the columns of a tile of C are neighbours in memory, or its rows.
    fn is_dense_c(&self, height: Height, width: usize) -> bool {
        let extent = match self.spec.c.layout {
            Layout::ColumnMajor => height.rows(),
            Layout::RowMajor => width,
        };
        self.spec.c.ld.known() == Some(extent)
    }

    /// What vectors of so many lanes take beside that run along the columns of C, one in each row.
    pub(super) fn splits_of_c(&self, lanes: usize) -> Work {
        let height = Height::covering(self.spec.m, self.lanes);
        let moves = |width: usize| self.moves_of_c(Tile { height, width });
        moves(lanes) + moves(self.lanes.get()) * -1.0
    }

    fn reads_c(&self) -> bool {
        self.spec.beta != Factor::Zero
    }

    /// Whether C is added to complete sums.
    pub(super) fn adds_late(&self, height: Height) -> bool {
        self.reads_c() && (self.spec.c.layout == Layout::RowMajor || height.dot_rows > 1)
    }
}

/// Pairwise additions of vectors of four lanes that fold so many dot rows.
const FOLDS: [u8; 4] = [0, 2, 2, 3];

/// What a vector takes that is stored in no list, beyond one in a list.
const NO_LIST: f64 = 0.6;

/// What a part of a vector takes where lists are stored, as a share of a vector in one.
const PART: f64 = 0.8;
