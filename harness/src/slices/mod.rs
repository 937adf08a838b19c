//! How a contraction is cut into slices, and these into blocks.
//!
//! Problem: a contraction needs more memory than there is, or more time than one machine has. Idea: it is cut
//! along some indices ([`Slicer`](tensmith_core::einsum::path::Slicer)): for each of their values, the same
//! program runs on a part of each operand, which is that operand at an offset. Where the output has an index
//! that is cut, slices write side by side; where it has not, they are added.
//!
//! A slice has a number, of which the values of the indices are the digits, the output's first. Slices that
//! are added follow each other, and a *block* is as many of them as are added in one place before that is
//! added to the result, or all that write to a part of the output. So the result is that of blocks in their
//! order, the same bits no matter who computes them, and how
//! many do.
//!
//! Invariant: a program that fits the operands of a slice accesses, at each slice's offsets, nothing but the
//! whole's operands, as an offset is that of an index below the extents.
//!
//! Tests: `tests/tests/harness_slices.rs`.

mod run;

pub(crate) use run::combine;

use crate::error::PlanError;
use crate::operands::Operands;
use crate::order::{ContractionOrder, Order};
use std::num::NonZeroU64;
use std::ops::Range;
use tensmith_core::ScalarType;
use tensmith_core::einsum::tree::Index;
use tensmith_core::einsum::{Axes, Beta, Name, Resolved};
use tensmith_core::tensor::{ArrayLayout, LayoutError};

/// See the module's documentation.
#[derive(Debug)]
pub(crate) struct Slices {
    /// The indices that are cut, the slowest first: those of the output, and then the others.
    cuts: Vec<Cut>,
    /// How many of them, from the first, have the same value in all slices of a block: of the output all.
    fixed: usize,
    /// How many slices there are.
    count: u64,
    /// How many of them share a part of the output.
    of_part: u64,
    /// How many of them a block has, but for the last one of a part.
    block: NonZeroU64,
    /// The operands of one slice.
    operands: Operands,
    /// Where a block writes.
    partial: ArrayLayout,
    /// The multiply-adds of the best order known without cuts.
    pub(crate) uncut: f64,
}

/// An index that is cut.
#[derive(Debug)]
struct Cut {
    index: Index,
    name: Name,
    extent: usize,
    /// The axis of the output that it is.
    axis: Option<usize>,
    /// The operands that move along it, the output behind the inputs, and the elements by which they do.
    steps: Vec<(usize, isize)>,
}

/// The multiply-adds that a block should take at least: what is between blocks does not count then …
const WORK: u64 = 1 << 28;

/// … and there should not be more blocks than this.
const BLOCKS: u64 = 4096;

/// As many slices as a block should have, of slices with some multiply-adds.
pub(crate) fn usual_block(multiply_adds: u64, count: u64) -> NonZeroU64 {
    let slices = WORK.div_ceil(multiply_adds.max(1)).max(count.div_ceil(BLOCKS));
    NonZeroU64::new(slices).unwrap_or(NonZeroU64::MIN)
}

/// The order in which operands meet, with how it is cut, if it is.
pub(crate) fn order_of(contraction: &ContractionOrder, slices: Option<&Slices>) -> Order {
    let (cut, block) = match slices {
        Some(slices) => (slices.indices().collect(), slices.block()),
        None => (Vec::new(), NonZeroU64::MIN),
    };
    Order { pairs: contraction.pairs(), cut, block }
}

impl Slices {
    /// Cuts an expression over operands as an order says.
    ///
    /// # Errors
    /// [`PlanError::NoSlices`], where results are more than sums, or have another place; [`PlanError::Cut`],
    /// where the order's indices are none; [`PlanError::TooManySlices`].
    pub(crate) fn new(resolved: &Resolved, whole: &Operands, order: &Order) -> Result<Self, PlanError> {
        has_slices(resolved, whole)?;
        let cuts = cuts(resolved, whole, &order.cut)?;
        let product =
            |cuts: &[Cut]| cuts.iter().try_fold(1u64, |all, cut| all.checked_mul(cut.extent as u64));
        let count = product(&cuts).ok_or(PlanError::TooManySlices)?;
        let of_output = cuts.iter().filter(|cut| cut.axis.is_some()).count();
        let mut fixed = of_output;
        let mut of_part: u64 = cuts[fixed..].iter().map(|cut| cut.extent as u64).product();
        let adds = of_output < cuts.len();
        let block = if of_part > order.block.get() {
            of_part.div_ceil(of_part.div_ceil(order.block.get()))
        } else {
            while let Some(cut) = cuts[..fixed].last()
                && of_part * cut.extent as u64 <= order.block.get()
            {
                of_part *= cut.extent as u64;
                fixed -= 1;
            }
            of_part
        };
        let block = NonZeroU64::new(block).unwrap_or(NonZeroU64::MIN);
        let operands = whole.of_slice(resolved, &order.cut, adds)?;
        let partial = partial(&cuts, fixed, resolved, &whole.output)?;
        Ok(Self { cuts, fixed, count, of_part, block, operands, partial, uncut: 0.0 })
    }

    /// The operands of one slice.
    pub(crate) const fn operands(&self) -> &Operands {
        &self.operands
    }

    /// How many slices there are.
    pub(crate) const fn count(&self) -> u64 {
        self.count
    }

    /// How many slices share a part of the output.
    pub(crate) const fn of_part(&self) -> u64 {
        self.of_part
    }

    /// The most slices of a block.
    pub(crate) const fn block(&self) -> NonZeroU64 {
        self.block
    }

    /// The indices that are cut.
    pub(crate) fn indices(&self) -> impl Iterator<Item = Index> {
        self.cuts.iter().map(|cut| cut.index)
    }

    /// The names of the indices that are cut, with their extents.
    pub(crate) fn named(&self) -> impl Iterator<Item = (Name, usize)> {
        self.cuts.iter().map(|cut| (cut.name, cut.extent))
    }

    /// Where a block writes.
    pub(crate) const fn partial(&self) -> &ArrayLayout {
        &self.partial
    }

    /// The blocks of a part of the output, which are added.
    fn blocks_of_part(&self) -> u64 {
        self.of_part.div_ceil(self.block.get())
    }

    /// How many blocks there are.
    pub(crate) fn blocks(&self) -> u64 {
        (self.count / self.of_part.max(1)) * self.blocks_of_part()
    }

    /// Whether slices are added where they write.
    pub(crate) fn adds(&self) -> bool {
        self.cuts.iter().any(|cut| cut.axis.is_none())
    }

    /// The bytes of a block's result next to the output, if blocks are added.
    pub(crate) fn partial_bytes(&self, scalar: ScalarType) -> usize {
        if self.blocks_of_part() > 1 { self.partial.span().saturating_mul(scalar.bytes()) } else { 0 }
    }

    /// The slices of a block.
    fn slices(&self, block: u64) -> Range<u64> {
        let (part, number) = (block / self.blocks_of_part(), block % self.blocks_of_part());
        let begin = part * self.of_part + number * self.block.get();
        begin..(begin + self.block.get()).min((part + 1) * self.of_part)
    }

    /// Whether a block is the first one of its part of the output.
    pub(crate) fn is_first(&self, block: u64) -> bool {
        block.is_multiple_of(self.blocks_of_part())
    }

    /// The part of the output that a block writes to: the places along each axis.
    pub(crate) fn place(&self, block: u64) -> Vec<Range<usize>> {
        let mut places: Vec<_> = self.partial.shape().iter().map(|extent| 0..*extent).collect();
        let digits = self.digits(self.slices(block).start);
        for (cut, digit) in self.cuts.iter().zip(digits).take(self.fixed) {
            if let Some(axis) = cut.axis {
                places[axis] = digit..digit + 1;
            }
        }
        places
    }

    /// The values of the indices in a slice.
    fn digits(&self, slice: u64) -> Vec<usize> {
        let mut rest = slice;
        let mut digits: Vec<_> = (self.cuts.iter().rev())
            .map(|cut| {
                let extent = (cut.extent as u64).max(1);
                let digit = rest % extent;
                rest /= extent;
                // It is below an extent.
                digit as usize
            })
            .collect();
        digits.reverse();
        digits
    }
}

/// Refuses what slices leave out, and an output that two slices would write the same element of.
fn has_slices(resolved: &Resolved, whole: &Operands) -> Result<(), PlanError> {
    let refused = |rule| Err(PlanError::NoSlices { rule });
    if !whole.chain.is_empty() || whole.beta != Beta::Zero {
        return refused("must have no operations on the result, and no factor of the output");
    }
    let extents = resolved.output().iter().map(|index| index.extent);
    if !extents.eq(whole.output.shape().iter().copied()) {
        return refused("the output must have the extents of the expression's");
    }
    if whole.output.is_distinct() {
        Ok(())
    } else {
        refused("no two indices of the output may share an element")
    }
}

/// The indices of an order, as they cut operands.
fn cuts(resolved: &Resolved, operands: &Operands, indices: &[Index]) -> Result<Vec<Cut>, PlanError> {
    let outputs = resolved.output().len();
    // Indices of the output have the lowest numbers.
    let (of_output, rest) = indices.split_at(indices.iter().filter(|index| **index < outputs).count());
    let is_in_order = of_output.is_sorted_by(|a, b| a < b) && rest.is_sorted_by(|a, b| a < b);
    let cut = |&index: &Index| {
        let is_placed = is_in_order && (rest.contains(&index) == (index >= outputs));
        let described = resolved.indices().get(index).filter(|index| is_placed && index.extent > 0);
        let described = described.ok_or(PlanError::Cut { index, indices: resolved.indices().len() })?;
        let moves = |(argument, axes): (usize, &Axes)| {
            let along = axes.iter().zip(operands.inputs[argument].strides());
            let mut along = along.filter(|(axis, _)| axis.index == index && !axis.is_repeated).peekable();
            along.peek()?;
            Some((argument, along.map(|(_, stride)| *stride).sum()))
        };
        let mut steps: Vec<_> = resolved.inputs().iter().enumerate().filter_map(moves).collect();
        let axis = (index < outputs).then_some(index);
        steps.extend(axis.map(|axis| (operands.inputs.len(), operands.output.strides()[axis])));
        Ok(Cut { index, name: described.name, extent: described.extent, axis, steps })
    };
    indices.iter().map(cut).collect()
}

/// The part of the output that a block writes to: along the indices with the same value in all its slices, a
/// single place.
fn partial(
    cuts: &[Cut],
    fixed: usize,
    resolved: &Resolved,
    output: &ArrayLayout,
) -> Result<ArrayLayout, LayoutError> {
    let is_fixed = |axis: usize| cuts[..fixed].iter().any(|cut| cut.axis == Some(axis));
    let extents = resolved.output().iter().enumerate();
    let shape: Vec<_> = extents.map(|(axis, index)| if is_fixed(axis) { 1 } else { index.extent }).collect();
    ArrayLayout::new(&shape, output.strides())
}

impl Operands {
    /// Those of one slice, which have none of the indices along which all is cut.
    ///
    /// # Errors
    /// [`LayoutError`].
    fn of_slice(&self, resolved: &Resolved, cut: &[Index], adds: bool) -> Result<Self, LayoutError> {
        let left = |layout: &ArrayLayout, axes: &mut dyn Iterator<Item = Index>| {
            let along = layout.shape().iter().zip(layout.strides()).zip(axes);
            let left = along.filter(|(_, index)| !cut.contains(index));
            let (shape, strides): (Vec<_>, Vec<_>) =
                left.map(|((extent, stride), _)| (*extent, *stride)).unzip();
            ArrayLayout::new(&shape, &strides)
        };
        let inputs = self.inputs.iter().zip(resolved.inputs());
        let inputs = inputs.map(|(layout, axes)| left(layout, &mut axes.iter().map(|axis| axis.index)));
        Ok(Self {
            inputs: inputs.collect::<Result<_, _>>()?,
            output: left(&self.output, &mut (0..resolved.output().len()))?,
            conjugated: self.conjugated.clone(),
            beta: if adds { Beta::One } else { self.beta },
            chain: Vec::new(),
        })
    }
}
