//! The value of an operand, whatever its type.

use super::memory::Memory;
use crate::code::Label;
use crate::isa::RegIndex;

/// The value of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// None: the row has fewer operands.
    Absent,
    /// A general-purpose or vector register.
    Register(RegIndex),
    /// The number of a mask register.
    Mask(u8),
    /// The number of a register of the floating-point unit.
    Stack(u8),
    /// Bytes in memory.
    Memory(Memory),
    /// A number, or the code of a name.
    Number(i64),
    /// A position in the code.
    Label(Label),
}

impl Value {
    /// This value over registers that stand for its own.
    pub(super) fn renamed(self, name: impl Fn(RegIndex) -> RegIndex) -> Self {
        match self {
            Self::Register(register) => Self::Register(name(register)),
            Self::Memory(memory) => Self::Memory(memory.renamed(name)),
            other => other,
        }
    }

    /// The registers that it names.
    pub(super) fn registers(&self) -> [Option<RegIndex>; 2] {
        match self {
            Self::Register(register) => [Some(*register), None],
            Self::Memory(memory) => memory.registers(),
            Self::Absent | Self::Mask(_) | Self::Stack(_) | Self::Number(_) | Self::Label(_) => [None; 2],
        }
    }
}
