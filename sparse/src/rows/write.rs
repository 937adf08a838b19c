//! Writes the kernel: pass by pass over some vectors of all rows, row by row, non-zero by
//! non-zero; and what it costs.

use super::RowsSpec;
use crate::columns::Columns;
use crate::kind::{Kind, kind, machine_of};
use crate::parts::{Panel, Part, along, bytes, lanes, row_bytes, signed};
use crate::price::Price;
use crate::rates::{Counts, mispredicted};
use crate::reading::{Entry, Factor, MatrixArguments, Scale, WORD, Walk, element, index, repeated};
use crate::sums::Sums;
use alloc::vec::Vec;
use tensmith_core::fallible::TryVec;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Func, Inst, Int, IntOp, Offset, Value, Vector};
use tensmith_core::kernel::spec::Layout;
use tensmith_core::registry::{GenerateError, Offer, Refusal};
use tensmith_core::{OutOfMemory, Target};

/// Generator of products that read their positions.
#[derive(Clone, Copy, Debug)]
pub struct Rows;

kind!(RowsSpec, Rows);

/// The vectors of a row, or its elements where they are apart: of B and of C.
#[derive(Debug, Default)]
struct Parts {
    b: Vec<Part>,
    c: Vec<Part>,
}

impl Parts {
    fn new(spec: &RowsSpec, machine: &Machine) -> Result<Self, OutOfMemory> {
        let (dtype, Columns { count, ldb, ldc, start }) = (spec.dtype, spec.columns);
        let all = || along((dtype, count), start, machine.lanes(dtype));
        if spec.layout == Layout::RowMajor {
            return Ok(Self { b: all()?, c: all()? });
        }
        let mut parts = Self::default();
        for column in 0..count {
            let one = lanes(dtype, 1);
            parts.b.try_push((bytes(column.saturating_mul(ldb), dtype), one))?;
            parts.c.try_push((bytes(column.saturating_mul(ldc), dtype), one))?;
        }
        Ok(parts)
    }
}

/// How many of a row's vectors have their sums in registers at a time, and how many sets of these there are.
/// Non-zeros take turns at the sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tile {
    held: usize,
    sets: usize,
}

impl Tile {
    /// For rows of some vectors.
    fn of(vectors: usize, machine: &Machine) -> Self {
        // A value for each set, and two vectors of B on their way.
        let most = machine.vector_registers.saturating_sub(4).max(1);
        let passes = vectors.div_ceil(most).max(1);
        let held = vectors.div_ceil(passes);
        let sets = match held {
            0..=1 => 4,
            2..=3 => 2,
            _ => 1,
        };
        Self { held, sets }
    }
}

/// The price of the kernel that [`Rows`](super::Rows) makes.
///
/// # Errors
/// [`Refusal`], where it makes none.
pub fn price(spec: &RowsSpec, target: &Target) -> Result<Price, Refusal> {
    let (machine, model) = (machine_of(target)?, &target.core.model);
    let vectors = Parts::new(spec, &machine)?.b.len();
    let tile = Tile::of(vectors, &machine);
    let passes = vectors.div_ceil(tile.held.max(1)) as f64;
    let (held, sets) = (tile.held as f64, tile.sets as f64);
    let entry = Counts {
        multiply_adds: held,
        loads: held + 2.0,
        // The distance, the address, and a share of the loop.
        others: 2.0 + 3.0 / sets,
        ..Counts::default()
    };
    let begun = Counts::sums(held, sets, spec.columns.start);
    let row = Counts { loads: begun.loads + 2.0, others: 8.0, ..begun };
    let chained = f64::from(model.accumulate_latency) / sets;
    Ok(Price {
        per_call: 10.0 + 5.0 * passes,
        per_row: passes * (row.cycles(model) + mispredicted(model)),
        per_entry: passes * entry.cycles(model).max(chained),
        height: 1,
        row: row_bytes(spec.dtype, spec.columns.count),
        core: target.core,
    })
}

impl Rows {
    fn offered(spec: &RowsSpec, target: &Target) -> Result<Offer, Refusal> {
        Ok(price(spec, target)?.offer(1))
    }

    fn written(spec: &RowsSpec, target: &Target, _: &Offer) -> Result<Func, GenerateError> {
        let (machine, size) = (&target.machine(), spec.dtype.bytes());
        let Columns { ldb, ldc, start, .. } = spec.columns;
        let parts = Parts::new(spec, machine)?;
        let tile = Tile::of(parts.b.len(), machine);
        let mut builder = Builder::new(RowsSpec::NAME)?;
        let matrix = MatrixArguments::declare(&mut builder)?;
        let (b, c) = (builder.argument()?, builder.argument()?);
        let (ldb, ldc) = if spec.layout == Layout::RowMajor { (ldb, ldc) } else { (1, 1) };
        let apart = Scale::of(ldb.saturating_mul(size), &mut builder)?;
        let held = tile.held.max(1);
        for (of_b, of_c) in parts.b.chunks(held).zip(parts.c.chunks(held)) {
            let (b, c) = (Panel { pointer: b, parts: of_b }, Panel { pointer: c, parts: of_c });
            let (down, sums) = (bytes(ldc, spec.dtype), Sums { rows: 1, sets: tile.sets, down: 0, start });
            let walk = Walk { matrix, index: spec.index, size: Scale::power(size), c, down, sums };
            let entries = Entries { spec, machine, b, apart };
            walk.write(&mut builder, machine, |builder, first, count, sums| {
                entries.write(builder, first, count, sums)
            })?;
        }
        Ok(builder.finish()?)
    }
}

/// The entries of a row, and what of B they are multiplied with.
struct Entries<'p> {
    spec: &'p RowsSpec,
    machine: &'p Machine,
    b: Panel<'p>,
    /// The distance from a row of B to the next, in bytes.
    apart: Scale,
}

impl Entries<'_> {
    /// All of a row: one for each set of sums at a time, and what is left of them one by one.
    fn write(
        &self,
        builder: &mut Builder,
        first: Entry,
        count: Int,
        sums: &[Vec<Vector>],
    ) -> Result<(), OutOfMemory> {
        let sets = sums.len();
        if sets < 2 {
            return repeated(builder, count, |builder| self.some(builder, 1, first, sums));
        }
        let shift = signed(sets.trailing_zeros() as usize);
        let rounds = computed(builder, IntOp::ShiftRight, count, shift)?;
        repeated(builder, rounds, |builder| self.some(builder, sets, first, sums))?;
        let left = computed(builder, IntOp::And, count, signed(sets) - 1)?;
        repeated(builder, left, |builder| self.some(builder, 1, first, sums))
    }

    /// Some that follow one another, each with sums of its own.
    fn some(
        &self,
        builder: &mut Builder,
        count: usize,
        first: Entry,
        sums: &[Vec<Vector>],
    ) -> Result<(), OutOfMemory> {
        let (dtype, of_index) = (self.spec.dtype, self.spec.index);
        // Where machines multiply by lanes, the values come together.
        let is_shared =
            count > 1 && self.machine.multiplies_by_lane && self.machine.lanes(dtype).get() >= count;
        let shared = match is_shared {
            true => Some(builder.load(first.values, Offset::Const(0), lanes(dtype, count))?),
            false => None,
        };
        let is_single = self.b.parts.iter().all(|(_, lanes)| lanes.count == 1);
        for (nth, sums) in sums.iter().take(count).enumerate() {
            let column = index(builder, first.index, nth, of_index)?;
            let row = Panel { pointer: element(builder, self.b.pointer, column, self.apart)?, ..self.b };
            let offset = Offset::Const(bytes(nth, dtype));
            let factor = match shared {
                Some(values) => Factor::Lane(values, nth as u8),
                None if is_single => Factor::Every(builder.load(first.values, offset, lanes(dtype, 1))?),
                None => Factor::Every(builder.load_all(first.values, offset, dtype)?),
            };
            factor.multiply_row(builder, self.machine, row, sums)?;
        }
        builder.advance(first.index, Offset::Const(signed(count.saturating_mul(of_index.bytes()))))?;
        builder.advance(first.values, Offset::Const(bytes(count, dtype)))
    }
}

/// An operation on a number and a constant.
fn computed(builder: &mut Builder, op: IntOp, a: Int, b: i64) -> Result<Int, OutOfMemory> {
    let d = builder.int();
    builder.push(Inst::IntBinary(op, d, a, Value::Const(b), WORD))?;
    Ok(d)
}
