//! What functions take and return.
//!
//! Tests: `tests/tests/kernel_func.rs`, `tests/tests/kernel_language_calls.rs`.

use super::float_type::FloatType;
use super::int_type::IntType;
use super::register::{Int, Vector};
use super::template::Parse;
use core::fmt;

/// The type of an argument or of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// An integer.
    Int(IntType),
    /// A number of floating point: lane 0 of a vector.
    Float(FloatType),
}

impl Type {
    /// Its size in memory.
    #[inline]
    #[must_use]
    pub const fn bytes(self) -> usize {
        match self {
            Self::Int(of) => of.bytes(),
            Self::Float(of) => of.bytes(),
        }
    }
}

impl Parse for Type {
    fn parse(text: &str) -> Option<Self> {
        IntType::parse(text).map(Self::Int).or_else(|| FloatType::parse(text).map(Self::Float))
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(of) => of.fmt(f),
            Self::Float(of) => of.fmt(f),
        }
    }
}

/// An argument: its type, and the register that holds it at entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Argument {
    /// An integer or an address.
    Int(Int, IntType),
    /// A number of floating point, in lane 0; the other lanes are zero.
    Float(Vector, FloatType),
}

impl Argument {
    /// An address, or a number of 64 bits.
    #[inline]
    #[must_use]
    pub const fn word(register: Int) -> Self {
        Self::Int(register, IntType::U64)
    }

    /// Its register, if it is an integer.
    #[inline]
    #[must_use]
    pub const fn int(self) -> Option<Int> {
        match self {
            Self::Int(register, _) => Some(register),
            Self::Float(..) => None,
        }
    }

    /// Its register, if it is a number of floating point.
    #[inline]
    #[must_use]
    pub const fn vector(self) -> Option<Vector> {
        match self {
            Self::Int(..) => None,
            Self::Float(register, _) => Some(register),
        }
    }

    /// Its type.
    #[must_use]
    pub const fn of(self) -> Type {
        match self {
            Self::Int(_, of) => Type::Int(of),
            Self::Float(_, of) => Type::Float(of),
        }
    }
}

/// `i0`, which is `i0: u64`, `i0: i32` or `v0: f32`.
impl Parse for Argument {
    fn parse(text: &str) -> Option<Self> {
        let Some((register, of)) = text.split_once([':']) else { return Int::parse(text).map(Self::word) };
        let (register, of) = (register.trim(), of.trim());
        match Type::parse(of)? {
            Type::Int(of) => Some(Self::Int(Int::parse(register)?, of)),
            Type::Float(of) => Some(Self::Float(Vector::parse(register)?, of)),
        }
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(register, IntType::U64) => register.fmt(f),
            Self::Int(register, of) => write!(f, "{register}: {of}"),
            Self::Float(register, of) => write!(f, "{register}: {of}"),
        }
    }
}
