//! The accumulators of a tile.
//!
//! One set of them holds, for each column, the vectors of the tile's rows
//! and a vector for each dot row. Several sets take turns from
//! position to position of K, so that chains of dependent multiply-adds are
//! shorter; they are added up at the end, and the lanes of each dot row are.
//!
//! Tests: below, `tests/tests/primitives_gemm_shapes.rs`.

use super::factors::{ColumnsOfB, VectorsOfA};
use super::terms::Terms;
use super::tile::{Height, Tile};
use alloc::vec::Vec;
use core::num::NonZero;
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::TryVec;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{
    Arithmetic, Inst, Predicate, Registers, Source, TileUpdate, Vector, VectorOp,
};

/// The sums of products of a tile, while they are accumulated.
pub(super) struct Sums {
    tile: Tile,
    terms: Terms,
    /// One set after the other; in each, column by column.
    accumulators: Vec<Vector>,
    sets: usize,
    /// Accumulators of a column.
    height: NonZero<usize>,
    /// Accumulators of a set.
    size: NonZero<usize>,
    /// See [`even_step`].
    step: Option<u16>,
}

impl Sums {
    /// Begins with what a tile's columns of C begin with, and with 0 in all further sets. Of a vector
    /// for dot rows, all lanes but the first are 0.
    pub(super) fn begin(
        builder: &mut Builder,
        terms: Terms,
        tile: Tile,
        sets: usize,
        begun: Vec<Vector>,
    ) -> Result<Self, OutOfMemory> {
        let height = NonZero::new(tile.height.accumulators()).unwrap_or(NonZero::<usize>::MIN);
        let size = height.saturating_mul(NonZero::new(tile.width).unwrap_or(NonZero::<usize>::MIN));
        let mut accumulators = with_dot_rows(builder, tile, begun)?;
        for _ in accumulators.len()..accumulators.len().saturating_mul(sets) {
            accumulators.try_push(builder.zero()?)?;
        }
        let columns = accumulators.chunks(size.get()).map(|set| set.chunks(height.get()));
        let step = even_step(columns, tile.height.vectors);
        Ok(Self { tile, terms, accumulators, sets, height, size, step })
    }

    /// The set whose turn it is.
    pub(super) fn set(&self, turn: usize) -> Set<'_> {
        let start = turn.checked_rem(self.sets).unwrap_or(0).saturating_mul(self.size.get());
        let accumulators = self.accumulators.get(start..start.saturating_add(self.size.get())).unwrap_or(&[]);
        let Height { vectors, dot_rows, .. } = self.tile.height;
        Set { accumulators, height: self.height, vectors, dot_rows, step: self.step, terms: self.terms }
    }

    /// Adds up the sets of even turns, and those of odd ones; of either, what is left is a vector for each
    /// vector of C, column by column.
    pub(super) fn by_parts(self, builder: &mut Builder) -> Result<(Vec<Vector>, Vec<Vector>), OutOfMemory> {
        let Self { terms, accumulators, size, .. } = self;
        let mut parts = [Vec::new(), Vec::new()];
        for (turn, set) in accumulators.chunks(size.get()).enumerate() {
            let [even, odd] = &mut parts;
            let part = if turn % 2 == 0 { even } else { odd };
            if part.is_empty() {
                part.try_extend(set.iter().copied())?;
                continue;
            }
            for (sum, more) in part.iter_mut().zip(set) {
                *sum = terms.add(builder, *sum, *more)?;
            }
        }
        Ok(parts.into())
    }

    /// Adds all up; what is left is a vector for each vector of C, column by column.
    pub(super) fn finish(
        self,
        builder: &mut Builder,
        lanes: NonZero<usize>,
    ) -> Result<Vec<Vector>, OutOfMemory> {
        let Self { tile: Tile { height, .. }, terms, mut accumulators, size, .. } = self;
        if let Some((first, others)) = accumulators.split_at_mut_checked(size.get()) {
            for set in others.chunks(size.get()) {
                for (sum, more) in first.iter_mut().zip(set) {
                    *sum = terms.add(builder, *sum, *more)?;
                }
            }
        }
        accumulators.truncate(size.get());
        if height.dot_rows == 0 {
            return Ok(accumulators);
        }
        let mut results = Vec::new();
        for column in accumulators.chunks(self.height.get()) {
            let (vectors, dot_rows) = column.split_at_checked(height.vectors).unwrap_or((column, &[]));
            results.try_extend(vectors.iter().copied())?;
            results.try_extend(folded(builder, dot_rows, lanes, terms.arithmetic())?)?;
        }
        Ok(results)
    }
}

/// The first values of a tile's columns of C, each with zeros where dot rows have more accumulators.
fn with_dot_rows(builder: &mut Builder, tile: Tile, begun: Vec<Vector>) -> Result<Vec<Vector>, OutOfMemory> {
    let (of_c, all) = (tile.height.vectors_of_c(), tile.height.accumulators());
    if of_c == all {
        return Ok(begun);
    }
    let mut accumulators = Vec::new();
    for column in begun.chunks(of_c.max(1)) {
        accumulators.try_extend(column.iter().copied())?;
        for _ in column.len()..all {
            accumulators.try_push(builder.zero()?)?;
        }
    }
    Ok(accumulators)
}

/// One set of accumulators, column by column.
#[derive(Clone, Copy)]
pub(super) struct Set<'s> {
    accumulators: &'s [Vector],
    /// Accumulators of a column: those of vectors, then those of dot rows.
    height: NonZero<usize>,
    vectors: usize,
    dot_rows: usize,
    /// See [`even_step`].
    step: Option<u16>,
    terms: Terms,
}

impl<'s> Set<'s> {
    /// The accumulators of the vectors under some, for columns of B, as a block.
    #[inline(always)]
    pub(super) fn block(self, above: usize, b: &[ColumnsOfB]) -> Option<Block> {
        match (self.step, b, self.accumulators.get(above)) {
            (Some(step), [columns], Some(sum)) => {
                Some(Block { sum: *sum, step, columns: *columns, terms: self.terms })
            }
            _ => None,
        }
    }

    /// Adds the products of vectors of A and columns of B.
    #[inline(always)]
    pub(super) fn multiply_add(
        self,
        builder: &mut Builder,
        (a, b): (VectorsOfA, &[ColumnsOfB]),
    ) -> Result<(), OutOfMemory> {
        match self.block(a.above, b) {
            Some(block) => block.multiply_add(builder, (vectors(a.first), a.count)),
            None => self.piece_by_piece(builder, (a, b)),
        }
    }

    /// Adds the products of each vector of A apart, with as few pieces as the numbers of accumulators allow.
    fn piece_by_piece(
        self,
        builder: &mut Builder,
        (a, b): (VectorsOfA, &[ColumnsOfB]),
    ) -> Result<(), OutOfMemory> {
        let terms = self.terms;
        for VectorsOfA { above, first, count } in a.each() {
            let column = (vectors(first), count);
            let mut sums = self.accumulators.get(above..).unwrap_or(&[]).iter().step_by(self.height.get());
            let Some(step) = self.step else {
                let singles = b.iter().flat_map(|piece| piece.singles());
                sums.zip(singles).try_for_each(|(sum, columns)| {
                    Block { sum: *sum, step: 0, columns, terms }.multiply_add(builder, column)
                })?;
                continue;
            };
            for columns in b {
                let Some(sum) = sums.next() else { break };
                Block { sum: *sum, step, columns: *columns, terms }.multiply_add(builder, column)?;
                // The others of the piece.
                (1..columns.count).zip(&mut sums).for_each(drop);
            }
        }
        Ok(())
    }

    /// The accumulators of one column.
    pub(super) fn column(self, nth: usize) -> Self {
        let start = nth.saturating_mul(self.height.get());
        Self { accumulators: self.accumulators.get(start..).unwrap_or(&[]), ..self }
    }

    /// The accumulators of the dot rows in a column.
    pub(super) fn dot_sums(self, column: usize) -> impl Iterator<Item = &'s Vector> {
        let start = column.saturating_mul(self.height.get()).saturating_add(self.vectors);
        self.accumulators.get(start..).unwrap_or(&[]).iter().take(self.dot_rows)
    }
}

/// The accumulators of some vectors of A and columns of B. The accumulators of a column have
/// neighbouring numbers.
#[derive(Clone, Copy)]
pub(super) struct Block {
    /// The accumulator of the first vector and the first column.
    sum: Vector,
    /// How far the numbers of neighbouring columns are apart.
    step: u16,
    columns: ColumnsOfB,
    terms: Terms,
}

impl Block {
    /// Adds the products of a column of vectors of A and the columns of B.
    #[inline(always)]
    pub(super) fn multiply_add(
        self,
        builder: &mut Builder,
        (column, height): (Source, u8),
    ) -> Result<(), OutOfMemory> {
        let Self { sum, step, columns: ColumnsOfB { row, count: width }, terms } = self;
        let (kind, types) = terms.update();
        let predicate = Predicate::All;
        let update = TileUpdate { kind, types, height, width, sum, step, predicate, column, row };
        builder.push(Inst::TileUpdate(update))
    }
}

/// A column of vectors that are in registers.
#[inline(always)]
const fn vectors(first: Vector) -> Source {
    Source::Registers(Registers::Vectors(first))
}

/// How far the register numbers of a vector's accumulators are apart from column to column, if that is the
/// same for all of these vectors, in all sets of columns, and the vectors of a column have
/// neighbouring numbers.
fn even_step<'s>(
    sets: impl Iterator<Item = impl Iterator<Item = &'s [Vector]> + Clone>,
    vectors: usize,
) -> Option<u16> {
    let mut step = None;
    for columns in sets {
        let mut before = None;
        for column in columns {
            let first = column.first()?;
            let mut numbered = (0..).zip(column.iter().take(vectors));
            if !numbered.all(|(nth, sum)| *sum == first.further(nth)) {
                return None;
            }
            if let Some(before) = before.replace(first.0) {
                let apart = first.0.wrapping_sub(before);
                if *step.get_or_insert(apart) != apart {
                    return None;
                }
            }
        }
    }
    u16::try_from(step.unwrap_or(0)).ok()
}

/// The sums of the lanes of each of up to as many vectors as a vector has lanes, in one vector.
fn folded(
    builder: &mut Builder,
    rows: &[Vector],
    lanes: NonZero<usize>,
    of: Arithmetic,
) -> Result<Option<Vector>, OutOfMemory> {
    let mut vectors = Vec::new();
    vectors.try_extend(rows.iter().copied())?;
    let mut left = lanes.get();
    while left > 1 {
        // Sums of pairs take the places of the first vectors.
        let pairs = vectors.len().div_ceil(2);
        for nth in 0..pairs {
            let mut pair = vectors.iter().skip(nth.saturating_mul(2)).take(2).copied();
            let Some(low) = pair.next() else { break };
            let sum = builder.binary(VectorOp::AddPairs, low, pair.next().unwrap_or(low), of)?;
            if let Some(place) = vectors.get_mut(nth) {
                *place = sum;
            }
        }
        vectors.truncate(pairs);
        left /= 2;
    }
    Ok(vectors.first().copied())
}

/// How many additions [`folded`] takes for the sums of the lanes of `rows` vectors.
pub(super) fn folds(lanes: NonZero<usize>, rows: usize) -> usize {
    let (mut rows, mut left, mut additions) = (rows, lanes.get(), 0usize);
    while left > 1 {
        rows = rows.div_ceil(2);
        additions = additions.saturating_add(rows);
        left /= 2;
    }
    additions
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;
    use tensmith_core::kernel::func::{UpdateKind, UpdateTypes};

    /// The products of two vectors of A with three columns of B, for accumulators with some numbers.
    fn products(numbers: [u32; 6]) -> Vec<Inst> {
        let mut builder = Builder::new("test").unwrap();
        let height = Height::covering(8, NonZero::new(4).unwrap());
        let begun = numbers.map(Vector).to_vec();
        let terms = Terms::Products(Arithmetic::F32);
        let sums = Sums::begin(&mut builder, terms, Tile { height, width: 3 }, 1, begun).unwrap();
        let a = VectorsOfA { above: 0, first: Vector(7), count: 2 };
        for b in [&[FIRST_TWO, THIRD][..], &[ALL]] {
            sums.set(0).multiply_add(&mut builder, (a, b)).unwrap();
        }
        builder.finish().unwrap().body().to_vec()
    }

    const FIRST_TWO: ColumnsOfB =
        ColumnsOfB { row: Source::Registers(Registers::Lanes(Vector(9), 0)), count: 2 };
    const THIRD: ColumnsOfB =
        ColumnsOfB { row: Source::Registers(Registers::LaneOfEach(Vector(10), 3)), count: 1 };
    const ALL: ColumnsOfB =
        ColumnsOfB { row: Source::Registers(Registers::LaneOfEach(Vector(11), 0)), count: 3 };

    fn product((sum, step): (u32, u16), (a, height): (u32, u8), b: ColumnsOfB) -> Inst {
        Inst::TileUpdate(TileUpdate {
            kind: UpdateKind::MultiplyAdd,
            types: UpdateTypes::all(tensmith_core::kernel::func::FloatType::F32),
            height,
            width: b.count,
            sum: Vector(sum),
            step,
            predicate: Predicate::All,
            column: vectors(Vector(a)),
            row: b.row,
        })
    }

    #[test]
    fn accumulators_evenly_apart_are_one_block_for_each_piece() {
        let pieces = [
            product((1, 2), (7, 1), FIRST_TWO),
            product((5, 2), (7, 1), THIRD),
            product((2, 2), (8, 1), FIRST_TWO),
            product((6, 2), (8, 1), THIRD),
            product((1, 2), (7, 2), ALL),
        ];
        assert_eq!(products([1, 2, 3, 4, 5, 6]), pieces);
    }

    #[test]
    fn accumulators_not_evenly_apart_are_alone() {
        for numbers in [[1, 2, 3, 4, 6, 7], [1, 3, 5, 7, 9, 11], [2, 1, 4, 3, 6, 5]] {
            let mut singles = Vec::new();
            for b in [&[FIRST_TWO, THIRD][..], &[ALL]] {
                for (nth, a) in [(0, 7), (1, 8)] {
                    let columns = b.iter().flat_map(|piece| piece.singles());
                    let sums = numbers.iter().skip(nth).step_by(2);
                    let products = sums.zip(columns).map(|(sum, b)| product((*sum, 0), (a, 1), b));
                    singles.try_extend(products).unwrap();
                }
            }
            assert_eq!(products(numbers), singles);
        }
    }

    #[test]
    fn additions_are_counted_as_they_are_written() {
        for (of, lanes) in [(Arithmetic::F32, 4), (Arithmetic::F64, 2)] {
            for rows in 0..=lanes {
                let mut builder = Builder::new("test").unwrap();
                let mut vectors = Vec::new();
                vectors.try_extend((0..rows).map(|_| builder.vector())).unwrap();
                let lanes = NonZero::new(lanes).unwrap();
                folded(&mut builder, &vectors, lanes, of).unwrap();
                assert_eq!(folds(lanes, rows), builder.finish().unwrap().body().len(), "{of}: {rows}");
            }
        }
    }
}
