//! The loops over tiles: over columns of tiles, and over the tiles in a column.
//!
//! Places walk: those in B and C move on by a column of tiles, those in A and C
//! by a tile. What is inside a tile is in `batch` (the product) and in `output` (C).

use super::batch::Product;
use super::behind::Behind;
use super::micro::PanelPointers;
use super::output::{Output, OutputPointers};
use super::problem::Problem;
use super::tile::{Shape, Tile, Tiling};
use crate::arguments::Arguments;
use crate::repeat::{Count, repeat};
use tensmith_core::kernel::spec::Factor;
use tensmith_core::kernel::{Builder, Func};
use tensmith_core::{OutOfMemory, Target};

/// The kernel for `problem`, cut by `shape`.
///
/// # Errors
/// [`OutOfMemory`].
pub(super) fn generate(
    name: &'static str,
    problem: &Problem,
    shape: Shape,
    target: &Target,
) -> Result<Func, OutOfMemory> {
    let (spec, machine) = (problem.spec(), target.machine());
    // Without a loop there is an instruction for several multiplications; C is moved and
    // touched by some more.
    let work = spec.m.saturating_mul(spec.n).saturating_mul(spec.k.saturating_add(4));
    let mut builder = Builder::sized(name, work)?;
    let arguments = Arguments::declare(&mut builder, problem.arguments())?;
    let has_product = spec.has_product();
    let behind = Behind::new(&mut builder, problem, &arguments)?;
    if !has_product && spec.beta == Factor::One && spec.epilogue.is_empty() {
        // The loops would leave C what it is.
        return behind.write(builder, target)?.finish();
    }
    let mut product =
        has_product.then(|| Product::new(&mut builder, problem, target, shape, &arguments)).transpose()?;
    let output = Output::new(&mut builder, problem, target, &arguments)?;
    let out = output.start();
    let tiling = Tiling::cut(spec.m, spec.n, shape, machine.lanes(spec.types.accumulator));
    let panels = match &mut product {
        Some(product) => {
            let panels = product.start(&mut builder, &arguments)?;
            product.preload(&mut builder, &tiling, panels.a)?;
            panels
        }
        None => PanelPointers { a: out.c, b: out.c },
    };
    let kept = product.as_ref().map_or(0, Product::kept);
    Kernel { product, output: output.with_kept(kept) }.all_tiles(
        &mut builder,
        &tiling,
        Corner { panels, out },
    )?;
    behind.write(builder, target)?.finish()
}

/// The place of a tile in each operand; those in A and B are of no use without a product.
#[derive(Clone, Copy)]
struct Corner {
    panels: PanelPointers,
    out: OutputPointers,
}

struct Kernel<'p> {
    product: Option<Product<'p>>,
    output: Output<'p>,
}

impl Kernel<'_> {
    fn all_tiles(&self, builder: &mut Builder, tiling: &Tiling, corner: Corner) -> Result<(), OutOfMemory> {
        let mut runs = tiling.columns().peekable();
        while let Some(columns) = runs.next() {
            let is_last = runs.peek().is_none() && columns.count == 1;
            repeat(builder, Count::Const(columns.count), |builder| {
                self.column_of_tiles(builder, tiling, columns.size, corner)?;
                if is_last { Ok(()) } else { self.next_columns(builder, columns.size, corner) }
            })?;
        }
        Ok(())
    }

    fn next_columns(&self, builder: &mut Builder, width: usize, corner: Corner) -> Result<(), OutOfMemory> {
        if let Some(product) = &self.product {
            product.next_columns(builder, width, corner.panels.b)?;
        }
        self.output.next_columns(builder, width, &corner.out)
    }

    fn column_of_tiles(
        &self,
        builder: &mut Builder,
        tiling: &Tiling,
        width: usize,
        corner: Corner,
    ) -> Result<(), OutOfMemory> {
        let corner = if tiling.is_one_high() { corner } else { self.copied(builder, corner)? };
        let mut runs = tiling.rows().peekable();
        while let Some(run) = runs.next() {
            let is_last = runs.peek().is_none() && run.count == 1;
            let tile = Tile { height: run.size, width };
            repeat(builder, Count::Const(run.count), |builder| {
                self.tile(builder, tile, corner)?;
                if is_last { Ok(()) } else { self.next_rows(builder, tile.height.rows(), corner) }
            })?;
        }
        Ok(())
    }

    /// A corner to be moved from tile to tile.
    fn copied(&self, builder: &mut Builder, corner: Corner) -> Result<Corner, OutOfMemory> {
        let PanelPointers { a, b } = corner.panels;
        let a = if self.product.is_some() { builder.copy(a)? } else { a };
        Ok(Corner { panels: PanelPointers { a, b }, out: self.output.copied(builder, corner.out)? })
    }

    fn next_rows(&self, builder: &mut Builder, rows: usize, corner: Corner) -> Result<(), OutOfMemory> {
        if let Some(product) = &self.product {
            product.next_rows(builder, rows, corner.panels.a)?;
        }
        self.output.next_rows(builder, rows, &corner.out)
    }

    fn tile(&self, builder: &mut Builder, tile: Tile, corner: Corner) -> Result<(), OutOfMemory> {
        self.output.expect(builder, tile, corner.out.c)?;
        let begun = self.output.begin(builder, tile, &corner.out)?;
        let results = match &self.product {
            Some(product) => product.add(builder, tile, begun, corner.panels)?,
            None => begun,
        };
        self.output.finish(builder, tile, results, &corner.out)
    }
}
