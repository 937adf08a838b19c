//! The memory that an operand lies in.
//!
//! Tests: `tests/tests/tensor_verify.rs`.

use crate::DType;

/// Where an operand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Buffer {
    /// An operand of the whole sequence, by its number.
    Argument(usize),
    /// In scratch memory, a number of bytes from its beginning: a multiple of the size of its elements.
    Scratch(usize),
    /// In the arena, a number of bytes from its beginning: a multiple of the size of its elements.
    Arena(usize),
    /// In no memory: the next step takes each element up as soon as it is there.
    Register,
}

/// Takes memory for some elements of a type behind the bytes that are in use, and returns where it begins.
pub(crate) fn take(used: &mut usize, elements: usize, dtype: DType) -> usize {
    let at = aligned(*used, dtype);
    *used = at.saturating_add(elements.saturating_mul(dtype.bytes()));
    at
}

/// The first multiple of the size of an element behind some bytes.
pub(crate) fn aligned(bytes: usize, dtype: DType) -> usize {
    bytes.checked_next_multiple_of(dtype.bytes()).unwrap_or(usize::MAX)
}
