//! The best order, by dynamic programming over sets of operands.
//!
//! The tensor of a set of operands, when all of them have met, does not depend on how they met, so the best
//! order of a set is that of two parts of it, each in its best order, and their contraction. All sets and
//! all their divisions are looked at, connected or not, so that outer products are found where they
//! help, and nothing is assumed of the cost but that it is not negative.
//!
//! Sizes come from two products for each set: of the extents of all indices that its operands have
//! (`touched`), and of those that no other operand and not the output has (`ended`). Where two sets meet, the
//! multiply-adds are what both touch together, but for what ended in either before.
//!
//! Cost: 3ⁿ/2 divisions for n operands: 30 thousand for 10, 7 million for 15. Operands have less than 2⁶⁴
//! elements each, so that no product of those of 15 exceeds the range of numbers.

use super::{CostModel, Network, PathError, Search, Step};
use crate::fallible::{OutOfMemory, TryVec, sorted, try_filled};
use alloc::vec::Vec;

/// Up to [`Exact::LIMIT`] operands; the best order there is.
#[derive(Clone, Copy, Debug)]
pub struct Exact;

impl Exact {
    /// How many operands a network may have.
    pub const LIMIT: usize = 15;
}

/// A set of operands, as bits.
type Set = usize;

impl Search for Exact {
    fn pairs(&self, network: &Network, cost: &dyn CostModel) -> Result<Vec<[usize; 2]>, PathError> {
        let (found, limit) = (network.operands().len(), Self::LIMIT);
        if found > limit {
            return Err(PathError::TooMany { found, limit });
        }
        let mut table = Table::new(network)?;
        table.solve(cost);
        Ok(table.pairs(found)?)
    }
}

/// The facts about a set.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// Of all indices of its operands, the product of extents.
    touched: f64,
    /// The same of those that end in it.
    ended: f64,
    /// The elements of its tensor.
    elements: f64,
    /// The cost of the best order.
    cost: f64,
    /// One of the two parts that meet last.
    first: Set,
}

/// All sets, each at the place of its bits.
struct Table(Vec<Part>);

impl Table {
    fn new(network: &Network) -> Result<Self, OutOfMemory> {
        let sets = 1usize << network.operands().len().min(Exact::LIMIT);
        let part = Part { touched: 1.0, ended: 1.0, elements: 1.0, cost: 0.0, first: 0 };
        let mut table = try_filled(part, sets)?;
        let holders = holders(network)?;
        let kept = network.kept()?;
        for (index, (holders, kept)) in holders.into_iter().zip(kept).enumerate() {
            let extent = network.weight(index);
            for (set, part) in table.iter_mut().enumerate().filter(|(set, _)| set & holders != 0) {
                part.touched *= extent;
                let ends = holders & !set == 0 && !kept;
                *(if ends { &mut part.ended } else { &mut part.elements }) *= extent;
            }
        }
        Ok(Self(table))
    }

    /// Finds the best division of each set; parts come before what they make.
    fn solve(&mut self, cost: &dyn CostModel) {
        for set in 1..self.0.len() {
            let best = self.best(set, cost);
            if let (Some(part), Some((first, cost))) = (self.0.get_mut(set), best) {
                *part = Part { first, cost, ..*part };
            }
        }
    }

    /// The cheapest division, by the part with the lowest operand; `None` for a single operand.
    fn best(&self, set: Set, cost: &dyn CostModel) -> Option<(Set, f64)> {
        let whole = self.0.get(set)?;
        let mut best = None;
        for first in divisions(set) {
            let (a, b) = (self.0.get(first)?, self.0.get(set ^ first)?);
            let before = a.cost + b.cost;
            if best.is_some_and(|(_, best)| before >= best) {
                continue;
            }
            let points = whole.touched / (a.ended * b.ended);
            let step = Step { operands: [a.elements, b.elements], output: whole.elements, points };
            let total = before + cost.contraction(step);
            if best.is_none_or(|(_, best)| total < best) {
                best = Some((first, total));
            }
        }
        best
    }

    /// The pairs that meet on the way to the set of all operands.
    fn pairs(&self, operands: usize) -> Result<Vec<[usize; 2]>, OutOfMemory> {
        let mut numbers = try_filled(0, self.0.len())?;
        let mut next = 0..;
        for (number, set) in next.by_ref().take(operands).map(|number| (number, 1usize << number)) {
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

    /// The sets of several operands that the best order makes, parts before what they make: those have
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

    fn first(&self, set: Set) -> Set {
        self.0.get(set).map_or(0, |part| part.first)
    }
}

/// For each index, the operands that have it.
fn holders(network: &Network) -> Result<Vec<Set>, OutOfMemory> {
    let mut holders = try_filled(0, network.extents().len())?;
    for (number, operand) in network.operands().enumerate() {
        for index in operand {
            if let Some(holders) = holders.get_mut(*index) {
                *holders |= 1usize << number.min(Exact::LIMIT);
            }
        }
    }
    Ok(holders)
}

/// All parts of a set that have its lowest operand and are not all of it.
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
