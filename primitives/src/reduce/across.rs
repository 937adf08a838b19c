//! From vectors whose lanes belong together to vectors with a lane for each.

use alloc::vec::Vec;
use core::num::NonZero;
use tensmith_core::fallible::TryVec;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Shuffle, Vector, VectorOp};
use tensmith_core::{DType, OutOfMemory};

/// A vector for every vector of a group, with the lanes of each combined: there are as many in a group as
/// lanes. Where vectors are missing, results are repeated: of one, it is in all lanes.
///
/// Neighbours are transposed while they are combined, so that each round halves the number of vectors:
/// `a0 b0 a2 b2` and `a1 b1 a3 b3`, of pairs of such results the even and the odd blocks of two, and so on.
pub(super) fn combine(
    builder: &mut Builder,
    merge: VectorOp,
    vectors: &[Vector],
    (dtype, lanes): (DType, NonZero<usize>),
) -> Result<Vec<Vector>, OutOfMemory> {
    let mut results = Vec::new();
    for group in vectors.chunks(lanes.get()) {
        let mut level = Vec::new();
        level.try_extend(group.iter().copied())?;
        let mut together = 1usize;
        while together < lanes.get() {
            let mut next = Vec::new();
            for pair in level.chunks(2) {
                if let (Some(a), Some(b)) = (pair.first(), pair.last()) {
                    next.try_push(pairs(builder, merge, (*a, *b), (dtype, together))?)?;
                }
            }
            (level, together) = (next, together.saturating_mul(2));
        }
        results.try_extend(level)?;
    }
    Ok(results)
}

/// The pairs of groups of that many lanes of two vectors, combined.
fn pairs(
    builder: &mut Builder,
    merge: VectorOp,
    (a, b): (Vector, Vector),
    (dtype, together): (DType, usize),
) -> Result<Vector, OutOfMemory> {
    if merge == VectorOp::Add {
        return builder.binary(VectorOp::AddPairs, a, b, dtype);
    }
    let bytes = u8::try_from(together.saturating_mul(dtype.bytes())).unwrap_or(u8::MAX);
    let even = builder.shuffle(Shuffle::TransposeEven, a, b, bytes)?;
    let odd = builder.shuffle(Shuffle::TransposeOdd, a, b, bytes)?;
    builder.binary(merge, even, odd, dtype)
}

/// A vector with given bits in each lane.
pub(super) fn vector(
    builder: &mut Builder,
    (dtype, lanes): (DType, NonZero<usize>),
    bits: impl Fn(usize) -> u64,
) -> Result<Vector, OutOfMemory> {
    let words = |nth: usize| match dtype.bytes() {
        8 => bits(nth),
        _ => bits(2 * nth) | bits(2 * nth + 1) << 32,
    };
    let count = lanes.get().saturating_mul(dtype.bytes()) / WORD;
    join(builder, &words, (0, count))
}

/// The size of what an integer register holds, in bytes.
const WORD: usize = 8;

/// A vector that begins with some words, from the first of that number on: a power of
/// two. Others repeat them.
fn join(
    builder: &mut Builder,
    words: &impl Fn(usize) -> u64,
    (first, count): (usize, usize),
) -> Result<Vector, OutOfMemory> {
    if (1..count).all(|nth| words(first + nth) == words(first)) {
        let word = builder.constant(words(first) as i64)?;
        return builder.broadcast(word, DType::F64);
    }
    let half = count / 2;
    let low = join(builder, words, (first, half))?;
    let high = join(builder, words, (first + half, half))?;
    let bytes = u8::try_from(half.saturating_mul(WORD)).unwrap_or(u8::MAX);
    builder.shuffle(Shuffle::TransposeEven, low, high, bytes)
}
