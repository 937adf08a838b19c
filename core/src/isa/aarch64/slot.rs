//! The operands of a row.

use super::kind::Kind;
use crate::isa::Role;

/// The most operands that a row has.
pub const MAX_OPERANDS: usize = 8;

/// An operand of a row.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// Its name: the letter in the pattern and the text.
    pub letter: u8,
    /// The role of the operand.
    pub role: Role,
    /// Its type: one of few, which all operands of a type share.
    pub kind: &'static Kind,
}

/// Bit 31 of a field value marks what has yet to be resolved: a virtual register or a label.
pub(crate) const UNRESOLVED: u32 = 1 << 31;
