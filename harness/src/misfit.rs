//! Arrays that a plan does not take.
//!
//! Tests: `tests/tests/harness_run.rs`.

use crate::array_name::ArrayName;

/// Steps do not fit the operands that they are to be run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Misfit {
    /// There are more or fewer arguments than operands.
    #[error("the steps have {found} arguments: must have {expected}, the inputs and the output")]
    Arguments {
        /// How many the steps have.
        found: usize,
        /// How many there are.
        expected: usize,
    },
    /// An access is outside of an operand.
    #[error(
        "the steps access {below} elements before and {above} after index (0, …, 0) of {array}: \
         it has {before} and {after}"
    )]
    Beyond {
        /// The operand.
        array: ArrayName,
        /// How many elements before its first index are accessed.
        below: usize,
        /// How many after it.
        above: usize,
        /// How many there are before it.
        before: usize,
        /// How many there are after it.
        after: usize,
    },
    /// An access is between the elements of an operand.
    #[error("the steps access what lies between the elements of {array}: must access the elements only")]
    Between {
        /// The operand.
        array: ArrayName,
    },
    /// An input is written.
    #[error("the steps write to {array}: must write to the output only")]
    Written {
        /// The input.
        array: ArrayName,
    },
}
