//! The touches of a nest: the factor of its output before, and the operation after.
//!
//! Tests: `tests/tests/einsum_lower_finish.rs`.

use crate::kernel::op::{Number, Parameter, UnaryOp};

/// The factor of the output's elements before the result is added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Beta {
    /// They are overwritten, and never read: a NaN in them does not survive.
    #[default]
    Zero,
    /// They are added to.
    One,
    /// They are multiplied with any number, whose nearest of the element type is taken.
    Fixed(Number),
}

impl Beta {
    /// That of a number. Either zero overwrites.
    #[must_use]
    pub fn of(beta: f64) -> Self {
        if beta == 0.0 {
            Self::Zero
        } else if beta == 1.0 {
            Self::One
        } else {
            Self::Fixed(Number::new(beta))
        }
    }

    /// The touch that does it before anything is added to what is as good as empty after `neutral`.
    pub(super) fn touch(self, neutral: Option<UnaryOp>) -> Option<UnaryOp> {
        match self {
            Self::Zero => neutral,
            Self::One => None,
            Self::Fixed(factor) => Some(UnaryOp::scale(Parameter::Fixed(factor))),
        }
    }
}

/// The operations of a nest on the elements of its output, before and after.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Touches {
    pub(super) beta: Beta,
    pub(super) last: Option<UnaryOp>,
}
