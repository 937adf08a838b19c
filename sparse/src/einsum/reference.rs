//! The result by definition, entry by entry.

use super::compiled::Compiled;
use crate::csr::Index;
use tensmith::{Check, CheckError, Strided, View};
use tensmith_core::fallible::try_filled;
use tensmith_core::reference::{Element, Sum};

/// The elements of a dense operand, in C order, and how far they move along each index.
struct Factor {
    elements: Vec<f64>,
    strides: Vec<usize>,
}

impl<T: Element, I: Index> Compiled<T, I> {
    /// Compares an output with the reference.
    pub(super) fn check(&self, inputs: &[View<'_, T>], output: &View<'_, T>) -> Result<Check, CheckError> {
        self.check_layouts(inputs, output)?;
        let mut check = Check::default();
        for (sum, actual) in self.sums(inputs)?.iter().zip(output.elements()) {
            check.compare(sum, actual);
        }
        Ok(check)
    }

    /// The sums, in the order of the output's elements in C order.
    fn sums(&self, inputs: &[View<'_, T>]) -> Result<Vec<Sum>, CheckError> {
        let resolved = &self.asked.resolved;
        let indices = resolved.indices();
        let outputs: Vec<usize> = (0..resolved.output().len()).collect();
        let shape: Vec<usize> = resolved.output().iter().map(|index| index.extent).collect();
        let output = strides(&outputs, &shape, indices.len());
        let factors: Vec<Factor> = inputs
            .iter()
            .zip(&self.asked.dense)
            .map(|(input, (number, _))| self.factor(input, *number))
            .collect();
        let matrix = resolved.inputs().get(self.asked.operand).into_iter().flatten();
        let matrix: Vec<usize> = matrix.map(|axis| axis.index).collect();
        let others = (0..indices.len()).filter(|index| !matrix.contains(index));
        let others: Vec<(usize, usize)> =
            others.filter_map(|index| Some((index, indices.get(index)?.extent))).collect();
        let points: usize = others.iter().map(|(_, extent)| extent).product();
        let mut sums = try_filled(Sum::starting_at(0.0), shape.iter().product())?;
        for (row, column, value) in self.asked.matrix.iter() {
            let of_entry = || matrix.iter().copied().zip([row, column]);
            for point in 0..points {
                let digits: Vec<(usize, usize)> = of_entry().chain(digits(&others, point)).collect();
                let dense = factors.iter().map(|factor| factor.at(&digits)).product();
                if let Some(sum) = sums.get_mut(offset(&output, &digits)) {
                    sum.add_product(value.to_f64(), dense);
                }
            }
        }
        // Each contraction rounds its products and, once more, what it stores.
        let more = 2 * (factors.len() as u64 + 2);
        sums.iter_mut().filter(|sum| sum.products > 0).for_each(|sum| sum.products += more);
        Ok(sums)
    }

    /// A dense operand by indices.
    fn factor(&self, view: &View<'_, T>, operand: usize) -> Factor {
        let resolved = &self.asked.resolved;
        let axes = resolved.inputs().get(operand).into_iter().flatten();
        // One that is repeated moves along none: its extent is 1.
        let axes: Vec<usize> =
            axes.map(|axis| if axis.is_repeated { usize::MAX } else { axis.index }).collect();
        let strides = strides(&axes, view.shape(), resolved.indices().len());
        Factor { elements: view.elements().map(Element::to_f64).collect(), strides }
    }
}

impl Factor {
    /// The element with some digits of indices.
    fn at(&self, digits: &[(usize, usize)]) -> f64 {
        self.elements.get(offset(&self.strides, digits)).copied().unwrap_or(f64::NAN)
    }
}

/// How far an array in C order, whose axes are some of `count` indices, moves along each; on a diagonal along both.
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
