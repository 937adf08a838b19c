//! Writes the kernel: row by row, entry by entry, along the vectors of two rows; and what it costs.

use super::SampledSpec;
use crate::kind::{Kind, kind, machine_of};
use crate::parts::{Part, along, bytes, lanes, row_bytes, signed};
use crate::price::Price;
use crate::rates::{Counts, mispredicted, overlapped};
use crate::reach::Reach;
use crate::reading::{MatrixArguments, Scale, element, index, length, repeated};
use crate::sums;
use alloc::vec::Vec;
use tensmith_core::fallible::TryVec;
use tensmith_core::isa::Machine;
use tensmith_core::isa::model::IssueOrder;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Func, Int, Offset, Vector, VectorOp};
use tensmith_core::kernel::spec::Start;
use tensmith_core::registry::{GenerateError, Offer, Refusal};
use tensmith_core::{OutOfMemory, Target};

/// Generator of sampled products.
#[derive(Clone, Copy, Debug)]
pub struct SampledRows;

kind!(SampledSpec, SampledRows);

/// Vectors along a row that are multiplied in a round of the loop, each into sums of its own.
const SUMS: usize = 4;

/// The most vectors along a row without a loop.
const MOST_UNROLLED: usize = 16;

/// The vectors along a row of X and of Y.
struct Tile {
    /// Rounds of [`SUMS`] whole vectors, in a loop.
    rounds: usize,
    /// The others, from where the loop ends.
    parts: Vec<Part>,
    /// Whether a row of X stays in registers.
    is_resident: bool,
}

impl Tile {
    fn new(spec: &SampledSpec, machine: &Machine) -> Result<Self, OutOfMemory> {
        let (dtype, depth) = (spec.dtype, spec.factors.depth);
        let lanes = machine.lanes(dtype);
        let whole = depth / lanes;
        let rounds = if whole > MOST_UNROLLED { whole / SUMS } else { 0 };
        let left = depth.saturating_sub(rounds.saturating_mul(SUMS).saturating_mul(lanes.get()));
        // Tails that overlapped would be counted twice.
        let parts = along((dtype, left), Start::Output, lanes)?;
        let is_resident = rounds == 0 && parts.len() <= machine.vector_registers / 2;
        Ok(Self { rounds, parts, is_resident })
    }

    /// All vectors of a row.
    fn len(&self) -> usize {
        self.rounds.saturating_mul(SUMS).saturating_add(self.parts.len())
    }
}

/// Steps in which the lanes of a vector are added up.
fn steps(spec: &SampledSpec, machine: &Machine) -> u32 {
    machine.lanes(spec.dtype).get().next_power_of_two().trailing_zeros()
}

/// The price of the kernel that [`SampledRows`](super::SampledRows) makes.
///
/// # Errors
/// [`Refusal`], where it makes none.
pub fn price(spec: &SampledSpec, target: &Target) -> Result<Price, Refusal> {
    let (machine, model) = (machine_of(target)?, &target.core.model);
    let tile = Tile::new(spec, &machine)?;
    let (vectors, sums) = (tile.len() as f64, tile.len().min(SUMS) as f64);
    let across = f64::from(steps(spec, &machine));
    let of_x = if tile.is_resident { 0.0 } else { vectors };
    let entry = Counts {
        multiply_adds: vectors + sums - 1.0 + across + 1.0,
        loads: vectors + of_x + 2.0,
        stores: 1.0,
        zeros: sums,
        others: 8.0 + 3.0 * tile.rounds as f64,
    };
    let row = Counts {
        loads: 2.0 + if tile.is_resident { vectors } else { 0.0 },
        others: 8.0,
        ..Counts::default()
    };
    // Entries do not wait for one another; where instructions start in their order, one does for its sum.
    let latency = f64::from(model.accumulate_latency);
    let chained = match model.order {
        IssueOrder::OutOfOrder { .. } => 0.0,
        IssueOrder::InOrder { .. } => latency * (vectors / sums.max(1.0) + 2.0 + across + 1.0),
    };
    let busy = entry.cycles(model);
    Ok(Price {
        per_call: 10.0,
        per_row: row.cycles(model) + mispredicted(model),
        per_entry: overlapped(busy, chained),
        height: 1,
        row: row_bytes(spec.dtype, spec.factors.depth),
        core: target.core,
    })
}

impl SampledRows {
    fn offered(spec: &SampledSpec, target: &Target) -> Result<Offer, Refusal> {
        Ok(price(spec, target)?.offer(1))
    }

    fn written(spec: &SampledSpec, target: &Target, _: &Offer) -> Result<Func, GenerateError> {
        let (machine, dtype) = (&target.machine(), spec.dtype);
        let tile = &Tile::new(spec, machine)?;
        let mut writer = Builder::new(SampledSpec::NAME)?;
        let builder = &mut writer;
        let matrix = MatrixArguments::declare(builder)?;
        let (x, y, out) = (builder.argument()?, builder.argument()?, builder.argument()?);
        let apart = Scale::of(spec.factors.ldy.saturating_mul(dtype.bytes()), builder)?;
        let [pointers, rows, x] =
            [builder.copy(matrix.pointers)?, builder.copy(matrix.rows)?, builder.copy(x)?];
        // The entries of all rows follow one another: only the first has to be found.
        let first = index(builder, pointers, 0, spec.index)?;
        let size = Scale::power(dtype.bytes());
        let at = At {
            index: element(builder, matrix.indices, first, Scale::power(spec.index.bytes()))?,
            value: element(builder, matrix.values, first, size)?,
            out: element(builder, out, first, size)?,
            x,
            y,
        };
        let kernel = Kernel { spec, machine, tile, apart };
        builder.begin_loop(rows)?;
        let count = length(builder, pointers, spec.index)?;
        let resident = if tile.is_resident { Some(kernel.vectors(builder, x)?) } else { None };
        repeated(builder, count, |builder| kernel.entry(builder, at, resident.as_deref()))?;
        builder.advance(pointers, Offset::Const(signed(spec.index.bytes())))?;
        builder.advance(x, Offset::Const(bytes(spec.factors.ldx, dtype)))?;
        builder.end_loop()?;
        Ok(writer.finish()?)
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
    spec: &'p SampledSpec,
    machine: &'p Machine,
    tile: &'p Tile,
    /// The distance from a row of Y to the next, in bytes.
    apart: Scale,
}

impl Kernel<'_> {
    /// One entry. The vectors of the row of X may be in registers.
    fn entry(&self, builder: &mut Builder, at: At, resident: Option<&[Vector]>) -> Result<(), OutOfMemory> {
        let (dtype, one) = (self.spec.dtype, lanes(self.spec.dtype, 1));
        let column = index(builder, at.index, 0, self.spec.index)?;
        let y = element(builder, at.y, column, self.apart)?;
        let sums = self.products(builder, [at.x, y], resident)?;
        let sum = self.added_up(builder, sums)?;
        let value = builder.load(at.value, Offset::Const(0), one)?;
        let result = builder.binary(VectorOp::Mul, sum, value, dtype)?;
        builder.store(result, at.out, Offset::Const(0), one)?;
        builder.advance(at.index, Offset::Const(signed(self.spec.index.bytes())))?;
        builder.advance(at.value, Offset::Const(bytes(1, dtype)))?;
        builder.advance(at.out, Offset::Const(bytes(1, dtype)))
    }

    /// The sums of products along two rows.
    fn products(
        &self,
        builder: &mut Builder,
        rows: [Int; 2],
        resident: Option<&[Vector]>,
    ) -> Result<Vec<Vector>, OutOfMemory> {
        let is_looped = self.tile.rounds > 0;
        let count = if is_looped { SUMS } else { self.tile.parts.len().clamp(1, SUMS) };
        let mut sums = Vec::new();
        for _ in 0..count {
            sums.try_push(builder.zero()?)?;
        }
        let rows = if is_looped { self.rounds(builder, rows, &sums)? } else { rows };
        let [mut row_x, mut row_y] = rows.map(|row| Reach::new(self.machine, row));
        for (nth, (part, sum)) in self.tile.parts.iter().zip(sums.iter().cycle()).enumerate() {
            let of_y = row_y.load(builder, *part)?;
            let of_x = match resident.and_then(|resident| resident.get(nth)) {
                Some(vector) => *vector,
                None => row_x.load(builder, *part)?,
            };
            builder.multiply_add(*sum, of_x, of_y, self.spec.dtype)?;
        }
        Ok(sums)
    }

    /// Most of two long rows, in a loop; returns where it ends.
    fn rounds(
        &self,
        builder: &mut Builder,
        rows: [Int; 2],
        sums: &[Vector],
    ) -> Result<[Int; 2], OutOfMemory> {
        let dtype = self.spec.dtype;
        let width = self.machine.lanes(dtype).get();
        let [x, y] = [builder.copy(rows[0])?, builder.copy(rows[1])?];
        let count = builder.constant(signed(self.tile.rounds))?;
        builder.begin_loop(count)?;
        for (nth, sum) in sums.iter().enumerate() {
            let offset = Offset::Const(bytes(nth.saturating_mul(width), dtype));
            let of_x = builder.load(x, offset, lanes(dtype, width))?;
            let of_y = builder.load(y, offset, lanes(dtype, width))?;
            builder.multiply_add(*sum, of_x, of_y, dtype)?;
        }
        let round = Offset::Const(bytes(SUMS.saturating_mul(width), dtype));
        builder.advance(x, round)?;
        builder.advance(y, round)?;
        builder.end_loop()?;
        Ok([x, y])
    }

    /// The vectors of a row that has no loop.
    fn vectors(&self, builder: &mut Builder, row: Int) -> Result<Vec<Vector>, OutOfMemory> {
        let (mut vectors, mut reach) = (Vec::new(), Reach::new(self.machine, row));
        for part in &self.tile.parts {
            vectors.try_push(reach.load(builder, *part)?)?;
        }
        Ok(vectors)
    }

    /// The sum of all lanes of all vectors, in each lane.
    fn added_up(&self, builder: &mut Builder, sums: Vec<Vector>) -> Result<Vector, OutOfMemory> {
        let dtype = self.spec.dtype;
        let mut sum = match sums::added_up(builder, sums, dtype)? {
            Some(sum) => sum,
            None => builder.zero()?,
        };
        for _ in 0..steps(self.spec, self.machine) {
            sum = builder.binary(VectorOp::AddPairs, sum, sum, dtype)?;
        }
        Ok(sum)
    }
}
