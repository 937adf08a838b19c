//! How K is passed through: a loop over groups of positions, then the groups that are left.

use core::num::NonZero;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::GemmSpec;
use tensmith_core::kernel::spec::Layout;

/// Positions in a group where no vector along K is loaded.
const SMALL_GROUP: NonZero<usize> = NonZero::new(4).unwrap();

/// Positions of K that are summed together: as many as a vector along K holds, where one is loaded.
pub(super) fn group(spec: &GemmSpec, machine: &Machine) -> NonZero<usize> {
    if broadcasts_b(spec, machine) { SMALL_GROUP } else { machine.lanes(spec.types.accumulator) }
}

/// Whether vectors of A are multiplied by elements of B that are broadcast from memory, one by one.
pub(super) fn broadcasts_b(spec: &GemmSpec, machine: &Machine) -> bool {
    !machine.multiplies_by_lane && spec.a.layout == Layout::ColumnMajor
}

/// A loop over K, and what follows it.
///
/// A group is [some positions](group).
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
    /// Passes through `k` positions, `unroll` groups of some positions at a time.
    pub(super) fn new(k: usize, unroll: usize, group: NonZero<usize>) -> Self {
        let all = k / group;
        let groups = NonZero::new(unroll.min(all)).unwrap_or(NonZero::<usize>::MIN);
        Self { count: all / groups, groups: groups.get(), after: all % groups, rest: k % group }
    }

    /// Positions after the loop.
    pub(super) const fn left(&self, group: NonZero<usize>) -> usize {
        self.after.saturating_mul(group.get()).saturating_add(self.rest)
    }

    /// Positions in the loop's body.
    pub(super) const fn body(&self, group: NonZero<usize>) -> usize {
        self.groups.saturating_mul(group.get())
    }
}
