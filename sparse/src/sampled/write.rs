//! Writes the kernel: row by row, entry by entry, along the vectors of two rows.

use super::SampledSpec;
use super::price::{SUMS, Tile, price, steps};
use crate::parts::{bytes, lanes, signed};
use crate::reach::Reach;
use crate::reading::{MatrixArguments, Scale, begin_repeated, element, end_repeated, index, length};
use crate::rows::TYPICAL;
use crate::sums;
use alloc::vec::Vec;
use tensmith_core::fallible::TryVec;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::func::{Inst, Int, Offset, Vector, VectorOp};
use tensmith_core::kernel::{Builder, DataSpec};
use tensmith_core::registry::{DataGenerator, GenerateError, Generated, Offer, Refusal};
use tensmith_core::{OutOfMemory, Target};

/// Generator of sampled products.
#[derive(Clone, Copy, Debug)]
pub struct SampledRows;

impl DataGenerator for SampledRows {
    fn name(&self) -> &'static str {
        "tensmith.sparse.sampled/1"
    }

    /// The cycles are predicted for one row with eight entries, as the specification does not say how many there are.
    fn offer(&self, spec: &dyn DataSpec, target: &Target) -> Result<Offer, Refusal> {
        let spec = spec.downcast_ref::<SampledSpec>().ok_or(Refusal::OtherKind)?;
        Ok(Offer::of(price(spec, target)?.cycles((1, TYPICAL), TYPICAL)))
    }

    fn generate(&self, spec: &dyn DataSpec, target: &Target, _: &Offer) -> Result<Generated, GenerateError> {
        let spec = spec.downcast_ref::<SampledSpec>().ok_or(GenerateError::OtherKind)?;
        let machine = target.machine();
        let tile = Tile::new(spec, &machine)?;
        let mut builder = Builder::new(self.name())?;
        let matrix = MatrixArguments::declare(&mut builder)?;
        let (x, y, out) = (builder.argument()?, builder.argument()?, builder.argument()?);
        let apart = Scale::of(spec.factors().ldy.saturating_mul(spec.dtype().bytes()), &mut builder)?;
        let [pointers, rows, x] =
            [builder.copy(matrix.pointers)?, builder.copy(matrix.rows)?, builder.copy(x)?];
        // The entries of all rows follow one another: only the first has to be found.
        let first = index(&mut builder, pointers, 0, spec.index())?;
        let size = Scale::power(spec.dtype().bytes());
        let at = At {
            index: element(&mut builder, matrix.indices, first, Scale::power(spec.index().bytes()))?,
            value: element(&mut builder, matrix.values, first, size)?,
            out: element(&mut builder, out, first, size)?,
            x,
            y,
        };
        let mut kernel = Kernel { builder, spec, machine: &machine, tile: &tile, apart };
        kernel.builder.begin_loop(rows)?;
        kernel.row(pointers, at)?;
        kernel.builder.advance(pointers, Offset::Const(signed(spec.index().bytes())))?;
        kernel.builder.advance(x, Offset::Const(bytes(spec.factors().ldx, spec.dtype())))?;
        kernel.builder.end_loop()?;
        Ok(kernel.builder.finish()?.into())
    }
}

/// Where the next entry's index, value and result are, the current row of X, and the start of Y.
#[derive(Clone, Copy)]
struct At {
    index: Int,
    value: Int,
    out: Int,
    x: Int,
    y: Int,
}

struct Kernel<'p> {
    builder: Builder,
    spec: &'p SampledSpec,
    machine: &'p Machine,
    tile: &'p Tile,
    /// The distance from a row of Y to the next, in bytes.
    apart: Scale,
}

impl Kernel<'_> {
    /// One row.
    fn row(&mut self, pointers: Int, at: At) -> Result<(), OutOfMemory> {
        let count = length(&mut self.builder, pointers, self.spec.index())?;
        let resident = if self.tile.is_resident { Some(self.vectors(at.x)?) } else { None };
        begin_repeated(&mut self.builder, count)?;
        self.entry(at, resident.as_deref())?;
        end_repeated(&mut self.builder)
    }

    /// One entry.
    fn entry(&mut self, at: At, resident: Option<&[Vector]>) -> Result<(), OutOfMemory> {
        let (dtype, one) = (self.spec.dtype(), lanes(self.spec.dtype(), 1));
        let column = index(&mut self.builder, at.index, 0, self.spec.index())?;
        let y = element(&mut self.builder, at.y, column, self.apart)?;
        let sums = self.products((at.x, resident), y)?;
        let sum = self.added_up(sums)?;
        let value = self.builder.load(at.value, Offset::Const(0), one)?;
        let result = self.builder.binary(VectorOp::Mul, sum, value, dtype)?;
        self.builder.store(result, at.out, Offset::Const(0), one)?;
        self.builder.advance(at.index, Offset::Const(signed(self.spec.index().bytes())))?;
        self.builder.advance(at.value, Offset::Const(bytes(1, dtype)))?;
        self.builder.advance(at.out, Offset::Const(bytes(1, dtype)))
    }

    /// The sums of products along two rows.
    fn products(
        &mut self,
        (x, resident): (Int, Option<&[Vector]>),
        y: Int,
    ) -> Result<Vec<Vector>, OutOfMemory> {
        let dtype = self.spec.dtype();
        let looped = self.tile.rounds > 0;
        let count = if looped { SUMS } else { self.tile.parts.len().clamp(1, SUMS) };
        let mut sums = Vec::new();
        for _ in 0..count {
            sums.try_push(self.builder.zero()?)?;
        }
        let [x, y] = if looped { self.rounds([x, y], &sums)? } else { [x, y] };
        let [mut row_x, mut row_y] = [x, y].map(|row| Reach::new(self.machine, row));
        for (nth, (part, sum)) in self.tile.parts.iter().zip(sums.iter().cycle()).enumerate() {
            let of_y = row_y.load(&mut self.builder, *part)?;
            let of_x = match resident.and_then(|resident| resident.get(nth)) {
                Some(vector) => *vector,
                None => row_x.load(&mut self.builder, *part)?,
            };
            self.builder.push(Inst::MultiplyAdd(*sum, of_x, of_y, dtype))?;
        }
        Ok(sums)
    }

    /// Most of two long rows, in a loop; returns where it ends.
    fn rounds(&mut self, rows: [Int; 2], sums: &[Vector]) -> Result<[Int; 2], OutOfMemory> {
        let dtype = self.spec.dtype();
        let width = self.machine.lanes(dtype).get();
        let [x, y] = [self.builder.copy(rows[0])?, self.builder.copy(rows[1])?];
        let count = self.builder.constant(signed(self.tile.rounds))?;
        self.builder.begin_loop(count)?;
        for (nth, sum) in sums.iter().enumerate() {
            let offset = Offset::Const(bytes(nth.saturating_mul(width), dtype));
            let of_x = self.builder.load(x, offset, lanes(dtype, width))?;
            let of_y = self.builder.load(y, offset, lanes(dtype, width))?;
            self.builder.push(Inst::MultiplyAdd(*sum, of_x, of_y, dtype))?;
        }
        let round = Offset::Const(bytes(SUMS.saturating_mul(width), dtype));
        self.builder.advance(x, round)?;
        self.builder.advance(y, round)?;
        self.builder.end_loop()?;
        Ok([x, y])
    }

    /// The vectors of a row that has no loop.
    fn vectors(&mut self, row: Int) -> Result<Vec<Vector>, OutOfMemory> {
        let (mut vectors, mut reach) = (Vec::new(), Reach::new(self.machine, row));
        for part in &self.tile.parts {
            vectors.try_push(reach.load(&mut self.builder, *part)?)?;
        }
        Ok(vectors)
    }

    /// The sum of all lanes of all vectors, in each lane.
    fn added_up(&mut self, sums: Vec<Vector>) -> Result<Vector, OutOfMemory> {
        let dtype = self.spec.dtype();
        let mut sum = match sums::added_up(&mut self.builder, sums, dtype)? {
            Some(sum) => sum,
            None => self.builder.zero()?,
        };
        for _ in 0..steps(self.spec, self.machine) {
            sum = self.builder.binary(VectorOp::AddPairs, sum, sum, dtype)?;
        }
        Ok(sum)
    }
}
