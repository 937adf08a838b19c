//! Register tiles, and the one that costs the least.
//!
//! All that fit are priced: there are few, and the price of a tile is a short sum. What a position of the
//! sum costs is its multiply-adds, loads and dispatch, whichever keeps the core busiest, but at least as
//! long as an accumulator takes to be ready again.
//!
//! Tests: `tests/tests/primitives_lanewise.rs`.

use crate::address::{bytes, signed};
use crate::pieces::Pieces;
use crate::work::{Rates, Work};
use core::num::NonZero;
use tensmith_core::isa::Machine;
use tensmith_core::isa::model::{AccessForm, CoreModel, IssueOrder};
use tensmith_core::kernel::spec::{LanewiseSpec, Start};

/// A register tile: rows, columns, and neighbouring vectors of lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tile {
    pub(super) vectors: NonZero<usize>,
    pub(super) rows: NonZero<usize>,
    pub(super) columns: NonZero<usize>,
}

/// The most rows, and columns: distances that no immediate reaches take an integer register each.
const MOST: usize = 8;
/// The most vectors of lanes.
const MOST_VECTORS: usize = 4;
/// Integer registers in addition to those of panels: arguments, pointers and counters of the loops around,
/// and two for what an instruction without a counterpart takes meanwhile.
const INTEGERS: usize = 3 + 5 + 4 + 2;
/// Instructions of a position that are neither loads nor multiply-adds: the loop's, and two pointers' moves.
const AROUND: f64 = 4.0;
/// Positions of the sum in a loop's body, on cores that do not look ahead of it.
const UNROLLED: NonZero<usize> = NonZero::new(4).unwrap();

/// How many positions of the sum are in a loop's body. Where instructions start in the order of the program,
/// loads of a position are scheduled among the multiply-adds of others.
pub(super) fn unrolled(model: &CoreModel) -> NonZero<usize> {
    match model.order {
        IssueOrder::OutOfOrder { .. } => NonZero::<usize>::MIN,
        IssueOrder::InOrder { .. } => UNROLLED,
    }
}

impl Tile {
    /// As a number.
    pub(super) fn note(self) -> u64 {
        [self.columns, self.rows, self.vectors].iter().fold(0, |note, extent| note << 8 | extent.get() as u64)
    }

    /// The tile of a number.
    pub(super) fn noted(note: u64) -> Self {
        let [vectors, rows, columns, ..] = note.to_le_bytes();
        let extent = |byte: u8| NonZero::new(usize::from(byte)).unwrap_or(NonZero::<usize>::MIN);
        Self { vectors: extent(vectors), rows: extent(rows), columns: extent(columns) }
    }

    /// Whether there are registers for its sums, its rows and a column, with another one on its way; and for
    /// distances of rows and columns, where accesses do not take all of them.
    fn fits(self, spec: &LanewiseSpec, machine: &Machine) -> bool {
        let Self { vectors, rows, columns } = self;
        let held = rows.saturating_mul(columns).saturating_add(rows.get()).saturating_add(1);
        let distances = match machine.takes_any_offset() && self.is_near(spec, machine) {
            true => 0,
            false => rows.saturating_add(columns.get()).saturating_add(vectors.get().saturating_mul(2)).get(),
        };
        held.saturating_mul(vectors).get() < machine.vector_registers
            && distances.saturating_add(INTEGERS) <= machine.int_registers
    }

    /// Whether accesses take the distances of all rows and columns.
    fn is_near(self, spec: &LanewiseSpec, machine: &Machine) -> bool {
        let Self { vectors, rows, columns } = self;
        let lanes = signed(vectors.get().saturating_mul(machine.vector_bytes));
        [(rows, spec.a.rows), (columns, spec.b.columns)].into_iter().all(|(count, stride)| {
            let last = bytes(stride, spec.dtype).saturating_mul(signed(count.get().saturating_sub(1)));
            last.saturating_add(lanes) <= machine.single_reach(AccessForm::Single)
        })
    }
}

/// The tile that costs the least, and the cycles of all.
pub(super) fn best(spec: &LanewiseSpec, machine: &Machine, model: &CoreModel) -> (Tile, f64) {
    let one = NonZero::<usize>::MIN;
    let extents = |most: usize| (1..=most).filter_map(NonZero::new);
    let mut best = (Tile { vectors: one, rows: one, columns: one }, f64::INFINITY);
    for rows in extents(MOST.min(spec.m)) {
        for columns in extents(MOST.min(spec.n)) {
            for vectors in extents(MOST_VECTORS) {
                let tile = Tile { vectors, rows, columns };
                if !tile.fits(spec, machine) {
                    break;
                }
                let price = price(tile, spec, machine, model);
                if price < best.1 {
                    best = (tile, price);
                }
            }
        }
    }
    best
}

/// Predicted cycles of all.
fn price(tile: Tile, spec: &LanewiseSpec, machine: &Machine, model: &CoreModel) -> f64 {
    let all = spec.count.div_ceil(machine.lanes(spec.dtype).get());
    let (blocks, rest) = (all / tile.vectors, all % tile.vectors);
    let mut sum = 0.0;
    for (down, height) in Pieces::new(spec.m, tile.rows).pieces() {
        for (across, width) in Pieces::new(spec.n, tile.columns).pieces() {
            let of = |vectors: usize| block((vectors, height, width), spec, model);
            let rest = if rest > 0 { of(rest) } else { 0.0 };
            sum += (down as f64) * (across as f64) * (blocks as f64 * of(tile.vectors.get()) + rest);
        }
    }
    sum
}

/// Predicted cycles of a tile and some vectors of lanes.
fn block((vectors, height, width): (usize, usize, usize), spec: &LanewiseSpec, model: &CoreModel) -> f64 {
    let [vectors, height, width] = [vectors, height, width].map(|extent| extent as f64);
    let sums = vectors * height * width;
    let loads = vectors * (height + width);
    let position = Work { vector: sums, loads, slots: sums + loads + AROUND, ..Work::default() };
    let loaded = if spec.start == Start::Output { sums } else { 0.0 };
    let ends = Work { loads: loaded, stores: sums, slots: loaded + sums, ..Work::default() };
    let waits = match model.order {
        IssueOrder::OutOfOrder { .. } => 0.0,
        IssueOrder::InOrder { start, .. } => f64::from(start),
    };
    let rates = Rates::of(model);
    let cycles = position.cycles(&rates).max(f64::from(model.accumulate_latency));
    spec.k as f64 * (cycles + waits / unrolled(model).get() as f64) + ends.cycles(&rates) + waits
}
