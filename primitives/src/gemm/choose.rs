//! Chooses how a kernel is cut: the shape with the fewest predicted cycles of all that fit the
//! registers.
//!
//! Tiles are tried by the number of parts that rows and columns are cut into, so
//! that no two candidates are the same. The number of accumulator sets follows
//! from the tile, the rest from the core.

use super::cost::{Cost, PARTS};
use super::micro::MAX_WIDTH;
use super::pressure::Pressure;
use super::tile::{Fetch, Rows, Shape, columns, rows};
use core::num::NonZero;
use tensmith_core::Target;
use tensmith_core::kernel::spec::{GemmSpec, Layout};
use tensmith_core::target::{CoreModel, IssueOrder, MoveForm};

/// Tallest tile, in vectors.
const MAX_HEIGHT: usize = 8;

/// A shape with its predicted cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// How to cut.
    pub shape: Shape,
    /// Predicted cycles of the whole kernel.
    pub cycles: u64,
}

/// The best shape for a problem on a target.
#[must_use]
pub fn choose(spec: &GemmSpec, target: &Target) -> Choice {
    let lanes = target.machine().lanes(spec.dtype);
    let cost = Cost { spec, model: &target.model, lanes };
    let pressure = Pressure::new(spec, target.machine());
    let mut best: Option<(u64, Shape)> = None;
    for form in row_forms(spec, lanes) {
        for width in sizes(spec.n, MAX_WIDTH) {
            for shape in shapes(spec, target, form, width).filter(|shape| pressure.allows(*shape)) {
                let parts = cost.parts(shape);
                if best.is_none_or(|(least, _)| parts < least) {
                    best = Some((parts, shape));
                }
            }
        }
    }
    let (parts, shape) = best.unwrap_or((0, SMALLEST));
    Choice { shape, cycles: parts.div_ceil(PARTS) }
}

/// A shape that always fits.
const SMALLEST: Shape =
    Shape { rows: Rows::Across(NonZero::<usize>::MIN), width: 1, unroll: 1, sets: 1, fetch: Fetch::Rolling };

/// The shapes with such tiles: with one set of accumulators, and with as many more as shorten the
/// core's wait for a multiply-add.
fn shapes(spec: &GemmSpec, target: &Target, rows: Rows, width: usize) -> impl Iterator<Item = Shape> {
    let model = &target.model;
    let shape = Shape { rows, width, fetch: fetch(model), unroll: unroll(model), sets: 1 };
    [1, 2, 4]
        .into_iter()
        .map(move |sets| Shape { sets, ..shape })
        .filter(move |shape| shape.sets == 1 || needs_sets(spec, target, *shape))
}

/// Whether half as many sets would let the core wait for its multiply-adds.
fn needs_sets(spec: &GemmSpec, target: &Target, shape: Shape) -> bool {
    let (model, lanes) = (&target.model, target.machine().lanes(spec.dtype));
    let in_flight = model.multiply_adds.saturating_mul(model.accumulate_latency) as usize;
    let least = rows(spec.m, shape.rows, lanes)
        .flat_map(|rows| {
            columns(spec.n, shape.width)
                .map(move |columns| rows.size.accumulators().saturating_mul(columns.size))
        })
        .min()
        .unwrap_or(1);
    least.saturating_mul(shape.sets) / 2 < in_flight && spec.k >= shape.sets
}

fn fetch(model: &CoreModel) -> Fetch {
    match model.forms.loads {
        MoveForm::Lists if matches!(model.order, IssueOrder::Program { .. }) => Fetch::Grouped,
        _ => Fetch::Rolling,
    }
}

fn unroll(_model: &CoreModel) -> usize {
    1
}

/// All ways to cut the rows.
fn row_forms(spec: &GemmSpec, lanes: NonZero<usize>) -> impl Iterator<Item = Rows> {
    let count = lanes.get();
    let along_k = spec.b.layout == Layout::ColumnMajor;
    let across = sizes(spec.m.div_ceil(count), MAX_HEIGHT).filter_map(NonZero::new).map(Rows::Across);
    let rest = spec.m % lanes;
    let mixed = if along_k && rest > 0 && rest <= count / 2 { spec.m / lanes } else { 0 };
    let mixed = sizes(mixed, MAX_HEIGHT).filter_map(NonZero::new).map(Rows::AcrossAndAlong);
    let only = along_k && (spec.m < count || spec.a.layout == Layout::RowMajor);
    let along = NonZero::new(count.min(spec.m)).filter(|_| only).map(Rows::Along);
    across.chain(mixed).chain(along)
}

/// The sizes of at most `limit` that `total` can be cut into, each as even as possible, the
/// largest first.
fn sizes(total: usize, limit: usize) -> impl Iterator<Item = usize> {
    let mut next = total.min(limit);
    core::iter::from_fn(move || {
        if next == 0 {
            return None;
        }
        let parts = total.div_ceil(next);
        let size = total.div_ceil(parts);
        // The next smaller size that needs more parts.
        next = total.checked_sub(1).map_or(0, |rest| rest / parts).min(size.saturating_sub(1));
        Some(size)
    })
}
