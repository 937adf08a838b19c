//! Many greedy orders, each by a rule and with errors of its own; of these the cheapest.
//!
//! Problem: what seems best at first often is not, and no rule knows. Idea: orders are cheap, so that many
//! are made. For each, two numbers are drawn: a weight and a temperature. The rank of a pair is the logarithm
//! of the result's elements, less the weight times that of both operands' elements together, less the
//! temperature times noise of Gumbel's distribution: so pairs are drawn as by Boltzmann's weights. (Gray and
//! Kourtis, "Hyper-optimized tensor network contraction", Quantum 5, 2021, whose rank is a difference of
//! elements, and the random greedy searches of opt_einsum and cotengra; a ratio led to better orders of
//! nearly all networks of `tools/orders.py`.)
//!
//! The logarithm is read from the bits of a floating-point number, as its exponent with its fraction behind:
//! linear between powers of two, which is near enough, exact, and quick.
//!
//! Cost: for each order, a heap's logarithm for every pair with a common index. An index of more than
//! [`CROWD`] tensors makes a pair of each with one other only.
//!
//! Tests: `tests/tests/einsum_path_search.rs`.

use super::random::{Random, drawn, tabled};
use super::ranked::{Ranked, push};
use super::sets::{Holders, Operands, members, part, split};
use super::{CostModel, Network, PathError, Search, Step};
use crate::fallible::{OutOfMemory, TryVec, try_collect, try_filled};
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// Any number of operands; the best of many random orders.
#[derive(Clone, Copy, Debug)]
pub struct RandomGreedy {
    /// How many orders are made; one, if 0.
    pub trials: usize,
    /// What their numbers are drawn from.
    pub seed: u64,
}

/// The weights of operands that are drawn, from the least to the most.
const WEIGHTS: [f64; 2] = [1.0, 2.0];

/// The temperatures.
const TEMPERATURES: [f64; 2] = [0.01, 0.5];

/// Of how many tensors with a common index all pairs are tried.
const CROWD: usize = 24;

impl Search for RandomGreedy {
    fn pairs(&self, network: &Network, cost: &dyn CostModel) -> Result<Vec<[usize; 2]>, PathError> {
        Ok(self.search(&Operands::new(network)?, cost)?)
    }
}

impl RandomGreedy {
    /// The pairs of the best order.
    pub(super) fn search(
        &self,
        operands: &Operands,
        cost: &dyn CostModel,
    ) -> Result<Vec<[usize; 2]>, OutOfMemory> {
        let start = Start::new(operands)?;
        let mut random = Random::new(self.seed);
        let (mut trial, mut best) = (Trial::new(&start)?, Vec::new());
        let mut least = f64::INFINITY;
        for number in 0..self.trials.max(1) {
            let [weight, temperature] = [WEIGHTS, TEMPERATURES].map(|[low, high]| random.between(low, high));
            let mut rule = Rule { weight, temperature, random: &mut random, noise: &start.noise };
            let bound = if number == 0 { None } else { Some(least) };
            if trial.run(&mut rule, cost, bound)? {
                least = trial.cost;
                core::mem::swap(&mut best, &mut trial.pairs);
            }
        }
        Ok(best)
    }
}

/// What is the same for all orders.
struct Start<'o> {
    operands: &'o Operands,
    elements: Vec<f64>,
    /// For each index, the operands that have it.
    lists: Vec<Vec<usize>>,
    /// Pairs with a common index, and the elements of their results.
    pairs: Vec<([usize; 2], f64)>,
    /// Gumbel's distribution.
    noise: Vec<f64>,
}

impl<'o> Start<'o> {
    fn new(operands: &'o Operands) -> Result<Self, OutOfMemory> {
        let words = operands.sets.words();
        let mut lists = try_collect((0..words.saturating_mul(64)).map(|_| Vec::new()))?;
        let mut elements = Vec::new();
        for operand in 0..operands.count {
            let set = part(&operands.bits, operand, words);
            elements.try_push(operands.sets.product(set.iter().copied()))?;
            for place in members(set.iter().copied()) {
                if let Some(list) = lists.get_mut(place) {
                    list.try_push(operand)?;
                }
            }
        }
        let noise = tabled(|share| -libm::log(-libm::log(share)))?;
        let mut start = Self { operands, elements, lists, pairs: Vec::new(), noise };
        start.pair()?;
        Ok(start)
    }

    fn pair(&mut self) -> Result<(), OutOfMemory> {
        let (operands, words) = (self.operands, self.operands.sets.words());
        let mut seen = try_filled(usize::MAX, operands.count)?;
        for a in 0..operands.count {
            let set = part(&operands.bits, a, words);
            for b in members(set.iter().copied()).flat_map(|place| neighbours(&self.lists, place, a)) {
                if b < a && mark(&mut seen, b, a) {
                    let result = operands.holders.result(set, part(&operands.bits, b, words));
                    self.pairs.try_push(([b, a], operands.sets.product(result)))?;
                }
            }
        }
        Ok(())
    }
}

/// The tensors that one can meet because of an index.
fn neighbours(lists: &[Vec<usize>], place: usize, tensor: usize) -> impl Iterator<Item = usize> {
    let list = lists.get(place).map(Vec::as_slice).unwrap_or_default();
    let near = |at: usize| {
        let before = list.get(at.wrapping_sub(1)).or(list.last());
        [before, list.get(at.wrapping_add(1)).or(list.first())]
    };
    let is_crowd = list.len() > CROWD;
    let at = if is_crowd { list.iter().position(|other| *other == tensor) } else { None };
    let few = at.map(near).into_iter().flatten().flatten();
    let all = if is_crowd { &[][..] } else { list };
    all.iter().chain(few).copied().filter(move |other| *other != tensor)
}

/// Marks a tensor; whether that changed anything.
fn mark(seen: &mut [usize], tensor: usize, mark: usize) -> bool {
    seen.get_mut(tensor).is_some_and(|seen| core::mem::replace(seen, mark) != mark)
}

/// How pairs are ranked.
struct Rule<'r> {
    weight: f64,
    temperature: f64,
    random: &'r mut Random,
    noise: &'r [f64],
}

impl Rule<'_> {
    /// The rank of a pair: the lower, the earlier.
    fn rank(&mut self, operands: f64, result: f64) -> f64 {
        let ratio = logarithm(result) - self.weight * logarithm(operands);
        ratio - self.temperature * drawn(self.noise, self.random)
    }
}

/// Nearly the natural logarithm of a number from 1 on.
fn logarithm(number: f64) -> f64 {
    let bits = number.to_bits().saturating_sub(1.0f64.to_bits());
    bits as f64 * (core::f64::consts::LN_2 / (1u64 << 52) as f64)
}

/// One order. The lists keep their memory from one to the next.
struct Trial<'s> {
    start: &'s Start<'s>,
    /// The sets of all tensors so far.
    sets: Vec<u64>,
    /// Their elements; negative where the tensor has met another.
    elements: Vec<f64>,
    holders: Holders,
    /// For each index, the tensors left that have it.
    lists: Vec<Vec<usize>>,
    heap: BinaryHeap<Reverse<Ranked<[usize; 2]>>>,
    /// For each tensor, the last one that it made a pair with.
    seen: Vec<usize>,
    pairs: Vec<[usize; 2]>,
    cost: f64,
}

impl<'s> Trial<'s> {
    fn new(start: &'s Start<'s>) -> Result<Self, OutOfMemory> {
        let tensors = start.operands.count.saturating_mul(2);
        let mut lists = Vec::new();
        for list in &start.lists {
            lists.try_push(try_collect(list.iter().copied())?)?;
        }
        Ok(Self {
            start,
            sets: try_filled(0, tensors.saturating_mul(start.operands.sets.words()))?,
            elements: Vec::new(),
            holders: start.operands.holders.copy()?,
            lists,
            heap: BinaryHeap::new(),
            seen: try_filled(usize::MAX, tensors)?,
            pairs: Vec::new(),
            cost: 0.0,
        })
    }

    /// Makes an order; whether it costs less than a bound, if there is one.
    fn run(
        &mut self,
        rule: &mut Rule<'_>,
        cost: &dyn CostModel,
        bound: Option<f64>,
    ) -> Result<bool, OutOfMemory> {
        self.reset(rule)?;
        let is_over = |now: f64| bound.is_some_and(|bound| now >= bound);
        while let Some(Reverse(Ranked { of: pair, .. })) = self.heap.pop() {
            if !pair.iter().all(|tensor| self.is_left(*tensor)) {
                continue;
            }
            let result = self.meet(pair, cost)?;
            if is_over(self.cost) {
                return Ok(false);
            }
            self.pair(result, rule)?;
        }
        self.disconnected(cost)?;
        Ok(!is_over(self.cost))
    }

    /// Begins anew.
    fn reset(&mut self, rule: &mut Rule<'_>) -> Result<(), OutOfMemory> {
        let operands = self.start.operands;
        self.sets.iter_mut().zip(&operands.bits).for_each(|(to, from)| *to = *from);
        self.elements.clear();
        self.elements.try_extend(self.start.elements.iter().copied())?;
        self.holders.copy_from(&operands.holders);
        for (to, from) in self.lists.iter_mut().zip(&self.start.lists) {
            to.clear();
            to.try_extend(from.iter().copied())?;
        }
        self.seen.iter_mut().for_each(|seen| *seen = usize::MAX);
        self.heap.clear();
        self.pairs.clear();
        self.cost = 0.0;
        for (of, result) in &self.start.pairs {
            let met = of.iter().map(|tensor| self.elements(*tensor)).sum();
            push(&mut self.heap, Ranked { rank: rule.rank(met, *result), of: *of })?;
        }
        Ok(())
    }

    fn is_left(&self, tensor: usize) -> bool {
        self.elements(tensor) >= 0.0
    }

    fn elements(&self, tensor: usize) -> f64 {
        self.elements.get(tensor).copied().unwrap_or(-1.0)
    }

    /// Lets two tensors meet; the number of the result.
    fn meet(&mut self, [a, b]: [usize; 2], cost: &dyn CostModel) -> Result<usize, OutOfMemory> {
        let (words, number) = (self.start.operands.sets.words(), self.elements.len());
        let (before, result) = split(&mut self.sets, number, words);
        let (first, second) = (part(before, a, words), part(before, b, words));
        let met = || first.iter().zip(second).map(|(a, b)| a | b);
        result.iter_mut().zip(self.holders.result(first, second)).for_each(|(to, from)| *to = from);
        let sets = &self.start.operands.sets;
        let [points, output] = sets.products(met().zip(&*result).map(|(met, result)| [met, *result]));
        let elements = |tensor: usize| self.elements.get(tensor).copied().unwrap_or(1.0);
        let step = Step { operands: [elements(a), elements(b)], output, points };
        self.cost = cost.total().of(self.cost, cost.contraction(step));
        for place in members(met()) {
            if let Some(list) = self.lists.get_mut(place) {
                replace(list, [a, b], has(result, place).then_some(number));
            }
        }
        self.holders.meet(first.iter().zip(second).map(|(a, b)| a & b));
        for tensor in [a, b] {
            if let Some(elements) = self.elements.get_mut(tensor) {
                *elements = -1.0;
            }
        }
        self.elements.try_push(output)?;
        self.pairs.try_push([a, b])?;
        Ok(number)
    }

    /// Adds the pairs of a new tensor.
    fn pair(&mut self, tensor: usize, rule: &mut Rule<'_>) -> Result<(), OutOfMemory> {
        let sets = &self.start.operands.sets;
        let set = part(&self.sets, tensor, sets.words());
        let own = self.elements(tensor);
        let others = members(set.iter().copied()).flat_map(|place| neighbours(&self.lists, place, tensor));
        for other in others {
            if mark(&mut self.seen, other, tensor) {
                let result = self.holders.result(set, part(&self.sets, other, sets.words()));
                let met = own + self.elements.get(other).copied().unwrap_or(1.0);
                let rank = rule.rank(met, sets.product(result));
                push(&mut self.heap, Ranked { rank, of: [other, tensor] })?;
            }
        }
        Ok(())
    }

    /// Lets the tensors meet that are left, the smallest first.
    fn disconnected(&mut self, cost: &dyn CostModel) -> Result<(), OutOfMemory> {
        let left = self.elements.iter().enumerate().filter(|(_, elements)| **elements >= 0.0);
        let ranked = left.map(|(of, rank)| Reverse(Ranked { rank: *rank, of }));
        let mut smallest = BinaryHeap::from(try_collect(ranked)?);
        while let (Some(Reverse(first)), Some(mut second)) = (smallest.pop(), smallest.peek_mut()) {
            let of = self.meet([first.of, second.0.of], cost)?;
            *second = Reverse(Ranked { rank: self.elements(of), of });
        }
        Ok(())
    }
}

fn has(set: &[u64], place: usize) -> bool {
    set.get(place / 64).is_some_and(|bits| bits.wrapping_shr(place as u32) & 1 == 1)
}

/// Puts a tensor in the place of those that met, or nothing.
fn replace(list: &mut Vec<usize>, pair: [usize; 2], by: Option<usize>) {
    let mut by = by;
    list.retain_mut(|tensor| {
        if !pair.contains(tensor) {
            return true;
        }
        by.take().map(|by| *tensor = by).is_some()
    });
}
