//! Chooses how a multiplication is computed: which way round, and by the shape with the fewest
//! predicted cycles of all that fit the registers.
//!
//! Tiles are tried by the number of parts that rows and columns are cut into, so
//! that no two candidates are the same. All are estimated (`cost`); the few
//! best of each form are priced in full, with every number of accumulator sets and
//! of groups in a pass that could suit them.
//!
//! An epilogue with much arithmetic is priced both ways: in registers, and behind the loops.

use super::behind;
use super::cost::{Cost, Price};
use super::micro::MAX_WIDTH;
use super::plan::Plan;
use super::pressure::Pressure;
use super::problem::Problem;
use super::tile::{Fetch, MAX_HELD, Rows, Shape, Tiling, may_hold};
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
pub fn plan<'s>(asked: &'s GemmSpec, target: &Target) -> Plan<'s> {
    let whole = best_way(Problem::along_c(asked), target);
    let Some(parted) = behind::parted(asked, target) else { return whole };
    let mut parted = best_way(parted, target);
    parted.choice.cycles += behind::cycles(&parted.problem, target);
    let pays = !fits(&whole, target) || parted.choice.cycles < whole.choice.cycles;
    if pays && fits(&parted, target) { parted } else { whole }
}

/// The better way round for a problem, and the best shape for it.
fn best_way<'s>(problem: Problem<'s>, target: &Target) -> Plan<'s> {
    let spec = problem.spec();
    let lanes = target.machine().lanes(spec.dtype);
    let choice = choose(&problem, target);
    // The other way round, C has to be turned over. That can only pay where this way A has to be, at
    // every position of K, or where vectors stay partly empty.
    let turns_a = (spec.a.layout, spec.b.layout) == (Layout::RowMajor, Layout::RowMajor);
    if !spec.has_product() || !turns_a && spec.m >= lanes.get() {
        return Plan { problem, choice };
    }
    let other = problem.other_way();
    let other = Plan { problem: other, choice: choose(&other, target) };
    if other.choice.cycles < choice.cycles { other } else { Plan { problem, choice } }
}

/// Whether the registers of a target suffice for a plan.
pub(super) fn fits(plan: &Plan, target: &Target) -> bool {
    Pressure::new(&plan.problem, target).allows(plan.choice.shape)
}

/// The best shape for a problem on a target.
#[must_use]
pub fn choose(problem: &Problem, target: &Target) -> Choice {
    let spec = problem.spec();
    let cost = Cost::new(spec, target);
    let pressure = Pressure::new(problem, target);
    let by = (&cost, &pressure);
    let candidates = candidates(spec, target, &cost, &pressure);
    let best = cheapest(spec, target, by, candidates.tiles());
    // Where all of these take too much code, others may not.
    let best = best.or_else(|| cheapest(spec, target, by, fitting_tiles(spec, target, &pressure)));
    let (price, shape) = best.unwrap_or_else(|| {
        let smallest = smallest(target);
        (cost.price(smallest), smallest)
    });
    let held = held(spec, target, &pressure, shape).map(|held| (cost.price(held), held));
    let (price, shape) = match held {
        Some((lower, held)) if lower.is_short() && lower.weight() < price.weight() => (lower, held),
        _ => (price, shape),
    };
    Choice { shape, cycles: price.cycles }
}

/// The same shape with its rows along K held, where these would be gathered again for other columns. Cores that
/// do not reorder would do nothing else meanwhile.
fn held(spec: &GemmSpec, target: &Target, pressure: &Pressure<'_>, shape: Shape) -> Option<Shape> {
    let (Rows::AcrossAndAlong(height), IssueOrder::Dataflow { .. }) = (shape.rows, target.model.order) else {
        return None;
    };
    let pays = spec.n > shape.width && may_hold(spec, height, target.machine().lanes(spec.dtype));
    let held = Shape { rows: Rows::AcrossAndHeld(height), unroll: MAX_HELD, ..shape };
    (pays && pressure.allows(held)).then_some(held)
}

/// All tiles that the registers suffice for.
fn fitting_tiles(spec: &GemmSpec, target: &Target, pressure: &Pressure<'_>) -> impl Iterator<Item = Shape> {
    tiles(spec, target).filter(|tile| pressure.allows(*tile))
}

/// The shape with the least price of all that have one of these tiles, and not too much code.
fn cheapest(
    spec: &GemmSpec,
    target: &Target,
    (cost, pressure): (&Cost<'_>, &Pressure<'_>),
    tiles: impl Iterator<Item = Shape>,
) -> Option<(Price, Shape)> {
    let mut best: Option<(Price, Shape)> = None;
    for tile in tiles {
        let tiling = Tiling::cut(spec.m, spec.n, tile, target.machine().lanes(spec.dtype));
        let fits = |shape: &Shape| shape.sets == 1 || pressure.allows_cut(*shape, &tiling);
        for shape in shapes(spec, target, (tile, &tiling)).filter(fits) {
            let unrolls = unrolls(spec, target, shape.rows);
            let prices = cost.prices((shape, &tiling), unrolls);
            for (&price, &unroll) in prices.iter().zip(unrolls) {
                let shape = Shape { unroll, ..shape };
                let is_better =
                    price.is_short() && best.is_none_or(|(least, _)| price.weight() < least.weight());
                if is_better && takes_turns(shape) {
                    best = Some((price, shape));
                }
            }
            // More sets of accumulators make chains of multiply-adds shorter, and are more work.
            if !prices.iter().any(|price| price.waits) {
                break;
            }
        }
    }
    best
}

/// The tiles that are worth a closer look, by an estimate.
fn candidates(spec: &GemmSpec, target: &Target, cost: &Cost<'_>, pressure: &Pressure<'_>) -> Candidates {
    let (mut candidates, smallest) = (Candidates::NONE, smallest(target));
    let mut widths = [None; MAX_WIDTH];
    for (place, width) in widths.iter_mut().zip(sizes(spec.n, MAX_WIDTH)) {
        *place = Some(cost.of_columns(width));
    }
    for rows in row_forms(spec, target.machine().lanes(spec.dtype)) {
        let of_rows = cost.of_rows(rows);
        for of_columns in widths.iter().flatten() {
            let tile = Shape { rows, width: of_columns.width, ..smallest };
            if !pressure.may_allow(tile) {
                continue;
            }
            let estimate = of_rows.in_columns(of_columns);
            // What is not among the best need not fit.
            if candidates.want(tile, estimate) && pressure.allows(tile) {
                candidates.add(tile, estimate);
            }
        }
    }
    candidates
}

/// All tiles, each with one set of accumulators and one group in a pass.
fn tiles(spec: &GemmSpec, target: &Target) -> impl Iterator<Item = Shape> {
    let (smallest, n) = (smallest(target), spec.n);
    let rows = row_forms(spec, target.machine().lanes(spec.dtype));
    rows.flat_map(move |rows| sizes(n, MAX_WIDTH).map(move |width| Shape { rows, width, ..smallest }))
}

/// How many tiles of each form of rows are looked at closely.
const LOOKED_AT: usize = 4;

/// Up to how many times the best estimate others may be: the best tile is not beyond.
const NEAR: f64 = 1.25;

/// The best tiles of each form of rows so far, with their estimates; the best of each first.
struct Candidates {
    tiles: [[Option<(f64, Shape)>; LOOKED_AT]; 3],
    /// The best estimate.
    least: f64,
}

impl Candidates {
    const NONE: Self = Self { tiles: [[None; LOOKED_AT]; 3], least: f64::INFINITY };

    /// The best of the same form.
    fn like(&mut self, tile: Shape) -> &mut [Option<(f64, Shape)>; LOOKED_AT] {
        let [across, mixed, along] = &mut self.tiles;
        match tile.rows {
            Rows::Across(_) => across,
            Rows::AcrossAndAlong(_) | Rows::AcrossAndHeld(_) => mixed,
            Rows::Along(_) => along,
        }
    }

    fn is_near(&self, estimate: f64) -> bool {
        estimate <= self.least * NEAR
    }

    /// Whether a tile with such an estimate would be among the best.
    fn want(&mut self, tile: Shape, estimate: f64) -> bool {
        let is_near = self.is_near(estimate);
        let [.., worst] = self.like(tile);
        is_near && worst.is_none_or(|(worst, _)| estimate < worst)
    }

    fn add(&mut self, tile: Shape, estimate: f64) {
        self.least = self.least.min(estimate);
        let mut new = Some((estimate, tile));
        for place in self.like(tile) {
            if place.is_none_or(|(other, _)| new.is_some_and(|(estimate, _)| estimate < other)) {
                core::mem::swap(place, &mut new);
            }
        }
    }

    fn tiles(&self) -> impl Iterator<Item = Shape> {
        let near = self.tiles.iter().flatten().flatten().filter(|(estimate, _)| self.is_near(*estimate));
        near.map(|(_, tile)| *tile)
    }
}

/// A shape that always fits.
fn smallest(target: &Target) -> Shape {
    let rows = Rows::Across(NonZero::<usize>::MIN);
    Shape { rows, width: 1, unroll: 1, sets: 1, fetch: fetch(&target.model) }
}

/// The shapes with such a tile: with one set of accumulators, and with as many more as shorten the
/// core's wait for a multiply-add, where half as many sets would let it wait.
fn shapes(
    spec: &GemmSpec,
    target: &Target,
    (tile, tiling): (Shape, &Tiling),
) -> impl Iterator<Item = Shape> + use<> {
    let model = &target.model;
    let in_flight = model.multiply_adds.saturating_mul(model.accumulate_latency) as usize;
    let (least, k) = (least_accumulators(tiling), spec.k);
    let needs = move |sets: usize| least.saturating_mul(sets) / 2 < in_flight && k >= sets;
    let with_sets = [1, 2, 4].into_iter().filter(move |sets| *sets == 1 || needs(*sets));
    with_sets.map(move |sets| Shape { sets, ..tile })
}

/// The accumulators that the smallest tile has in a set.
fn least_accumulators(tiling: &Tiling) -> usize {
    let height = tiling.rows().map(|rows| rows.size.accumulators()).min();
    let width = tiling.columns().map(|columns| columns.size).min();
    height.unwrap_or(1).saturating_mul(width.unwrap_or(1))
}

/// Whether each set has its turn in a pass.
fn takes_turns(shape: Shape) -> bool {
    shape.sets == 1 || shape.unroll >= shape.sets || !matches!(shape.rows, Rows::Along(_))
}

/// Groups of positions in a pass, at most as many as there are. What a pass costs beside them is hidden, unless
/// instructions are taken in program order. Sets for rows along K take turns from group to group.
fn unrolls(spec: &GemmSpec, target: &Target, rows: Rows) -> &'static [usize] {
    let most = match (target.model.order, rows) {
        (IssueOrder::Dataflow { .. }, Rows::Along(_)) | (IssueOrder::Program { .. }, _) => 4,
        (IssueOrder::Dataflow { .. }, _) => 2,
    };
    match most.min(spec.k / target.machine().lanes(spec.dtype)) {
        ..=1 => &[1],
        2..=3 => &[1, 2],
        4.. => &[1, 2, 4],
    }
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
        let parts = total.div_ceil(next).max(1);
        let size = total.div_ceil(parts);
        // The next smaller size that needs more parts.
        next = total.checked_sub(1).map_or(0, |rest| rest / parts).min(size.saturating_sub(1));
        Some(size)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tensmith_core::DType;
    use tensmith_core::kernel::spec::{Batch, Chain, Factor, Matrix};

    /// Specs of sizes up to 64, in all layouts.
    fn specs() -> impl Iterator<Item = GemmSpec> {
        let sizes = |nth: usize| (nth * 7 % 64 + 1, nth * 29 % 61 + 1, nth * 43 % 53 + 1);
        (0..400).map(move |nth| {
            let (m, n, k) = sizes(nth);
            let a = if nth % 3 == 0 { Matrix::row_major(k) } else { Matrix::column_major(m) };
            let b = if nth % 5 < 2 { Matrix::row_major(n) } else { Matrix::column_major(k) };
            let dtype = if nth % 2 == 0 { DType::F32 } else { DType::F64 };
            let (c, batch) = (Matrix::column_major(m), Batch::Single);
            GemmSpec {
                dtype,
                m,
                n,
                k,
                a,
                b,
                c,
                alpha: Factor::One,
                beta: Factor::One,
                batch,
                epilogue: Chain::EMPTY,
            }
        })
    }

    #[test]
    fn looking_at_few_tiles_loses_little() {
        for target in Target::all() {
            let (mut lost, mut count) = (0.0, 0.0);
            for spec in specs() {
                let problem = Problem::direct(&spec);
                let spec = problem.spec();
                let (cost, pressure) = (Cost::new(spec, &target), Pressure::new(&problem, &target));
                let all = fitting_tiles(spec, &target, &pressure);
                let Some((least, shape)) = cheapest(spec, &target, (&cost, &pressure), all) else { continue };
                let choice = choose(&problem, &target);
                let weight = cost.price(choice.shape).weight();
                let name = target.name;
                assert!(weight <= least.weight() * 1.15, "{name}: {spec:?} takes {choice:?}, not {shape:?}");
                lost += weight / least.weight() - 1.0;
                count += 1.0;
            }
            assert!(
                lost <= count * 0.01,
                "{}: {} per cent lost on average",
                target.name,
                lost / count * 100.0
            );
        }
    }
}
