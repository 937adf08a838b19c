//! Running a contraction on views: where their elements become those of products.
#![allow(unsafe_code)]

use super::compiled::Compiled;
use super::error::EinsumRunError;
use crate::csr::Index;
use crate::product::Pair;
use tensmith::error::ArrayName;
use tensmith::extend::check_layout;
use tensmith::parallel::Executor;
use tensmith::{Array, RunError, Strided, View, ViewMut};
use tensmith_core::reference::Element;

impl<T: Element, I: Index> Compiled<T, I> {
    /// Evaluates the contraction.
    pub(super) fn run(
        &self,
        inputs: &[View<'_, T>],
        output: &mut ViewMut<'_, T>,
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), EinsumRunError> {
        self.check_layouts(inputs, output)?;
        let of = |numbers: &[usize]| -> Vec<View<'_, T>> {
            let place = |number: &usize| self.request.dense.iter().position(|(other, _)| other == number);
            numbers.iter().filter_map(place).filter_map(|at| inputs.get(at)).copied().collect()
        };
        let co_operands = of(&self.step.co_operands);
        let operand = match &self.before {
            None => None,
            Some(plan) => {
                let mut operand = plan.zeros()?;
                plan.run_on(&co_operands, &mut operand.view_mut(), executor)?;
                Some(operand)
            }
        };
        let b = operand.as_ref().map(Array::view).or(co_operands.first().copied());
        let Some(b) = b else { return Ok(()) };
        let Some((plan, layout)) = self.after.as_ref().and_then(|plan| Some((plan, plan.inputs().first()?)))
        else {
            return self.multiply(&b, output, executor);
        };
        let mut product = Array::zeros(layout.try_clone()?)?;
        self.multiply(&b, &mut product.view_mut(), executor)?;
        let mut rest = vec![product.view()];
        rest.extend(of(&self.step.rest));
        Ok(plan.run_on(&rest, output, executor)?)
    }

    /// All products, of a dense operand and into a result of the layouts that they are made for.
    fn multiply(
        &self,
        b: &View<'_, T>,
        c: &mut ViewMut<'_, T>,
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), EinsumRunError> {
        let origins = [b.origin(), c.origin()];
        let address = |origin: usize, elements: isize| {
            origin.wrapping_add_signed(elements.wrapping_mul(size_of::<T>() as isize))
        };
        for (product, panels) in &self.products {
            let places = |nth: usize| {
                let ([b, c], [of_b, of_c]) = (origins, panels.place(nth));
                Pair { b: address(b, of_b), c: address(c, of_c) }
            };
            // SAFETY: an element of a product is that of an index of the view (`arrangement`: columns and
            // loops have the labels' extents, and places are sums of multiples of strides below them), and
            // the view's layout was checked (`check_layouts`), or is that of an intermediate tensor which the
            // plan has. So B may be read, and C is borrowed for writing; another loop's
            // index is another element.
            unsafe { product.run_many(panels.count(), &places, executor)? };
        }
        Ok(())
    }

    /// Refuses operands that are not like those that the contraction is made for.
    pub(super) fn check_layouts(
        &self,
        inputs: &[View<'_, T>],
        output: &impl Strided,
    ) -> Result<(), RunError> {
        let (found, expected) = (inputs.len(), self.request.dense.len());
        if found != expected {
            return Err(RunError::Inputs { found, expected });
        }
        for (input, (number, layout)) in inputs.iter().zip(&self.request.dense) {
            check_layout(ArrayName::Input(*number), input, layout)?;
        }
        check_layout(ArrayName::Output, output, &self.request.output)
    }
}
