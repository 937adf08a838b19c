//! A rough price: that of the work of all tiles together.
//!
//! The work of tiles adds up to much the same, however C is cut. Some of it is done once for all columns of
//! C, some for each column of tiles, some for each row of them, and some for each tile. So the rows of a form
//! are counted once, as if one tile had them all, columns once for each width, and an estimate takes a
//! few multiplications.
//!
//! Only of the shortest tile is it asked how long its multiply-adds wait for each other.

use super::facts::Cost;
use super::loops::passing;
use super::out_of_order::{delayed, unhidden};
use super::price::weighted;
use super::product::widening;
use super::tile_work::Accumulated;
use crate::address::is_split;
use crate::gemm::passes::Passes;
use crate::gemm::tile::{Height, Rows, Tile, even};
use crate::work::{Busy, Product, Work, larger, number, smaller};
use core::num::NonZero;
use core::ops::Add;
use tensmith_core::isa::model::IssueOrder;
use tensmith_core::kernel::spec::Layout;

/// Instructions around a tile.
const AROUND: f64 = 6.0;

/// The fewest parts of at most `limit` that `total` is cut into; at least one.
fn parts(total: usize, limit: usize) -> NonZero<usize> {
    NonZero::new(total.div_ceil(limit.max(1))).unwrap_or(NonZero::<usize>::MIN)
}

/// Totals of all tiles with rows of a form, as far as these are the same however tall and wide tiles are.
pub(in crate::gemm) struct FormTotals<'c> {
    cost: &'c Cost<'c>,
    /// The product: for all columns together, for each column of tiles, and for each row of them, as far as
    /// that is the same however wide they are.
    all: Busy,
    column: Busy,
    row: Busy,
    /// Cycles in which what each tile takes is issued.
    tile: f64,
    /// C: all of it, or each vector across columns where it is contiguous along these.
    output: Output,
    /// Cycles of the multiply-adds onto one accumulator, and how many of these there are.
    chain: f64,
    accumulators: f64,
    /// How K is passed through, and the share of the product's instructions that is written.
    passes: Passes,
    written: f64,
}

/// The cost of sums once they are complete.
enum Output {
    /// For all of C, however columns are cut.
    All(Finish),
    /// For each vector across columns.
    Each(Work),
}

/// The cost of all sums once they are complete.
#[derive(Clone, Copy)]
struct Finish {
    busy: Busy,
    /// Cycles in which it is issued.
    issued: f64,
}

/// How columns are cut into tiles.
struct Columns {
    /// Tiles in a row of them.
    tiles: NonZero<usize>,
    /// Columns of the narrowest, and how many tiles have one more.
    least: usize,
    wider: usize,
}

impl Columns {
    fn cut(n: usize, width: usize) -> Self {
        let tiles = parts(n, width);
        Self { tiles, least: n / tiles, wider: n % tiles }
    }

    /// The widths of tiles, and how many have each.
    fn widths(&self) -> [(usize, usize); 2] {
        let narrower = self.tiles.get().saturating_sub(self.wider);
        [(self.least, narrower), (self.least.saturating_add(1), self.wider)]
    }
}

/// How rows are split into tiles of a height.
#[derive(Clone, Copy)]
pub(in crate::gemm) struct RowSplit {
    /// The rows of a tile.
    pub(in crate::gemm) rows: Rows,
    /// The most vectors of rows, and the most dot rows, in one that has the most accumulators.
    pub(in crate::gemm) vectors: usize,
    pub(in crate::gemm) dot_rows: usize,
    /// The fewest vectors, or dot rows if there are no others, and how many tiles have these.
    least: usize,
    shortest: f64,
    /// Tiles in a column of them, and how many heights they have.
    tiles: f64,
    sizes: f64,
    /// The rows of a last tile that fill no vector.
    rest: Option<NonZero<usize>>,
}

/// Totals of all tiles with rows of a form and the same number of columns.
pub(in crate::gemm) struct WidthTotals<'c> {
    form: &'c FormTotals<'c>,
    width: usize,
    /// Columns of the widest tile and of the narrowest, tiles in a row of them, and how
    /// many widths they have.
    most: f64,
    least: f64,
    tiles: f64,
    sizes: f64,
    /// All that does not depend on how tall tiles are, and what each row of them takes.
    all: Busy,
    row: Busy,
    /// Cycles of what is done for C, where it is not done during the product.
    apart: f64,
    /// Cycles in which code for C is issued that is written, in addition to the share of all.
    written: f64,
}

impl Cost<'_> {
    /// The work for B in each row of tiles, where that is the same for all widths.
    fn of_all_columns(&self) -> Product {
        match self.spec.b.layout {
            Layout::ColumnMajor => {
                let loads = number(self.spec.n) * self.groups;
                let tail = Tile { height: Height::covering(0, self.lanes), width: self.spec.n };
                let widened = widening(self.spec.types.b, self.spec.n) * self.groups;
                Product { vector: 0.0, loads, slots: loads } + widened + self.narrow_tail(tail)
            }
            Layout::RowMajor => Product::default(),
        }
    }

    /// The work for B in each row of tiles that depends on their widths.
    fn of_columns(&self, columns: &Columns, width: usize) -> Product {
        let tiles = number(columns.tiles.get());
        let tile = Tile { height: Height::covering(self.lanes.get(), self.lanes), width };
        let steps = Product::others(self.steps(tile) * tiles);
        let of_b = match self.spec.b.layout {
            Layout::ColumnMajor => Product::others(self.far(self.near_b, width) * self.groups * tiles),
            Layout::RowMajor => {
                let of = |(width, count)| self.vectors_of_b(width) * (number(count) * self.k);
                columns.widths().map(of).into_iter().fold(Product::default(), Product::add)
            }
        };
        of_b * self.pairs + steps
    }

    /// The work for all of C where it is contiguous along columns, of which this is done for
    /// each vector across them.
    fn of_c(&self, columns: &Columns, each: Work) -> Work {
        let (lanes, widths) = (self.lanes.get(), columns.widths());
        let vectors = widths.map(|(width, count)| number(width.div_ceil(lanes)) * number(count));
        let split = widths.iter().find(|(width, _)| is_split(*width, self.lanes));
        let more = split.map_or(Work::default(), |(width, count)| self.splits_of_c(*width) * number(*count));
        each * vectors.iter().sum() + more
    }

    fn finished(&self, work: Work) -> Finish {
        Finish { busy: self.rates.busy(work), issued: self.rates.issuing(work.slots) }
    }

    /// The part of a product that is done for each column of tiles, of such rows in all.
    fn of_rows(&self, height: Height) -> Product {
        let tail = Tile { height, width: 0 };
        let moving = self.pointers(height) - self.pointers(Height::covering(0, self.lanes));
        let of_group = self.squares_of_a(height) + Product::others(moving);
        self.vectors_of_a(height) * self.k
            + of_group * self.groups
            + self.shorter_squares(height)
            + self.narrow_tail(tail)
    }

    /// The totals of tiles with rows of such a form.
    pub(in crate::gemm) fn of_form(&self, form: Rows) -> FormTotals<'_> {
        let (spec, lanes, rates) = (self.spec, self.lanes.get(), &self.rates);
        let n = number(spec.n);
        let width = match spec.c.layout {
            Layout::ColumnMajor => 1,
            Layout::RowMajor => lanes.min(spec.n),
        };
        let (mut sums, mut column, mut output, mut accumulators) =
            (0.0, Product::default(), Work::default(), 0.0);
        for (height, count) in self.heights(form) {
            sums += (number(height.vectors) * self.k + number(height.dot_rows) * self.groups) * n * count;
            column = column + self.of_rows(height) * count;
            output = output + self.finish(Accumulated { tile: Tile { height, width }, sets: 1 }) * count;
            accumulators += number(height.accumulators()) * n * count;
        }
        let unroll = match self.model.order {
            IssueOrder::OutOfOrder { .. } => 1,
            IssueOrder::InOrder { .. } => 2,
        };
        let passes = Passes::new(spec.k, unroll, self.group);
        let turns = if let Rows::Dot(_) = form { self.groups } else { self.k };
        FormTotals {
            cost: self,
            all: rates.multiplying(Product::on_vectors(sums * self.pairs)),
            column: rates.multiplying(column * self.pairs),
            row: rates.multiplying(self.of_all_columns() * self.pairs),
            tile: rates.issuing(self.around(&passes)),
            output: match spec.c.layout {
                Layout::ColumnMajor => Output::All(self.finished(output * n)),
                Layout::RowMajor => Output::Each(output),
            },
            chain: turns * self.pairs * f64::from(self.model.accumulate_latency),
            accumulators,
            written: number(self.written(&passes)) / (larger(self.k, 1.0) * self.pairs),
            passes,
        }
    }

    /// Instructions around each tile.
    fn around(&self, passes: &Passes) -> f64 {
        let moving = self.pointers(Height::covering(0, self.lanes)) * self.groups;
        (passing(passes) + moving + self.around_pair) * self.pairs + AROUND
    }

    /// All rows, as if one tile had them: those across, and those along K; or, where all are along K, the
    /// rows of tiles. And how often there are as many.
    fn heights(&self, form: Rows) -> impl Iterator<Item = (Height, f64)> {
        let (m, lanes) = (self.spec.m, self.lanes);
        let rest = m % lanes;
        let along = |dot_rows: usize| Height { dot_rows, ..Height::covering(0, lanes) };
        let heights = match form {
            Rows::Outer(_) | Rows::Masked(_) => [(Height::covering(m, lanes), 1), (along(0), 0)],
            Rows::OuterAndDot(_) | Rows::OuterAndPreloaded(_) => {
                [(Height::covering(m.saturating_sub(rest), lanes), 1), (along(rest), 1)]
            }
            Rows::Dot(limit) => even(m, limit.get()).map(|run| (along(run.size), run.count)),
        };
        let heights = heights.into_iter().filter(|(height, count)| height.accumulators() > 0 && *count > 0);
        heights.map(|(height, count)| (height, number(count)))
    }
}

impl FormTotals<'_> {
    /// How tiles of such a height split the rows.
    pub(in crate::gemm) fn split(&self, rows: Rows) -> RowSplit {
        let (m, lanes) = (self.cost.spec.m, self.cost.lanes);
        let (cut, limit, rest) = match rows {
            Rows::Outer(limit) | Rows::Masked(limit) => (m.div_ceil(lanes.get()), limit.get(), m % lanes),
            Rows::OuterAndDot(limit) | Rows::OuterAndPreloaded(limit) => (m / lanes, limit.get(), m % lanes),
            Rows::Dot(limit) => (m, limit.get(), 0),
        };
        let tiles = parts(cut, limit);
        let (least, taller) = (cut / tiles, cut % tiles);
        let shortest = tiles.get().saturating_sub(taller);
        let ((vectors, dot_rows), is_one_vector) = match rows {
            Rows::Outer(_) | Rows::Masked(_) => ((limit, 0), least == 1 && tiles.get() > 1),
            // The last one is the shortest, but for its dot rows.
            Rows::OuterAndDot(_) | Rows::OuterAndPreloaded(_) if least.saturating_add(rest) > limit => {
                ((least, rest), false)
            }
            Rows::OuterAndDot(_) | Rows::OuterAndPreloaded(_) => ((limit, 0), false),
            Rows::Dot(_) => ((0, limit), false),
        };
        // The last one has a size of its own where rows are left.
        let sizes = u8::from(taller > 0) + u8::from(shortest > usize::from(rest > 0)) + u8::from(rest > 0);
        RowSplit {
            rows,
            vectors,
            dot_rows,
            least,
            shortest: number(shortest),
            tiles: number(tiles.get()),
            sizes: f64::from(sizes),
            rest: NonZero::new(rest).filter(|_| is_one_vector),
        }
    }

    /// The tallest tile and the last one.
    fn ends(&self, rows: &RowSplit) -> [Height; 2] {
        let lanes = self.cost.lanes;
        let whole = |vectors: usize| Height::covering(vectors.saturating_mul(lanes.get()), lanes);
        let along = |dot_rows: usize, height: Height| Height { dot_rows, ..height };
        match rows.rows {
            Rows::Outer(limit) | Rows::Masked(limit) => [whole(limit.get()), whole(rows.least)],
            Rows::OuterAndDot(limit) | Rows::OuterAndPreloaded(limit) => {
                [whole(limit.get()), along(self.cost.spec.m % lanes, whole(rows.least))]
            }
            Rows::Dot(limit) => [limit.get(), rows.least].map(|rows| along(rows, whole(0))),
        }
    }

    /// The totals of tiles of such a width.
    pub(in crate::gemm) fn of_width(&self, width: usize) -> WidthTotals<'_> {
        let (cost, rates) = (self.cost, &self.cost.rates);
        let columns = Columns::cut(cost.spec.n, width);
        let tiles = number(columns.tiles.get());
        let product = self.all + self.column * tiles;
        let Finish { busy, issued } = match self.output {
            Output::All(finish) => finish,
            Output::Each(each) => cost.finished(cost.of_c(&columns, each)),
        };
        let (all, apart, written) = match cost.model.order {
            IssueOrder::OutOfOrder { .. } => (product + busy, 0.0, (1.0 - self.written) * issued),
            IssueOrder::InOrder { .. } => (product, busy.cycles(), issued),
        };
        let of_columns = rates.multiplying(cost.of_columns(&columns, width));
        WidthTotals {
            form: self,
            width,
            most: number(width),
            least: number(columns.least),
            tiles,
            sizes: if columns.wider > 0 { 2.0 } else { 1.0 },
            all,
            row: (self.row + of_columns).and_issued(self.tile * tiles),
            apart,
            written,
        }
    }
}

impl WidthTotals<'_> {
    /// Cycles that tiles with such rows take, roughly, with a small weight on code.
    pub(in crate::gemm) fn estimate(&self, rows: &RowSplit) -> f64 {
        let FormTotals { cost, written, .. } = *self.form;
        let mut busy = self.all + self.row * rows.tiles;
        if let Some(rest) = rows.rest {
            busy = busy + cost.rates.multiplying(cost.splits_of_a(rest) * self.tiles);
        }
        let (wait, lookahead) = match cost.model.order {
            IssueOrder::OutOfOrder { lookahead } => (0.0, f64::from(lookahead)),
            IssueOrder::InOrder { start, .. } => (self.wait(rows, f64::from(start)) * self.tiles, 0.0),
        };
        let cycles = busy.cycles() + self.apart + wait;
        let cycles = cycles + self.chained(rows, cycles, busy.slots, lookahead);
        let code =
            (busy.slots * written + self.written) * rows.sizes * self.sizes / (rows.tiles * self.tiles);
        weighted(cycles, cost.rates.instructions(code))
    }

    /// Cycles that are lost where the multiply-adds of the shortest tiles wait for each other longer than
    /// these are busy, with as many sets of accumulators as suit. Instructions are given in cycles in
    /// which they are issued.
    fn chained(&self, rows: &RowSplit, cycles: f64, issued: f64, lookahead: f64) -> f64 {
        let FormTotals { cost, accumulators, chain, .. } = *self.form;
        let shortest = number(rows.least) * self.least;
        if chain * accumulators <= cycles * shortest {
            return 0.0;
        }
        let share = shortest / accumulators;
        let (busy, slots) = (cycles * share, cost.rates.instructions(issued * share));
        // Without end where a core does not look ahead: then nothing is hidden.
        let windows = slots / lookahead;
        let most = (number(rows.vectors) + number(rows.dot_rows)) * self.most;
        // Accumulators of another set begin with zero, and are added up.
        let more = accumulators * 2.0 / f64::from(cost.model.multiply_adds);
        let tiles = rows.shortest * self.tiles;
        let lost = |sets: f64| {
            let chain = chain / sets;
            (larger(unhidden(chain, busy, windows) - busy, 0.0) + delayed(chain, busy)) * tiles
                + more * (sets - 1.0)
        };
        [2.0, 4.0]
            .into_iter()
            .filter(|sets| most * sets < number(cost.room))
            .map(lost)
            .fold(lost(1.0), smaller)
    }

    /// Cycles that a column of tiles waits on an in-order core.
    fn wait(&self, rows: &RowSplit, start: f64) -> f64 {
        let FormTotals { cost, ref passes, .. } = *self.form;
        let waiting = |height: Height| {
            let tile = Tile { height, width: self.width };
            let of = Accumulated { tile, sets: 1 };
            let splits = cost.splits(tile, number(height.vectors) * self.most);
            let phase = |k: usize| if k > 0 { start + cost.wait(of, splits, k) } else { 0.0 };
            let product = match passes.count {
                ..=1 => phase(cost.spec.k),
                count => phase(passes.body(cost.lanes)) * number(count) + phase(passes.left(cost.lanes)),
            };
            let narrow = cost.narrow_wait(cost.narrow_tail(tile));
            (product + narrow) * cost.pairs + cost.results(of)
        };
        let [tallest, last] = self.form.ends(rows);
        if tallest == last {
            waiting(last) * rows.tiles
        } else {
            waiting(tallest) * (rows.tiles - 1.0) + waiting(last)
        }
    }
}
