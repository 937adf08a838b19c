//! The best pair first, by several rules; of their orders the cheapest.
//!
//! Pairs of tensors with a common index wait in a heap, by what a rule makes of their sizes. The first pair
//! both of whose tensors are left meets, and the result forms pairs with its neighbours. What
//! remains without common indices meets in the order of size, the two smallest first.
//!
//! No pair in the heap becomes out of date: that an index of both ends with them depends on whether a
//! third tensor has it, and if such a tensor meets another, their result has the index in its place,
//! unless the two of the pair are among those that meet.
//!
//! No single rule is good everywhere, and rules are cheap. Cost: for each rule, a heap's logarithm for
//! every pair with a common index; an index that all of n operands have makes n² of them.

use super::ranked::{Ranked, push};
use super::tensors::Tensors;
use super::{CostModel, Network, PathError, Search, Step};
use crate::fallible::{OutOfMemory, TryVec, try_collect};
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// Any number of operands; usually a good order, not always the best.
#[derive(Clone, Copy, Debug)]
pub struct Greedy;

/// The badness of a step by its cost.
type Rule = fn(Step, f64) -> f64;

const RULES: [Rule; 5] = [
    |step, _| step.output - step.operands.iter().sum::<f64>(),
    |step, _| step.output - step.operands.iter().sum::<f64>() / 4.0,
    |step, _| step.output / step.operands.iter().sum::<f64>(),
    |step, _| step.output,
    |_, cost| cost,
];

impl Search for Greedy {
    fn pairs(&self, network: &Network, cost: &dyn CostModel) -> Result<Vec<[usize; 2]>, PathError> {
        let mut best = Run { pairs: Vec::new(), cost: f64::INFINITY };
        for (number, rule) in RULES.into_iter().enumerate() {
            let run = Run::by(rule, network, cost)?;
            if number == 0 || run.cost < best.cost {
                best = run;
            }
        }
        Ok(best.pairs)
    }
}

/// The order that a rule leads to.
struct Run {
    pairs: Vec<[usize; 2]>,
    cost: f64,
}

impl Run {
    fn by(rule: Rule, network: &Network, cost: &dyn CostModel) -> Result<Self, OutOfMemory> {
        let mut tensors = Tensors::new(network)?;
        let mut run = Self { pairs: Vec::new(), cost: 0.0 };
        run.connected(rule, &mut tensors, cost)?;
        run.disconnected(&mut tensors, cost)?;
        Ok(run)
    }

    /// Lets tensors meet until no two that are left have a common index.
    fn connected(
        &mut self,
        rule: Rule,
        tensors: &mut Tensors<'_>,
        cost: &dyn CostModel,
    ) -> Result<(), OutOfMemory> {
        let rank =
            |tensors: &Tensors<'_>, pair| tensors.step(pair).map(|step| rule(step, cost.contraction(step)));
        let mut heap = Heap::default();
        for (tensor, _) in tensors.left() {
            let earlier = tensors.neighbours(tensor).filter(|other| *other < tensor);
            heap.add(tensor, earlier, |pair| rank(tensors, pair))?;
        }
        while let Some(pair) = heap.pop() {
            let Some(step) = tensors.step(pair) else { continue };
            let result = self.meet(pair, step, tensors, cost)?;
            heap.add(result, tensors.neighbours(result), |pair| rank(tensors, pair))?;
        }
        Ok(())
    }

    /// Lets the tensors meet that are left, the smallest first.
    fn disconnected(&mut self, tensors: &mut Tensors<'_>, cost: &dyn CostModel) -> Result<(), OutOfMemory> {
        let ranked = tensors.left().map(|(of, rank)| Reverse(Ranked { rank, of }));
        let mut smallest = BinaryHeap::from(try_collect(ranked)?);
        while let (Some(Reverse(first)), Some(mut second)) = (smallest.pop(), smallest.peek_mut()) {
            let pair = [first.of, second.0.of];
            let Some(step) = tensors.step(pair) else { break };
            let of = self.meet(pair, step, tensors, cost)?;
            *second = Reverse(Ranked { rank: step.output, of });
        }
        Ok(())
    }

    fn meet(
        &mut self,
        pair: [usize; 2],
        step: Step,
        tensors: &mut Tensors<'_>,
        cost: &dyn CostModel,
    ) -> Result<usize, OutOfMemory> {
        self.cost = cost.total().of(self.cost, cost.contraction(step));
        self.pairs.try_push(pair)?;
        tensors.join(pair)
    }
}

/// Pairs that could meet, the best first.
#[derive(Default)]
struct Heap(BinaryHeap<Reverse<Ranked<[usize; 2]>>>);

impl Heap {
    /// Adds the pairs of a tensor with others that have a rank.
    fn add(
        &mut self,
        tensor: usize,
        others: impl Iterator<Item = usize>,
        rank: impl Fn([usize; 2]) -> Option<f64>,
    ) -> Result<(), OutOfMemory> {
        for other in others {
            let of = [other.min(tensor), other.max(tensor)];
            if let Some(rank) = rank(of) {
                push(&mut self.0, Ranked { rank, of })?;
            }
        }
        Ok(())
    }

    fn pop(&mut self) -> Option<[usize; 2]> {
        self.0.pop().map(|Reverse(ranked)| ranked.of)
    }
}
