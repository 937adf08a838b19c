//! How much of an elementwise kernel is in flight, and how much is in one stretch of code.

use super::shape::{Part, Shape};
use crate::formula::Formula;
use core::num::NonZero;
use tensmith_core::Target;
use tensmith_core::kernel::spec::Input;
use tensmith_core::target::{IssueOrder, MoveForm};

/// The most pieces in a stretch, for cores that issue in program order.
const LONGEST_STRETCH: usize = 64;

/// The same for cores that look ahead beyond the end of a loop.
const LONGEST_AHEAD: usize = 16;

/// A stretch has about as many instructions at most.
const STRETCH_INSTRUCTIONS: usize = 128;

/// Pieces that one instruction can move.
const LIST: usize = 4;

/// The most pieces in a group: groups of more keep no core busier. One that issues in program order
/// changes between loads and arithmetic only once for each; without arithmetic, it has the fewer loads
/// to do before the first store, the fewer pieces there are.
const LARGEST_GROUP: usize = 8;
const LARGEST_COPIED: usize = 4;

/// How many pieces are computed together, how many are in a stretch, and what is left for the formula.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    pub(super) group: NonZero<usize>,
    pub(super) stretch: NonZero<usize>,
    /// Vector registers.
    pub(super) registers: usize,
}

impl Sizes {
    pub(super) fn new(shape: &Shape, formula: &Formula, target: &Target) -> Self {
        let (group, registers) = Registers::new(shape, formula, target).share();
        let longest = match target.model.order {
            IssueOrder::Dataflow { .. } => LONGEST_AHEAD,
            IssueOrder::Program { .. } => LONGEST_STRETCH,
        };
        let each = formula.instructions().saturating_add(shape.inputs.len()).saturating_add(1);
        let groups = longest.min(STRETCH_INSTRUCTIONS.checked_div(each).unwrap_or(longest)) / group;
        let groups = NonZero::new(groups).unwrap_or(NonZero::<usize>::MIN);
        Self { group, stretch: group.saturating_mul(groups), registers }
    }
}

/// Vector registers, and what is known to take some.
struct Registers {
    /// All that there are, and those that need not be preserved.
    all: usize,
    scratch: usize,
    /// The most pieces that are worth it.
    largest: usize,
    /// Inputs that are loaded for each piece, or for each column, of which a group may have as many.
    inputs: usize,
    /// Inputs that are kept from group to group.
    shared: usize,
    /// Of the formula: numbers, and what it takes for each vector beside its inputs.
    numbers: usize,
    each: usize,
}

impl Registers {
    fn new(shape: &Shape, formula: &Formula, target: &Target) -> Self {
        let (machine, forms) = (target.machine(), target.model.forms);
        let is_shared = |part: &&Part| matches!(part.covers, Input::Row(_) | Input::Scalar);
        let are_lists = [forms.loads, forms.stores].contains(&MoveForm::Lists);
        Self {
            all: machine.vector_registers,
            scratch: machine.scratch_vectors,
            largest: match formula.instructions() {
                _ if are_lists => LIST,
                0 => LARGEST_COPIED,
                _ => LARGEST_GROUP,
            },
            inputs: shape.inputs.iter().filter(|part| part.covers != Input::Scalar).count(),
            shared: shape.inputs.iter().filter(is_shared).count(),
            numbers: formula.numbers(),
            each: formula.registers(),
        }
    }

    /// How many pieces are in a group, and how many registers the formula can have.
    fn share(&self) -> (NonZero<usize>, usize) {
        let candidates = [self.largest, LIST, 2, 1].into_iter().filter_map(NonZero::new);
        let fits = |room: usize| move |group: &NonZero<usize>| self.taken(*group) <= room;
        // Registers that have to be preserved are worth it only for what needs many.
        let group = candidates.clone().find(fits(self.scratch));
        let group = group.filter(|group| group.get() >= LIST).or(candidates.clone().find(fits(self.all)));
        let group = group.unwrap_or(NonZero::<usize>::MIN);
        // Beside its inputs, the results of the group before are kept until they are stored. Only then
        // is anything computed, but what it takes for each vector stays free for these.
        let inputs = self.inputs.saturating_mul(group.get());
        let kept = group.get().saturating_sub(self.each);
        (group, self.all.saturating_sub(self.shared).saturating_sub(inputs).saturating_sub(kept))
    }

    /// About as many registers are taken by groups of a size.
    fn taken(&self, group: NonZero<usize>) -> usize {
        let each = self.inputs.saturating_add(self.each.saturating_sub(1).max(1));
        let numbers = self.numbers.saturating_add(self.shared);
        numbers.saturating_add(each.saturating_mul(group.get()))
    }
}
