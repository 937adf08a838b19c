//! A thing for the registers of each class.

use super::register::Class;
use crate::fallible::{OutOfMemory, try_table};
use alloc::vec::Vec;

/// One value for each class of registers.
#[derive(Clone, Copy, Debug)]
pub struct ByClass<T> {
    /// The thing for integer registers.
    pub ints: T,
    /// The thing for vector registers.
    pub vectors: T,
}

impl<T> ByClass<T> {
    /// The thing for a class.
    #[inline(always)]
    pub fn of(&self, class: Class) -> &T {
        match class {
            Class::Int => &self.ints,
            Class::Vec => &self.vectors,
        }
    }

    /// The things that a function makes of these.
    pub fn map<U>(self, of: impl Fn(T) -> U) -> ByClass<U> {
        ByClass { ints: of(self.ints), vectors: of(self.vectors) }
    }
}

/// A table for each class, by the number of the register: both in one allocation, as that takes longer
/// than filling small ones.
#[derive(Debug)]
pub(crate) struct Tables<T> {
    entries: Vec<T>,
    ints: usize,
}

impl<T: Copy> Tables<T> {
    /// Tables of copies of `value`, of some lengths.
    pub(crate) fn new(value: T, lens: ByClass<usize>) -> Result<Self, OutOfMemory> {
        let entries = try_table(value, lens.ints.saturating_add(lens.vectors))?;
        Ok(Self { entries, ints: lens.ints })
    }

    pub(crate) fn get(&self) -> ByClass<&[T]> {
        let (ints, vectors) = self.entries.split_at_checked(self.ints).unwrap_or_default();
        ByClass { ints, vectors }
    }

    pub(crate) fn get_mut(&mut self) -> ByClass<&mut [T]> {
        let (ints, vectors) = self.entries.split_at_mut_checked(self.ints).unwrap_or_default();
        ByClass { ints, vectors }
    }
}
