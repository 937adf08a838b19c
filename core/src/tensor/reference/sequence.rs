//! The scalar meaning of a sequence: its steps, each as a whole, one after another.
//!
//! What a step computes is known within bounds, which later steps take over: so the results that are right for an
//! element of the last one are those for all that kernels may have made of the ones before.
//!
//! Tests: `tests/tests/tensor_optimize_sequences.rs`, `tests/tests/harness_program_run.rs`.

use super::{Contraction, EvaluationError, Located, inside};
use crate::fallible::{TryVec, try_filled, try_with_room};
use crate::reference::{Element, Range};
use crate::tensor::buffer::Buffer;
use crate::tensor::nest::{Operand, PerOperand};
use crate::tensor::sequence::{Sequence, Step};
use alloc::vec::Vec;

/// What the elements of the arguments may be after a sequence, in the order of the arguments.
pub type Evaluated<T> = Vec<Vec<Range<T>>>;

/// Evaluates a sequence on arguments, whose contents it leaves alone.
///
/// # Errors
/// [`EvaluationError`].
pub fn evaluate<T: Element>(
    sequence: &Sequence,
    arguments: &[Located<&[T]>],
) -> Result<Evaluated<T>, EvaluationError> {
    let (found, expected) = (arguments.len(), sequence.arguments());
    if found != expected {
        return Err(EvaluationError::Arguments { found, expected });
    }
    let mut memory = Memory::of(sequence, arguments)?;
    for (number, step) in sequence.steps.iter().enumerate() {
        if step.shares > 0 || step.hands_over() {
            return Err(EvaluationError::Shares { step: number });
        }
        memory.evaluate(step)?;
    }
    memory.buffers.truncate(found);
    Ok(memory.buffers)
}

/// The arguments, then scratch memory and the arena.
struct Memory<T> {
    buffers: Evaluated<T>,
    origins: Vec<usize>,
}

impl<T: Element> Memory<T> {
    fn of(sequence: &Sequence, arguments: &[Located<&[T]>]) -> Result<Self, EvaluationError> {
        let mut buffers = try_with_room(arguments.len().saturating_add(2))?;
        let mut origins = try_with_room(arguments.len())?;
        for Located { data, origin } in arguments {
            let mut known = try_with_room(data.len())?;
            for element in *data {
                known.try_push(Range::within(*element, 0.0))?;
            }
            buffers.try_push(known)?;
            origins.try_push(*origin)?;
        }
        for elements in [sequence.scratch, sequence.arena] {
            buffers.try_push(try_filled(Range::within(T::NAN, 0.0), elements)?)?;
        }
        Ok(Self { buffers, origins })
    }

    fn evaluate(&mut self, step: &Step) -> Result<(), EvaluationError> {
        let PerOperand { in0, in1, out } = step.operands.map(|buffer| self.place(buffer));
        // Until there is a result for each of its elements, the output holds what it did.
        let mut written = Vec::new();
        let contraction = Contraction::<T, _>::new(&step.nest, self.located(in0), self.located(in1))?;
        let before = self.located(out);
        inside(&step.nest, Operand::Out, before.origin, before.data.len())?;
        for number in 0..contraction.outputs() {
            let at = out.1.wrapping_add_signed(contraction.offset(number));
            if let Some(element) = before.data.get(at) {
                written.try_push((at, contraction.element(number, *element)))?;
            }
        }
        for (at, range) in written {
            if let Some(element) = self.buffers.get_mut(out.0).and_then(|buffer| buffer.get_mut(at)) {
                *element = range;
            }
        }
        Ok(())
    }

    /// The number of an operand's buffer, and where in it the element with index (0, …, 0) is.
    fn place(&self, buffer: Buffer) -> (usize, usize) {
        let scratch = self.origins.len();
        match buffer {
            Buffer::Argument(number) => (number, self.origins.get(number).copied().unwrap_or(0)),
            Buffer::Scratch(at) => (scratch, at),
            Buffer::Arena(at) => (scratch.saturating_add(1), at),
            // In no buffer: there is no element.
            Buffer::Register => (usize::MAX, 0),
        }
    }

    fn located(&self, (buffer, origin): (usize, usize)) -> Located<&[Range<T>]> {
        Located { data: self.buffers.get(buffer).map_or(&[], Vec::as_slice), origin }
    }
}
