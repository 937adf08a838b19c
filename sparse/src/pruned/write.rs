//! Writes the kernel: pass by pass over some vectors of all rows, row by row, group by group; and what it costs.

use super::{GROUP, KEPT, PrunedSpec};
use crate::parts::{Panel, Part, along, bytes, signed};
use crate::rates::{Counts, overlapped};
use crate::reach::Reach;
use crate::reading::{Scale, element, index};
use crate::sums;
use alloc::vec::Vec;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::func::{Inst, Int, IntType, Offset, Vector};
use tensmith_core::kernel::spec::Start;
use tensmith_core::kernel::{Builder, DataSpec};
use tensmith_core::registry::{DataGenerator, GenerateError, Generated, Offer, Refusal};
use tensmith_core::{OutOfMemory, Target};

/// Generator of products with matrices of which two in four are kept.
#[derive(Clone, Copy, Debug)]
pub struct PrunedRows;

/// The vectors along a row of B or C, how many of them have sums at a time, and whether each value of a group has its own.
struct Tile {
    parts: Vec<Part>,
    held: usize,
    sets: usize,
}

impl Tile {
    fn new(spec: &PrunedSpec, machine: &Machine) -> Result<Self, OutOfMemory> {
        let parts =
            along((spec.dtype(), spec.columns().count), spec.columns().start, machine.lanes(spec.dtype()))?;
        // A value for each set, and two vectors of B on their way.
        let most = machine.vector_registers.saturating_sub(4).max(1);
        let passes = parts.len().div_ceil(most).max(1);
        let held = parts.len().div_ceil(passes).max(1);
        let sets = if held.saturating_mul(KEPT) <= most { KEPT } else { 1 };
        Ok(Self { parts, held, sets })
    }
}

/// Predicted cycles of some rows, at least one, with operands in the first-level cache.
///
/// # Errors
/// [`Refusal`], where no kernel is made.
pub fn price(spec: &PrunedSpec, target: &Target, rows: usize) -> Result<f64, Refusal> {
    if let Some(feature) = target.lacking() {
        return Err(Refusal::Feature(feature));
    }
    let (machine, model) = (target.machine(), &target.core.model);
    let tile = Tile::new(spec, &machine)?;
    let (held, kept, sets) = (tile.held as f64, KEPT as f64, tile.sets as f64);
    let group = Counts {
        multiply_adds: held * kept,
        loads: (held + 2.0) * kept,
        // For each value a distance and an address; three pointers and the loop.
        others: 2.0 * kept + 5.0,
        ..Counts::default()
    };
    let is_added = spec.columns().start == Start::Output;
    let row = Counts {
        multiply_adds: held * (sets - 1.0),
        loads: if is_added { held } else { 0.0 },
        stores: held,
        zeros: held * if is_added { sets - 1.0 } else { sets },
        others: 6.0,
    };
    let (busy, chained) = (group.cycles(model), f64::from(model.accumulate_latency) * kept / sets);
    let of_group = overlapped(busy, chained);
    let passes = tile.parts.len().div_ceil(tile.held) as f64;
    Ok(10.0 + passes * rows as f64 * (row.cycles(model) + spec.groups() as f64 * of_group))
}

impl DataGenerator for PrunedRows {
    fn name(&self) -> &'static str {
        "tensmith.sparse.pruned/1"
    }

    /// The cycles are predicted for one row, as the specification does not say how many there are.
    fn offer(&self, spec: &dyn DataSpec, target: &Target) -> Result<Offer, Refusal> {
        let spec = spec.downcast_ref::<PrunedSpec>().ok_or(Refusal::OtherKind)?;
        Ok(Offer::of(price(spec, target, 1)?))
    }

    fn generate(&self, spec: &dyn DataSpec, target: &Target, _: &Offer) -> Result<Generated, GenerateError> {
        let spec = spec.downcast_ref::<PrunedSpec>().ok_or(GenerateError::OtherKind)?;
        let machine = target.machine();
        let tile = Tile::new(spec, &machine)?;
        let mut builder = Builder::new(self.name())?;
        let rows = builder.argument()?;
        let at = At {
            places: builder.argument()?,
            values: builder.argument()?,
            b: builder.argument()?,
            c: builder.argument()?,
        };
        let apart = spec.columns().ldb.saturating_mul(spec.dtype().bytes());
        let apart = Scale::of(apart, &mut builder)?;
        let mut kernel = Kernel { builder, spec, machine: &machine, sets: tile.sets, apart };
        for parts in tile.parts.chunks(tile.held) {
            kernel.pass(rows, at, parts)?;
        }
        Ok(kernel.builder.finish()?.into())
    }
}

/// Where the next places and values are, the rows of B of a group, and the row of C.
#[derive(Clone, Copy)]
struct At {
    places: Int,
    values: Int,
    b: Int,
    c: Int,
}

struct Kernel<'p> {
    builder: Builder,
    spec: &'p PrunedSpec,
    machine: &'p Machine,
    /// Sets of sums.
    sets: usize,
    /// The distance from a row of B to the next, in bytes.
    apart: Scale,
}

impl Kernel<'_> {
    /// Some vectors of all rows.
    fn pass(&mut self, rows: Int, at: At, parts: &[Part]) -> Result<(), OutOfMemory> {
        let builder = &mut self.builder;
        let rows = builder.copy(rows)?;
        let [places, values, c] = [builder.copy(at.places)?, builder.copy(at.values)?, builder.copy(at.c)?];
        let down = Offset::Const(bytes(self.spec.columns().ldc, self.spec.dtype()));
        self.builder.begin_loop(rows)?;
        self.row(At { places, values, c, ..at }, parts)?;
        self.builder.advance(c, down)?;
        self.builder.end_loop()
    }

    /// One row.
    fn row(&mut self, at: At, parts: &[Part]) -> Result<(), OutOfMemory> {
        let (c, start) = (Panel { pointer: at.c, parts }, self.spec.columns().start);
        let sums = sums::first(&mut self.builder, self.machine, c, start, self.sets)?;
        if self.spec.groups() > 0 {
            let b = self.builder.copy(at.b)?;
            let count = self.builder.constant(signed(self.spec.groups()))?;
            self.builder.begin_loop(count)?;
            self.group(At { b, ..at }, parts, &sums)?;
            self.builder.end_loop()?;
        }
        sums::store(&mut self.builder, self.machine, c, &sums)
    }

    /// One group: each value with one of four rows of B.
    fn group(&mut self, at: At, parts: &[Part], sums: &[Vec<Vector>]) -> Result<(), OutOfMemory> {
        let dtype = self.spec.dtype();
        for (nth, sums) in (0..KEPT).zip(sums.iter().cycle()) {
            let place = index(&mut self.builder, at.places, nth, IntType::U8)?;
            let row = element(&mut self.builder, at.b, place, self.apart)?;
            let value = self.builder.load_all(at.values, Offset::Const(bytes(nth, dtype)), dtype)?;
            let mut reach = Reach::new(self.machine, row);
            for (sum, part) in sums.iter().zip(parts) {
                let vector = reach.load(&mut self.builder, *part)?;
                self.builder.push(Inst::MultiplyAdd(*sum, vector, value, dtype))?;
            }
        }
        let rows = self.spec.columns().ldb.saturating_mul(GROUP);
        self.builder.advance(at.places, Offset::Const(signed(KEPT)))?;
        self.builder.advance(at.values, Offset::Const(bytes(KEPT, dtype)))?;
        self.builder.advance(at.b, Offset::Const(bytes(rows, dtype)))
    }
}
