//! Dynamic programming on parts of a tree.
//!
//! Problem: the best order of all operands is out of reach, that of ten tensors is not. Idea: below each
//! contraction, a part of the tree is grown until it has that many leaves, whatever these are made of, and is
//! replaced by the best one, if that is cheaper; again and again, until nothing changes.
//! (Gray and Kourtis, "Hyper-optimized tensor network contraction", Quantum 5, 2021, call it subtree
//! reconfiguration.)
//!
//! Tests: `tests/tests/einsum_path_search.rs`.

use super::CostModel;
use super::draft::Draft;
use super::sets::members;
use super::table::{Set, Shared, Table};
use crate::fallible::{OutOfMemory, TryVec};
use alloc::vec::Vec;

/// The parts of a tree, which become the best ones.
#[derive(Debug)]
pub(super) struct Subtrees {
    /// The most leaves of a part.
    limit: usize,
    table: Table,
    leaves: Vec<usize>,
    /// For each leaf, how far below the root it is.
    depths: Vec<usize>,
    /// The contractions between, the part's root first.
    inner: Vec<usize>,
    /// For each node, the number of the last change.
    changed: Vec<u64>,
    /// For each node, the last change that the part below it was looked at after.
    looked: Vec<u64>,
    changes: u64,
}

/// How a part is grown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Growth {
    /// In width: level by level.
    Wide,
    /// Along what is large.
    Large,
}

/// A change that saves less than this share of the cost is none: it is within the errors of sums.
const GAIN: f64 = 1.0 - 1e-9;

impl Subtrees {
    pub(super) fn new(limit: usize) -> Self {
        let table = Table::default();
        let [leaves, depths, inner] = [Vec::new(), Vec::new(), Vec::new()];
        Self { limit, table, leaves, depths, inner, changed: Vec::new(), looked: Vec::new(), changes: 1 }
    }

    /// Replaces parts until none gets better, at most a number of times over the whole tree.
    pub(super) fn improve(
        &mut self,
        draft: &mut Draft<'_>,
        growth: Growth,
        cost: &dyn CostModel,
        rounds: usize,
    ) -> Result<(), OutOfMemory> {
        let nodes = draft.contractions().end;
        for list in [&mut self.changed, &mut self.looked] {
            list.clear();
            list.try_lengthen(nodes, 0)?;
        }
        self.changed.iter_mut().for_each(|at| *at = self.changes);
        for _ in 0..rounds {
            let before = self.changes;
            for root in draft.contractions() {
                self.grow(draft, root, growth)?;
                if self.is_new(root) {
                    self.solve(draft, cost)?;
                }
            }
            if self.changes == before {
                break;
            }
        }
        Ok(())
    }

    /// Grows the part below a root.
    fn grow(&mut self, draft: &Draft<'_>, root: usize, growth: Growth) -> Result<(), OutOfMemory> {
        let Self { limit, leaves, depths, inner, .. } = self;
        [&mut *leaves, depths, inner].into_iter().for_each(Vec::clear);
        leaves.try_push(root)?;
        depths.try_push(0)?;
        while leaves.len() < *limit {
            let nodes = leaves.iter().zip(&*depths).enumerate().filter_map(|(place, (leaf, depth))| {
                let node = draft.node(*leaf)?;
                Some((place, *depth, node.elements, node.children?))
            });
            let chosen = match growth {
                Growth::Wide => nodes.min_by_key(|(_, depth, ..)| *depth),
                Growth::Large => nodes.max_by(|(_, _, a, _), (_, _, b, _)| a.total_cmp(b)),
            };
            let Some((place, depth, _, [first, second])) = chosen else { break };
            let below = depth.saturating_add(1);
            if let (Some(leaf), Some(depth)) = (leaves.get_mut(place), depths.get_mut(place)) {
                inner.try_push(core::mem::replace(leaf, first))?;
                *depth = below;
            }
            leaves.try_push(second)?;
            depths.try_push(below)?;
        }
        Ok(())
    }

    /// Whether the part has changed since it was last looked at; it will have been now.
    fn is_new(&mut self, root: usize) -> bool {
        let at = |list: &[u64], node: usize| list.get(node).copied().unwrap_or_default();
        let last = self.inner.iter().map(|node| at(&self.changed, *node)).max().unwrap_or_default();
        let is_new = self.inner.len() > 1 && last > at(&self.looked, root);
        put(&mut self.looked, root, self.changes);
        is_new
    }

    /// Replaces the part if there is a better one.
    fn solve(&mut self, draft: &mut Draft<'_>, cost: &dyn CostModel) -> Result<(), OutOfMemory> {
        let costs = self.inner.iter().filter_map(|node| draft.node(*node)).map(|node| node.cost);
        let bound = cost.total().over(costs) * GAIN;
        let Self { table, leaves, inner, .. } = self;
        let root = inner.first().copied().unwrap_or_default();
        let word = |node, word| draft.set(node).nth(word).unwrap_or_default();
        let union = (0..draft.operands.sets.words())
            .map(|nth| leaves.iter().fold(0, |all, leaf| all | word(*leaf, nth)));
        let shared = |place: usize| {
            let has = |node| word(node, place / 64).wrapping_shr(place as u32) & 1 == 1;
            let holders = leaves.iter().enumerate().filter(|(_, leaf)| has(**leaf));
            Shared {
                holders: holders.fold(0, |set: Set, (bit, _)| set | 1usize.wrapping_shl(bit as u32)),
                is_kept: has(root),
                extent: draft.operands.sets.extent(place),
            }
        };
        table.fill(leaves.len(), members(union).map(shared))?;
        table.solve(cost, bound);
        if table.cost() < bound {
            draft.replace((leaves, inner), |set| table.first(set), cost)?;
            self.changes = self.changes.saturating_add(1);
            inner.iter().for_each(|node| put(&mut self.changed, *node, self.changes));
        }
        Ok(())
    }
}

fn put(list: &mut [u64], node: usize, value: u64) {
    if let Some(slot) = list.get_mut(node) {
        *slot = value;
    }
}
