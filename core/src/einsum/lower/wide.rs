//! Arrays of another type than is computed in, where a kernel is to do more with the output than to write it.
//!
//! Kernels compute in one type. So the output and the operands of a chain get places in the arena, where they
//! have the type of sums. The node and its chain are computed there as ever, and the result is converted at
//! last: it is rounded once.
//!
//! Tests: `tests/tests/einsum_lower_finish.rs`.

use super::nest::Tensors;
use super::view::View;
use crate::Types;
use crate::einsum::tree::Index;
use crate::fallible::{OutOfMemory, TryVec, try_collect};
use crate::kernel::op::UnaryOp;
use crate::tensor::buffer::{Buffer, take};
use crate::tensor::error::NestError;
use crate::tensor::nest::Main;
use crate::tensor::optimize::{Context, optimize_all};
use crate::tensor::sequence::Sequence;
use alloc::vec::Vec;

/// Places in the arena for arguments, in the type that is computed in.
pub(super) struct Places<'a> {
    /// Those of the node.
    types: Types,
    extents: &'a [usize],
    /// How many bytes they take.
    bytes: usize,
    /// Each argument with its place.
    places: Vec<(Buffer, Buffer)>,
    /// Copies to these, undecided, each with the argument.
    copies: Vec<(Sequence, Buffer)>,
}

impl<'a> Places<'a> {
    /// None yet, of a node with these types; `extents` are those of all indices.
    pub(super) fn new(types: Types, extents: &'a [usize]) -> Self {
        Self { types, extents, bytes: 0, places: Vec::new(), copies: Vec::new() }
    }

    /// A dense place for an argument, and how it lies there.
    pub(super) fn take(&mut self, view: &View, argument: Buffer) -> Result<View, OutOfMemory> {
        let moving = self.moving(view)?;
        let dense = View::dense(&moving, |index| self.extent(index))?;
        let elements = moving.iter().fold(1, |all: usize, index| all.saturating_mul(self.extent(*index)));
        let place = Buffer::Arena(take(&mut self.bytes, elements, self.types.accumulator));
        self.places.try_push((argument, place))?;
        Ok(dense)
    }

    /// The same where the elements of the argument are there before.
    pub(super) fn read(&mut self, view: &View, argument: Buffer) -> Result<View, OutOfMemory> {
        let dense = self.take(view, argument)?;
        let Types { accumulator, output, .. } = self.types;
        self.copies.try_push((self.copy(Types::conversion(output, accumulator), view, &dense)?, argument))?;
        Ok(dense)
    }

    /// Decided steps on the places in place of the arguments, with all copies around them: the last one is to
    /// the output, from where that lies inside.
    pub(super) fn around(
        self,
        steps: Sequence,
        (view, output, inside): (&View, Buffer, &View),
        context: &Context<'_>,
    ) -> Result<Sequence, NestError> {
        let Types { accumulator, output: dtype, .. } = self.types;
        let back = self.copy(Types::conversion(accumulator, dtype), inside, view)?;
        let Self { bytes, places, copies, .. } = self;
        let place = |argument| {
            let place = places.iter().find(|(known, _)| *known == argument);
            place.map_or(argument, |(_, place)| *place)
        };
        let decide = |copy| optimize_all(copy, context, |_, _| {});
        let mut all = Sequence::default();
        for (copy, argument) in copies {
            all.append(behind(bytes, decide(copy)?, |buffer| ends(buffer, argument, place(argument))))?;
        }
        all.append(behind(bytes, steps, place))?;
        all.append(behind(bytes, decide(back)?, |buffer| ends(buffer, place(output), output)))?;
        Ok(all)
    }

    /// A copy, undecided, of a tensor to what moves along the same indices; an input that was
    /// broadcast has others, too.
    fn copy(&self, types: Types, in0: &View, out: &View) -> Result<Sequence, OutOfMemory> {
        let kept = self.moving(out)?;
        let in0 = &in0.along(&kept)?;
        let tensors = Tensors { in0, in1: None, out, kept: &kept, extents: self.extents };
        Sequence::of(tensors.element_wise(Main::Unary(UnaryOp::identity()), types)?)
    }

    /// The indices along which a tensor moves, or has nothing, those first that move farthest.
    fn moving(&self, view: &View) -> Result<Vec<Index>, OutOfMemory> {
        let is_moving = |index: &Index| view.stride(*index) != 0 || self.extent(*index) == 0;
        try_collect(view.by_stride()?.into_iter().filter(is_moving))
    }

    fn extent(&self, index: Index) -> usize {
        self.extents.get(index).copied().unwrap_or(1)
    }
}

/// What an argument of a copy is: it has an input, the first, and an output.
fn ends(argument: Buffer, input: Buffer, output: Buffer) -> Buffer {
    if argument == Buffer::Argument(0) { input } else { output }
}

/// A sequence whose memory in the arena begins behind some bytes, with other arguments.
pub(super) fn behind(bytes: usize, mut sequence: Sequence, found: impl Fn(Buffer) -> Buffer) -> Sequence {
    let placed = |buffer| match buffer {
        Buffer::Argument(_) => found(buffer),
        Buffer::Arena(at) => Buffer::Arena(bytes.saturating_add(at)),
        Buffer::Scratch(_) | Buffer::Register => buffer,
    };
    sequence.steps.iter_mut().for_each(|step| step.operands = step.operands.map(placed));
    sequence.arena = sequence.arena.saturating_add(bytes);
    sequence
}
