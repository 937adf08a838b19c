//! How much of an elementwise kernel is in flight, and how much is in one block of code.

use super::shape::Shape;
use super::source::is_shared;
use crate::address::{bytes, signed};
use crate::formula::{Formula, Loaded};
use core::num::NonZero;
use tensmith_core::Target;
use tensmith_core::isa::Machine;
use tensmith_core::isa::model::{AccessForm, IssueOrder};
use tensmith_core::kernel::spec::{Input, Stride};

/// The most pieces in a block, for in-order cores.
const LONGEST_IN_ORDER: usize = 64;

/// The most pieces in a block, for cores that look ahead beyond the end of a loop.
const LONGEST_AHEAD: usize = 16;

/// The most instructions in a block, about.
const BLOCK_INSTRUCTIONS: usize = 128;

/// Pieces that one instruction can move.
const LIST: usize = 4;

/// The most pieces in a group: groups of more keep no core busier. An in-order core
/// changes between loads and arithmetic only once for each; without arithmetic, it has the fewer loads
/// to do before the first store, the fewer pieces there are.
const LARGEST_GROUP: usize = 8;
const LARGEST_COPIED: usize = 4;

/// Two pieces, for which one instruction does.
const PAIR: NonZero<usize> = NonZero::new(2).expect("2 is not 0");

/// An operation of as many instructions at most is short: it waits for loads, not for itself.
const SHORT: usize = 2;

/// The most pointers into operands: with these, a counter and one that is being moved, no
/// callee-saved register is needed.
const POINTERS: usize = 15;

/// Counters of loops.
const COUNTERS: usize = 2;

/// How many groups are under way at once: each is loaded, then computed, then stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Flight {
    /// Pieces in a group, which are computed together.
    pub(super) group: NonZero<usize>,
    /// Groups that are loaded before one is computed.
    pub(super) ahead: usize,
    /// Groups that are loaded between that one and its stores.
    pub(super) behind: usize,
}

/// The order of the stores of a group among the loads of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stores {
    /// Alternating with loads, up to the last of both. An in-order core begins two loads at once, or a
    /// load and a store, but not two stores; and where nothing is computed, nothing else decides
    /// when these are done.
    AmongLoads,
    /// Behind the loads of the first input.
    BehindInput,
    /// Behind the loads of all inputs.
    BehindInputs,
}

impl Stores {
    /// How many stores are left for later after some loads, of `each` for an input and `all` together.
    pub(super) const fn left(self, loaded: usize, each: usize, all: usize) -> usize {
        match self {
            Self::AmongLoads => all.saturating_sub(loaded),
            Self::BehindInput if loaded >= each => 0,
            Self::BehindInput | Self::BehindInputs => usize::MAX,
        }
    }

    fn of(shape: &Shape, formula: &Formula, flight: Flight, target: &Target) -> Self {
        let is_copy = shape.inputs.len() == 1 && formula.instructions() == 0;
        match target.core.model.forms.loads {
            // What is stored has been loaded long before.
            _ if flight.ahead > 0 => Self::BehindInput,
            // Two loads between which there is a store would be no pair.
            AccessForm::Single if is_in_order(target) && is_copy => Self::AmongLoads,
            _ => Self::BehindInputs,
        }
    }
}

/// How many pieces are under way, how many are in a block, and what is left for the formula.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    pub(super) flight: Flight,
    pub(super) block: NonZero<usize>,
    /// The most pointers that are kept of each operand in addition to the one to its start.
    pub(super) kept: usize,
    /// Whether these are the same in all blocks.
    pub(super) marks: bool,
    /// Whether blocks have a single column, so that no pointer is moved inside of one.
    pub(super) by_column: bool,
    /// Whether each piece is loaded, computed and stored before the next, and each input where it is needed.
    pub(super) one_by_one: bool,
    /// Vector registers.
    pub(super) registers: usize,
    pub(super) stores: Stores,
    /// Whether vectors that overlap are stored before others of their column.
    pub(super) overlap_first: bool,
}

impl Sizes {
    pub(super) fn new(shape: &Shape, formula: &Formula, target: &Target) -> Self {
        let registers = Registers::new(shape, formula, target);
        let operands = shape.moved().saturating_add(1);
        let longest = longest(formula.instructions().saturating_add(operands), target);
        let many = Flight::of_many(shape, formula, longest, target)
            .filter(|flight| registers.taken(*flight) <= registers.caller_saved);
        let flight = many.unwrap_or_else(|| registers.flight());
        let one_by_one = is_one_by_one(shape, formula, &target.machine());
        let groups = NonZero::new(longest / flight.group).unwrap_or(NonZero::<usize>::MIN);
        let (integers, available) =
            (Integers::of(shape, formula, &target.machine()), target.machine().int_registers);
        let pointers = POINTERS.min(available.saturating_sub(integers.others().saturating_add(1)));
        let pointers = pointers.checked_div(operands).unwrap_or(pointers);
        Self {
            flight,
            block: flight.group.saturating_mul(groups),
            kept: pointers.saturating_sub(1),
            marks: flight.ahead > 0,
            by_column: integers.by_block() > available,
            one_by_one,
            registers: if one_by_one { registers.left_for_one(formula) } else { registers.left(flight) },
            stores: Stores::of(shape, formula, flight, target),
            overlap_first: is_in_order(target),
        }
    }
}

/// Whether there are too few registers for all inputs and those of the formula.
fn is_one_by_one(shape: &Shape, formula: &Formula, machine: &Machine) -> bool {
    let loaded = |nth: usize| match shape.inputs.get(nth).is_some_and(is_shared) {
        true => Loaded::Always,
        false => Loaded::Before,
    };
    // Short formulas need not be looked at.
    let all = machine.vector_registers;
    formula.steps() > all && formula.registers_with_inputs(&loaded) > all
}

/// The integer registers that a kernel takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Integers {
    /// Pointers to operands.
    pointers: usize,
    /// Strides that are left to run time.
    strides: usize,
    /// Parameters that are.
    parameters: usize,
    /// Operands inside of whose blocks pointers are moved.
    moved: usize,
}

impl Integers {
    pub(super) fn of(shape: &Shape, formula: &Formula, machine: &Machine) -> Self {
        let inputs = shape.inputs.iter().filter_map(|part| match part.covers {
            Input::Matrix(stride) | Input::Row(stride) => Some(stride),
            Input::Column | Input::Scalar => None,
        });
        let strides = || inputs.clone().chain([shape.ld_out]);
        // Wherever accesses take the distances of all columns of a block, no pointer is moved inside of one.
        let farthest = machine.reach(AccessForm::Single) / signed(LONGEST_IN_ORDER);
        let is_near = |stride: Stride| stride.known().is_some_and(|ld| bytes(ld, shape.from) <= farthest);
        let scalars = shape.inputs.len().saturating_sub(shape.moved());
        let kept = if is_one_by_one(shape, formula, machine) { scalars } else { 0 };
        let pointers = shape.moved().saturating_add(1).saturating_add(kept);
        Self {
            pointers,
            strides: strides().filter(|stride| *stride == Stride::Runtime).count(),
            parameters: formula.parameters(),
            moved: match machine.takes_any_offset() {
                true => strides().filter(|stride| !is_near(*stride)).count(),
                false => pointers,
            },
        }
    }

    /// At least. While a pointer is on its way to the next column, there is no counter of blocks.
    pub(super) fn least(&self) -> usize {
        self.pointers.saturating_add(self.others())
    }

    /// What is no pointer.
    fn others(&self) -> usize {
        self.strides.saturating_add(self.parameters).saturating_add(COUNTERS)
    }

    /// Where pointers are also moved from column to column of a block.
    fn by_block(&self) -> usize {
        self.least().saturating_add(self.moved).saturating_add(1)
    }
}

/// The most pieces in a block, where each takes that many instructions.
fn longest(each: usize, target: &Target) -> usize {
    let longest = if is_in_order(target) { LONGEST_IN_ORDER } else { LONGEST_AHEAD };
    longest.min(BLOCK_INSTRUCTIONS.checked_div(each).unwrap_or(longest))
}

/// Whether a core is in-order.
const fn is_in_order(target: &Target) -> bool {
    matches!(target.core.model.order, IssueOrder::InOrder { .. })
}

impl Flight {
    /// A group that is stored once the next one is loaded.
    const fn of(group: NonZero<usize>) -> Self {
        Self { group, ahead: 0, behind: 1 }
    }

    /// Many small groups, where that is better: an in-order core then has something to load
    /// and to store whenever arithmetic waits. Long formulas have enough to do by themselves. How many are
    /// best was found by trying, on LLVM's model of Cortex-A510, all from 2 to 7 ahead
    /// and from 1 to 5 behind.
    fn of_many(shape: &Shape, formula: &Formula, longest: usize, target: &Target) -> Option<Self> {
        let lanes = shape.lanes(&target.machine());
        let pieces = shape.m.div_ceil(lanes.get()).saturating_mul(shape.n);
        let (ahead, behind) = match shape.moved() {
            // As many stores as vectors take longer than all the rest: they begin as soon as they can.
            inputs @ 1..=2 if shape.m < lanes.saturating_mul(PAIR).get() => (3, inputs),
            // What it takes to begin is paid for once in a loop's pass, ...
            1 if pieces > longest => (6, 2),
            // ... and counts for more where there is none.
            1 => (4, 2),
            2 => (3, 5),
            // Others need more registers than there are.
            _ => return None,
        };
        let is_short = (1..=SHORT).contains(&formula.instructions());
        (is_in_order(target) && is_short).then_some(Self { group: PAIR, ahead, behind })
    }
}

/// Vector registers, and what is known to take some.
struct Registers {
    /// All that there are, and those that are caller-saved.
    all: usize,
    caller_saved: usize,
    /// The most pieces that are worth it.
    largest: usize,
    /// Inputs that are loaded for each piece, or for each column, of which a group may have as many.
    inputs: usize,
    /// Inputs that are kept from group to group.
    shared: usize,
    /// Constants of the formula, and its registers for each vector in addition to its inputs.
    constants: usize,
    each: usize,
}

impl Registers {
    fn new(shape: &Shape, formula: &Formula, target: &Target) -> Self {
        let (machine, forms) = (target.machine(), target.core.model.forms);
        let are_lists = [forms.loads, forms.stores].contains(&AccessForm::Lists);
        Self {
            all: machine.vector_registers,
            caller_saved: machine.caller_saved_vectors,
            largest: match formula.instructions() {
                _ if are_lists => LIST,
                0 if is_in_order(target) => PAIR.get(),
                0 => LARGEST_COPIED,
                _ => LARGEST_GROUP,
            },
            inputs: shape.moved(),
            shared: shape.inputs.iter().filter(|part| is_shared(part)).count(),
            constants: formula.constants(),
            each: formula.registers(),
        }
    }

    /// The largest groups that there are registers for.
    fn flight(&self) -> Flight {
        let candidates = [self.largest, LIST, 2, 1].into_iter().filter_map(NonZero::new);
        let fits = |room: usize| move |group: &NonZero<usize>| self.taken(Flight::of(*group)) <= room;
        // Callee-saved registers are worth it only for what needs many.
        let group = candidates.clone().find(fits(self.caller_saved));
        let group = group.filter(|group| group.get() >= LIST).or(candidates.clone().find(fits(self.all)));
        Flight::of(group.unwrap_or(NonZero::<usize>::MIN))
    }

    /// How many registers the formula can have.
    fn left(&self, flight: Flight) -> usize {
        // In addition to inputs, the results of groups before are kept until they are stored. Only then
        // is anything computed, but what it takes for each vector stays free for these.
        let inputs = flight.ahead.saturating_add(1).saturating_mul(self.inputs);
        let kept = flight.behind.saturating_mul(flight.group.get()).saturating_sub(self.each);
        let inputs = inputs.saturating_mul(flight.group.get());
        self.all.saturating_sub(self.shared).saturating_sub(inputs).saturating_sub(kept)
    }

    /// How many registers the formula can have where inputs are loaded one by one, and are
    /// among what it takes.
    fn left_for_one(&self, formula: &Formula) -> usize {
        let inputs = formula.registers_with_inputs(&|_| Loaded::AtUse).saturating_sub(self.each);
        self.all.saturating_sub(inputs)
    }

    /// About as many registers are taken by groups under way: before one is stored, when the next is loaded,
    /// in part where groups are loaded ahead; or after that, when one is computed.
    fn taken(&self, Flight { group, ahead, behind }: Flight) -> usize {
        let first = if ahead == 0 { self.inputs } else { 1 };
        let loaded = ahead.saturating_mul(self.inputs);
        let before = loaded.saturating_add(first).saturating_add(behind);
        let computed = behind.saturating_sub(1).saturating_add(self.each.saturating_sub(1));
        let each = before.max(loaded.saturating_add(self.inputs).saturating_add(computed));
        let constants = self.constants.saturating_add(self.shared);
        constants.saturating_add(each.saturating_mul(group.get()))
    }
}
