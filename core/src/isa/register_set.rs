//! A set of the machine's registers, as bits.

use super::register::Class;

/// A set of registers of all classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RegSet(u64);

impl RegSet {
    /// The registers of `class` whose bits are set in `numbers`.
    #[inline]
    #[must_use]
    pub const fn of(class: Class, numbers: u32) -> Self {
        Self((numbers as u64) << shift(class))
    }

    /// The numbers of the registers of `class` in the set, a bit each.
    #[inline]
    #[must_use]
    pub const fn numbers(self, class: Class) -> u32 {
        (self.0 >> shift(class)) as u32
    }

    /// The registers in either set.
    #[inline]
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The registers that are not in `other`.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// Where a class's bits begin.
const fn shift(class: Class) -> u32 {
    match class {
        Class::Int => 0,
        Class::Vec => 32,
    }
}
