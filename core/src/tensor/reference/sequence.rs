//! The scalar meaning of a sequence: its steps, each as a whole, one after another.
//!
//! What a step computes is known within bounds, which later steps take over: so the results that are right
//! for an element of the last one are those for all that kernels may have made of the ones before.
//!
//! Tests: `tests/tests/tensor_optimize_sequences.rs`, `tests/tests/harness_program_run.rs`.

use super::{Contraction, EvaluationError, Located, inside};
use crate::fallible::{TryVec, try_collect, try_filled, try_with_room};
use crate::reference::{Element, Range};
use crate::tensor::buffer::Buffer;
use crate::tensor::nest::Operand;
use crate::tensor::sequence::{Sequence, Step};
use crate::{BF16, DType, F16, with_arithmetic};
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
        if step.shares > 0 || step.hands_over() || step.takes_up() {
            return Err(EvaluationError::Shares { step: number });
        }
        memory.evaluate(step)?;
    }
    let mut evaluated = try_with_room(found)?;
    for argument in memory.buffers.iter().take(found) {
        evaluated.try_push(try_collect(argument.iter().map(|range| range.converted()))?)?;
    }
    Ok(evaluated)
}

/// The arguments, then scratch memory and the arena for each element type: what is read there, was written in
/// the same one. All numbers are in FP64, which has those of all types.
struct Memory {
    buffers: Evaluated<f64>,
    origins: Vec<usize>,
}

impl Memory {
    fn of<T: Element>(sequence: &Sequence, arguments: &[Located<&[T]>]) -> Result<Self, EvaluationError> {
        let memories = DType::ALL.len().saturating_mul(2);
        let mut buffers = try_with_room(arguments.len().saturating_add(memories))?;
        let mut origins = try_with_room(arguments.len())?;
        for Located { data, origin } in arguments {
            buffers
                .try_push(try_collect(data.iter().map(|element| Range::within(element.to_f64(), 0.0)))?)?;
            origins.try_push(*origin)?;
        }
        for dtype in DType::ALL {
            let is_computed = |step: &Step| step.nest.types.output == dtype;
            let has_any = sequence.steps.iter().any(is_computed);
            for bytes in [sequence.scratch, sequence.arena] {
                let elements = if has_any { bytes.div_ceil(dtype.bytes()) } else { 0 };
                buffers.try_push(try_filled(Range::within(f64::NAN, 0.0), elements)?)?;
            }
        }
        Ok(Self { buffers, origins })
    }

    fn evaluate(&mut self, step: &Step) -> Result<(), EvaluationError> {
        with_arithmetic!(step.nest.types.accumulator, T => self.evaluate_in::<T>(step))
    }

    fn evaluate_in<T: Element>(&mut self, step: &Step) -> Result<(), EvaluationError> {
        let [in0, in1, out] = Operand::ALL.map(|operand| self.place(step, operand));
        // Until there is a result for each of its elements, the output holds what it did.
        let mut written = Vec::new();
        let contraction = Contraction::<T, _>::computed_in(&step.nest, self.located(in0), self.located(in1))?;
        let before = self.located(out);
        inside(&step.nest, Operand::Out, before.origin, before.data.len())?;
        for number in 0..contraction.outputs() {
            let at = out.1.wrapping_add_signed(contraction.offset(number));
            if let Some(element) = before.data.get(at) {
                let result = contraction.element(number, *element);
                written.try_push((at, rounded(result, step.nest.types.output)))?;
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
    fn place(&self, step: &Step, operand: Operand) -> (usize, usize) {
        let dtype = step.nest.dtype(operand);
        let type_number = DType::ALL.iter().position(|other| *other == dtype).unwrap_or(0);
        let scratch = self.origins.len().saturating_add(type_number.saturating_mul(2));
        let element = |bytes: usize| bytes.checked_div(dtype.bytes()).unwrap_or(0);
        match *step.operands.get(operand) {
            Buffer::Argument(number) => (number, self.origins.get(number).copied().unwrap_or(0)),
            Buffer::Scratch(at) => (scratch, element(at)),
            Buffer::Arena(at) => (scratch.saturating_add(1), element(at)),
            // In no buffer: there is no element.
            Buffer::Register => (usize::MAX, 0),
        }
    }

    fn located(&self, (buffer, origin): (usize, usize)) -> Located<&[Range<f64>]> {
        Located { data: self.buffers.get(buffer).map_or(&[], Vec::as_slice), origin }
    }
}

/// What results become as elements of a type.
fn rounded<T: Element>(result: Range<T>, dtype: DType) -> Range<f64> {
    match dtype {
        DType::F16 => result.converted::<F16>().converted(),
        DType::BF16 => result.converted::<BF16>().converted(),
        DType::F32 => result.converted::<f32>().converted(),
        DType::F64 => result.converted(),
        DType::I8 => result.converted::<i8>().converted(),
        DType::U8 => result.converted::<u8>().converted(),
        DType::I16 => result.converted::<i16>().converted(),
        DType::I32 => result.converted::<i32>().converted(),
    }
}
