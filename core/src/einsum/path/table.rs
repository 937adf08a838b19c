//! Dynamic programming over sets of tensors.
//!
//! The tensor of a set, when all of it has met, does not depend on how it met, so the best order of a set is
//! that of two parts of it, each in its best order, and their contraction. All sets and all their divisions
//! are looked at, connected or not, so that outer products are found where they help, and nothing is assumed
//! of the cost but that it is not negative.
//!
//! Sizes come from two products for each set: of the extents of all indices that its tensors have
//! (`touched`), and of those that no other tensor and not the outside has (`ended`). Where two sets meet, the
//! multiply-adds are what both touch together, but for what ended in either before. Both are products over
//! the subsets of a set, of what is known of the indices that exactly the tensors of the subset have: they
//! are made for all sets by one pass for each tensor.
//!
//! Cost: 3ⁿ/2 divisions for n tensors: 30 thousand for 10, 7 million for 15. Tensors have less than 2⁶⁴
//! elements each, so that no product of those of 15 exceeds the range of numbers; where tensors of a bad
//! order do, costs are not numbers, and no division is found.

use super::{CostModel, Step};
use crate::fallible::{OutOfMemory, TryVec, sorted, try_filled};
use alloc::vec::Vec;

/// A set of tensors, as bits.
pub(super) type Set = usize;

/// The most tensors of a table.
pub(super) const LIMIT: usize = 15;

/// The facts about a set.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// Of all indices of its tensors, the product of extents.
    touched: f64,
    /// The same of those that end in it.
    ended: f64,
    /// The elements of its tensor.
    elements: f64,
    /// The cost of the best order; infinite where there is none.
    cost: f64,
    /// One of the two parts that meet last.
    first: Set,
}

/// All sets, each at the place of its bits.
#[derive(Debug, Default)]
pub(super) struct Table(Vec<Part>);

/// An index of the tensors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shared {
    /// Those that have it.
    pub(super) holders: Set,
    /// Whether it is kept when all have met.
    pub(super) is_kept: bool,
    /// Its extent.
    pub(super) extent: f64,
}

impl Table {
    /// Makes it that of some tensors.
    pub(super) fn fill(
        &mut self,
        tensors: usize,
        indices: impl Iterator<Item = Shared>,
    ) -> Result<(), OutOfMemory> {
        let part = Part { touched: 1.0, ended: 1.0, elements: 1.0, cost: 0.0, first: 0 };
        let tensors = tensors.min(LIMIT);
        self.0.clear();
        self.0.try_lengthen(1 << tensors, part)?;
        for Shared { holders, is_kept, extent } in indices {
            if let Some(part) = self.0.get_mut(holders).filter(|_| holders != 0) {
                part.touched *= extent;
                part.ended *= if is_kept { 1.0 } else { extent };
            }
        }
        for tensor in 0..tensors {
            self.multiply_subsets(1 << tensor);
        }
        self.finish();
        Ok(())
    }

    /// Multiplies what each set has with that of the same set without a tensor.
    fn multiply_subsets(&mut self, tensor: Set) {
        let mut rest = self.0.as_mut_slice();
        while let Some((without, others)) = rest.split_at_mut_checked(tensor) {
            let Some((with, others)) = others.split_at_mut_checked(tensor) else { break };
            rest = others;
            for (without, with) in without.iter().zip(with) {
                with.touched *= without.touched;
                with.ended *= without.ended;
            }
        }
    }

    /// From the products over subsets: what a set touches is what no subset of the others has alone.
    fn finish(&mut self) {
        let all = self.0.last().map_or(1.0, |part| part.touched);
        let touched = |inside: f64| all / inside;
        let half = self.0.len() / 2;
        let (low, high) = self.0.split_at_mut_checked(half).unwrap_or_default();
        // A set and its complement are at mirrored places.
        for (a, b) in low.iter_mut().zip(high.iter_mut().rev()) {
            (a.touched, b.touched) = (touched(b.touched), touched(a.touched));
        }
        for part in &mut self.0 {
            part.elements = part.touched / part.ended;
        }
    }

    /// Finds the best division of each set, if it costs less than a bound; parts come before what they make.
    pub(super) fn solve(&mut self, cost: &dyn CostModel, bound: f64) {
        for set in 1..self.0.len() {
            if set.is_power_of_two() {
                continue;
            }
            let best = self.best(set, cost, bound);
            if let Some(part) = self.0.get_mut(set) {
                let lowest = set & set.wrapping_neg();
                (part.first, part.cost) = best.unwrap_or((lowest, f64::INFINITY));
            }
        }
    }

    /// The cheapest division, by the part with the lowest tensor.
    fn best(&self, set: Set, cost: &dyn CostModel, bound: f64) -> Option<(Set, f64)> {
        let (whole, total) = (self.0.get(set)?, cost.total());
        let (mut best, mut least) = (None, bound);
        for first in divisions(set) {
            let (a, b) = (self.0.get(first)?, self.0.get(set ^ first)?);
            let before = total.of(a.cost, b.cost);
            if before >= least {
                continue;
            }
            let points = whole.touched / (a.ended * b.ended);
            let step = Step { operands: [a.elements, b.elements], output: whole.elements, points };
            let cost = total.of(before, cost.contraction(step));
            if cost < least {
                (best, least) = (Some((first, cost)), cost);
            }
        }
        best
    }

    /// The cost of all; infinite where no order costs less than the bound.
    pub(super) fn cost(&self) -> f64 {
        self.0.last().map_or(f64::INFINITY, |part| part.cost)
    }

    /// One of the two parts of a set that meet last.
    pub(super) fn first(&self, set: Set) -> Set {
        self.0.get(set).map_or(0, |part| part.first)
    }

    /// The pairs that meet on the way to the set of all tensors.
    pub(super) fn pairs(&self, tensors: usize) -> Result<Vec<[usize; 2]>, OutOfMemory> {
        let mut numbers = try_filled(0, self.0.len())?;
        let mut next = 0..;
        for (number, set) in next.by_ref().take(tensors).map(|number| (number, 1usize << number)) {
            put(&mut numbers, set, number);
        }
        let number = |numbers: &[usize], set: Set| numbers.get(set).copied().unwrap_or_default();
        let mut pairs = Vec::new();
        for (set, result) in self.used()?.into_iter().zip(next) {
            let first = self.first(set);
            pairs.try_push([first, set ^ first].map(|part| number(&numbers, part)))?;
            put(&mut numbers, set, result);
        }
        Ok(pairs)
    }

    /// The sets of several tensors that the best order makes, parts before what they make: those have
    /// more bits, and therefore are greater.
    fn used(&self) -> Result<Vec<Set>, OutOfMemory> {
        let (mut used, mut to_do) = (Vec::new(), Vec::new());
        to_do.try_push(self.0.len().saturating_sub(1))?;
        while let Some(set) = to_do.pop() {
            if set.count_ones() > 1 {
                used.try_push(set)?;
                let first = self.first(set);
                to_do.try_extend([first, set ^ first])?;
            }
        }
        Ok(sorted(used))
    }
}

/// All parts of a set that have its lowest tensor and are not all of it.
fn divisions(set: Set) -> impl Iterator<Item = Set> {
    let rest = set & set.wrapping_sub(1);
    let lowest = set ^ rest;
    let smaller = move |part: &Set| (*part != 0).then(|| part.wrapping_sub(1) & rest);
    core::iter::successors(Some(rest), smaller).skip(1).map(move |part| part | lowest)
}

fn put(numbers: &mut [usize], set: Set, number: usize) {
    if let Some(slot) = numbers.get_mut(set) {
        *slot = number;
    }
}
