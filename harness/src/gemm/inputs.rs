//! Everything that a call reads except C: the blocks of A and B, and the operands of the epilogue.

use super::blocks::Blocks;
use super::raw::RawBlocks;

/// The blocks of A and of B, and the operands of the epilogue's links in their order, each from its
/// first element on. Without an epilogue, the blocks alone are enough.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a, T> {
    /// The blocks of A, then those of B.
    pub blocks: [Blocks<'a, T>; 2],
    /// The operand of each link that has one.
    pub operands: &'a [&'a [T]],
}

/// Like [`Inputs`], as pointers.
#[derive(Clone, Copy, Debug)]
pub struct RawInputs<'a, T> {
    /// The blocks of A, then those of B.
    pub blocks: [RawBlocks<T>; 2],
    /// The first element of each operand.
    pub operands: &'a [*const T],
}

impl<'a, T> From<[Blocks<'a, T>; 2]> for Inputs<'a, T> {
    fn from(blocks: [Blocks<'a, T>; 2]) -> Self {
        Self { blocks, operands: &[] }
    }
}

impl<T> From<[RawBlocks<T>; 2]> for RawInputs<'_, T> {
    fn from(blocks: [RawBlocks<T>; 2]) -> Self {
        Self { blocks, operands: &[] }
    }
}
