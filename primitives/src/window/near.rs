//! Accesses at ascending distances from a pointer.
//!
//! Tests: `tests/tests/primitives_window.rs`.

use tensmith_core::OutOfMemory;
use tensmith_core::isa::Machine;
use tensmith_core::kernel::Builder;
use tensmith_core::kernel::func::{Address, Int, Offset};

/// A pointer, and a copy of it that follows accesses where immediates do not reach.
pub(super) struct Near<'m> {
    machine: &'m Machine,
    pointer: Int,
    /// The copy, and how many bytes from the pointer it is.
    follower: (Int, i64),
}

impl<'m> Near<'m> {
    pub(super) fn new(machine: &'m Machine, pointer: Int) -> Self {
        Self { machine, pointer, follower: (pointer, 0) }
    }

    /// The address at a distance in bytes, for an access of `size` bytes.
    pub(super) fn at(
        &mut self,
        builder: &mut Builder,
        bytes: i64,
        size: usize,
    ) -> Result<Address, OutOfMemory> {
        let (base, moved) = self.follower;
        let offset = bytes.saturating_sub(moved);
        if self.machine.has_immediate_form(offset, size) {
            return Ok(Address { base, offset: Offset::Const(offset) });
        }
        let base = builder.add(self.pointer, Offset::Const(bytes))?;
        self.follower = (base, bytes);
        Ok(Address { base, offset: Offset::Const(0) })
    }
}
