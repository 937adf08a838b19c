//! Conditions of branches and loops.
//!
//! Tests: `tests/tests/kernel_table.rs`, `tests/tests/kernel_language_control.rs`.

use super::float_type::FloatType;
use super::int_op::Compare;
use super::int_type::IntType;
use super::register::{Int, Vector};
use super::template::{Parse, forms};
use core::fmt;

/// The second operand of an operation on integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A register.
    Register(Int),
    /// A number that the type has.
    Const(i64),
}

impl Value {
    /// The register, if it is one.
    #[inline(always)]
    #[must_use]
    pub const fn register(self) -> Option<Int> {
        match self {
            Self::Register(register) => Some(register),
            Self::Const(_) => None,
        }
    }
}

impl From<Int> for Value {
    fn from(register: Int) -> Self {
        Self::Register(register)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Const(number)
    }
}

/// `i0`, or `-1`.
impl Parse for Value {
    fn parse(text: &str) -> Option<Self> {
        Int::parse(text).map(Self::Register).or_else(|| i64::parse(text).map(Self::Const))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Register(register) => register.fmt(f),
            Self::Const(number) => number.fmt(f),
        }
    }
}

forms! {
    /// A comparison.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Condition {
        /// Of integers of a type.
        Ints(how: Compare, a: Int, b: Value, of: IntType) "{how}.{of} {a}, {b}",
        /// Of numbers of floating point: the lowest lanes.
        Floats(how: Compare, a: Vector, b: Vector, of: FloatType) "{how}.{of} {a}, {b}",
    }
}
