//! Registers as passes see them: placed or not yet, in one of the machine's register files.

/// The register file that a register belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// General-purpose: integers and addresses.
    Int,
    /// SIMD and floating point.
    Vec,
}

impl Class {
    /// All classes.
    pub const ALL: [Self; 2] = [Self::Int, Self::Vec];
}

/// A register that allocation has yet to place: its number within its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Virtual(pub u32);

/// A register operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reg {
    /// Placed: the number within its class.
    Physical(Class, u8),
    /// Not yet placed.
    Virtual(Class, Virtual),
}

/// What an instruction does with an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Reads it.
    Read,
    /// Overwrites all of it.
    Write,
    /// Reads it, then writes it (or a part of it).
    ReadWrite,
}

impl Role {
    /// Whether the operand's earlier value matters.
    #[must_use]
    pub const fn reads(self) -> bool {
        matches!(self, Self::Read | Self::ReadWrite)
    }

    /// Whether the operand gets a new value.
    #[must_use]
    pub const fn writes(self) -> bool {
        matches!(self, Self::Write | Self::ReadWrite)
    }
}
