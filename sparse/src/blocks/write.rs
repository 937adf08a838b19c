//! Writes the kernel: pass by pass over some vectors of all rows, row of blocks by row of blocks, block by block.

use super::BlocksSpec;
use super::price::{Tile, by_lane, price};
use crate::parts::{Part, bytes, lanes, moved, signed};
use crate::reach::Reach;
use crate::reading::{MatrixArguments, Scale, begin_repeated, element, end_repeated, index, length};
use crate::rows::TYPICAL;
use alloc::vec::Vec;
use tensmith_core::fallible::TryVec;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::func::{Inst, Int, Offset, Vector};
use tensmith_core::kernel::spec::Start;
use tensmith_core::kernel::{Builder, DataSpec};
use tensmith_core::registry::{DataGenerator, GenerateError, Generated, Offer, Refusal};
use tensmith_core::{OutOfMemory, Target};

/// Generator of products with matrices of blocks.
#[derive(Clone, Copy, Debug)]
pub struct Blocks;

impl DataGenerator for Blocks {
    fn name(&self) -> &'static str {
        "tensmith.sparse.blocks/1"
    }

    /// The cycles are predicted for one row with eight blocks, as the specification does not say how many there are.
    fn offer(&self, spec: &dyn DataSpec, target: &Target) -> Result<Offer, Refusal> {
        let spec = spec.downcast_ref::<BlocksSpec>().ok_or(Refusal::OtherKind)?;
        let depth = TYPICAL.saturating_mul(spec.block().columns());
        Ok(Offer::of(price(spec, target)?.cycles((spec.block().rows(), depth), TYPICAL)))
    }

    fn generate(&self, spec: &dyn DataSpec, target: &Target, _: &Offer) -> Result<Generated, GenerateError> {
        let spec = spec.downcast_ref::<BlocksSpec>().ok_or(GenerateError::OtherKind)?;
        let machine = target.machine();
        let tile = Tile::new(spec, &machine)?;
        let mut builder = Builder::new(self.name())?;
        let matrix = MatrixArguments::declare(&mut builder)?;
        let (b, c) = (builder.argument()?, builder.argument()?);
        let (row, element) = (spec.columns().ldb.saturating_mul(spec.dtype().bytes()), spec.dtype().bytes());
        let apart = Scale::of(row.saturating_mul(spec.block().columns()), &mut builder)?;
        let size = Scale::of(element.saturating_mul(spec.block().elements()), &mut builder)?;
        let is_by_lane = by_lane(spec, &machine);
        let mut kernel = Kernel { builder, spec, machine: &machine, is_by_lane, apart, size };
        for parts in tile.parts.chunks(tile.held) {
            kernel.pass(matrix, (b, c), parts)?;
        }
        Ok(kernel.builder.finish()?.into())
    }
}

/// Where the next block's index and values are, and the start of B.
#[derive(Clone, Copy)]
struct At {
    index: Int,
    value: Int,
    b: Int,
}

struct Kernel<'p> {
    builder: Builder,
    spec: &'p BlocksSpec,
    machine: &'p Machine,
    /// Whether the values of a column are multiplied by lane.
    is_by_lane: bool,
    /// The distance in B from the rows of one column of blocks to those of the next, in bytes.
    apart: Scale,
    /// The bytes of a block.
    size: Scale,
}

impl Kernel<'_> {
    /// Some vectors of all rows.
    fn pass(
        &mut self,
        matrix: MatrixArguments,
        (b, c): (Int, Int),
        parts: &[Part],
    ) -> Result<(), OutOfMemory> {
        let (spec, builder) = (self.spec, &mut self.builder);
        let [pointers, rows, c] =
            [builder.copy(matrix.pointers)?, builder.copy(matrix.rows)?, builder.copy(c)?];
        // The blocks of all rows follow one another: only the first has to be found.
        let first = index(builder, pointers, 0, spec.index())?;
        let at = At {
            index: element(builder, matrix.indices, first, Scale::power(spec.index().bytes()))?,
            value: element(builder, matrix.values, first, self.size)?,
            b,
        };
        self.builder.begin_loop(rows)?;
        self.row(pointers, at, c, parts)?;
        let down = spec.columns().ldc.saturating_mul(spec.block().rows());
        self.builder.advance(pointers, Offset::Const(signed(spec.index().bytes())))?;
        self.builder.advance(c, Offset::Const(bytes(down, spec.dtype())))?;
        self.builder.end_loop()
    }

    /// One row of blocks.
    fn row(&mut self, pointers: Int, at: At, c: Int, parts: &[Part]) -> Result<(), OutOfMemory> {
        let count = length(&mut self.builder, pointers, self.spec.index())?;
        let sums = self.first_sums(c, parts)?;
        begin_repeated(&mut self.builder, count)?;
        self.block(at, parts, &sums)?;
        end_repeated(&mut self.builder)?;
        self.store(c, parts, &sums)
    }

    /// One block: column by column, each with one row of B.
    fn block(&mut self, at: At, parts: &[Part], sums: &[Vec<Vector>]) -> Result<(), OutOfMemory> {
        let (dtype, block) = (self.spec.dtype(), self.spec.block());
        let column = index(&mut self.builder, at.index, 0, self.spec.index())?;
        let rows = element(&mut self.builder, at.b, column, self.apart)?;
        let mut reach = Reach::new(self.machine, rows);
        for nth in 0..block.columns() {
            let row = bytes(nth.saturating_mul(self.spec.columns().ldb), dtype);
            let mut vectors = Vec::new();
            for part in parts {
                vectors.try_push(reach.load(&mut self.builder, moved(*part, row))?)?;
            }
            self.column(at.value, nth, sums, &vectors)?;
        }
        self.builder.advance(at.index, Offset::Const(signed(self.spec.index().bytes())))?;
        self.builder.advance(at.value, Offset::Const(bytes(block.elements(), dtype)))
    }

    /// Adds the products of a column's values, each with the same row of B.
    fn column(
        &mut self,
        values: Int,
        nth: usize,
        sums: &[Vec<Vector>],
        vectors: &[Vector],
    ) -> Result<(), OutOfMemory> {
        let (dtype, rows) = (self.spec.dtype(), self.spec.block().rows());
        let first = nth.saturating_mul(rows);
        let shared = match self.is_by_lane {
            true => {
                let offset = Offset::Const(bytes(first, dtype));
                Some(self.builder.load(values, offset, lanes(dtype, rows))?)
            }
            false => None,
        };
        for (row, sums) in sums.iter().enumerate() {
            let value = match shared {
                Some(shared) => shared,
                None => {
                    let offset = Offset::Const(bytes(first.saturating_add(row), dtype));
                    self.builder.load_all(values, offset, dtype)?
                }
            };
            for (sum, vector) in sums.iter().zip(vectors) {
                self.builder.push(match shared {
                    Some(_) => Inst::MultiplyAddLane(*sum, *vector, value, row as u8, dtype),
                    None => Inst::MultiplyAdd(*sum, *vector, value, dtype),
                })?;
            }
        }
        Ok(())
    }

    /// What the sums of each row start with.
    fn first_sums(&mut self, c: Int, parts: &[Part]) -> Result<Vec<Vec<Vector>>, OutOfMemory> {
        let (mut rows, mut reach) = (Vec::new(), Reach::new(self.machine, c));
        for row in 0..self.spec.block().rows() {
            let (down, mut sums) = (self.down(row), Vec::new());
            for part in parts {
                sums.try_push(match self.spec.columns().start {
                    Start::Nothing => self.builder.zero()?,
                    Start::Output => reach.load(&mut self.builder, moved(*part, down))?,
                })?;
            }
            rows.try_push(sums)?;
        }
        Ok(rows)
    }

    /// Stores the sums of each row.
    fn store(&mut self, c: Int, parts: &[Part], sums: &[Vec<Vector>]) -> Result<(), OutOfMemory> {
        let mut reach = Reach::new(self.machine, c);
        for (row, sums) in sums.iter().enumerate() {
            let down = self.down(row);
            for (part, sum) in parts.iter().zip(sums) {
                reach.store(&mut self.builder, moved(*part, down), *sum)?;
            }
        }
        Ok(())
    }

    /// How far a row of C is from the first of its row of blocks, in bytes.
    fn down(&self, row: usize) -> i64 {
        bytes(row.saturating_mul(self.spec.columns().ldc), self.spec.dtype())
    }
}
