//! The blocks that the brackets of a function's list enclose.
//!
//! Tests: `tests/tests/kernel_language_control.rs`.

use super::condition::Condition;
use super::register::Int;
use super::table::Inst;

/// A block that an instruction opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opening {
    /// That of `if`, of either kind.
    If,
    /// A loop that counts a register down, at least one pass.
    Loop(Int),
    /// A loop that runs while a condition holds.
    While(Condition),
    /// A loop that runs until it is left.
    Repeat,
}

impl Opening {
    /// The block that an instruction opens, if it does.
    #[inline]
    pub(crate) const fn of(inst: &Inst) -> Option<Self> {
        match *inst {
            Inst::If(_) | Inst::UnlessAll(_) => Some(Self::If),
            Inst::Loop(counter) => Some(Self::Loop(counter)),
            Inst::While(condition) => Some(Self::While(condition)),
            Inst::Repeat => Some(Self::Repeat),
            _ => None,
        }
    }

    /// Whether it is a loop.
    pub(crate) const fn is_loop(self) -> bool {
        !matches!(self, Self::If)
    }
}

impl Inst {
    /// Whether it begins another branch of an `if`.
    #[inline]
    pub(crate) const fn begins_branch(&self) -> bool {
        matches!(self, Self::ElseIf(_) | Self::Else)
    }

    /// Whether control never goes on behind it.
    #[inline]
    pub(crate) const fn leaves(&self) -> bool {
        matches!(
            self,
            Self::Break(_) | Self::Continue(_) | Self::Return | Self::ReturnInt(_) | Self::ReturnFloat(..)
        )
    }
}
