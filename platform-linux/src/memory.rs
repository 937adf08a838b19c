//! Executable memory on Linux: the system calls of [`pages`], where the order of
//! steps is.
//!
//! Pages come zeroed, so the gaps between pieces of code hold `udf #0` on AArch64 and trap if
//! they are ever reached; on x86-64 zeros are an addition to memory at `rax`, which need not trap. A page that the kernel moves between synchronising and
//! protecting is synchronised by the kernel when it maps it as executable.
//!
//! Tests: `platform-linux/tests/publish.rs`, `platform-linux/tests/refusal.rs`,
//! `platform-linux/tests/lifetime.rs`.
#![allow(unsafe_code)]

use rustix::io::Errno;
use rustix::mm::{MapFlags, MprotectFlags, ProtFlags, mmap_anonymous, mprotect, munmap};
use std::ptr::{NonNull, null_mut};
use tensmith_core::code::memory::pages;
use tensmith_core::code::{Block, CodeMemory, MemoryError, Refusal, cache};

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
        let writable = ProtFlags::READ | ProtFlags::WRITE;
        // SAFETY: no address is asked for, so no memory in use is replaced.
        let start =
            unsafe { mmap_anonymous(null_mut(), bytes, writable, MapFlags::PRIVATE) }.map_err(refusal)?;
        // Linux gives out address 0 only where it is asked for.
        let start = NonNull::new(start.cast()).ok_or(refusal(Errno::NOMEM))?;
        Ok(NonNull::slice_from_raw_parts(start, bytes))
    }

    unsafe fn synchronize(&self, pages: NonNull<[u8]>) {
        // SAFETY: the pages are mapped (caller's duty), and mapped pages are readable. Linux lets user space maintain
        // caches.
        unsafe { cache::synchronize(pages) };
    }

    unsafe fn protect(&self, pages: NonNull<[u8]>) -> Result<(), Refusal> {
        let executable = MprotectFlags::READ | MprotectFlags::EXEC;
        // SAFETY: the pages are mapped, and no code writes them any more (caller's duty).
        unsafe { mprotect(pages.as_ptr().cast(), pages.len(), executable) }.map_err(refusal)
    }

    unsafe fn unmap(&self, pages: NonNull<[u8]>) -> Result<(), Refusal> {
        // SAFETY: the pages are mapped, and no code uses them any more (caller's duty).
        unsafe { munmap(pages.as_ptr().cast(), pages.len()) }.map_err(refusal)
    }
}

/// The refusal that an error number is.
fn refusal(errno: Errno) -> Refusal {
    Refusal::Os(errno.raw_os_error())
}
