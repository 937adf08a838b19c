//! Cuts C into register tiles.
//!
//! A tile is some rows tall and some columns wide; its accumulators stay in registers while K is summed.
//! Most rows are covered by vectors: one accumulator for as many neighbouring rows as a vector has lanes,
//! updated by outer products of a vector of A and elements of B. A row can also be a *dot row*: its
//! accumulators hold partial sums of dot products, for as many positions of K as a vector has lanes, whose
//! lanes are added up at the end. That suits rows that would leave most lanes of a vector empty, and operands
//! that are both contiguous along K.
//!
//! From an A that is not, dot rows are gathered by shuffles, in each tile again. Where one tile has all rows,
//! and K is short, they can be *preloaded*: gathered once, for the tiles of all columns.
//!
//! Rows and columns are cut evenly (13 columns into 5, 4, 4), because the smallest tile is the one that a
//! core's latency slows down.

use crate::address::bytes;
use core::num::NonZero;
use tensmith_core::DType;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::GemmSpec;
use tensmith_core::kernel::func::Lanes;
use tensmith_core::kernel::spec::{Batch, Layout};

/// How a kernel is cut and unrolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The rows of a tile.
    pub rows: Rows,
    /// Greatest number of columns in a tile, at least 1.
    pub width: usize,
    /// Groups of positions of K in one pass of the loop over K, at least 1.
    pub unroll: usize,
    /// Sets of accumulators that take turns, so that a multiply-add need not wait for the one
    /// before it; at least 1. Outer products do so from position to position, dot products from group
    /// to group of a pass.
    pub sets: usize,
}

impl Shape {
    /// This shape with rows that the generator can cover: no dot rows if B is not contiguous along K, and
    /// none preloaded that cannot be. Where a machine does not multiply by lanes, the layout of A decides.
    #[must_use]
    pub(super) fn suiting(self, spec: &GemmSpec, machine: &Machine) -> Self {
        if !machine.multiplies_by_lane {
            return Self { rows: self.rows.by_broadcasts(spec, machine), ..self };
        }
        let lanes = machine.lanes(spec.types.accumulator);
        let rows = match (self.rows, spec.b.layout) {
            (Rows::OuterAndPreloaded(height), Layout::ColumnMajor) if !may_preload(spec, height, lanes) => {
                Rows::OuterAndDot(height)
            }
            (rows, Layout::ColumnMajor) | (rows @ (Rows::Outer(_) | Rows::Masked(_)), Layout::RowMajor) => {
                rows
            }
            (Rows::OuterAndDot(height) | Rows::OuterAndPreloaded(height), Layout::RowMajor) => {
                Rows::Outer(height)
            }
            (Rows::Dot(_), Layout::RowMajor) => Rows::Outer(NonZero::<usize>::MIN),
        };
        // What is preloaded of K has its registers, position by position.
        let unroll = if rows.are_preloaded() { self.unroll.max(spec.k / lanes) } else { self.unroll };
        Self { rows, unroll, ..self }
    }

    /// This shape for the parts of complex numbers: vectors of rows, and a set of accumulators, or two, for
    /// each part.
    #[must_use]
    pub(super) fn of_parts(self, machine: &Machine, parts: NonZero<usize>) -> Self {
        let height = self.rows.height();
        let rows = if machine.has_masks { Rows::Masked(height) } else { Rows::Outer(height) };
        Self { rows, sets: self.sets.next_multiple_of(parts.get()), ..self }
    }
}

/// The most groups of positions of K that are preloaded.
pub(super) const MAX_PRELOADED: usize = 8;

/// Whether dot rows can be kept in registers: there is a single A, whose rows are gathered, tiles of that
/// many vectors have all rows, and K is short.
pub(super) fn may_preload(spec: &GemmSpec, height: NonZero<usize>, lanes: NonZero<usize>) -> bool {
    let vectors = spec.m / lanes;
    spec.batch == Batch::Single
        && spec.a.layout == Layout::ColumnMajor
        && spec.m % lanes > 0
        && (1..=height.get()).contains(&vectors)
        && spec.k.div_ceil(lanes.get()) <= MAX_PRELOADED
}

/// The greatest number of rows in a tile, by what accumulates them. There are dot rows only where B is
/// contiguous along K.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// Vectors of rows. Rows that fill none are covered by a vector that overlaps the one
    /// above it, or by a narrow one where there is none above.
    Outer(NonZero<usize>),
    /// Vectors of rows. Rows that fill none are dot rows.
    OuterAndDot(NonZero<usize>),
    /// Vectors of rows, and dot rows that are gathered once and kept in registers: where tiles have all rows.
    OuterAndPreloaded(NonZero<usize>),
    /// Vectors of rows. Rows that fill none are some lanes of one: for machines with masks.
    Masked(NonZero<usize>),
    /// Every row is a dot row; at most as many as a vector has lanes.
    Dot(NonZero<usize>),
}

impl Rows {
    /// As many rows, or vectors of them, where elements of B are broadcast: dot rows of an A that is
    /// contiguous along K, if B is, too; else vectors.
    fn by_broadcasts(self, spec: &GemmSpec, machine: &Machine) -> Self {
        let height = self.height();
        let is_along = spec.a.layout == Layout::RowMajor && spec.b.layout == Layout::ColumnMajor;
        match is_along && spec.has_product() {
            true => Self::Dot(height),
            false if machine.has_masks => Self::Masked(height),
            false => Self::Outer(height),
        }
    }

    /// The same form of rows with another height.
    #[must_use]
    pub const fn of_height(self, height: NonZero<usize>) -> Self {
        match self {
            Self::Outer(_) => Self::Outer(height),
            Self::OuterAndDot(_) => Self::OuterAndDot(height),
            Self::OuterAndPreloaded(_) => Self::OuterAndPreloaded(height),
            Self::Masked(_) => Self::Masked(height),
            Self::Dot(_) => Self::Dot(height),
        }
    }

    /// The greatest number of vectors, or of dot rows where there are no others.
    #[must_use]
    pub const fn height(self) -> NonZero<usize> {
        let (Self::Outer(height)
        | Self::OuterAndDot(height)
        | Self::OuterAndPreloaded(height)
        | Self::Masked(height)
        | Self::Dot(height)) = self;
        height
    }

    /// Whether dot rows are kept in registers.
    pub(super) const fn are_preloaded(self) -> bool {
        matches!(self, Self::OuterAndPreloaded(_))
    }
}

/// The rows of a tile, from the top: vectors of them, then dot rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Height {
    /// Vectors of rows.
    pub vectors: usize,
    /// Rows from the start of the tile to the last of these vectors.
    pub last_start: usize,
    /// Rows that the last of these vectors holds; fewer than its lanes only where the matrix has
    /// no more rows.
    pub last_lanes: usize,
    /// Dot rows; at most as many as a vector has lanes.
    pub dot_rows: usize,
}

/// Widest tile: the distances of columns that no immediate reaches take an integer register each.
pub(super) const MAX_WIDTH: usize = 8;

/// Widest tile where elements of B are broadcast, so that columns take no registers but those of their sums.
pub const MAX_WIDTH_BY_BROADCASTS: usize = 24;

/// A register tile of C.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tile {
    pub(super) height: Height,
    /// Columns.
    pub(super) width: usize,
}

/// A tile as vectors find it in memory, where C is contiguous along its columns.
#[derive(Clone, Copy)]
pub(super) struct TileInMemory {
    pub(super) tile: Tile,
    /// The vectors of each column.
    pub(super) parts: Parts,
}

impl TileInMemory {
    /// The tile for vectors of `lanes` elements.
    pub(super) fn of(tile: Tile, dtype: DType, lanes: NonZero<usize>) -> Self {
        Self { tile, parts: tile.height.parts(dtype, lanes) }
    }

    /// Vectors in a column, or 1 if there are none.
    pub(super) fn height(self) -> usize {
        self.parts.len().max(1)
    }
}

/// `count` tiles of the same size, side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run<T> {
    /// How many tiles.
    pub count: usize,
    /// The size of each.
    pub size: T,
}

/// How C is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tiling {
    rows: Runs,
    columns: [Run<usize>; 2],
}

impl Height {
    /// `vectors` whole vectors of `lanes` rows.
    const fn whole(vectors: usize, lanes: usize) -> Self {
        let last_start = vectors.saturating_sub(1).saturating_mul(lanes);
        Self { vectors, last_start, last_lanes: if vectors == 0 { 0 } else { lanes }, dot_rows: 0 }
    }

    /// The fewest vectors of `lanes` rows that cover `rows`: the last one overlaps the one above it,
    /// or is narrow where there is none.
    #[must_use]
    pub const fn covering(rows: usize, lanes: NonZero<usize>) -> Self {
        let lanes = lanes.get();
        let last_lanes = if rows < lanes { rows } else { lanes };
        Self {
            vectors: rows.div_ceil(lanes),
            last_start: rows.saturating_sub(lanes),
            last_lanes,
            dot_rows: 0,
        }
    }

    /// Rows that vectors cover.
    #[must_use]
    pub const fn outer_rows(self) -> usize {
        self.last_start.saturating_add(self.last_lanes)
    }

    /// All rows.
    #[must_use]
    pub const fn rows(self) -> usize {
        self.outer_rows().saturating_add(self.dot_rows)
    }

    /// Accumulators that a column needs.
    #[must_use]
    pub const fn accumulators(self) -> usize {
        self.vectors.saturating_add(self.dot_rows)
    }

    /// Vectors that a column of C takes: the dot rows end up in one.
    #[must_use]
    pub const fn vectors_of_c(self) -> usize {
        self.vectors.saturating_add(if self.dot_rows > 0 { 1 } else { 0 })
    }

    /// First row and number of rows of vector `nth` of a column of C.
    #[must_use]
    pub const fn vector(self, nth: usize, lanes: usize) -> (usize, usize) {
        if nth == self.vectors {
            (self.outer_rows(), self.dot_rows)
        } else if nth.saturating_add(1) == self.vectors {
            (self.last_start, self.last_lanes)
        } else {
            (nth.saturating_mul(lanes), lanes)
        }
    }

    /// The vectors of a column of C, for vectors of `whole` elements.
    pub(super) fn parts(self, dtype: DType, whole: NonZero<usize>) -> Parts {
        let part = |start, count| {
            // No vector has more lanes than fit.
            let count = u8::try_from(count).unwrap_or(u8::MAX);
            (bytes(start, dtype), Lanes { dtype, count })
        };
        Parts {
            count: self.vectors_of_c(),
            vectors: self.vectors,
            second: part(whole.get(), whole.get()),
            last: part(self.last_start, self.last_lanes),
            dot_rows: part(self.outer_rows(), self.dot_rows),
        }
    }
}

/// The vectors of a column of a tile: where each begins, in bytes, and its lanes.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    count: usize,
    /// Vectors of rows, of which the second and the last are known.
    vectors: usize,
    second: (i64, Lanes),
    last: (i64, Lanes),
    /// The vector after these, if the tile has dot rows.
    dot_rows: (i64, Lanes),
}

impl Parts {
    /// How many vectors.
    pub(super) const fn len(self) -> usize {
        self.count
    }

    /// Vector `nth`, from the top.
    #[inline]
    pub(super) fn get(self, nth: usize) -> (i64, Lanes) {
        match self.vectors.wrapping_sub(nth) {
            0 => self.dot_rows,
            1 => self.last,
            // Within the tile, whose bytes have been counted.
            _ => (self.second.0.wrapping_mul(nth as i64), self.second.1),
        }
    }

    /// All vectors, from the top.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = (i64, Lanes)> + Clone {
        (0..self.count).map(move |nth| self.get(nth))
    }
}

impl Tiling {
    /// Cuts an m×n matrix into tiles of at most `shape`, for vectors of `lanes` elements.
    #[must_use]
    pub fn cut(m: usize, n: usize, shape: Shape, lanes: NonZero<usize>) -> Self {
        let rows = match shape.rows {
            Rows::Outer(height) => outer(m, height.get(), lanes),
            Rows::Masked(height) => masked(m, height.get(), lanes),
            Rows::OuterAndDot(height) | Rows::OuterAndPreloaded(height) => {
                outer_and_dot(m, height.get(), lanes)
            }
            Rows::Dot(height) => dot(m, height.get().min(lanes.get())),
        };
        Self { rows, columns: even(n, shape.width) }
    }

    /// From the top down; the last tile ends at the last row.
    pub fn rows(&self) -> impl Iterator<Item = &Run<Height>> {
        self.rows.iter().filter(|run| run.count > 0)
    }

    /// How many tiles the runs of rows have, of which some may be empty.
    pub(super) fn row_counts(&self) -> [usize; 3] {
        self.rows.map(|run| run.count)
    }

    /// How many tiles the runs of columns have, of which some may be empty.
    pub(super) fn column_counts(&self) -> [usize; 2] {
        self.columns.map(|run| run.count)
    }

    /// Whether one tile has all rows.
    #[must_use]
    pub fn is_one_high(&self) -> bool {
        self.rows.iter().map(|run| run.count).fold(0, usize::saturating_add) <= 1
    }

    /// From left to right, in columns.
    pub fn columns(&self) -> impl Iterator<Item = &Run<usize>> {
        self.columns.iter().filter(|run| run.count > 0)
    }
}

/// Up to three runs; those that are not needed have a count of 0.
type Runs = [Run<Height>; 3];

const NO_ROWS: Run<Height> = Run { count: 0, size: Height::whole(0, 0) };

fn outer(m: usize, height: usize, lanes: NonZero<usize>) -> Runs {
    let lane_count = lanes.get();
    let [larger, smaller] = whole(m.div_ceil(lane_count), height, lane_count);
    match m % lanes {
        0 => [larger, smaller, NO_ROWS],
        rest => {
            let missing = lane_count.saturating_sub(rest);
            with_special_last([larger, smaller], |last| {
                *last = Height::covering(last.rows().saturating_sub(missing), lanes);
            })
        }
    }
}

fn masked(m: usize, height: usize, lanes: NonZero<usize>) -> Runs {
    let [larger, smaller] = whole(m.div_ceil(lanes.get()), height, lanes.get());
    match m % lanes {
        0 => [larger, smaller, NO_ROWS],
        rest => with_special_last([larger, smaller], |last| last.last_lanes = rest),
    }
}

fn outer_and_dot(m: usize, height: usize, lanes: NonZero<usize>) -> Runs {
    if m < lanes.get() {
        return dot(m, m);
    }
    let [larger, smaller] = whole(m / lanes, height, lanes.get());
    match m % lanes {
        0 => [larger, smaller, NO_ROWS],
        rest => with_special_last([larger, smaller], |last| last.dot_rows = rest),
    }
}

fn dot(m: usize, height: usize) -> Runs {
    let size = |rows| Height { dot_rows: rows, ..Height::whole(0, 0) };
    let [larger, smaller] = even(m, height);
    [
        Run { count: larger.count, size: size(larger.size) },
        Run { count: smaller.count, size: size(smaller.size) },
        NO_ROWS,
    ]
}

fn whole(vectors: usize, height: usize, lanes: usize) -> [Run<Height>; 2] {
    even(vectors, height).map(|run| Run { count: run.count, size: Height::whole(run.size, lanes) })
}

/// Splits the last tile off and changes it; where there is none, makes one.
fn with_special_last([larger, smaller]: [Run<Height>; 2], change: impl FnOnce(&mut Height)) -> Runs {
    let (mut larger, mut smaller) = (larger, smaller);
    let run = if smaller.count > 0 { &mut smaller } else { &mut larger };
    let mut last = *run;
    run.count = run.count.saturating_sub(1);
    last.count = 1;
    change(&mut last.size);
    [larger, smaller, last]
}

/// Cuts `total` into the fewest parts of at most `limit`, as even as possible: the larger ones,
/// then those that are smaller by one.
pub(super) fn even(total: usize, limit: usize) -> [Run<usize>; 2] {
    let parts = total.div_ceil(limit.max(1)).max(1);
    let (small, larger) = (total / parts, total % parts);
    let smaller = if small == 0 { 0 } else { parts.saturating_sub(larger) };
    [Run { count: larger, size: small.saturating_add(1) }, Run { count: smaller, size: small }]
}
