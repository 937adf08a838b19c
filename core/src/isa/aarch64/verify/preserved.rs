//! The registers that a function must preserve, and sets of them.

use crate::isa::Class;

/// A register that holds, at a return, what it held at the entry: `x19` to `x29`, the return
/// address `x30`, and the low halves of `v8` to `v15` (AAPCS64, sections 6.1.1 and 6.1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Preserved(u8);

const FIRST_INT: u8 = 19;
const INTS: u8 = 12;
const FIRST_VECTOR: u8 = 8;
const VECTORS: u8 = 8;
/// The number of callee-saved registers.
pub(super) const COUNT: usize = (INTS + VECTORS) as usize;

const NAMES: [&str; COUNT] = [
    "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x29", "x30", "d8", "d9", "d10",
    "d11", "d12", "d13", "d14", "d15",
];

impl Preserved {
    /// The register of a class with a number, if it must be preserved.
    #[inline]
    pub(super) fn of(class: Class, number: u8) -> Option<Self> {
        let (first, count, base) = match class {
            Class::Int => (FIRST_INT, INTS, 0),
            Class::Vec => (FIRST_VECTOR, VECTORS, INTS),
        };
        let nth = number.checked_sub(first).filter(|nth| *nth < count)?;
        Some(Self(base.wrapping_add(nth)))
    }

    /// All callee-saved registers, in order.
    #[cfg(feature = "unwind")]
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..COUNT as u8).map(Self)
    }

    /// Its number in DWARF (DWARF for the Arm 64-bit Architecture, section 4.1): of vectors,
    /// that of the whole one.
    #[cfg(feature = "unwind")]
    pub(super) const fn dwarf(self) -> u16 {
        match self.0.checked_sub(INTS) {
            None => (FIRST_INT + self.0) as u16,
            Some(nth) => 64 + (FIRST_VECTOR + nth) as u16,
        }
    }

    /// Its place among the callee-saved registers.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its name: of vectors, that of the half which must be preserved.
    pub(super) fn name(self) -> &'static str {
        NAMES.get(self.index()).copied().unwrap_or("")
    }
}

/// Some of the callee-saved registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PreservedSet(u32);

impl PreservedSet {
    /// None of them.
    pub(super) const NONE: Self = Self(0);

    /// `x30`, which a call changes.
    pub(super) const RETURN_ADDRESS: Self = Self(1 << (30 - FIRST_INT));

    /// The preserved ones of the vector registers whose bit is set in `numbers`.
    #[inline]
    pub(super) const fn of_vectors(numbers: u32) -> Self {
        let above = numbers >> FIRST_VECTOR & ((1 << VECTORS) - 1);
        Self(above << INTS)
    }

    /// With a register, if there is one.
    pub(super) fn with(self, register: Option<Preserved>) -> Self {
        Self(register.map_or(self.0, |Preserved(nth)| self.0 | 1 << (nth & 31)))
    }

    /// Without a register.
    pub(super) const fn without(self, Preserved(nth): Preserved) -> Self {
        Self(self.0 & !(1 << (nth & 31)))
    }

    /// The registers of both.
    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether there is none.
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a register is among them.
    pub(super) const fn contains(self, Preserved(nth): Preserved) -> bool {
        self.0 >> (nth & 31) & 1 != 0
    }

    /// One register of the set, if there is one.
    pub(super) fn first(self) -> Option<Preserved> {
        (!self.is_empty()).then_some(Preserved(self.0.trailing_zeros() as u8))
    }
}
