//! The arithmetic of vectors on any host: each step of a formula, one element after the other.
//!
//! An [`Expression`] says how a result is computed, step by step, and every step is one of IEEE 754 or
//! one on bits. So a host gets the same bits from the same steps, but for what NaNs carry, and the
//! accuracy of a formula can be found without the machine that it is for. Emulated kernels are
//! compared with this model; it is compared with other implementations of functions.
//!
//! Steps are applied to some elements at a time, so that what a step is gets looked up once for all of
//! them.
//!
//! Tests: `tests/tests/reference_expression.rs`, `tests/tests/kernel_op_accuracy.rs`.

use super::ReferenceError;
use super::arithmetic::{self, Each};
use crate::element::Float;
use crate::fallible::TryVec;
use crate::kernel::op::{Expression, MAX_PARAMETERS, Step, Value};
use alloc::vec::Vec;

/// Elements that are computed together.
const TOGETHER: usize = 64;

type Lanes<T> = [T; TOGETHER];

/// A formula, ready to be evaluated.
#[derive(Debug)]
pub struct Model<'e, T> {
    expression: &'e Expression,
    result: Value,
    parameters: [T; MAX_PARAMETERS],
    /// The results of the steps so far, kept to be used again.
    values: Vec<Lanes<T>>,
}

impl<'e, T: Float> Model<'e, T> {
    /// A model of how `expression` computes `result`, where calls pass `parameters`.
    ///
    /// # Errors
    /// The elements are not `T`'s, a step adds neighbouring lanes, which is nothing that is done to an
    /// element, or memory is short.
    pub fn new(
        expression: &'e Expression,
        result: Value,
        parameters: [T; MAX_PARAMETERS],
    ) -> Result<Self, ReferenceError> {
        super::same_type::<T>(expression.dtype().elements())?;
        let adds_pairs = |step: &Step| matches!(step, Step::Binary(op, ..) if !op.keeps_lanes());
        if let Some(step) = expression.steps().iter().position(adds_pairs) {
            return Err(ReferenceError::AcrossLanes { step });
        }
        let mut values = Vec::new();
        values.try_lengthen(expression.steps().len(), [T::ZERO; TOGETHER])?;
        Ok(Self { expression, result, parameters, values })
    }

    /// Computes as many results as `out` holds from as many elements of each input.
    ///
    /// # Errors
    /// An input is too short; nothing is written then.
    pub fn run(&mut self, inputs: &[&[T]], out: &mut [T]) -> Result<(), ReferenceError> {
        for input in inputs {
            super::long_enough("an input", input, out.len())?;
        }
        for (nth, part) in out.chunks_mut(TOGETHER).enumerate() {
            self.together(inputs, nth.saturating_mul(TOGETHER));
            let results = self.values.get(self.result.step());
            for (element, result) in part.iter_mut().zip(results.into_iter().flatten()) {
                *element = *result;
            }
        }
        Ok(())
    }

    /// All steps for the elements from `first` on.
    fn together(&mut self, inputs: &[&[T]], first: usize) {
        for (at, step) in self.expression.steps().iter().enumerate() {
            if let Some((earlier, [lanes, ..])) = self.values.split_at_mut_checked(at) {
                match *step {
                    Step::Input(nth) => {
                        let elements = inputs.get(nth).and_then(|input| input.get(first..)).unwrap_or(&[]);
                        lanes.iter_mut().zip(elements).for_each(|(lane, element)| *lane = *element);
                    }
                    Step::Parameter(nth) => {
                        *lanes = [self.parameters.get(nth).copied().unwrap_or(T::NAN); TOGETHER];
                    }
                    step => (Writer { earlier, lanes }).step(step),
                }
            }
        }
    }
}

/// Where a step is written, and the steps that it is made of.
struct Writer<'v, T> {
    earlier: &'v [Lanes<T>],
    lanes: &'v mut Lanes<T>,
}

impl<'v, T: Float> Writer<'v, T> {
    fn step(self, step: Step) {
        match step {
            // Known before.
            Step::Input(_) | Step::Parameter(_) => {}
            Step::Number(bits) => *self.lanes = [T::from_bits(bits); TOGETHER],
            Step::Unary(op, a) => arithmetic::unary(op, self.of([a; 3])),
            Step::Shift(how, a, by) => arithmetic::shift(how, by, self.of([a; 3])),
            Step::Binary(op, a, b) => arithmetic::binary(op, self.of([a, b, b])),
            Step::MultiplyAdd(sum, a, b) => arithmetic::multiply_add(self.of([sum, a, b])),
            Step::MultiplySubtract(sum, a, b) => arithmetic::multiply_subtract(self.of([sum, a, b])),
            Step::Select(mask, a, b) | Step::SelectUsually(mask, a, b, _) => {
                arithmetic::select(self.of([mask, a, b]));
            }
        }
    }

    /// The same, with the operands of the step.
    fn of(self, operands: [Value; 3]) -> Operands<'v, T> {
        Operands { writer: self, operands }
    }
}

/// A step whose operands are known.
struct Operands<'v, T> {
    writer: Writer<'v, T>,
    operands: [Value; 3],
}

impl<T: Float> Each<T> for Operands<'_, T> {
    fn each(self, function: impl Fn([T; 3]) -> T) {
        let Writer { earlier, lanes } = self.writer;
        // No step is made of later ones.
        if let [Some(a), Some(b), Some(c)] = self.operands.map(|value| earlier.get(value.step())) {
            for (((lane, a), b), c) in lanes.iter_mut().zip(a).zip(b).zip(c) {
                *lane = function([*a, *b, *c]);
            }
        }
    }
}
