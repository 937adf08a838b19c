//! The names of a contraction's arrays in messages.
//!
//! Tests: `tests/tests/harness_run.rs`.

use core::fmt;

/// An operand of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrayName {
    /// An input, by its number.
    Input(usize),
    /// The output.
    Output,
}

impl fmt::Display for ArrayName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(number) => write!(f, "in{number}"),
            Self::Output => f.write_str("out"),
        }
    }
}
