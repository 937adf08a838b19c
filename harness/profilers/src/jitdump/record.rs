//! The records of a dump, as bytes. Numbers are in the order of bytes of the machine: little-endian on all
//! that there is code for.

use crate::eh_frame::{self, Place};
use rustix::process::{Pid, getpid};
use rustix::thread::gettid;
use rustix::time::{ClockId, clock_gettime};
use tensmith_core::code::Architecture;
use tensmith_core::isa::{UnwindRegisters, UnwindRow};

const MAGIC: u32 = 0x4a69_5444;
const VERSION: u32 = 1;
const HEADER_BYTES: u32 = 40;
/// The machine that this process runs on, as ELF numbers it.
const MACHINE: u32 = if Architecture::AARCH64.runs_here() { 183 } else { 62 };
/// Kind, size and time of a record.
const PREFIX_BYTES: usize = 16;

/// Kinds of records.
#[derive(Clone, Copy)]
#[repr(u32)]
enum Kind {
    Load = 0,
    Close = 3,
    Unwinding = 4,
}

/// Returns the beginning of the file of this process.
pub(super) fn header() -> Vec<u8> {
    let process = getpid().as_raw_nonzero().get().cast_unsigned();
    let mut out = Vec::new();
    [MAGIC, VERSION, HEADER_BYTES, MACHINE, 0, process].into_iter().for_each(|word| put_4(&mut out, word));
    put_8(&mut out, now());
    // No flags: times are of the clock that `perf record -k mono` takes.
    put_8(&mut out, 0);
    out
}

/// A kernel that became executable.
pub(super) struct Load<'a> {
    pub(super) process: Pid,
    pub(super) start: usize,
    /// Its number among all, by which perf names its object.
    pub(super) number: u64,
    pub(super) name: &'a str,
    pub(super) code: &'a [u8],
}

impl Load<'_> {
    pub(super) fn put(&self, out: &mut Vec<u8>) {
        record(out, Kind::Load, |out| {
            [self.process, gettid()]
                .into_iter()
                .for_each(|id| put_4(out, id.as_raw_nonzero().get().cast_unsigned()));
            // The address where it is executed, and that where it is.
            [self.start, self.start, self.code.len()]
                .into_iter()
                .for_each(|number| put_8(out, number as u64));
            put_8(out, self.number);
            out.extend(self.name.as_bytes());
            out.push(0);
            out.extend(self.code);
        });
    }
}

/// The unwind table of the kernel whose record follows.
#[derive(Debug)]
pub(super) struct Unwinding {
    /// The section and its header.
    bytes: Vec<u8>,
    header: usize,
    /// Whether they are behind the code. perf reads a table only if it is.
    pub(super) is_mapped: bool,
}

impl Unwinding {
    pub(super) fn of(registers: UnwindRegisters, rows: &[UnwindRow], code_bytes: usize) -> Self {
        let section = eh_frame::section(registers, rows, code_bytes, Place::Before);
        let header = eh_frame::header(&section, code_bytes);
        Self { header: header.len(), bytes: [section, header].concat(), is_mapped: false }
    }

    /// What has to be behind the code.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn put(&self, out: &mut Vec<u8>) {
        record(out, Kind::Unwinding, |out| {
            let both = self.bytes.len();
            [both, self.header, if self.is_mapped { both } else { 0 }]
                .into_iter()
                .for_each(|number| put_8(out, number as u64));
            out.extend(&self.bytes);
            out.resize(out.len() + both.next_multiple_of(8) - both, 0);
        });
    }
}

/// The end of a file.
pub(super) fn close(out: &mut Vec<u8>) {
    record(out, Kind::Close, |_| {});
}

fn record(out: &mut Vec<u8>, kind: Kind, content: impl FnOnce(&mut Vec<u8>)) {
    let start = out.len();
    put_4(out, kind as u32);
    put_4(out, 0);
    put_8(out, now());
    content(out);
    debug_assert!(out.len() - start >= PREFIX_BYTES);
    let size = (out.len() - start) as u32;
    out[start + 4..start + 8].copy_from_slice(&size.to_le_bytes());
}

/// Nanoseconds of the clock that does not jump.
fn now() -> u64 {
    let time = clock_gettime(ClockId::Monotonic);
    time.tv_sec.cast_unsigned() * 1_000_000_000 + time.tv_nsec.cast_unsigned()
}

fn put_4(out: &mut Vec<u8>, number: u32) {
    out.extend(number.to_le_bytes());
}

fn put_8(out: &mut Vec<u8>, number: u64) {
    out.extend(number.to_le_bytes());
}
