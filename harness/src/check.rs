//! Comparing a result with the scalar reference, element by element.
//!
//! Tests: `tests/tests/harness_contraction.rs`, `tests/tests/harness_run.rs`, `harness/cli/tests/program/spmm.rs`.

use crate::plan::{Operands, Plan};
use crate::program::RunError;
use std::fmt;
use tensmith_core::DType;
use tensmith_core::einsum::Beta;
use tensmith_core::einsum::tree::{Index, Kind};
use tensmith_core::fallible::{OutOfMemory, try_filled};
use tensmith_core::reference::{Element, Range, Sum};
use tensmith_core::tensor::view::{Strided, View};

/// How a result compares with the reference.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Check {
    /// Number of elements.
    pub elements: u64,
    /// How many of them no correct kernel could have computed.
    pub wrong: u64,
    /// The element with the largest share of its bound; none where there are no elements.
    pub worst: Option<Deviation>,
}

/// How one element compares with the reference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deviation {
    /// The element.
    pub actual: f64,
    /// The result of the reference.
    pub expected: f64,
    /// The absolute difference; infinite where one is a NaN or infinite and the other is not.
    pub error: f64,
    /// The largest difference that rounding can explain; see [`Range`].
    pub bound: f64,
    /// The type of the element.
    pub dtype: DType,
}

/// The element and what it should be, with the digits of their type, and the difference.
impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { actual, expected, error, bound, dtype } = *self;
        match dtype {
            DType::F32 => write!(f, "{:?} for {:?}", actual as f32, expected as f32)?,
            _ => write!(f, "{actual:?} for {expected:?}")?,
        }
        write!(f, ": error {error:.1e}, bound {bound:.1e}")
    }
}

/// Why a result could not be compared.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// An operand is not what the plan is made for.
    #[error(transparent)]
    Operand(#[from] RunError),
    /// The earlier elements of the output are not known any more.
    #[error("the plan adds to its output: what that held before is not known, so there is no reference")]
    Accumulates,
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

impl Check {
    /// Returns whether every element is right.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.wrong == 0
    }

    /// Compares an element that the caller computed with the sum that it stands for, and counts it.
    pub fn compare<T: Element>(&mut self, sum: &Sum, actual: T) {
        let range = Range::<T>::of(sum);
        self.count(Deviation::of(&range, actual), range.accepts(actual));
    }

    pub(crate) fn count(&mut self, deviation: Deviation, accepted: bool) {
        self.elements += 1;
        self.wrong += u64::from(!accepted);
        if self.worst.is_none_or(|worst| worst.share() < deviation.share()) {
            self.worst = Some(deviation);
        }
    }
}

impl Deviation {
    pub(crate) fn of<T: Element>(range: &Range<T>, actual: T) -> Self {
        let (actual, expected) = (actual.to_f64(), range.value.to_f64());
        let same = actual == expected || (actual.is_nan() && expected.is_nan());
        let difference = (actual - expected).abs();
        let error = match (same, difference.is_nan()) {
            (true, _) => 0.0,
            (false, true) => f64::INFINITY,
            (false, false) => difference,
        };
        Self { actual, expected, error, bound: range.bound(), dtype: T::DTYPE }
    }

    fn share(&self) -> f64 {
        if self.error == 0.0 { 0.0 } else { self.error / self.bound }
    }
}

impl<T: Element> Plan<T> {
    /// Compares `output` with the scalar reference on the same inputs. It is slow: the reference computes every
    /// element of every step by itself. It starts from the tree again, so that it finds mistakes of the
    /// optimizer as well as those of kernels.
    ///
    /// # Errors
    /// [`CheckError`].
    pub fn check(&self, inputs: &[View<'_, T>], output: &View<'_, T>) -> Result<Check, CheckError> {
        self.check_layouts(inputs, output)?;
        let Operands { beta, has_bias, last, output: layout, .. } = &self.0.operands;
        if *beta != Beta::Zero {
            return Err(CheckError::Accumulates);
        }
        let bias = inputs.last().filter(|_| *has_bias);
        let mut terms = bias.map(|bias| broadcast(bias, layout.shape()).into_iter());
        let mut check = Check::default();
        for (sum, actual) in self.reference(inputs)?.elements.into_iter().zip(output.elements()) {
            let sum = match terms.as_mut().and_then(Iterator::next) {
                Some(term) => sum.plus(term),
                None => sum,
            };
            let range = Range::<T>::of(&sum);
            let range = last.map_or(range, |op| range.after(&op));
            check.count(Deviation::of(&range, actual), range.accepts(actual));
        }
        Ok(check)
    }

    /// The result as it is defined, in C order.
    fn reference(&self, inputs: &[View<'_, T>]) -> Result<Tensor, OutOfMemory> {
        let (tree, order, _) = &self.0.order;
        let mut tensors: Vec<Tensor> = Vec::new();
        for node in tree.nodes() {
            let tensor = match node.kind {
                Kind::Input(input) => {
                    let (number, extents) = (order[input], tree.extents());
                    Tensor::read(&inputs[number], &self.0.notation.axes(number), extents)
                }
                _ => {
                    let operands: Vec<_> =
                        node.kind.children().map(|child| &tensors[child.place()]).collect();
                    Tensor::contracted(&operands, node.indices, tree.extents())?
                }
            };
            tensors.push(tensor);
        }
        Ok(tensors.pop().expect("a tree has an output"))
    }
}

/// The elements of an array that is broadcast to a shape, in C order.
fn broadcast<T: Element>(view: &View<'_, T>, shape: &[usize]) -> Vec<f64> {
    let elements: Vec<f64> = view.elements().map(Element::to_f64).collect();
    let mut strides = vec![0; shape.len()];
    view.shape().iter().rev().zip(strides.iter_mut().rev()).fold(1, |next, (extent, stride)| {
        *stride = if *extent == 1 { 0 } else { next };
        next * extent
    });
    let place = |mut number: usize| {
        let digits = shape.iter().zip(&strides).rev().map(|(extent, stride)| {
            let digit = number % extent;
            number /= extent;
            digit * stride
        });
        digits.sum::<usize>()
    };
    (0..shape.iter().product()).map(|number| elements[place(number)]).collect()
}

/// A tensor of the reference.
struct Tensor {
    elements: Vec<Sum>,
    /// How far it moves along each index of the tree.
    strides: Vec<usize>,
    /// The elements there.
    indices: Vec<Index>,
}

impl Tensor {
    /// An input, whose axes are these indices; none where it is repeated.
    fn read<T: Element>(view: &View<'_, T>, axes: &[Option<Index>], extents: &[usize]) -> Self {
        let elements = view.elements().map(|element| Sum::starting_at(element.to_f64())).collect();
        let mut strides = vec![0; extents.len()];
        let mut next = 1;
        for (axis, extent) in axes.iter().zip(view.shape()).rev() {
            if let Some(index) = axis {
                // A diagonal moves along both.
                strides[*index] += next;
            }
            next *= extent;
        }
        Self { elements, strides, indices: axes.iter().flatten().copied().collect() }
    }

    /// The sum of products of one or two tensors over what is not kept, in C order.
    fn contracted(operands: &[&Self], kept: &[Index], extents: &[usize]) -> Result<Self, OutOfMemory> {
        let mut summed: Vec<Index> = operands.iter().flat_map(|operand| operand.indices.clone()).collect();
        summed.sort_unstable();
        summed.dedup();
        summed.retain(|index| !kept.contains(index));
        let count = |indices: &[Index]| indices.iter().map(|index| extents[*index]).product::<usize>();
        let mut elements = try_filled(Sum::starting_at(0.0), count(kept))?;
        let one = Sum::starting_at(1.0);
        for (number, sum) in elements.iter_mut().enumerate() {
            let outer =
                operands.iter().map(|operand| operand.offset(number, kept, extents)).collect::<Vec<_>>();
            for term in 0..count(&summed) {
                let element = |nth: usize| {
                    let operand = operands.get(nth)?;
                    operand.elements.get(outer[nth] + operand.offset(term, &summed, extents))
                };
                sum.add_product_of(element(0).unwrap_or(&one), element(1).unwrap_or(&one));
            }
            // Each operand was rounded as often as its sums were, and once more when stored.
            let before = operands.iter().filter_map(|operand| operand.elements.first());
            sum.products += before.map(|sum| sum.products + u64::from(sum.products > 0)).sum::<u64>();
        }
        let mut strides = vec![0; extents.len()];
        kept.iter().rev().fold(1, |next, index| {
            strides[*index] = next;
            next * extents[*index]
        });
        Ok(Self { elements, strides, indices: kept.to_vec() })
    }

    /// The places of the elements with some indices, whose digits a number has.
    fn offset(&self, mut number: usize, indices: &[Index], extents: &[usize]) -> usize {
        let mut offset = 0;
        for index in indices.iter().rev() {
            offset += number % extents[*index] * self.strides[*index];
            number /= extents[*index];
        }
        offset
    }
}
