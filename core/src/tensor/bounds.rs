//! Bounds check of compiled steps: the soundness of a run rests on it.
//!
//! Tests: `tests/tests/tensor_access.rs`, `tests/tests/harness_run.rs`.

use super::access::Access;
use super::array::ArrayLayout;
use super::array_name::ArrayName;
use super::plan::Plan;
use crate::text::Count;

/// Steps do not fit the operands that they are to be run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OutOfBounds {
    /// There are more or fewer arguments than operands.
    #[error("the steps have {found}: must have {expected}, the inputs and the output", found = Count(*found, "argument"))]
    Arguments {
        /// How many the steps have.
        found: usize,
        /// How many there are.
        expected: usize,
    },
    /// An access is outside of an operand.
    #[error("the steps access {below} before and {above} after index (0, …, 0) of {array}: \
         it has {before} and {after}", below = Count(*below, "element"))]
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

impl Plan {
    /// Checks that the plan accesses elements of its arguments only, and writes to the output alone. Its
    /// arguments are `inputs` and, after them, `output`.
    ///
    /// # Errors
    /// [`OutOfBounds`].
    pub fn fits(&self, inputs: &[ArrayLayout], output: &ArrayLayout) -> Result<(), OutOfBounds> {
        let (found, expected) = (self.accesses().len(), inputs.len().saturating_add(1));
        if found != expected {
            return Err(OutOfBounds::Arguments { found, expected });
        }
        let inputs = inputs.iter().enumerate().map(|(number, layout)| (ArrayName::Input(number), layout));
        for ((array, layout), access) in inputs.chain([(ArrayName::Output, output)]).zip(self.accesses()) {
            let &Access { below, above, is_used, is_written } = access;
            let span = layout.span();
            let before = layout.origin();
            let after = span.saturating_sub(before.saturating_add(1));
            if is_used && (span == 0 || below > before || above > after) {
                return Err(OutOfBounds::Beyond { array, below, above, before, after });
            }
            if is_written && array != ArrayName::Output {
                return Err(OutOfBounds::Written { array });
            }
        }
        Ok(())
    }
}
