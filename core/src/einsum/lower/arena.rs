//! Where intermediate tensors lie while a tree is computed.
//!
//! Problem: tensors come and go, and what lies between two that stay is lost to larger ones. Idea: nodes are
//! computed one operand with all that it is made of after the other, so that what exists is the operands on
//! the way up from the node at hand. The results of children go to the other end of the memory than that of
//! their parent: then they are the last ones at their end when the parent is computed, and leave nothing
//! behind that is not in use. So both ends are stacks without gaps, and the memory is exactly as large as all
//! that exists at a time, which is [`Tree::peak`] in that order.
//!
//! Memory that the steps of a node need for themselves lies between the stacks while it is computed.

use super::LowerError;
use crate::einsum::tree::{Node, NodeId, Tree};
use crate::fallible::{Few, OutOfMemory, try_few};
use crate::kernel::spec::MAX_SPAN;
use core::iter::repeat_n;

/// An end of the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Low,
    High,
}

/// A place: a number of bytes from an end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    end: End,
    /// Bytes between the end and what is there.
    before: usize,
    bytes: usize,
}

impl Place {
    /// The first byte in memory of a size.
    pub(super) fn first(self, size: usize) -> usize {
        match self.end {
            End::Low => self.before,
            End::High => size.saturating_sub(self.before).saturating_sub(self.bytes),
        }
    }
}

/// The memory while a tree is computed.
#[derive(Debug)]
pub(super) struct Arena {
    /// The bytes of an element of any result.
    element: usize,
    /// The end for each node's result.
    ends: Few<End, 8>,
    /// Bytes in use at either end.
    used: [usize; 2],
    size: usize,
}

impl Arena {
    pub(super) fn new(tree: &Tree, element: usize) -> Result<Self, OutOfMemory> {
        let mut ends: Few<_, 8> = try_few(repeat_n(End::High, tree.nodes().count()))?;
        for node in tree.computed().rev() {
            let other = match ends.get(node.id.place()) {
                Some(End::High) => End::Low,
                _ => End::High,
            };
            for child in node.kind.children() {
                if let Some(end) = ends.get_mut(child.place()) {
                    *end = other;
                }
            }
        }
        Ok(Self { element, ends, used: [0; 2], size: 0 })
    }

    /// Computes a node, the number `step` of those that are: where its result lies, and where a number of
    /// bytes that only it needs. The result of the root lies elsewhere.
    pub(super) fn compute(
        &mut self,
        tree: &Tree,
        (step, node): (usize, Node<'_>),
        own: usize,
    ) -> Result<(Place, usize), LowerError> {
        let end = self.end(node.id);
        let (before, bytes) = (self.used(end), self.bytes_of(tree, node.id));
        let used = before.checked_add(bytes).ok_or(LowerError::Arena { step })?;
        self.set(end, used);
        let [low, high] = self.used;
        let size = low.checked_add(high).and_then(|used| used.checked_add(own));
        let size = size.filter(|size| *size <= MAX_SPAN).ok_or(LowerError::Arena { step })?;
        self.size = self.size.max(size);
        for child in node.kind.children() {
            let end = self.end(child);
            self.set(end, self.used(end).saturating_sub(self.bytes_of(tree, child)));
        }
        Ok((Place { end, before, bytes }, low))
    }

    /// How large it has to be.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// The bytes of a node's tensor, if it lies here. More than can be counted are too many for any memory.
    fn bytes_of(&self, tree: &Tree, node: NodeId) -> usize {
        let elements = usize::try_from(tree.intermediate(node)).unwrap_or(usize::MAX);
        elements.saturating_mul(self.element)
    }

    fn end(&self, node: NodeId) -> End {
        self.ends.get(node.place()).copied().unwrap_or(End::Low)
    }

    fn used(&self, end: End) -> usize {
        let [low, high] = self.used;
        if end == End::Low { low } else { high }
    }

    fn set(&mut self, end: End, used: usize) {
        let [low, high] = &mut self.used;
        *(if end == End::Low { low } else { high }) = used;
    }
}
