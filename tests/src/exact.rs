//! The meaning of einsum: plain loops over integers, which share nothing with the library but the parser.

use crate::random::SplitMix;
use std::collections::BTreeMap;
use tensmith_core::einsum::tree::{Index, Kind, Tree};
use tensmith_core::einsum::{Expression, Term};
use tensmith_core::reference::Element;
use tensmith_core::tensor::ArrayLayout;

/// Integers in C order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tensor {
    /// The extents.
    pub shape: Vec<usize>,
    /// The elements.
    pub data: Vec<i64>,
}

impl Tensor {
    /// Small integers at random, so small that products of `factors` of them can be added up.
    pub fn random(random: &mut SplitMix, shape: &[usize], factors: usize) -> Self {
        let most = if factors > 4 { 1 } else { 2 };
        let mut element = |_| random.below(2 * most + 1) as i64 - most as i64;
        Self { shape: shape.to_vec(), data: (0..shape.iter().product()).map(&mut element).collect() }
    }

    /// The elements in an array of some layout. What is in its gaps is no number.
    pub fn laid_out<T: Element>(&self, layout: &ArrayLayout) -> Vec<T> {
        let mut memory = vec![T::NAN; layout.span()];
        for (place, element) in places(layout).zip(&self.data) {
            memory[place] = T::from_f64(*element as f64);
        }
        memory
    }
}

/// Where the elements of an array are, in C order.
pub fn places(layout: &ArrayLayout) -> impl Iterator<Item = usize> {
    let (shape, strides) = (layout.shape().to_vec(), layout.strides().to_vec());
    let origin = layout.origin();
    (0..shape.iter().product()).map(move |number: usize| {
        let mut rest = number;
        let axes = shape.iter().zip(&strides).rev();
        let steps = axes.map(|(extent, stride)| {
            let digit = rest % extent;
            rest /= extent;
            digit as isize * stride
        });
        origin.wrapping_add_signed(steps.sum())
    })
}

/// A layout at random: any order of memory, gaps, some of it backwards.
pub fn random_layout(random: &mut SplitMix, shape: &[usize]) -> ArrayLayout {
    let mut in_memory: Vec<usize> = (0..shape.len()).collect();
    for nth in (1..in_memory.len()).rev() {
        in_memory.swap(nth, random.below(nth as u64 + 1) as usize);
    }
    let (mut strides, mut next) = (vec![0isize; shape.len()], 1);
    for axis in in_memory {
        strides[axis] = if random.below(12) == 0 { -next } else { next };
        next = next * shape[axis].max(1) as isize + isize::from(random.below(4) == 0);
    }
    ArrayLayout::new(shape, &strides).expect("a layout")
}

/// The result of an expression.
pub fn einsum(expression: &Expression, operands: &[Tensor]) -> Tensor {
    let terms: Vec<Vec<String>> = (expression.inputs().iter().zip(operands))
        .map(|(term, operand)| names(term, operand.shape.len() - term.labels().len()))
        .collect();
    let widest = (expression.inputs().iter().zip(operands))
        .map(|(term, operand)| operand.shape.len() - term.labels().len())
        .max();
    let width = if expression.output().ellipsis().is_some() { widest.unwrap_or(0) } else { 0 };
    sum(&terms, &names(expression.output(), width), operands)
}

/// The names of the axes of a term. Those of an ellipsis are counted from the last one.
fn names(term: &Term, width: usize) -> Vec<String> {
    let (before, after) = term.around_ellipsis();
    let ellipsis = (1..=width).rev().map(|from_last| format!("...{from_last}"));
    before.iter().map(char::to_string).chain(ellipsis).chain(after.iter().map(char::to_string)).collect()
}

/// The result of a tree, without its order: indices that are summed in different places are different ones.
pub fn tree(tree: &Tree, operands: &[Tensor]) -> Tensor {
    let mut results: Vec<(Vec<Index>, Tensor)> = Vec::new();
    let name = |index: &Index| index.to_string();
    let mut inputs = operands.iter();
    for node in tree.nodes() {
        let children = node.kind.children().count();
        let made_of = results.split_off(results.len() - children);
        let result = if let Kind::Input(_) = node.kind {
            inputs.next().expect("an operand").clone()
        } else {
            let terms: Vec<Vec<String>> =
                made_of.iter().map(|(list, _)| list.iter().map(name).collect()).collect();
            let output: Vec<String> = node.indices.iter().map(name).collect();
            let operands: Vec<Tensor> = made_of.into_iter().map(|(_, tensor)| tensor).collect();
            sum(&terms, &output, &operands)
        };
        results.push((node.indices.to_vec(), result));
    }
    results.pop().expect("a result").1
}

/// For every assignment of the indices, the product of the operands, added to the element of the output.
fn sum(terms: &[Vec<String>], output: &[String], operands: &[Tensor]) -> Tensor {
    let mut extents: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, extent) in terms.iter().flatten().zip(operands.iter().flat_map(|operand| &operand.shape)) {
        let known = extents.entry(name).or_insert(1);
        *known = if *known == 1 { *extent } else { *known };
    }
    let shape: Vec<usize> = output.iter().map(|name| extents[&**name]).collect();
    let moving = |names: &[String], shape: &[usize]| -> Vec<usize> {
        let mut moves = vec![0; extents.len()];
        let mut stride = 1;
        for (name, extent) in names.iter().zip(shape).rev() {
            let place = extents.keys().position(|key| key == name).expect("a name");
            moves[place] += if *extent == 1 { 0 } else { stride };
            stride *= extent;
        }
        moves
    };
    let inputs: Vec<Vec<usize>> =
        terms.iter().zip(operands).map(|(term, operand)| moving(term, &operand.shape)).collect();
    let out = moving(output, &shape);
    let mut result = Tensor { data: vec![0; shape.iter().product()], shape };
    let extents: Vec<usize> = extents.values().copied().collect();
    let mut digits = vec![0; extents.len()];
    let mut places = vec![0; operands.len()];
    let mut to = 0;
    for _ in 0..extents.iter().product::<usize>() {
        result.data[to] +=
            places.iter().zip(operands).map(|(at, operand)| operand.data[*at]).product::<i64>();
        for (nth, extent) in extents.iter().enumerate() {
            // From the last number of a digit, all the way back to zero.
            let ends = digits[nth] + 1 == *extent;
            digits[nth] = if ends { 0 } else { digits[nth] + 1 };
            let moved = |at: usize, step: usize| if ends { at - step * (extent - 1) } else { at + step };
            to = moved(to, out[nth]);
            for (at, moves) in places.iter_mut().zip(&inputs) {
                *at = moved(*at, moves[nth]);
            }
            if !ends {
                break;
            }
        }
    }
    result
}
