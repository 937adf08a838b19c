//! The system calls of publishing, for either strategy.
//!
//! On AArch64 pages are mapped with `PROT_BTI` where the machine has it: an indirect call must meet a landing
//! pad there, as every kernel begins with one.
//!
//! Cores that fetched from an address before are told of new code there by membarrier(2) with
//! `PRIVATE_EXPEDITED_SYNC_CORE`. Where AArch64 lacks it (before Linux 4.16, or under a seccomp filter), no
//! page gets code twice. x86-64 needs none of it: to end a translation, the system interrupts every other
//! core that runs the process, and returning from an interrupt serialises; on its own core it executes
//! `invlpg` or loads CR3, which serialise too (Intel SDM, volume 3, section 9.3).
//!
//! Tests: `platform-linux/tests/publish.rs`, `platform-linux/tests/refusal.rs`,
//! `platform-linux/tests/landing.rs`.
#![allow(unsafe_code)]

use super::staged::{File, PROTECTED, Private, refused};
use super::strategy::Strategy;
use rustix::io::Errno;
use rustix::mm::{MapFlags, MprotectFlags, ProtFlags, mmap_anonymous, mprotect, munmap};
use rustix::param::{linux_hwcap, page_size};
use rustix::thread::{MembarrierCommand, membarrier};
use std::ptr::{NonNull, null_mut};
use tensmith_core::code::memory::pages::Calls;
use tensmith_core::code::{MemoryError, cache};

/// Linux, as publishing sees it.
#[derive(Debug)]
pub(super) struct Host {
    strategy: Strategy,
    /// The protection of published code.
    protection: u32,
    /// Whether all cores can be told to fetch anew.
    tells_cores: bool,
}

/// Pages with new content.
#[derive(Debug)]
pub(super) enum Staged {
    Private(Private),
    File(File),
}

impl Host {
    /// The system, asked what it has.
    pub(super) fn new(strategy: Strategy) -> Self {
        let register = MembarrierCommand::RegisterPrivateExpeditedSyncCore;
        Self { strategy, protection: PROTECTED | landing(), tells_cores: membarrier(register).is_ok() }
    }

    pub(super) fn strategy(&self) -> Strategy {
        self.strategy
    }
}

/// New addresses.
fn mapped(bytes: usize, protection: ProtFlags) -> Result<NonNull<[u8]>, MemoryError> {
    let flags = MapFlags::PRIVATE | MapFlags::NORESERVE;
    // SAFETY: no address is asked for, so no memory in use is replaced.
    let start =
        unsafe { mmap_anonymous(null_mut(), bytes, protection, flags) }.map_err(refused("reserve", bytes))?;
    // Linux gives out address 0 only where it is asked for.
    let start = NonNull::new(start.cast()).ok_or(refused("reserve", bytes)(Errno::NOMEM))?;
    Ok(NonNull::slice_from_raw_parts(start, bytes))
}

/// New addresses that nothing can access, and that a profiler knows as executable. It is told of memory that
/// is mapped or protected so (perf_event_open(2), PERF_RECORD_MMAP2), and not of pages that are moved, which
/// is how code gets here.
fn announced(bytes: usize) -> Result<NonNull<[u8]>, MemoryError> {
    let pages = mapped(bytes, ProtFlags::READ | ProtFlags::EXEC)?;
    // SAFETY: the pages are new, and nobody knows of them.
    let closed = unsafe { mprotect(pages.as_ptr().cast(), bytes, MprotectFlags::empty()) };
    closed.map(|()| pages).map_err(|error| {
        // SAFETY: as above.
        let _ = unsafe { munmap(pages.as_ptr().cast(), bytes) };
        refused("reserve", bytes)(error)
    })
}

/// `PROT_BTI`, where the machine has it.
fn landing() -> u32 {
    const PROT_BTI: u32 = 0x10;
    const HWCAP2_BTI: usize = 1 << 17;
    let has = cfg!(target_arch = "aarch64") && linux_hwcap().1 & HWCAP2_BTI != 0;
    if has { PROT_BTI } else { 0 }
}

// SAFETY: without MAP_FIXED, mmap(2) gives addresses at which nothing is mapped, and nothing else is mapped
// over them until munmap(2). mremap(2) and mmap(2) with MAP_FIXED put all pages there or none: what they
// check they check first, and no other thread sees the addresses in between. Of memory for their own lists,
// which they need after that, the kernel refuses no such small pieces; for the accounting of private
// pages see `strategy`.
unsafe impl Calls for Host {
    type Staged = Staged;

    fn page(&self) -> usize {
        page_size()
    }

    fn shares(&self) -> bool {
        self.tells_cores || cfg!(target_arch = "x86_64")
    }

    fn reserve(&self, bytes: usize) -> Result<NonNull<[u8]>, MemoryError> {
        match self.strategy {
            Strategy::Protect => announced(bytes).or_else(|_| mapped(bytes, ProtFlags::empty())),
            Strategy::SealedFile => mapped(bytes, ProtFlags::empty()),
        }
    }

    fn stage(&self, bytes: usize) -> Result<Staged, MemoryError> {
        match self.strategy {
            Strategy::Protect => Private::new(bytes).map(Staged::Private),
            Strategy::SealedFile => File::new(bytes).map(Staged::File),
        }
    }

    fn bytes<'a>(&self, staged: &'a mut Staged) -> &'a mut [u8] {
        match staged {
            Staged::Private(pages) => pages.bytes(),
            Staged::File(file) => &mut file.content,
        }
    }

    fn seal(&self, staged: &mut Staged) -> Result<(), MemoryError> {
        match staged {
            Staged::Private(pages) => {
                // SAFETY: the pages are mapped and readable, and Linux lets user space maintain caches.
                unsafe { cache::synchronize(pages.0) };
                pages.seal(self.protection)
            }
            Staged::File(file) => file.seal(),
        }
    }

    unsafe fn place(&self, staged: Staged, at: NonNull<[u8]>) -> Result<(), MemoryError> {
        match staged {
            // SAFETY: the caller's duty.
            Staged::Private(pages) => unsafe { pages.place(at) },
            // SAFETY: the caller's duty.
            Staged::File(file) => unsafe { file.place(at, self.protection) },
        }
    }

    unsafe fn synchronize(&self, at: NonNull<[u8]>, before: bool) {
        // SAFETY: as in `seal`, by the duty of the caller.
        unsafe { cache::synchronize(at) };
        let tell = || membarrier(MembarrierCommand::PrivateExpeditedSyncCore);
        if before && self.tells_cores && tell().is_err() {
            // A forked process may have to register anew; after that, nothing can be wrong.
            let _ = membarrier(MembarrierCommand::RegisterPrivateExpeditedSyncCore);
            let _ = tell();
        }
    }

    unsafe fn unmap(&self, at: NonNull<[u8]>) {
        // SAFETY: nothing uses the addresses any more (caller's duty). A refusal leaves them as they are: a
        // leak, which no caller is left to hear of.
        let _ = unsafe { munmap(at.as_ptr().cast(), at.len()) };
    }
}
