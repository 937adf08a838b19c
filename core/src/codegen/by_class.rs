//! The same thing for the registers of each class.

use crate::isa::Class;

/// See the module's documentation.
#[derive(Debug)]
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
}
