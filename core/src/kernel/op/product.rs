//! Products that are not rounded yet: twice the precision, for formulas whose errors would count often.

use super::{Expression, Value};
use crate::fallible::OutOfMemory;
use crate::kernel::func::VectorOp as Two;

type Written<T = Value> = Result<T, OutOfMemory>;

/// A product: its rounded value, and how far that is above it.
#[derive(Clone, Copy)]
pub(super) struct Product {
    pub(super) rounded: Value,
    pub(super) above: Value,
}

impl Product {
    /// Of two numbers, exact.
    pub(super) fn new(e: &mut Expression, a: Value, b: Value) -> Written<Self> {
        let rounded = e.binary(Two::Mul, a, b)?;
        let above = e.multiply_subtract(rounded, a, b)?;
        Ok(Self { rounded, above })
    }

    /// `1 / x`, nearly exact: the remainder of a rounded quotient is exact.
    pub(super) fn inverse(e: &mut Expression, x: Value) -> Written<Self> {
        let [one, minus_one] = e.numbers([1.0, -1.0])?;
        let rounded = e.binary(Two::Div, one, x)?;
        let remainder = e.multiply_add(minus_one, rounded, x)?;
        Ok(Self { rounded, above: e.binary(Two::Mul, remainder, rounded)? })
    }

    /// Times itself. What is lost is of the order of the square of `above`.
    pub(super) fn squared(self, e: &mut Expression) -> Written<Self> {
        let Self { rounded, above } = Self::new(e, self.rounded, self.rounded)?;
        let twice = e.binary(Two::Add, self.rounded, self.rounded)?;
        Ok(Self { rounded, above: e.multiply_add(above, twice, self.above)? })
    }

    /// Times another one, with as little lost.
    pub(super) fn times(self, e: &mut Expression, other: Self) -> Written<Self> {
        let Self { rounded, above } = Self::new(e, self.rounded, other.rounded)?;
        let above = e.multiply_add(above, self.rounded, other.above)?;
        Ok(Self { rounded, above: e.multiply_add(above, self.above, other.rounded)? })
    }

    /// Its value, rounded once.
    pub(super) fn value(self, e: &mut Expression) -> Written {
        e.binary(Two::Sub, self.rounded, self.above)
    }
}
