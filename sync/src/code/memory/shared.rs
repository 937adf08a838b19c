//! An arena that many share: what publishing is on every system that has a lock.
//!
//! The arena is locked while code is placed in it, and while a place is given back; never while an owner is
//! allocated or anything of the caller's runs. A place is given back when the last handle to what was
//! published there is dropped.
//!
//! Tests: `sync/src/code/memory/models.rs`, `platform-linux/tests/arena.rs`,
//! `platform-linux/tests/refused_calls.rs`, `tests/tests/code_memory_refused.rs`.
#![allow(unsafe_code)]

use super::arena::{self, Arena, Extent, System};
use super::{Block, CodeMemory, MemoryError};
use crate::code::owner::{Owner, Shared};
use crate::fallible::OutOfMemory;
use alloc::vec::Vec;

/// An arena behind a lock of the system's, as each platform has its own.
///
/// # Safety
/// [`Lock::with`] always changes the same arena, and one thread at a time: what was published
/// is given back to it.
pub unsafe trait Lock: Send + Sync + 'static {
    /// Where the arena takes memory from.
    type System: System;

    /// Changes the arena, while no other thread uses it.
    fn with<R>(&self, change: impl FnOnce(&mut Arena<Self::System>) -> R) -> R;
}

/// Executable memory in an arena. Clones share it; what is published keeps it.
#[derive(Debug)]
pub struct SharedArena<L: Lock>(Shared<L>);

/// The place of what was published together; its end gives the place back.
struct Place<L: Lock> {
    arena: Shared<L>,
    extent: Extent,
}

impl<L: Lock> SharedArena<L> {
    /// The first handle to an arena.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn new(arena: L) -> Result<Self, OutOfMemory> {
        Shared::new(arena).map(Self)
    }

    /// Looks at the arena, while no other thread uses it.
    pub fn with<R>(&self, look: impl FnOnce(&Arena<L::System>) -> R) -> R {
        self.0.with(|arena| look(arena))
    }
}

impl<L: Lock> Clone for SharedArena<L> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<L: Lock> CodeMemory for SharedArena<L> {
    fn publish_all(&self, codes: &[&[u8]]) -> Result<Vec<Block>, MemoryError> {
        let (extent, start) = self.0.with(|arena| arena.publish(codes))?;
        // Without memory for the owner, its end gives the place back.
        let owner = Owner::new(Place { arena: self.0.clone(), extent })?;
        // SAFETY: the address is that of these pieces, whose extent the owner gives back.
        unsafe { arena::blocks(start, codes, &owner) }
    }
}

impl<L: Lock> Drop for Place<L> {
    fn drop(&mut self) {
        // SAFETY: the extent is from this arena, every block in it has shared `self`, and `self` ends once.
        self.arena.with(|arena| unsafe { arena.free(self.extent) });
    }
}
