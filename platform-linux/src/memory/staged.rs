//! Pages with new content, before they are placed: private ones, or a file in memory.
//!
//! Tests: `platform-linux/tests/publish.rs`, `platform-linux/tests/refusal.rs`.
#![allow(unsafe_code)]

use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};
use rustix::io::{Errno, pwrite};
use rustix::mm::{MapFlags, MprotectFlags, MremapFlags, ProtFlags};
use rustix::mm::{mmap, mmap_anonymous, mprotect, mremap_fixed, munmap};
use std::os::fd::OwnedFd;
use std::ptr::{NonNull, null_mut};
use tensmith_core::code::{MemoryError, Refusal};

/// The protection of published code.
pub(super) const PROTECTED: u32 = ProtFlags::READ.bits() | ProtFlags::EXEC.bits();

/// The error of a step that the system refused.
pub(super) fn refused(step: &'static str, bytes: usize) -> impl Fn(Errno) -> MemoryError {
    move |error| MemoryError::Refused { step, bytes, refusal: Refusal::Os(error.raw_os_error()) }
}

/// Private pages; given back when dropped.
#[derive(Debug)]
pub(super) struct Private(pub(super) NonNull<[u8]>);

/// A file in memory, and what it is to hold. A mapping keeps its pages; the file itself ends with this value.
#[derive(Debug)]
pub(super) struct File {
    file: OwnedFd,
    pub(super) content: Vec<u8>,
}

impl Private {
    pub(super) fn new(bytes: usize) -> Result<Self, MemoryError> {
        let writable = ProtFlags::READ | ProtFlags::WRITE;
        // SAFETY: no address is asked for, so no memory in use is replaced.
        let start = unsafe { mmap_anonymous(null_mut(), bytes, writable, MapFlags::PRIVATE) }
            .map_err(refused("map", bytes))?;
        // Linux gives out address 0 only where it is asked for.
        let start = NonNull::new(start.cast()).ok_or(refused("map", bytes)(Errno::NOMEM))?;
        Ok(Self(NonNull::slice_from_raw_parts(start, bytes)))
    }

    pub(super) fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: the pages are mapped, and no one else knows of them. Before `seal` they are writable, and
        // `Calls::bytes` is not called after it.
        unsafe { self.0.as_mut() }
    }

    pub(super) fn seal(&mut self, protection: u32) -> Result<(), MemoryError> {
        let protection = MprotectFlags::from_bits_retain(protection);
        // SAFETY: the pages are mapped, and nothing writes them any more.
        unsafe { mprotect(self.0.as_ptr().cast(), self.0.len(), protection) }
            .map_err(refused("protect", self.0.len()))
    }

    /// Moves the pages over others.
    ///
    /// # Safety
    /// As for `Calls::place`.
    pub(super) unsafe fn place(self, at: NonNull<[u8]>) -> Result<(), MemoryError> {
        let (from, bytes) = (self.0.as_ptr().cast(), self.0.len());
        // SAFETY: what is replaced is ours, and the same but for what nothing uses (caller's duty).
        unsafe { mremap_fixed(from, bytes, bytes, MremapFlags::MAYMOVE, at.as_ptr().cast()) }
            .map_err(refused("replace", bytes))?;
        // They are no longer where `drop` would look for them.
        std::mem::forget(self);
        Ok(())
    }
}

impl Drop for Private {
    fn drop(&mut self) {
        // SAFETY: the pages are mapped, and nothing uses them. A refusal leaves them: no caller
        // is left to hear of it.
        let _ = unsafe { munmap(self.0.as_ptr().cast(), self.0.len()) };
    }
}

impl File {
    pub(super) fn new(bytes: usize) -> Result<Self, MemoryError> {
        let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
        // A file that cannot be executed as a program: Linux 6.3. Such files may be the only
        // ones that there are.
        let file = memfd_create(c"tensmith", flags | MemfdFlags::NOEXEC_SEAL)
            .or_else(
                |error| if error == Errno::INVAL { memfd_create(c"tensmith", flags) } else { Err(error) },
            )
            .map_err(refused("create", bytes))?;
        let mut content = Vec::new();
        content.try_reserve_exact(bytes).map_err(tensmith_core::OutOfMemory::from)?;
        content.resize(bytes, 0);
        Ok(Self { file, content })
    }

    pub(super) fn seal(&mut self) -> Result<(), MemoryError> {
        let bytes = self.content.len();
        let mut rest = self.content.as_slice();
        while !rest.is_empty() {
            match pwrite(&self.file, rest, (bytes - rest.len()) as u64) {
                Ok(0) => return Err(refused("write", bytes)(Errno::NOSPC)),
                Ok(written) => rest = &rest[written.min(rest.len())..],
                Err(Errno::INTR) => {}
                Err(error) => return Err(refused("write", bytes)(error)),
            }
        }
        let all = SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL;
        fcntl_add_seals(&self.file, all).map_err(refused("seal", bytes))
    }

    /// Maps the file over other pages.
    ///
    /// # Safety
    /// As for `Calls::place`.
    pub(super) unsafe fn place(self, at: NonNull<[u8]>, protection: u32) -> Result<(), MemoryError> {
        let (protection, flags) =
            (ProtFlags::from_bits_retain(protection), MapFlags::PRIVATE | MapFlags::FIXED);
        // SAFETY: what is replaced is ours, and the same but for what nothing uses (caller's duty).
        unsafe { mmap(at.as_ptr().cast(), at.len(), protection, flags, &self.file, 0) }
            .map(drop)
            .map_err(refused("replace", at.len()))
    }
}
