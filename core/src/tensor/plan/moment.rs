//! Ends of loops, on which the choice of a kernel depends.
//!
//! Tests: `tests/tests/tensor_plan.rs`.

/// Whether some loops are all at one end. Of no loops, it is always so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// All of the loops are at their first iteration; a bit for each, by its number.
    First(u64),
    /// All of the loops are at their last iteration.
    Last(u64),
}

impl Moment {
    pub(super) const fn is_always(self) -> bool {
        matches!(self, Self::First(0) | Self::Last(0))
    }
}
