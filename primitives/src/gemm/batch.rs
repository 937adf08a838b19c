//! The product inside a tile: a loop over the pairs of a batch around the micro-kernel.
//!
//! A tile is at the same place in every block, so a block's panel is found by
//! adding the place of the block to the place of the tile. Constant distances
//! are added from pair to pair. Offsets are loaded, at the same index of two
//! arrays. Addresses are loaded as if they were offsets from address 0: then the
//! place of a tile is no pointer, but a distance.

use super::micro::{self, PanelPointers, Panels};
use super::output;
use super::parts::Parts;
use super::problem::Problem;
use super::sums::Sums;
use super::terms::Terms;
use super::tile::{Shape, Tile, Tiling};
use crate::address::{bytes, stride_in_bytes, times};
use crate::arguments::Arguments;
use crate::repeat::{Count, repeat};
use alloc::vec::Vec;
use tensmith_core::kernel::func::{Int, Offset, Vector};
use tensmith_core::kernel::spec::{Argument, Batch, Conjugation, Layout, Stride};
use tensmith_core::kernel::{Builder, GemmSpec};
use tensmith_core::{DType, OutOfMemory, Target, Types};

/// Bytes from one entry of an array of offsets or addresses to the next.
const ENTRY: i64 = 8;

/// `Σ_r A_r·B_r`.
pub(super) struct Product<'p> {
    spec: &'p GemmSpec,
    /// Which factors are conjugated, of complex numbers.
    conjugation: Option<Conjugation>,
    terms: Terms,
    shape: Shape,
    panels: Panels,
    blocks: Blocks,
}

/// How the blocks of a batch are found.
enum Blocks {
    Single,
    Strided { count: Count, step_a: Offset, step_b: Offset },
    Listed { count: Count, a: Array, b: Array },
}

/// How many pairs a batch has.
fn pairs(count: Stride, arguments: &Arguments) -> Count {
    match count {
        Stride::Fixed(count) => Count::Const(count.get()),
        Stride::Runtime => Count::Register(arguments.certain(Argument::BatchCount)),
    }
}

/// An array of places of blocks.
#[derive(Clone, Copy)]
struct Array {
    start: Int,
    /// Binary logarithm of the unit of its entries, in bytes.
    log2_unit: u8,
}

impl Array {
    /// The place of the panel of a block: the entry at `index` (in bytes) added to the tile's place.
    fn panel(self, builder: &mut Builder, index: Int, tile: Int) -> Result<Int, OutOfMemory> {
        let entry = builder.load_int(self.start, Offset::Register(index))?;
        let block = if self.log2_unit == 0 { entry } else { builder.shift_left(entry, self.log2_unit)? };
        builder.add(tile, Offset::Register(block))
    }
}

impl<'p> Product<'p> {
    /// The product of a problem that has one.
    pub(super) fn new(
        builder: &mut Builder,
        problem: &'p Problem,
        target: &Target,
        shape: Shape,
        arguments: &Arguments,
    ) -> Result<Self, OutOfMemory> {
        let spec = problem.spec();
        let Types { a: type_a, b: type_b, .. } = spec.types;
        let mut stride =
            |stride, argument, dtype| stride_in_bytes(builder, stride, arguments.get(argument), dtype);
        let lda = stride(spec.a.ld, Argument::Lda, type_a)?;
        let ldb = stride(spec.b.ld, Argument::Ldb, type_b)?;
        let blocks = match spec.batch {
            Batch::Single => Blocks::Single,
            Batch::Strided { count, a, b } => Blocks::Strided {
                count: pairs(count, arguments),
                step_a: stride(a, Argument::BatchStrideA, type_a)?,
                step_b: stride(b, Argument::BatchStrideB, type_b)?,
            },
            Batch::Offsets { count } => {
                let array = |argument, dtype: DType| {
                    let log2_unit = dtype.bytes().trailing_zeros() as u8;
                    Array { start: arguments.certain(argument), log2_unit }
                };
                let (a, b) = (array(Argument::OffsetsA, type_a), array(Argument::OffsetsB, type_b));
                Blocks::Listed { count: pairs(count, arguments), a, b }
            }
            Batch::Addresses { count } => {
                let array = |argument| Array { start: arguments.certain(argument), log2_unit: 0 };
                let (a, b) = (array(Argument::AddressesA), array(Argument::AddressesB));
                Blocks::Listed { count: pairs(count, arguments), a, b }
            }
        };
        let panels = Panels::new(builder, problem, target, shape, (lda, ldb))?;
        Ok(Self { spec, conjugation: problem.conjugation(), terms: problem.terms(), shape, panels, blocks })
    }

    /// The place of the first tile in A and in B.
    pub(super) fn start(
        &self,
        builder: &mut Builder,
        arguments: &Arguments,
    ) -> Result<PanelPointers, OutOfMemory> {
        Ok(match self.spec.batch {
            Batch::Addresses { .. } => PanelPointers { a: builder.constant(0)?, b: builder.constant(0)? },
            Batch::Single | Batch::Strided { .. } | Batch::Offsets { .. } => {
                PanelPointers { a: arguments.certain(Argument::A), b: arguments.certain(Argument::B) }
            }
        })
    }

    /// The vector registers that are kept across tiles.
    pub(super) fn kept(&self) -> usize {
        self.panels.preloaded.len()
    }

    /// Gathers what is preloaded of A, for tiles of such rows.
    pub(super) fn preload(
        &mut self,
        builder: &mut Builder,
        tiling: &Tiling,
        a: Int,
    ) -> Result<(), OutOfMemory> {
        if let (true, Some(rows)) = (self.shape.rows.are_preloaded(), tiling.rows().next()) {
            self.panels.preloaded = micro::gather(builder, self.spec, &self.panels, rows.size, a)?;
        }
        Ok(())
    }

    /// Moves a place in A on by `rows`.
    pub(super) fn next_rows(&self, builder: &mut Builder, rows: usize, a: Int) -> Result<(), OutOfMemory> {
        let step = match self.spec.a.layout {
            Layout::ColumnMajor => Offset::Const(bytes(rows, self.spec.types.a)),
            Layout::RowMajor => times(builder, self.panels.lda, rows)?,
        };
        builder.advance(a, step)
    }

    /// Moves a place in B on by `columns`.
    pub(super) fn next_columns(
        &self,
        builder: &mut Builder,
        columns: usize,
        b: Int,
    ) -> Result<(), OutOfMemory> {
        let step = match self.spec.b.layout {
            Layout::ColumnMajor => times(builder, self.panels.ldb, columns)?,
            Layout::RowMajor => {
                Offset::Const(bytes(columns.saturating_mul(self.panels.parts.get()), self.spec.types.b))
            }
        };
        builder.advance(b, step)
    }

    /// The sum of what the vectors of C `begun` hold and the product, for the tile at such
    /// pointers, which stay.
    pub(super) fn add(
        &self,
        builder: &mut Builder,
        tile: Tile,
        begun: Vec<Vector>,
        first: PanelPointers,
    ) -> Result<Vec<Vector>, OutOfMemory> {
        let parts = self.conjugation.map(|conjugation| Parts::new(conjugation, self.terms.lanes()));
        let begun = match parts {
            Some(parts) if output::begins_with_c(self.spec, tile, &self.panels.machine) => {
                parts.begin(builder, begun)?
            }
            _ => begun,
        };
        let sums = Sums::begin(builder, self.terms, tile, self.shape.sets, begun)?;
        let multiply = |builder: &mut Builder, pointers| {
            micro::multiply(builder, self.spec, &self.panels, tile, &sums, pointers)
        };
        match self.blocks {
            Blocks::Single => multiply(builder, first)?,
            Blocks::Strided { count, step_a, step_b } => {
                let pointers = PanelPointers { a: builder.copy(first.a)?, b: builder.copy(first.b)? };
                repeat(builder, count, |builder| {
                    multiply(builder, pointers)?;
                    builder.advance(pointers.a, step_a)?;
                    builder.advance(pointers.b, step_b)
                })?;
            }
            Blocks::Listed { count, a, b } => {
                let index = builder.constant(0)?;
                repeat(builder, count, |builder| {
                    let (a, b) = (a.panel(builder, index, first.a)?, b.panel(builder, index, first.b)?);
                    builder.advance(index, Offset::Const(ENTRY))?;
                    multiply(builder, PanelPointers { a, b })
                })?;
            }
        }
        match parts {
            Some(parts) => parts.joined(builder, sums),
            None => sums.finish(builder, self.panels.lanes),
        }
    }
}
