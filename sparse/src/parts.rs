//! The vectors along the columns of a product: whole ones, and an exact last one.
//!
//! Tests: `tests/tests/sparse_fixed.rs`.

use alloc::vec::Vec;
use core::num::NonZero;
use tensmith_core::fallible::TryVec;
use tensmith_core::kernel::func::{Int, Lanes};
use tensmith_core::kernel::spec::Start;
use tensmith_core::{DType, OutOfMemory};

/// A vector, or the low lanes of one: where it begins, in bytes, and the lanes that there are.
pub(crate) type Part = (i64, Lanes);

/// Some columns of B or C: a pointer to a row, and the vectors of these columns in each row.
#[derive(Clone, Copy)]
pub(crate) struct Panel<'p> {
    pub(crate) pointer: Int,
    pub(crate) parts: &'p [Part],
}

/// The part that begins some bytes farther on.
pub(crate) fn moved((distance, lanes): Part, by: i64) -> Part {
    (distance.saturating_add(by), lanes)
}

/// A size in bytes; those of operands are far below 2⁶³.
pub(crate) fn bytes(elements: usize, dtype: DType) -> i64 {
    signed(elements.saturating_mul(dtype.bytes()))
}

/// Bytes of a row of some elements, for predictions.
pub(crate) fn row_bytes(dtype: DType, elements: usize) -> f64 {
    elements as f64 * dtype.bytes() as f64
}

/// A size as a signed number.
pub(crate) fn signed(size: usize) -> i64 {
    i64::try_from(size).unwrap_or(i64::MAX)
}

/// The first lanes of a vector.
pub(crate) fn lanes(dtype: DType, count: usize) -> Lanes {
    Lanes { dtype, count: u8::try_from(count).unwrap_or(u8::MAX) }
}

/// The vectors that cover `elements` neighbours. Where the last elements fill no vector, they are in one that
/// overlaps the one before it, if results start with nothing and there is one; else they
/// are accessed narrowly.
pub(crate) fn along(
    (dtype, elements): (DType, usize),
    start: Start,
    vector: NonZero<usize>,
) -> Result<Vec<Part>, OutOfMemory> {
    let (whole, tail) = (elements / vector, elements % vector);
    let mut parts = Vec::new();
    for nth in 0..whole {
        parts.try_push((bytes(nth.saturating_mul(vector.get()), dtype), lanes(dtype, vector.get())))?;
    }
    if tail > 0 {
        let narrow = (bytes(elements.saturating_sub(tail), dtype), lanes(dtype, tail));
        let overlapping = (bytes(elements.saturating_sub(vector.get()), dtype), lanes(dtype, vector.get()));
        parts.try_push(if whole > 0 && start == Start::Nothing { overlapping } else { narrow })?;
    }
    Ok(parts)
}
