//! Numbers that operations take besides their inputs.
//!
//! Tests: `tests/tests/kernel_spec.rs`.

use super::number::Number;
use core::fmt;

/// The most parameters that an operation takes.
pub const MAX_PARAMETERS: usize = 2;

/// A number that an operation takes besides its inputs, the same for all elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parameter {
    /// Part of the code, rounded to the element type.
    Fixed(Number),
    /// Its bits are passed at every call, of FP32 in the low half.
    Runtime,
}

impl Parameter {
    /// A number that is part of the code.
    #[must_use]
    pub const fn fixed(number: f64) -> Self {
        Self::Fixed(Number::new(number))
    }

    /// The parameter as a key; 0 means run time.
    #[inline(always)]
    pub(crate) const fn packed(self) -> u64 {
        match self {
            Self::Fixed(number) => number.inverted.get(),
            Self::Runtime => 0,
        }
    }

    /// The value in the places of parameters that an operation does not have.
    pub(super) const NONE: Self = Self::fixed(0.0);
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(number) => write!(f, "{:?}", number.get()),
            Self::Runtime => f.write_str("?"),
        }
    }
}
