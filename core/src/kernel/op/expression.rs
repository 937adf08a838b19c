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
use crate::fallible::{OutOfMemory, TryVec};
use crate::kernel::func::{Arithmetic, FloatType, Shift, UnaryVectorOp, VectorOp};
use alloc::vec::Vec;
use core::hash::BuildHasher;
use core::ops::Range;
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
    /// The same, where the first is usually set everywhere: the steps from a number up to this one are for
    /// the third only, and may be left out if it is set in all elements that are computed together.
    SelectUsually(Value, Value, Value, usize),
}

impl Step {
    /// The values that it is made of.
    pub fn operands(self) -> impl Iterator<Item = Value> {
        let operands = match self {
            Self::Input(_) | Self::Parameter(_) | Self::Number(_) => [None; 3],
            Self::Unary(_, a) | Self::Shift(_, a, _) => [Some(a), None, None],
            Self::Binary(_, a, b) => [Some(a), Some(b), None],
            Self::MultiplyAdd(a, b, c)
            | Self::MultiplySubtract(a, b, c)
            | Self::Select(a, b, c)
            | Self::SelectUsually(a, b, c, _) => [a, b, c].map(Some),
        };
        operands.into_iter().flatten()
    }

    /// The operand in whose place machines put the result.
    #[must_use]
    pub const fn overwrites(self) -> Option<Value> {
        match self {
            Self::MultiplyAdd(sum, ..) | Self::MultiplySubtract(sum, ..) => Some(sum),
            Self::Select(mask, ..) => Some(mask),
            // Where the mask is set, it stays as it is.
            Self::SelectUsually(_, usual, ..) => Some(usual),
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
    dtype: Arithmetic,
    steps: Vec<Step>,
    /// The places of the steps; empty while there are few.
    index: Known,
    /// The steps that may be left out: no others are made of them.
    rare: Vec<Range<usize>>,
    /// Whether steps are being written that may be left out.
    is_rare: bool,
}

/// The most steps that are looked through one by one. Most formulas have no more.
const FEW: usize = 64;

type Written<T = Value> = Result<T, OutOfMemory>;

impl Expression {
    /// No steps, on elements that are computed with as a type.
    #[must_use]
    pub fn new(of: impl Into<Arithmetic>) -> Self {
        Self { dtype: of.into(), steps: Vec::new(), index: Known::EMPTY, rare: Vec::new(), is_rare: false }
    }

    /// The numbers that it computes with.
    #[must_use]
    pub const fn dtype(&self) -> Arithmetic {
        self.dtype
    }

    /// The type of floating point whose size lanes have.
    #[must_use]
    pub const fn lanes(&self) -> FloatType {
        self.dtype.lanes()
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
        let is_kept = |place: &usize| step.is_uniform() || !self.rare.iter().any(|rare| rare.contains(place));
        if self.index.len() == 0 {
            let mut places = (0..).zip(&self.steps).filter(|(_, known)| **known == step);
            return places.find_map(|(place, _)| Some(place).filter(is_kept));
        }
        let mut places = self.index.like(hash(step));
        places.find(|place| self.steps.get(*place) == Some(&step) && is_kept(place))
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
            (Step::Number(bits), Arithmetic::F32) => Some(f32::from_bits(*bits as u32).into()),
            (Step::Number(bits), Arithmetic::F64) => Some(f64::from_bits(*bits)),
            (Step::Number(bits), Arithmetic::Integer) => Some(f64::from(*bits as i32)),
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
        self.bits(match self.lanes() {
            FloatType::F32 => u32::MAX.into(),
            FloatType::F64 => u64::MAX,
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

    /// `usual` where `mask` is set, what `rare` makes where it is not. It is for what hardly any element
    /// needs: if the mask is set in all that are computed together, the steps of `rare` are left out. Within
    /// these, it is [`Expression::select`].
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn select_usually(
        &mut self,
        mask: Value,
        usual: Value,
        rare: impl FnOnce(&mut Self) -> Written,
    ) -> Written {
        if self.is_rare {
            let rare = rare(self)?;
            return self.select(mask, usual, rare);
        }
        let first = self.steps.len();
        self.is_rare = true;
        let written = rare(self);
        self.is_rare = false;
        let last = self.steps.len();
        let result = self.value(Step::SelectUsually(mask, usual, written?, first))?;
        self.rare.try_push(first..last)?;
        Ok(result)
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
