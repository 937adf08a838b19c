//! Copies of many short dimensions in another order: a block of some of them becomes a kernel.
//!
//! Problem: where a permutation's input and output are contiguous along dimensions of 2 or 3, a kernel over
//! one of either moves four to nine elements, and the walk to it takes ten times as long.
//!
//! Idea: the block has the dimensions that fill a line of the cache in the input, and those that fill one in
//! the output. So each line is fetched once, whatever steps the others have, and a call moves some hundred
//! elements ([`PermuteSpec`](crate::kernel::spec::PermuteSpec)).
//!
//! Tests: `tests/tests/tensor_optimize_permute.rs`.

use super::context::Context;
use super::walk::each;
use crate::fallible::{Few, OutOfMemory, TryVec, sorted_few, try_few, try_with_room};
use crate::kernel::op::UnaryOp;
use crate::kernel::spec::PermuteSpec;
use crate::tensor::error::NestError;
use crate::tensor::nest::{Dim, Exec, Kind, Main, Nest, Operand};
use crate::tensor::sequence::Sequence;

/// Elements that fill a line of the cache: of FP64 two, since a call costs as much as some tens of moves.
const LINE: usize = 16;

/// The most elements of a block.
const MOST: usize = 256;

/// From this many elements on, a kernel over the first dimension of either operand is large enough.
const ENOUGH: usize = 64;

/// The numbers of dimensions.
type Numbers = Few<usize, 16>;

/// Makes blocks of the primitive dimensions of copies that would have small kernels.
pub(super) fn take(sequence: Sequence, context: &Context<'_>) -> Result<Sequence, NestError> {
    each(sequence, context, |nest, common| {
        let longest = context.options.max_kernel_size.unwrap_or(usize::MAX).min(PermuteSpec::LONGEST);
        let Some(block) = block(nest, common, longest)? else { return Ok(()) };
        // Primitive dimensions come last.
        let is_moved = |number: usize| block.contains(&number);
        let numbered = || (0..).zip(nest.dims.iter().copied());
        let mut dims = try_with_room(nest.dims.len())?;
        dims.try_extend(numbered().filter(|(number, _)| !is_moved(*number)).map(|(_, dim)| dim))?;
        let moved = numbered().filter(|(number, _)| is_moved(*number));
        dims.try_extend(moved.map(|(_, dim)| Dim { exec: Exec::Prim, ..dim }))?;
        nest.dims = dims;
        nest.main = Main::Permute;
        Ok(())
    })
}

/// The dimensions of a copy's block, if it is worth one.
fn block(nest: &Nest, common: usize, longest: usize) -> Result<Option<Numbers>, OutOfMemory> {
    let is_open = |dim: &Dim| dim.exec == Exec::Undefined && dim.part.is_none() && dim.kind != Kind::K;
    let inner = nest.dims.get(common..).unwrap_or_default();
    if nest.main != Main::Unary(UnaryOp::identity()) || nest.is_conversion() || !inner.iter().all(is_open) {
        return Ok(None);
    }
    let inner = Inner { nest, common, longest };
    let [mut of_in, mut of_out] = [inner.line(Operand::In0)?, inner.line(Operand::Out)?];
    let first =
        |line: &Numbers| line.first().and_then(|number| nest.dims.get(*number)).map_or(1, |dim| dim.extent);
    if first(&of_in).saturating_mul(first(&of_out)) >= ENOUGH {
        return Ok(None);
    }
    loop {
        let both =
            try_few(of_in.iter().chain(of_out.iter().filter(|number| !of_in.contains(number))).copied())?;
        let extents = both.iter().filter_map(|number| nest.dims.get(*number)).map(|dim| dim.extent);
        if extents.fold(1, usize::saturating_mul) <= MOST && both.len() <= PermuteSpec::MOST_DIMS {
            return Ok(Some(both).filter(|both| both.len() > 2));
        }
        // The longer line goes without its last dimension.
        let longer = if of_in.len() > of_out.len() { &mut of_in } else { &mut of_out };
        if longer.pop().is_none() {
            return Ok(None);
        }
    }
}

/// The dimensions of a nest that are loops of no other step.
struct Inner<'n> {
    nest: &'n Nest,
    common: usize,
    /// The most indices of a dimension inside a block.
    longest: usize,
}

impl Inner<'_> {
    /// The dimensions that fill a line of an operand, the contiguous one first.
    fn line(&self, operand: Operand) -> Result<Numbers, OutOfMemory> {
        let dims = self.nest.dims.iter().enumerate().skip(self.common).filter(|(_, dim)| self.fits(dim));
        let strides = dims.map(|(number, dim)| (*dim.strides.get(operand), number));
        let strides: Few<_, 16> = sorted_few(try_few(strides)?)?;
        let mut elements = 1usize;
        let fills = strides.iter().take_while(|(_, number)| {
            let is_short = elements < LINE;
            elements = elements.saturating_mul(self.nest.dims.get(*number).map_or(1, |dim| dim.extent));
            is_short
        });
        try_few(fills.map(|(_, number)| *number))
    }

    /// Whether a block can have a dimension.
    fn fits(&self, dim: &Dim) -> bool {
        (1..=self.longest).contains(&dim.extent) && dim.strides.in0 >= 0 && dim.strides.out > 0
    }
}
