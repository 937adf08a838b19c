//! Kinds of operands: which values they take, as data.
//!
//! Tests: `tests/tests/isa_x86_64_table_llvm.rs`.

use super::memory::{Base, Memory, Segment};
use super::name::Names;
use super::value::Value;
use crate::isa::{Class, RegIndex};

/// What an operand can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A register of a file.
    Register(File),
    /// Some bytes in memory; none where only the address counts.
    Memory(u8),
    /// Some bytes in the segment of code, which nothing is done with.
    Padding(u8),
    /// A register of a file, or some bytes in memory, or one element of the last number of
    /// bytes for all lanes.
    Either(File, u8, Option<u8>),
    /// Elements of some bytes, at addresses with an index in a vector.
    Vector(File, u8),
    /// A number.
    Number(Range),
    /// A number that a part of the mnemonic names.
    Named(Names),
    /// The one value that the instruction takes.
    Fixed(Fixed),
    /// A position in the code, at a distance of a number of bytes.
    Target(u8),
}

/// Registers of a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum File {
    /// Low bytes of general-purpose registers.
    Byte,
    /// Second bytes of the first four general-purpose registers.
    High,
    /// Low halves of general-purpose registers.
    Half,
    /// Low words of general-purpose registers.
    Word,
    /// Whole general-purpose registers.
    Long,
    /// 16 bytes of vector registers.
    Xmm,
    /// 32 bytes of vector registers.
    Ymm,
    /// 64 bytes of vector registers.
    Zmm,
    /// Masks.
    Mask,
    /// Registers of the floating-point unit, numbered from the top of their stack.
    Stack,
}

/// The numbers that an operand takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least one.
    pub least: i64,
    /// The greatest one.
    pub greatest: i64,
}

/// An operand with one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fixed {
    /// `cl`.
    Cl,
    /// `al`, `ax`, `eax` or `rax`.
    Accumulator(File),
    /// The number one.
    One,
    /// The top of the stack of the floating-point unit.
    Top,
}

impl File {
    /// The class of its registers; none of masks and of those of the floating-point unit.
    #[must_use]
    pub const fn class(self) -> Option<Class> {
        match self {
            Self::Byte | Self::High | Self::Half | Self::Word | Self::Long => Some(Class::Int),
            Self::Xmm | Self::Ymm | Self::Zmm => Some(Class::Vec),
            Self::Mask | Self::Stack => None,
        }
    }

    /// The registers that an encoding names, where the extended ones are those of EVEX.
    pub(super) const fn registers(self, is_extended: bool) -> u8 {
        match self {
            Self::Byte | Self::Half | Self::Word | Self::Long => 16,
            Self::Xmm | Self::Ymm | Self::Zmm => {
                if is_extended {
                    32
                } else {
                    16
                }
            }
            Self::Mask | Self::Stack => 8,
            Self::High => 4,
        }
    }

    /// Whether a register that an encoding may or may not name is one of the file.
    fn has(self, register: RegIndex, is_extended: bool) -> bool {
        let is_there = if register.is_virtual() {
            self != Self::High
        } else {
            register.place() < self.registers(is_extended)
        };
        Some(register.class()) == self.class() && is_there
    }
}

impl Range {
    /// Signed numbers of some bits.
    #[must_use]
    pub const fn signed(bits: u32) -> Self {
        let least = i64::MIN >> (64 - bits);
        Self { least, greatest: !least }
    }

    /// Unsigned numbers of some bits, fewer than 64.
    #[must_use]
    pub const fn unsigned(bits: u32) -> Self {
        Self { least: 0, greatest: !(i64::MIN >> (63 - bits)) }
    }

    /// Whether a number is among them.
    #[must_use]
    pub const fn contains(self, number: i64) -> bool {
        self.least <= number && number <= self.greatest
    }
}

impl Kind {
    /// Whether the operand can be a value, in an encoding that names the extended vector registers,
    /// or one that does not.
    #[must_use]
    pub fn accepts(self, value: Value, is_extended: bool) -> bool {
        match (self, value) {
            (Self::Register(File::Mask) | Self::Either(File::Mask, ..), Value::Mask(number))
            | (Self::Register(File::Stack), Value::Stack(number)) => number < 8,
            (Self::Register(file) | Self::Either(file, ..), Value::Register(register)) => {
                file.has(register, is_extended)
            }
            (Self::Memory(bytes), Value::Memory(memory)) => {
                let is_segment = memory.segment.is_none() || bytes != 0 && is_data(&memory);
                is_general(&memory) && !memory.broadcast && is_segment
            }
            (Self::Padding(_), Value::Memory(memory)) => {
                is_general(&memory) && !memory.broadcast && !is_data(&memory)
            }
            (Self::Either(_, _, element), Value::Memory(memory)) => {
                is_general(&memory) && is_data(&memory) && (!memory.broadcast || element.is_some())
            }
            (Self::Vector(file, _), Value::Memory(memory)) => {
                let has = |index: RegIndex| file.has(index, is_extended);
                let is_base = matches!(memory.base, Base::None | Base::Register(_));
                memory.index.is_some_and(|index| has(index.register))
                    && is_base
                    && memory.is_indexed_by(Class::Vec)
                    && !memory.broadcast
                    && is_data(&memory)
            }
            (Self::Number(range), Value::Number(number)) => range.contains(number),
            (Self::Named(names), Value::Number(code)) => {
                names.iter().any(|(_, known)| i64::from(*known) == code)
            }
            (Self::Fixed(fixed), value) => fixed.value() == value,
            (Self::Target(bytes), Value::Number(distance)) => {
                // The distance from the first byte of the instruction, which has some bytes itself.
                distance.unsigned_abs() <= if bytes == 1 { 0xff } else { 1 << 32 }
            }
            (Self::Target(_), Value::Label(_)) => true,
            _ => false,
        }
    }

    /// The register file, where there is one.
    #[must_use]
    pub const fn file(self) -> Option<File> {
        match self {
            Self::Register(file) | Self::Either(file, ..) | Self::Fixed(Fixed::Accumulator(file)) => {
                Some(file)
            }
            Self::Fixed(Fixed::Cl) => Some(File::Byte),
            Self::Fixed(Fixed::Top) => Some(File::Stack),
            _ => None,
        }
    }

    /// The names that a part of the mnemonic can be, where it is this operand's.
    #[must_use]
    pub const fn names(self) -> Option<Names> {
        if let Self::Named(names) = self { Some(names) } else { None }
    }

    /// The bytes that a value in memory has: one element, where that is read for all lanes.
    #[must_use]
    pub const fn bytes(self, is_broadcast: bool) -> u8 {
        match self {
            Self::Either(_, _, Some(element)) if is_broadcast => element,
            Self::Memory(bytes)
            | Self::Padding(bytes)
            | Self::Either(_, bytes, _)
            | Self::Vector(_, bytes) => bytes,
            _ => 0,
        }
    }
}

/// Whether an address has an index that is general-purpose, if any.
fn is_general(memory: &Memory) -> bool {
    memory.index.is_none() || memory.is_indexed_by(Class::Int)
}

/// Whether an address is in a segment that data may be in.
fn is_data(memory: &Memory) -> bool {
    memory.segment != Some(Segment::Cs)
}

impl Fixed {
    /// The value.
    pub(super) const fn value(self) -> Value {
        match self {
            Self::Accumulator(_) => Value::Register(RegIndex::physical(Class::Int, 0)),
            Self::Cl => Value::Register(RegIndex::physical(Class::Int, 1)),
            Self::One => Value::Number(1),
            Self::Top => Value::Stack(0),
        }
    }
}
