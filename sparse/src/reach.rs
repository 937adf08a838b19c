//! Accesses at distances from a pointer that immediates may not reach.
//!
//! Tests: `tests/tests/sparse_fixed.rs`.

use crate::parts::Part;
use tensmith_core::OutOfMemory;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Address, Int, Offset, Vector};

/// A pointer, and a copy of it that follows accesses where immediates do not reach.
pub(crate) struct Reach<'m> {
    machine: &'m Machine,
    pointer: Int,
    /// The copy, and how many bytes from the pointer it is.
    follower: (Int, i64),
}

impl<'m> Reach<'m> {
    pub(crate) const fn new(machine: &'m Machine, pointer: Int) -> Self {
        Self { machine, pointer, follower: (pointer, 0) }
    }

    /// The address at a distance in bytes, for an access of `size` bytes.
    pub(crate) fn at(
        &mut self,
        builder: &mut Builder,
        bytes: i64,
        size: usize,
    ) -> Result<Address, OutOfMemory> {
        let reaches = |from: i64| self.machine.has_immediate_form(bytes.saturating_sub(from), size);
        let places = [self.follower, (self.pointer, 0)];
        let found = places.into_iter().find(|(_, from)| reaches(*from));
        let (base, from) = match found {
            Some(place) => place,
            None => (builder.add(self.pointer, Offset::Const(bytes))?, bytes),
        };
        self.follower = (base, from);
        Ok(Address { base, offset: Offset::Const(bytes.saturating_sub(from)) })
    }

    /// Loads the vector of a part, whose distance is from the pointer.
    pub(crate) fn load(
        &mut self,
        builder: &mut Builder,
        (distance, lanes): Part,
    ) -> Result<Vector, OutOfMemory> {
        let Address { base, offset } = self.at(builder, distance, lanes.bytes())?;
        builder.load(base, offset, lanes)
    }

    /// Stores a vector to a part.
    pub(crate) fn store(
        &mut self,
        builder: &mut Builder,
        (distance, lanes): Part,
        vector: Vector,
    ) -> Result<(), OutOfMemory> {
        let Address { base, offset } = self.at(builder, distance, lanes.bytes())?;
        builder.store(vector, base, offset, lanes)
    }
}
