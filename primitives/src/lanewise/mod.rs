//! Multiplications side by side, one in each lane: vectors run along what counts them.
//!
//! A register tile is some rows of A by some columns of B, for one vector of lanes or for a few neighbouring
//! ones. At each position of the sum it loads a vector of each row and of each column, and multiplies all
//! with all; so it is multiply-adds that limit it, and not loads, as where each sum stands alone. Nothing
//! but the lanes has to be contiguous: rows, columns and positions are anywhere, by `panel`.
//!
//! Rows and columns are cut into tiles that are nearly equal (`tile`). Inside of a tile are the vectors of
//! lanes, then the sum: the rows and columns of a tile are in the same lines of the cache for several
//! vectors. The last lanes, where they fill no vector, are in one that overlaps the one before it, if sums
//! start with nothing; if they start with the output, which must be added to once, they are accessed
//! narrowly.
//!
//! Tests: `tests/tests/primitives_lanewise.rs`, `tests/tests/primitives_wide_lines.rs`,
//! `tests/tests/primitives_hostile_specs.rs`.

mod panel;
mod tile;

use crate::address::{ColumnAccess, Walk, bytes};
use crate::arguments::Arguments;
use crate::blocks::{Blocks, Part};
use crate::pieces::Pieces;
use crate::repeat::{Count, Writer, repeat};
use alloc::vec::Vec;
use core::num::NonZero;
use panel::{Panel, Reach};
use tensmith_core::fallible::try_filled;
use tensmith_core::kernel::func::{Int, Offset, Vector, VectorOp};
use tensmith_core::kernel::spec::{Argument, LanewiseSpec, Start};
use tensmith_core::kernel::{Builder, KernelSpec};
use tensmith_core::registry::{GenerateError, Generated, KernelGenerator, Offer, Refusal};
use tensmith_core::{OutOfMemory, Target};
use tile::Tile;

/// Generator of multiplications in the lanes of vectors.
#[derive(Clone, Copy, Debug)]
pub struct Lanewise;

impl KernelGenerator for Lanewise {
    fn name(&self) -> &'static str {
        "tensmith.lanewise/1"
    }

    fn offer(&self, spec: &KernelSpec, target: &Target) -> Result<Offer, Refusal> {
        let KernelSpec::Lanewise(spec) = spec else { return Err(Refusal::OtherKind) };
        let machine = crate::vectors::machine(target)?;
        let (tile, cycles) = tile::best(spec, &machine, &target.core.model);
        Ok(Offer { cycles, note: tile.note() })
    }

    fn generate(
        &self,
        spec: &KernelSpec,
        target: &Target,
        offer: &Offer,
    ) -> Result<Generated, GenerateError> {
        let KernelSpec::Lanewise(lanewise) = spec else { return Err(GenerateError::OtherKind) };
        let mut builder = Builder::sized(self.name(), offer.instructions())?;
        let arguments = Arguments::declare(&mut builder, spec.arguments())?;
        let [a, b, c] = [Argument::A, Argument::B, Argument::C].map(|argument| arguments.certain(argument));
        let (machine, tile) = (target.machine(), Tile::noted(offer.note));
        let lanes = machine.lanes(lanewise.dtype);
        let blocks = Blocks::new((lanewise.dtype, lanewise.count), lanewise.start, lanes, tile.vectors)?;
        let moved = ColumnAccess::alone(target.core.model.forms.loads, &machine);
        let mut reach = |stride, count| {
            let stride = bytes(stride, lanewise.dtype);
            Reach::new(&mut builder, (&machine, moved.reach()), (stride, count), &blocks)
        };
        let rows = reach(lanewise.a.rows, tile.rows.get().min(lanewise.m))?;
        let columns = reach(lanewise.b.columns, tile.columns.get().min(lanewise.n))?;
        let (blocks, rows, columns) = (&blocks, &rows, &columns);
        let unrolled = tile::unrolled(&target.core.model);
        let mut kernel = Kernel { builder, spec: *lanewise, tile, unrolled, blocks, rows, columns, moved };
        kernel.tiles(Places { a, b, c })?;
        Ok(kernel.builder.finish()?.into())
    }
}

/// Pointers to the current places in the operands.
#[derive(Clone, Copy)]
struct Places {
    a: Int,
    b: Int,
    c: Int,
}

/// Rows and columns of the current tile.
type Extents = (usize, usize);

struct Kernel<'p> {
    builder: Builder,
    spec: LanewiseSpec,
    tile: Tile,
    /// Positions of the sum in a loop's body.
    unrolled: NonZero<usize>,
    blocks: &'p Blocks,
    /// The rows of A and the columns of B in a tile.
    rows: &'p Reach,
    columns: &'p Reach,
    /// How vectors of C are.
    moved: ColumnAccess,
}

impl Writer for Kernel<'_> {
    fn builder(&mut self) -> &mut Builder {
        &mut self.builder
    }
}

impl Kernel<'_> {
    /// All tiles, row by row.
    fn tiles(&mut self, at: Places) -> Result<(), OutOfMemory> {
        let LanewiseSpec { m, a, c, .. } = self.spec;
        let rows = Pieces::new(m, self.tile.rows);
        for (count, height) in rows.pieces() {
            repeat(self, Count::Const(count), |kernel| {
                kernel.row(height, at)?;
                if rows.is_whole() {
                    return Ok(());
                }
                kernel.advance(at.a, height, a.rows)?;
                kernel.advance(at.c, height, c.rows)
            })?;
        }
        Ok(())
    }

    /// A row of tiles.
    fn row(&mut self, height: usize, at: Places) -> Result<(), OutOfMemory> {
        let LanewiseSpec { n, b, c, .. } = self.spec;
        let columns = Pieces::new(n, self.tile.columns);
        if columns.is_whole() {
            return self.lanes((height, n), at);
        }
        let at = Places { a: at.a, b: self.builder.copy(at.b)?, c: self.builder.copy(at.c)? };
        for (count, width) in columns.pieces() {
            repeat(self, Count::Const(count), |kernel| {
                kernel.lanes((height, width), at)?;
                kernel.advance(at.b, width, b.columns)?;
                kernel.advance(at.c, width, c.columns)
            })?;
        }
        Ok(())
    }

    /// Moves a pointer by that many strides.
    fn advance(&mut self, pointer: Int, count: usize, stride: usize) -> Result<(), OutOfMemory> {
        let elements = count.saturating_mul(stride);
        self.builder.advance(pointer, Offset::Const(bytes(elements, self.spec.dtype)))
    }

    /// A tile, of all lanes.
    fn lanes(&mut self, extents: Extents, at: Places) -> Result<(), OutOfMemory> {
        let Blocks { count, whole, rest } = self.blocks;
        if *count == 1 && rest.is_empty() {
            return self.block(extents, at, whole);
        }
        let Places { a, b, c } = at;
        let moved = [self.builder.copy(a)?, self.builder.copy(b)?, self.builder.copy(c)?];
        let [a, b, c] = moved;
        let length = Offset::Const(self.blocks.length());
        repeat(self, Count::Const(*count), |kernel| {
            kernel.block(extents, Places { a, b, c }, whole)?;
            moved.into_iter().try_for_each(|pointer| kernel.builder.advance(pointer, length))
        })?;
        if rest.is_empty() { Ok(()) } else { self.block(extents, Places { a, b, c }, rest) }
    }

    /// A tile, of some vectors of lanes.
    fn block(&mut self, (height, width): Extents, at: Places, parts: &[Part]) -> Result<(), OutOfMemory> {
        let results = height.saturating_mul(width).saturating_mul(parts.len());
        let mut sums = try_filled(None, results)?;
        if self.spec.start == Start::Output {
            self.output((width, at.c), parts, &mut sums, load)?;
        }
        let rows = Panel::new(&mut self.builder, at.a, self.rows, (height, parts))?;
        let columns = Panel::new(&mut self.builder, at.b, self.columns, (width, parts))?;
        self.products(&rows, &columns, &mut sums)?;
        let further = self.spec.k.saturating_sub(1);
        let unrolled = self.unrolled;
        repeat(self, Count::Const(further / unrolled), |kernel| {
            (0..unrolled.get()).try_for_each(|_| kernel.further(&rows, &columns, &mut sums))
        })?;
        for _ in 0..further % unrolled {
            self.further(&rows, &columns, &mut sums)?;
        }
        self.output((width, at.c), parts, &mut sums, store)
    }

    /// The next position of the sum.
    fn further(
        &mut self,
        rows: &Panel<'_>,
        columns: &Panel<'_>,
        sums: &mut [Option<Vector>],
    ) -> Result<(), OutOfMemory> {
        let LanewiseSpec { dtype, a, b, .. } = self.spec;
        rows.advance(&mut self.builder, bytes(a.columns, dtype))?;
        columns.advance(&mut self.builder, bytes(b.rows, dtype))?;
        self.products(rows, columns, sums)
    }

    /// All products at a position of the sum. The sums are those of the first row, column by column, then
    /// those of the second, and so on; there are none before the first product.
    fn products(
        &mut self,
        rows: &Panel<'_>,
        columns: &Panel<'_>,
        sums: &mut [Option<Vector>],
    ) -> Result<(), OutOfMemory> {
        let (builder, dtype) = (&mut self.builder, self.spec.dtype);
        let mut of_rows = Vec::new();
        for row in 0..rows.count() {
            rows.load(builder, row, &mut of_rows)?;
        }
        let (vectors, width) = (rows.vectors(), columns.count());
        let mut of_column = Vec::new();
        for column in 0..width {
            of_column.clear();
            columns.load(builder, column, &mut of_column)?;
            let of_column = of_column.iter().cycle();
            let results = sums.chunks_mut(vectors.max(1)).skip(column).step_by(width.max(1)).flatten();
            for ((x, y), sum) in of_rows.iter().zip(of_column).zip(results) {
                match sum {
                    Some(sum) => builder.multiply_add(*sum, *x, *y, dtype)?,
                    None => *sum = Some(builder.binary(VectorOp::Mul, *x, *y, dtype)?),
                }
            }
        }
        Ok(())
    }

    /// Does something at the place of each sum in C.
    fn output(
        &mut self,
        (width, c): (usize, Int),
        parts: &[Part],
        sums: &mut [Option<Vector>],
        access: impl Fn(&mut Builder, &Walk, Part, &mut Option<Vector>) -> Result<(), OutOfMemory>,
    ) -> Result<(), OutOfMemory> {
        let LanewiseSpec { dtype, c: spacing, .. } = self.spec;
        let step = Offset::Const(bytes(spacing.columns, dtype));
        let extent = (width, self.blocks.length());
        let of_row = width.saturating_mul(parts.len()).max(1);
        for (row, sums) in sums.chunks_mut(of_row).enumerate() {
            let down = Offset::Const(bytes(row.saturating_mul(spacing.rows), dtype));
            let first = if row == 0 { c } else { self.builder.add(c, down)? };
            let mut walk = Walk::new(first, step, extent, self.moved);
            for (column, sums) in sums.chunks_mut(parts.len().max(1)).enumerate() {
                if column > 0 {
                    walk.next(&mut self.builder)?;
                }
                for (part, sum) in parts.iter().zip(sums) {
                    access(&mut self.builder, &walk, *part, sum)?;
                }
            }
        }
        Ok(())
    }
}

fn load(
    builder: &mut Builder,
    walk: &Walk,
    (start, lanes): Part,
    sum: &mut Option<Vector>,
) -> Result<(), OutOfMemory> {
    *sum = Some(walk.load(builder, start, lanes)?);
    Ok(())
}

fn store(
    builder: &mut Builder,
    walk: &Walk,
    (start, lanes): Part,
    sum: &mut Option<Vector>,
) -> Result<(), OutOfMemory> {
    sum.map_or(Ok(()), |sum| walk.store(builder, sum, start, lanes))
}
