//! The order in which the operands of a contraction meet.
//!
//! Tests: `tests/tests/harness_contraction.rs`.

use tensmith_core::einsum::Computed;
use tensmith_core::einsum::tree::Tree;
use tensmith_core::fallible::Few;

/// The order in which operands meet.
#[derive(Debug)]
pub(crate) struct ContractionOrder {
    pub(crate) tree: Tree,
    /// For each input of the tree, the operand that it is.
    pub(crate) inputs: Few<usize, 2>,
    /// The nodes that are computed, in their order.
    pub(crate) nodes: Few<Computed, 1>,
}
