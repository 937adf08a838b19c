//! A table with an entry for each register that a function declares.

use crate::fallible::{OutOfMemory, try_table};
use crate::isa::{Class, RegIndex};
use alloc::vec::Vec;

/// See the module's documentation.
#[derive(Debug)]
pub(super) struct Table<T> {
    ints: Vec<T>,
    vectors: Vec<T>,
}

impl<T: Copy> Table<T> {
    /// The same value for so many integer and vector registers.
    pub(super) fn new(value: T, ints: u32, vectors: u32) -> Result<Self, OutOfMemory> {
        Ok(Self { ints: try_table(value, ints as usize)?, vectors: try_table(value, vectors as usize)? })
    }

    /// A table of the same size.
    pub(super) fn alike<U: Copy>(&self, value: U) -> Result<Table<U>, OutOfMemory> {
        Table::new(value, self.ints.len() as u32, self.vectors.len() as u32)
    }

    /// How many entries it has.
    pub(super) fn len(&self) -> usize {
        self.ints.len().saturating_add(self.vectors.len())
    }

    /// The entry of a class's register with a number.
    #[inline(always)]
    pub(super) fn get(&self, class: Class, number: u32) -> Option<T> {
        let entries = if class == Class::Int { &self.ints } else { &self.vectors };
        entries.get(number as usize).copied()
    }

    /// As [`Table::get`], to be changed.
    #[inline(always)]
    pub(super) fn get_mut(&mut self, class: Class, number: u32) -> Option<&mut T> {
        let entries = if class == Class::Int { &mut self.ints } else { &mut self.vectors };
        entries.get_mut(number as usize)
    }

    /// The entry of a virtual register.
    #[inline(always)]
    pub(super) fn of(&self, register: RegIndex) -> Option<T> {
        self.get(register.class(), register.number())
    }

    /// As [`Table::of`], to be changed.
    #[inline(always)]
    pub(super) fn of_mut(&mut self, register: RegIndex) -> Option<&mut T> {
        self.get_mut(register.class(), register.number())
    }
}
