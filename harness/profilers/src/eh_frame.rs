//! Unwind tables in the form of `.eh_frame` (Linux Standard Base, section 10.6; DWARF 5, section 6.4).
//!
//! A section here tells of one kernel: an entry of what is common, and one with the kernel's rows.
//!
//! Tests: below, `harness/profilers/tests/gdb.rs`, `harness/profilers/tests/perf.rs`.

use tensmith_core::isa::{SavedRegister, UnwindRegisters, UnwindRow};

/// How a section says where the code is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// At an address.
    Address(usize),
    /// Right before the section, but for some bytes up to a multiple of 8.
    Before,
}

/// Registers are saved in multiples of this many bytes below the frame's address.
const DATA_ALIGNMENT: i64 = -8;

mod encoding {
    /// A number of the size of an address.
    pub(super) const ABSOLUTE: u8 = 0x00;
    /// Four bytes with a sign, counted from their own place.
    pub(super) const RELATIVE: u8 = 0x1b;
    /// Four bytes.
    pub(super) const COUNT: u8 = 0x03;
    /// Four bytes with a sign, counted from the beginning of the section.
    pub(super) const IN_SECTION: u8 = 0x3b;
}

mod call_frame {
    pub(super) const ADVANCE: u8 = 0x40;
    pub(super) const OFFSET: u8 = 0x80;
    pub(super) const RESTORE: u8 = 0xc0;
    pub(super) const ADVANCE_4: u8 = 0x04;
    pub(super) const OFFSET_EXTENDED: u8 = 0x05;
    pub(super) const RESTORE_EXTENDED: u8 = 0x06;
    pub(super) const DEFINE_CFA: u8 = 0x0c;
    pub(super) const DEFINE_CFA_OFFSET: u8 = 0x0e;
}

/// The section for code of some bytes with these rows, with the empty entry that ends it.
pub(crate) fn section(
    registers: UnwindRegisters,
    rows: &[UnwindRow],
    code_bytes: usize,
    place: Place,
) -> Vec<u8> {
    let mut out = Vec::new();
    entry(&mut out, |out| common(out, registers, rows.first(), place));
    let common_entry = out.len();
    entry(&mut out, |out| {
        // Counted back from here: the common entry is the first.
        put_4(out, common_entry as i64 + 4);
        match place {
            Place::Address(start) => {
                out.extend((start as u64).to_le_bytes());
                out.extend((code_bytes as u64).to_le_bytes());
            }
            Place::Before => {
                let here = common_entry + 8;
                put_4(out, -((code_bytes.next_multiple_of(8) + here) as i64));
                put_4(out, code_bytes as i64);
            }
        }
        // No further data.
        out.push(0);
        rows.windows(2).for_each(|pair| change(out, &pair[0], &pair[1]));
    });
    put_4(&mut out, 0);
    out
}

/// The table that finds the entry of a section for code right before it; the section is
/// right before the table.
pub(crate) fn header(section: &[u8], code_bytes: usize) -> Vec<u8> {
    let common_entry = 4 + section.first_chunk().map_or(0, |size| u32::from_le_bytes(*size)) as usize;
    let mut out = vec![1, encoding::RELATIVE, encoding::COUNT, encoding::IN_SECTION];
    put_4(&mut out, -(section.len() as i64 + 4));
    put_4(&mut out, 1);
    put_4(&mut out, -((code_bytes.next_multiple_of(8) + section.len()) as i64));
    put_4(&mut out, common_entry as i64 - section.len() as i64);
    out
}

/// An entry: its size, its content, and what makes the next one begin at a multiple of 8.
fn entry(out: &mut Vec<u8>, content: impl FnOnce(&mut Vec<u8>)) {
    let start = out.len();
    put_4(out, 0);
    content(out);
    // An operation that does nothing is 0.
    out.resize(out.len().next_multiple_of(8), 0);
    let size = (out.len() - start - 4) as u32;
    out[start..start + 4].copy_from_slice(&size.to_le_bytes());
}

fn common(out: &mut Vec<u8>, registers: UnwindRegisters, first: Option<&UnwindRow>, place: Place) {
    put_4(out, 0);
    // Version 1; entries say how they are encoded (`zR`).
    out.extend(b"\x01zR\0");
    unsigned(out, 1);
    signed(out, DATA_ALIGNMENT);
    unsigned(out, registers.return_address.into());
    unsigned(out, 1);
    out.push(match place {
        Place::Address(_) => encoding::ABSOLUTE,
        Place::Before => encoding::RELATIVE,
    });
    out.push(call_frame::DEFINE_CFA);
    unsigned(out, registers.stack_pointer.into());
    unsigned(out, first.map_or(0, |row| row.depth.into()));
    first.into_iter().flat_map(|row| &row.saved).for_each(|register| save(out, *register));
}

/// What is different in a row from the one before.
fn change(out: &mut Vec<u8>, before: &UnwindRow, row: &UnwindRow) {
    match row.from - before.from {
        bytes @ 0..64 => out.push(call_frame::ADVANCE | bytes as u8),
        bytes => {
            out.push(call_frame::ADVANCE_4);
            put_4(out, bytes as i64);
        }
    }
    if row.depth != before.depth {
        out.push(call_frame::DEFINE_CFA_OFFSET);
        unsigned(out, row.depth.into());
    }
    let is_in = |row: &UnwindRow, number| row.saved.iter().any(|register| register.number == number);
    before.saved.iter().filter(|old| !is_in(row, old.number)).for_each(|old| restore(out, old.number));
    row.saved.iter().filter(|new| !before.saved.contains(new)).for_each(|new| save(out, *new));
}

fn save(out: &mut Vec<u8>, SavedRegister { number, below }: SavedRegister) {
    match u8::try_from(number) {
        Ok(number @ 0..64) => out.push(call_frame::OFFSET | number),
        _ => {
            out.push(call_frame::OFFSET_EXTENDED);
            unsigned(out, number.into());
        }
    }
    unsigned(out, u64::from(below) / DATA_ALIGNMENT.unsigned_abs());
}

fn restore(out: &mut Vec<u8>, number: u16) {
    match u8::try_from(number) {
        Ok(number @ 0..64) => out.push(call_frame::RESTORE | number),
        _ => {
            out.push(call_frame::RESTORE_EXTENDED);
            unsigned(out, number.into());
        }
    }
}

/// Four bytes. Kernels and sections are far smaller than what these hold.
fn put_4(out: &mut Vec<u8>, number: i64) {
    out.extend((number as i32).to_le_bytes());
}

/// LEB128 without a sign (DWARF 5, section 7.6).
fn unsigned(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// LEB128 with a sign, of a number that fits seven bits.
fn signed(out: &mut Vec<u8>, number: i64) {
    out.push(number as u8 & 0x7f);
}

#[cfg(test)]
mod tests {
    use super::*;

    const X86_64: UnwindRegisters = UnwindRegisters { stack_pointer: 7, return_address: 16 };

    fn row(from: usize, depth: u32, saved: &[(u16, u32)]) -> UnwindRow {
        let saved = saved.iter().map(|&(number, below)| SavedRegister { number, below }).collect();
        UnwindRow { from, depth, saved }
    }

    /// What GNU as 2.40 makes of `.cfi_def_cfa_offset 16`, `.cfi_offset 3, -16` and `.cfi_restore 3` around
    /// `push rbx`, but for the place of the code.
    #[test]
    fn operations_are_those_of_an_assembler() {
        let rows = [row(0, 8, &[(16, 8)]), row(5, 16, &[(16, 8), (3, 16)]), row(6, 8, &[(16, 8)])];
        let section = section(X86_64, &rows, 7, Place::Before);
        let common: &[u8] =
            &[20, 0, 0, 0, 0, 0, 0, 0, 1, b'z', b'R', 0, 1, 0x78, 16, 1, 0x1b, 0x0c, 7, 8, 0x90, 1, 0, 0];
        assert_eq!(&section[..24], common);
        let operations: &[u8] = &[0x45, 0x0e, 16, 0x83, 2, 0x41, 0x0e, 8, 0xc3];
        assert_eq!(&section[24 + 17..24 + 17 + 9], operations);
        // The code is 8 bytes before the section, and the entry's third word counts from itself.
        assert_eq!(section[32..36], (-(8 + 32i32)).to_le_bytes());
        assert_eq!(section[36..40], 7i32.to_le_bytes());
        assert_eq!(section[28..32], 28i32.to_le_bytes());
    }

    #[test]
    fn numbers_are_leb128() {
        let mut out = Vec::new();
        unsigned(&mut out, 624_485);
        signed(&mut out, -8);
        assert_eq!(out, [0xe5, 0x8e, 0x26, 0x78]);
    }
}
