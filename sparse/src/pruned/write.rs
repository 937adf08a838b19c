//! Writes the kernel: pass by pass over some vectors of all rows, row by row, group by
//! group; and what it costs.

use super::{GROUP, KEPT, PrunedSpec};
use crate::columns::Columns;
use crate::kind::{Kind, kind, machine_of};
use crate::parts::{Panel, Part, along, bytes, row_bytes, signed};
use crate::price::Price;
use crate::rates::{Counts, overlapped};
use crate::reading::{Factor, Scale, element, index};
use crate::sums::Sums;
use alloc::vec::Vec;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Func, Int, IntType, Offset, Vector};
use tensmith_core::registry::{GenerateError, Offer, Refusal};
use tensmith_core::{OutOfMemory, Target};

/// Generator of products with matrices of which two in four are kept.
#[derive(Clone, Copy, Debug)]
pub struct PrunedRows;

kind!(PrunedSpec, PrunedRows);

/// The vectors along a row of B or C, how many of them have sums at a time, and whether each value of
/// a group has its own.
struct Tile {
    parts: Vec<Part>,
    held: usize,
    sets: usize,
}

impl Tile {
    fn new(spec: &PrunedSpec, machine: &Machine) -> Result<Self, OutOfMemory> {
        let parts = along((spec.dtype, spec.columns.count), spec.columns.start, machine.lanes(spec.dtype))?;
        // A value for each set, and two vectors of B on their way.
        let most = machine.vector_registers.saturating_sub(4).max(1);
        let passes = parts.len().div_ceil(most).max(1);
        let held = parts.len().div_ceil(passes).max(1);
        let sets = if held.saturating_mul(KEPT) <= most { KEPT } else { 1 };
        Ok(Self { parts, held, sets })
    }
}

/// The price of the kernel that [`PrunedRows`] makes. Entries are groups.
///
/// # Errors
/// [`Refusal`], where it makes none.
pub fn price(spec: &PrunedSpec, target: &Target) -> Result<Price, Refusal> {
    let (machine, model) = (machine_of(target)?, &target.core.model);
    let tile = Tile::new(spec, &machine)?;
    let (held, kept, sets) = (tile.held as f64, KEPT as f64, tile.sets as f64);
    let group = Counts {
        multiply_adds: held * kept,
        loads: (held + 2.0) * kept,
        // For each value a distance and an address; three pointers and the loop.
        others: 2.0 * kept + 5.0,
        ..Counts::default()
    };
    let row = Counts { others: 6.0, ..Counts::sums(held, sets, spec.columns.start) };
    let (busy, chained) = (group.cycles(model), f64::from(model.accumulate_latency) * kept / sets);
    let passes = tile.parts.len().div_ceil(tile.held) as f64;
    Ok(Price {
        per_call: 10.0,
        per_row: passes * row.cycles(model),
        per_entry: passes * overlapped(busy, chained),
        height: 1,
        row: row_bytes(spec.dtype, spec.columns.count),
        core: target.core,
    })
}

impl PrunedRows {
    /// The cycles are predicted for one row, as the specification does not say how many there are.
    fn offered(spec: &PrunedSpec, target: &Target) -> Result<Offer, Refusal> {
        let shape = (1, spec.groups.saturating_mul(GROUP));
        Ok(Offer::of(price(spec, target)?.cycles(shape, spec.groups)))
    }

    fn written(spec: &PrunedSpec, target: &Target, _: &Offer) -> Result<Func, GenerateError> {
        let machine = &target.machine();
        let Columns { ldb, ldc, start, .. } = spec.columns;
        let tile = Tile::new(spec, machine)?;
        let mut writer = Builder::new(PrunedSpec::NAME)?;
        let builder = &mut writer;
        let mut argument = || builder.argument();
        let rows = argument()?;
        let at = At { places: argument()?, values: argument()?, b: argument()?, c: argument()? };
        let apart = Scale::of(ldb.saturating_mul(spec.dtype.bytes()), builder)?;
        let sums = Sums { rows: 1, sets: tile.sets, down: 0, start };
        for parts in tile.parts.chunks(tile.held) {
            let rows = builder.copy(rows)?;
            let (places, values) = (builder.copy(at.places)?, builder.copy(at.values)?);
            let at = At { places, values, b: at.b, c: builder.copy(at.c)? };
            builder.begin_loop(rows)?;
            Kernel { spec, machine, parts, sums, apart }.row(builder, at)?;
            builder.advance(at.c, Offset::Const(bytes(ldc, spec.dtype)))?;
            builder.end_loop()?;
        }
        Ok(writer.finish()?)
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

/// The kernel for some vectors.
struct Kernel<'p> {
    spec: &'p PrunedSpec,
    machine: &'p Machine,
    parts: &'p [Part],
    sums: Sums,
    /// The distance from a row of B to the next, in bytes.
    apart: Scale,
}

impl Kernel<'_> {
    /// One row.
    fn row(&self, builder: &mut Builder, at: At) -> Result<(), OutOfMemory> {
        let c = Panel { pointer: at.c, parts: self.parts };
        let sums = self.sums.begin(builder, self.machine, c)?;
        if self.spec.groups > 0 {
            let b = builder.copy(at.b)?;
            let count = builder.constant(signed(self.spec.groups))?;
            builder.begin_loop(count)?;
            self.group(builder, At { b, ..at }, &sums)?;
            builder.end_loop()?;
        }
        self.sums.store(builder, self.machine, c, &sums)
    }

    /// One group: each value with one of four rows of B.
    fn group(&self, builder: &mut Builder, at: At, sums: &[Vec<Vector>]) -> Result<(), OutOfMemory> {
        let dtype = self.spec.dtype;
        for (nth, sums) in (0..KEPT).zip(sums.iter().cycle()) {
            let place = index(builder, at.places, nth, IntType::U8)?;
            let row = Panel { pointer: element(builder, at.b, place, self.apart)?, parts: self.parts };
            let value = builder.load_all(at.values, Offset::Const(bytes(nth, dtype)), dtype)?;
            Factor::Every(value).multiply_row(builder, self.machine, row, sums)?;
        }
        let rows = self.spec.columns.ldb.saturating_mul(GROUP);
        builder.advance(at.places, Offset::Const(signed(KEPT)))?;
        builder.advance(at.values, Offset::Const(bytes(KEPT, dtype)))?;
        builder.advance(at.b, Offset::Const(bytes(rows, dtype)))
    }
}
