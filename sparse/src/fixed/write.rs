//! Writes the kernel: block by block of the columns, group by group of the rows.

use super::FixedSpec;
use super::group::{Group, groups};
use super::plan::{Blocks, Order, Place, Table, Tile, best};
use crate::columns::Columns;
use crate::kind::{Kind, kind};
use crate::parts::{Part, bytes, moved, signed};
use crate::reach::Reach;
use alloc::vec::Vec;
use tensmith_core::fallible::TryVec;
use tensmith_core::isa::Machine;
use tensmith_core::isa::model::CoreModel;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Address, Arithmetic, Func, Inst, Int, Lanes, Offset, Vector, VectorOp};
use tensmith_core::kernel::spec::Start;
use tensmith_core::registry::{GenerateError, Offer, Refusal};
use tensmith_core::{OutOfMemory, Target};

/// Generator of products with known positions.
#[derive(Clone, Copy, Debug)]
pub struct Fixed;

kind!(FixedSpec, Fixed);

impl Fixed {
    fn offered(spec: &FixedSpec, target: &Target) -> Result<Offer, Refusal> {
        let (tile, price) = best(spec, target)?;
        Ok(Offer { cycles: price.cycles, note: tile.note() })
    }

    fn written(spec: &FixedSpec, target: &Target, offer: &Offer) -> Result<Func, GenerateError> {
        let (machine, tile) = (target.machine(), Tile::noted(offer.note));
        let table = Table::new(&spec.template, spec.dtype, &machine);
        let registers = tile.left(&machine).unwrap_or(1);
        let groups = groups(&spec.template, tile.rows)?;
        let order = Order::new(&spec.template, &table, &groups, registers)?;
        let blocks = Blocks::new(spec, &machine, tile)?;
        let mut builder = Builder::sized(FixedSpec::NAME, offer.instructions())?;
        let at = At { factors: builder.argument()?, b: builder.argument()?, c: builder.argument()? };
        let (order, machine, model) = (&order, &machine, &target.core.model);
        let mut kernel = Kernel { builder, spec, table, order, machine, model, kept: Vec::new() };
        kernel.blocks(at, &blocks)?;
        Ok(kernel.builder.finish()?)
    }
}

/// Pointers to the table, and to the current columns.
#[derive(Clone, Copy)]
struct At {
    factors: Int,
    b: Int,
    c: Int,
}

struct Kernel<'p> {
    builder: Builder,
    spec: &'p FixedSpec,
    table: Table,
    order: &'p Order<'p>,
    machine: &'p Machine,
    model: &'p CoreModel,
    /// The registers that hold factors, by their numbers.
    kept: Vec<Vector>,
}

impl Kernel<'_> {
    /// All columns.
    fn blocks(&mut self, at: At, blocks: &Blocks) -> Result<(), OutOfMemory> {
        if self.order.is_resident {
            self.load_all(at.factors)?;
        }
        if blocks.count == 0 {
            return self.block(at, &blocks.rest);
        }
        if blocks.count == 1 && blocks.rest.is_empty() {
            return self.block(at, &blocks.whole);
        }
        let at = At { b: self.builder.copy(at.b)?, c: self.builder.copy(at.c)?, ..at };
        let length = signed(blocks.whole.len().saturating_mul(self.machine.vector_bytes));
        let count = self.builder.constant(signed(blocks.count))?;
        self.builder.begin_loop(count)?;
        self.block(at, &blocks.whole)?;
        self.builder.advance(at.b, Offset::Const(length))?;
        self.builder.advance(at.c, Offset::Const(length))?;
        self.builder.end_loop()?;
        if blocks.rest.is_empty() { Ok(()) } else { self.block(at, &blocks.rest) }
    }

    /// Loads every part of the table that is used, once.
    fn load_all(&mut self, factors: Int) -> Result<(), OutOfMemory> {
        let order = self.order;
        let mut reach = Reach::new(self.machine, factors);
        for (place, used) in order.places.iter().zip(&order.uses).filter(|(_, used)| used.is_loaded) {
            self.load_factors(&mut reach, *place, used.register)?;
        }
        Ok(())
    }

    /// Loads a part of the table into a register for factors.
    fn load_factors(
        &mut self,
        reach: &mut Reach<'_>,
        place: Place,
        register: usize,
    ) -> Result<(), OutOfMemory> {
        let ((begin, lanes), dtype) = (self.table.part(place.part), self.spec.dtype);
        let size = lanes.map_or(dtype.bytes(), Lanes::bytes);
        let Address { base, offset } = reach.at(&mut self.builder, begin, size)?;
        let vector = match lanes {
            Some(lanes) => self.builder.load(base, offset, lanes)?,
            None => self.builder.load_all(base, offset, dtype)?,
        };
        match self.kept.get_mut(register) {
            Some(kept) => *kept = vector,
            None => self.kept.try_push(vector)?,
        }
        Ok(())
    }

    /// Some vectors of all rows.
    fn block(&mut self, at: At, parts: &[Part]) -> Result<(), OutOfMemory> {
        let order = self.order;
        let mut uses = order.places.iter().zip(&order.uses);
        let machine = self.machine;
        let [mut factors, mut b, mut c] =
            [at.factors, at.b, at.c].map(|pointer| Reach::new(machine, pointer));
        for group in order.groups {
            let sums = self.first_sums(group, &mut c, parts)?;
            let (mut column, mut row) = (None, Vec::new());
            for ((nth, term), (place, used)) in group.terms.iter().zip(uses.by_ref()) {
                if column.replace(term.column) != Some(term.column) {
                    row = self.load_row(&mut b, self.spec.columns.ldb, term.column as usize, parts)?;
                }
                if used.is_loaded && !order.is_resident {
                    self.load_factors(&mut factors, *place, used.register)?;
                }
                let Some(factor) = self.kept.get(used.register).copied() else { continue };
                let first = nth.saturating_mul(parts.len());
                for (sum, vector) in sums.iter().skip(first).zip(&row) {
                    self.multiply_add((*sum, *vector), factor, *place)?;
                }
            }
            self.store(group, &mut c, parts, &sums)?;
        }
        Ok(())
    }

    /// Adds the product of a vector and a factor to a sum, or subtracts it.
    fn multiply_add(
        &mut self,
        (sum, vector): (Vector, Vector),
        factor: Vector,
        place: Place,
    ) -> Result<(), OutOfMemory> {
        let of = self.spec.dtype.arithmetic();
        let inst = match (self.machine.multiplies_by_lane, place.is_negated, of) {
            (true, ..) => of.multiply_add_lane(sum, vector, factor, place.lane),
            (false, true, Arithmetic::Float(of)) => Inst::MultiplySubtract(sum, vector, factor, of),
            (false, true, Arithmetic::Integer) => {
                let product = self.builder.binary(VectorOp::Mul, vector, factor, of)?;
                of.binary(VectorOp::Sub, sum, sum, product)
            }
            (false, false, _) => of.multiply_add(sum, vector, factor),
        };
        self.builder.push(inst)
    }

    /// What the sums of a group start with, row by row.
    fn first_sums(
        &mut self,
        group: &Group,
        c: &mut Reach<'_>,
        parts: &[Part],
    ) -> Result<Vec<Vector>, OutOfMemory> {
        let Columns { start, ldc, .. } = self.spec.columns;
        let (zeros, mut sums) = (group.zeros(self.model), Vec::new());
        for row in &group.rows {
            match start {
                Start::Output => sums.try_extend(self.load_row(c, ldc, *row, parts)?)?,
                Start::Nothing => {
                    for _ in parts {
                        sums.try_push(zeros.make(&mut self.builder, sums.len())?)?;
                    }
                }
            }
        }
        Ok(sums)
    }

    /// The vectors of a row.
    fn load_row(
        &mut self,
        matrix: &mut Reach<'_>,
        ld: usize,
        row: usize,
        parts: &[Part],
    ) -> Result<Vec<Vector>, OutOfMemory> {
        let begin = bytes(row.saturating_mul(ld), self.spec.dtype);
        let mut vectors = Vec::new();
        for part in parts {
            vectors.try_push(matrix.load(&mut self.builder, moved(*part, begin))?)?;
        }
        Ok(vectors)
    }

    /// Stores the sums of a group.
    fn store(
        &mut self,
        group: &Group,
        c: &mut Reach<'_>,
        parts: &[Part],
        sums: &[Vector],
    ) -> Result<(), OutOfMemory> {
        let ldc = self.spec.columns.ldc;
        for (row, sums) in group.rows.iter().zip(sums.chunks(parts.len().max(1))) {
            let begin = bytes(row.saturating_mul(ldc), self.spec.dtype);
            for (part, sum) in parts.iter().zip(sums) {
                c.store(&mut self.builder, moved(*part, begin), *sum)?;
            }
        }
        Ok(())
    }
}
