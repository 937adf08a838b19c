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

/// The registers that one operand names: `count` neighbours from `first` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// The first of them.
    pub first: Reg,
    /// How many there are; where there are several, they must be placed in consecutive registers.
    pub count: u8,
    /// What the instruction does with each.
    pub role: Role,
    /// The numbers that `first` can have, a bit each.
    pub allowed: u32,
}

impl Use {
    /// The registers, in order; 0 follows the last of a file.
    #[inline]
    pub fn registers(self) -> impl Iterator<Item = Reg> {
        (0..self.count).map(move |nth| self.first.neighbour(i32::from(nth)))
    }
}

impl Reg {
    /// Its class.
    #[inline]
    #[must_use]
    pub const fn class(self) -> Class {
        match self {
            Self::Physical(class, _) | Self::Virtual(class, _) => class,
        }
    }

    /// The register so many places further; 0 follows the last of a file.
    #[inline]
    #[must_use]
    pub const fn neighbour(self, distance: i32) -> Self {
        match self {
            Self::Physical(class, number) => {
                Self::Physical(class, number.wrapping_add_signed(distance as i8) & 31)
            }
            Self::Virtual(class, number) => {
                Self::Virtual(class, Virtual(number.0.wrapping_add_signed(distance)))
            }
        }
    }
}

/// The registers of a class that allocation may use, a bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bank {
    /// Those that a function may change freely.
    pub scratch: u32,
    /// Those that it must preserve.
    pub preserved: u32,
}

impl Bank {
    /// All of them.
    #[inline]
    #[must_use]
    pub const fn all(self) -> u32 {
        self.scratch | self.preserved
    }
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
