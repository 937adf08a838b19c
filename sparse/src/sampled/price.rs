//! How a dot product is computed, and what it costs.

use super::{Factors, SampledSpec};
use crate::columns::Columns;
use crate::parts::{Part, along};
use crate::rates::{Counts, filled, mispredicted, overlapped};
use alloc::vec::Vec;
use tensmith_core::isa::model::IssueOrder;
use tensmith_core::isa::{Core, Machine};
use tensmith_core::kernel::DataSpec;
use tensmith_core::kernel::spec::Start;
use tensmith_core::registry::Refusal;
use tensmith_core::{DType, OutOfMemory, Target};

/// What a sampled product costs, in predicted cycles, with all that fits there in the first-level cache.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampledPrice {
    /// For each call.
    pub per_call: f64,
    /// For each row.
    pub per_row: f64,
    /// For each entry.
    pub per_entry: f64,
    /// The core, whose caches large operands do not stay in.
    core: Core,
    factors: Factors,
    dtype: DType,
}

impl SampledPrice {
    /// Cycles of one call for a matrix of some rows and columns with some entries.
    #[must_use]
    pub fn cycles(&self, shape: (usize, usize), entries: usize) -> f64 {
        let busy = self.per_row * shape.0 as f64 + self.per_entry * entries as f64;
        self.per_call + busy.max(filled(self.dtype, shape, Columns::dense(self.factors.depth), &self.core))
    }
}

/// Vectors along a row that are multiplied in a round of the loop, each into sums of its own.
pub(super) const SUMS: usize = 4;

/// The most vectors along a row without a loop.
const MOST_UNROLLED: usize = 16;

/// The vectors along a row of X and of Y.
pub(super) struct Tile {
    /// Rounds of [`SUMS`] whole vectors, in a loop.
    pub(super) rounds: usize,
    /// The others, from where the loop ends.
    pub(super) parts: Vec<Part>,
    /// Whether a row of X stays in registers.
    pub(super) is_resident: bool,
}

impl Tile {
    pub(super) fn new(spec: &SampledSpec, machine: &Machine) -> Result<Self, OutOfMemory> {
        let (dtype, depth) = (spec.dtype(), spec.factors().depth);
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
pub(super) fn steps(spec: &SampledSpec, machine: &Machine) -> u32 {
    machine.lanes(spec.dtype()).get().next_power_of_two().trailing_zeros()
}

/// The price of the kernel that [`SampledRows`](super::SampledRows) makes.
///
/// # Errors
/// [`Refusal`], where it makes none.
pub fn price(spec: &SampledSpec, target: &Target) -> Result<SampledPrice, Refusal> {
    if let Some(feature) = target.lacking() {
        return Err(Refusal::Feature(feature));
    }
    let (machine, model) = (target.machine(), &target.core.model);
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
    Ok(SampledPrice {
        per_call: 10.0,
        per_row: row.cycles(model) + mispredicted(model),
        per_entry: overlapped(busy, chained),
        core: target.core,
        factors: spec.factors(),
        dtype: spec.dtype(),
    })
}
