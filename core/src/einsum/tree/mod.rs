//! Which tensors meet in which order: a tree of contractions over numbered indices.
//!
//! Problem: a contraction of many tensors is done two at a time, and the order decides what it costs. A
//! tree says the order, and of every tensor on the way the indices, in the order in which they are
//! written. Idea: nodes lie in one list, children before their parents, as in reverse Polish notation;
//! a [`Builder`] keeps a stack of the trees that are begun. So nothing that makes, reads, prints,
//! measures or drops a tree recurses, and any depth is fine.
//!
//! An index is a number, the place of its extent in one list. Inputs may have an index twice (a
//! diagonal), outputs may not. An index that a node does not keep is summed there; if it appears again
//! outside, that is another sum.
//!
//! Invariants: an output has only indices of its node's children, each once; every index has an extent;
//! operations and elements, of nodes and of all together, are below 2⁶⁴. Cost: all in linear time.
//!
//! Tests: `tests/tests/einsum_tree.rs`, `tests/tests/fuzz_corpus.rs`.

mod memory;
mod text;

pub use memory::OrderError;
pub use text::{TreeError, parse};

use crate::fallible::{Few, OutOfMemory, TryVec, try_few};
use core::iter::repeat_n;
use core::ops::Range;

/// The name of an index: the place of its extent.
pub type Index = usize;

/// A tree of contractions. One that exists is valid: see the module's documentation.
#[derive(Debug, PartialEq, Eq)]
pub struct Tree {
    extents: Few<usize, 8>,
    nodes: Few<Entry, 3>,
    /// The indices of all nodes, one after the other.
    indices: Few<Index, 20>,
}

/// A node of a tree, by its place in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(usize);

impl NodeId {
    /// Its place in [`Tree::nodes`].
    #[must_use]
    pub const fn place(self) -> usize {
        self.0
    }
}

/// Where the tensor of a node comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// From outside. Inputs are numbered from left to right.
    Input(usize),
    /// From one tensor: its indices permuted, summed, or a diagonal taken.
    Unary(NodeId),
    /// From two tensors, multiplied and summed.
    Contraction([NodeId; 2]),
}

impl Kind {
    /// The nodes that it is made of.
    pub fn children(self) -> impl Iterator<Item = NodeId> {
        let children = match self {
            Self::Input(_) => [None; 2],
            Self::Unary(child) => [Some(child), None],
            Self::Contraction(children) => children.map(Some),
        };
        children.into_iter().flatten()
    }
}

/// The facts about a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node<'t> {
    /// Which it is.
    pub id: NodeId,
    /// Where its tensor comes from.
    pub kind: Kind,
    /// The indices of its tensor.
    pub indices: &'t [Index],
    /// How many elements its tensor has.
    pub elements: u64,
    /// Its operations: two for each product that is added, one for each addition
    /// of a sum over one tensor. A permutation takes none.
    pub operations: u64,
}

/// A node as it is kept.
#[derive(Debug, PartialEq, Eq)]
struct Entry {
    kind: Kind,
    indices: Range<usize>,
    elements: u64,
    operations: u64,
    /// How many nodes begin with this input; 0 of others.
    opens: usize,
}

/// Why a node cannot be added to a tree. Places are those in the node's list of indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NodeError {
    /// An index beyond the list of extents.
    #[error("index {index} has no extent: must be below {extents}")]
    NoExtent {
        /// The index.
        index: Index,
        /// Its place.
        place: usize,
        /// How many extents there are.
        extents: usize,
    },
    /// An index of the output that no child has.
    #[error("output index {index}: must occur in an operand")]
    UnknownOutput {
        /// The index.
        index: Index,
        /// Its place.
        place: usize,
    },
    /// An index that the output has twice.
    #[error("output index {index}: must occur only once in the output")]
    RepeatedOutput {
        /// The index.
        index: Index,
        /// Its second place.
        place: usize,
    },
    /// More elements or operations than can be counted.
    #[error("number of elements or operations up to this tensor: must be below 2^64")]
    Overflow,
    /// A node over more trees than were begun.
    #[error("operation on {needed} tensors: there are {found}")]
    Operands {
        /// How many it needs.
        needed: usize,
        /// How many there are.
        found: usize,
    },
    /// The end of a tree that is none, or not one.
    #[error("number of outputs is {found}: must be 1")]
    Outputs {
        /// How many operations have results that nothing uses; 0 if there is but an input.
        found: usize,
    },
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

says_out_of_memory!(NodeError);

impl NodeError {
    /// The place in the list of indices that it is about.
    #[must_use]
    pub const fn place(&self) -> Option<usize> {
        match self {
            Self::NoExtent { place, .. }
            | Self::UnknownOutput { place, .. }
            | Self::RepeatedOutput { place, .. } => Some(*place),
            Self::Overflow | Self::Operands { .. } | Self::Outputs { .. } | Self::OutOfMemory(_) => None,
        }
    }
}

impl Tree {
    /// The extents of all indices.
    #[must_use]
    pub fn extents(&self) -> &[usize] {
        &self.extents
    }

    /// All nodes, children before their parents; the last one is the output.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = Node<'_>> + Clone {
        self.nodes.iter().enumerate().map(|(place, entry)| self.view(NodeId(place), entry))
    }

    /// The nodes that are computed, in the same order.
    pub fn computed(&self) -> impl DoubleEndedIterator<Item = Node<'_>> + Clone {
        self.nodes().filter(|node| !matches!(node.kind, Kind::Input(_)))
    }

    /// A node; `None` if it is of another tree.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<Node<'_>> {
        self.nodes.get(id.0).map(|entry| self.view(id, entry))
    }

    /// The node whose tensor is the result.
    #[must_use]
    pub fn root(&self) -> NodeId {
        NodeId(self.nodes.len().saturating_sub(1))
    }

    /// Returns the number of operations of all nodes.
    #[must_use]
    pub fn operations(&self) -> u64 {
        self.nodes.iter().fold(0, |sum, entry| sum.saturating_add(entry.operations))
    }

    /// Returns the number of multiply-adds of all contractions.
    #[must_use]
    pub fn multiply_adds(&self) -> u64 {
        let contractions = self.nodes.iter().filter(|entry| matches!(entry.kind, Kind::Contraction(_)));
        contractions.fold(0, |sum, entry| sum.saturating_add(entry.operations / 2))
    }

    /// Returns the number of elements of the largest tensor: of inputs, intermediate tensors and the output.
    #[must_use]
    pub fn largest(&self) -> u64 {
        self.nodes.iter().map(|entry| entry.elements).max().unwrap_or(0)
    }

    fn view(&self, id: NodeId, entry: &Entry) -> Node<'_> {
        Node {
            id,
            kind: entry.kind,
            indices: self.indices.get(entry.indices.clone()).unwrap_or_default(),
            elements: entry.elements,
            operations: entry.operations,
        }
    }
}

/// Makes a tree in the order of reverse Polish notation.
///
/// ```
/// use tensmith_core::einsum::tree::{Builder, NodeError};
///
/// let mut builder = Builder::new(&[2, 3, 5, 7])?;
/// builder.input(&[0, 1])?;
/// builder.input(&[1, 2])?;
/// builder.contraction(&[0, 2])?;
/// builder.input(&[2, 3])?;
/// builder.contraction(&[3, 0])?;
/// let tree = builder.finish()?;
/// assert_eq!(tree.to_string(), "[[0,1],[1,2]->[0,2]],[2,3]->[3,0]");
/// assert_eq!(tree.operations(), 2 * 2 * 3 * 5 + 2 * 2 * 5 * 7);
/// # Ok::<(), NodeError>(())
/// ```
#[derive(Debug)]
pub struct Builder {
    tree: Tree,
    /// The trees that are begun.
    begun: Few<Begun, 2>,
    inputs: usize,
    marks: Marks,
    elements: u64,
    operations: u64,
}

/// A tree that is not yet part of another.
#[derive(Clone, Copy, Debug)]
struct Begun {
    root: NodeId,
    /// Its first input.
    first: NodeId,
}

impl Builder {
    /// A tree without nodes, over indices with these extents.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn new(extents: &[usize]) -> Result<Self, OutOfMemory> {
        let marks = Marks::new(extents.len())?;
        let tree =
            Tree { extents: try_few(extents.iter().copied())?, nodes: Few::new(), indices: Few::new() };
        Ok(Self { tree, begun: Few::new(), inputs: 0, marks, elements: 0, operations: 0 })
    }

    /// Adds the next input.
    ///
    /// # Errors
    /// [`NodeError`]; the builder is of no more use then. The same holds for the other methods.
    pub fn input(&mut self, indices: &[Index]) -> Result<NodeId, NodeError> {
        let extents = self.tree.extents.len();
        let unknown = indices.iter().enumerate().find(|(_, index)| **index >= extents);
        if let Some((place, &index)) = unknown {
            return Err(NodeError::NoExtent { index, place, extents });
        }
        let id = self.push(Kind::Input(self.inputs), indices, 0)?;
        self.inputs = self.inputs.saturating_add(1);
        self.begun.try_push(Begun { root: id, first: id })?;
        Ok(id)
    }

    /// Makes one tensor of the last one.
    ///
    /// # Errors
    /// As [`Self::input`].
    pub fn unary(&mut self, output: &[Index]) -> Result<NodeId, NodeError> {
        let [operand] = self.operands()?;
        let reach = self.reach([operand])?;
        self.check(output)?;
        let operations = if reach.indices == output.len() { 0 } else { reach.points };
        self.operation(Kind::Unary(operand.root), operand.first, output, operations)
    }

    /// Contracts the last two tensors.
    ///
    /// # Errors
    /// As [`Self::input`].
    pub fn contraction(&mut self, output: &[Index]) -> Result<NodeId, NodeError> {
        let operands: [Begun; 2] = self.operands()?;
        let reach = self.reach(operands)?;
        self.check(output)?;
        let operations = reach.points.checked_mul(2).ok_or(NodeError::Overflow)?;
        let [first, second] = operands;
        self.operation(Kind::Contraction([first.root, second.root]), first.first, output, operations)
    }

    /// The tree, if it is one.
    ///
    /// # Errors
    /// As [`Self::input`].
    pub fn finish(self) -> Result<Tree, NodeError> {
        match self.begun.as_slice() {
            [only] if only.root != only.first => Ok(self.tree),
            [_] => Err(NodeError::Outputs { found: 0 }),
            others => Err(NodeError::Outputs { found: others.len() }),
        }
    }

    /// The last trees begun, which become part of another.
    fn operands<const N: usize>(&mut self) -> Result<[Begun; N], NodeError> {
        let found = self.begun.len();
        let last = self.begun.last_chunk().copied().ok_or(NodeError::Operands { needed: N, found })?;
        self.begun.truncate(found.saturating_sub(N));
        Ok(last)
    }

    /// Marks the indices of operands and counts them.
    fn reach<const N: usize>(&mut self, operands: [Begun; N]) -> Result<Reach, NodeError> {
        self.marks.clear();
        let Self { tree, marks, .. } = self;
        let lists = operands.into_iter().filter_map(|operand| tree.node(operand.root));
        let new = lists.flat_map(|node| node.indices).filter(|index| marks.mark(**index, Mark::Operand));
        let mut indices = 0usize;
        let counted = new.inspect(|_| indices = indices.saturating_add(1));
        let points = tree.volume(counted)?;
        Ok(Reach { indices, points })
    }

    /// Whether an output has indices of the operands that are marked, each once.
    fn check(&mut self, output: &[Index]) -> Result<(), NodeError> {
        for (place, &index) in output.iter().enumerate() {
            let extents = self.tree.extents.len();
            match self.marks.get(index) {
                _ if index >= extents => return Err(NodeError::NoExtent { index, place, extents }),
                None => return Err(NodeError::UnknownOutput { index, place }),
                Some(Mark::Output) => return Err(NodeError::RepeatedOutput { index, place }),
                Some(Mark::Operand) => self.marks.mark(index, Mark::Output),
            };
        }
        Ok(())
    }

    fn operation(
        &mut self,
        kind: Kind,
        first: NodeId,
        output: &[Index],
        operations: u64,
    ) -> Result<NodeId, NodeError> {
        let root = self.push(kind, output, operations)?;
        if let Some(input) = self.tree.nodes.get_mut(first.0) {
            input.opens = input.opens.saturating_add(1);
        }
        self.begun.try_push(Begun { root, first })?;
        Ok(root)
    }

    fn push(&mut self, kind: Kind, indices: &[Index], operations: u64) -> Result<NodeId, NodeError> {
        let elements = self.tree.volume(indices)?;
        self.elements = self.elements.checked_add(elements).ok_or(NodeError::Overflow)?;
        self.operations = self.operations.checked_add(operations).ok_or(NodeError::Overflow)?;
        let Tree { nodes, indices: all, .. } = &mut self.tree;
        let start = all.len();
        all.try_extend(indices.iter().copied())?;
        nodes.try_push(Entry { kind, indices: start..all.len(), elements, operations, opens: 0 })?;
        Ok(NodeId(nodes.len().saturating_sub(1)))
    }
}

/// The span of the indices of operands.
struct Reach {
    /// How many different ones there are.
    indices: usize,
    /// The product of their extents.
    points: u64,
}

impl Tree {
    /// The product of extents. Those of 0 are left out until the end, so that the order does not matter.
    fn volume<'i>(&self, indices: impl IntoIterator<Item = &'i Index>) -> Result<u64, NodeError> {
        let (mut product, mut is_empty) = (1u64, false);
        for index in indices {
            match self.extents.get(*index).map_or(0, |extent| *extent as u64) {
                0 => is_empty = true,
                extent => product = product.checked_mul(extent).ok_or(NodeError::Overflow)?,
            }
        }
        Ok(if is_empty { 0 } else { product })
    }
}

/// A mark on each index, all of which go at once.
#[derive(Debug)]
struct Marks {
    marks: Few<(u64, Mark), 8>,
    /// Marks with another number are none.
    now: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Operand,
    Output,
}

impl Marks {
    fn new(indices: usize) -> Result<Self, OutOfMemory> {
        Ok(Self { marks: try_few(repeat_n((0, Mark::Operand), indices))?, now: 0 })
    }

    fn clear(&mut self) {
        self.now = self.now.saturating_add(1);
    }

    fn get(&self, index: Index) -> Option<Mark> {
        self.marks.get(index).filter(|(at, _)| *at == self.now).map(|(_, mark)| *mark)
    }

    /// Marks an index; whether that changed anything.
    fn mark(&mut self, index: Index, mark: Mark) -> bool {
        let now = (self.now, mark);
        self.marks.get_mut(index).is_some_and(|slot| core::mem::replace(slot, now) != now)
    }
}
