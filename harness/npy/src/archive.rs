//! Opens an archive before members are read, and reads no more of it than a sound one takes.
//!
//! `zip` looks for the record at the end. Where the list that this record names is malformed, it tries the
//! record before it, and reads the list again: a file of such records would take the square of its length. Of
//! members with the same name it has the last one alone, and of more than the record states the first:
//! both are refused here.
//!
//! Tests: `harness/npy/src/tests.rs`.

use super::Fault;
use std::cell::{Cell, RefCell};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use zip::ZipArchive;

/// How many times the bytes of an archive are read at most. A sound one's members and its list are
/// read two or three times.
pub(super) const MOST_READS: u64 = 16;

/// How many bytes more: what is looked through in pieces may be shorter than a piece.
pub(super) const MORE_READ: u64 = 1 << 20;

/// How a record of the list begins, its bytes before the name, and where the lengths of all
/// that follows them are.
const SIGNATURE: [u8; 4] = *b"PK\x01\x02";
const RECORD: usize = 46;
const LENGTHS: [usize; 3] = [28, 30, 32];

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

    /// The archive, all of whose members have names of their own.
    pub(super) fn opened(&self) -> Result<ZipArchive<&Self>, Fault> {
        // What was tried last need not say that there was nothing left.
        let archive = ZipArchive::new(self).map_err(|error| match self.left.get() {
            0 => Fault::Rereads { bytes: self.bytes },
            _ => Fault::Archive(error),
        })?;
        let (listed, names) = (self.listed(archive.central_directory_start())?, archive.len());
        if listed == names { Ok(archive) } else { Err(Fault::Names { listed, names }) }
    }

    /// The number of records in the list that begins somewhere.
    fn listed(&self, start: u64) -> io::Result<usize> {
        let (mut source, mut record, mut listed) = (self, [0; RECORD], 0);
        source.seek(SeekFrom::Start(start))?;
        loop {
            match source.read_exact(&mut record) {
                // The last record of a file may be shorter than one of the list.
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(listed),
                read => read?,
            }
            if !record.starts_with(&SIGNATURE) {
                return Ok(listed);
            }
            listed += 1;
            let length = |at: usize| u64::from(u16::from_le_bytes([record[at], record[at + 1]]));
            let behind = LENGTHS.into_iter().map(length).sum();
            io::copy(&mut source.take(behind), &mut io::sink())?;
        }
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
