//! Properties of a row's instructions besides operands and text: control flow, use of the
//! stack pointer, and cost.
//!
//! In the table, these are words in brackets behind the text. Passes and the verifier look at them,
//! never at names of rows.
//!
//! Tests: `tests/tests/codegen_schedule.rs`, `tests/tests/isa_aarch64_verify.rs`.

use super::timing;
use crate::isa::Timing;

/// Where control goes after an instruction, and what else it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// To the next one. It computes, or accesses memory.
    Next,
    /// To the next one. What it computes or accesses depends on where it stands.
    PcRelative,
    /// To its target.
    Jump,
    /// To its target, or to the next one.
    Branch,
    /// To its target or an address in a register, and back from there.
    Call,
    /// To the caller, by the return address.
    Return,
    /// To an address in another register, or that of an exception's return.
    Indirect,
    /// To the next one, after something that concerns the system: an exception, a hint, a barrier, a system
    /// register, maintenance of caches and translations.
    System,
}

/// How an instruction uses the stack pointer where that is its base, or what it adds to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stack {
    /// It adds a constant.
    Add,
    /// It subtracts a constant.
    Subtract,
    /// It accesses one register or a pair at an offset.
    Offset,
    /// It moves the base, then accesses one register or a pair there.
    PreIndex,
    /// It accesses one register or a pair, then moves the base.
    PostIndex,
    /// It stores a list of registers.
    List,
}

/// A word in the brackets of a row.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Property {
    /// Where control goes; otherwise [`Control::Next`].
    Control(Control),
    /// How it uses the stack pointer; without this, not at all.
    Stack(Stack),
    /// Its timing class; without this, scheduling leaves the instruction in its place.
    Timing(timing::Class),
    /// Kernels are made of it, so that it is always there; others are left out without the
    /// feature `aarch64-base`.
    Kernel,
}

/// All that a row says in brackets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Properties {
    pub(super) control: Control,
    pub(super) stack: Option<Stack>,
    pub(super) timing: Option<Timing>,
    pub(super) is_in_kernels: bool,
}

impl Properties {
    /// The properties from all `words`; of two about the same, the last counts.
    pub(super) const fn of(words: &[Property]) -> Self {
        let mut all = Self { control: Control::Next, stack: None, timing: None, is_in_kernels: false };
        let mut rest = words;
        while let [word, tail @ ..] = rest {
            match *word {
                Property::Control(control) => all.control = control,
                Property::Stack(stack) => all.stack = Some(stack),
                Property::Timing(class) => all.timing = Some(class.timing()),
                Property::Kernel => all.is_in_kernels = true,
            }
            rest = tail;
        }
        all
    }
}
