//! How K is passed through: a loop over groups of positions, then the groups that are left.

use core::num::NonZero;

/// A loop over K, and what follows it.
///
/// A group is as many positions as a vector has lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Passes {
    /// How often the loop's body runs; where that is once, there is no loop.
    pub(super) count: usize,
    /// Whole groups in the body.
    pub(super) groups: usize,
    /// Whole groups after the loop.
    pub(super) after: usize,
    /// Positions after these, which fill no group.
    pub(super) rest: usize,
}

impl Passes {
    /// Passes through `k` positions, `unroll` groups at a time.
    pub(super) fn new(k: usize, unroll: usize, lanes: NonZero<usize>) -> Self {
        let all = k / lanes;
        let groups = NonZero::new(unroll.min(all)).unwrap_or(NonZero::<usize>::MIN);
        Self { count: all / groups, groups: groups.get(), after: all % groups, rest: k % lanes }
    }

    /// Positions after the loop.
    pub(super) const fn left(&self, lanes: NonZero<usize>) -> usize {
        self.after.saturating_mul(lanes.get()).saturating_add(self.rest)
    }

    /// Positions in the loop's body.
    pub(super) const fn body(&self, lanes: NonZero<usize>) -> usize {
        self.groups.saturating_mul(lanes.get())
    }
}
