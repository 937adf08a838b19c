//! Comparing a result with the scalar reference, element by element.
//!
//! Tests: `tests/tests/harness_contraction.rs`, `tests/tests/harness_run.rs`,
//! `harness/cli/tests/program/spmm.rs`.

use crate::error::RunError;
use crate::notation::Notation;
use crate::operands::{Operands, PlanLink};
use crate::plan::Plan;
use std::fmt;
use tensmith_core::einsum::path::{Given, MultiplyAdds, Path, Search};
use tensmith_core::einsum::tree::{Index, Kind};
use tensmith_core::einsum::{Beta, network};
use tensmith_core::fallible::{OutOfMemory, try_filled};
use tensmith_core::kernel::KernelSpec;
use tensmith_core::kernel::op::BinaryOp;
use tensmith_core::reference::{Element, Range, Sum};
use tensmith_core::tensor::view::{AsView, Strided, View};
use tensmith_core::with_arithmetic;
use tensmith_core::{DType, Scalar};

/// How a result compares with the reference.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Check {
    /// Number of elements, or of parts of complex ones.
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
    /// The contraction is cut, and its tensors without cuts cannot be counted.
    #[error("tensors of the contraction without slices: must have less than 2^64 elements for a reference")]
    TooLarge,
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

impl<T: Scalar, O: Scalar> Plan<T, O> {
    /// Compares `output` with the scalar reference on the same inputs. It is slow: the reference computes
    /// every element of every step by itself. It starts from the tree again, so that it finds mistakes of the
    /// optimizer as well as those of kernels.
    ///
    /// # Errors
    /// [`CheckError`].
    pub fn check(&self, inputs: &[impl AsView<T>], output: &impl AsView<O>) -> Result<Check, CheckError> {
        self.check_with(inputs, &[] as &[View<'_, O>], output)
    }

    /// The same with the arrays of the chain apart, as in [`Plan::run_with`].
    ///
    /// # Errors
    /// [`CheckError`].
    pub fn check_with(
        &self,
        inputs: &[impl AsView<T>],
        chain: &[impl AsView<O>],
        output: &impl AsView<O>,
    ) -> Result<Check, CheckError> {
        self.check_layouts((inputs, chain), output)?;
        let inputs: Vec<_> = inputs.iter().map(AsView::as_view).collect();
        let apart: Vec<_> = chain.iter().map(AsView::as_view).collect();
        let (output, operands) = (output.as_view(), &self.0.operands);
        if operands.beta != Beta::Zero {
            return Err(CheckError::Accumulates);
        }
        let (own, further) = inputs.split_at(operands.own_inputs());
        let further = further.iter().map(numbers).chain(apart.iter().map(numbers));
        let chain = Chain::of(operands, further);
        let mut check = Check::default();
        let multiplies_pairs = self.multiplies_pairs();
        let mut compare = |sum: Sum, number, actual| {
            let sum = if multiplies_pairs { sum.in_pairs() } else { sum };
            let range = chain.after::<O::Part>(sum, number);
            check.count(Deviation::of(&range, actual), range.accepts(actual));
        };
        let Tensor { elements, imaginary, .. } = self.reference(own)?;
        for (number, (sum, actual)) in elements.into_iter().zip(output.elements()).enumerate() {
            compare(sum, number, actual.re());
        }
        let parts = output.elements().filter_map(Scalar::im);
        for (number, (sum, actual)) in imaginary.into_iter().flatten().zip(parts).enumerate() {
            compare(sum, number, actual);
        }
        Ok(check)
    }

    /// Whether any sum is made of pairs of bfloat16.
    fn multiplies_pairs(&self) -> bool {
        self.0
            .program
            .specs()
            .iter()
            .any(|spec| matches!(spec, KernelSpec::Grouped(spec) if spec.types.integers().is_none()))
    }

    /// The result as it is defined, in C order.
    fn reference(&self, inputs: &[View<'_, T>]) -> Result<Tensor, CheckError> {
        let whole = self.whole()?;
        let (tree, order) = match &whole {
            Some(Path { tree, inputs, .. }) => (tree, &inputs[..]),
            None => (&self.0.order.tree, &self.0.order.inputs[..]),
        };
        let begun = if self.multiplies_pairs() { Sum::starting_at_bfloat } else { Sum::starting_at };
        let mut tensors: Vec<Tensor> = Vec::new();
        for node in tree.nodes() {
            let tensor = match node.kind {
                Kind::Input(input) => {
                    let (number, extents) = (order[input], tree.extents());
                    let axes = self.0.notation.axes(number);
                    let tensor = Tensor::read(&inputs[number], &axes, (extents, begun));
                    let is_conjugated = self.0.operands.conjugated.contains(&number);
                    if is_conjugated { tensor.conjugated() } else { tensor }
                }
                _ => {
                    let operands: Vec<_> =
                        node.kind.children().map(|child| &tensors[child.place()]).collect();
                    Tensor::contracted(&operands, node.indices, tree.extents())?
                }
            };
            tensors.push(tensor);
        }
        let mut result = tensors.pop().expect("a tree has an output");
        // Results of slices are added.
        let additions = self.0.runs() - 1;
        let sums = result.elements.iter_mut().chain(result.imaginary.iter_mut().flatten());
        sums.for_each(|sum| sum.products = sum.products.saturating_add(additions));
        Ok(result)
    }

    /// The contractions of all slices together, if there are slices.
    fn whole(&self) -> Result<Option<Path>, CheckError> {
        let (Some(_), Notation::Expression(_, resolved)) = (&self.0.slices, &self.0.notation) else {
            return Ok(None);
        };
        let pairs = self.0.order.pairs();
        let whole = network(resolved).and_then(|network| Ok(Given(&pairs).path(&network, &MultiplyAdds)?));
        whole.map(Some).map_err(|error| match error.is_out_of_memory() {
            true => OutOfMemory.into(),
            false => CheckError::TooLarge,
        })
    }
}

/// The elements of an array of real numbers, in C order.
fn numbers<T: Scalar>(array: &View<'_, T>) -> Vec<f64> {
    array.elements().map(|element| element.re().to_f64()).collect()
}

/// The operations on a result, with their operands.
struct Chain<'a> {
    links: &'a [PlanLink],
    /// The operands of all that have one.
    operands: Vec<Spread>,
}

/// An array along some axes of an output: its elements in C order, and how many of them each axis of
/// the output moves on.
struct Spread {
    elements: Vec<f64>,
    shape: Vec<usize>,
    strides: Vec<usize>,
}

impl<'a> Chain<'a> {
    /// Those of a plan, with arrays whose elements come in C order.
    fn of(operands: &'a Operands, arrays: impl Iterator<Item = Vec<f64>>) -> Self {
        let axes = operands.chain.iter().filter_map(|link| match link {
            PlanLink::Unary(_) => None,
            PlanLink::Binary { axes, .. } => Some(axes),
        });
        let spread = |(elements, axes): (_, &Vec<usize>)| Spread::of(elements, axes, operands.output.shape());
        Self { links: &operands.chain, operands: arrays.zip(axes).map(spread).collect() }
    }

    /// The results that are right for element `number` of the output, of a sum: they are computed in one
    /// type, and rounded to elements once.
    fn after<T: Element>(&self, sum: Sum, number: usize) -> Range<T> {
        with_arithmetic!(T::DTYPE, A => self.computed::<A>(sum, number).converted())
    }

    /// The same in the type that is computed in. Kernels may begin with what is added first.
    fn computed<T: Element>(&self, sum: Sum, number: usize) -> Range<T> {
        let mut elements = self.operands.iter().map(|operand| operand.element(number));
        let (sum, links) = match self.links {
            [PlanLink::Binary { op, .. }, links @ ..] if *op == BinaryOp::add() => {
                (elements.next().map_or(sum, |element| sum.plus(element, 1.0)), links)
            }
            links => (sum, links),
        };
        links.iter().fold(Range::of(&sum), |range, link| match link {
            PlanLink::Unary(op) => range.after(op),
            PlanLink::Binary { op, .. } => {
                elements.next().map_or(range, |element| range.after_both(op, T::from_f64(element)))
            }
        })
    }
}

impl Spread {
    fn of(elements: Vec<f64>, axes: &[usize], output: &[usize]) -> Self {
        let mut strides = vec![0; output.len()];
        axes.iter().rev().fold(1, |next, axis| {
            strides[*axis] = next;
            next * output[*axis]
        });
        Self { elements, shape: output.to_vec(), strides }
    }

    /// The element for that of some number of the output.
    fn element(&self, mut number: usize) -> f64 {
        let digits = self.shape.iter().zip(&self.strides).rev().map(|(extent, stride)| {
            let digit = number % extent;
            number /= extent;
            digit * stride
        });
        self.elements[digits.sum::<usize>()]
    }
}

/// A tensor of the reference.
struct Tensor {
    /// The elements, or their real parts.
    elements: Vec<Sum>,
    /// The imaginary parts, if elements are complex.
    imaginary: Option<Vec<Sum>>,
    /// How far it moves along each index of the tree.
    strides: Vec<usize>,
    /// The elements there.
    indices: Vec<Index>,
}

impl Tensor {
    /// An input, whose axes are these indices, none where it is repeated, by the sums that its elements are.
    fn read<T: Scalar>(
        view: &View<'_, T>,
        axes: &[Option<Index>],
        (extents, begun): (&[usize], fn(f64) -> Sum),
    ) -> Self {
        let exact = |part: T::Part| begun(part.to_f64());
        let elements = view.elements().map(|element| exact(element.re())).collect();
        let imaginary = || view.elements().filter_map(Scalar::im).map(exact).collect();
        let imaginary = T::TYPE.is_complex().then(imaginary);
        let mut strides = vec![0; extents.len()];
        let mut next = 1;
        for (axis, extent) in axes.iter().zip(view.shape()).rev() {
            if let Some(index) = axis {
                // A diagonal moves along both.
                strides[*index] += next;
            }
            next *= extent;
        }
        Self { elements, imaginary, strides, indices: axes.iter().flatten().copied().collect() }
    }

    /// The conjugate of each element.
    fn conjugated(mut self) -> Self {
        self.imaginary.iter_mut().flatten().for_each(|part| *part = Sum::starting_at(-part.value));
        self
    }

    /// The sum of products of one or two tensors over what is not kept, in C order.
    fn contracted(operands: &[&Self], kept: &[Index], extents: &[usize]) -> Result<Self, OutOfMemory> {
        let mut summed: Vec<Index> = operands.iter().flat_map(|operand| operand.indices.clone()).collect();
        summed.sort_unstable();
        summed.dedup();
        summed.retain(|index| !kept.contains(index));
        let count = |indices: &[Index]| indices.iter().map(|index| extents[*index]).product::<usize>();
        let zeros = |elements| try_filled(Sum::starting_at(0.0), elements);
        let is_complex = operands.iter().any(|operand| operand.imaginary.is_some());
        let (mut elements, mut imaginary) =
            (zeros(count(kept))?, is_complex.then(|| zeros(count(kept))).transpose()?);
        let one = Sum::starting_at(1.0);
        // Each operand was rounded as often as its sums were, and once more when stored.
        let before = operands.iter().filter_map(|operand| operand.elements.first());
        let rounded = before.map(|sum| sum.products + u64::from(sum.products > 0)).sum::<u64>();
        for (number, sum) in elements.iter_mut().enumerate() {
            let outer =
                operands.iter().map(|operand| operand.offset(number, kept, extents)).collect::<Vec<_>>();
            let mut imaginary = imaginary.as_mut().and_then(|parts| parts.get_mut(number));
            for term in 0..count(&summed) {
                let [x, y] = [0, 1].map(|nth| {
                    let operand: &Self = operands.get(nth)?;
                    Some((operand, outer[nth] + operand.offset(term, &summed, extents)))
                });
                let re =
                    |place: Option<(&Self, usize)>| place.map_or(one, |(tensor, at)| tensor.elements[at]);
                sum.add_product_of(&re(x), &re(y));
                let im = |place: Option<(&Self, usize)>| {
                    place.and_then(|(tensor, at)| tensor.imaginary.as_ref()?.get(at)).copied()
                };
                // One operand is multiplied by a real number, which makes no NaN of an infinity.
                if let (Some(sum_of_imaginary), Some(im_x)) = (&mut imaginary, im(x)) {
                    sum_of_imaginary.add_product_of(&im_x, &re(y));
                    if let Some(im_y) = im(y) {
                        sum.add_product_of(&im_x.scaled(-1.0), &im_y);
                        sum_of_imaginary.add_product_of(&re(x), &im_y);
                    }
                }
            }
            [Some(sum), imaginary].into_iter().flatten().for_each(|sum| sum.products += rounded);
        }
        let mut strides = vec![0; extents.len()];
        kept.iter().rev().fold(1, |next, index| {
            strides[*index] = next;
            next * extents[*index]
        });
        Ok(Self { elements, imaginary, strides, indices: kept.to_vec() })
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
