//! The same thing for the registers of each class.

use crate::fallible::{OutOfMemory, try_table};
use crate::isa::Class;
use alloc::vec::Vec;

/// See the module's documentation.
#[derive(Clone, Copy, Debug)]
pub(super) struct ByClass<T> {
    pub(super) ints: T,
    pub(super) vectors: T,
}

impl<T> ByClass<T> {
    /// That of a class.
    #[inline(always)]
    pub(super) fn of(&self, class: Class) -> &T {
        match class {
            Class::Int => &self.ints,
            Class::Vec => &self.vectors,
        }
    }

    /// Something of each.
    pub(super) fn map<U>(self, of: impl Fn(T) -> U) -> ByClass<U> {
        ByClass { ints: of(self.ints), vectors: of(self.vectors) }
    }
}

/// A table for each class, by the number of the register: both in one allocation, as that takes longer than filling
/// small ones.
#[derive(Debug)]
pub(super) struct Tables<T> {
    entries: Vec<T>,
    ints: usize,
}

impl<T: Copy> Tables<T> {
    /// Tables of so many copies of `value`.
    pub(super) fn new(value: T, lens: ByClass<usize>) -> Result<Self, OutOfMemory> {
        let entries = try_table(value, lens.ints.saturating_add(lens.vectors))?;
        Ok(Self { entries, ints: lens.ints })
    }

    pub(super) fn get(&self) -> ByClass<&[T]> {
        let (ints, vectors) = self.entries.split_at_checked(self.ints).unwrap_or_default();
        ByClass { ints, vectors }
    }

    pub(super) fn get_mut(&mut self) -> ByClass<&mut [T]> {
        let (ints, vectors) = self.entries.split_at_mut_checked(self.ints).unwrap_or_default();
        ByClass { ints, vectors }
    }
}
