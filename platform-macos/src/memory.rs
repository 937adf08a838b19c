//! Executable memory on macOS: an [`Arena`] behind a lock, in memory that is mapped for code (`MAP_JIT`).
//!
//! The order of the calls is that of `jit`. Programs under the Hardened Runtime need the entitlement
//! `com.apple.security.cs.allow-jit`; the error names it. Memory that is made executable by mprotect(2), the
//! other way that macOS has, would need `allow-unsigned-executable-memory`, and holds no
//! second kernel in a page.
//!
//! Tests: `platform-macos/tests/publish.rs`.
#![allow(unsafe_code)]

use crate::cache;
use crate::jit::{Calls, PerThread};
use libc::{MAP_ANON, MAP_FAILED, MAP_JIT, MAP_PRIVATE, PROT_EXEC, PROT_READ, PROT_WRITE, c_int};
use std::fmt;
use std::ptr::{NonNull, null_mut};
use std::sync::{Mutex, PoisonError};
use tensmith_core::code::memory::arena::{Arena, Counts, System};
use tensmith_core::code::memory::shared::{Lock, SharedArena};
use tensmith_core::code::{Block, CodeMemory, MemoryError};

unsafe extern "C" {
    /// `pthread.h`, in libSystem.
    fn pthread_jit_write_protect_np(enabled: c_int);
}

/// How memory becomes executable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Strategy {
    /// It is executable to every thread but the one that writes it.
    PerThread,
}

/// Why it does in this way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// It is the only one here.
    First,
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("memory for code, which one thread at a time writes (MAP_JIT)")
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it is the only one here")
    }
}

/// Executable memory of this process. Clones share it; what is published keeps it.
#[derive(Clone, Debug)]
pub struct HostMemory(SharedArena<Locked>);

#[derive(Debug)]
struct Locked(Mutex<Arena<PerThread<Mac>>>);

/// The system calls.
#[derive(Debug)]
struct Mac;

impl HostMemory {
    /// Memory for code, if the system gives such memory to this process.
    ///
    /// # Errors
    /// [`MemoryError::Denied`], where it does not, with the entitlement that is missing;
    /// [`MemoryError::OutOfMemory`].
    pub fn probe() -> Result<Self, MemoryError> {
        let system = PerThread(Mac);
        let chunk = system.map(system.page())?;
        // SAFETY: nobody knows of the chunk.
        unsafe { system.unmap(chunk) };
        Ok(Self(SharedArena::new(Locked(Mutex::new(Arena::new(system))))?))
    }

    /// How memory becomes executable.
    #[must_use]
    pub fn strategy(&self) -> Strategy {
        Strategy::PerThread
    }

    /// Why it does in this way.
    #[must_use]
    pub fn reason(&self) -> Reason {
        Reason::First
    }

    /// What it holds at the moment.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.0.with(Arena::counts)
    }
}

impl CodeMemory for HostMemory {
    fn publish_all(&self, codes: &[&[u8]]) -> Result<Vec<Block>, MemoryError> {
        self.0.publish_all(codes)
    }
}

// SAFETY: the mutex has one arena, for as long as it is there.
unsafe impl Lock for Locked {
    type System = PerThread<Mac>;

    fn with<R>(&self, change: impl FnOnce(&mut Arena<PerThread<Mac>>) -> R) -> R {
        // A thread that panicked with the lock, as none does, left it consistent: changes of an
        // arena are made last.
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

// SAFETY: without MAP_FIXED, mmap(2) gives addresses at which nothing is mapped, and nothing is
// mapped over them until munmap(2).
unsafe impl Calls for Mac {
    fn page(&self) -> usize {
        // SAFETY: sysconf(3) takes no addresses.
        let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
        usize::try_from(page).ok().filter(|page| page.is_power_of_two()).unwrap_or(16 << 10)
    }

    fn map(&self, bytes: usize) -> Result<NonNull<[u8]>, i32> {
        let (access, flags) = (PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANON | MAP_JIT);
        // SAFETY: no address is asked for, so no memory in use is replaced.
        let start = unsafe { libc::mmap(null_mut(), bytes, access, flags, -1, 0) };
        if start == MAP_FAILED {
            return Err(std::io::Error::last_os_error().raw_os_error().unwrap_or_default());
        }
        // macOS gives out address 0 only where it is asked for.
        let start = NonNull::new(start.cast()).ok_or(libc::ENOMEM)?;
        Ok(NonNull::slice_from_raw_parts(start, bytes))
    }

    fn protect(&self, protect: bool) {
        // SAFETY: the call changes what this thread may do with memory for code, and nothing of that runs or
        // is written by it but between two such calls.
        unsafe { pthread_jit_write_protect_np(c_int::from(protect)) };
    }

    unsafe fn synchronize(&self, code: NonNull<[u8]>) {
        // SAFETY: the bytes are mapped (caller's duty), and readable.
        unsafe { cache::synchronize(code) };
    }

    unsafe fn unmap(&self, memory: NonNull<[u8]>) {
        // SAFETY: the memory is mapped, and no code uses it any more (caller's duty). A refusal leaves it: no
        // caller is left to hear of it.
        let _ = unsafe { libc::munmap(memory.as_ptr().cast(), memory.len()) };
    }
}
