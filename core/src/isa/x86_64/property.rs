//! Properties of a row's instructions besides operands: control flow, use of the stack
//! pointer, masks and rounding.
//!
//! In the table, these are words in brackets behind the features. Passes and the verifier look at them,
//! never at names of rows.

/// Where control goes after an instruction, and what else it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// To the next one. It computes, or accesses memory.
    Next,
    /// To its target.
    Jump,
    /// To its target, or to the next one.
    Branch,
    /// To its target or an address in a register or in memory, and back from there.
    Call,
    /// To the caller, by the return address.
    Return,
    /// To an address in a register or in memory, and not back.
    Indirect,
    /// The place where indirect jumps may land, which does nothing.
    Landing,
    /// To the next one, after something that concerns the system, or has other effects than its operands say.
    System,
}

/// How an instruction may use the stack pointer, besides accesses that it makes at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stack {
    /// It stores eight bytes below, and moves there.
    Push,
    /// It loads eight bytes, and moves above.
    Pop,
    /// It adds a number to the stack pointer.
    Add,
    /// It subtracts one.
    Subtract,
    /// It sets the stack pointer to an address.
    Address,
    /// It copies a register to memory or back, and does nothing else, so that it may save or restore that.
    Copy,
}

/// How an instruction uses a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Masking {
    /// It has none.
    Never,
    /// Other lanes keep their values.
    Merge,
    /// Other lanes keep their values, or become zero.
    Zero,
    /// Other lanes are those of the first source, or become zero.
    Blend,
    /// It has one, and other lanes keep their values.
    Always,
}

/// How an instruction says rounding, in the bits that say a broadcast where it reads memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounds {
    /// It does not.
    Never,
    /// It suppresses exceptions.
    Suppress,
    /// It has a mode of rounding, and suppresses exceptions.
    Mode,
}

/// A word in the brackets of a row.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Property {
    /// Where control goes; otherwise [`Control::Next`].
    Control(Control),
    /// How it uses the stack pointer; without this, not at all.
    Stack(Stack),
    /// How it uses a predicate; without this, not at all.
    Masking(Masking),
    /// How it says rounding; without this, not at all.
    Rounds(Rounds),
    /// That a row before has the same text where it encodes all operands.
    Twin,
    /// That it sets the upper halves of all vector registers to zero.
    ClearUpper,
    /// That the result of two sources which are the same register depends on nothing.
    Idiom,
    /// That it also reads and writes `rax`, and writes `rdx`.
    Accumulator,
}

/// All that a row says in brackets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Properties {
    pub(super) control: Control,
    pub(super) stack: Option<Stack>,
    pub(super) masking: Masking,
    pub(super) rounds: Rounds,
    pub(super) has_twin: bool,
    pub(super) clears_upper: bool,
    pub(super) is_idiom: bool,
    pub(super) has_accumulator: bool,
}

impl Properties {
    /// The properties from all `words`.
    pub(super) const fn of(words: &[Property]) -> Self {
        let mut all = Self {
            control: Control::Next,
            stack: None,
            masking: Masking::Never,
            rounds: Rounds::Never,
            has_twin: false,
            clears_upper: false,
            is_idiom: false,
            has_accumulator: false,
        };
        let mut rest = words;
        while let [word, tail @ ..] = rest {
            match *word {
                Property::Control(control) => all.control = control,
                Property::Stack(stack) => all.stack = Some(stack),
                Property::Masking(masking) => all.masking = masking,
                Property::Rounds(rounds) => all.rounds = rounds,
                Property::Twin => all.has_twin = true,
                Property::ClearUpper => all.clears_upper = true,
                Property::Idiom => all.is_idiom = true,
                Property::Accumulator => all.has_accumulator = true,
            }
            rest = tail;
        }
        all
    }
}
