//! What vectors compute, on any host: each step of a formula, one element after the other.
//!
//! An [`Expression`] says how a result is computed, step by step, and every step is one of IEEE 754 or
//! one on bits. So a host gets the same bits from the same steps, but for what NaNs carry, and the
//! accuracy of a formula can be found without the machine that it is for. Emulated kernels are
//! compared with this model; it is compared with other implementations of functions.
//!
//! Steps are applied to some elements at a time, so that what a step is gets looked up once for all of
//! them.

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
    /// What the steps so far have made, kept to be used again.
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
            let lanes = self.step(*step, inputs, first);
            if let Some(place) = self.values.get_mut(at) {
                *place = lanes;
            }
        }
    }

    fn step(&self, step: Step, inputs: &[&[T]], first: usize) -> Lanes<T> {
        match step {
            Step::Input(nth) => {
                let mut lanes = [T::ZERO; TOGETHER];
                let elements = inputs.get(nth).and_then(|input| input.get(first..)).unwrap_or(&[]);
                lanes.iter_mut().zip(elements).for_each(|(lane, element)| *lane = *element);
                lanes
            }
            Step::Parameter(nth) => [self.parameters.get(nth).copied().unwrap_or(T::NAN); TOGETHER],
            Step::Number(bits) => [T::from_bits(bits); TOGETHER],
            Step::Unary(op, a) => self.of([a], |[a]| unary(op, a)),
            Step::Shift(how, a, by) => self.of([a], |[a]| shift(how, a, by)),
            Step::Binary(op, a, b) => self.of([a, b], |[a, b]| binary(op, a, b)),
            Step::MultiplyAdd(sum, a, b) => self.of([sum, a, b], |[sum, a, b]| a.multiply_add(b, sum)),
            Step::MultiplySubtract(sum, a, b) => {
                self.of([sum, a, b], |[sum, a, b]| (-a).multiply_add(b, sum))
            }
            Step::Select(mask, a, b) => self.of([mask, a, b], |[mask, a, b]| {
                let mask = mask.to_bits();
                T::from_bits(mask & a.to_bits() | !mask & b.to_bits())
            }),
        }
    }

    /// What `function` makes of earlier steps, element by element.
    fn of<const COUNT: usize>(&self, steps: [Value; COUNT], function: impl Fn([T; COUNT]) -> T) -> Lanes<T> {
        // No step is made of later ones.
        let mut operands = steps.map(|value| self.values.get(value.step()).into_iter().flatten().copied());
        let mut lanes = [T::NAN; TOGETHER];
        for lane in &mut lanes {
            *lane = function(operands.each_mut().map(|operand| operand.next().unwrap_or(T::NAN)));
        }
        lanes
    }
}

fn unary<T: Element>(op: UnaryVectorOp, a: T) -> T {
    match op {
        UnaryVectorOp::Negate => -a,
        UnaryVectorOp::Absolute => a.absolute(),
        UnaryVectorOp::SquareRoot => a.square_root(),
        UnaryVectorOp::Floor => a.floor(),
        UnaryVectorOp::Ceil => a.ceil(),
        UnaryVectorOp::Round => a.round(),
        UnaryVectorOp::Trunc => a.trunc(),
    }
}

fn binary<T: Element>(op: VectorOp, a: T, b: T) -> T {
    match op {
        VectorOp::Add => a + b,
        VectorOp::Sub => a - b,
        VectorOp::Mul => a * b,
        VectorOp::Div => a / b,
        VectorOp::Max => a.larger(b),
        VectorOp::Min => a.smaller(b),
        VectorOp::Greater => T::mask(a > b),
        VectorOp::GreaterEqual => T::mask(a >= b),
        VectorOp::Equal => T::mask(a == b),
        VectorOp::GreaterAbsolute => T::mask(a.absolute() > b.absolute()),
        VectorOp::And => T::from_bits(a.to_bits() & b.to_bits()),
        VectorOp::Or => T::from_bits(a.to_bits() | b.to_bits()),
        VectorOp::Xor => T::from_bits(a.to_bits() ^ b.to_bits()),
        VectorOp::AddInteger => T::from_bits(a.to_bits().wrapping_add(b.to_bits())),
        VectorOp::SubInteger => T::from_bits(a.to_bits().wrapping_sub(b.to_bits())),
        // Refused beforehand.
        VectorOp::AddPairs => T::NAN,
    }
}

fn shift<T: Element>(how: Shift, a: T, by: u8) -> T {
    let shifted = match how {
        Shift::Left => a.to_bits().checked_shl(by.into()),
        Shift::Right => a.to_bits().checked_shr(by.into()),
    };
    T::from_bits(shifted.unwrap_or(0))
}
