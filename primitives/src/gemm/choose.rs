//! Chooses how a multiplication is computed: which way round, and by the shape with the fewest
//! predicted cycles of all that fit the registers.
//!
//! Tiles are tried by the number of parts that rows and columns are cut into, so
//! that no two candidates are the same. They are estimated (`cost`), from high and wide
//! ones on until smaller ones are worse; the few best are priced in full, with every number
//! of accumulator sets and of groups in a pass that could suit them.
//!
//! An epilogue with much arithmetic is priced both ways: in registers, and behind the loops.

use super::behind;
use super::cost::{Cost, Price};
use super::micro::MAX_WIDTH;
use super::plan::Plan;
use super::pressure::Pressure;
use super::problem::Problem;
use super::tile::{Fetch, MAX_HELD, Rows, Shape, Tiling, may_hold};
use crate::work::smaller;
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
    // every position of K, or where vectors stay emptier.
    let turns_a = (spec.a.layout, spec.b.layout) == (Layout::RowMajor, Layout::RowMajor);
    let is_fuller = spec.m >= lanes.get() || spec.m >= spec.n;
    if !spec.has_product() || !turns_a && is_fuller {
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
    let best = cheapest(spec, target, by, candidates.tiles(smallest(target)), looked_at(target));
    // Where all of these take too much code, or too many registers, others may not.
    let best = best.or_else(|| cheapest(spec, target, by, tiles(spec, target), usize::MAX));
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

/// The shape with the least price of all that have one of these tiles, the first so many of those that the registers
/// suffice for, and not too much code.
fn cheapest(
    spec: &GemmSpec,
    target: &Target,
    (cost, pressure): (&Cost<'_>, &Pressure<'_>),
    tiles: impl Iterator<Item = Shape>,
    count: usize,
) -> Option<(Price, Shape)> {
    let mut best: Option<(Price, Shape)> = None;
    let cut = |tile| (tile, Tiling::cut(spec.m, spec.n, tile, target.machine().lanes(spec.dtype)));
    let fitting = tiles.map(cut).filter(|(tile, tiling)| pressure.allows_cut(*tile, tiling));
    for (tile, tiling) in fitting.take(count) {
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
    for form in forms(spec, target.machine().lanes(spec.dtype)).into_iter().flatten() {
        let of_form = cost.of_form(Shape { rows: form, ..smallest });
        let mut heights = [None; MAX_HEIGHT];
        for (place, rows) in heights.iter_mut().zip(heights_of(form)) {
            *place = Some(of_form.of_rows(rows));
        }
        for width in sizes(spec.n, MAX_WIDTH) {
            let of_tiles = of_form.in_columns(width);
            let room = pressure.room(Shape { rows: form, width, ..smallest });
            let mut least = f64::INFINITY;
            for rows in heights.iter().flatten().filter(|rows| room.suffices(rows.rows)) {
                let estimate = of_tiles.estimate(rows);
                least = smaller(least, estimate);
                if estimate > candidates.bound() * LOWER {
                    break;
                }
                candidates.add((estimate, rows.rows, width));
            }
            if least < f64::INFINITY && least > candidates.bound() * NARROWER {
                break;
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

/// How many tiles are kept, as some of these may not fit.
const KEPT: usize = 4;

/// How many tiles are looked at closely: more where an estimate knows less.
const fn looked_at(target: &Target) -> usize {
    match target.model.order {
        IssueOrder::Dataflow { .. } => 2,
        IssueOrder::Program { .. } => 3,
    }
}

/// Up to how many times the best estimate others may be: the best tile is hardly ever beyond.
const NEAR: f64 = 1.1;

/// Beyond how many times the second best estimate neither lower tiles are estimated, nor narrower ones.
/// Both load more, so that they are hardly ever better.
const LOWER: f64 = 1.02;
const NARROWER: f64 = 1.1;

/// The best tiles so far, by their rows and columns, with their estimates; the best first.
struct Candidates([(f64, Rows, usize); KEPT]);

impl Candidates {
    /// Places for tiles.
    const NONE: Self = Self([(f64::INFINITY, Rows::Across(NonZero::<usize>::MIN), 1); KEPT]);

    /// The second best estimate, or what comes before there is one.
    fn bound(&self) -> f64 {
        let Self([_, (bound, ..), ..]) = self;
        *bound
    }

    fn add(&mut self, mut new: (f64, Rows, usize)) {
        for place in &mut self.0 {
            if new.0 < place.0 {
                core::mem::swap(place, &mut new);
            }
        }
    }

    /// Those that are near the best, of which all else is as in `like`.
    fn tiles(&self, like: Shape) -> impl Iterator<Item = Shape> {
        let Self([(least, ..), ..]) = self;
        let near = smaller(*least * NEAR, f64::MAX);
        let near = self.0.iter().take_while(move |(estimate, ..)| *estimate <= near);
        near.map(move |(_, rows, width)| Shape { rows: *rows, width: *width, ..like })
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
    forms(spec, lanes).into_iter().flatten().flat_map(heights_of)
}

/// The forms that rows can have, each with all of them in one tile if there can be as many.
fn forms(spec: &GemmSpec, lanes: NonZero<usize>) -> [Option<Rows>; 3] {
    let count = lanes.get();
    let along_k = spec.b.layout == Layout::ColumnMajor;
    let rest = spec.m % lanes;
    let is_mixed = along_k && rest > 0 && rest <= count / 2;
    let only = along_k && (spec.m < count || spec.a.layout == Layout::RowMajor);
    [
        NonZero::new(spec.m.div_ceil(count)).map(Rows::Across),
        NonZero::new(spec.m / lanes).filter(|_| is_mixed).map(Rows::AcrossAndAlong),
        NonZero::new(count.min(spec.m)).filter(|_| only).map(Rows::Along),
    ]
}

/// The heights that tiles can have, of a form whose rows are so many.
fn heights_of(form: Rows) -> impl Iterator<Item = Rows> {
    let (all, limit, of): (_, _, fn(NonZero<usize>) -> Rows) = match form {
        Rows::Across(all) => (all, MAX_HEIGHT, Rows::Across),
        Rows::AcrossAndAlong(all) => (all, MAX_HEIGHT, Rows::AcrossAndAlong),
        Rows::AcrossAndHeld(all) => (all, MAX_HEIGHT, Rows::AcrossAndHeld),
        Rows::Along(all) => (all, usize::MAX, Rows::Along),
    };
    let count = if matches!(form, Rows::Along(_)) { 1 } else { usize::MAX };
    sizes(all.get(), limit).filter_map(NonZero::new).map(of).take(count)
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
                let (all, by) = (tiles(spec, &target), (&cost, &pressure));
                let Some((least, shape)) = cheapest(spec, &target, by, all, usize::MAX) else { continue };
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

    /// What [`best_way`] takes for granted.
    #[test]
    fn turning_c_over_does_not_pay_where_vectors_are_as_full() {
        let sizes = (1..4).flat_map(|m| (1..=m).flat_map(move |n| [1, 2, 3, 5, 8, 32].map(|k| (m, n, k))));
        for (m, n, k) in sizes {
            let (dense, across) = (Matrix::column_major(m), Matrix::row_major(n));
            for (a, b) in [
                (dense, Matrix::column_major(k)),
                (dense, across),
                (Matrix::row_major(k), Matrix::column_major(k)),
            ] {
                let spec = GemmSpec {
                    dtype: DType::F32,
                    m,
                    n,
                    k,
                    a,
                    b,
                    c: dense,
                    alpha: Factor::One,
                    beta: Factor::One,
                    batch: Batch::Single,
                    epilogue: Chain::EMPTY,
                };
                for target in Target::all() {
                    let problem = Problem::direct(&spec);
                    let [direct, turned] = [problem, problem.other_way()].map(|way| choose(&way, &target));
                    assert!(direct.cycles <= turned.cycles, "{}: {spec:?}", target.name);
                }
            }
        }
    }
}
