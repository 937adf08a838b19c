//! A page of a file, mapped executable: what `perf record` notes of a process, with the file's name.
#![allow(unsafe_code)]

use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};
use rustix::param::page_size;
use std::fs::File;
use std::io;
use std::ptr::{NonNull, null_mut};

/// A mapping that nothing reads, until it is dropped.
#[derive(Debug)]
pub(super) struct Mapping(NonNull<[u8]>);

// SAFETY: addresses belong to the process, not to a thread, and nothing is read through them.
unsafe impl Send for Mapping {}

impl Mapping {
    /// Maps the first page of a file.
    pub(super) fn of(file: &File) -> io::Result<Self> {
        let (protection, bytes) = (ProtFlags::READ | ProtFlags::EXEC, page_size());
        // SAFETY: no address is asked for, so no memory in use is replaced.
        let start = unsafe { mmap(null_mut(), bytes, protection, MapFlags::PRIVATE, file, 0) }?;
        // Linux gives out address 0 only where it is asked for.
        let start = NonNull::new(start.cast()).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(Self(NonNull::slice_from_raw_parts(start, bytes)))
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: the page is mapped, and nothing uses it. A refusal leaves it: no caller
        // is left to hear of it.
        let _ = unsafe { munmap(self.0.as_ptr().cast(), self.0.len()) };
    }
}
