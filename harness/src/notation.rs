//! How a contraction is written, and what its indices are called there.
//!
//! Tests: `tests/tests/harness_contraction.rs`.

use std::fmt;
use tensmith_core::einsum::tree::{self, Tree};
use tensmith_core::einsum::{Expression, Name, Resolved};

/// How a contraction is written.
#[derive(Debug)]
pub(crate) enum Notation {
    Expression(Expression, Resolved),
    Tree(Tree),
}

impl Notation {
    /// The indices of an input's axes; none for those where it is repeated.
    pub(crate) fn axes(&self, input: usize) -> Vec<Option<tree::Index>> {
        match self {
            Self::Expression(_, resolved) => {
                let axes = resolved.inputs()[input].iter();
                axes.map(|axis| (!axis.is_repeated).then_some(axis.index)).collect()
            }
            Self::Tree(tree) => {
                let mut inputs = tree.nodes().filter(|node| matches!(node.kind, tree::Kind::Input(_)));
                let node = inputs.nth(input).expect("a tree has its inputs");
                node.indices.iter().copied().map(Some).collect()
            }
        }
    }

    /// The name of an index: its label, or its number in a tree.
    pub(crate) fn name(&self, index: tree::Index) -> Name {
        match self {
            Self::Expression(_, resolved) => {
                resolved.indices().get(index).map_or(Name::Number(index), |index| index.name)
            }
            Self::Tree(_) => Name::Number(index),
        }
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expression(expression, _) => expression.fmt(f),
            Self::Tree(tree) => tree.fmt(f),
        }
    }
}
