//! The sums of a row of C, which are in registers while non-zeros are multiplied.
//!
//! Where there are several sets of them, neighbouring non-zeros add to different ones, so that their multiply-adds do not wait for one
//! another. At last, all sets are added up.
//!
//! Tests: `tests/tests/sparse_rows.rs`, `tests/tests/sparse_pruned.rs`, `tests/tests/sparse_sampled.rs`.

use crate::parts::Panel;
use crate::reach::Reach;
use alloc::vec::Vec;
use tensmith_core::fallible::TryVec;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Vector, VectorOp};
use tensmith_core::kernel::spec::Start;
use tensmith_core::{DType, OutOfMemory};

/// What the sums start with: the first set with C, if that is added, and all others with zeros.
pub(crate) fn first(
    builder: &mut Builder,
    machine: &Machine,
    c: Panel<'_>,
    start: Start,
    sets: usize,
) -> Result<Vec<Vec<Vector>>, OutOfMemory> {
    let mut all = Vec::new();
    for set in 0..sets {
        let (mut sums, mut reach) = (Vec::new(), Reach::new(machine, c.pointer));
        for part in c.parts {
            sums.try_push(match (set, start) {
                (0, Start::Output) => reach.load(builder, *part)?,
                _ => builder.zero()?,
            })?;
        }
        all.try_push(sums)?;
    }
    Ok(all)
}

/// Adds the sets up, and stores the sums.
pub(crate) fn store(
    builder: &mut Builder,
    machine: &Machine,
    c: Panel<'_>,
    sets: &[Vec<Vector>],
) -> Result<(), OutOfMemory> {
    let mut reach = Reach::new(machine, c.pointer);
    for (nth, part) in c.parts.iter().enumerate() {
        let (mut sums, (_, lanes)) = (Vec::new(), part);
        sums.try_extend(sets.iter().filter_map(|set| set.get(nth).copied()))?;
        let Some(sum) = added_up(builder, sums, lanes.dtype)? else { continue };
        reach.store(builder, *part, sum)?;
    }
    Ok(())
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
