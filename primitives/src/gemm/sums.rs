//! The accumulators of a tile.
//!
//! One set of them holds, for each column, the vectors across the tile's rows
//! and a vector for each row that is summed along K. Several sets take turns from
//! position to position of K, so that chains of dependent multiply-adds are
//! shorter; they are added up at the end, and the lanes of each row along K are.

use super::micro::{Piece, Tile};
use super::tile::Height;
use alloc::vec::Vec;
use core::num::NonZero;
use tensmith_core::fallible::TryVec;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Inst, OuterProduct, Vector, VectorOp};
use tensmith_core::{DType, OutOfMemory};

/// The sums of products of a tile, while they are accumulated.
pub(super) struct Sums {
    tile: Tile,
    dtype: DType,
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
    /// for rows along K, all lanes but the first are 0.
    pub(super) fn begin(
        builder: &mut Builder,
        dtype: DType,
        (tile, sets): (Tile, usize),
        begun: Vec<Vector>,
    ) -> Result<Self, OutOfMemory> {
        let height = NonZero::new(tile.height.accumulators()).unwrap_or(NonZero::<usize>::MIN);
        let size = height.saturating_mul(NonZero::new(tile.width).unwrap_or(NonZero::<usize>::MIN));
        let mut accumulators = with_rows_along_k(builder, tile, begun)?;
        for _ in accumulators.len()..accumulators.len().saturating_mul(sets) {
            accumulators.try_push(builder.zero()?)?;
        }
        let columns = accumulators.chunks(size.get()).map(|set| set.chunks(height.get()));
        let step = even_step(columns, tile.height.vectors);
        Ok(Self { tile, dtype, accumulators, sets, height, size, step })
    }

    /// The set whose turn it is.
    pub(super) fn set(&self, turn: usize) -> Set<'_> {
        let start = turn.checked_rem(self.sets).unwrap_or(0).saturating_mul(self.size.get());
        let accumulators = self.accumulators.get(start..start.saturating_add(self.size.get())).unwrap_or(&[]);
        let Height { vectors, along_k, .. } = self.tile.height;
        Set { accumulators, height: self.height, vectors, along_k, step: self.step }
    }

    /// Adds all up; what is left is a vector for each vector of C, column by column.
    pub(super) fn finish(self, builder: &mut Builder) -> Result<Vec<Vector>, OutOfMemory> {
        let Self { tile: Tile { height, .. }, dtype, mut accumulators, size, .. } = self;
        if let Some((first, others)) = accumulators.split_at_mut_checked(size.get()) {
            for set in others.chunks(size.get()) {
                for (sum, more) in first.iter_mut().zip(set) {
                    *sum = builder.binary(VectorOp::Add, *sum, *more, dtype)?;
                }
            }
        }
        accumulators.truncate(size.get());
        if height.along_k == 0 {
            return Ok(accumulators);
        }
        let mut results = Vec::new();
        for column in accumulators.chunks(self.height.get()) {
            let (across, along) = column.split_at_checked(height.vectors).unwrap_or((column, &[]));
            results.try_extend(across.iter().copied())?;
            results.try_extend(folded(builder, along, dtype)?)?;
        }
        Ok(results)
    }
}

/// What a tile's columns of C begin with, each with zeros where rows along K have more accumulators.
fn with_rows_along_k(
    builder: &mut Builder,
    tile: Tile,
    begun: Vec<Vector>,
) -> Result<Vec<Vector>, OutOfMemory> {
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
    /// Accumulators of a column: first so many vectors, then rows along K.
    height: NonZero<usize>,
    vectors: usize,
    along_k: usize,
    /// See [`even_step`].
    step: Option<u16>,
}

impl<'s> Set<'s> {
    /// The accumulators of vector `nth` across.
    #[inline]
    pub(super) fn across(self, nth: usize) -> Across<'s> {
        match (self.accumulators.get(nth), self.step) {
            (Some(first), Some(step)) => Across::Even(*first, step),
            _ => Across::Uneven(self.accumulators.get(nth..).unwrap_or(&[]), self.height),
        }
    }

    /// The accumulators of the rows along K in a column.
    pub(super) fn along_k(self, column: usize) -> impl Iterator<Item = &'s Vector> {
        let start = column.saturating_mul(self.height.get()).saturating_add(self.vectors);
        self.accumulators.get(start..).unwrap_or(&[]).iter().take(self.along_k)
    }
}

/// The accumulators of one of the vectors across a tile's rows: one for each column.
#[derive(Clone, Copy)]
pub(super) enum Across<'s> {
    /// That of the first column, and how far the numbers of neighbours are apart.
    Even(Vector, u16),
    /// In a list with so many for each column.
    Uneven(&'s [Vector], NonZero<usize>),
}

impl Across<'_> {
    /// Adds the products of a vector of A and columns of B, as few pieces as the numbers of registers allow.
    #[inline(always)]
    pub(super) fn multiply_add(
        self,
        builder: &mut Builder,
        (a, b): (Vector, &[Piece]),
        dtype: DType,
    ) -> Result<(), OutOfMemory> {
        match self {
            Self::Even(mut sum, step) => b.iter().try_for_each(|Piece { row, count }| {
                let product = OuterProduct { sum, step, a, row: *row, count: *count, dtype };
                sum = sum.further(u32::from(*count).wrapping_mul(step.into()));
                builder.push(Inst::OuterProduct(product))
            }),
            Self::Uneven(sums, height) => {
                let singles = b.iter().flat_map(|piece| piece.singles());
                sums.iter().step_by(height.get()).zip(singles).try_for_each(|(sum, Piece { row, count })| {
                    builder.push(Inst::OuterProduct(OuterProduct {
                        sum: *sum,
                        step: 0,
                        a,
                        row,
                        count,
                        dtype,
                    }))
                })
            }
        }
    }
}

/// How far the register numbers of a vector's accumulators are apart from column to column, if that is the same for
/// all of these vectors, in all sets of columns.
fn even_step<'s>(
    sets: impl Iterator<Item = impl Iterator<Item = &'s [Vector]> + Clone>,
    vectors: usize,
) -> Option<u16> {
    let neighbours = sets.flat_map(|columns| columns.clone().zip(columns.skip(1)));
    let mut steps = neighbours.flat_map(|(left, right)| {
        left.iter().zip(right).take(vectors).map(|(left, right)| right.0.wrapping_sub(left.0))
    });
    let step = steps.next().unwrap_or(0);
    if steps.all(|other| other == step) { u16::try_from(step).ok() } else { None }
}

/// The sums of the lanes of each of up to as many vectors as a vector has lanes, in one vector.
fn folded(builder: &mut Builder, rows: &[Vector], dtype: DType) -> Result<Option<Vector>, OutOfMemory> {
    let mut vectors = Vec::new();
    vectors.try_extend(rows.iter().copied())?;
    let mut lanes = 16usize.checked_div(dtype.bytes()).unwrap_or(1);
    while lanes > 1 {
        // Sums of pairs take the places of the first vectors.
        let pairs = vectors.len().div_ceil(2);
        for nth in 0..pairs {
            let mut pair = vectors.iter().skip(nth.saturating_mul(2)).take(2).copied();
            let Some(low) = pair.next() else { break };
            let sum = builder.binary(VectorOp::AddPairs, low, pair.next().unwrap_or(low), dtype)?;
            if let Some(place) = vectors.get_mut(nth) {
                *place = sum;
            }
        }
        vectors.truncate(pairs);
        lanes /= 2;
    }
    Ok(vectors.first().copied())
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests may panic")]
mod tests {
    use super::*;
    use tensmith_core::kernel::func::Row;

    /// The products with three columns of B, for accumulators with some numbers.
    fn products(numbers: [u32; 3]) -> Vec<Inst> {
        let mut builder = Builder::new("test").unwrap();
        let height = Height::covering(4, NonZero::new(4).unwrap());
        let begun = numbers.map(Vector).to_vec();
        let sums = Sums::begin(&mut builder, DType::F32, (Tile { height, width: 3 }, 1), begun).unwrap();
        let b = [
            Piece { row: Row::Lanes(Vector(8), 0), count: 2 },
            Piece { row: Row::Vectors(Vector(9), 3), count: 1 },
        ];
        sums.set(0).across(0).multiply_add(&mut builder, (Vector(7), &b), DType::F32).unwrap();
        builder.finish().unwrap().body().to_vec()
    }

    #[test]
    fn columns_are_one_product_where_accumulators_are_evenly_apart() {
        let product = |sum, step, row, count| {
            Inst::OuterProduct(OuterProduct {
                sum: Vector(sum),
                step,
                a: Vector(7),
                row,
                count,
                dtype: DType::F32,
            })
        };
        let last = Row::Vectors(Vector(9), 3);
        let both = Row::Lanes(Vector(8), 0);
        assert_eq!(products([1, 3, 5]), [product(1, 2, both, 2), product(5, 2, last, 1)]);
        let second = Row::Lanes(Vector(8), 1);
        let alone = [product(1, 0, both, 1), product(3, 0, second, 1), product(4, 0, last, 1)];
        assert_eq!(products([1, 3, 4]), alone);
    }
}
