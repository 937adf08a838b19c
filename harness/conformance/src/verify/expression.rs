//! Cases of expressions: networks of tensors, on arrays in C order of whole numbers, and
//! of what is not finite.
//!
//! Tests: below, `tests/tests/conformance_verify.rs`.

use super::case::Verdict;
use super::shrink::less;
use crate::networks;
use crate::random::{Numbers, SplitMix};
use tensmith::inspect::Check;
use tensmith::{Array, DType, Element, Jit};
use tensmith_core::with_element;

/// An expression with the extents of its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Expression {
    /// The indices of each operand.
    terms: Vec<Vec<char>>,
    output: Vec<char>,
    shapes: Vec<Vec<usize>>,
    dtype: DType,
    numbers: Numbers,
    /// What elements are drawn from.
    seed: u64,
}

/// The most distance of elements from 0.
const LARGEST: f64 = 8.0;

/// The option that asks for some numbers.
pub(super) const fn special(numbers: Numbers) -> &'static str {
    match numbers {
        Numbers::Whole => "",
        Numbers::Special => " --special",
    }
}

impl Expression {
    pub(super) fn draw(random: &mut SplitMix) -> Self {
        let (text, shapes) = networks::draw(random);
        let (inputs, output) = text.split_once("->").unwrap_or((&text, ""));
        let terms = inputs.split(',').map(|term| term.chars().collect()).collect();
        let dtype = if random.below(2) == 0 { DType::F32 } else { DType::F64 };
        let numbers = if random.below(4) == 0 { Numbers::Special } else { Numbers::Whole };
        Self { terms, output: output.chars().collect(), shapes, dtype, numbers, seed: random.below(1 << 20) }
    }

    fn text(&self) -> String {
        let terms: Vec<String> = self.terms.iter().map(|term| term.iter().collect()).collect();
        format!("{}->{}", terms.join(","), self.output.iter().collect::<String>())
    }

    pub(super) fn command(&self) -> String {
        let shape = |shape: &Vec<usize>| {
            let extents: Vec<String> = shape.iter().map(ToString::to_string).collect();
            if extents.is_empty() { "scalar".to_owned() } else { extents.join("x") }
        };
        let shapes: Vec<String> = self.shapes.iter().map(shape).collect();
        let dtype = if self.dtype == DType::F32 { String::new() } else { format!(" --dtype {}", self.dtype) };
        let (text, shapes, seed, special) = (self.text(), shapes.join(","), self.seed, special(self.numbers));
        format!("tensmith einsum '{text}' --shapes {shapes} --random {seed}{special}{dtype} --check")
    }

    pub(super) fn judge(&self, jit: &Jit) -> Verdict {
        with_element!(self.dtype, T => self.judge_of::<T>(jit))
    }

    fn judge_of<T: Element>(&self, jit: &Jit) -> Verdict {
        match self.checked::<T>(jit) {
            Ok(check) => Verdict::of(&check, self.is_exact::<T>()),
            Err(refused) => refused,
        }
    }

    /// Runs it, and compares with the reference.
    fn checked<T: Element>(&self, jit: &Jit) -> Result<Check, Verdict> {
        let mut random = SplitMix::new(self.seed);
        let array = |shape: &Vec<usize>| {
            let elements = shape.iter().product();
            let mut number = || T::from_f64(random.number_of(self.numbers));
            Array::c_order((0..elements).map(|_| number()).collect(), shape)
        };
        let inputs: Vec<Array<T>> = self.shapes.iter().map(array).collect::<Result<_, _>>()?;
        let plan = jit.einsum::<T>(&self.text(), &inputs)?;
        let output = plan.evaluate(&inputs)?;
        let check = plan.check(&inputs, &output);
        Ok(check.unwrap_or_else(|error| unreachable!("a plan that ran can be compared: {error}")))
    }

    /// Whether no sum leaves the whole numbers that the type has.
    fn is_exact<T: Element>(&self) -> bool {
        let mut labels: Vec<(char, usize)> = Vec::new();
        for (label, extent) in self.axes() {
            match labels.iter_mut().find(|(known, _)| *known == label) {
                Some((_, known)) => *known = extent.max(*known),
                None => labels.push((label, extent)),
            }
        }
        let terms: f64 = labels.iter().map(|(_, extent)| *extent as f64).product();
        terms * LARGEST.powi(self.terms.len() as i32) <= 1.0 / T::ROUNDOFF
    }

    /// Every axis of every operand.
    fn axes(&self) -> impl Iterator<Item = (char, usize)> {
        let axes = self.terms.iter().zip(&self.shapes);
        axes.flat_map(|(term, shape)| term.iter().copied().zip(shape.iter().copied()))
    }

    pub(super) fn smaller(&self) -> Vec<Self> {
        let without_operand = |nth: usize| {
            let mut other = self.clone();
            other.terms.remove(nth);
            other.shapes.remove(nth);
            other.output.retain(|label| other.terms.iter().flatten().any(|known| known == label));
            other
        };
        let operands = if self.terms.len() > 1 { self.terms.len() } else { 0 };
        let mut all: Vec<Self> = (0..operands).map(without_operand).collect();
        let mut labels: Vec<char> = self.axes().map(|(label, _)| label).collect();
        labels.sort_unstable();
        labels.dedup();
        all.extend(labels.iter().map(|label| self.without(*label)));
        all.extend(labels.iter().flat_map(|label| self.with_less(*label)));
        if self.dtype == DType::F64 {
            all.push(Self { dtype: DType::F32, ..self.clone() });
        }
        if self.numbers == Numbers::Special {
            all.push(Self { numbers: Numbers::Whole, ..self.clone() });
        }
        all
    }

    /// The same without an index.
    fn without(&self, label: char) -> Self {
        let mut other = self.clone();
        for (term, shape) in other.terms.iter_mut().zip(&mut other.shapes) {
            while let Some(at) = term.iter().position(|known| *known == label) {
                term.remove(at);
                shape.remove(at);
            }
        }
        other.output.retain(|known| *known != label);
        other
    }

    /// The same with smaller extents of an index, where it has the largest one.
    fn with_less(&self, label: char) -> Vec<Self> {
        let largest =
            self.axes().filter(|(known, _)| *known == label).map(|(_, extent)| extent).max().unwrap_or(1);
        let of = |less: usize| {
            let mut other = self.clone();
            for (term, shape) in other.terms.iter().zip(&mut other.shapes) {
                let extents =
                    term.iter().zip(shape).filter(|(known, extent)| **known == label && **extent == largest);
                extents.for_each(|(_, extent)| *extent = less);
            }
            other
        };
        less(largest, 1).map(of).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_are_smaller_expressions() {
        let mut random = SplitMix::new(3);
        for _ in 0..50 {
            let case = Expression::draw(&mut random);
            for smaller in case.smaller() {
                assert_ne!(smaller, case);
                let known = |label: &char| smaller.terms.iter().flatten().any(|other| other == label);
                assert!(smaller.output.iter().all(known), "{}", smaller.command());
            }
        }
    }

    #[test]
    fn a_command_says_all() {
        let case = Expression {
            terms: vec![vec!['a', 'b'], vec![]],
            output: vec!['a'],
            shapes: vec![vec![3, 4], vec![]],
            dtype: DType::F64,
            numbers: Numbers::Special,
            seed: 9,
        };
        let command = "tensmith einsum 'ab,->a' --shapes 3x4,scalar --random 9 --special --dtype f64 --check";
        assert_eq!(case.command(), command);
    }
}
