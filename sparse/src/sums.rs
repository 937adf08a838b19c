//! The sums of rows of C, which are in registers while non-zeros are multiplied.
//!
//! Where a row has several sets of them, neighbouring non-zeros add to different ones, so that their
//! multiply-adds do not wait for one another. At last, all sets are added up.
//!
//! Tests: `tests/tests/sparse_rows.rs`, `tests/tests/sparse_blocks.rs`, `tests/tests/sparse_pruned.rs`,
//! `tests/tests/sparse_sampled.rs`.

use crate::parts::{Panel, moved};
use crate::reach::Reach;
use alloc::vec::Vec;
use tensmith_core::fallible::TryVec;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Vector, VectorOp};
use tensmith_core::kernel::spec::Start;
use tensmith_core::{DType, OutOfMemory};

/// Which sums there are: of how many rows, in how many sets each.
#[derive(Clone, Copy)]
pub(crate) struct Sums {
    pub(crate) rows: usize,
    pub(crate) sets: usize,
    /// Bytes from a row to the next.
    pub(crate) down: i64,
    pub(crate) start: Start,
}

impl Sums {
    /// The sums at their start, set by set of each row: the first set with C, if that is added, and
    /// all others with zeros.
    pub(crate) fn begin(
        self,
        builder: &mut Builder,
        machine: &Machine,
        c: Panel<'_>,
    ) -> Result<Vec<Vec<Vector>>, OutOfMemory> {
        let (mut all, mut reach) = (Vec::new(), Reach::new(machine, c.pointer));
        for (row, set) in (0..self.rows).flat_map(|row| (0..self.sets).map(move |set| (row, set))) {
            let mut sums = Vec::new();
            for part in c.parts {
                sums.try_push(match (set, self.start) {
                    (0, Start::Output) => reach.load(builder, moved(*part, self.place(row)))?,
                    _ => builder.zero()?,
                })?;
            }
            all.try_push(sums)?;
        }
        Ok(all)
    }

    /// Adds the sets of each row up, and stores them.
    pub(crate) fn store(
        self,
        builder: &mut Builder,
        machine: &Machine,
        c: Panel<'_>,
        sums: &[Vec<Vector>],
    ) -> Result<(), OutOfMemory> {
        let mut reach = Reach::new(machine, c.pointer);
        for (row, sets) in sums.chunks(self.sets.max(1)).enumerate() {
            for (nth, part) in c.parts.iter().enumerate() {
                let (mut vectors, (_, lanes)) = (Vec::new(), part);
                vectors.try_extend(sets.iter().filter_map(|set| set.get(nth).copied()))?;
                let Some(sum) = added_up(builder, vectors, lanes.dtype)? else { continue };
                reach.store(builder, moved(*part, self.place(row)), sum)?;
            }
        }
        Ok(())
    }

    /// How far a row is from the first, in bytes.
    fn place(self, row: usize) -> i64 {
        self.down.saturating_mul(row as i64)
    }
}

/// The sum of vectors, which are added two by two; none of none.
pub(crate) fn added_up(
    builder: &mut Builder,
    mut vectors: Vec<Vector>,
    dtype: DType,
) -> Result<Option<Vector>, OutOfMemory> {
    while let [_, _, ..] = vectors.as_slice() {
        let mut halves = Vec::new();
        for pair in vectors.chunks(2) {
            halves.try_push(match *pair {
                [x, y] => builder.binary(VectorOp::Add, x, y, dtype)?,
                [x] => x,
                _ => continue,
            })?;
        }
        vectors = halves;
    }
    Ok(vectors.first().copied())
}
