//! How a contraction is written, and what its indices are called there.
//!
//! Tests: `tests/tests/harness_contraction.rs`.

use std::fmt;
use tensmith_core::einsum::tree::{self, Tree};
use tensmith_core::einsum::{Expression, Name, Resolved};
use tensmith_core::fallible::{Few, OutOfMemory};

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

impl Notation {
    /// The indices of the output's axes.
    fn output(&self) -> Vec<tree::Index> {
        match self {
            Self::Expression(_, resolved) => (0..resolved.output().len()).collect(),
            Self::Tree(tree) => tree.node(tree.root()).map_or_else(Vec::new, |root| root.indices.to_vec()),
        }
    }

    /// The names of the output's axes.
    pub(crate) fn output_names(&self) -> Vec<Name> {
        self.output().into_iter().map(|index| self.name(index)).collect()
    }

    /// The extents of the output.
    pub(crate) fn output_shape(&self) -> Result<Few<usize, 6>, OutOfMemory> {
        match self {
            Self::Expression(_, resolved) => resolved.output_shape(),
            Self::Tree(tree) => Ok(self.output().into_iter().map(|index| tree.extents()[index]).collect()),
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
