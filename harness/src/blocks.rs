//! Blocks of slices, each computed by itself, and added to the result.
//!
//! Tests: `tests/tests/harness_slices.rs`.
#![allow(unsafe_code)]

use crate::error::RunError;
use crate::plan::Plan;
use crate::run::check_layout;
use crate::slices::combine;
use std::ops::Range;
use tensmith_core::Scalar;
use tensmith_core::tensor::view::{AsView, AsViewMut, Strided};
use tensmith_core::tensor::{ArrayLayout, ArrayName};

impl<T: Scalar, O: Scalar> Plan<T, O> {
    /// Returns how many slices the contraction is cut into, to keep a
    /// [limit of memory](crate::Contraction::memory_limit): 1 if it is not.
    #[must_use]
    pub fn slices(&self) -> u64 {
        self.0.runs()
    }

    /// Returns how many blocks the slices are computed in: each has the same number of slices, which the plan
    /// has chosen. Results of blocks are added in the order of their numbers.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.0.slices.as_ref().map_or(1, |slices| slices.blocks())
    }
}

impl<T: Scalar> Plan<T> {
    /// Returns a block, by its number: any of them may be computed by several threads, processes and machines
    /// at a time.
    ///
    /// # Errors
    /// [`RunError::Block`].
    pub fn block(&self, number: u64) -> Result<SliceBlock<'_, T>, RunError> {
        let blocks = self.blocks();
        if number < blocks {
            Ok(SliceBlock { plan: self, number })
        } else {
            Err(RunError::Block { block: number, blocks })
        }
    }

    /// Refuses inputs that are not like the plan's.
    fn check_inputs(&self, inputs: &[impl Strided]) -> Result<(), RunError> {
        let layouts = self.inputs();
        let (found, expected) = (inputs.len(), layouts.len());
        if found != expected {
            return Err(RunError::Inputs { found, expected });
        }
        let mut all = inputs.iter().zip(layouts).enumerate();
        all.try_for_each(|(number, (input, layout))| check_layout(ArrayName::Input(number), input, layout))
    }
}

/// Some slices of a contraction, as many as in each block of its [`Plan`].
///
/// ```
/// use tensmith::{Array, einsum};
///
/// let square = |value| Array::c_order(vec![value; 64 * 64], &[64, 64]);
/// let inputs = [square(1.0f64)?, square(2.0)?];
/// let plan = tensmith::Jit::host()?.contraction("ij,jk->ik").plan::<f64>(&inputs)?;
/// let mut output = plan.zeros()?;
/// for number in 0..plan.blocks() {
///     let block = plan.block(number)?;
///     let mut result = Array::zeros(block.layout().try_clone()?)?;
///     block.run(&inputs, &mut result)?;
///     block.add(&result, &mut output)?;
/// }
/// assert_eq!(output.data(), einsum("ij,jk->ik", &inputs)?.data());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SliceBlock<'p, T: Scalar> {
    plan: &'p Plan<T>,
    number: u64,
}

impl<'p, T: Scalar> SliceBlock<'p, T> {
    /// Returns the layout of a block's result: that of the output, with an extent of 1 along the axes on
    /// which a block has one [place](Self::place) only. Strides are the output's. It is the same for all
    /// blocks of a plan.
    #[must_use]
    pub fn layout(&self) -> &'p ArrayLayout {
        let plan = self.plan;
        plan.0.slices.as_ref().map_or(&plan.0.operands.output, |slices| slices.partial())
    }

    /// Returns which part of the output the block is added to: the places along each axis.
    #[must_use]
    pub fn place(&self) -> Vec<Range<usize>> {
        match &self.plan.0.slices {
            Some(slices) => slices.place(self.number),
            None => self.layout().shape().iter().map(|extent| 0..*extent).collect(),
        }
    }

    /// Computes the block into an array with its [layout](Self::layout), on the threads of the plan's
    /// [`Jit`](crate::Jit). What it holds is overwritten, unless the plan adds to its output.
    ///
    /// # Errors
    /// Those of [`Plan::run`].
    pub fn run(&self, inputs: &[impl AsView<T>], output: &mut impl AsViewMut<T>) -> Result<(), RunError> {
        let inner = &self.plan.0;
        let Some(slices) = &inner.slices else { return self.plan.run(inputs, output) };
        self.plan.check_inputs(inputs)?;
        check_layout(ArrayName::Output, output, self.layout())?;
        let out = output.as_view_mut().origin();
        let of_input = |number: usize| inputs[number].as_view().origin();
        // SAFETY: inputs and output have the layouts that are promised to `run_at`, and are borrowed.
        unsafe { slices.run_at::<T>(&inner.program, self.number, (&of_input, out), inner.program.pool()) }
    }

    /// Adds the block's result to the output, or writes it there if it is the first one of its
    /// [part](Self::place). With all blocks in their order, that is what [`Plan::run`] computes, bit by bit.
    ///
    /// # Errors
    /// [`RunError::Shape`] and [`RunError::Strides`], where arrays are not those of the plan.
    pub fn add(&self, result: &impl AsView<T>, output: &mut impl AsViewMut<T>) -> Result<(), RunError> {
        let layout = self.layout();
        check_layout(ArrayName::Input(0), result, layout)?;
        check_layout(ArrayName::Output, output, self.plan.output())?;
        let (offset, is_first) = match &self.plan.0.slices {
            Some(slices) => (slices.offset_of_output(self.number), slices.is_first(self.number)),
            None => (0, true),
        };
        let (from, to) = (result.as_view().origin(), output.as_view_mut().origin());
        let to = to.wrapping_add_signed(offset * size_of::<T>().cast_signed());
        // SAFETY: both arrays have elements at all places of the layout, the output at an offset that keeps
        // it within, and are borrowed.
        unsafe { combine::<T>(layout, (from, to), is_first) };
        Ok(())
    }
}
