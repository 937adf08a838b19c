//! The accumulators of a tile.
//!
//! One set of them holds, for each column, the vectors across the tile's rows
//! and a vector for each row that is summed along K. Several sets take turns from
//! position to position of K, so that chains of dependent multiply-adds are
//! shorter; they are added up at the end, and the lanes of each row along K are.

use super::micro::Tile;
use super::tile::Height;
use alloc::vec::Vec;
use core::num::NonZero;
use tensmith_core::fallible::TryVec;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Vector, VectorOp};
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
        Ok(Self { tile, dtype, accumulators, sets, height, size })
    }

    /// The set whose turn it is.
    pub(super) fn set(&self, turn: usize) -> Set<'_> {
        let start = turn.checked_rem(self.sets).unwrap_or(0).saturating_mul(self.size.get());
        let accumulators = self.accumulators.get(start..start.saturating_add(self.size.get())).unwrap_or(&[]);
        let Height { vectors, along_k, .. } = self.tile.height;
        Set { accumulators, height: self.height, vectors, along_k }
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
}

impl<'s> Set<'s> {
    /// The accumulators of vector `nth` across, column by column.
    #[inline]
    pub(super) fn across(self, nth: usize) -> impl Iterator<Item = &'s Vector> {
        let mut at = nth;
        core::iter::from_fn(move || {
            let sum = self.accumulators.get(at);
            at = at.wrapping_add(self.height.get());
            sum
        })
    }

    /// The accumulators of the rows along K in a column.
    pub(super) fn along_k(self, column: usize) -> impl Iterator<Item = &'s Vector> {
        let start = column.saturating_mul(self.height.get()).saturating_add(self.vectors);
        self.accumulators.get(start..).unwrap_or(&[]).iter().take(self.along_k)
    }
}

/// The sums of the lanes of each of up to as many vectors as a vector has lanes, in one vector.
fn folded(builder: &mut Builder, rows: &[Vector], dtype: DType) -> Result<Option<Vector>, OutOfMemory> {
    let mut vectors = Vec::new();
    vectors.try_extend(rows.iter().copied())?;
    let mut lanes = 16usize.checked_div(dtype.bytes()).unwrap_or(1);
    while lanes > 1 {
        let mut pairs = Vec::new();
        for pair in vectors.chunks(2) {
            if let (Some(low), Some(high)) = (pair.first(), pair.last()) {
                pairs.try_push(builder.binary(VectorOp::AddPairs, *low, *high, dtype)?)?;
            }
        }
        vectors = pairs;
        lanes /= 2;
    }
    Ok(vectors.first().copied())
}
