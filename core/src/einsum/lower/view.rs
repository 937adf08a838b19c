//! How tensors lie in memory, index by index.
//!
//! A label that occurs twice in a term walks a diagonal: its strides add up. Where an extent of 1 is
//! repeated, the tensor does not move along the index, as if it did not have it. So a view of an operand has
//! each index once, whatever its term looks like.

use super::LowerError;
use super::labels::LinkOperand;
use crate::einsum::resolve::{Axis, Name};
use crate::einsum::tree::Index;
use crate::fallible::{Few, OutOfMemory, TryVec, sorted, try_collect, try_few};
use crate::tensor::ArrayLayout;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// The indices that a tensor has, each with the elements from one of its values to the next.
#[derive(Debug, Default)]
pub(super) struct View(Few<(Index, isize), 6>);

impl View {
    /// That of an operand: its axes and its array. `name` and `extent` say what is known of an index.
    pub(super) fn of_operand(
        operand: usize,
        axes: impl ExactSizeIterator<Item = Axis>,
        layout: &ArrayLayout,
        describe: impl Fn(Index) -> (Name, usize),
    ) -> Result<Self, LowerError> {
        let (extents, expected) = (layout.shape().len(), axes.len());
        if extents != expected {
            return Err(LowerError::Rank { operand, extents, expected });
        }
        let mut view = Self::default();
        for ((axis, &extent), &stride) in axes.zip(layout.shape()).zip(layout.strides()) {
            let (name, whole) = describe(axis.index);
            let expected = if axis.is_repeated { 1 } else { whole };
            if extent != expected {
                return Err(LowerError::Extent { name, operand, extent, expected });
            }
            if !axis.is_repeated {
                let is_added = view.add(axis.index, stride)?;
                is_added.ok_or(LowerError::Diagonal { name, operand })?;
            }
        }
        Ok(view)
    }

    /// That of the output: its indices and its array.
    pub(super) fn of_output(
        indices: &[Index],
        layout: &ArrayLayout,
        describe: impl Fn(Index) -> (Name, usize),
    ) -> Result<Self, LowerError> {
        let (extents, expected) = (layout.shape().len(), indices.len());
        if extents != expected {
            return Err(LowerError::OutputRank { extents, expected });
        }
        let mut view = Self::default();
        for ((&index, &extent), &stride) in indices.iter().zip(layout.shape()).zip(layout.strides()) {
            let (name, expected) = describe(index);
            if extent != expected {
                return Err(LowerError::OutputExtent { name, extent, expected });
            }
            view.0.try_push((index, stride))?;
        }
        Ok(view)
    }

    /// That of the operand of a link of some number, on an output with these indices.
    pub(super) fn of_link(
        (link, LinkOperand { axes, layout }): (usize, LinkOperand<'_>),
        output: &[Index],
        describe: impl Fn(Index) -> (Name, usize),
    ) -> Result<Self, LowerError> {
        let (extents, labels) = (layout.shape().len(), axes.len());
        if extents != labels {
            return Err(LowerError::LinkRank { link, extents, labels });
        }
        let mut view = Self::default();
        for ((&axis, &extent), &stride) in axes.iter().zip(layout.shape()).zip(layout.strides()) {
            let index = *output.get(axis).ok_or(LowerError::LinkAxis { link, axis, axes: output.len() })?;
            let (name, expected) = describe(index);
            if view.indices().any(|known| known == index) {
                return Err(LowerError::LinkRepeats { link, name });
            }
            if extent != expected {
                return Err(LowerError::LinkExtent { link, name, extent, expected });
            }
            view.0.try_push((index, stride))?;
        }
        Ok(view)
    }

    /// That of a dense tensor whose last index is contiguous. Its elements are counted elsewhere.
    pub(super) fn dense(indices: &[Index], extent: impl Fn(Index) -> usize) -> Result<Self, OutOfMemory> {
        let mut view = Self::default();
        let mut stride = 1isize;
        for &index in indices.iter().rev() {
            view.0.try_push((index, stride))?;
            stride = stride.saturating_mul(isize::try_from(extent(index).max(1)).unwrap_or(isize::MAX));
        }
        Ok(view)
    }

    /// Moves by so much more along an index; `None` if that overflows.
    fn add(&mut self, index: Index, stride: isize) -> Result<Option<()>, OutOfMemory> {
        let known = self.0.iter_mut().find(|(known, _)| *known == index);
        let Some((_, sum)) = known else {
            self.0.try_push((index, stride))?;
            return Ok(Some(()));
        };
        let added = sum.checked_add(stride);
        *sum = added.unwrap_or(*sum);
        Ok(added.map(|_| ()))
    }

    /// The elements from one value of an index to the next; 0 if it does not move.
    pub(super) fn stride(&self, index: Index) -> isize {
        self.0.iter().find(|(known, _)| *known == index).map_or(0, |(_, stride)| *stride)
    }

    /// The indices.
    pub(super) fn indices(&self) -> impl Iterator<Item = Index> {
        self.0.iter().map(|(index, _)| *index)
    }

    /// The same with these indices alone.
    pub(super) fn along(&self, indices: &[Index]) -> Result<Self, OutOfMemory> {
        let mut view = Self::default();
        for &index in indices {
            view.0.try_push((index, self.stride(index)))?;
        }
        Ok(view)
    }

    /// Where the real numbers are, if its elements are complex: they have one more index, which is
    /// contiguous.
    pub(super) fn in_parts(&self, part: Index) -> Result<Self, OutOfMemory> {
        let mut view = self.of_parts()?;
        view.0.try_push((part, 1))?;
        Ok(view)
    }

    /// Where the real parts are, if its elements are complex, or the imaginary ones.
    pub(super) fn of_parts(&self) -> Result<Self, OutOfMemory> {
        Ok(Self(try_few(self.0.iter().map(|&(index, stride)| (index, stride.saturating_mul(2))))?))
    }

    /// How many elements there are, each counted once for all indices along which it does not move.
    pub(super) fn elements(&self, extents: &[usize]) -> usize {
        let moving = self.0.iter().filter(|(_, stride)| *stride != 0);
        moving.fold(1, |all: usize, (index, _)| all.saturating_mul(extents.get(*index).copied().unwrap_or(1)))
    }

    /// How many elements there are at most from the first to the last: fewer, where they overlap.
    pub(super) fn reach(&self, extents: &[usize]) -> usize {
        self.0.iter().fold(1, |all: usize, (index, stride)| {
            let last = extents.get(*index).copied().unwrap_or(1).saturating_sub(1);
            all.saturating_add(stride.unsigned_abs().saturating_mul(last))
        })
    }

    /// Where groups of some neighbours along an index are, that are contiguous: all else is at multiples of
    /// these.
    pub(super) fn in_groups(&self, along: Index, group: isize) -> Result<Self, OutOfMemory> {
        let over = |(index, stride): (Index, isize)| match index == along {
            true => (index, stride),
            false => (index, stride.checked_div(group).unwrap_or(0)),
        };
        Ok(Self(try_few(self.0.iter().map(|at| over(*at)))?))
    }

    /// The same with indices along which it does not move.
    pub(super) fn with_standing(mut self, indices: impl Iterator<Item = Index>) -> Result<Self, OutOfMemory> {
        for index in indices {
            self.0.try_push((index, 0))?;
        }
        Ok(self)
    }

    /// The indices, those first that move farthest.
    pub(super) fn by_stride(&self) -> Result<Vec<Index>, OutOfMemory> {
        let keys = self
            .0
            .iter()
            .enumerate()
            .map(|(nth, &(index, stride))| (Reverse(stride.unsigned_abs()), nth, index));
        try_collect(sorted(try_collect(keys)?).into_iter().map(|(.., index)| index))
    }
}
