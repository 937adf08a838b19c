//! A rough price: that of the work of all tiles together.
//!
//! What tiles do adds up to much the same, however C is cut. Some of it is done once for all columns of C, some
//! for each column of tiles, some for each row of them, and some for each tile. So the rows of a form are counted
//! once, as if one tile had them all, columns once for each width, and an estimate takes a few multiplications.
//!
//! Only of the lowest tile is it asked how long its multiply-adds wait for each other.

use super::{CHAINED, CODE, Cost, passing};
use crate::gemm::micro::Tile;
use crate::gemm::passes::Passes;
use crate::gemm::tile::{Fetch, Height, Rows, Shape};
use crate::work::{Work, larger, number, smaller};
use core::num::NonZero;
use core::ops::Add;
use tensmith_core::kernel::spec::{Batch, Layout};
use tensmith_core::target::IssueOrder;

/// Instructions around a tile.
const AROUND: f64 = 6.0;

/// The fewest accumulators that leave no room for more sets.
const FULL: f64 = 27.0;

/// The fewest parts of at most `limit` that `total` is cut into; at least one.
fn parts(total: usize, limit: usize) -> NonZero<usize> {
    NonZero::new(total.div_ceil(limit.max(1))).unwrap_or(NonZero::<usize>::MIN)
}

/// What all tiles with rows of a form share.
pub(in crate::gemm) struct OfForm<'c> {
    cost: &'c Cost<'c>,
    /// The product: for all columns together, for each column of tiles, and for each tile.
    all: Work,
    column: Work,
    tile: Work,
    /// C: for each column of it, or for each vector across columns where it is contiguous along these.
    output: Work,
    /// Cycles of the multiply-adds onto one accumulator, and how many of these there are.
    chain: f64,
    accumulators: f64,
    /// How K is passed through, and the share of the product's instructions that is written.
    passes: Passes,
    written: f64,
}

/// What all tiles with the same number of columns share.
struct OfColumns {
    /// Columns of the widest tile and of the narrowest, tiles in a row of them, and how many widths they have.
    most: f64,
    least: f64,
    tiles: f64,
    sizes: f64,
    /// Columns of C, or vectors across these where it is contiguous along them.
    outputs: f64,
    /// What vectors of three lanes take beside, if columns of C are cut into such.
    splits_of_c: Work,
    /// The work of each row of tiles.
    row: Work,
}

/// What all tiles with the same number of rows share.
#[derive(Clone, Copy)]
pub(in crate::gemm) struct OfRows {
    /// The rows of a tile.
    pub(in crate::gemm) rows: Rows,
    /// The highest tile and the last one. The most accumulators in a column of one, and the fewest.
    highest: Height,
    last: Height,
    most: f64,
    least: f64,
    /// Tiles in a column of them, how many heights they have, and how many are the lowest.
    tiles: f64,
    sizes: f64,
    lowest: f64,
    /// The rows of a last tile that fill no vector.
    rest: Option<NonZero<usize>>,
}

/// What all tiles with rows of a form and the same number of columns share.
pub(in crate::gemm) struct OfTiles<'c> {
    form: &'c OfForm<'c>,
    width: usize,
    columns: OfColumns,
    /// All that does not depend on how high tiles are, and what each row of them takes.
    all: Work,
    row: Work,
    /// Cycles of what is done for C, and instructions, where it is not done beside the product.
    apart: f64,
    slots_apart: f64,
    /// Instructions that are written beside the share of all.
    written: f64,
}

impl Cost<'_> {
    /// For estimates of tiles with so many columns.
    fn of_columns(&self, width: usize) -> OfColumns {
        let (spec, lanes) = (self.spec, self.lanes.get());
        let tiles = parts(spec.n, width);
        let (least, wider) = (spec.n / tiles, spec.n % tiles);
        let tiles = tiles.get();
        let narrower = tiles.saturating_sub(wider);
        let widths = [(least, narrower), (least.saturating_add(1), wider)];
        let vectors =
            || widths.map(|(width, count)| number(width.div_ceil(lanes)) * number(count)).iter().sum();
        let threes = widths.iter().find(|(width, _)| *width == 3).map_or(0, |(_, count)| *count);
        let (outputs, splits_of_c) = match spec.c.layout {
            Layout::ColumnMajor => (number(spec.n), Work::default()),
            Layout::RowMajor => (vectors(), self.splits_of_c(3) * number(threes)),
        };
        let of_b = match spec.b.layout {
            Layout::ColumnMajor => {
                let loads = number(spec.n) * self.groups();
                let far = self.far(self.near_b, width) * self.groups() * number(tiles);
                let tail = Tile { height: Height::covering(0, self.lanes), width: spec.n };
                Work { loads, slots: loads + far, ..Work::default() } + self.narrow_tail(tail)
            }
            Layout::RowMajor => {
                let of = |(width, count)| self.vectors_of_b(width) * (number(count) * number(spec.k));
                widths.map(of).into_iter().fold(Work::default(), Work::add)
            }
        };
        let tile = Tile { height: Height::covering(lanes, self.lanes), width };
        let row = of_b * self.pairs() + Work { slots: self.steps(tile) * number(tiles), ..Work::default() };
        let sizes = if wider > 0 { 2.0 } else { 1.0 };
        OfColumns {
            most: number(width),
            least: number(least),
            tiles: number(tiles),
            sizes,
            outputs,
            splits_of_c,
            row,
        }
    }

    /// What of a product is done for each column of tiles, of such rows in all.
    fn of_a(&self, height: Height, fetch: Fetch) -> Work {
        let tail = Tile { height, width: 0 };
        let moving = self.pointers(height) - self.pointers(Height::covering(0, self.lanes));
        let of_group = self.squares_of_a(height) + Work { slots: moving, ..Work::default() };
        self.vectors_of_a(height, fetch) * number(self.spec.k)
            + of_group * self.groups()
            + self.shorter_squares(height)
            + self.narrow_tail(tail)
    }

    /// For estimates of tiles of this form.
    pub(in crate::gemm) fn of_form(&self, form: Shape) -> OfForm<'_> {
        let (spec, lanes) = (self.spec, self.lanes.get());
        let [n, k, groups, pairs] = [number(spec.n), number(spec.k), self.groups(), self.pairs()];
        let width = match spec.c.layout {
            Layout::ColumnMajor => 1,
            Layout::RowMajor => lanes.min(spec.n),
        };
        let (mut sums, mut column, mut output, mut accumulators) =
            (0.0, Work::default(), Work::default(), 0.0);
        for (height, count) in self.heights(form.rows) {
            sums += (number(height.vectors) * k + number(height.along_k) * groups) * n * count;
            column = column + self.of_a(height, form.fetch) * count;
            output = output + self.finish(Tile { height, width }, 1) * count;
            accumulators += number(height.accumulators()) * n * count;
        }
        let unroll = match self.model.order {
            IssueOrder::Dataflow { .. } => 1,
            IssueOrder::Program { .. } => 2,
        };
        let passes = Passes::new(spec.k, unroll, self.lanes);
        let turns = if let Rows::Along(_) = form.rows { groups } else { k };
        OfForm {
            cost: self,
            all: Work { vector: sums, slots: sums, ..Work::default() } * pairs,
            column: column * pairs,
            tile: self.around(&passes),
            output,
            chain: turns * pairs * f64::from(self.model.accumulate_latency),
            accumulators,
            written: number(self.written(&passes)) / (larger(k, 1.0) * pairs),
            passes,
        }
    }

    /// What each tile takes beside.
    fn around(&self, passes: &Passes) -> Work {
        let moving = self.pointers(Height::covering(0, self.lanes)) * self.groups();
        let pair = if self.spec.batch == Batch::Single { 0.0 } else { 4.0 };
        let slots = (passing(passes).slots + moving + pair) * self.pairs() + AROUND;
        Work { slots, ..Work::default() }
    }

    fn groups(&self) -> f64 {
        number(self.spec.k.div_ceil(self.lanes.get()))
    }

    /// All rows, as if one tile had them: those across, and those along K; and how often there are as many.
    fn heights(&self, form: Rows) -> impl Iterator<Item = (Height, f64)> {
        let (m, lanes) = (self.spec.m, self.lanes);
        let rest = m % lanes;
        let (across, along_k, count) = match form {
            Rows::Across(_) => (m, 0, 0.0),
            Rows::AcrossAndAlong(_) | Rows::AcrossAndHeld(_) => (m.saturating_sub(rest), rest, 1.0),
            Rows::Along(height) => (0, height.get(), number(m) / number(height.get())),
        };
        let along = Height { along_k, ..Height::covering(0, lanes) };
        let heights = [(Height::covering(across, lanes), 1.0), (along, count)];
        heights.into_iter().filter(|(height, _)| height.accumulators() > 0)
    }
}

impl OfForm<'_> {
    /// For estimates of tiles that are so high.
    pub(in crate::gemm) fn of_rows(&self, rows: Rows) -> OfRows {
        let (m, lanes) = (self.cost.spec.m, self.cost.lanes);
        let (cut, limit, rest) = match rows {
            Rows::Across(limit) => (m.div_ceil(lanes.get()), limit, m % lanes),
            Rows::AcrossAndAlong(limit) | Rows::AcrossAndHeld(limit) => (m / lanes, limit, m % lanes),
            Rows::Along(limit) => (m, limit, 0),
        };
        let tiles = parts(cut, limit.get());
        let (least, higher) = (cut / tiles, cut % tiles);
        let tiles = tiles.get();
        let lowest = tiles.saturating_sub(higher);
        let whole = |vectors: usize| Height::covering(vectors.saturating_mul(lanes.get()), lanes);
        let along = |along_k: usize, height: Height| Height { along_k, ..height };
        let (highest, last) = match rows {
            Rows::Across(_) => (whole(limit.get()), whole(least)),
            Rows::AcrossAndAlong(_) | Rows::AcrossAndHeld(_) => {
                (whole(limit.get()), along(rest, whole(least)))
            }
            Rows::Along(_) => (along(limit.get(), whole(0)), along(least, whole(0))),
        };
        let is_low = matches!(rows, Rows::Across(_)) && least == 1 && tiles > 1;
        // The last one has a size of its own where rows are left.
        let sizes = u8::from(higher > 0) + u8::from(lowest > usize::from(rest > 0)) + u8::from(rest > 0);
        OfRows {
            rows,
            highest,
            last,
            most: number(highest.accumulators().max(last.accumulators())),
            least: number(least),
            tiles: number(tiles),
            sizes: f64::from(sizes),
            lowest: number(lowest),
            rest: NonZero::new(rest).filter(|_| is_low),
        }
    }

    /// For estimates of tiles with such columns.
    pub(in crate::gemm) fn in_columns(&self, width: usize) -> OfTiles<'_> {
        let columns = self.cost.of_columns(width);
        let product = self.all + self.column * columns.tiles;
        let output = self.output * columns.outputs + columns.splits_of_c;
        let (all, apart, slots_apart) = match self.cost.model.order {
            IssueOrder::Dataflow { .. } => (product + output, 0.0, 0.0),
            IssueOrder::Program { .. } => (product, output.cycles(&self.cost.rates), output.slots),
        };
        let row = columns.row + self.tile * columns.tiles;
        let written = (1.0 - self.written) * output.slots;
        OfTiles { form: self, width, columns, all, row, apart, slots_apart, written }
    }
}

impl OfTiles<'_> {
    /// Cycles that tiles with such rows take, roughly, with a small weight on code.
    pub(in crate::gemm) fn estimate(&self, rows: &OfRows) -> f64 {
        let Self { form, columns, .. } = self;
        let mut work = self.all + self.row * rows.tiles;
        if let Some(rest) = rows.rest {
            work = work + form.cost.splits_of_a(rest) * columns.tiles;
        }
        let tiles = rows.tiles * columns.tiles;
        let (wait, lookahead) = match form.cost.model.order {
            IssueOrder::Dataflow { lookahead } => (0.0, f64::from(lookahead)),
            IssueOrder::Program { start, .. } => (self.wait(rows, f64::from(start)) * columns.tiles, 0.0),
        };
        let (cycles, slots) =
            (work.cycles(&form.cost.rates) + self.apart + wait, work.slots + self.slots_apart);
        let cycles = cycles + self.chained(rows, (cycles, slots), lookahead);
        let code = (slots * form.written + self.written) * rows.sizes * columns.sizes / tiles;
        cycles * (1.0 + code / CODE)
    }

    /// Cycles that are lost where the multiply-adds of the lowest tiles wait for each other longer than these are
    /// busy, with as many sets of accumulators as suit.
    fn chained(&self, rows: &OfRows, (cycles, slots): (f64, f64), lookahead: f64) -> f64 {
        let OfForm { cost, accumulators, chain, .. } = *self.form;
        let share = rows.least * self.columns.least / accumulators;
        let (busy, slots) = (cycles * share, slots * share);
        if chain <= busy {
            return 0.0;
        }
        // What of a chain is not hidden by the tiles that follow.
        let in_sight = slots / (slots + lookahead);
        let most = rows.most * self.columns.most;
        // Those of another set begin with zero, and are added up.
        let more = accumulators * 2.0 / f64::from(cost.model.multiply_adds);
        let tiles = rows.lowest * self.columns.tiles;
        let lost = |sets: f64| {
            let chain = chain / sets;
            let delays = larger(chain - busy, 0.0) * CHAINED;
            (larger(chain * in_sight - busy, 0.0) + delays) * tiles + more * (sets - 1.0)
        };
        [2.0, 4.0].into_iter().filter(|sets| most * sets < FULL).map(lost).fold(lost(1.0), smaller)
    }

    /// Cycles that a column of tiles waits on a core that does not reorder.
    fn wait(&self, rows: &OfRows, start: f64) -> f64 {
        let OfForm { cost, ref passes, .. } = *self.form;
        let of = |height: Height| {
            let tile = Tile { height, width: self.width };
            let splits = cost.splits(tile, number(height.vectors) * self.columns.most);
            let phase = |k: usize| if k > 0 { start + cost.wait((tile, 1), splits, k) } else { 0.0 };
            let product = match passes.count {
                ..=1 => phase(cost.spec.k),
                count => phase(passes.body(cost.lanes)) * number(count) + phase(passes.left(cost.lanes)),
            };
            product * cost.pairs() + cost.results(tile, 1)
        };
        of(rows.highest) * (rows.tiles - 1.0) + of(rows.last)
    }
}
