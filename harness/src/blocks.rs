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
    /// Returns the layout of a block's result: that of the output, with an extent of 1 along the axes on
    /// which a block has one [place](Plan::block_place) only. Strides are the output's.
    #[must_use]
    pub fn block_output(&self) -> &ArrayLayout {
        self.0.slices.as_ref().map_or(&self.0.operands.output, |slices| slices.partial())
    }

    /// Returns which part of the output a block is added to: the places along each axis.
    ///
    /// # Errors
    /// [`RunError::Block`].
    pub fn block_place(&self, block: u64) -> Result<Vec<Range<usize>>, RunError> {
        self.check_block(block)?;
        Ok(match &self.0.slices {
            Some(slices) => slices.place(block),
            None => self.0.operands.output.shape().iter().map(|extent| 0..*extent).collect(),
        })
    }

    /// Computes one block into an array with the layout of [`Plan::block_output`], on the threads of the
    /// plan's [`Jit`](crate::Jit). What it holds is overwritten, unless the plan adds to its output. Blocks
    /// may be computed by several threads, processes and machines at a time; [`Plan::add_block`] makes the
    /// result of them.
    ///
    /// # Errors
    /// [`RunError::Block`], and those of [`Plan::run`].
    pub fn run_block(
        &self,
        block: u64,
        inputs: &[impl AsView<T>],
        output: &mut impl AsViewMut<T>,
    ) -> Result<(), RunError> {
        self.check_block(block)?;
        let Some(slices) = &self.0.slices else { return self.run(inputs, output) };
        self.check_inputs(inputs)?;
        check_layout(ArrayName::Output, output, slices.partial())?;
        let out = output.as_view_mut().origin();
        let of_input = |number: usize| inputs[number].as_view().origin();
        // SAFETY: inputs and output have the layouts that are promised to `run_at`, and are borrowed.
        unsafe { slices.run_at::<T>(&self.0.program, block, (&of_input, out), self.0.program.pool()) }
    }

    /// Adds a block's result to the output, or writes it there if it is the first one of its
    /// [part](Plan::block_place). With all blocks in their order, that is what [`Plan::run`] computes, bit by
    /// bit.
    ///
    /// # Errors
    /// [`RunError::Block`], and [`RunError::Shape`] and [`RunError::Strides`], where arrays are not those of
    /// the plan.
    pub fn add_block(
        &self,
        block: u64,
        result: &impl AsView<T>,
        output: &mut impl AsViewMut<T>,
    ) -> Result<(), RunError> {
        self.check_block(block)?;
        let layout = self.block_output();
        check_layout(ArrayName::Input(0), result, layout)?;
        check_layout(ArrayName::Output, output, self.output())?;
        let (offset, is_first) = match &self.0.slices {
            Some(slices) => (slices.offset_of_output(block), slices.is_first(block)),
            None => (0, true),
        };
        let (from, to) = (result.as_view().origin(), output.as_view_mut().origin());
        let to = to.wrapping_add_signed(offset * size_of::<T>().cast_signed());
        // SAFETY: both arrays have elements at all places of the layout, the output at an offset that keeps
        // it within, and are borrowed.
        unsafe { combine::<T>(layout, (from, to), is_first) };
        Ok(())
    }

    fn check_block(&self, block: u64) -> Result<(), RunError> {
        let blocks = self.blocks();
        if block < blocks { Ok(()) } else { Err(RunError::Block { block, blocks }) }
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
