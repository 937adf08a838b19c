//! The tensors of a network while they meet, two at a time.
//!
//! Idea: each tensor has its indices as a sorted list, and each index the tensors that are left with it.
//! Where two tensors meet, an index goes if the output does not keep it and no third tensor has it.
//!
//! Cost: a step takes time linear in the indices of both tensors, and for each of those in the tensors
//! that have it.

use super::{Network, Step};
use crate::einsum::tree::Index;
use crate::fallible::{OutOfMemory, TryVec, sorted, try_collect};
use alloc::vec::Vec;

/// See the module's documentation.
#[derive(Debug)]
pub(super) struct Tensors<'n> {
    network: &'n Network,
    /// For each index, whether the output has it.
    kept: Vec<bool>,
    /// The indices of every tensor so far; `None` for those that have met another.
    tensors: Vec<Option<Vec<Index>>>,
    /// For each index, the tensors left that have it.
    holders: Vec<Vec<usize>>,
}

impl<'n> Tensors<'n> {
    /// The operands, without the indices that only one has and the output does not.
    pub(super) fn new(network: &'n Network) -> Result<Self, OutOfMemory> {
        let mut holders = try_collect(network.extents().iter().map(|_| Vec::new()))?;
        for (number, operand) in network.operands().enumerate() {
            for index in operand {
                match holders.get_mut(*index) {
                    Some(holders) if holders.last() != Some(&number) => holders.try_push(number)?,
                    _ => {}
                }
            }
        }
        let kept = network.kept()?;
        let stays = |index: &Index| {
            kept.get(*index) == Some(&true) || holders.get(*index).is_some_and(|holders| holders.len() > 1)
        };
        let mut tensors = Vec::new();
        for operand in network.operands() {
            let mut indices = sorted(try_collect(operand.iter().copied().filter(stays))?);
            indices.dedup();
            tensors.try_push(Some(indices))?;
        }
        Ok(Self { network, kept, tensors, holders })
    }

    /// The indices of a tensor, unless it has met another.
    pub(super) fn indices(&self, tensor: usize) -> Option<&[Index]> {
        self.tensors.get(tensor)?.as_deref()
    }

    /// The tensors that are left, with their elements.
    pub(super) fn left(&self) -> impl Iterator<Item = (usize, f64)> {
        let sizes = self.tensors.iter().enumerate();
        sizes.filter_map(|(number, indices)| Some((number, self.elements(indices.as_ref()?))))
    }

    /// The tensors that share an index with one, as often as they do.
    pub(super) fn neighbours(&self, tensor: usize) -> impl Iterator<Item = usize> {
        let indices = self.indices(tensor).unwrap_or_default();
        let holders = indices.iter().filter_map(|index| self.holders.get(*index)).flatten();
        holders.copied().filter(move |other| *other != tensor)
    }

    /// Returns the step in which two tensors meet; `None` if one is not left or they are the same.
    pub(super) fn step(&self, [a, b]: [usize; 2]) -> Option<Step> {
        let (first, second) = (self.indices(a)?, self.indices(b).filter(|_| a != b)?);
        let (mut points, mut output) = (1.0, 1.0);
        for (index, found) in union(first, second) {
            points *= self.network.weight(index);
            if self.outlives(index, found) {
                output *= self.network.weight(index);
            }
        }
        Some(Step { operands: [self.elements(first), self.elements(second)], output, points })
    }

    /// Lets two tensors meet; the number of the result. Nothing happens if [`Self::step`] is `None`.
    pub(super) fn join(&mut self, [a, b]: [usize; 2]) -> Result<usize, OutOfMemory> {
        let result = self.tensors.len();
        let (Some(first), Some(second)) = (self.indices(a), self.indices(b).filter(|_| a != b)) else {
            return Ok(result);
        };
        let outliving = union(first, second).filter(|(index, found)| self.outlives(*index, *found));
        let indices = try_collect(outliving.map(|(index, _)| index))?;
        for old in [a, b] {
            for index in self.tensors.get_mut(old).and_then(Option::take).unwrap_or_default() {
                if let Some(holders) = self.holders.get_mut(index) {
                    holders.retain(|holder| *holder != old);
                }
            }
        }
        for index in &indices {
            if let Some(holders) = self.holders.get_mut(*index) {
                holders.try_push(result)?;
            }
        }
        self.tensors.try_push(Some(indices))?;
        Ok(result)
    }

    /// Whether an index stays that a number of the tensors that meet have.
    fn outlives(&self, index: Index, found: usize) -> bool {
        self.kept.get(index) == Some(&true)
            || self.holders.get(index).is_some_and(|holders| holders.len() > found)
    }

    fn elements(&self, indices: &[Index]) -> f64 {
        indices.iter().map(|index| self.network.weight(*index)).product()
    }
}

/// The indices of two sorted lists, with the number of lists that have them.
fn union(first: &[Index], second: &[Index]) -> impl Iterator<Item = (Index, usize)> {
    let (mut first, mut second) = (first.iter().copied().peekable(), second.iter().copied().peekable());
    core::iter::from_fn(move || match (first.peek().copied(), second.peek().copied()) {
        (Some(a), Some(b)) if a == b => first.next().and(second.next()).map(|index| (index, 2)),
        (Some(a), Some(b)) if b < a => second.next().map(|index| (index, 1)),
        (None, _) => second.next().map(|index| (index, 1)),
        _ => first.next().map(|index| (index, 1)),
    })
}
