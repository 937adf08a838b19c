//! The result by definition, entry by entry, of dense tensors that are summed over what
//! only they have before.

use super::compiled::Compiled;
use crate::csr::Index;
use tensmith::inspect::{Check, CheckError};
use tensmith::{Strided, View};
use tensmith_core::fallible::{OutOfMemory, try_filled};
use tensmith_core::reference::{Element, Sum};

/// The elements of a dense tensor, in C order, and how far they move along each index.
struct Factor {
    elements: Vec<Sum>,
    strides: Vec<usize>,
    /// The indices along which it moves.
    indices: Vec<usize>,
}

impl<T: Element, I: Index> Compiled<T, I> {
    /// Compares an output with the reference.
    pub(super) fn check(&self, inputs: &[View<'_, T>], output: &View<'_, T>) -> Result<Check, CheckError> {
        self.check_layouts(inputs, output)?;
        let mut check = Check::default();
        // Where several dense operands hold what is not finite, it depends on which of them meet first
        // whether that is an infinity.
        let is_open = inputs.len() > 1;
        for (sum, actual) in self.sums(inputs)?.into_iter().zip(output.elements()) {
            let value = actual.to_f64();
            let is_either = is_open && !sum.value.is_finite() && !value.is_finite();
            check.compare(&if is_either { Sum::starting_at(value) } else { sum }, actual);
        }
        Ok(check)
    }

    /// The sums, in the order of the output's elements in C order.
    fn sums(&self, inputs: &[View<'_, T>]) -> Result<Vec<Sum>, CheckError> {
        let resolved = &self.request.problem.resolved;
        let indices = resolved.indices();
        let outputs: Vec<usize> = (0..resolved.output().len()).collect();
        let shape: Vec<usize> = resolved.output().iter().map(|index| index.extent).collect();
        let output = strides(&outputs, &shape, indices.len());
        let factors =
            inputs.iter().zip(&self.request.dense).map(|(input, (number, _))| self.factor(input, *number));
        let matrix = resolved.inputs().get(self.request.problem.matrix).into_iter().flatten();
        let matrix: Vec<usize> = matrix.map(|axis| axis.index).collect();
        let extents: Vec<usize> = indices.iter().map(|index| index.extent).collect();
        let is_kept = |index: &usize| *index < outputs.len() || matrix.contains(index);
        let factors = summed(factors.collect(), is_kept, &extents)?;
        let others = counted(outputs.iter().filter(|index| !matrix.contains(index)), &extents);
        let points: usize = others.iter().map(|(_, extent)| extent).product();
        let mut sums = try_filled(Sum::starting_at(0.0), shape.iter().product())?;
        for (row, column, value) in self.request.matrix.iter() {
            let of_entry = || matrix.iter().copied().zip([row, column]);
            for point in 0..points {
                let digits: Vec<(usize, usize)> = of_entry().chain(digits(&others, point)).collect();
                let dense = product(&factors, &digits);
                if let Some(sum) = sums.get_mut(offset(&output, &digits)) {
                    sum.add_product_of(&Sum::starting_at(value.to_f64()), &dense);
                }
            }
        }
        // Each contraction rounds its products and, once more, what it stores.
        let more = 2 * (inputs.len() as u64 + 2) + products(&factors);
        sums.iter_mut().filter(|sum| sum.products > 0).for_each(|sum| sum.products += more);
        Ok(sums)
    }

    /// A dense operand by indices.
    fn factor(&self, view: &View<'_, T>, operand: usize) -> Factor {
        let resolved = &self.request.problem.resolved;
        let axes = resolved.inputs().get(operand).into_iter().flatten();
        // One that is repeated moves along none: its extent is 1.
        let axes: Vec<usize> =
            axes.map(|axis| if axis.is_repeated { usize::MAX } else { axis.index }).collect();
        let strides = strides(&axes, view.shape(), resolved.indices().len());
        let elements = view.elements().map(|element| Sum::starting_at(element.to_f64())).collect();
        Factor { elements, strides, indices: distinct(axes.iter().filter(|axis| **axis != usize::MAX)) }
    }
}

impl Factor {
    /// The element with some digits of indices.
    fn at(&self, digits: &[(usize, usize)]) -> Sum {
        let element = self.elements.get(offset(&self.strides, digits));
        element.copied().unwrap_or_else(|| Sum::starting_at(f64::NAN))
    }

    /// The sum over an index of the products of some factors.
    fn over(index: usize, factors: &[Self], extents: &[usize]) -> Result<Self, OutOfMemory> {
        let mut indices = together(factors);
        indices.retain(|other| *other != index);
        let (kept, along) = (counted(indices.iter(), extents), counted([index].iter(), extents));
        let count = |of: &[(usize, usize)]| of.iter().map(|(_, extent)| extent).product::<usize>();
        let mut elements = try_filled(Sum::starting_at(0.0), count(&kept))?;
        for (nth, element) in elements.iter_mut().enumerate() {
            for term in 0..count(&along) {
                let digits: Vec<_> = digits(&kept, nth).chain(digits(&along, term)).collect();
                element.add_product_of(&Sum::starting_at(1.0), &product(factors, &digits));
            }
            element.products += products(factors) + factors.len() as u64;
        }
        let shape: Vec<usize> = kept.iter().rev().map(|(_, extent)| *extent).collect();
        let axes: Vec<usize> = indices.iter().rev().copied().collect();
        Ok(Self { elements, strides: strides(&axes, &shape, extents.len()), indices })
    }
}

/// Factors without the indices that are not kept: one after the other is summed over, that first which leaves
/// the smallest tensor. All at once would take the product of all their extents.
fn summed(
    mut factors: Vec<Factor>,
    is_kept: impl Fn(&usize) -> bool,
    extents: &[usize],
) -> Result<Vec<Factor>, OutOfMemory> {
    loop {
        let size = |index: &usize| {
            let with = factors.iter().filter(|factor| factor.indices.contains(index));
            let all = distinct(with.flat_map(|factor| &factor.indices));
            counted(all.iter(), extents).iter().map(|(_, extent)| *extent as f64).product::<f64>()
        };
        let open = together(&factors).into_iter().filter(|index| !is_kept(index));
        let Some(index) = open.min_by(|one, other| size(one).total_cmp(&size(other))) else {
            return Ok(factors);
        };
        let (with, mut others): (Vec<_>, Vec<_>) =
            factors.into_iter().partition(|factor| factor.indices.contains(&index));
        others.push(Factor::over(index, &with, extents)?);
        factors = others;
    }
}

/// The product of the elements of factors with some digits of indices.
fn product(factors: &[Factor], digits: &[(usize, usize)]) -> Sum {
    let elements = factors.iter().map(|factor| factor.at(digits));
    let times = |one: Sum, other: Sum| {
        let mut product = Sum::starting_at(0.0);
        product.add_product_of(&one, &other);
        product
    };
    elements.reduce(times).unwrap_or_else(|| Sum::starting_at(1.0))
}

/// The products in the elements of some factors.
fn products(factors: &[Factor]) -> u64 {
    factors.iter().filter_map(|factor| factor.elements.first()).map(|element| element.products).sum()
}

/// The indices of some factors.
fn together(factors: &[Factor]) -> Vec<usize> {
    distinct(factors.iter().flat_map(|factor| &factor.indices))
}

/// Indices, each once, in their order.
fn distinct<'a>(indices: impl Iterator<Item = &'a usize>) -> Vec<usize> {
    let mut all: Vec<usize> = indices.copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Indices with their extents.
fn counted<'a>(indices: impl Iterator<Item = &'a usize>, extents: &[usize]) -> Vec<(usize, usize)> {
    indices.map(|index| (*index, extents.get(*index).copied().unwrap_or(1))).collect()
}

/// How far an array in C order, whose axes are some of `count` indices, moves along each; on a
/// diagonal along both.
fn strides(axes: &[usize], shape: &[usize], count: usize) -> Vec<usize> {
    let mut strides = vec![0; count];
    axes.iter().zip(shape).rev().fold(1, |next, (axis, extent)| {
        if let Some(stride) = strides.get_mut(*axis) {
            *stride += next;
        }
        next * extent
    });
    strides
}

/// The place of the element with some digits of indices.
fn offset(strides: &[usize], digits: &[(usize, usize)]) -> usize {
    digits.iter().map(|(index, digit)| strides.get(*index).copied().unwrap_or(0) * digit).sum()
}

/// The digits of a number, by indices and their extents.
fn digits(indices: &[(usize, usize)], mut number: usize) -> impl Iterator<Item = (usize, usize)> {
    indices.iter().map(move |(index, extent)| {
        let digit = number % extent;
        number /= extent;
        (*index, digit)
    })
}
