//! The memory that an operand lies in.
//!
//! Tests: `tests/tests/tensor_verify.rs`.

/// Where an operand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Buffer {
    /// An operand of the whole sequence, by its number.
    Argument(usize),
    /// In scratch memory, a number of elements from its beginning.
    Scratch(usize),
    /// In the arena, a number of elements from its beginning.
    Arena(usize),
    /// In no memory: the next step takes each element up as soon as it is there.
    Register,
}
