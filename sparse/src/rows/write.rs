//! Writes the kernel: pass by pass over some vectors of all rows, row by row, non-zero by non-zero.

use super::RowsSpec;
use super::price::{Parts, TYPICAL, Tile, price};
use crate::parts::{Panel, bytes, lanes, signed};
use crate::reach::Reach;
use crate::reading::{MatrixArguments, Scale, WORD, begin_repeated, element, end_repeated, index, length};
use crate::sums;
use alloc::vec::Vec;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::func::{Inst, Int, IntOp, Offset, Value, Vector};
use tensmith_core::kernel::spec::Layout;
use tensmith_core::kernel::{Builder, DataSpec};
use tensmith_core::registry::{DataGenerator, GenerateError, Generated, Offer, Refusal};
use tensmith_core::{OutOfMemory, Target};

/// Generator of products that read their positions.
#[derive(Clone, Copy, Debug)]
pub struct Rows;

impl DataGenerator for Rows {
    fn name(&self) -> &'static str {
        "tensmith.sparse.rows/1"
    }

    /// The cycles are predicted for one row with eight entries, as the specification does not say how many there are.
    fn offer(&self, spec: &dyn DataSpec, target: &Target) -> Result<Offer, Refusal> {
        let spec = spec.downcast_ref::<RowsSpec>().ok_or(Refusal::OtherKind)?;
        Ok(Offer::of(price(spec, target)?.cycles((1, TYPICAL), TYPICAL)))
    }

    fn generate(&self, spec: &dyn DataSpec, target: &Target, _: &Offer) -> Result<Generated, GenerateError> {
        let spec = spec.downcast_ref::<RowsSpec>().ok_or(GenerateError::OtherKind)?;
        let machine = target.machine();
        let parts = Parts::new(spec, &machine)?;
        let tile = Tile::of(parts.b.len(), &machine);
        let mut builder = Builder::new(self.name())?;
        let matrix = MatrixArguments::declare(&mut builder)?;
        let (b, c) = (builder.argument()?, builder.argument()?);
        let apart = match spec.layout() {
            Layout::RowMajor => spec.columns().ldb,
            Layout::ColumnMajor => 1,
        };
        let apart = Scale::of(apart.saturating_mul(spec.dtype().bytes()), &mut builder)?;
        let mut kernel = Kernel { builder, spec, machine: &machine, sets: tile.sets, apart };
        let held = tile.held.max(1);
        for (of_b, of_c) in parts.b.chunks(held).zip(parts.c.chunks(held)) {
            let (b, c) = (Panel { pointer: b, parts: of_b }, Panel { pointer: c, parts: of_c });
            kernel.pass(matrix, b, c)?;
        }
        Ok(kernel.builder.finish()?.into())
    }
}

/// Where the next non-zero's index and value are, and what of B it is multiplied with.
#[derive(Clone, Copy)]
struct At<'p> {
    index: Int,
    value: Int,
    b: Panel<'p>,
}

struct Kernel<'p> {
    builder: Builder,
    spec: &'p RowsSpec,
    machine: &'p Machine,
    /// Sets of sums.
    sets: usize,
    /// The distance from a row of B to the next, in bytes.
    apart: Scale,
}

impl Kernel<'_> {
    /// Some vectors of all rows.
    fn pass(&mut self, matrix: MatrixArguments, b: Panel<'_>, c: Panel<'_>) -> Result<(), OutOfMemory> {
        let (spec, builder) = (self.spec, &mut self.builder);
        let [pointers, rows, row] =
            [builder.copy(matrix.pointers)?, builder.copy(matrix.rows)?, builder.copy(c.pointer)?];
        // The entries of all rows follow one another: only the first has to be found.
        let first = self.index(pointers, 0)?;
        let index = self.element(matrix.indices, first, Scale::power(spec.index().bytes()))?;
        let value = self.element(matrix.values, first, Scale::power(spec.dtype().bytes()))?;
        let at = At { index, value, b };
        self.builder.begin_loop(rows)?;
        self.row(pointers, at, Panel { pointer: row, ..c })?;
        self.builder.advance(pointers, Offset::Const(signed(spec.index().bytes())))?;
        self.builder.advance(row, Offset::Const(self.row_of_c()))?;
        self.builder.end_loop()
    }

    /// One row.
    fn row(&mut self, pointers: Int, at: At<'_>, c: Panel<'_>) -> Result<(), OutOfMemory> {
        let count = length(&mut self.builder, pointers, self.spec.index())?;
        let start = self.spec.columns().start;
        let sums = sums::first(&mut self.builder, self.machine, c, start, self.sets)?;
        if self.sets == 1 {
            self.repeated(count, |kernel| kernel.entries(1, at, &sums))?;
        } else {
            let (shift, mask) = (signed(self.sets.trailing_zeros() as usize), signed(self.sets) - 1);
            let rounds = self.computed(IntOp::ShiftRight, count, shift)?;
            self.repeated(rounds, |kernel| kernel.entries(kernel.sets, at, &sums))?;
            let left = self.computed(IntOp::And, count, mask)?;
            self.repeated(left, |kernel| kernel.entries(1, at, &sums))?;
        }
        sums::store(&mut self.builder, self.machine, c, &sums)
    }

    /// Non-zeros that follow one another, each with sums of its own.
    fn entries(&mut self, count: usize, at: At<'_>, sums: &[Vec<Vector>]) -> Result<(), OutOfMemory> {
        let (dtype, index) = (self.spec.dtype(), self.spec.index());
        // Where machines multiply by lanes, the values come together.
        let is_shared =
            count > 1 && self.machine.multiplies_by_lane && self.machine.lanes(dtype).get() >= count;
        let shared = match is_shared {
            true => Some(self.builder.load(at.value, Offset::Const(0), lanes(dtype, count))?),
            false => None,
        };
        for (nth, sums) in sums.iter().take(count).enumerate() {
            let row = self.row_of_b(at, nth)?;
            let offset = Offset::Const(bytes(nth, dtype));
            let value = match shared {
                Some(values) => values,
                None if at.b.parts.iter().all(|(_, lanes)| lanes.count == 1) => {
                    self.builder.load(at.value, offset, lanes(dtype, 1))?
                }
                None => self.builder.load_all(at.value, offset, dtype)?,
            };
            let mut reach = Reach::new(self.machine, row);
            for (sum, part) in sums.iter().zip(at.b.parts) {
                let vector = reach.load(&mut self.builder, *part)?;
                self.builder.push(match shared {
                    Some(_) => Inst::MultiplyAddLane(*sum, vector, value, nth as u8, dtype),
                    None => Inst::MultiplyAdd(*sum, vector, value, dtype),
                })?;
            }
        }
        self.builder.advance(at.index, Offset::Const(signed(count.saturating_mul(index.bytes()))))?;
        self.builder.advance(at.value, Offset::Const(bytes(count, dtype)))
    }

    /// The address of the row of B that a non-zero is multiplied with.
    fn row_of_b(&mut self, at: At<'_>, nth: usize) -> Result<Int, OutOfMemory> {
        let column = self.index(at.index, nth)?;
        self.element(at.b.pointer, column, self.apart)
    }

    /// An index or a pointer of the matrix, as a number of 64 bits.
    fn index(&mut self, base: Int, nth: usize) -> Result<Int, OutOfMemory> {
        index(&mut self.builder, base, nth, self.spec.index())
    }

    /// The distance from a row of C to the next, in bytes.
    fn row_of_c(&self) -> i64 {
        let apart = match self.spec.layout() {
            Layout::RowMajor => self.spec.columns().ldc,
            Layout::ColumnMajor => 1,
        };
        bytes(apart, self.spec.dtype())
    }

    /// The address of an element by its number.
    fn element(&mut self, base: Int, number: Int, scale: Scale) -> Result<Int, OutOfMemory> {
        element(&mut self.builder, base, number, scale)
    }

    /// An operation on a number and a constant.
    fn computed(&mut self, op: IntOp, a: Int, b: i64) -> Result<Int, OutOfMemory> {
        let d = self.builder.int();
        self.builder.push(Inst::IntBinary(op, d, a, Value::Const(b), WORD))?;
        Ok(d)
    }

    /// Repeats something as often as a register says, which may be 0.
    fn repeated(
        &mut self,
        count: Int,
        body: impl FnOnce(&mut Self) -> Result<(), OutOfMemory>,
    ) -> Result<(), OutOfMemory> {
        begin_repeated(&mut self.builder, count)?;
        body(self)?;
        end_repeated(&mut self.builder)
    }
}
