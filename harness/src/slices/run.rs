//! Running slices: each at its offsets, one after the other, block by block.
//!
//! Tests: `tests/tests/harness_slices.rs`.
#![allow(unsafe_code)]

use super::{Cut, Slices};
use crate::error::RunError;
use crate::program::AnyProgram;
use std::ptr::{with_exposed_provenance, with_exposed_provenance_mut};
use tensmith_core::Scalar;
use tensmith_core::executor::Executor;
use tensmith_core::fallible::try_filled;
use tensmith_core::reference::Element;
use tensmith_core::tensor::ArrayLayout;

impl Slices {
    /// Computes all blocks into the output at an address.
    ///
    /// # Safety
    /// Those of [`Slices::run_at`], with the layout of the whole output at `out`.
    pub(crate) unsafe fn run_all_at<T: Scalar>(
        &self,
        program: &AnyProgram,
        (of_input, out): (&dyn Fn(usize) -> usize, usize),
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        let span = if self.blocks_of_part() > 1 { self.partial.span() } else { 0 };
        let mut partial = try_filled(T::default(), span)?;
        let aside = partial.as_mut_ptr().wrapping_add(self.partial.origin()).expose_provenance();
        for block in 0..self.blocks() {
            let offset = self.offset_of_output(block) * size_of::<T>().cast_signed();
            let place = out.wrapping_add_signed(offset);
            let is_first = self.is_first(block);
            let to = if is_first { place } else { aside };
            // SAFETY: the part of the output, or the memory aside, which is this run's, has the layout of
            // a block's result.
            unsafe { self.run_at::<T>(program, block, (of_input, to), executor)? };
            if !is_first {
                // SAFETY: the same.
                unsafe { combine::<T>(&self.partial, (aside, place), false) };
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
    pub(crate) unsafe fn run_at<T: Scalar>(
        &self,
        program: &AnyProgram,
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
            // (`Compiled::checked`). These, at offsets of an index below the extents, are part of the
            // whole's, which are there.
            unsafe { program.run_at(of_argument, executor)? };
            if slice + 1 < slices.end {
                walk.next::<T>(self);
            }
        }
        Ok(())
    }

    /// Where the part of the output that a block writes to begins, in elements.
    pub(crate) fn offset_of_output(&self, block: u64) -> isize {
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
pub(crate) unsafe fn combine<T: Scalar>(layout: &ArrayLayout, (from, to): (usize, usize), is_first: bool) {
    let one = |[from, to]: [usize; 2]| {
        let (from, to) = (with_exposed_provenance::<T>(from), with_exposed_provenance_mut::<T>(to));
        // SAFETY: the place is that of an element (caller's duty).
        let part = unsafe { from.read() };
        // SAFETY: the same.
        let whole = if is_first { part } else { sum(unsafe { to.read() }, part) };
        // SAFETY: the same.
        unsafe { to.write(whole) };
    };
    each_place::<T, _>(layout, [from, to], one);
}

/// The sum of two numbers, rounded once; of integers, modulo their range.
fn sum<T: Scalar>(a: T, b: T) -> T {
    let mut parts = [Some((a.re(), b.re())), a.im().zip(b.im())].into_iter().flatten();
    T::from_parts(|| parts.next().map_or_else(T::Part::default, |(a, b)| a.plus(b)))
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
