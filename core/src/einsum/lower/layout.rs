//! In which order intermediate tensors have their indices.
//!
//! Problem: an intermediate tensor is written by one contraction and read by another, and either may want it
//! otherwise. If the reader cannot take it as it is, it copies it first. Idea: the order is free, and there
//! are few that are good for the reader; of these, the one is taken that the writer is best at. The
//! layout of the output is given, so orders are found from the root to the inputs.
//!
//! Wishes of the reader ([`Reader`]): what both its operands and the output have comes outermost, since it is
//! looped over; the sum and what is kept next to each other, in the order that the other operand and the
//! output have, so that they are fused. The operand with the output's contiguous index has that innermost,
//! then its neighbours in the output, then the sum, so that a block of the product is contiguous. The other
//! operand has its sum innermost; or its columns, where the first is an input that has its own sum there: at
//! least one of both must need no transposition at every position of the sum.
//!
//! Wishes of the writer ([`Writer`]): long rows, which are the innermost indices that one of its
//! operands has and the other does not, as far as they are fused in that operand.
//!
//! Cost: for each tensor as many orders as it has indices and two more, each looked at in time quadratic in
//! the number of indices, which is small.

use super::view::View;
use crate::einsum::tree::{Index, Kind, Node, NodeId, Tree};
use crate::fallible::{Few, OutOfMemory, TryVec, sorted, try_collect, try_few};
use alloc::vec::Vec;

/// Rows that are long enough: longer ones are no reason to give up what the reader likes best.
const LONG: usize = 16;

/// The least extent that a kernel can begin with.
const SHORT: usize = 4;

/// How the tensors of a tree lie in memory.
pub(super) struct Layouts<'t> {
    tree: &'t Tree,
    /// For each node, its view; none for intermediate tensors whose reader is to come.
    views: Few<Option<View>, 3>,
}

impl<'t> Layouts<'t> {
    /// Decides the layouts of all intermediate tensors, given those of the inputs, from left to
    /// right, and of the output.
    pub(super) fn new(
        tree: &'t Tree,
        mut inputs: impl Iterator<Item = View>,
        output: View,
    ) -> Result<Self, OutOfMemory> {
        let mut views = Few::new();
        for node in tree.nodes() {
            let is_input = matches!(node.kind, Kind::Input(_));
            views.try_push(if is_input { inputs.next() } else { None })?;
        }
        let mut layouts = Self { tree, views };
        layouts.set(tree.root(), output);
        for node in tree.computed().rev() {
            layouts.decide(node)?;
        }
        Ok(layouts)
    }

    /// How a node's tensor lies in memory.
    pub(super) fn view(&self, node: NodeId) -> Option<&View> {
        self.views.get(node.place())?.as_ref()
    }

    fn set(&mut self, node: NodeId, view: View) {
        if let Some(known) = self.views.get_mut(node.place()) {
            *known = Some(view);
        }
    }

    /// Decides for the operands of a node whose own layout is known.
    fn decide(&mut self, node: Node<'_>) -> Result<(), OutOfMemory> {
        let open = |child: &NodeId| self.view(*child).is_none();
        let open: Few<_, 2> = try_few(node.kind.children().filter(open))?;
        if open.is_empty() {
            return Ok(());
        }
        let mut found = Vec::new();
        if let Some(reader) = Reader::new(self, node)? {
            for child in open {
                let order = reader.order_of(child)?;
                found.try_push((child, View::dense(&order, |index| self.extent(index))?))?;
            }
        }
        found.into_iter().for_each(|(child, view)| self.set(child, view));
        Ok(())
    }

    fn extent(&self, index: Index) -> usize {
        self.tree.extents().get(index).copied().unwrap_or(1)
    }

    fn has(&self, node: NodeId, index: Index) -> bool {
        self.tree.node(node).is_some_and(|node| node.indices.contains(&index))
    }

    fn indices(&self, node: NodeId) -> &'t [Index] {
        self.tree.node(node).map_or(&[], |node| node.indices)
    }
}

/// A node whose operands are to be laid out.
struct Reader<'a, 't> {
    layouts: &'a Layouts<'t>,
    kind: Kind,
    /// The indices of its tensor, outermost first.
    output: Vec<Index>,
    /// The indices that it sums, outermost first.
    sum: Vec<Index>,
    /// The operand that has the output's innermost index to itself.
    rows: Option<NodeId>,
}

impl<'a, 't> Reader<'a, 't> {
    /// `None` if the layout of its own tensor is not known.
    fn new(layouts: &'a Layouts<'t>, node: Node<'_>) -> Result<Option<Self>, OutOfMemory> {
        let Some(view) = layouts.view(node.id) else { return Ok(None) };
        let (kind, output) = (node.kind, view.by_stride()?);
        let unit = output.iter().rev().find(|index| layouts.extent(**index) > 1).copied();
        let owner = |unit| owner(layouts, kind, unit);
        let rows = unit.and_then(owner);
        let mut reader = Self { layouts, kind, output, sum: Vec::new(), rows };
        reader.sum = reader.sum(node)?;
        Ok(Some(reader))
    }

    /// The summed indices, in the order of an operand that is what it is; or else so that those that are
    /// written along with the rows are innermost.
    fn sum(&self, node: Node<'_>) -> Result<Vec<Index>, OutOfMemory> {
        let is_summed = |index: &Index| !node.indices.contains(index);
        let mut sum = Vec::new();
        let fixed = self.kind.children().filter(|child| self.layouts.view(*child).is_some());
        for child in fixed {
            let by_stride = self.layouts.view(child).map_or_else(|| Ok(Vec::new()), View::by_stride)?;
            append_new(&mut sum, by_stride.into_iter().filter(is_summed))?;
        }
        let written = self.rows.and_then(|rows| self.layouts.tree.node(rows)).map(|node| node.kind);
        let last = self.output.last().copied();
        let with_rows = |index: Index| {
            let (Some(kind), Some(last)) = (written, last) else { return false };
            owner(self.layouts, kind, index) == owner(self.layouts, kind, last)
        };
        let free = self.kind.children().flat_map(|child| self.layouts.indices(child)).copied();
        let free = free.filter(is_summed).enumerate().map(|(nth, index)| (with_rows(index), nth, index));
        append_new(&mut sum, sorted(try_collect(free)?).into_iter().map(|(.., index)| index))?;
        Ok(sum)
    }

    /// Whether the operand with the rows is laid out already, and contiguous along the sum.
    fn rows_are_along_sum(&self) -> bool {
        let view = self.rows.and_then(|rows| self.layouts.view(rows));
        let is_unit = |view: &View, index| self.layouts.extent(index) > 1 && view.stride(index) == 1;
        view.is_some_and(|view| self.sum.iter().any(|index| is_unit(view, *index)))
    }

    /// The best order for an operand.
    fn order_of(&self, operand: NodeId) -> Result<Vec<Index>, OutOfMemory> {
        let writer = Writer { layouts: self.layouts, node: operand };
        let mut best: Option<(usize, Vec<Index>)> = None;
        for order in self.candidates(operand)? {
            let rows = writer.rows(&order).min(LONG);
            if best.as_ref().is_none_or(|(most, _)| rows > *most) {
                best = Some((rows, order));
            }
        }
        Ok(best.map_or_else(Vec::new, |(_, order)| order))
    }

    /// Orders that suit this reader, the best ones first.
    fn candidates(&self, operand: NodeId) -> Result<Vec<Vec<Index>>, OutOfMemory> {
        let has = |index: &&Index| self.layouts.has(operand, **index);
        let alone = |index: Index| owner(self.layouts, self.kind, index) == Some(operand);
        let kept = try_collect(self.output.iter().filter(has).copied())?;
        let sum = try_collect(self.sum.iter().filter(has).copied())?;
        let run =
            self.output.iter().rev().skip_while(|index| !alone(**index)).take_while(|index| alone(**index));
        let run = run.count();
        let shared = try_collect(kept.iter().copied().filter(|index| !alone(*index)))?;
        let own = try_collect(kept.iter().copied().filter(|index| alone(*index)))?;
        let (outer, inner) = own.split_at_checked(own.len().saturating_sub(run)).unwrap_or((&own, &[]));
        let around = try_collect([&shared, outer, &sum, inner].into_iter().flatten().copied())?;
        let within = try_collect([&shared, &own, &sum].into_iter().flatten().copied())?;
        let has_long_sum = sum.last().is_some_and(|index| self.layouts.extent(*index) >= SHORT);
        let mut candidates = Vec::new();
        match self.rows == Some(operand) || self.rows_are_along_sum() {
            _ if sum.is_empty() => candidates.try_push(kept)?,
            _ if !has_long_sum => candidates.try_push(around)?,
            true => candidates.try_extend([around, within])?,
            false => candidates.try_extend([within, around])?,
        }
        // Kernels begin with the output's rows or with a sum, or with columns of the other operand.
        let columns = if self.rows == Some(operand) { &[][..] } else { &own };
        for index in columns.iter().filter(|index| self.layouts.extent(**index) >= SHORT) {
            if let Some(first) = candidates.first() {
                let others = first.iter().filter(|other| *other != index);
                let last = try_collect(others.chain([index]).copied())?;
                candidates.try_push(last)?;
            }
        }
        Ok(candidates)
    }
}

/// A node whose own layout is to be found.
struct Writer<'a, 't> {
    layouts: &'a Layouts<'t>,
    node: NodeId,
}

impl Writer<'_, '_> {
    /// How long the rows of its kernel can be if its tensor has this order: 0 if an operand would have to be
    /// copied.
    fn rows(&self, order: &[Index]) -> usize {
        let Some(node) = self.layouts.tree.node(self.node) else { return 0 };
        let moving = order.iter().rev().copied().filter(|index| self.layouts.extent(*index) > 1);
        let mut moving = moving.peekable();
        let (Kind::Contraction(_), Some(&unit)) = (node.kind, moving.peek()) else { return usize::MAX };
        let Some(operand) = owner(self.layouts, node.kind, unit) else { return 0 };
        let view = self.layouts.view(operand);
        if view.is_some_and(|view| !self.takes(view, unit, node.indices)) {
            return 0;
        }
        let (mut rows, mut next) = (1usize, None);
        for index in moving.take_while(|index| owner(self.layouts, node.kind, *index) == Some(operand)) {
            let stride = view.map(|view| view.stride(index));
            if next.is_some() && stride != next {
                break;
            }
            let extent = self.layouts.extent(index);
            rows = rows.saturating_mul(extent);
            next = stride.map(|stride| stride.saturating_mul(isize::try_from(extent).unwrap_or(isize::MAX)));
        }
        rows
    }

    /// Whether an operand is contiguous along the rows, or along what is summed.
    fn takes(&self, view: &View, rows: Index, kept: &[Index]) -> bool {
        let is_unit = |index: &Index| self.layouts.extent(*index) > 1 && view.stride(*index) == 1;
        is_unit(&rows) || view.indices().any(|index| is_unit(&index) && !kept.contains(&index))
    }
}

/// The only operand that has an index.
fn owner(layouts: &Layouts<'_>, kind: Kind, index: Index) -> Option<NodeId> {
    let mut with = kind.children().filter(|child| layouts.has(*child, index));
    with.next().filter(|_| with.next().is_none())
}

/// Appends the indices that are not there yet.
fn append_new(list: &mut Vec<Index>, indices: impl Iterator<Item = Index>) -> Result<(), OutOfMemory> {
    for index in indices {
        if !list.contains(&index) {
            list.try_push(index)?;
        }
    }
    Ok(())
}
