//! A formula as a list of steps, each over earlier ones: what is done to elements, before it is
//! known where they are and how many are computed at a time.
//!
//! An operation's formula writes its steps into an [`Expression`]. Code that computes it reads them from
//! there: a generator emits each step for some vectors at once, and makes the numbers beforehand,
//! as they are the same for all. What occurs twice is one step. Formulas that follow each other are
//! one expression: the later one is given the [`Value`] of the earlier one.
//!
//! Cost: a step is looked for among few by comparing, among many by a hash.
//!
//! Tests: `tests/tests/reference_expression.rs`, `tests/tests/primitives_formula_long.rs`.

use super::known::Known;
use super::{Number, Parameter};
use crate::DType;
use crate::fallible::{OutOfMemory, TryVec};
use crate::kernel::func::{Shift, UnaryVectorOp, VectorOp};
use alloc::vec::Vec;
use core::hash::BuildHasher;
use rustc_hash::FxBuildHasher;

/// The result of a step, by its place in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value(usize);

/// The origin of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// An input, by number.
    Input(usize),
    /// A value that a call passes, by the number of the parameter.
    Parameter(usize),
    /// The same number in all lanes, by its bits.
    Number(u64),
    /// An operation on one value.
    Unary(UnaryVectorOp, Value),
    /// An operation on two values.
    Binary(VectorOp, Value, Value),
    /// The first plus the product of the others, rounded once.
    MultiplyAdd(Value, Value, Value),
    /// The first minus the product of the others, rounded once.
    MultiplySubtract(Value, Value, Value),
    /// The bits of a value shifted by a number.
    Shift(Shift, Value, u8),
    /// Bit by bit, the second where the first is set and the third where it is not.
    Select(Value, Value, Value),
}

impl Step {
    /// The values that it is made of.
    pub fn operands(self) -> impl Iterator<Item = Value> {
        let operands = match self {
            Self::Input(_) | Self::Parameter(_) | Self::Number(_) => [None; 3],
            Self::Unary(_, a) | Self::Shift(_, a, _) => [Some(a), None, None],
            Self::Binary(_, a, b) => [Some(a), Some(b), None],
            Self::MultiplyAdd(a, b, c) | Self::MultiplySubtract(a, b, c) | Self::Select(a, b, c) => {
                [a, b, c].map(Some)
            }
        };
        operands.into_iter().flatten()
    }

    /// The operand in whose place machines put the result.
    #[must_use]
    pub const fn overwrites(self) -> Option<Value> {
        match self {
            Self::MultiplyAdd(sum, ..) | Self::MultiplySubtract(sum, ..) => Some(sum),
            Self::Select(mask, ..) => Some(mask),
            _ => None,
        }
    }

    /// Whether it is the same for all elements.
    #[must_use]
    pub const fn is_uniform(self) -> bool {
        matches!(self, Self::Parameter(_) | Self::Number(_))
    }
}

impl Value {
    /// The value in the places of parameters that an operation does not have.
    pub(super) const UNUSED: Self = Self(usize::MAX);

    /// The number of its step.
    #[must_use]
    pub const fn step(self) -> usize {
        self.0
    }
}

/// Steps over some inputs, of one element type.
#[derive(Debug)]
pub struct Expression {
    dtype: DType,
    steps: Vec<Step>,
    /// The places of the steps; empty while there are few.
    index: Known,
}

/// The most steps that are looked through one by one. Most formulas have no more.
const FEW: usize = 64;

type Written<T = Value> = Result<T, OutOfMemory>;

impl Expression {
    /// No steps.
    #[must_use]
    pub const fn new(dtype: DType) -> Self {
        Self { dtype, steps: Vec::new(), index: Known::EMPTY }
    }

    /// Type of the elements.
    #[must_use]
    pub const fn dtype(&self) -> DType {
        self.dtype
    }

    /// The steps; none is made of later ones.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    fn value(&mut self, step: Step) -> Written {
        if let Some(known) = self.known(step) {
            return Ok(Value(known));
        }
        self.steps.try_push(step)?;
        let place = self.steps.len().saturating_sub(1);
        if place >= FEW {
            self.index_up_to(place)?;
        }
        Ok(Value(place))
    }

    /// The place of a step that is there.
    fn known(&self, step: Step) -> Option<usize> {
        if self.index.len() == 0 {
            return self.steps.iter().position(|known| *known == step);
        }
        self.index.like(hash(step)).find(|place| self.steps.get(*place) == Some(&step))
    }

    /// Adds the steps to the index that are not there yet, up to a place.
    fn index_up_to(&mut self, place: usize) -> Result<(), OutOfMemory> {
        let Self { steps, index, .. } = self;
        let hash_of = |place| steps.get(place).map_or(0, |step| hash(*step));
        (index.len()..=place).try_for_each(|_| index.add(hash_of))
    }

    /// The input with a number.
    ///
    /// # Errors
    /// [`OutOfMemory`], as for every step.
    pub fn input(&mut self, nth: usize) -> Written {
        self.value(Step::Input(nth))
    }

    /// The number that is nearest to `number` in the element type.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn number(&mut self, number: f64) -> Written {
        self.value(Step::Number(Number::new(number).bits(self.dtype)))
    }

    /// The number that a value is, if it is one that is known.
    pub(super) fn number_in(&self, value: Value) -> Option<f64> {
        match (self.steps.get(value.0)?, self.dtype) {
            (Step::Number(bits), DType::F32) => Some(f32::from_bits(*bits as u32).into()),
            (Step::Number(bits), DType::F64) => Some(f64::from_bits(*bits)),
            _ => None,
        }
    }

    /// Several numbers, each as [`Expression::number`] makes it.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn numbers<const COUNT: usize>(&mut self, numbers: [f64; COUNT]) -> Written<[Value; COUNT]> {
        let mut values = [Value::UNUSED; COUNT];
        for (value, number) in values.iter_mut().zip(numbers) {
            *value = self.number(number)?;
        }
        Ok(values)
    }

    /// The number with these bits, those of FP32 in the low half.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn bits(&mut self, bits: u64) -> Written {
        self.value(Step::Number(bits))
    }

    /// The mask of what holds everywhere: all bits set.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn all_bits(&mut self) -> Written {
        self.bits(match self.dtype {
            DType::F32 => u32::MAX.into(),
            DType::F64 => u64::MAX,
        })
    }

    /// A parameter, the `nth` of its operation.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn parameter(&mut self, nth: usize, parameter: Parameter) -> Written {
        match parameter {
            Parameter::Fixed(number) => self.number(number.get()),
            Parameter::Runtime => self.value(Step::Parameter(nth)),
        }
    }

    /// An operation on one value.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn unary(&mut self, op: UnaryVectorOp, a: Value) -> Written {
        self.value(Step::Unary(op, a))
    }

    /// An operation on two values.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn binary(&mut self, op: VectorOp, a: Value, b: Value) -> Written {
        self.value(Step::Binary(op, a, b))
    }

    /// `sum + a · b`, rounded once.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn multiply_add(&mut self, sum: Value, a: Value, b: Value) -> Written {
        self.value(Step::MultiplyAdd(sum, a, b))
    }

    /// `sum - a · b`, rounded once.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn multiply_subtract(&mut self, sum: Value, a: Value, b: Value) -> Written {
        self.value(Step::MultiplySubtract(sum, a, b))
    }

    /// The bits of `a` shifted by a number.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn shift(&mut self, how: Shift, a: Value, by: u8) -> Written {
        self.value(Step::Shift(how, a, by))
    }

    /// `a` with the sign of `of`.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn with_sign(&mut self, a: Value, of: Value) -> Written {
        let sign = self.number(-0.0)?;
        self.select(sign, of, a)
    }

    /// `x` without its sign.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn absolute(&mut self, x: Value) -> Written {
        self.unary(UnaryVectorOp::Absolute, x)
    }

    /// `c₀ + c₁·x + c₂·x² + …`, with the coefficients rounded to the element type: pairs of them, nested
    /// in `square`, which is `x²`. So half of the steps need not wait for each other, and few values
    /// are in use at a time. Without coefficients it is 0.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn polynomial(&mut self, x: Value, square: Value, coefficients: &[f64]) -> Written {
        let mut sum = None;
        for pair in coefficients.chunks(2).rev() {
            let part = match *pair {
                [low, high] => {
                    let [low, high] = self.numbers([low, high])?;
                    self.multiply_add(low, x, high)?
                }
                [low] => self.number(low)?,
                _ => continue,
            };
            sum = Some(match sum {
                Some(sum) => self.multiply_add(part, square, sum)?,
                None => part,
            });
        }
        sum.map_or_else(|| self.number(0.0), Ok)
    }

    /// `a` where `mask` is set, `b` where it is not.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn select(&mut self, mask: Value, a: Value, b: Value) -> Written {
        self.value(Step::Select(mask, a, b))
    }

    /// `x` moved into the range from `low` to `high`: the smaller of `high` and the larger of `x` and
    /// `low`.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn clamp(&mut self, x: Value, low: Value, high: Value) -> Written {
        let raised = self.binary(VectorOp::Max, x, low)?;
        self.binary(VectorOp::Min, raised, high)
    }
}

fn hash(step: Step) -> u64 {
    FxBuildHasher.hash_one(step)
}
