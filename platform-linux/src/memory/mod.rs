//! Executable memory on Linux: an [`Arena`] behind a lock, on the first way to executable memory that is open
//! to the process ([`Strategy`]), with the reason for it.
//!
//! `ladder` chooses the way, `calls` makes the system calls in the order of [`pages`], `staged` has the two
//! kinds of pages to be. Pages come zeroed, so the gaps between pieces of code hold `udf #0` on AArch64 and
//! trap if they are ever reached; on x86-64 zeros are an addition to memory at `rax`, which need not trap.
//!
//! After fork(2) a child runs the kernels that it had, whatever its parent does, and publishes into pages of
//! its own. As with any lock, a child must not publish or drop kernels if another thread of its
//! parent did at that moment.
//!
//! [`pages`]: tensmith_core::code::memory::pages
//!
//! Tests: `platform-linux/tests/publish.rs`, `platform-linux/tests/refusal.rs`,
//! `platform-linux/tests/refused_calls.rs`, `platform-linux/tests/lifetime.rs`,
//! `platform-linux/tests/arena.rs`, `platform-linux/tests/arena_memory.rs`, `platform-linux/tests/fork.rs`.
#![allow(unsafe_code)]

mod calls;
mod ladder;
mod staged;
mod strategy;

use calls::Host;
use std::sync::{Mutex, PoisonError};
pub use strategy::{Reason, Strategy};
use tensmith_core::code::memory::arena::{Arena, Counts};
use tensmith_core::code::memory::pages::Replaced;
use tensmith_core::code::memory::shared::{Lock, SharedArena};
use tensmith_core::code::{Block, CodeMemory, MemoryError};

/// Executable memory of this process. Clones share it; what is published keeps it.
#[derive(Clone, Debug)]
pub struct HostMemory {
    arena: SharedArena<Locked>,
    reason: Reason,
}

#[derive(Debug)]
struct Locked(Mutex<Arena<Replaced<Host>>>);

impl HostMemory {
    /// Memory by the first strategy that this process may use, which is tried on a page.
    ///
    /// # Errors
    /// [`MemoryError::Denied`], where it may use none; others, where memory lacks.
    pub fn probe() -> Result<Self, MemoryError> {
        let (strategy, reason) = ladder::choose()?;
        Self::new(strategy, reason)
    }

    /// Memory by a strategy, which is not tried first.
    ///
    /// # Errors
    /// [`MemoryError::OutOfMemory`].
    pub fn with(strategy: Strategy) -> Result<Self, MemoryError> {
        Self::new(strategy, Reason::Asked)
    }

    fn new(strategy: Strategy, reason: Reason) -> Result<Self, MemoryError> {
        let arena = Arena::new(Replaced(Host::new(strategy)));
        Ok(Self { arena: SharedArena::new(Locked(Mutex::new(arena)))?, reason })
    }

    /// How pages become executable.
    #[must_use]
    pub fn strategy(&self) -> Strategy {
        self.arena.with(|arena| arena.system().0.strategy())
    }

    /// Why they do in this way.
    #[must_use]
    pub fn reason(&self) -> Reason {
        self.reason
    }

    /// What it holds at the moment.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.arena.with(Arena::counts)
    }
}

impl CodeMemory for HostMemory {
    fn publish_all(&self, codes: &[&[u8]]) -> Result<Vec<Block>, MemoryError> {
        self.arena.publish_all(codes)
    }
}

// SAFETY: the mutex has one arena, for as long as it is there.
unsafe impl Lock for Locked {
    type System = Replaced<Host>;

    fn with<R>(&self, change: impl FnOnce(&mut Arena<Replaced<Host>>) -> R) -> R {
        // A thread that panicked with the lock, as none does, left it consistent: changes of an
        // arena are made last.
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
