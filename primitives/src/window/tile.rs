//! Tiles of windows, and the one that costs the least.
//!
//! Of a few ways to cut rows of taps, each tile has as many windows as there are registers for: the more
//! there are, the more of them share what is loaded.
//!
//! Tests: `tests/tests/primitives_window.rs`.

use super::epilogue::Needs;
use super::rows::Order;
use super::taps::{MOST_TAPS, Taps};
use crate::pieces::Pieces;
use crate::work::{Rates, Work};
use core::num::NonZero;
use tensmith_core::OutOfMemory;
use tensmith_core::isa::Machine;
use tensmith_core::isa::model::CoreModel;
use tensmith_core::kernel::WindowSpec;
use tensmith_core::kernel::spec::{Fold, Start, Windowed};

/// A tile: neighbouring windows, neighbouring vectors of lanes, and taps of a row that are taken at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tile {
    pub(super) windows: NonZero<usize>,
    pub(super) vectors: NonZero<usize>,
    pub(super) taps: NonZero<usize>,
    pub(super) order: Order,
}

/// The most windows, and the most vectors.
const MOST_WINDOWS: usize = 32;
const MOST_VECTORS: usize = 4;
/// The most pieces of a row of taps that are tried, where fewer would do.
const MOST_PIECES: usize = 4;
/// Instructions of a row of taps that do not depend on its length: the loop's, and two pointers' moves.
const AROUND: f64 = 4.0;
/// The share of cycles that is left where longer code pays.
const PAYS: f64 = 0.98;
/// The most instructions behind the last taps, if tiles have several results.
const MOST_BEHIND: usize = 2048;
/// Vectors that are loaded, and on their way.
const LOADED: usize = 3;
/// Cycles of going on from a block of vectors to the next, which nothing hides where blocks are short.
const NEXT: f64 = 0.5;

impl Tile {
    /// As a number.
    pub(super) fn note(self) -> u64 {
        let extents = [self.taps, self.windows, self.vectors].map(NonZero::get);
        extents
            .into_iter()
            .fold(u64::from(self.order == Order::RowsFirst), |note, extent| note << 8 | extent as u64)
    }

    /// The tile of a number.
    pub(super) fn noted(note: u64) -> Self {
        let [vectors, windows, taps, order, ..] = note.to_le_bytes();
        let order = if order == 0 { Order::RowByRow } else { Order::RowsFirst };
        let extent = |byte: u8| NonZero::new(usize::from(byte)).unwrap_or(NonZero::<usize>::MIN);
        Self { windows: extent(windows), vectors: extent(vectors), taps: extent(taps), order }
    }

    /// Whether all taps are taken in one pass, in one piece.
    pub(super) fn has_one_row(self, spec: &WindowSpec) -> bool {
        self.order.passes(spec) == 1 && spec.taps[1] <= self.taps.get()
    }

    /// Whether results are stored as soon as their windows are complete: all taps are taken in one pass, and
    /// nothing follows. Else accumulators keep them.
    pub(super) fn stores_at_once(self, spec: &WindowSpec) -> bool {
        self.has_one_row(spec) && spec.epilogue.is_empty()
    }
}

/// The taps of some windows in a row, or in a piece of it.
pub(super) fn row(spec: &WindowSpec, windows: usize, taps: usize) -> Option<Taps> {
    let [_, inner] = spec.slide.taps;
    Taps::new((windows, spec.slide.window), (taps, inner))
}

/// Whether it takes fewer operations to fold a row of taps by doubling, and changes nothing.
pub(super) fn is_doubled(spec: &WindowSpec, taps: &Taps) -> bool {
    let is_idempotent = matches!(spec.windowed, Windowed::Fold(Fold::Max | Fold::Min));
    is_idempotent && taps.by_doubling() < taps.one_by_one()
}

/// A choice among tiles.
pub(super) struct Choice<'a> {
    spec: &'a WindowSpec,
    machine: &'a Machine,
    model: &'a CoreModel,
    /// What follows the last tap.
    behind: Needs,
}

impl<'a> Choice<'a> {
    pub(super) fn new(
        spec: &'a WindowSpec,
        machine: &'a Machine,
        model: &'a CoreModel,
    ) -> Result<Self, OutOfMemory> {
        Ok(Self { spec, machine, model, behind: Needs::of(spec)? })
    }

    /// The tile that costs the least, and the cycles of all; none where no tile has
    /// registers for what follows.
    pub(super) fn best(&self) -> Option<(Tile, f64)> {
        self.priced().reduce(|best, other| {
            // What is stored at once shares nothing with its neighbours: longer code has to
            // pay by its loop alone.
            let is_longer = other.0.vectors.get() > 1 && other.0.stores_at_once(self.spec);
            let pays = if is_longer { PAYS } else { 1.0 };
            if other.1 < best.1 * pays { other } else { best }
        })
    }

    /// A few tiles with their cycles.
    fn priced(&self) -> impl Iterator<Item = (Tile, f64)> {
        let spec = self.spec;
        let [_, inner] = spec.taps;
        let least = inner.div_ceil(self.most_taps());
        let all_vectors = self.all_vectors();
        let taps = (least..least.saturating_add(MOST_PIECES))
            .filter_map(move |pieces| NonZero::new(inner.div_ceil(pieces.max(1))));
        let vectors = move || (1..=MOST_VECTORS.min(all_vectors)).filter_map(NonZero::new);
        let extents = taps.flat_map(move |taps| vectors().map(move |vectors| (taps, vectors)));
        let tiles =
            Order::all(spec).flat_map(move |order| extents.clone().map(move |extents| (order, extents)));
        tiles.filter_map(move |(order, (taps, vectors))| {
            let windows = (1..=MOST_WINDOWS.min(spec.windows)).rev().filter_map(NonZero::new);
            let mut tiles = windows.map(|windows| Tile { windows, vectors, taps, order });
            let tile = tiles.find(|tile| self.fits(*tile))?;
            Some((tile, self.price(tile)))
        })
    }

    /// The vectors that all lanes fill, the last one in part.
    fn all_vectors(&self) -> usize {
        self.spec.count.div_ceil(self.machine.lanes(self.spec.dtype).get())
    }

    /// The most taps of a piece of a row: weights are all in registers, together with one window.
    fn most_taps(&self) -> usize {
        match self.spec.windowed {
            Windowed::Products(_) => {
                MOST_TAPS.min(self.machine.vector_registers.saturating_sub(LOADED).saturating_sub(1)).max(1)
            }
            Windowed::Fold(_) => MOST_TAPS,
        }
    }

    /// Whether there are registers for the windows and taps of all pieces, and what follows is not too long.
    fn fits(&self, tile: Tile) -> bool {
        self.is_short(tile)
            && self.has_integers(tile)
            && self.has_registers_behind(tile)
            && self.has_registers_for_taps(tile)
    }

    /// Whether the code behind the last taps, of tiles and of what is left of windows and
    /// vectors, is not too long.
    fn is_short(&self, tile: Tile) -> bool {
        let spec = self.spec;
        let all = self.all_vectors();
        let vectors = tile.vectors.get().saturating_add(all % tile.vectors);
        let pieces = Pieces::new(spec.windows, tile.windows).pieces();
        let windows = pieces.fold(0usize, |sum, (_, windows)| sum.saturating_add(windows));
        let results = windows.saturating_mul(vectors);
        (tile.windows.get(), tile.vectors.get()) == (1, 1)
            || results.saturating_mul(self.behind.length) <= MOST_BEHIND
    }

    /// Whether there are integer registers for pointers, counters and distances.
    fn has_integers(&self, tile: Tile) -> bool {
        let (spec, behind) = (self.spec, self.behind);
        let all = self.all_vectors();
        let counters = |counted: [bool; 2]| counted.into_iter().filter(|is_counted| *is_counted).count();
        let outside = counters([spec.windows > tile.windows.get(), all > tile.vectors.get()]);
        let in_rows = counters([tile.order.passes(spec) > 1, spec.taps[1] > tile.taps.get()]);
        let rows = if self.machine.takes_any_offset() { 1 } else { tile.order.rows(spec) };
        let pointers = 2usize.saturating_add(usize::from(matches!(spec.windowed, Windowed::Products(_))));
        // What is out of reach has a pointer of its own meanwhile: in rows, and among results.
        let inside = in_rows.saturating_add(rows).max(behind.distances.saturating_add(1));
        let all = [pointers, behind.pointers, outside, inside].into_iter().fold(0, usize::saturating_add);
        all <= self.machine.int_registers
    }

    /// Whether there are registers for all results and for what follows one of them.
    fn has_registers_behind(&self, tile: Tile) -> bool {
        let results = tile.windows.get().saturating_mul(tile.vectors.get());
        results.saturating_add(self.behind.registers) <= self.machine.vector_registers
    }

    /// Whether there are registers for accumulators, for weights, and for what is loaded, in all pieces.
    fn has_registers_for_taps(&self, tile: Tile) -> bool {
        let spec = self.spec;
        let mut rows = Pieces::new(spec.windows, tile.windows).pieces().flat_map(|(_, windows)| {
            let taps = Pieces::new(spec.taps[1], tile.taps).pieces();
            taps.map(move |(_, taps)| row(spec, windows, taps))
        });
        rows.all(|taps| taps.is_some_and(|taps| self.has_registers_for_row(&taps, tile)))
    }

    /// Whether there are registers for a row of taps, or a piece of it.
    fn has_registers_for_row(&self, taps: &Taps, tile: Tile) -> bool {
        let is_doubled = is_doubled(self.spec, taps);
        let sums = match tile.stores_at_once(self.spec) {
            true if is_doubled => 1,
            true => taps.open(),
            false => taps.windows.saturating_mul(tile.vectors.get()),
        };
        let held = match self.spec.windowed {
            Windowed::Products(_) => taps.taps,
            Windowed::Fold(_) if is_doubled => taps.kept(),
            Windowed::Fold(_) => 0,
        };
        sums.saturating_add(held).saturating_add(LOADED) <= self.machine.vector_registers
    }

    /// Predicted cycles of all.
    fn price(&self, tile: Tile) -> f64 {
        let all = self.all_vectors();
        let (blocks, rest) = (all / tile.vectors, all % tile.vectors);
        let mut sum = 0.0;
        for (count, windows) in Pieces::new(self.spec.windows, tile.windows).pieces() {
            let of = |vectors: usize| self.block((windows, vectors), tile);
            let rest = if rest > 0 { of(rest) } else { 0.0 };
            sum += count as f64 * (blocks as f64 * (of(tile.vectors.get()) + NEXT) + rest);
        }
        sum
    }

    /// Predicted cycles of a tile.
    fn block(&self, (windows, vectors): (usize, usize), tile: Tile) -> f64 {
        let (spec, rates) = (self.spec, Rates::of(self.model));
        let (passes, inner) = (tile.order.passes(spec), spec.taps[1]);
        let results = windows.saturating_mul(vectors) as f64;
        let mut work = Work::default();
        for (count, taps) in Pieces::new(inner, tile.taps).pieces() {
            let Some(taps) = row(spec, windows, taps) else { continue };
            work = work + of_row(&taps, (vectors as f64, tile.order), spec) * count as f64;
        }
        let row = work.cycles(&rates);
        let is_stored = tile.stores_at_once(spec);
        let chain = if is_stored { 0.0 } else { inner as f64 * f64::from(self.model.accumulate_latency) };
        let (loaded, set) = match spec.start {
            Start::Output => (results, 0.0),
            Start::Nothing if tile.has_one_row(spec) => (0.0, 0.0),
            Start::Nothing => (0.0, results),
        };
        let [operations, operands] =
            [self.behind.instructions, self.behind.loads].map(|count| results * count as f64);
        let ends = Work {
            vector: operations,
            loads: loaded + operands,
            stores: results,
            zeros: set,
            slots: loaded + operands + set + results + operations,
        };
        passes as f64 * row.max(chain) + ends.cycles(&rates)
    }
}

/// The work of a row of taps, or of a piece of it; of all rows, where they are folded first.
fn of_row(taps: &Taps, (vectors, order): (f64, Order), spec: &WindowSpec) -> Work {
    let (places, rows) = (taps.all().count_ones() as usize, order.rows(spec));
    let (operations, weights) = match spec.windowed {
        Windowed::Products(_) => (taps.windows.saturating_mul(taps.taps), taps.taps),
        Windowed::Fold(_) if is_doubled(spec, taps) => (taps.by_doubling(), 0),
        Windowed::Fold(_) => (taps.one_by_one(), 0),
    };
    let across = places.saturating_mul(rows.saturating_sub(1));
    // A fold with what there was is one operation more.
    let is_begun = order.passes(spec) > 1 || spec.start == Start::Output;
    let is_joined = matches!(spec.windowed, Windowed::Fold(_)) && is_begun;
    let joined = if is_joined { taps.windows } else { 0 };
    let vector = vectors * operations.saturating_add(across).saturating_add(joined) as f64;
    let loads = vectors * places.saturating_mul(rows).saturating_add(weights) as f64;
    Work { vector, loads, slots: vector + loads + AROUND, ..Work::default() }
}
