//! How a row of blocks is computed, what it costs, and which blocks a matrix is cheapest in.

use super::BlocksSpec;
use crate::bcsr::{self, Block, BlockError};
use crate::columns::Columns;
use crate::csr::{Csr, Index};
use crate::parts::{Part, along};
use crate::rates::{Counts, filled, mispredicted, overlapped};
use crate::rows::{self, RowsSpec};
use alloc::vec::Vec;
use tensmith_core::isa::{Core, Machine};
use tensmith_core::kernel::DataSpec;
use tensmith_core::kernel::spec::{Layout, Start};
use tensmith_core::reference::Element;
use tensmith_core::registry::Refusal;
use tensmith_core::{DType, OutOfMemory, Target};

/// What a product with a matrix of blocks costs, in predicted cycles, with all that fits there in the first-level cache.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlocksPrice {
    /// For each call.
    pub per_call: f64,
    /// For each row of blocks.
    pub per_row: f64,
    /// For each block.
    pub per_block: f64,
    /// The core, whose caches large operands do not stay in.
    core: Core,
    columns: Columns,
    dtype: DType,
    block: Block,
}

impl BlocksPrice {
    /// Cycles of one call for a matrix of some rows and columns of elements with some blocks.
    #[must_use]
    pub fn cycles(&self, shape: (usize, usize), blocks: usize) -> f64 {
        let rows = shape.0 as f64 / self.block.rows() as f64;
        let busy = self.per_row * rows + self.per_block * blocks as f64;
        self.per_call + busy.max(filled(self.dtype, shape, self.columns, &self.core))
    }
}

/// The vectors along a row of B or C, and how many of them have sums at a time.
pub(super) struct Tile {
    pub(super) parts: Vec<Part>,
    pub(super) held: usize,
}

impl Tile {
    pub(super) fn new(spec: &BlocksSpec, machine: &Machine) -> Result<Self, OutOfMemory> {
        let (dtype, Columns { count, start, .. }) = (spec.dtype(), spec.columns());
        let parts = along((dtype, count), start, machine.lanes(dtype))?;
        // Each vector of B has a sum for each row; a value, and what is loaded ahead.
        let each = spec.block().rows().saturating_add(1);
        let most = (machine.vector_registers.saturating_sub(2) / each).max(1);
        let passes = parts.len().div_ceil(most).max(1);
        Ok(Self { held: parts.len().div_ceil(passes).max(1), parts })
    }
}

/// The price of the kernel that [`Blocks`](super::Blocks) makes.
///
/// # Errors
/// [`Refusal`], where it makes none.
pub fn price(spec: &BlocksSpec, target: &Target) -> Result<BlocksPrice, Refusal> {
    if let Some(feature) = target.lacking() {
        return Err(Refusal::Feature(feature));
    }
    let (machine, model, block) = (target.machine(), &target.core.model, spec.block());
    let tile = Tile::new(spec, &machine)?;
    let passes = tile.parts.len().div_ceil(tile.held) as f64;
    let (held, rows, columns) = (tile.held as f64, block.rows() as f64, block.columns() as f64);
    // By lane, the values of a column are one load.
    let values = if by_lane(spec, &machine) { 1.0 } else { rows };
    let of_block = Counts {
        multiply_adds: held * rows * columns,
        loads: (held + values) * columns + 1.0,
        // The distance, the address, and the loop.
        others: 6.0,
        ..Counts::default()
    };
    let is_added = spec.columns().start == Start::Output;
    let sums = held * rows;
    let of_row = Counts {
        loads: 2.0 + if is_added { sums } else { 0.0 },
        stores: sums,
        zeros: if is_added { 0.0 } else { sums },
        others: 8.0,
        ..Counts::default()
    };
    // The columns of a block add to the same sums, one after the other.
    let (busy, chained) = (of_block.cycles(model), f64::from(model.accumulate_latency) * columns);
    Ok(BlocksPrice {
        per_call: 10.0 + 5.0 * passes,
        per_row: passes * (of_row.cycles(model) + mispredicted(model)),
        per_block: passes * overlapped(busy, chained),
        core: target.core,
        columns: spec.columns(),
        dtype: spec.dtype(),
        block,
    })
}

/// Whether the values of a block's column are one vector, of whose lanes each is multiplied with.
pub(super) fn by_lane(spec: &BlocksSpec, machine: &Machine) -> bool {
    machine.multiplies_by_lane && machine.lanes(spec.dtype()).get() >= spec.block().rows()
}

/// The extents of blocks that are tried.
const EXTENTS: [usize; 4] = [1, 2, 4, 8];

/// The blocks in which a product with a matrix takes the fewest predicted cycles, and these; none where entries one by one take as
/// few.
///
/// # Errors
/// [`Refusal`], where there is no kernel.
pub fn best<T: Element, I: Index>(
    matrix: &Csr<T, I>,
    columns: Columns,
    target: &Target,
) -> Result<Option<(Block, f64)>, Refusal> {
    let (shape, entries) = (matrix.shape(), matrix.entries());
    let Ok(by_rows) = RowsSpec::new::<T, I>(Layout::RowMajor, columns) else { return Ok(None) };
    let mut least = rows::price(&by_rows, target)?.cycles(shape, entries);
    let mut found = None;
    for (rows, extent) in EXTENTS.into_iter().flat_map(|rows| EXTENTS.map(|columns| (rows, columns))) {
        let Ok(block) = Block::new(rows, extent) else { continue };
        if block.elements() == 1 {
            continue;
        }
        let blocks = match bcsr::count(matrix, block) {
            Ok(blocks) => blocks,
            Err(BlockError::OutOfMemory(error)) => return Err(error.into()),
            Err(_) => continue,
        };
        let Ok(spec) = BlocksSpec::new::<T, I>(block, columns) else { continue };
        let cycles = price(&spec, target)?.cycles(shape, blocks);
        if cycles < least {
            (least, found) = (cycles, Some((block, cycles)));
        }
    }
    Ok(found)
}
