//! The kernel: tiles of vectors of columns, and for each of them all positions of K.
//!
//! Each vector of B has some positions of K of its columns, from which one after the other is spread over the
//! part of its column. Where a part has two pieces, each piece is first copied to the other's place. C is
//! read last, so that no multiply-add waits for what a call before has stored.
//!
//! Tests: `tests/tests/primitives_columns.rs`.

use super::cut::{Cut, MOST_TURNS, Passes};
use crate::repeat::{Count, Writer, repeat};
use alloc::vec::Vec;
use core::num::NonZero;
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::{Few, TryVec};
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{
    Inst, Int, NumbersInMemory, Offset, Predicate, Registers, Shuffle, Source, TileUpdate, Vector, VectorOp,
};

pub(super) type Written<T = ()> = Result<T, OutOfMemory>;

/// Stores that wait for loads, at most.
const STORED: usize = 16;

/// The pointers to a tile's operands.
#[derive(Clone, Copy)]
pub(super) struct Places {
    pub(super) a: Int,
    pub(super) b: Int,
    pub(super) c: Int,
}

/// Positions of K that are next: those of a vector of B, which begins some positions before them.
#[derive(Clone, Copy)]
struct Chunk {
    /// The first position, from the pointers.
    first: usize,
    /// How many positions are multiplied.
    count: usize,
    /// How many positions the vector of B begins before them, and how many it has.
    back: usize,
    loaded: usize,
}

/// A tile in the making.
pub(super) struct Tile<'t> {
    pub(super) cut: &'t Cut,
    pub(super) builder: &'t mut Builder,
    places: Places,
    /// The number of its first vector, as far as that says how many columns each has.
    first: usize,
    width: usize,
    /// Accumulators, set by set.
    sums: Vec<Vector>,
}

impl Writer for Tile<'_> {
    fn builder(&mut self) -> &mut Builder {
        self.builder
    }
}

/// Writes all tiles.
pub(super) fn tiles(builder: &mut Builder, cut: &Cut, places: Places) -> Written {
    let (tiles, last) = cut.tiles();
    let columns = cut.width.saturating_mul(cut.parts) as i32;
    let step = |ld: i32| Offset::Const(i64::from(ld).saturating_mul(columns.into()));
    let places = match tiles {
        0 => places,
        _ => Places { b: builder.copy(places.b)?, c: builder.copy(places.c)?, ..places },
    };
    repeat(builder, Count::Const(tiles), |builder| {
        tile(builder, cut, places, (0, cut.width))?;
        builder.advance(places.b, step(cut.ldb))?;
        builder.advance(places.c, step(cut.ldc))
    })?;
    tile(builder, cut, places, (tiles.saturating_mul(cut.width), last))
}

/// Writes a tile: the number of its first vector, and how many it has.
fn tile(builder: &mut Builder, cut: &Cut, places: Places, (first, width): (usize, usize)) -> Written {
    let mut sums = Vec::new();
    for _ in 0..width.saturating_mul(cut.sets) {
        sums.try_push(builder.zero()?)?;
    }
    let mut tile = Tile { cut, builder, places, first, width, sums };
    tile.product()?;
    tile.add_sets()?;
    // Much of C is read before any of it is written: a load that overlaps a store under a mask waits for it.
    let mut stores = Vec::new();
    for nth in 0..width {
        tile.finish(nth, &mut stores)?;
        if stores.len() >= STORED {
            stores.drain(..).try_for_each(|store| tile.builder.push(store))?;
        }
    }
    stores.into_iter().try_for_each(|store| tile.builder.push(store))
}

impl Tile<'_> {
    fn product(&mut self) -> Written {
        let Passes { chunks, count, after, rest } = self.cut.passes();
        let chunk = self.cut.chunk();
        let positions = chunks.saturating_mul(chunk);
        let mut first = 0;
        if count > 1 {
            self.places.a = self.builder.copy(self.places.a)?;
            self.places.b = self.builder.copy(self.places.b)?;
            repeat(self, Count::Const(count), |tile| {
                (0..chunks).try_for_each(|nth| tile.whole(nth.saturating_mul(chunk)))?;
                let step = |bytes: i32| Offset::Const(i64::from(bytes).saturating_mul(positions as i64));
                tile.builder.advance(tile.places.a, step(tile.cut.lda))?;
                tile.builder.advance(tile.places.b, step(tile.cut.bytes(1)))
            })?;
        } else {
            (0..chunks).try_for_each(|nth| self.whole(nth.saturating_mul(chunk)))?;
            first = positions;
        }
        for _ in 0..after {
            self.whole(first)?;
            first = first.saturating_add(chunk);
        }
        if rest == 0 {
            return Ok(());
        }
        // The vector ends where K does, unless that is too short for one.
        let loaded = chunk.min(self.cut.k);
        self.chunk(Chunk { first, count: rest, back: loaded.saturating_sub(rest), loaded })
    }

    fn whole(&mut self, first: usize) -> Written {
        let chunk = self.cut.chunk();
        self.chunk(Chunk { first, count: chunk, back: 0, loaded: chunk })
    }

    /// Multiplies some positions of A by those of all columns.
    fn chunk(&mut self, chunk: Chunk) -> Written {
        let mut columns = Few::<Vector, 16>::new();
        for nth in 0..chunk.count {
            let start = self.cut.lda.saturating_mul(chunk.first.saturating_add(nth) as i32);
            columns.try_push(self.builder.load_parts(self.cut.of_a(self.places.a, start))?)?;
        }
        let turns = self.cut.turns();
        let mut first = 0;
        while first < self.width {
            let last = first.saturating_add(turns).min(self.width);
            self.turns(&columns, chunk, first..last)?;
            first = last;
        }
        Ok(())
    }

    /// Multiplies by the columns of some vectors, which take turns.
    fn turns(&mut self, columns: &[Vector], chunk: Chunk, vectors: core::ops::Range<usize>) -> Written {
        let mut rows = Few::<Option<Vector>, MOST_TURNS>::new();
        for nth in vectors.clone() {
            rows.try_push(self.positions_of_b(chunk, nth)?)?;
        }
        let size = NonZero::new(self.cut.piece()).unwrap_or(NonZero::<usize>::MIN);
        let first = chunk.back / size;
        let mut copied = (first, self.pieces(&rows, first)?);
        for (nth, column) in columns.iter().enumerate() {
            let at = chunk.back.saturating_add(nth);
            let (piece, lane) = (at / size, at % size);
            if piece != copied.0 {
                copied = (piece, self.pieces(&rows, piece)?);
            }
            for (vector, row) in vectors.clone().zip(copied.1.iter()) {
                let position = chunk.first.saturating_add(nth);
                match row {
                    Some(row) => self.by_row(*column, (*row, lane), (vector, position))?,
                    None => self.by_broadcast(*column, (vector, position))?,
                }
            }
        }
        Ok(())
    }

    /// Positions of the columns of a vector, unless they are multiplied from memory.
    fn positions_of_b(&mut self, chunk: Chunk, nth: usize) -> Written<Option<Vector>> {
        if self.cut.is_from_memory(nth) {
            return Ok(None);
        }
        let from = self.cut.bytes(chunk.first).saturating_sub(self.cut.bytes(chunk.back));
        let start = self.start(nth, self.cut.ldb).saturating_add(from);
        let columns = self.cut.columns(self.first.saturating_add(nth));
        self.builder.load_parts(self.cut.of_b(self.places.b, start, (columns, chunk.loaded))).map(Some)
    }

    /// One of the pieces of each part, in all of its part.
    fn pieces(
        &mut self,
        rows: &Few<Option<Vector>, MOST_TURNS>,
        piece: usize,
    ) -> Written<Few<Option<Vector>, MOST_TURNS>> {
        let mut pieces = Few::new();
        for row in rows {
            let how = if piece == 0 { Shuffle::TransposeEven } else { Shuffle::TransposeOdd };
            pieces.try_push(match row {
                Some(row) if self.cut.parts == 2 => Some(self.builder.shuffle(how, *row, *row, 16)?),
                row => *row,
            })?;
        }
        Ok(pieces)
    }

    fn by_row(&mut self, a: Vector, (row, lane): (Vector, usize), of: (usize, usize)) -> Written {
        let Some(sum) = self.sum(of) else { return Ok(()) };
        let dtype = self.cut.dtype;
        let b = self.builder.spread_lane(row, lane as u8, dtype)?;
        self.builder.multiply_add(sum, a, b, dtype)
    }

    fn by_broadcast(&mut self, a: Vector, of: (usize, usize)) -> Written {
        let Some(sum) = self.sum(of) else { return Ok(()) };
        let (nth, position) = of;
        let start = self.start(nth, self.cut.ldb).saturating_add(self.cut.bytes(position));
        let first = self.builder.vector();
        let broadcast = NumbersInMemory { first, step: 0, base: self.places.b, start, apart: 0 };
        let (kind, types) = self.cut.dtype.arithmetic().update();
        self.builder.push(Inst::TileUpdate(TileUpdate {
            kind,
            types,
            height: 1,
            width: 1,
            sum,
            step: 1,
            predicate: Predicate::All,
            column: Source::Registers(Registers::Vectors(a)),
            row: Source::Replicated(broadcast),
        }))
    }

    /// The accumulator of a vector at a position.
    fn sum(&self, (nth, position): (usize, usize)) -> Option<Vector> {
        let set = position % self.cut.sets.max(1);
        self.sums.get(set.saturating_mul(self.width).saturating_add(nth)).copied()
    }

    /// Where the first column of a vector begins.
    fn start(&self, nth: usize, ld: i32) -> i32 {
        ld.saturating_mul(nth.saturating_mul(self.cut.parts) as i32)
    }

    /// Adds up the sets of accumulators.
    fn add_sets(&mut self) -> Written {
        let mut sets = self.cut.sets;
        while sets > 1 {
            sets /= 2;
            for nth in 0..sets.saturating_mul(self.width) {
                let other = sets.saturating_mul(self.width).saturating_add(nth);
                let (Some(&a), Some(&b)) = (self.sums.get(nth), self.sums.get(other)) else { continue };
                self.builder.push(self.cut.dtype.arithmetic().binary(VectorOp::Add, a, a, b))?;
            }
        }
        Ok(())
    }

    /// Adds what C holds to the sums of a vector, which are then to be stored.
    fn finish(&mut self, nth: usize, stores: &mut Vec<Inst>) -> Written {
        let Some(&sum) = self.sums.get(nth) else { return Ok(()) };
        let columns = self.cut.columns(self.first.saturating_add(nth));
        let to = self.cut.of_c(self.places.c, self.start(nth, self.cut.ldc), columns);
        if to.count == 1 || to.are_dense() {
            return self.finish_run(sum, to, stores);
        }
        let sum = match self.cut.adds {
            false => sum,
            true => {
                let before = self.builder.load_parts(to)?;
                self.builder.binary(VectorOp::Add, sum, before, self.cut.dtype)?
            }
        };
        stores.try_push(Inst::StoreParts(sum, to))
    }
}
