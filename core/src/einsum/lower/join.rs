//! From the steps of each node to those of all.

use super::Computed;
use super::arena::Place;
use super::finish::FIRST_OF_CHAIN;
use crate::einsum::tree::{Kind, Node, NodeId, Tree};
use crate::fallible::{Few, OutOfMemory, TryVec};
use crate::tensor::buffer::Buffer;
use crate::tensor::sequence::Sequence;

/// A node with what computes it alone: a sequence with the arguments in0, in1 and out, and the
/// operands of a chain.
pub(super) struct Part<'t> {
    pub(super) node: Node<'t>,
    pub(super) sequence: Sequence,
    /// Where its result lies.
    pub(super) place: Place,
    /// The byte of the arena at which its own memory begins.
    pub(super) own: usize,
}

/// The buffers of the whole that those of parts become.
pub(super) struct Join<'a> {
    pub(super) tree: &'a Tree,
    /// The operand that each input of the tree is.
    pub(super) inputs: &'a [usize],
    /// The first argument that is an operand of the chain.
    pub(super) chain: usize,
    /// The argument that the output is.
    pub(super) output: usize,
    /// The bytes of the arena.
    pub(super) size: usize,
}

impl Join<'_> {
    /// The steps of all parts, one after the other.
    pub(super) fn join(&self, parts: Few<Part<'_>, 1>) -> Result<(Sequence, Few<Computed, 1>), OutOfMemory> {
        let mut all = Sequence { arena: self.size, ..Sequence::default() };
        let mut nodes: Few<Computed, 1> = Few::new();
        for Part { node, mut sequence, place, own } in parts {
            let is_root = node.id == self.tree.root();
            let in_arena = Buffer::Arena(place.first(self.size));
            let out = if is_root { Buffer::Argument(self.output) } else { in_arena };
            let mut operands = node.kind.children().map(|child| self.buffer(child, &nodes));
            let in0 = operands.next().unwrap_or(out);
            // An operation on one tensor does not look at in1.
            let in1 = operands.next().unwrap_or(in0);
            let found = |buffer: Buffer| match buffer {
                Buffer::Argument(0) => in0,
                Buffer::Argument(1) => in1,
                Buffer::Argument(number) => match number.checked_sub(FIRST_OF_CHAIN) {
                    Some(nth) => Buffer::Argument(self.chain.saturating_add(nth)),
                    None => out,
                },
                Buffer::Scratch(at) => Buffer::Scratch(at),
                Buffer::Register => Buffer::Register,
                Buffer::Arena(at) => Buffer::Arena(own.saturating_add(at)),
            };
            let first = all.steps.len();
            sequence.steps.iter_mut().for_each(|step| step.operands = step.operands.map(found));
            all.append(sequence)?;
            nodes.try_push(Computed { node: node.id, steps: first..all.steps.len(), place: out })?;
        }
        Ok((all, nodes))
    }

    /// Where an operand is: one of the caller's, or a node's that is computed already.
    fn buffer(&self, operand: NodeId, nodes: &[Computed]) -> Buffer {
        if let Some(Node { kind: Kind::Input(nth), .. }) = self.tree.node(operand) {
            return Buffer::Argument(self.inputs.get(nth).copied().unwrap_or(0));
        }
        let computed = nodes.iter().rev().find(|known| known.node == operand);
        computed.map_or(Buffer::Arena(0), |known| known.place)
    }
}
