//! How a row is computed, and what it costs.

use super::RowsSpec;
use crate::columns::Columns;
use crate::parts::{Part, along, bytes, lanes};
use crate::rates::{Counts, filled, mispredicted, overlapped};
use alloc::vec::Vec;
use tensmith_core::fallible::TryVec;
use tensmith_core::isa::{Core, Machine};
use tensmith_core::kernel::DataSpec;
use tensmith_core::kernel::spec::{Layout, Start};
use tensmith_core::registry::Refusal;
use tensmith_core::{DType, OutOfMemory, Target};

/// What a product costs that reads its positions, in predicted cycles, with all that fits there in the first-level cache.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowsPrice {
    /// For each call.
    pub per_call: f64,
    /// For each row.
    pub per_row: f64,
    /// For each entry.
    pub per_entry: f64,
    /// The core, whose caches large operands do not stay in.
    core: Core,
    columns: Columns,
    dtype: DType,
}

impl RowsPrice {
    /// Cycles of one call for a matrix of some rows and columns with some entries. Where its operands do not stay in the
    /// first-level cache, each row of B comes into it at least once.
    #[must_use]
    pub fn cycles(&self, shape: (usize, usize), entries: usize) -> f64 {
        let busy = self.per_row * shape.0 as f64 + self.per_entry * entries as f64;
        self.per_call + overlapped(busy, filled(self.dtype, shape, self.columns, &self.core))
    }
}

/// A row whose price stands for all, where one number is asked for: it has that many entries.
pub(crate) const TYPICAL: usize = 8;

/// The vectors of a row, or its elements where they are apart: of B and of C.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) b: Vec<Part>,
    pub(super) c: Vec<Part>,
}

impl Parts {
    pub(super) fn new(spec: &RowsSpec, machine: &Machine) -> Result<Self, OutOfMemory> {
        let (dtype, Columns { count, ldb, ldc, start }) = (spec.dtype(), spec.columns());
        let all = || along((dtype, count), start, machine.lanes(dtype));
        if spec.layout() == Layout::RowMajor {
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

/// How many of a row's vectors have their sums in registers at a time, and how many sets of these there are. Non-zeros take turns at
/// the sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tile {
    pub(super) held: usize,
    pub(super) sets: usize,
}

impl Tile {
    /// For rows of some vectors.
    pub(super) fn of(vectors: usize, machine: &Machine) -> Self {
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
pub fn price(spec: &RowsSpec, target: &Target) -> Result<RowsPrice, Refusal> {
    if let Some(feature) = target.lacking() {
        return Err(Refusal::Feature(feature));
    }
    let (machine, model) = (target.machine(), &target.core.model);
    let vectors = Parts::new(spec, &machine)?.b.len();
    let tile = Tile::of(vectors, &machine);
    let passes = vectors.div_ceil(tile.held.max(1)) as f64;
    let (held, sets) = (tile.held as f64, tile.sets as f64);
    let is_added = spec.columns().start == Start::Output;
    let entry = Counts {
        multiply_adds: held,
        loads: held + 2.0,
        // The distance, the address, and a share of the loop.
        others: 2.0 + 3.0 / sets,
        ..Counts::default()
    };
    let row = Counts {
        multiply_adds: held * (sets - 1.0),
        loads: 2.0 + if is_added { held } else { 0.0 },
        stores: held,
        zeros: held * if is_added { sets - 1.0 } else { sets },
        others: 8.0,
    };
    let chained = f64::from(model.accumulate_latency) / sets;
    Ok(RowsPrice {
        per_call: 10.0 + 5.0 * passes,
        per_row: passes * (row.cycles(model) + mispredicted(model)),
        per_entry: passes * entry.cycles(model).max(chained),
        core: target.core,
        columns: spec.columns(),
        dtype: spec.dtype(),
    })
}
