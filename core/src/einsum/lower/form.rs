//! Trees as they are computed: each node that is left is one nest.
//!
//! A permutation costs nothing: a reader of an input along permuted indices does so by its strides, and an
//! intermediate tensor has the layout that suits its reader. So they go, and with them diagonals, whose
//! strides add up; a node stays that sums, or that writes the output from an input.
//!
//! An expression of two operands is a single contraction, unless an operand has indices to itself that are
//! not kept: then these are summed before, if that saves multiply-adds enough for a pass over the operand.

use super::LowerError;
use crate::einsum::path::{Network, NetworkError, Path, Predicted, Search};
use crate::einsum::tree::{Builder, Index, Kind, Node, NodeId, Tree};
use crate::fallible::{Few, OutOfMemory, TryVec, try_collect, try_few};
use crate::tensor::array::product;

/// The fewest multiply-adds that make one more nest worthwhile.
const LEAST: u64 = 1 << 14;

/// The indices of a tensor.
pub(super) type Indices = Few<Index, 6>;

/// Operands by their indices, and what is kept of these.
#[derive(Clone, Copy)]
pub(super) struct Question<'a> {
    /// The indices of the operands, on diagonals more than once.
    pub(super) operands: &'a [Indices],
    /// The indices of the output.
    pub(super) output: &'a [Index],
    /// The extents of all indices.
    pub(super) extents: &'a [usize],
}

/// In which order the operands of an expression meet. With the tree, which operand each of its inputs is.
pub(super) fn order(
    question: Question<'_>,
    search: &dyn Search,
    cost: &Predicted,
) -> Result<(Tree, Few<usize, 2>), LowerError> {
    if let operands @ ([_] | [_, _]) = question.operands {
        return Ok((question.tree()?, try_few(0..operands.len())?));
    }
    let Path { tree, inputs, .. } = search.path(&question.network()?, cost)?;
    Ok((tree, Few::from_vec(inputs)))
}

impl Question<'_> {
    /// The network that an order is looked for.
    pub(super) fn network(self) -> Result<Network, NetworkError> {
        Network::new(&try_collect(self.operands.iter().map(Indices::as_slice))?, self.output, self.extents)
    }

    /// That of one or two operands.
    fn tree(self) -> Result<Tree, LowerError> {
        let mut builder = Builder::new(self.extents)?;
        let [first, second] = self.operands else {
            self.operands.first().map_or(Ok(()), |only| builder.input(only).map(|_| ()))?;
            builder.unary(self.output)?;
            return Ok(builder.finish()?);
        };
        for (operand, other) in [(first, second), (second, first)] {
            builder.input(operand)?;
            let has_to_itself = |index: &Index| !other.contains(index) && !self.output.contains(index);
            if operand.iter().any(has_to_itself) {
                let kept = self.kept(operand, other)?;
                if self.is_worth_summing(operand, other, &kept) {
                    builder.unary(&kept)?;
                }
            }
        }
        builder.contraction(self.output)?;
        Ok(builder.finish()?)
    }

    /// The indices of an operand, each once, that the other or the output has, too.
    fn kept(self, operand: &[Index], other: &[Index]) -> Result<Indices, OutOfMemory> {
        let mut kept = Indices::new();
        for index in operand {
            if (other.contains(index) || self.output.contains(index)) && !kept.contains(index) {
                kept.try_push(*index)?;
            }
        }
        Ok(kept)
    }

    /// Whether summing an operand to what is kept of it before it meets the other one is
    /// worth a pass over it.
    fn is_worth_summing(self, operand: &[Index], other: &[Index], kept: &[Index]) -> bool {
        let all = self.volume(operand, &[]);
        let (left, uses) = (self.volume(kept, &[]), self.volume(other, operand));
        let after = left.saturating_mul(uses).saturating_add(all).saturating_add(LEAST);
        all > left && all.saturating_mul(uses) > after
    }

    /// The product of the extents of indices, each counted once, but for some.
    fn volume(self, indices: &[Index], but: &[Index]) -> u64 {
        let counted = indices.iter().enumerate().filter(|(nth, index)| {
            !but.contains(index) && !indices.iter().take(*nth).any(|before| before == *index)
        });
        let extents = counted.map(|(_, index)| self.extents.get(*index).copied().unwrap_or(1));
        product(extents).unwrap_or(u64::MAX)
    }
}

/// Whether a tree is in [`normal`] form for sure, as it only contracts.
pub(super) fn is_normal(tree: &Tree) -> bool {
    tree.nodes().all(|node| !matches!(node.kind, Kind::Unary(_)))
}

/// A tree without permutations and diagonals, in which every computed node is a nest.
pub(super) fn normal(tree: &Tree) -> Result<Tree, LowerError> {
    let mut builder = Builder::new(tree.extents())?;
    let (top, output) = (top(tree), indices(tree, tree.root()));
    for node in tree.nodes().take_while(|node| node.id <= top) {
        let indices = if node.id == top { output } else { node.indices };
        match node.kind {
            Kind::Input(_) => builder.input(indices)?,
            Kind::Contraction(_) => builder.contraction(indices)?,
            Kind::Unary(child) if node.id != top && is_view(tree, node.id, child) => continue,
            Kind::Unary(_) => builder.unary(indices)?,
        };
    }
    Ok(builder.finish()?)
}

/// The node that computes the output: what the permutations at the top permute. One of an input is a copy.
fn top(tree: &Tree) -> NodeId {
    let mut top = tree.root();
    while let Some(Node { kind: Kind::Unary(child), .. }) = tree.node(top) {
        let is_input = tree.node(child).is_some_and(|node| matches!(node.kind, Kind::Input(_)));
        if is_input || !is_view(tree, top, child) {
            break;
        }
        top = child;
    }
    top
}

/// Whether a node has all indices of the only one that it is made of.
fn is_view(tree: &Tree, node: NodeId, child: NodeId) -> bool {
    let kept = indices(tree, node);
    indices(tree, child).iter().all(|index| kept.contains(index))
}

fn indices(tree: &Tree, node: NodeId) -> &[Index] {
    tree.node(node).map_or(&[], |node| node.indices)
}
