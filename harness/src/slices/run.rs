//! Running slices: each at its offsets, one after the other, block by block.
//!
//! Tests: `tests/tests/harness_slices.rs`.
#![allow(unsafe_code)]

use super::{Cut, Slices};
use crate::error::RunError;
use crate::plan::{Compiled, Plan};
use crate::run::check_layout;
use std::ops::Range;
use std::ptr::{with_exposed_provenance, with_exposed_provenance_mut};
use tensmith_core::Scalar;
use tensmith_core::executor::Executor;
use tensmith_core::fallible::try_filled;
use tensmith_core::reference::Element;
use tensmith_core::tensor::view::{AsView, AsViewMut, Strided};
use tensmith_core::tensor::{ArrayLayout, ArrayName};

impl<T: Scalar> Plan<T> {
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

    /// Returns the layout of a block's result: that of the output, with an extent of 1 along the axes on which
    /// a block has one [place](Plan::block_place) only. Strides are the output's.
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
    /// plan's [`Jit`](crate::Jit). What it holds is overwritten, unless the plan adds to its output. Blocks may
    /// be computed by several threads, processes and machines at a time; [`Plan::add_block`] makes the result
    /// of them.
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
        unsafe { slices.run_at::<T>(&self.0, block, (&of_input, out), self.0.program.pool()) }
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

impl Slices {
    /// Computes all blocks into the output at an address.
    ///
    /// # Safety
    /// Those of [`Slices::run_at`], with the layout of the whole output at `out`.
    pub(crate) unsafe fn run_all_at<T: Scalar>(
        &self,
        compiled: &Compiled,
        (of_input, out): (&dyn Fn(usize) -> usize, usize),
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        let span = if self.blocks_of_part() > 1 { self.partial.span() } else { 0 };
        let mut partial = try_filled(T::default(), span)?;
        let beside = partial.as_mut_ptr().wrapping_add(self.partial.origin()).expose_provenance();
        for block in 0..self.blocks() {
            let offset = self.offset_of_output(block) * size_of::<T>().cast_signed();
            let place = out.wrapping_add_signed(offset);
            let is_first = self.is_first(block);
            let to = if is_first { place } else { beside };
            // SAFETY: the part of the output, or the memory beside it, which is this run's, has the layout of
            // a block's result.
            unsafe { self.run_at::<T>(compiled, block, (of_input, to), executor)? };
            if !is_first {
                // SAFETY: the same.
                unsafe { combine::<T>(&self.partial, (beside, place), false) };
            }
        }
        Ok(())
    }

    /// Computes a block into an array at an address.
    ///
    /// # Safety
    /// There are addresses of all inputs, each that of the element (0, …, 0) of an array with the layout that
    /// the whole contraction has, with elements of type `T`, which is the plan's; at `out` there is one with
    /// the layout of a block's result. Nothing else accesses what is written meanwhile, nor writes to the
    /// rest.
    unsafe fn run_at<T: Scalar>(
        &self,
        compiled: &Compiled,
        block: u64,
        (of_input, out): (&dyn Fn(usize) -> usize, usize),
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        if self.adds() {
            let zero = |place: usize| {
                // SAFETY: the place is one of the block's result.
                unsafe { with_exposed_provenance_mut::<T>(place).write(T::default()) }
            };
            each_place::<T, _>(&self.partial, [out], |[place]| zero(place));
        }
        let slices = self.slices(block);
        let inputs = self.operands.inputs.len();
        let mut walk = Walk::new::<T>(self, slices.start);
        // At `out` there is the part of the output that the block writes to, not the whole.
        let begin = self.offset_of_output(block) * size_of::<T>().cast_signed();
        for slice in slices.clone() {
            let of_argument = |argument: usize| {
                let offset = walk.offsets[argument];
                if argument < inputs {
                    of_input(argument).wrapping_add_signed(offset)
                } else {
                    out.wrapping_add_signed(offset - begin)
                }
            };
            // SAFETY: the program accesses nothing beyond the layouts of a slice's operands
            // (`Compiled::checked`). These, at offsets of an index below the extents, are part of the whole's,
            // which are there.
            unsafe { compiled.program.run_at(of_argument, executor)? };
            if slice + 1 < slices.end {
                walk.next::<T>(self);
            }
        }
        Ok(())
    }

    /// Where the part of the output that a block writes to begins, in elements.
    fn offset_of_output(&self, block: u64) -> isize {
        let digits = self.digits(self.slices(block).start);
        let output = self.operands.inputs.len();
        let fixed = self.cuts.iter().zip(digits).take(self.fixed);
        let of_cut = |(cut, digit): (&Cut, usize)| {
            let step = cut.steps.iter().find(|(argument, _)| *argument == output);
            step.map_or(0, |(_, step)| step * digit.cast_signed())
        };
        fixed.map(of_cut).sum()
    }
}

/// The offsets of all arguments, in bytes, from slice to slice.
struct Walk {
    digits: Vec<usize>,
    offsets: Vec<isize>,
}

impl Walk {
    /// Those of a slice.
    fn new<T>(slices: &Slices, slice: u64) -> Self {
        let digits = slices.digits(slice);
        let mut walk = Self { digits: Vec::new(), offsets: vec![0; slices.operands.inputs.len() + 1] };
        slices.cuts.iter().zip(&digits).for_each(|(cut, digit)| walk.go::<T>(cut, digit.cast_signed()));
        Self { digits, ..walk }
    }

    /// Goes on to the next slice.
    fn next<T>(&mut self, slices: &Slices) {
        for (place, cut) in slices.cuts.iter().enumerate().rev() {
            let digit = self.digits[place];
            let is_last = digit + 1 == cut.extent;
            self.go::<T>(cut, if is_last { -digit.cast_signed() } else { 1 });
            self.digits[place] = if is_last { 0 } else { digit + 1 };
            if !is_last {
                break;
            }
        }
    }

    /// Moves along an index by some values.
    fn go<T>(&mut self, cut: &Cut, values: isize) {
        let values = values * size_of::<T>().cast_signed();
        cut.steps.iter().for_each(|(argument, step)| self.offsets[*argument] += step * values);
    }
}

/// Writes an array to another of the same layout, or adds it.
///
/// # Safety
/// At both addresses there is an array of this layout, with elements of type `T`, that the caller has for
/// itself.
unsafe fn combine<T: Scalar>(layout: &ArrayLayout, (from, to): (usize, usize), is_first: bool) {
    let one = |[from, to]: [usize; 2]| {
        let (from, to) = (with_exposed_provenance::<T>(from), with_exposed_provenance_mut::<T>(to));
        // SAFETY: the places are those of elements (caller's duty).
        unsafe { to.write(if is_first { *from } else { sum(*to, *from) }) };
    };
    each_place::<T, _>(layout, [from, to], one);
}

/// The sum of two numbers, rounded once: double precision has digits enough for that of all other types.
fn sum<T: Scalar>(a: T, b: T) -> T {
    let add = |a: T::Part, b: T::Part| T::Part::from_f64(a.to_f64() + b.to_f64());
    let mut parts = [Some((a.re(), b.re())), a.im().zip(b.im())].into_iter().flatten();
    T::from_parts(|| parts.next().map_or_else(T::Part::default, |(a, b)| add(a, b)))
}

/// Goes through the elements of arrays of the same layout, by their addresses.
fn each_place<T, const N: usize>(
    layout: &ArrayLayout,
    origins: [usize; N],
    mut visit: impl FnMut([usize; N]),
) {
    let size = size_of::<T>().cast_signed();
    let (shape, strides) = (layout.shape(), layout.strides());
    if shape.contains(&0) {
        return;
    }
    let mut digits = vec![0usize; shape.len()];
    let mut offset = 0isize;
    let (inner, step) =
        shape.last().zip(strides.last()).map_or((1, 0), |(extent, stride)| (*extent, *stride));
    loop {
        for number in 0..inner {
            let at = (offset + step * number.cast_signed()) * size;
            visit(origins.map(|origin| origin.wrapping_add_signed(at)));
        }
        let mut axis = shape.len().saturating_sub(1);
        loop {
            let Some(outer) = axis.checked_sub(1) else { return };
            axis = outer;
            digits[axis] += 1;
            offset += strides[axis];
            if digits[axis] < shape[axis] {
                break;
            }
            offset -= strides[axis] * shape[axis].cast_signed();
            digits[axis] = 0;
        }
    }
}
