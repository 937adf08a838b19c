//! Chooses how a multiplication is computed: which way round, and by the shape with the fewest
//! predicted cycles of all that fit the registers.
//!
//! Tiles are tried by the number of parts that rows and columns are cut into, so
//! that no two candidates are the same. The number of accumulator sets follows
//! from the tile, the rest from the core.

use super::cost::{Cost, Price};
use super::micro::MAX_WIDTH;
use super::pressure::Pressure;
use super::problem::Problem;
use super::tile::{Fetch, Rows, Shape, columns, rows};
use core::num::NonZero;
use tensmith_core::Target;
use tensmith_core::kernel::spec::{GemmSpec, Layout};
use tensmith_core::target::{CoreModel, IssueOrder, MoveForm};

/// Tallest tile, in vectors.
const MAX_HEIGHT: usize = 8;

/// A shape with its predicted cycles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// How to cut.
    pub shape: Shape,
    /// Predicted cycles of the whole kernel.
    pub cycles: f64,
}

/// The better way round for a multiplication on a target, and the best shape for it.
#[must_use]
pub fn plan(asked: &GemmSpec, target: &Target) -> (Problem, Choice) {
    let lanes = target.machine().lanes(asked.dtype);
    let problem = Problem::along_c(asked);
    let choice = choose(problem.spec(), target);
    let spec = problem.spec();
    // The other way round, C has to be turned over. That can only pay where this way A has to be, at
    // every position of K, or where vectors stay partly empty.
    let turns_a = (spec.a.layout, spec.b.layout) == (Layout::RowMajor, Layout::RowMajor);
    if !spec.has_product() || !turns_a && spec.m >= lanes.get() {
        return (problem, choice);
    }
    let other = problem.other_way();
    let other_choice = choose(other.spec(), target);
    if other_choice.cycles < choice.cycles { (other, other_choice) } else { (problem, choice) }
}

/// The best shape for a problem on a target.
#[must_use]
pub fn choose(spec: &GemmSpec, target: &Target) -> Choice {
    let lanes = target.machine().lanes(spec.dtype);
    let cost = Cost::new(spec, target);
    let pressure = Pressure::new(spec, target);
    let mut best: Option<(Price, Shape)> = None;
    for form in row_forms(spec, lanes) {
        for width in sizes(spec.n, MAX_WIDTH) {
            for shape in shapes(spec, target, form, width).filter(|shape| pressure.allows(*shape)) {
                let price = cost.price(shape);
                if price.is_short() && best.is_none_or(|(least, _)| price.weight() < least.weight()) {
                    best = Some((price, shape));
                }
            }
        }
    }
    let (price, shape) = best.unwrap_or_else(|| (cost.price(SMALLEST), SMALLEST));
    Choice { shape, cycles: price.cycles }
}

/// Predicted cycles of a problem on a target, cut by a shape of the caller's choice.
#[must_use]
pub fn predict(spec: &GemmSpec, shape: Shape, target: &Target) -> f64 {
    Cost::new(spec, target).price(shape).cycles
}

/// A shape that always fits.
const SMALLEST: Shape =
    Shape { rows: Rows::Across(NonZero::<usize>::MIN), width: 1, unroll: 1, sets: 1, fetch: Fetch::Rolling };

/// The shapes with such tiles: with one set of accumulators, and with as many more as shorten the
/// core's wait for a multiply-add.
fn shapes(spec: &GemmSpec, target: &Target, rows: Rows, width: usize) -> impl Iterator<Item = Shape> {
    let (model, groups) = (&target.model, spec.k / target.machine().lanes(spec.dtype));
    let shape = Shape { rows, width, fetch: fetch(model), unroll: 1, sets: 1 };
    let unrolls = unrolls(model, rows).iter().filter(move |unroll| **unroll <= groups.max(1));
    [1, 2, 4]
        .into_iter()
        .map(move |sets| Shape { sets, ..shape })
        .filter(move |shape| shape.sets == 1 || needs_sets(spec, target, *shape))
        .flat_map(move |shape| unrolls.clone().map(move |unroll| Shape { unroll: *unroll, ..shape }))
        .filter(|shape| {
            shape.sets == 1 || shape.unroll >= shape.sets || !matches!(shape.rows, Rows::Along(_))
        })
}

/// Groups of positions in a pass. What a pass costs beside them is hidden, unless instructions are
/// taken in program order. Sets for rows along K take turns from group to group.
const fn unrolls(model: &CoreModel, rows: Rows) -> &'static [usize] {
    match (model.order, rows) {
        (IssueOrder::Dataflow { .. }, Rows::Across(_) | Rows::AcrossAndAlong(_)) => &[1, 2],
        (IssueOrder::Dataflow { .. }, Rows::Along(_)) | (IssueOrder::Program { .. }, _) => &[1, 2, 4],
    }
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
