//! Cuts C into register tiles.
//!
//! A tile is a number of vectors high and a number of columns wide; its
//! accumulators, one vector per column and height, stay in registers while K is
//! summed. Rows and columns are cut evenly (13 columns into 5, 4, 4), because
//! the smallest tile is the one that a core's latency slows down. Of all tile
//! sizes that fit the registers, the one with the fewest predicted cycles is
//! taken.

use super::{output, pressure};
use alloc::vec::Vec;
use core::num::NonZero;
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::TryVec;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::spec::{Factor, GemmSpec, Layout};
use tensmith_core::target::CoreModel;

/// Tallest tile, in vectors.
const MAX_HEIGHT: usize = 4;

/// The rows of a tile: whole vectors, and perhaps a last one that is special.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Height {
    /// Vectors, the last one included.
    pub vectors: NonZero<usize>,
    /// Rows from the start of the tile to the last vector.
    pub last_start: usize,
    /// Rows that the last vector holds; fewer than its lanes only where the matrix is that low.
    pub last_lanes: usize,
}

/// `count` tiles of the same size, side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run<T> {
    /// How many.
    pub count: usize,
    /// Their size.
    pub size: T,
}

/// How C is cut.
#[derive(Debug, PartialEq, Eq)]
pub struct Tiling {
    /// From the top down.
    pub rows: Vec<Run<Height>>,
    /// From left to right, in columns.
    pub columns: Vec<Run<usize>>,
    /// Predicted cycles of the whole kernel.
    pub cycles: u64,
}

/// Tile size in vectors and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Size {
    height: usize,
    width: usize,
}

impl Tiling {
    /// The best tiling of `spec` for a machine and a core.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn choose(spec: &GemmSpec, machine: Machine, model: CoreModel) -> Result<Self, OutOfMemory> {
        let lanes = machine.lanes(spec.dtype);
        let vectors = spec.m.div_ceil(lanes.get());
        let mut best: Option<(u64, Size)> = None;
        for height in 1..=MAX_HEIGHT.min(vectors) {
            for width in 1..=spec.n.min(machine.vector_registers) {
                let size = Size { height, width };
                if !size.fits(spec, machine, lanes) {
                    break;
                }
                let cycles = predict(spec, size, vectors, lanes, model);
                if best.is_none_or(|(least, _)| cycles <= least) {
                    best = Some((cycles, size));
                }
            }
        }
        let (cycles, size) = best.unwrap_or((0, Size { height: 1, width: 1 }));
        Ok(Self { rows: rows(spec.m, size.height, lanes)?, columns: columns(spec.n, size.width)?, cycles })
    }
}

impl Size {
    /// Whether the registers hold the accumulators, one group of B and what A needs.
    fn fits(self, spec: &GemmSpec, machine: Machine, lanes: NonZero<usize>) -> bool {
        let lanes = lanes.get();
        let in_vectors = self.width.div_ceil(lanes);
        let (a, b) = match (spec.a.layout, spec.b.layout) {
            (Layout::ColumnMajor, Layout::ColumnMajor) => (2, self.width),
            (Layout::ColumnMajor, Layout::RowMajor) => (2, in_vectors.saturating_mul(2)),
            // A is transposed in registers, a square of vectors at a time.
            (Layout::RowMajor, Layout::ColumnMajor) => (lanes.saturating_mul(2), self.width),
            (Layout::RowMajor, Layout::RowMajor) => {
                (lanes.saturating_mul(2), in_vectors.saturating_mul(lanes))
            }
        };
        let beside = a.saturating_add(b).max(output::registers(spec, self.height));
        let vectors = self.height.saturating_mul(self.width).saturating_add(beside);
        self.width <= 8
            && vectors <= machine.vector_registers
            && pressure::integers(spec, machine, self.height, self.width) <= machine.int_registers
    }
}

/// Predicted cycles for tiles of at most `size`.
fn predict(spec: &GemmSpec, size: Size, vectors: usize, lanes: NonZero<usize>, model: CoreModel) -> u64 {
    let mut total = 0u64;
    for rows in even(vectors, size.height) {
        for columns in even(spec.n, size.width) {
            let size = Size { height: rows.size.get(), width: columns.size.get() };
            let tiles = (rows.count as u64).saturating_mul(columns.count as u64);
            total = total.saturating_add(tiles.saturating_mul(tile_cycles(spec, size, lanes, model)));
        }
    }
    // Tenths of cycles, so that small differences count.
    total / 10
}

/// Predicted tenths of cycles of one tile.
fn tile_cycles(spec: &GemmSpec, size: Size, lanes: NonZero<usize>, model: CoreModel) -> u64 {
    let tenths = |count: usize, rate: u32| 10 * count as u64 / u64::from(rate.max(1));
    let Size { height, width } = size;
    let accumulators = height * width;
    let b_loads = width.div_ceil(lanes.get());
    let transposing = if spec.a.layout == Layout::RowMajor { 2 * height } else { 0 };
    let per_k = tenths(accumulators + transposing, model.multiply_adds)
        .max(tenths(height + b_loads, model.moves))
        .max(tenths(accumulators + height + b_loads + transposing, model.width))
        .max(10 * u64::from(model.accumulate_latency));
    let moves_of_c = match spec.beta {
        Factor::Zero => 1,
        Factor::One | Factor::Runtime => 2,
    };
    let start = tenths(moves_of_c * accumulators, model.moves) + 100;
    (spec.k as u64).saturating_mul(per_k).saturating_add(start)
}

/// Cuts `total` into the fewest parts of at most `limit`, as even as possible, the larger ones
/// first.
fn even(total: usize, limit: usize) -> impl Iterator<Item = Run<NonZero<usize>>> {
    let parts = total.div_ceil(limit.max(1)).max(1);
    let (small, larger) = (total / parts, total % parts);
    let runs = [(larger, small.saturating_add(1)), (parts - larger, small)].into_iter();
    runs.filter_map(|(count, size)| Some(Run { count, size: NonZero::new(size)? }))
        .filter(|run| run.count > 0)
}

fn columns(n: usize, limit: usize) -> Result<Vec<Run<usize>>, OutOfMemory> {
    let mut runs = Vec::new();
    runs.try_extend(even(n, limit).map(|run| Run { count: run.count, size: run.size.get() }))?;
    Ok(runs)
}

/// Cuts `m` rows into tiles; the last tile's last vector ends at row `m`. Where rows are left
/// over, it overlaps the vector above it, which is in the same tile, or (a single low vector)
/// holds fewer lanes.
fn rows(m: usize, limit: usize, lanes: NonZero<usize>) -> Result<Vec<Run<Height>>, OutOfMemory> {
    let whole = |vectors: NonZero<usize>| Height {
        vectors,
        last_start: (vectors.get() - 1) * lanes.get(),
        last_lanes: lanes.get(),
    };
    let mut runs: Vec<Run<Height>> = Vec::new();
    runs.try_extend(
        even(m.div_ceil(lanes.get()), limit).map(|run| Run { count: run.count, size: whole(run.size) }),
    )?;
    let (rest, Some(last)) = (m % lanes, runs.last_mut()) else { return Ok(runs) };
    if rest == 0 {
        return Ok(runs);
    }
    let missing = lanes.get() - rest;
    let mut special = last.size;
    if special.vectors.get() > 1 {
        special.last_start -= missing;
    } else {
        special.last_lanes -= missing;
    }
    if last.count == 1 {
        last.size = special;
    } else {
        last.count -= 1;
        runs.try_push(Run { count: 1, size: special })?;
    }
    Ok(runs)
}
