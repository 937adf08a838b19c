//! Chooses how a multiplication is computed: which way round, and by the shape with the fewest
//! predicted cycles of all that fit the registers.
//!
//! Tiles are tried by the number of parts that rows and columns are cut into, so
//! that no two candidates are the same. They are estimated (`cost`), from tall and wide
//! ones on until smaller ones are worse; the few best are priced in full, with every number
//! of accumulator sets and of groups in a pass that could suit them. A small C is one tile, without
//! an estimate.
//!
//! An epilogue with much arithmetic is priced both ways: in registers, and after the loops.
//!
//! Tests: below, `tests/tests/primitives_gemm_code.rs`.

use super::behind;
use super::cost::{Cost, Price, RowSplit};
use super::passes::group;
use super::plan::{Choice, Plan};
use super::pressure::Pressure;
use super::problem::Problem;
use super::tile::{MAX_PRELOADED, MAX_WIDTH, MAX_WIDTH_BY_BROADCASTS, Rows, Shape, Tiling, may_preload};
use crate::address::is_split;
use crate::work::smaller;
use core::num::NonZero;
use tensmith_core::isa::model::IssueOrder;
use tensmith_core::kernel::spec::{GemmSpec, Layout};
use tensmith_core::registry::Refusal;
use tensmith_core::{OutOfMemory, Target};

/// The most vectors in a column of a tile.
pub const MAX_HEIGHT: usize = 8;

/// The most accumulators of a tile that is all of C and is taken without pricing smaller ones.
const MAX_ACCUMULATORS_OF_SINGLE_TILE: usize = 16;

/// How many widths are estimated for each height of the tallest tile that fits; others only if they
/// [may pay](Search::may_pay).
const WIDTHS_FOR_EACH_TALLEST: usize = 2;

/// How many widths of tiles by broadcasts are priced for each height: the widest that fit.
const WIDTHS_FOR_EACH_HEIGHT: usize = 3;

/// How many estimated tiles are kept: more than are priced, as some may not fit.
const KEPT_CANDIDATES: usize = 4;

/// Shorter tiles are estimated until an estimate is above this many times the second best one: they load B
/// more often, so that they are hardly ever better.
const SHORTER_UNTIL: f64 = 1.02;

/// Narrower tiles are estimated until the best of a width is above this many times the second best estimate:
/// they load A more often.
const NARROWER_UNTIL: f64 = 1.1;

/// Which tiles are priced in full.
#[derive(Clone, Copy)]
struct Near {
    /// At most this many tiles.
    count: usize,
    /// None whose estimate is above this many times the best one: the best tile is hardly ever beyond.
    bound: f64,
}

/// Out-of-order cores hide what an estimate does not know.
const NEAR_OUT_OF_ORDER: Near = Near { count: 2, bound: 1.03 };
const NEAR_IN_ORDER: Near = Near { count: 3, bound: 1.1 };

/// A shape that always fits.
const SMALLEST: Shape = Shape { rows: Rows::Outer(NonZero::<usize>::MIN), width: 1, unroll: 1, sets: 1 };

/// The better way round for a multiplication on a target, and the best shape for it.
///
/// # Errors
/// [`Refusal::OutOfMemory`], or why no pass can be made after the loops.
pub fn plan<'s>(asked: &'s GemmSpec, target: &Target) -> Result<Plan<'s>, Refusal> {
    let whole = best_way(Problem::along_c(asked), target)?;
    let Some(parted) = behind::parted(asked, target)? else { return Ok(whole) };
    let mut parted = best_way(parted, target)?;
    parted.choice.cycles += behind::cycles(&parted.problem, target)?;
    let pays = !fits(&whole, target)? || parted.choice.cycles < whole.choice.cycles;
    Ok(if pays && fits(&parted, target)? { parted } else { whole })
}

/// The better way round for a problem, and the best shape for it.
fn best_way<'s>(problem: Problem<'s>, target: &Target) -> Result<Plan<'s>, OutOfMemory> {
    let spec = problem.spec();
    let lanes = target.machine().lanes(spec.types.accumulator);
    let other = problem.other_way();
    if !problem.has_tiles(target) {
        return Ok(Plan { problem: other, choice: choose(&other, target)? });
    }
    let choice = choose(&problem, target)?;
    // The other way round, C has to be transposed. That can only pay where this way A has to be, at
    // every position of K, or where vectors stay emptier.
    let transposes_a = (spec.a.layout, spec.b.layout) == (Layout::RowMajor, Layout::RowMajor);
    let is_fuller = spec.m >= lanes.get() || spec.m >= spec.n;
    if !spec.has_product() || !transposes_a && is_fuller {
        return Ok(Plan { problem, choice });
    }
    let other = Plan { problem: other, choice: choose(&other, target)? };
    Ok(if other.choice.cycles < choice.cycles { other } else { Plan { problem, choice } })
}

/// Whether the registers of a target suffice for a plan.
pub(super) fn fits(plan: &Plan, target: &Target) -> Result<bool, OutOfMemory> {
    Ok(Pressure::new(&plan.problem, target)?.allows(plan.choice.shape))
}

/// The best shape for a problem on a target that [has tiles](Problem::has_tiles) for it.
///
/// # Errors
/// [`OutOfMemory`].
pub fn choose(problem: &Problem, target: &Target) -> Result<Choice, OutOfMemory> {
    let search = Search::new(problem, target)?;
    let (price, shape) = match target.machine().multiplies_by_lane && !problem.is_by_vectors() {
        true => search.by_lanes(),
        false => search.by_broadcasts(),
    };
    Ok(Choice { shape, cycles: price.cycles })
}

/// A search for the best shape.
struct Search<'s> {
    spec: &'s GemmSpec,
    target: &'s Target,
    lanes: NonZero<usize>,
    cost: Cost<'s>,
    pressure: Pressure<'s>,
    /// The fewest sets of accumulators: one for each part of the numbers in B.
    least_sets: NonZero<usize>,
    /// The shape with the least price of all that were priced, and have not too much code.
    best: Option<(Price, Shape)>,
}

impl<'s> Search<'s> {
    fn new(problem: &'s Problem, target: &'s Target) -> Result<Self, OutOfMemory> {
        let (spec, pressure) = (problem.spec(), Pressure::new(problem, target)?);
        Ok(Self {
            spec,
            target,
            lanes: target.machine().lanes(spec.types.accumulator),
            cost: Cost::new(problem, target, pressure.needs()),
            pressure,
            least_sets: problem.parts(),
            best: None,
        })
    }

    /// The best shape where vectors of A are multiplied by lanes of B.
    fn by_lanes(mut self) -> (Price, Shape) {
        match self.single_tile_for_all_of_c() {
            Some(forms) => self.price_all(forms.into_iter().flatten()),
            None => self.price_best_estimates(&self.candidates()),
        }
        if self.best.is_none() {
            // Where all of these take too much code, or too many registers, others may not.
            self.price_all(tiles(self.spec, self.target));
        }
        let (price, shape) = self.best.unwrap_or_else(|| (self.cost.price(SMALLEST), SMALLEST));
        let preloaded = self.preloaded(shape).map(|preloaded| (self.cost.price(preloaded), preloaded));
        match preloaded {
            Some((less, preloaded)) if less.is_short() && less.weight() < price.weight() => (less, preloaded),
            _ => (price, shape),
        }
    }

    /// The best shape where vectors of A are multiplied by broadcast elements of B, or by parts of numbers.
    fn by_broadcasts(mut self) -> (Price, Shape) {
        self.price_widest_of_each_height();
        self.best.unwrap_or_else(|| self.smallest())
    }

    /// The tallest tile of each form, where one tile can be all of C and has few accumulators.
    fn single_tile_for_all_of_c(&self) -> Option<[Option<Shape>; 3]> {
        let forms = forms(self.spec, self.lanes);
        let [Some(Rows::Outer(height)), ..] = forms else { return None };
        let is_in_order = matches!(self.target.core.model.order, IssueOrder::InOrder { .. });
        let width = self.spec.n;
        let is_tile = (1..=MAX_WIDTH).contains(&width) && height.get() <= MAX_HEIGHT;
        let is_small = height.get().saturating_mul(width) <= MAX_ACCUMULATORS_OF_SINGLE_TILE;
        let GemmSpec { a, b, c, .. } = self.spec;
        // Vectors along columns take two accesses each: narrower tiles may be better.
        let is_split = is_split(width, self.lanes) && [b.layout, c.layout].contains(&Layout::RowMajor);
        // On in-order cores, shorter tiles may suit an A that is transposed.
        let suits = !is_split && (!is_in_order || a.layout == Layout::ColumnMajor);
        (is_tile && is_small && suits)
            .then(|| forms.map(|rows| rows.map(|rows| Shape { rows, width, ..SMALLEST })))
    }

    /// Prices the few tiles with the best estimates, of those that the registers suffice for.
    fn price_best_estimates(&mut self, candidates: &Candidates) {
        let Near { mut count, bound: near } = match self.target.core.model.order {
            IssueOrder::OutOfOrder { .. } => NEAR_OUT_OF_ORDER,
            IssueOrder::InOrder { .. } => NEAR_IN_ORDER,
        };
        let (Candidates(tiles), mut bound) = (candidates, f64::MAX);
        for &(estimate, rows, width) in tiles {
            if count == 0 || estimate > bound {
                break;
            }
            if self.price_if_it_fits(Shape { rows, width, ..SMALLEST }) {
                bound = smaller(bound, estimate * near);
                count = count.saturating_sub(1);
            }
        }
    }

    /// Prices the few widest tiles by broadcasts of each height that the registers suffice for.
    fn price_widest_of_each_height(&mut self) {
        let most = if self.target.machine().multiplies_by_lane { MAX_WIDTH } else { MAX_WIDTH_BY_BROADCASTS };
        for rows in heights_by_broadcasts(self.form_by_broadcasts()) {
            let mut left = WIDTHS_FOR_EACH_HEIGHT;
            for width in sizes(self.spec.n, most) {
                if left > 0 && self.price_if_it_fits(Shape { rows, width, ..self.least_shape() }) {
                    left = left.saturating_sub(1);
                }
            }
        }
    }

    /// Prices all of these tiles that the registers suffice for.
    fn price_all(&mut self, tiles: impl Iterator<Item = Shape>) {
        for tile in tiles {
            self.price_if_it_fits(tile);
        }
    }

    /// Prices all shapes with such a tile, if the registers suffice for it; says whether they do.
    fn price_if_it_fits(&mut self, tile: Shape) -> bool {
        let tiling = Tiling::cut(self.spec.m, self.spec.n, tile, self.lanes);
        let fits = self.pressure.allows_cut(tile, &tiling);
        if fits {
            self.price(tile, &tiling);
        }
        fits
    }

    fn price(&mut self, tile: Shape, tiling: &Tiling) {
        for shape in shapes(self.spec, self.target, (tile, tiling)) {
            if shape.sets > tile.sets && !self.pressure.allows_cut(shape, tiling) {
                continue;
            }
            let unrolls = unrolls(self.spec, self.target, shape.rows);
            let prices = self.cost.prices(shape, tiling, unrolls);
            for (&price, &unroll) in prices.iter().zip(unrolls) {
                self.keep_if_better(price, Shape { unroll, ..shape });
            }
            // More sets of accumulators make chains of multiply-adds shorter, and are more work.
            if !prices.iter().any(|price| price.waits) {
                break;
            }
        }
    }

    fn keep_if_better(&mut self, price: Price, shape: Shape) {
        let is_better = self.best.is_none_or(|(least, _)| price.weight() < least.weight());
        if price.is_short() && is_better && every_set_is_used(shape) {
            self.best = Some((price, shape));
        }
    }

    /// A shape with its dot rows preloaded, where these would be gathered again for other columns. In-order
    /// cores would do nothing else meanwhile.
    fn preloaded(&self, shape: Shape) -> Option<Shape> {
        let order = self.target.core.model.order;
        let (Rows::OuterAndDot(height), IssueOrder::OutOfOrder { .. }) = (shape.rows, order) else {
            return None;
        };
        let pays = self.spec.n > shape.width && may_preload(self.spec, height, self.lanes);
        let preloaded = Shape { rows: Rows::OuterAndPreloaded(height), unroll: MAX_PRELOADED, ..shape };
        (pays && self.pressure.allows(preloaded)).then_some(preloaded)
    }

    /// The form of all rows where elements of B are broadcast.
    fn form_by_broadcasts(&self) -> Rows {
        let vectors = NonZero::new(self.spec.m.div_ceil(self.lanes.get())).unwrap_or(NonZero::<usize>::MIN);
        let all = Shape { rows: Rows::Outer(vectors), ..self.least_shape() };
        match all.suiting(self.spec, &self.target.machine()).rows {
            Rows::Dot(_) => Rows::Dot(NonZero::new(self.spec.m).unwrap_or(NonZero::<usize>::MIN)),
            rows => rows,
        }
    }

    /// The smallest shape, with the sets that there have to be.
    const fn least_shape(&self) -> Shape {
        Shape { sets: self.least_sets.get(), ..SMALLEST }
    }

    /// The smallest tile with its price: more than any that was priced, where registers do not suffice.
    fn smallest(&self) -> (Price, Shape) {
        let rows = self.form_by_broadcasts().of_height(NonZero::<usize>::MIN);
        let shape = Shape { rows, ..self.least_shape() };
        let price = if self.pressure.allows(shape) { self.cost.price(shape) } else { Price::NEVER };
        (price, shape)
    }

    /// The tiles with the best estimates, of those that fit by a rough count of registers.
    fn candidates(&self) -> Candidates {
        let mut candidates = Candidates::NONE;
        for form in forms(self.spec, self.lanes).into_iter().flatten() {
            self.estimate(form, &mut candidates);
        }
        candidates
    }

    /// Adds tiles of such rows, the widest first, and of these the tallest.
    fn estimate(&self, form: Rows, candidates: &mut Candidates) {
        let of_form = self.cost.of_form(form);
        let mut heights = [None; MAX_HEIGHT];
        for (place, height) in heights.iter_mut().zip(heights_of(form)) {
            *place = Some(of_form.split(form.of_height(height)));
        }
        let mut alike = Alike::default();
        for width in sizes(self.spec.n, MAX_WIDTH) {
            let room = self.pressure.room(Shape { rows: form, width, ..SMALLEST });
            let fits = |rows: &RowSplit| room.suffices(rows.vectors, rows.dot_rows);
            let tallest = heights.iter().position(|rows| rows.as_ref().is_some_and(fits));
            let Some(tallest) = tallest else { continue };
            if alike.add(tallest) > WIDTHS_FOR_EACH_TALLEST && !self.may_pay(width) {
                continue;
            }
            let of_width = of_form.of_width(width);
            let mut least = f64::INFINITY;
            for rows in heights.iter().skip(tallest).map_while(Option::as_ref) {
                let estimate = of_width.estimate(rows);
                least = smaller(least, estimate);
                if estimate > candidates.bound() * SHORTER_UNTIL {
                    break;
                }
                candidates.add((estimate, rows.rows, width));
            }
            if least > candidates.bound() * NARROWER_UNTIL {
                break;
            }
        }
    }

    /// Whether tiles of such a width may be better than wider ones that are as tall. Wider ones load A less
    /// often, but may cut columns less evenly or fill vectors across columns less; where A is
    /// transposed, no rule is known.
    fn may_pay(&self, width: usize) -> bool {
        let GemmSpec { n, a, b, c, .. } = self.spec;
        let is_across = [b.layout, c.layout].contains(&Layout::RowMajor);
        a.layout == Layout::RowMajor || n % width.max(1) == 0 || is_across && width % self.lanes == 0
    }
}

/// Counts widths as long as the tallest tile that fits stays the same.
#[derive(Default)]
struct Alike {
    tallest: usize,
    count: usize,
}

impl Alike {
    /// Adds a width with such a tallest tile, and says how many there are now.
    const fn add(&mut self, tallest: usize) -> usize {
        if tallest != self.tallest {
            *self = Self { tallest, count: 0 };
        }
        self.count = self.count.saturating_add(1);
        self.count
    }
}

/// Rows of a form with all heights that tiles by broadcasts can have.
fn heights_by_broadcasts(form: Rows) -> impl Iterator<Item = Rows> {
    sizes(form.height().get(), MAX_HEIGHT).filter_map(NonZero::new).map(move |height| form.of_height(height))
}

/// All tiles, each with one set of accumulators and one group in a pass.
fn tiles(spec: &GemmSpec, target: &Target) -> impl Iterator<Item = Shape> {
    let n = spec.n;
    let rows = row_forms(spec, target.machine().lanes(spec.types.accumulator));
    rows.flat_map(move |rows| sizes(n, MAX_WIDTH).map(move |width| Shape { rows, width, ..SMALLEST }))
}

/// The best tiles so far, by their rows and columns, with their estimates; the best first.
struct Candidates([(f64, Rows, usize); KEPT_CANDIDATES]);

impl Candidates {
    /// Places for tiles.
    const NONE: Self = Self([(f64::INFINITY, Rows::Outer(NonZero::<usize>::MIN), 1); KEPT_CANDIDATES]);

    /// The second best estimate, or what comes before there is one.
    fn bound(&self) -> f64 {
        let Self([_, (bound, ..), ..]) = self;
        *bound
    }

    fn add(&mut self, mut new: (f64, Rows, usize)) {
        let Self([.., (last, ..)]) = self;
        if new.0 >= *last {
            return;
        }
        for place in &mut self.0 {
            if new.0 < place.0 {
                core::mem::swap(place, &mut new);
            }
        }
    }
}

/// The shapes with such a tile: with its sets of accumulators, and with as many more as shorten the
/// core's wait for a multiply-add, where half as many sets would let it wait.
fn shapes<'t>(
    spec: &GemmSpec,
    target: &Target,
    (tile, tiling): (Shape, &'t Tiling),
) -> impl Iterator<Item = Shape> + use<'t> {
    let model = &target.core.model;
    let in_flight = model.multiply_adds.saturating_mul(model.accumulate_latency) as usize;
    let k = spec.k;
    let needs =
        move |sets: usize| k >= sets && least_accumulators(tiling).saturating_mul(sets) / 2 < in_flight;
    let least = tile.sets;
    let with_sets = [1, 2, 4].into_iter().filter(move |sets| *sets >= least);
    let with_sets = with_sets.filter(move |sets| *sets == least || needs(*sets));
    with_sets.map(move |sets| Shape { sets, ..tile })
}

/// The accumulators that the smallest tile has in a set.
fn least_accumulators(tiling: &Tiling) -> usize {
    let height = tiling.rows().map(|rows| rows.size.accumulators()).min();
    let width = tiling.columns().map(|columns| columns.size).min();
    height.unwrap_or(1).saturating_mul(width.unwrap_or(1))
}

/// Whether a pass adds to each set of accumulators.
fn every_set_is_used(shape: Shape) -> bool {
    shape.sets == 1 || shape.unroll >= shape.sets || !matches!(shape.rows, Rows::Dot(_))
}

/// Groups of positions in a pass, at most as many as there are. The overhead of a pass is hidden, unless
/// the core issues in order. Sets for dot rows take turns from group to group.
#[must_use]
pub fn unrolls(spec: &GemmSpec, target: &Target, rows: Rows) -> &'static [usize] {
    let most = match (target.core.model.order, rows) {
        (IssueOrder::OutOfOrder { .. }, Rows::Dot(_) | Rows::Masked(_)) | (IssueOrder::InOrder { .. }, _) => {
            4
        }
        (IssueOrder::OutOfOrder { .. }, _) => 2,
    };
    match most.min(spec.k / group(spec, &target.machine())) {
        ..=1 => &[1],
        2..=3 => &[1, 2],
        4.. => &[1, 2, 4],
    }
}

/// All ways to cut the rows.
fn row_forms(spec: &GemmSpec, lanes: NonZero<usize>) -> impl Iterator<Item = Rows> {
    forms(spec, lanes)
        .into_iter()
        .flatten()
        .flat_map(|form| heights_of(form).map(move |height| form.of_height(height)))
}

/// The forms that rows can have, each with all of them in one tile if there can be as many.
fn forms(spec: &GemmSpec, lanes: NonZero<usize>) -> [Option<Rows>; 3] {
    let count = lanes.get();
    let may_dot = spec.b.layout == Layout::ColumnMajor;
    let rest = spec.m % lanes;
    let is_mixed = may_dot && rest > 0 && rest <= count / 2;
    let only = may_dot && (spec.m < count || spec.a.layout == Layout::RowMajor);
    [
        NonZero::new(spec.m.div_ceil(count)).map(Rows::Outer),
        NonZero::new(spec.m / lanes).filter(|_| is_mixed).map(Rows::OuterAndDot),
        NonZero::new(count.min(spec.m)).filter(|_| only).map(Rows::Dot),
    ]
}

/// The heights that tiles of a form can have, the tallest first; dot rows are all in one tile.
fn heights_of(form: Rows) -> impl Iterator<Item = NonZero<usize>> {
    let (all, count) = match form {
        Rows::Dot(all) => (all, 1),
        Rows::Outer(all) | Rows::Masked(all) | Rows::OuterAndDot(all) | Rows::OuterAndPreloaded(all) => {
            (all, MAX_HEIGHT)
        }
    };
    sizes(all.get(), MAX_HEIGHT).filter_map(NonZero::new).take(count)
}

/// The sizes of at most `limit` that `total` can be cut into, each as even as possible, the
/// largest first.
pub fn sizes(total: usize, limit: usize) -> impl Iterator<Item = usize> {
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
#[expect(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;
    use crate::work::number;
    use tensmith_core::DType;
    use tensmith_core::kernel::spec::{Batch, Chain, Factor, Matrix, Stride};

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
                types: dtype.into(),
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
    fn pricing_few_tiles_loses_little() {
        for target in Target::all() {
            let (mut lost, mut count) = (0.0, 0.0);
            for spec in specs() {
                let problem = Problem::direct(&spec);
                if !problem.has_tiles(&target) {
                    continue;
                }
                let spec = problem.spec();
                let mut search = Search::new(&problem, &target).unwrap();
                // Others become one of these when they are written.
                let machine = target.machine();
                search.price_all(
                    tiles(spec, &target).filter(|tile| tile.suiting(spec, &machine).rows == tile.rows),
                );
                let Some((least, shape)) = search.best else { continue };
                let choice = choose(&problem, &target).unwrap();
                let weight = search.cost.price(choice.shape).weight();
                let name = target.core.name;
                assert!(weight <= least.weight() * 1.15, "{name}: {spec:?} takes {choice:?}, not {shape:?}");
                lost += weight / least.weight() - 1.0;
                count += 1.0;
            }
            assert!(
                lost <= count * 0.01,
                "{}: {} per cent lost on average",
                target.core.name,
                lost / count * 100.0
            );
        }
    }

    /// Each multiply-add of a batch waits for the one before it, if there is a single accumulator.
    #[test]
    fn pairs_wait_for_each_other() {
        let (m, n, k, dense) = (2, 1, 1, Matrix::column_major(2));
        let (b, count) = (Matrix::column_major(1), Stride::fixed(4));
        let spec = GemmSpec {
            types: DType::F64.into(),
            m,
            n,
            k,
            a: dense,
            b,
            c: dense,
            alpha: Factor::One,
            beta: Factor::Zero,
            batch: Batch::Strided { count, a: Stride::fixed(2), b: Stride::fixed(1) },
            epilogue: Chain::EMPTY,
        };
        for target in Target::all() {
            if matches!(target.core.model.order, IssueOrder::InOrder { .. }) {
                let Choice { shape, cycles } = choose(&Problem::direct(&spec), &target).unwrap();
                let least = 4.0 * f64::from(target.core.model.accumulate_latency) / number(shape.sets);
                assert!(cycles >= least, "{}: {cycles}", target.core.name);
            }
        }
    }

    /// The assumptions of [`best_way`].
    #[test]
    fn transposing_c_does_not_pay_where_vectors_are_as_full() {
        let sizes = (1..4).flat_map(|m| (1..=m).flat_map(move |n| [1, 2, 3, 5, 8, 32].map(|k| (m, n, k))));
        for (m, n, k) in sizes {
            let (dense, across) = (Matrix::column_major(m), Matrix::row_major(n));
            for (a, b) in [
                (dense, Matrix::column_major(k)),
                (dense, across),
                (Matrix::row_major(k), Matrix::column_major(k)),
            ] {
                let spec = GemmSpec {
                    types: DType::F32.into(),
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
                    let [direct, other] =
                        [problem, problem.other_way()].map(|way| choose(&way, &target).unwrap());
                    // Shapes are chosen by cycles with a small weight on code.
                    let most = other.cycles * 1.05;
                    assert!(
                        direct.cycles <= most,
                        "{}: {direct:?}, not {other:?}, for {spec:?}",
                        target.core.name
                    );
                }
            }
        }
    }
}
