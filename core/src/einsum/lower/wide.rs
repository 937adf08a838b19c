//! Arrays of another type than is computed in, where kernels do not convert what they load and store.
//!
//! They get places in the arena, where they have that type. The output of a node with a chain, and the
//! operands of the chain, have the type of sums there: all is computed as ever, and the result is converted
//! at last, so that it is rounded once. Bytes become words there.
//!
//! Tests: `tests/tests/einsum_lower_finish.rs`.

use super::nest::Tensors;
use super::view::View;
use crate::einsum::tree::Index;
use crate::fallible::{OutOfMemory, TryVec, try_collect};
use crate::kernel::op::UnaryOp;
use crate::tensor::buffer::{Buffer, take};
use crate::tensor::error::NestError;
use crate::tensor::nest::Main;
use crate::tensor::optimize::{Context, optimize_all};
use crate::tensor::sequence::Sequence;
use crate::{DType, Types};
use alloc::vec::Vec;

/// Places in the arena for arguments, in the type that is computed in.
pub(super) struct Places<'a> {
    /// The types of arguments, and of their places.
    types: [DType; 2],
    extents: &'a [usize],
    /// How many bytes they take.
    bytes: usize,
    /// Each argument with its place.
    places: Vec<(Buffer, Buffer)>,
    /// Copies to these, undecided, each with the argument.
    copies: Vec<(Sequence, Buffer)>,
}

impl<'a> Places<'a> {
    /// None yet, for arguments of the first type, which are computed with in the second; `extents` are those
    /// of all indices.
    pub(super) fn new(types: [DType; 2], extents: &'a [usize]) -> Self {
        Self { types, extents, bytes: 0, places: Vec::new(), copies: Vec::new() }
    }

    /// A dense place for an argument, and how it lies there.
    pub(super) fn take(&mut self, view: &View, argument: Buffer) -> Result<View, OutOfMemory> {
        let moving = self.moving(view)?;
        let dense = View::dense(&moving, |index| self.extent(index))?;
        let elements = moving.iter().fold(1, |all: usize, index| all.saturating_mul(self.extent(*index)));
        let [_, computed] = self.types;
        let place = Buffer::Arena(take(&mut self.bytes, elements, computed));
        self.places.try_push((argument, place))?;
        Ok(dense)
    }

    /// The same where the elements of the argument are there before.
    pub(super) fn read(&mut self, view: &View, argument: Buffer) -> Result<View, OutOfMemory> {
        let dense = self.take(view, argument)?;
        let [from, to] = self.types;
        self.copies.try_push((self.copy(Types::conversion(from, to), view, &dense)?, argument))?;
        Ok(dense)
    }

    /// Decided steps on the places in place of the arguments, behind the copies to these.
    pub(super) fn before(self, steps: Sequence, context: &Context<'_>) -> Result<Sequence, NestError> {
        let place = |argument| placed(&self.places, argument);
        let mut all = Sequence::default();
        for (copy, argument) in self.copies {
            let copy = optimize_all(copy, context, |_, _| {})?;
            all.append(behind(self.bytes, copy, |buffer| ends(buffer, argument, place(argument))))?;
        }
        all.append(behind(self.bytes, steps, place))?;
        Ok(all)
    }

    /// The same with a last copy, to the output from where that lies inside.
    pub(super) fn around(
        self,
        steps: Sequence,
        (view, output, inside): (&View, Buffer, &View),
        context: &Context<'_>,
    ) -> Result<Sequence, NestError> {
        let [argument, computed] = self.types;
        let back = self.copy(Types::conversion(computed, argument), inside, view)?;
        let back = optimize_all(back, context, |_, _| {})?;
        let (bytes, from) = (self.bytes, placed(&self.places, output));
        let mut all = self.before(steps, context)?;
        all.append(behind(bytes, back, |buffer| ends(buffer, from, output)))?;
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

/// The place of an argument, among those that have one.
fn placed(places: &[(Buffer, Buffer)], argument: Buffer) -> Buffer {
    places.iter().find(|(known, _)| *known == argument).map_or(argument, |(_, place)| *place)
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
