//! What the rules ask of a row, made at compile time.

use crate::isa::x86_64::feature::{Feature, Features};
use crate::isa::x86_64::kind::{File, Kind};
use crate::isa::x86_64::property::{Control, Stack};
use crate::isa::x86_64::row::{Row, Slot};
use crate::isa::x86_64::table::ROWS;

/// What the rules ask of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Summary {
    /// The features that it needs, but for those that are always there.
    pub(super) features: Features,
    /// What its instructions do to paths and to the stack.
    pub(super) operation: Operation,
    /// The operands, a bit each, that can be general-purpose registers.
    pub(super) general: u8,
    /// The operands, a bit each, that can be registers which are written: general-purpose ones and vectors.
    pub(super) written: u8,
    /// Whether it writes the upper half of a vector register: where its last operand is a register, and
    /// where that is in memory.
    pub(super) writes_upper: bool,
    pub(super) writes_upper_beside_memory: bool,
    /// What it does to memory, if it has an operand there.
    pub(super) loads: bool,
    pub(super) stores: bool,
    /// The kind of that operand.
    pub(super) memory: Option<Kind>,
}

/// What instructions of a row do besides computing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    /// What no function may do that keeps to itself.
    Forbidden,
    /// Nothing.
    Compute,
    /// Nothing; indirect jumps may land there.
    Land,
    /// They copy a register to memory or back, whole.
    Copy,
    /// They compute an address.
    Address,
    /// They add a number to a register.
    Add,
    /// They subtract one.
    Subtract,
    /// They store a register below the stack.
    Push,
    /// They load it from there.
    Pop,
    /// They set the upper halves to zero.
    ClearUpper,
    /// They go to a target.
    Jump,
    /// They go to a target, or on.
    Branch,
    /// They call what an operand says.
    Call,
    /// They leave.
    Return,
}

impl Operation {
    /// The operation of a row's instructions.
    const fn of(row: &Row) -> Self {
        match (row.control, row.stack) {
            (Control::Call, _) if matches!(row.slots, [Slot { kind: Kind::Either(..), .. }]) => Self::Call,
            (Control::Call | Control::Indirect | Control::System, _) => Self::Forbidden,
            (Control::Jump, _) => Self::Jump,
            (Control::Branch, _) => Self::Branch,
            (Control::Return, _) => Self::Return,
            (Control::Landing, _) => Self::Land,
            (Control::Next, Some(Stack::Push)) => Self::Push,
            (Control::Next, Some(Stack::Pop)) => Self::Pop,
            (Control::Next, Some(Stack::Add)) => Self::Add,
            (Control::Next, Some(Stack::Subtract)) => Self::Subtract,
            (Control::Next, Some(Stack::Address)) => Self::Address,
            (Control::Next, Some(Stack::Copy)) => Self::Copy,
            (Control::Next, None) if row.clears_upper => Self::ClearUpper,
            (Control::Next, None) => Self::Compute,
        }
    }
}

impl Summary {
    const fn of(row: &Row) -> Self {
        let mut summary = Self {
            features: row.features.without(Feature::Base),
            operation: Operation::of(row),
            general: 0,
            written: 0,
            writes_upper: false,
            writes_upper_beside_memory: false,
            loads: false,
            stores: false,
            memory: None,
        };
        let (mut rest, mut bit) = (row.slots, 1);
        while let [slot, tail @ ..] = rest {
            summary = summary.with(slot, bit);
            (rest, bit) = (tail, bit << 1);
        }
        summary
    }

    /// With an operand.
    const fn with(mut self, slot: &Slot, bit: u8) -> Self {
        let writes = slot.role.writes();
        match slot.kind.file() {
            Some(File::Byte | File::High | File::Half | File::Word | File::Long) => {
                self.general |= bit;
                self.written |= if writes { bit } else { 0 };
            }
            Some(file @ (File::Xmm | File::Ymm | File::Zmm)) if writes => {
                self.written |= bit;
                let is_long = !matches!(file, File::Xmm);
                self.writes_upper |= is_long;
                self.writes_upper_beside_memory |= is_long && slot.letter != b'm';
            }
            _ => {}
        }
        if matches!(slot.kind, Kind::Memory(_) | Kind::Either(..) | Kind::Vector(..)) {
            (self.loads, self.stores) = (slot.role.reads(), writes);
            self.memory = Some(slot.kind);
        }
        self
    }
}

/// The summary of the row at a position in the table.
#[inline(always)]
pub(super) fn of_row(at: usize) -> Option<&'static Summary> {
    SUMMARIES.get(at)
}

/// The summaries of all rows, in the order of the table.
static SUMMARIES: [Summary; ROWS.len()] = summaries();

#[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
const fn summaries() -> [Summary; ROWS.len()] {
    let (mut summaries, mut at) = ([Summary::of(ROWS[0]); ROWS.len()], 0);
    while at < ROWS.len() {
        summaries[at] = Summary::of(ROWS[at]);
        at += 1;
    }
    summaries
}
