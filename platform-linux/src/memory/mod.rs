//! Executable memory on Linux: an [`Arena`] behind a lock, on the first way to executable memory that is open to the
//! process ([`Strategy`]), with the reason for it.
//!
//! `ladder` chooses the way, `calls` makes the system calls in the order of [`pages`], `staged` has the two kinds
//! of pages to be. Pages come zeroed, so the gaps between pieces of code hold `udf #0` on AArch64 and trap if
//! they are ever reached; on x86-64 zeros are an addition to memory at `rax`, which need not trap.
//!
//! After fork(2) a child runs the kernels that it had, whatever its parent does, and publishes into pages of its own.
//! As with any lock, a child must not publish or drop kernels if another thread of its parent did at that moment.
//!
//! [`pages`]: tensmith_core::code::memory::pages
//!
//! Tests: `platform-linux/tests/publish.rs`, `platform-linux/tests/refusal.rs`, `platform-linux/tests/lifetime.rs`,
//! `platform-linux/tests/arena.rs`, `platform-linux/tests/arena_memory.rs`, `platform-linux/tests/fork.rs`.
#![allow(unsafe_code)]

mod calls;
mod ladder;
mod staged;
mod strategy;

use calls::Host;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
pub use strategy::{Reason, Strategy};
use tensmith_core::code::memory::arena::{self, Arena, Counts, Extent};
use tensmith_core::code::memory::pages::Replaced;
use tensmith_core::code::owner::Owner;
use tensmith_core::code::{Block, CodeMemory, MemoryError};

/// Executable memory of this process. Clones share it; what is published keeps it.
#[derive(Clone, Debug)]
pub struct HostMemory {
    shared: Arc<Shared>,
    reason: Reason,
}

#[derive(Debug)]
struct Shared(Mutex<Arena<Replaced<Host>>>);

/// What was published together; its end gives the place back.
#[derive(Debug)]
struct Place {
    shared: Arc<Shared>,
    extent: Extent,
}

impl HostMemory {
    /// Memory by the first strategy that this process may use, which is tried on a page.
    ///
    /// # Errors
    /// [`MemoryError::Denied`], where it may use none.
    pub fn probe() -> Result<Self, MemoryError> {
        let (strategy, reason) = ladder::choose()?;
        Ok(Self::new(strategy, reason))
    }

    /// Memory by a strategy, which is not tried first.
    #[must_use]
    pub fn with(strategy: Strategy) -> Self {
        Self::new(strategy, Reason::Asked)
    }

    fn new(strategy: Strategy, reason: Reason) -> Self {
        let arena = Arena::new(Replaced(Host::new(strategy)));
        Self { shared: Arc::new(Shared(Mutex::new(arena))), reason }
    }

    /// How pages become executable.
    #[must_use]
    pub fn strategy(&self) -> Strategy {
        self.shared.lock().system().0.strategy()
    }

    /// Why they do in this way.
    #[must_use]
    pub fn reason(&self) -> Reason {
        self.reason
    }

    /// What it holds at the moment.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.shared.lock().counts()
    }
}

impl CodeMemory for HostMemory {
    fn publish_all(&self, codes: &[&[u8]]) -> Result<Vec<Block>, MemoryError> {
        let (extent, start) = self.shared.lock().publish(codes)?;
        // Without memory for the owner, its end gives the place back.
        let owner = Owner::new(Place { shared: Arc::clone(&self.shared), extent })?;
        // SAFETY: the address is that of these pieces, whose extent the owner gives back.
        unsafe { arena::blocks(start, codes, &owner) }
    }
}

impl Shared {
    /// The arena. A thread that panicked with the lock, as none does, left it consistent: its changes are made last.
    fn lock(&self) -> MutexGuard<'_, Arena<Replaced<Host>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // SAFETY: the extent is from this arena, every block in it has shared `self`, and `self` ends once.
        unsafe { self.shared.lock().free(self.extent) };
    }
}
