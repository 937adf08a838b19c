//! The virtual registers of a function, and what an instruction does with one.

use super::template::Parse;
use core::fmt;

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

/// The use that an instruction makes of an operand: a bit for reading, and one for writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Role {
    /// Reads it.
    Read = 1,
    /// Overwrites all of it.
    Write = 2,
    /// Reads it, then writes it (or a part of it).
    ReadWrite = 3,
}

impl Role {
    /// The role with the bits of a number, if there is one.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u32) -> Option<Self> {
        match bits {
            1 => Some(Self::Read),
            2 => Some(Self::Write),
            3 => Some(Self::ReadWrite),
            _ => None,
        }
    }

    /// Whether the operand's earlier value matters.
    #[inline]
    #[must_use]
    pub const fn reads(self) -> bool {
        self as u8 & 1 != 0
    }

    /// Whether the operand gets a new value.
    #[inline]
    #[must_use]
    pub const fn writes(self) -> bool {
        self as u8 & 2 != 0
    }
}

/// A virtual register for an integer or an address, 64 bits wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Int(pub u32);

/// A virtual vector register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Vector(pub u32);

/// A virtual predicate register: a bit for each lane of a vector. No instruction set here has them yet:
/// functions do not count them, and lowering refuses an instruction that names one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Mask(pub u32);

/// The most places for integers that a function has: their offsets stay short.
pub const MAX_SLOTS: u8 = 64;

/// A place in the frame of a function that keeps an integer, where there are less registers than values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FrameSlot(u8);

impl FrameSlot {
    /// The place with a number, if that is below [`MAX_SLOTS`].
    #[inline]
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number < MAX_SLOTS { Some(Self(number)) } else { None }
    }

    /// Its number.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

/// The most places for vectors that a function has: frames stay below a page, whatever the size of vectors.
pub const MAX_VECTOR_SLOTS: u8 = 48;

/// A place in the frame of a function that keeps a whole vector, behind those of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VectorSlot(u8);

impl VectorSlot {
    /// The place with a number, if that is below [`MAX_VECTOR_SLOTS`].
    #[inline]
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number < MAX_VECTOR_SLOTS { Some(Self(number)) } else { None }
    }

    /// Its number.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl Parse for VectorSlot {
    fn parse(text: &str) -> Option<Self> {
        text.strip_prefix("vslot")?.parse().ok().and_then(Self::new)
    }
}

impl fmt::Display for VectorSlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "vslot{}", self.0)
    }
}

impl Parse for FrameSlot {
    fn parse(text: &str) -> Option<Self> {
        text.strip_prefix("slot")?.parse().ok().and_then(Self::new)
    }
}

impl fmt::Display for FrameSlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "slot{}", self.0)
    }
}

/// One more than the greatest register number that text can name. Passes keep tables by register
/// number, which a few characters must not make gigabytes large.
pub const MAX_REGISTERS: u32 = 1 << 20;

impl Vector {
    /// The register whose number is greater by `by`, modulo 2³².
    #[inline(always)]
    #[must_use]
    pub const fn further(self, by: u32) -> Self {
        Self(self.0.wrapping_add(by))
    }
}

/// Gives a register its name in text: a letter and its number.
macro_rules! named_by {
    ($($letter:literal $register:ident)*) => {
        $(
            impl Parse for $register {
                fn parse(text: &str) -> Option<Self> {
                    text.strip_prefix($letter)?.parse().ok().filter(|number| *number < MAX_REGISTERS).map(Self)
                }
            }

            impl fmt::Display for $register {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    write!(f, "{}{}", $letter, self.0)
                }
            }
        )*
    };
}

named_by! { 'i' Int 'v' Vector 'm' Mask }
