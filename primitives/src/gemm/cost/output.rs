//! Counts what becomes of a tile of C: zeros and loads, sums, epilogue, and stores.

use super::facts::Cost;
use super::tile_work::Accumulated;
use crate::address::is_split;
use crate::gemm::tile::{Height, Tile};
use crate::gemm::{output, sums, transpose};
use crate::work::{Work, number, smaller};
use core::ops::Range;
use tensmith_core::isa::model::{AccessForm, IssueOrder};
use tensmith_core::kernel::spec::{Factor, Layout};

impl Cost<'_> {
    /// The cost of the sums of a tile once they are complete.
    pub(super) fn finish(&self, of: Accumulated) -> Work {
        let work = self.sums(of) + self.moves_of_c(of.tile) + self.epilogue(of.tile);
        let zeros = work.zeros * self.preferred_zeros;
        Work { vector: work.vector + (work.zeros - zeros), zeros, ..work }
    }

    /// The cost of the accumulators: zeroing, adding up sets, scaling, transposing.
    fn sums(&self, Accumulated { tile: Tile { height, width }, sets }: Accumulated) -> Work {
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
        let folds = columns * number(sums::folds(self.lanes, height.dot_rows));
        let transposing = match self.spec.c.layout {
            Layout::ColumnMajor => 0.0,
            Layout::RowMajor => {
                let lanes = self.lanes.get();
                let whole = height.vectors.saturating_sub(1);
                // Rows that the vector above has, too, are transposed with that.
                let shared = whole.saturating_mul(lanes).saturating_sub(height.last_start);
                let of = |rows: Range<usize>| self.shuffles(width, &rows);
                let last = of(shared..height.last_lanes) + of(0..height.dot_rows);
                number(width.div_ceil(lanes)) * (number(whole) * of(0..lanes) + last)
            }
        };
        let vector = more_sets + folds + vectors * factors + transposing;
        Work { vector, zeros, slots: vector + zeros, ..Work::default() }
    }

    /// The cost of the operations on a tile before it is stored.
    fn epilogue(&self, tile: Tile) -> Work {
        if self.spec.epilogue.is_empty() {
            return Work::default();
        }
        let vectors = number(transpose::vectors(tile));
        let [from_first, from_second] = self.needs;
        let links = output::links_begun(self.spec, self.terms, tile, &self.machine);
        let (needs, begun) = match (links, output::begins_with_c(self.spec, tile, &self.machine)) {
            (0, _) => (from_first, Work::default()),
            // Loads instead of zeros.
            (_, false) => (from_second, Work { loads: vectors, zeros: -vectors, ..Work::default() }),
            (_, true) => (
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
        let split = if is_split(last_lanes, self.lanes) { number(columns) } else { 0.0 };
        let moved = count + split;
        let (loaded, stores) = if vectors == 1 && last_lanes.saturating_mul(2) <= lanes && is_dense {
            self.halves(columns)
        } else {
            let is_paired = is_dense && (split > 0.0 || self.is_whole_c);
            let of_column = if is_paired { 0 } else { self.unpaired(Tile { height, width }, vectors) };
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
            AccessForm::Lists => number(columns) * number(vectors.saturating_sub(1) / 4) * ways,
            AccessForm::Single | AccessForm::Pairs => 0.0,
        };
        // Each vector is widened by an instruction of its own, and narrowed by some.
        let converted = match self.spec.types.output.narrow() {
            Some(narrow) => count * (ways - 1.0 + number(narrow.instructions())),
            None => 0.0,
        };
        let vector = added + lane_moves + converted;
        let slots = vector + lane_moves + loads + stores * storing + addresses;
        Work { vector, loads, stores, zeros: 0.0, slots }
    }

    /// Vectors of a column of a tile of C without a neighbour that they are stored with, where a column has
    /// `vectors`: those that are left of pairs, and that overlap another one.
    fn unpaired(&self, Tile { height, width }: Tile, vectors: usize) -> usize {
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
            AccessForm::Lists => whole.max(usize::from(whole == 0)),
            AccessForm::Single | AccessForm::Pairs => whole / 2 * 2,
        };
        // The last one of two parts is counted as such.
        let split = usize::from(is_split(rows, self.lanes));
        vectors.saturating_sub(paired.max(split))
    }

    /// How many neighbouring vectors could be stored for what vectors without a neighbour, and parts of
    /// vectors, take in addition.
    fn alone(&self, vectors: f64, parts: f64) -> f64 {
        match (self.model.order, self.model.forms.stores) {
            // On in-order cores, there is time for them while results are waited for.
            (IssueOrder::InOrder { .. }, _) => 0.0,
            (_, AccessForm::Lists) => vectors * NO_LIST,
            // Pairs take longer than single vectors.
            _ if self.stores_one_by_one() => 0.0,
            // Where pairs are stored as fast as one vector, that is as many.
            _ => vectors + parts,
        }
    }

    /// For how many vectors halves count that are neighbours, where these are loaded, and where they are
    /// stored: pairs of them are one vector.
    fn halves(&self, count: usize) -> (f64, f64) {
        let (pairs, count) = (number(count.div_ceil(2)), number(count));
        let loads = if self.model.forms.loads == AccessForm::Pairs { pairs } else { count };
        let stores = match self.model.forms.stores {
            AccessForm::Lists => count * PART,
            AccessForm::Pairs if self.stores_one_by_one() => pairs,
            AccessForm::Pairs | AccessForm::Single => count,
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

    /// The cost of vectors of `lanes` in addition to whole ones that run along the columns
    /// of C, one in each row.
    pub(super) fn splits_of_c(&self, lanes: usize) -> Work {
        let height = Height::covering(self.spec.m, self.lanes);
        let moves = |width: usize| self.moves_of_c(Tile { height, width });
        moves(lanes) + moves(self.lanes.get()) * -1.0
    }

    /// Moves of the pointers into C during which nothing else can be done.
    pub(super) fn steps(&self, tile: Tile) -> f64 {
        let (columns, rows) = match self.spec.c.layout {
            Layout::ColumnMajor => (tile.width, tile.height.rows()),
            Layout::RowMajor => (tile.height.rows(), tile.width),
        };
        let steps = columns.saturating_sub(1);
        let (is_read, all) = (self.spec.beta != Factor::Zero, number(steps));
        let both = if is_read { all * 2.0 } else { all };
        let Some(ld) = self.spec.c.ld.known() else { return both };
        let extent = ld.saturating_mul(steps).saturating_add(rows);
        // Offsets that are not whole vectors reach less far, and no pairs.
        let near = if self.is_whole_c { self.near_c } else { self.anywhere_c.get() };
        match self.model.forms.loads {
            _ if extent <= near => 0.0,
            // A pointer that is moved for one column may reach the next ones.
            AccessForm::Single if is_read && !self.is_whole_c => {
                all + number(steps.min(extent / self.anywhere_c))
            }
            _ => both,
        }
    }

    fn reads_c(&self) -> bool {
        self.spec.beta != Factor::Zero
    }

    /// Whether C is added to complete sums.
    pub(super) fn adds_late(&self, height: Height) -> bool {
        let is_late =
            self.machine.folds_loads || self.spec.c.layout == Layout::RowMajor || height.dot_rows > 1;
        self.reads_c() && is_late
    }
}

/// The cost of a vector that is stored in no list, beyond that of one in a list.
const NO_LIST: f64 = 0.6;

/// The cost of a part of a vector where lists are stored, as a share of a vector in one.
const PART: f64 = 0.8;
