//! Executable memory on macOS: the system calls of [`pages`], where the order of
//! steps is.
//!
//! Of the two ways that macOS has, this is mmap(2) without `MAP_JIT`, made
//! executable by mprotect(2). The other, `MAP_JIT` with
//! `pthread_jit_write_protect_np`, maps pages that stay both, and switches what
//! one thread may do with all such pages of the process at once: while a thread
//! writes new code, published code is writable to it and cannot be run by it. That
//! breaks two invariants of [`CodeMemory`], and it would switch the pages of
//! another compiler in the same process along with ours.
//!
//! The price is paid by programs under the Hardened Runtime: they need the
//! entitlement `com.apple.security.cs.allow-unsigned-executable-memory`
//! (`allow-jit` covers `MAP_JIT` alone); without it the system refuses `protect`.
//!
//! Tests: `platform-macos/tests/publish.rs`.
#![allow(unsafe_code)]

use crate::cache;
use libc::{MAP_ANON, MAP_FAILED, MAP_PRIVATE, PROT_EXEC, PROT_READ, PROT_WRITE, c_int};
use std::ptr::{NonNull, null_mut};
use tensmith_core::code::memory::pages;
use tensmith_core::code::{Block, CodeMemory, MemoryError, Refusal};

/// Executable memory of this process.
#[derive(Clone, Copy, Debug, Default)]
pub struct HostMemory;

impl CodeMemory for HostMemory {
    fn publish_all(&self, codes: &[&[u8]]) -> Result<Vec<Block>, MemoryError> {
        pages::publish(*self, codes)
    }
}

// SAFETY: without MAP_FIXED, mmap(2) gives addresses at which nothing is mapped, and nothing is
// mapped over them until munmap(2).
unsafe impl pages::System for HostMemory {
    fn map(&self, bytes: usize) -> Result<NonNull<[u8]>, Refusal> {
        let (writable, private) = (PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON);
        // SAFETY: no address is asked for, so no memory in use is replaced.
        let start = unsafe { libc::mmap(null_mut(), bytes, writable, private, -1, 0) };
        if start == MAP_FAILED {
            return Err(refused());
        }
        // macOS gives out address 0 only where it is asked for.
        let start = NonNull::new(start.cast()).ok_or(Refusal::Os(libc::ENOMEM))?;
        Ok(NonNull::slice_from_raw_parts(start, bytes))
    }

    unsafe fn synchronize(&self, pages: NonNull<[u8]>) {
        // SAFETY: the pages are mapped (caller's duty), and mapped pages are readable.
        unsafe { cache::synchronize(pages) };
    }

    unsafe fn protect(&self, pages: NonNull<[u8]>) -> Result<(), Refusal> {
        // SAFETY: the pages are mapped, and no code writes them any more (caller's duty).
        outcome(unsafe { libc::mprotect(pages.as_ptr().cast(), pages.len(), PROT_READ | PROT_EXEC) })
    }

    unsafe fn unmap(&self, pages: NonNull<[u8]>) -> Result<(), Refusal> {
        // SAFETY: the pages are mapped, and no code uses them any more (caller's duty).
        outcome(unsafe { libc::munmap(pages.as_ptr().cast(), pages.len()) })
    }
}

/// The meaning of a system call's status, right after the call.
fn outcome(status: c_int) -> Result<(), Refusal> {
    if status == 0 { Ok(()) } else { Err(refused()) }
}

/// The refusal that `errno` of the call before is.
fn refused() -> Refusal {
    Refusal::Os(std::io::Error::last_os_error().raw_os_error().unwrap_or_default())
}
