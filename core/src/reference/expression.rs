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

use super::{Element, ReferenceError};
use crate::fallible::TryVec;
use crate::kernel::func::{Shift, UnaryVectorOp, VectorOp};
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

impl<'e, T: Element> Model<'e, T> {
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
        super::same_type::<T>(expression.dtype())?;
        let adds_pairs = |step: &Step| matches!(step, Step::Binary(VectorOp::AddPairs, ..));
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
///
/// What a step is gets looked up first, and then elements are gone through, so that a host can compute
/// several of them with one instruction.
struct Writer<'v, T> {
    earlier: &'v [Lanes<T>],
    lanes: &'v mut Lanes<T>,
}

impl<T: Element> Writer<'_, T> {
    fn step(self, step: Step) {
        match step {
            // Known before.
            Step::Input(_) | Step::Parameter(_) => {}
            Step::Number(bits) => *self.lanes = [T::from_bits(bits); TOGETHER],
            Step::Unary(op, a) => self.unary(op, a),
            Step::Shift(Shift::Left, a, by) => {
                self.one(a, |a| T::from_bits(a.to_bits().checked_shl(by.into()).unwrap_or(0)));
            }
            Step::Shift(Shift::Right, a, by) => {
                self.one(a, |a| T::from_bits(a.to_bits().checked_shr(by.into()).unwrap_or(0)));
            }
            Step::Binary(op, a, b) => self.binary(op, a, b),
            Step::MultiplyAdd(sum, a, b) => self.three([sum, a, b], |sum, a, b| a.multiply_add(b, sum)),
            Step::MultiplySubtract(sum, a, b) => {
                self.three([sum, a, b], |sum, a, b| (-a).multiply_add(b, sum));
            }
            Step::Select(mask, a, b) => self.three([mask, a, b], |mask, a, b| {
                let mask = mask.to_bits();
                T::from_bits(mask & a.to_bits() | !mask & b.to_bits())
            }),
        }
    }

    fn unary(self, op: UnaryVectorOp, a: Value) {
        match op {
            UnaryVectorOp::Negate => self.one(a, |a| -a),
            UnaryVectorOp::Absolute => self.one(a, T::absolute),
            UnaryVectorOp::SquareRoot => self.one(a, T::square_root),
            UnaryVectorOp::Floor => self.one(a, T::floor),
            UnaryVectorOp::Ceil => self.one(a, T::ceil),
            UnaryVectorOp::Round => self.one(a, T::round),
            UnaryVectorOp::Trunc => self.one(a, T::trunc),
        }
    }

    fn binary(self, op: VectorOp, a: Value, b: Value) {
        let operands = [a, b];
        match op {
            VectorOp::Add => self.two(operands, |a, b| a + b),
            VectorOp::Sub => self.two(operands, |a, b| a - b),
            VectorOp::Mul => self.two(operands, |a, b| a * b),
            VectorOp::Div => self.two(operands, |a, b| a / b),
            VectorOp::Max => self.two(operands, T::larger),
            VectorOp::Min => self.two(operands, T::smaller),
            VectorOp::Greater => self.two(operands, |a, b| T::mask(a > b)),
            VectorOp::GreaterEqual => self.two(operands, |a, b| T::mask(a >= b)),
            VectorOp::Equal => self.two(operands, |a, b| T::mask(a == b)),
            VectorOp::GreaterAbsolute => self.two(operands, |a, b| T::mask(a.absolute() > b.absolute())),
            VectorOp::And => self.two(operands, |a, b| T::from_bits(a.to_bits() & b.to_bits())),
            VectorOp::Or => self.two(operands, |a, b| T::from_bits(a.to_bits() | b.to_bits())),
            VectorOp::Xor => self.two(operands, |a, b| T::from_bits(a.to_bits() ^ b.to_bits())),
            VectorOp::AddInteger => {
                self.two(operands, |a, b| T::from_bits(a.to_bits().wrapping_add(b.to_bits())));
            }
            VectorOp::SubInteger => {
                self.two(operands, |a, b| T::from_bits(a.to_bits().wrapping_sub(b.to_bits())));
            }
            // Refused beforehand.
            VectorOp::AddPairs => *self.lanes = [T::NAN; TOGETHER],
        }
    }

    fn one(self, a: Value, function: impl Fn(T) -> T) {
        self.three([a; 3], |a, _, _| function(a));
    }

    fn two(self, [a, b]: [Value; 2], function: impl Fn(T, T) -> T) {
        self.three([a, b, b], |a, b, _| function(a, b));
    }

    fn three(self, operands: [Value; 3], function: impl Fn(T, T, T) -> T) {
        // No step is made of later ones.
        if let [Some(a), Some(b), Some(c)] = operands.map(|value| self.earlier.get(value.step())) {
            for (((lane, a), b), c) in self.lanes.iter_mut().zip(a).zip(b).zip(c) {
                *lane = function(*a, *b, *c);
            }
        }
    }
}
