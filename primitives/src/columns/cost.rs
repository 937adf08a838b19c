//! Predicted cycles: what is written is counted, in closed form, as for all other multiplications.
//!
//! In addition, a core starts only some instructions on vectors in a cycle: shuffles, and loads of parts,
//! which take one, go next to multiply-adds or in their place.
//!
//! Tests: `tests/tests/primitives_columns.rs`.

use super::cut::Cut;
use crate::gemm::{BEFORE, delayed, unhidden};
use crate::work::{Rates, Work, larger, number, smaller};
use core::ops::Add;
use tensmith_core::Target;
use tensmith_core::isa::model::IssueOrder;

/// How much of a resource that is not the busiest delays the busiest.
const CONTENTION: f64 = 1.0 / 40.0;

/// Cycles that a column under a mask is stored and loaded again later than one without. Other generators do
/// not price masked stores, so unmasked ones get a bonus here.
const MASKED: f64 = 8.0;

/// How much longer than counted it takes where a column has a vector of its own.
const ALONE: f64 = 1.03;

/// Instructions around all tiles, around each, and around each pass through K.
const CALL: f64 = 5.0;
const AROUND: f64 = 4.0;
const PASS: f64 = 4.0;

/// Instructions that make a mask.
const MASK: f64 = 2.0;

/// Instructions, of which some are on vectors.
#[derive(Clone, Copy, Default)]
struct Count {
    work: Work,
    /// Instructions on vectors that do not multiply.
    others: f64,
}

impl Count {
    /// Loads of which some take an instruction on vectors.
    fn loads(count: f64, others: f64) -> Self {
        Self { work: Work { loads: count, slots: larger(count, others), ..Work::default() }, others }
    }

    fn stores(count: f64, others: f64) -> Self {
        Self { work: Work { stores: count, slots: larger(count, others), ..Work::default() }, others }
    }

    fn shuffles(count: f64) -> Self {
        Self { work: Work { slots: count, ..Work::default() }, others: count }
    }

    fn multiply_adds(count: f64) -> Self {
        Self { work: Work { vector: count, slots: count, ..Work::default() }, others: 0.0 }
    }

    fn around(slots: f64) -> Self {
        Self { work: Work { slots, ..Work::default() }, others: 0.0 }
    }

    fn times(self, count: f64) -> Self {
        Self { work: self.work * count, others: self.others * count }
    }
}

impl Add for Count {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { work: self.work + other.work, others: self.others + other.others }
    }
}

/// Cycles of a kernel.
pub(super) fn cycles(cut: &Cut, target: &Target) -> f64 {
    let model = &target.core.model;
    let tiles = number(cut.vectors().div_ceil(cut.width.max(1)));
    let count = product(cut, tiles) + output(cut) + around(cut, tiles);
    let busy = Rates::of(model).busy(count.work).cycles();
    let vectors = (count.work.vector + count.others) / f64::from(model.vectors);
    let busy = (larger(busy, vectors) + smaller(busy, vectors) * CONTENTION) / tiles;
    let lookahead = match model.order {
        IssueOrder::OutOfOrder { lookahead } => f64::from(lookahead),
        IssueOrder::InOrder { .. } => 1.0,
    };
    let chain = number(cut.k.div_ceil(cut.sets.max(1))) * f64::from(model.accumulate_latency);
    let windows = count.work.slots / tiles / lookahead;
    let time = (larger(busy, unhidden(chain + BEFORE, busy, windows)) + delayed(chain, busy)) * tiles;
    let time = if cut.parts == 1 { time * ALONE } else { time };
    if cut.adds && stores_without_masks(cut) { larger(time - MASKED, time * 0.5) } else { time }
}

fn product(cut: &Cut, tiles: f64) -> Count {
    let (vectors, k, columns) = (number(cut.vectors()), number(cut.k), number(cut.columns(0)));
    let spread = number(cut.spread_vectors());
    let chunk = cut.chunk().min(cut.k);
    let chunks = number(cut.k.div_ceil(chunk.max(1)));
    let is_whole = chunk == cut.chunk();
    let of_b = match (cut.parts, cut.ldb == cut.bytes(chunk), is_whole) {
        (1, ..) => Count::loads(1.0, 1.0),
        (_, true, true) => Count::loads(1.0, 0.0),
        (_, true, false) => Count::loads(1.0, 3.0),
        (_, false, true) => Count::loads(columns, columns - 1.0),
        (_, false, false) => Count::loads(columns, columns * 2.0 - 1.0),
    };
    let pieces = if cut.parts == 2 { vectors * number(cut.k.div_ceil(cut.piece().max(1))) } else { 0.0 };
    let of_a = if cut.parts == 1 && cut.m == cut.room() { 0.0 } else { k };
    let from_memory = Count { work: Work { loads: (vectors - spread) * k, ..Work::default() }, others: 0.0 };
    Count::multiply_adds(vectors * k)
        + Count::shuffles(spread * k + pieces)
        + of_b.times(spread * chunks)
        + Count::loads(k, of_a).times(tiles)
        + from_memory
}

/// Whether columns that would be stored under a mask one by one are stored without one.
fn stores_without_masks(cut: &Cut) -> bool {
    let run = cut.m.saturating_mul(cut.columns(0));
    cut.ldc == cut.bytes(cut.m) && !cut.m.is_power_of_two() && run.count_ones() <= 2
}

/// What is done for C.
fn output(cut: &Cut) -> Count {
    let (vectors, columns) = (number(cut.vectors()), number(cut.columns(0)));
    let is_full = cut.m == cut.room();
    let is_run = cut.columns(0) == 1 || cut.ldc == cut.bytes(cut.m);
    let (mut loaded, stored) = match (is_run, is_full) {
        (true, _) => {
            let count = cut.m.saturating_mul(cut.columns(0));
            let (pieces, packed) = match count.count_ones() {
                2 => (2.0, 1.0),
                _ => (1.0, 0.0),
            };
            let packed = packed + if is_full || cut.parts == 1 { 0.0 } else { 3.0 };
            (Count::loads(pieces, pieces), Count::stores(pieces, packed))
        }
        (false, true) => (Count::loads(columns, columns), Count::stores(columns, columns - 1.0)),
        (false, false) => (Count::loads(columns, columns * 2.0), Count::stores(columns, columns - 1.0)),
    };
    if !cut.adds {
        loaded = Count::default();
    }
    let sets = number(cut.sets) - 1.0;
    (loaded + stored + Count::shuffles(sets)).times(vectors)
}

fn around(cut: &Cut, tiles: f64) -> Count {
    let passes = match cut.passes().count {
        ..=1 => 0.0,
        count => number(count) + 1.0,
    };
    let masks = [cut.m != cut.room(), cut.k < cut.chunk()].iter().filter(|needs| **needs).count();
    let zeros = number(cut.vectors().saturating_mul(cut.sets));
    let zeros = Count { work: Work { zeros, slots: zeros, ..Work::default() }, others: 0.0 };
    zeros + Count::around(CALL + AROUND * tiles + PASS * passes * tiles + MASK * number(masks))
}
