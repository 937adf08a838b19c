//! A node of a tree as it is computed.
//!
//! Tests: `tests/tests/einsum_lower.rs`.

use crate::einsum::tree::NodeId;
use crate::tensor::buffer::Buffer;
use core::ops::Range;

/// A node of the tree, computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Computed {
    /// Which one.
    pub node: NodeId,
    /// The steps that do it.
    pub steps: Range<usize>,
    /// Where its tensor is.
    pub place: Buffer,
}
