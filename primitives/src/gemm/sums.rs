//! The accumulators of a tile.
//!
//! One set of them holds, for each column, the vectors across the tile's rows
//! and a vector for each row that is summed along K. Several sets take turns from
//! position to position of K, so that chains of dependent multiply-adds are
//! shorter; they are added up at the end, and the lanes of each row along K are.

use super::micro::Tile;
use alloc::vec::Vec;
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
}

impl Sums {
    /// Begins with what a tile's columns of C begin with, and with 0 in all further sets. Of a vector
    /// for rows along K, all lanes but the first are 0.
    pub(super) fn begin(
        builder: &mut Builder,
        dtype: DType,
        (tile, sets): (Tile, usize),
        begun: &[Vector],
    ) -> Result<Self, OutOfMemory> {
        let mut accumulators = Vec::new();
        for column in begun.chunks(tile.height.vectors_of_c().max(1)) {
            accumulators.try_extend(column.iter().copied())?;
            for _ in column.len()..tile.height.accumulators() {
                accumulators.try_push(builder.zero()?)?;
            }
        }
        for _ in accumulators.len()..accumulators.len().saturating_mul(sets) {
            accumulators.try_push(builder.zero()?)?;
        }
        Ok(Self { tile, dtype, accumulators, sets })
    }

    /// The accumulators of vector `nth` across, column by column; sets take turns.
    pub(super) fn across(&self, turn: usize, nth: usize) -> impl Iterator<Item = &Vector> {
        self.set(turn).iter().skip(nth).step_by(self.tile.height.accumulators().max(1))
    }

    /// The accumulators of the rows along K in a column.
    pub(super) fn along_k(&self, turn: usize, column: usize) -> impl Iterator<Item = &Vector> {
        let height = self.tile.height;
        let start = column.saturating_mul(height.accumulators()).saturating_add(height.vectors);
        self.set(turn).iter().skip(start).take(height.along_k)
    }

    fn set(&self, turn: usize) -> &[Vector] {
        let size = self.tile.height.accumulators().saturating_mul(self.tile.width).max(1);
        let nth = turn.checked_rem(self.sets).unwrap_or(0);
        self.accumulators.chunks(size).nth(nth).unwrap_or(&[])
    }

    /// Adds all up; what is left is a vector for each vector of C, column by column.
    pub(super) fn finish(self, builder: &mut Builder) -> Result<Vec<Vector>, OutOfMemory> {
        let height = self.tile.height;
        let mut first = Vec::new();
        first.try_extend(self.set(0).iter().copied())?;
        for turn in 1..self.sets {
            for (sum, more) in first.iter_mut().zip(self.set(turn)) {
                *sum = builder.binary(VectorOp::Add, *sum, *more, self.dtype)?;
            }
        }
        let mut results = Vec::new();
        for column in first.chunks(height.accumulators().max(1)) {
            let (across, along) = column.split_at_checked(height.vectors).unwrap_or((column, &[]));
            results.try_extend(across.iter().copied())?;
            results.try_extend(folded(builder, along, self.dtype)?)?;
        }
        Ok(results)
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
