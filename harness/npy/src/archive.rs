//! Opens an archive before members are read, and reads no more of it than a sound one takes.
//!
//! `zip` looks for the record at the end. Where the list that this record names is malformed, it tries the record before it, and reads
//! the list again: a file of such records would take the square of its length.
//!
//! Tests: `harness/npy/src/tests.rs`.

use super::Fault;
use std::cell::{Cell, RefCell};
use std::io::{self, Read, Seek, SeekFrom};
use zip::ZipArchive;

/// How many times the bytes of an archive are read at most. A sound one's members and its list are read two or three times.
pub(super) const MOST_READS: u64 = 16;

/// How many bytes more: what is looked through in pieces may be shorter than a piece.
pub(super) const MORE_READ: u64 = 1 << 20;

/// The bytes of an archive, and how many of them may still be read.
pub(super) struct Source<R> {
    reader: RefCell<R>,
    bytes: u64,
    left: Cell<u64>,
}

impl<R: Read + Seek> Source<R> {
    /// Those of an archive of `bytes` bytes.
    pub(super) fn new(archive: R, bytes: u64) -> Self {
        let most = bytes.saturating_mul(MOST_READS).saturating_add(MORE_READ);
        Self { reader: RefCell::new(archive), bytes, left: Cell::new(most) }
    }

    /// The archive.
    pub(super) fn opened(&self) -> Result<ZipArchive<&Self>, Fault> {
        // What was tried last need not say that there was nothing left.
        ZipArchive::new(self).map_err(|error| match self.left.get() {
            0 => Fault::Rereads { bytes: self.bytes },
            _ => Fault::Archive(error),
        })
    }
}

impl<R: Read> Read for &Source<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.left.get();
        if left == 0 && !buffer.is_empty() {
            return Err(io::Error::other(Fault::Rereads { bytes: self.bytes }.to_string()));
        }
        let most = usize::try_from(left).unwrap_or(usize::MAX).min(buffer.len());
        let read = self.reader.borrow_mut().read(&mut buffer[..most])?;
        self.left.set(left - read as u64);
        Ok(read)
    }
}

impl<R: Seek> Seek for &Source<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let mut reader = self.reader.borrow_mut();
        // `zip` goes to where it is after each record, and a buffer would be filled again.
        match to {
            SeekFrom::Start(place) if reader.stream_position()? == place => Ok(place),
            _ => reader.seek(to),
        }
    }
}
