//! How much of an elementwise kernel is in flight, and how much is in one stretch of code.

use super::shape::{Part, Shape};
use crate::formula::Formula;
use core::num::NonZero;
use tensmith_core::kernel::spec::Input;
use tensmith_core::target::{IssueOrder, MoveForm};
use tensmith_core::{OutOfMemory, Target};

/// The most pieces in a stretch, for cores that issue in program order.
const LONGEST_STRETCH: usize = 64;

/// The same for cores that look ahead beyond the end of a loop.
const LONGEST_AHEAD: usize = 16;

/// A stretch has about as many instructions at most.
const STRETCH_INSTRUCTIONS: usize = 128;

/// How many pieces are computed together, and how many are in a stretch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    pub(super) group: NonZero<usize>,
    pub(super) stretch: NonZero<usize>,
}

/// Pieces that one instruction can move.
const LIST: usize = 4;
const PAIR: usize = 2;

/// The most pieces in a group: groups of more keep no core busier. One that issues in program order
/// changes between loads and arithmetic only once for each; without arithmetic, it has the fewer loads
/// to do before the first store, the fewer pieces there are.
const LARGEST_GROUP: usize = 8;
const LARGEST_COPIED: usize = 4;

impl Sizes {
    pub(super) fn new(shape: &Shape, formula: &Formula, target: &Target) -> Result<Self, OutOfMemory> {
        let group = group(shape, formula, target)?;
        let longest = match target.model.order {
            IssueOrder::Dataflow { .. } => LONGEST_AHEAD,
            IssueOrder::Program { .. } => LONGEST_STRETCH,
        };
        let each = formula.instructions().saturating_add(shape.inputs.len()).saturating_add(1);
        let groups = longest.min(STRETCH_INSTRUCTIONS / each) / group;
        let groups = NonZero::new(groups).unwrap_or(NonZero::<usize>::MIN);
        Ok(Self { group, stretch: group.saturating_mul(groups) })
    }
}

/// The pieces that there are registers for: beside the inputs of a group, the results of the group
/// before it are kept until they are stored.
fn group(shape: &Shape, formula: &Formula, target: &Target) -> Result<NonZero<usize>, OutOfMemory> {
    let (machine, registers) = (target.machine(), formula.registers()?);
    let is_shared = |part: &&Part| matches!(part.covers, Input::Row(_) | Input::Scalar);
    let shared = registers.shared.saturating_add(shape.inputs.iter().filter(is_shared).count());
    let each = registers.each.max(shape.inputs.len().saturating_add(1));
    let room = |registers: usize| registers.saturating_sub(shared).checked_div(each).unwrap_or(0);
    let forms = target.model.forms;
    let are_lists = [forms.loads, forms.stores].contains(&MoveForm::Lists);
    let (largest, step) = match formula.instructions() {
        _ if are_lists => (LIST, LIST),
        0 => (LARGEST_COPIED, PAIR),
        _ => (LARGEST_GROUP, PAIR),
    };
    // Registers that have to be preserved are worth it only for what needs many.
    let group = match (room(machine.scratch_vectors), room(machine.vector_registers)) {
        (most @ LIST.., _) | (_, most @ LIST..) => most.min(largest) / step * step,
        (_, most) => most,
    };
    Ok(NonZero::new(group).unwrap_or(NonZero::<usize>::MIN))
}
