//! Writes the kernel: pass by pass over some vectors of all rows, row of blocks by row of blocks, block by
//! block; what it costs, and which blocks a matrix is cheapest in.

use super::BlocksSpec;
use crate::bcsr::{self, Block, BlockError};
use crate::columns::Columns;
use crate::csr::{Csr, Index};
use crate::kind::{Kind, kind, machine_of};
use crate::parts::{Panel, Part, along, bytes, lanes, moved, row_bytes, signed};
use crate::price::Price;
use crate::rates::{Counts, mispredicted, overlapped};
use crate::reach::Reach;
use crate::reading::{Entry, Factor, MatrixArguments, Scale, Walk, element, index, repeated};
use crate::rows::{self, RowsSpec};
use crate::sums::Sums;
use alloc::vec::Vec;
use tensmith_core::fallible::TryVec;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Func, Int, Offset, Vector};
use tensmith_core::kernel::spec::Layout;
use tensmith_core::reference::Element;
use tensmith_core::registry::{GenerateError, Offer, Refusal};
use tensmith_core::{OutOfMemory, Target};

/// Generator of products with matrices of blocks.
#[derive(Clone, Copy, Debug)]
pub struct Blocks;

kind!(BlocksSpec, Blocks);

/// The vectors along a row of B or C, and how many of them have sums at a time.
struct Tile {
    parts: Vec<Part>,
    held: usize,
}

impl Tile {
    fn new(spec: &BlocksSpec, machine: &Machine) -> Result<Self, OutOfMemory> {
        let (dtype, Columns { count, start, .. }) = (spec.dtype, spec.columns);
        let parts = along((dtype, count), start, machine.lanes(dtype))?;
        // Each vector of B has a sum for each row; a value, and what is loaded ahead.
        let each = spec.block.rows().saturating_add(1);
        let most = (machine.vector_registers.saturating_sub(2) / each).max(1);
        let passes = parts.len().div_ceil(most).max(1);
        Ok(Self { held: parts.len().div_ceil(passes).max(1), parts })
    }
}

/// The price of the kernel that [`Blocks`](super::Blocks) makes.
///
/// # Errors
/// [`Refusal`], where it makes none.
pub fn price(spec: &BlocksSpec, target: &Target) -> Result<Price, Refusal> {
    let (machine, model, block) = (machine_of(target)?, &target.core.model, spec.block);
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
    let begun = Counts::sums(held * rows, 1.0, spec.columns.start);
    let of_row = Counts { loads: begun.loads + 2.0, others: 8.0, ..begun };
    // The columns of a block add to the same sums, one after the other.
    let (busy, chained) = (of_block.cycles(model), f64::from(model.accumulate_latency) * columns);
    Ok(Price {
        per_call: 10.0 + 5.0 * passes,
        per_row: passes * (of_row.cycles(model) + mispredicted(model)),
        per_entry: passes * overlapped(busy, chained),
        height: block.rows(),
        row: row_bytes(spec.dtype, spec.columns.count),
        core: target.core,
    })
}

/// Whether the values of a block's column are one vector, of whose lanes each is multiplied with.
fn by_lane(spec: &BlocksSpec, machine: &Machine) -> bool {
    machine.multiplies_by_lane && machine.lanes(spec.dtype).get() >= spec.block.rows()
}

/// The extents of blocks that are tried.
const EXTENTS: [usize; 4] = [1, 2, 4, 8];

/// The blocks in which a product with a matrix takes the fewest predicted cycles, and these; none where
/// entries one by one take as few.
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

impl Blocks {
    fn offered(spec: &BlocksSpec, target: &Target) -> Result<Offer, Refusal> {
        Ok(price(spec, target)?.offer(spec.block.columns()))
    }

    fn written(spec: &BlocksSpec, target: &Target, _: &Offer) -> Result<Func, GenerateError> {
        let (machine, size, block) = (&target.machine(), spec.dtype.bytes(), spec.block);
        let Columns { ldb, ldc, start, .. } = spec.columns;
        let tile = Tile::new(spec, machine)?;
        let mut builder = Builder::new(BlocksSpec::NAME)?;
        let matrix = MatrixArguments::declare(&mut builder)?;
        let (b, c) = (builder.argument()?, builder.argument()?);
        let row = ldb.saturating_mul(size);
        let apart = Scale::of(row.saturating_mul(block.columns()), &mut builder)?;
        let size = Scale::of(size.saturating_mul(block.elements()), &mut builder)?;
        let down = bytes(ldc.saturating_mul(block.rows()), spec.dtype);
        let sums = Sums { rows: block.rows(), sets: 1, down: bytes(ldc, spec.dtype), start };
        for parts in tile.parts.chunks(tile.held) {
            let c = Panel { pointer: c, parts };
            let walk = Walk { matrix, index: spec.index, size, c, down, sums };
            let blocks = RowOfBlocks { spec, machine, b: Panel { pointer: b, parts }, apart };
            walk.write(&mut builder, machine, |builder, first, count, sums| {
                repeated(builder, count, |builder| blocks.block(builder, first, sums))
            })?;
        }
        Ok(builder.finish()?)
    }
}

/// The blocks of a row, and what of B they are multiplied with.
struct RowOfBlocks<'p> {
    spec: &'p BlocksSpec,
    machine: &'p Machine,
    b: Panel<'p>,
    /// The distance in B from the rows of one column of blocks to those of the next, in bytes.
    apart: Scale,
}

impl RowOfBlocks<'_> {
    /// One block: column by column, each with one row of B.
    fn block(&self, builder: &mut Builder, at: Entry, sums: &[Vec<Vector>]) -> Result<(), OutOfMemory> {
        let BlocksSpec { dtype, block, index: of_index, columns } = *self.spec;
        let column = index(builder, at.index, 0, of_index)?;
        let rows = element(builder, self.b.pointer, column, self.apart)?;
        let mut reach = Reach::new(self.machine, rows);
        for nth in 0..block.columns() {
            let row = bytes(nth.saturating_mul(columns.ldb), dtype);
            let mut vectors = Vec::new();
            for part in self.b.parts {
                vectors.try_push(reach.load(builder, moved(*part, row))?)?;
            }
            self.column(builder, (at.values, nth), sums, &vectors)?;
        }
        builder.advance(at.index, Offset::Const(signed(of_index.bytes())))?;
        builder.advance(at.values, Offset::Const(bytes(block.elements(), dtype)))
    }

    /// One column of a block, whose values are loaded together where they are multiplied by lane.
    fn column(
        &self,
        builder: &mut Builder,
        (values, nth): (Int, usize),
        sums: &[Vec<Vector>],
        vectors: &[Vector],
    ) -> Result<(), OutOfMemory> {
        let (dtype, rows) = (self.spec.dtype, self.spec.block.rows());
        let place = |row: usize| Offset::Const(bytes(nth.saturating_mul(rows).saturating_add(row), dtype));
        let shared = match by_lane(self.spec, self.machine) {
            true => Some(builder.load(values, place(0), lanes(dtype, rows))?),
            false => None,
        };
        for (row, sums) in sums.iter().enumerate() {
            let factor = match shared {
                Some(values) => Factor::Lane(values, row as u8),
                None => Factor::Every(builder.load_all(values, place(row), dtype)?),
            };
            for (sum, vector) in sums.iter().zip(vectors) {
                builder.push(factor.multiply_add(*sum, *vector, dtype))?;
            }
        }
        Ok(())
    }
}
