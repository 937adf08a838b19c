//! Registers as passes see them: placed or not yet, in one of the machine's register files.

pub use crate::kernel::{Class, Role};
use core::fmt;

/// A register that allocation has yet to place: its number within its class, below
/// [`RegIndex::VIRTUALS`].
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

impl fmt::Display for Reg {
    /// Virtual ones as functions name them, those of a machine in words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Virtual(Class::Int, Virtual(number)) => write!(f, "i{number}"),
            Self::Virtual(Class::Vec, Virtual(number)) => write!(f, "v{number}"),
            Self::Physical(Class::Int, number) => write!(f, "integer register {number}"),
            Self::Physical(Class::Vec, number) => write!(f, "vector register {number}"),
        }
    }
}

/// A register as one number, placed or not: an index for tables. Classes take turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegIndex(u32);

impl RegIndex {
    /// The width of an index, in bits.
    pub const BITS: u32 = 22;
    /// The difference between the indices of neighbours in a class.
    const STEP: u32 = Class::ALL.len() as u32;
    /// One more than the greatest number of a virtual register.
    pub const VIRTUALS: u32 = (1 << Self::BITS) / Self::STEP - PLACES;
    /// The index of the first virtual register; those of the machine come before.
    pub const FIRST_VIRTUAL: usize = (PLACES * Self::STEP) as usize;

    /// The index of a physical register, of whose number only the lowest five bits count.
    #[inline(always)]
    #[must_use]
    pub const fn physical(class: Class, number: u8) -> Self {
        Self((number as u32 % PLACES).wrapping_mul(Self::STEP) | class as u32)
    }

    /// The index of a virtual register with a number below [`RegIndex::VIRTUALS`].
    #[inline(always)]
    #[must_use]
    pub const fn of_virtual(class: Class, number: u32) -> Self {
        Self::from_bits(number.wrapping_add(PLACES).wrapping_mul(Self::STEP) | class as u32)
    }

    /// The index in the low bits of a number; other bits are ignored.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits & ((1 << Self::BITS) - 1))
    }

    /// The number.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// As an index.
    #[inline]
    #[must_use]
    pub const fn get(self) -> usize {
        self.0 as usize
    }

    /// Whether the register has yet to be placed.
    #[inline]
    #[must_use]
    pub const fn is_virtual(self) -> bool {
        self.get() >= Self::FIRST_VIRTUAL
    }

    /// The number of a physical register.
    #[inline(always)]
    #[must_use]
    pub const fn place(self) -> u8 {
        (self.0 / Self::STEP) as u8
    }

    /// The number of a virtual register.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u32 {
        (self.0 / Self::STEP).wrapping_sub(PLACES)
    }

    /// The class of the register.
    #[inline]
    #[must_use]
    pub const fn class(self) -> Class {
        if self.0 % Self::STEP == 0 { Class::Int } else { Class::Vec }
    }

    /// The register.
    #[inline]
    #[must_use]
    pub const fn register(self) -> Reg {
        let nth = self.0 / Self::STEP;
        match nth.checked_sub(PLACES) {
            Some(number) => Reg::Virtual(self.class(), Virtual(number)),
            None => Reg::Physical(self.class(), nth as u8),
        }
    }
}

/// Registers of the machine in each class.
const PLACES: u32 = 32;

/// The registers that one operand names: `count` neighbours from `first` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// The first of them.
    pub first: Reg,
    /// The number of registers; several must be placed in consecutive registers.
    pub count: u8,
    /// The role of each.
    pub role: Role,
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

    /// Its index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> RegIndex {
        match self {
            Self::Physical(class, number) => RegIndex::physical(class, number),
            Self::Virtual(class, number) => RegIndex::of_virtual(class, number.0),
        }
    }

    /// The register `distance` places further; 0 follows the last of a file.
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
    /// The registers that a function may change.
    pub caller_saved: u32,
    /// The registers that a function must save before it changes them, and restore.
    pub callee_saved: u32,
    /// Whether the callee-saved ones are saved two at a time, so that a second one costs nothing more.
    pub saved_in_pairs: bool,
}

impl Bank {
    /// All registers of the class that allocation may use.
    #[inline]
    #[must_use]
    pub const fn all(self) -> u32 {
        self.caller_saved | self.callee_saved
    }
}

/// The registers that a calling convention leaves to a function.
#[derive(Clone, Copy, Debug)]
pub struct Convention {
    /// The integer registers that allocation may use.
    pub ints: Bank,
    /// The vector registers that it may use.
    pub vectors: Bank,
    /// The integer registers in which arguments arrive, in calling order.
    pub arguments: &'static [u8],
    /// The vector registers in which floating-point arguments arrive, in calling order.
    pub vector_arguments: &'static [u8],
}

impl Convention {
    /// The registers of a class that allocation may use.
    #[inline]
    #[must_use]
    pub const fn bank(&self, class: Class) -> Bank {
        match class {
            Class::Int => self.ints,
            Class::Vec => self.vectors,
        }
    }
}
