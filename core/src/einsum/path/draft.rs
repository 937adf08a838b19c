//! A tree that can be edited.
//!
//! Problem: a search that improves an order changes a few contractions at a time, thousands of times. Idea:
//! nodes keep their numbers; a change rewrites the children, sets and costs of the few that it is about, as
//! the tensor of a node depends only on the operands below it. The operands come first, the root last.
//!
//! Where two tensors meet, an index stays that something else has. Inside a part of a tree, that is a tensor
//! of the part, or the part's own result if the index is kept there: neither counts of holders nor anything
//! outside the part are needed.
//!
//! A [`Rotation`] is the smallest change: of three tensors, two others meet first.
//!
//! Tests: below, `tests/tests/einsum_path_search.rs`.

use super::sets::{Operands, part, split};
use super::table::Set;
use super::{CostModel, Step};
use crate::fallible::{OutOfMemory, TryVec, try_collect, try_filled, try_with_room};
use alloc::vec::Vec;

/// See the module's documentation.
#[derive(Debug)]
pub(super) struct Draft<'o> {
    pub(super) operands: &'o Operands,
    nodes: Vec<Node>,
    /// The indices of each node.
    sets: Vec<u64>,
}

/// A tensor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The two that meet in it; none of an operand.
    pub(super) children: Option<[usize; 2]>,
    /// How many elements it has.
    pub(super) elements: f64,
    /// The cost of their contraction, alone.
    pub(super) cost: f64,
}

/// Three tensors, of which two meet in `child`, and the third with that in `parent`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rotation {
    parent: usize,
    child: usize,
    /// The one that stays in the child.
    stays: usize,
    /// The one that goes to the parent.
    rises: usize,
    /// The one that comes from the parent.
    sinks: usize,
}

impl<'o> Draft<'o> {
    /// The tree in which pairs meet.
    pub(super) fn new(
        operands: &'o Operands,
        pairs: &[[usize; 2]],
        cost: &dyn CostModel,
    ) -> Result<Self, OutOfMemory> {
        let words = operands.sets.words();
        let count = operands.count.saturating_add(pairs.len());
        let mut draft = Self {
            operands,
            nodes: try_with_room(count)?,
            sets: try_filled(0, count.saturating_mul(words))?,
        };
        draft.sets.iter_mut().zip(&operands.bits).for_each(|(to, from)| *to = *from);
        for operand in 0..operands.count {
            let elements = operands.sets.product(draft.set(operand));
            draft.nodes.try_push(Node { children: None, elements, cost: 0.0 })?;
        }
        let mut holders = operands.holders.copy()?;
        for (node, &[a, b]) in (operands.count..).zip(pairs) {
            let (before, result) = split(&mut draft.sets, node, words);
            let (first, second) = (part(before, a, words), part(before, b, words));
            result.iter_mut().zip(holders.result(first, second)).for_each(|(to, from)| *to = from);
            holders.meet(first.iter().zip(second).map(|(a, b)| a & b));
            draft.nodes.try_push(Node { children: Some([a, b]), elements: 1.0, cost: 0.0 })?;
            draft.measure(node, cost);
        }
        Ok(draft)
    }

    /// Makes it what another is, of the same operands.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.nodes.iter_mut().zip(&other.nodes).for_each(|(to, from)| *to = *from);
        self.sets.iter_mut().zip(&other.sets).for_each(|(to, from)| *to = *from);
    }

    /// A second one, of the same.
    pub(super) fn copy(&self) -> Result<Self, OutOfMemory> {
        let (nodes, sets) = (try_collect(self.nodes.iter().copied())?, self.sets.iter().copied());
        Ok(Self { operands: self.operands, nodes, sets: try_collect(sets)? })
    }

    /// A node.
    pub(super) fn node(&self, node: usize) -> Option<&Node> {
        self.nodes.get(node)
    }

    /// The two that meet in a node; none of an operand.
    pub(super) fn children(&self, node: usize) -> Option<[usize; 2]> {
        self.nodes.get(node)?.children
    }

    /// The nodes in which two meet.
    pub(super) fn contractions(&self) -> core::ops::Range<usize> {
        self.operands.count..self.nodes.len()
    }

    /// The indices of a node.
    pub(super) fn set(&self, node: usize) -> impl Iterator<Item = u64> + Clone {
        part(&self.sets, node, self.operands.sets.words()).iter().copied()
    }

    /// The cost of all.
    pub(super) fn cost(&self, cost: &dyn CostModel) -> f64 {
        cost.total().over(self.nodes.iter().map(|node| node.cost))
    }

    /// Cuts all along an index: the tree is that of one slice then, in which no tensor has it.
    pub(super) fn cut(&mut self, place: usize, cost: &dyn CostModel) {
        let (words, bit) = (self.operands.sets.words().max(1), 1u64.wrapping_shl(place as u32));
        self.sets.iter_mut().skip(place / 64).step_by(words).for_each(|word| *word &= !bit);
        self.measure_all(cost);
    }

    /// Works out elements and costs of all nodes from their sets.
    pub(super) fn measure_all(&mut self, cost: &dyn CostModel) {
        for node in 0..self.nodes.len() {
            let elements = self.operands.sets.product(self.set(node));
            if let Some(node) = self.nodes.get_mut(node) {
                node.elements = elements;
            }
        }
        self.contractions().for_each(|node| self.measure(node, cost));
    }

    /// The contractions whose result is an intermediate tensor, not the output.
    pub(super) fn inner(&self) -> core::ops::Range<usize> {
        self.operands.count..self.nodes.len().saturating_sub(1)
    }

    /// The elements of the largest intermediate tensor.
    pub(super) fn largest(&self) -> f64 {
        self.inner().filter_map(|node| self.node(node)).fold(1.0, |most, node| most.max(node.elements))
    }

    /// The most elements of intermediate tensors that exist at a time, as of
    /// [`frugal`](crate::einsum::tree::Tree::frugal).
    pub(super) fn peak(&self) -> Result<f64, OutOfMemory> {
        // What a tensor leaves, and what it takes to make it.
        let mut needs = try_filled([0.0f64; 2], self.nodes.len())?;
        let inner = self.inner();
        for (node, [a, b]) in self.order()?.into_iter().rev() {
            let need = |child: usize| needs.get(child).copied().unwrap_or_default();
            let ([a, b], own) = ([need(a), need(b)], self.node(node).map_or(1.0, |node| node.elements));
            let [[first, takes], [second, then]] = if b[1] - b[0] > a[1] - a[0] { [b, a] } else { [a, b] };
            let own = if inner.contains(&node) { own } else { 0.0 };
            let most = takes.max(first + then).max(first + second + own);
            if let Some(slot) = needs.get_mut(node) {
                *slot = [own, most];
            }
        }
        Ok(needs.last().map_or(0.0, |[_, most]| *most))
    }

    /// What the contraction of a node is, where all is cut along one more index: none, to begin with.
    pub(super) fn step(&self, node: usize, cut: Option<usize>) -> Option<Step> {
        let [a, b] = self.children(node)?;
        let (at, bit) = cut.map_or((usize::MAX, 0), |place| (place / 64, 1u64.wrapping_shl(place as u32)));
        let kept = (0..).map(|word| if word == at { !bit } else { u64::MAX });
        let sets = self.set(node).zip(self.set(a).zip(self.set(b))).zip(kept);
        let sets = sets.map(|((own, (a, b)), kept)| [own & kept, a & kept, b & kept, (a | b) & kept]);
        let [output, a, b, points] = self.operands.sets.products(sets);
        Some(Step { operands: [a, b], output, points })
    }

    /// The pairs that meet, in an order that [`super::Search::pairs`] allows.
    pub(super) fn pairs(&self) -> Result<Vec<[usize; 2]>, OutOfMemory> {
        let mut numbers = try_collect(0..self.nodes.len())?;
        let mut pairs = Vec::new();
        for (number, (node, children)) in (self.operands.count..).zip(self.order()?.into_iter().rev()) {
            pairs.try_push(children.map(|child| numbers.get(child).copied().unwrap_or(child)))?;
            if let Some(slot) = numbers.get_mut(node) {
                *slot = number;
            }
        }
        Ok(pairs)
    }

    /// The contractions with what meets in each, parents before their children.
    fn order(&self) -> Result<Vec<(usize, [usize; 2])>, OutOfMemory> {
        let (mut order, mut to_do) = (try_with_room(self.nodes.len())?, Vec::new());
        to_do.try_push(self.nodes.len().saturating_sub(1))?;
        while let Some(node) = to_do.pop() {
            if let Some(children) = self.children(node) {
                order.try_push((node, children))?;
                to_do.try_extend(children)?;
            }
        }
        Ok(order)
    }

    /// A rotation at a node: of a child, 0 or 1, and the grandchild that rises, 0 or 1. None where the child
    /// is an operand.
    pub(super) fn rotation(&self, parent: usize, child: bool, rises: bool) -> Option<Rotation> {
        let ordered = |[a, b]: [usize; 2], second| if second { [b, a] } else { [a, b] };
        let [child, sinks] = ordered(self.children(parent)?, child);
        let [rises, stays] = ordered(self.children(child)?, rises);
        Some(Rotation { parent, child, stays, rises, sinks })
    }

    /// What a rotation makes of the child and of the parent.
    pub(super) fn rotated(&self, rotation: Rotation, cost: &dyn CostModel) -> Option<[Node; 2]> {
        let Rotation { parent, child: number, stays, rises, sinks } = rotation;
        let child = self.rotated_set(rotation);
        let met = self.set(stays).zip(self.set(sinks)).map(|(stays, sinks)| stays | sinks);
        let all = child.zip(met).zip(self.set(rises));
        let products = all.map(|((child, met), rises)| [child, met, child | rises]);
        let [elements, below, above] = self.operands.sets.products(products);
        let [stays_of, rises_of, sinks_of] =
            [self.node(stays)?.elements, self.node(rises)?.elements, self.node(sinks)?.elements];
        let output = self.node(parent)?.elements;
        let below = Step { operands: [stays_of, sinks_of], output: elements, points: below };
        let above = Step { operands: [elements, rises_of], output, points: above };
        let child = Node { children: Some([stays, sinks]), elements, cost: cost.contraction(below) };
        let children = Some([number, rises]);
        Some([child, Node { children, elements: output, cost: cost.contraction(above) }])
    }

    /// The indices that the child has then: of the two that meet in it, those that the third or the parent
    /// has.
    fn rotated_set(
        &self,
        Rotation { parent, stays, rises, sinks, .. }: Rotation,
    ) -> impl Iterator<Item = u64> {
        let inside = self.set(stays).zip(self.set(sinks));
        let outside = self.set(rises).zip(self.set(parent));
        inside.zip(outside).map(|((stays, sinks), (rises, parent))| (stays | sinks) & (rises | parent))
    }

    /// What the two nodes are that a rotation is about.
    pub(super) fn before(&self, rotation: Rotation) -> Option<[Node; 2]> {
        Some([*self.node(rotation.child)?, *self.node(rotation.parent)?])
    }

    /// Does a rotation, whose nodes are those of [`Self::rotated`].
    pub(super) fn rotate(&mut self, rotation: Rotation, [child, parent]: [Node; 2]) {
        let words = self.operands.sets.words();
        for word in 0..words {
            let at = |node: usize| node.saturating_mul(words).saturating_add(word);
            let of = |node| self.sets.get(at(node)).copied().unwrap_or_default();
            let inside = of(rotation.stays) | of(rotation.sinks);
            let set = inside & (of(rotation.rises) | of(rotation.parent));
            if let Some(slot) = self.sets.get_mut(at(rotation.child)) {
                *slot = set;
            }
        }
        for (number, node) in [(rotation.child, child), (rotation.parent, parent)] {
            if let Some(slot) = self.nodes.get_mut(number) {
                *slot = node;
            }
        }
    }

    /// Replaces the tree between a root and some leaves. `inner` are the nodes between, the root first;
    /// `first` says of each set of leaves which part of it meets with the rest.
    pub(super) fn replace(
        &mut self,
        (leaves, inner): (&[usize], &[usize]),
        first: impl Fn(Set) -> Set,
        cost: &dyn CostModel,
    ) -> Result<(), OutOfMemory> {
        let all = 1usize.wrapping_shl(leaves.len() as u32).wrapping_sub(1);
        let mut unused = inner.iter().copied();
        let mut to_do = try_with_room(inner.len())?;
        to_do.try_extend(unused.next().map(|root| (all, root)))?;
        let mut place = 0usize;
        while let Some(&(set, node)) = to_do.get(place) {
            place = place.saturating_add(1);
            let a = first(set) & set;
            let mut child = |set: Set| -> Result<usize, OutOfMemory> {
                if set.count_ones() < 2 {
                    return Ok(leaves.get(set.trailing_zeros() as usize).copied().unwrap_or_default());
                }
                let node = unused.next().unwrap_or_default();
                to_do.try_push((set, node))?;
                Ok(node)
            };
            let children = [child(a)?, child(set ^ a)?];
            if set != all {
                self.join(node, (leaves, set), inner.first().copied().unwrap_or_default());
            }
            if let Some(slot) = self.nodes.get_mut(node) {
                slot.children = Some(children);
            }
        }
        to_do.into_iter().rev().for_each(|(_, node)| self.measure(node, cost));
        Ok(())
    }

    /// Gives a node the indices of some of the leaves that the others, or the root, have.
    fn join(&mut self, node: usize, (leaves, set): (&[usize], Set), root: usize) {
        let words = self.operands.sets.words();
        for word in 0..words {
            let at = |node: usize| node.saturating_mul(words).saturating_add(word);
            let of = |node| self.sets.get(at(node)).copied().unwrap_or_default();
            let (mut inside, mut outside) = (0, of(root));
            for (bit, leaf) in leaves.iter().enumerate() {
                *(if set >> bit & 1 == 1 { &mut inside } else { &mut outside }) |= of(*leaf);
            }
            if let Some(slot) = self.sets.get_mut(at(node)) {
                *slot = inside & outside;
            }
        }
    }

    /// Works out elements and cost of a node from the sets of itself and of its children.
    fn measure(&mut self, node: usize, cost: &dyn CostModel) {
        let Some(step) = self.step(node, None) else { return };
        let price = cost.contraction(step);
        if let Some(slot) = self.nodes.get_mut(node) {
            (slot.elements, slot.cost) = (step.output, price);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::random::Random;
    use super::super::{Greedy, MultiplyAdds, Network, Search};
    use super::*;

    /// A ring with an index of every third tensor, and two that are kept.
    fn network(tensors: usize) -> Option<Network> {
        let shared = tensors.saturating_add(1);
        let operands = (0..tensors).map(|n| {
            let next = n.saturating_add(1) % tensors;
            [n, next, if n % 3 == 0 { tensors } else { shared }]
        });
        let operands = try_collect(operands).ok()?;
        let operands = try_collect(operands.iter().map(<[usize; 3]>::as_slice)).ok()?;
        let extents = try_collect((0..tensors.saturating_add(2)).map(|n| n % 4 + 2)).ok()?;
        Network::new(&operands, &[1, tensors], &extents).ok()
    }

    /// What a draft says of its tree is what a new one of the same pairs says.
    fn check(draft: &Draft<'_>) -> Result<(), OutOfMemory> {
        let new = Draft::new(draft.operands, &draft.pairs()?, &MultiplyAdds)?;
        let costs = |draft: &Draft<'_>| {
            let mut costs = try_collect(draft.nodes.iter().map(|node| (node.elements, node.cost)))?;
            costs.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
            Ok::<_, OutOfMemory>(costs)
        };
        assert_eq!(costs(draft)?, costs(&new)?);
        Ok(())
    }

    #[test]
    fn rotations_keep_sets_and_costs_true() -> Result<(), OutOfMemory> {
        let Some(network) = network(14) else { return Err(OutOfMemory) };
        let operands = Operands::new(&network)?;
        let pairs = Greedy.pairs(&network, &MultiplyAdds).map_err(|_| OutOfMemory)?;
        let mut draft = Draft::new(&operands, &pairs, &MultiplyAdds)?;
        let (mut random, mut done) = (Random::new(3), 0);
        for _ in 0..2_000 {
            let node = draft.contractions().start.saturating_add(random.below(draft.contractions().len()));
            let Some(rotation) = draft.rotation(node, random.below(2) == 1, random.below(2) == 1) else {
                continue;
            };
            let Some(after) = draft.rotated(rotation, &MultiplyAdds) else { continue };
            draft.rotate(rotation, after);
            check(&draft)?;
            done += 1;
        }
        assert!(done > 500, "{done}");
        Ok(())
    }

    #[test]
    fn parts_are_replaced_by_any_tree() -> Result<(), OutOfMemory> {
        let Some(network) = network(9) else { return Err(OutOfMemory) };
        let operands = Operands::new(&network)?;
        let pairs =
            try_collect((0..8usize).map(|step| [step, if step == 0 { 8 } else { step.saturating_add(8) }]))?;
        let mut draft = Draft::new(&operands, &pairs, &MultiplyAdds)?;
        check(&draft)?;
        // The part above the first three contractions, of six leaves: those of them that have the lowest bit
        // alone, then the half with the lower bits.
        let (leaves, inner) = ([11, 3, 4, 5, 6, 7], [16, 15, 14, 13, 12]);
        draft.replace((&leaves, &inner), |set| set & set.wrapping_neg(), &MultiplyAdds)?;
        check(&draft)?;
        draft.replace(
            (&leaves, &inner),
            |set| if set == 63 { 7 } else { set & !(set >> 1) & set },
            &MultiplyAdds,
        )?;
        check(&draft)?;
        Ok(())
    }
}
