//! Bytes to instructions.
//!
//! The prefix is read first; with the map and the opcode, an index made at compile time lists the rows that
//! may match, in the order of the table. The first one counts whose operands are found in the bytes. What is
//! longer than it has to be is no instruction here, but for the displacements of padding, which have rows:
//! every bit is asked whether the encoder would write it so.
//!
//! Bytes that no row has are told apart by [`pieces`], which never goes on in the middle of an instruction.
//!
//! Each file uses only those before it: `head`, `summary`, `index`, `tail`; `shape` uses all;
//! `extent` stands alone.
//!
//! Tests: `tests/tests/isa_x86_64_table_llvm.rs`, `tests/tests/isa_x86_64_decode.rs`,
//! `tests/tests/isa_x86_64_decode_library.rs`.

mod extent;
mod head;
mod index;
mod shape;
mod signature;
mod summary;
mod tail;

use super::inst::{Decoration, MachInst, Rounding};
use super::kind::{Kind, Range};
use super::memory::Memory;
use super::property::{Masking, Rounds};
use super::register::Mask;
use super::row::{MAX_OPERANDS, Row, Slot};
use super::value::Value;
use crate::isa::RegIndex;
use crate::isa::x86_64::kind::File;
use crate::isa::x86_64::pattern::{Encoding, Form};
use extent::extent;
use head::Head;
use index::candidates;
pub(super) use shape::{Shape, key};
use summary::Summary;
use tail::{Last, Tail};

/// The instruction that some bytes begin with, and its size.
#[must_use]
pub fn decode(bytes: &[u8]) -> Option<(MachInst, usize)> {
    let found = Found::of(bytes)?;
    Some((found.instruction()?, found.size))
}

/// Code in pieces, one after the other: the bytes of an instruction, or all of one that no row has, with the
/// instruction if it is known.
pub fn pieces(code: &[u8]) -> impl Iterator<Item = (&[u8], Option<MachInst>)> {
    let mut rest = code;
    core::iter::from_fn(move || {
        let (inst, size) = match decode(rest) {
            Some((inst, size)) => (Some(inst), size),
            None => (None, extent(rest)),
        };
        let (piece, behind) = rest.split_at_checked(size).filter(|(piece, _)| !piece.is_empty())?;
        rest = behind;
        Some((piece, inst))
    })
}

/// The instruction that some bytes begin with: where its parts are.
#[derive(Clone, Copy)]
pub(super) struct Found<'b> {
    summary: &'static Summary,
    head: Head<'b>,
    tail: Tail<'b>,
    /// The signed number at the end.
    number: i64,
    size: usize,
}

impl<'b> Found<'b> {
    /// The instruction that some bytes begin with.
    #[inline(always)]
    pub(super) fn of(bytes: &'b [u8]) -> Option<Self> {
        let head = Head::read(bytes)?;
        candidates(&head).filter_map(|summary| Self::in_row(bytes, &head, summary)).next()
    }

    /// The instruction at the beginning of some bytes, if it is one of a row.
    #[inline(always)]
    fn in_row(bytes: &'b [u8], head: &Head<'b>, summary: &'static Summary) -> Option<Self> {
        let mut tail = if summary.has_operands {
            Tail::operands(head, summary)?
        } else {
            let is_used = head.x == 0 && (head.b == 0 || summary.has_register) && head.segment.is_none();
            Some(Tail::of(head)).filter(|_| is_used)?
        };
        if let Form::Byte(byte) = summary.row.layout.form {
            tail.bytes = tail.bytes.split_first().filter(|(next, _)| **next == byte)?.1;
        }
        let (number, rest) = number(tail.bytes, summary.number)?;
        let size = bytes.len().wrapping_sub(rest.len());
        let found = Self { summary, head: *head, tail, number, size };
        let is_found = found.has_registers()
            && found.is_shortest()
            && (head.encoding != Encoding::Evex || found.is_decoration_possible())
            && (!summary.has_rules || found.instruction().is_some_and(|inst| keeps_rules(&inst, bytes)));
        is_found.then_some(found)
    }

    /// Whether the numbers of registers are those of registers, and 0 where there are none.
    #[inline(always)]
    fn has_registers(&self) -> bool {
        let summary = self.summary;
        // An index may have the highest bit.
        let is_index = summary.memory.is_some_and(|place| place.is_indexed_by_vector);
        let vector = if is_index && summary.vector <= 16 { self.head.vector & 15 } else { self.head.vector };
        self.tail.register < summary.register && vector < summary.vector
    }

    /// Whether the prefix has nothing that it does not need.
    #[inline(always)]
    fn is_shortest(&self) -> bool {
        let head = &self.head;
        let is_needed = match head.encoding {
            Encoding::Legacy => {
                let is_needed = head.extends() || self.summary.has_bytes && self.has_byte();
                is_needed == head.has_extension && head.prefixes == self.summary.prefixes
            }
            Encoding::Vex => !head.has_extension || head.wide || head.x | head.b != 0 || head.map != 1,
            Encoding::Evex => true,
        };
        is_needed && head.is_fixed_right
    }

    /// Whether one of the registers is a byte that only REX names.
    #[cold]
    fn has_byte(&self) -> bool {
        let is_byte = |slot: &Slot| {
            let number =
                slot.kind.file().filter(|file| *file == File::Byte).and_then(|_| self.register(slot));
            number.is_some_and(|number| (4..8).contains(&number))
        };
        self.summary.row.slots.iter().any(is_byte)
    }

    /// Whether the row has room for mask and rounding.
    #[inline(always)]
    fn is_decoration_possible(&self) -> bool {
        let (head, row) = (&self.head, self.summary.row);
        let is_mask_possible = match row.masking {
            Masking::Never => head.mask == 0 && !head.is_zeroing,
            Masking::Merge => !head.is_zeroing,
            Masking::Zero | Masking::Blend => head.mask != 0 || !head.is_zeroing,
            Masking::Always => head.mask != 0 && !head.is_zeroing,
        };
        let is_rounding_possible = !head.is_rounded()
            || match row.rounds {
                Rounds::Never => false,
                Rounds::Suppress => head.length == 0,
                Rounds::Mode => true,
            };
        is_mask_possible && is_rounding_possible
    }

    /// Its row.
    pub(super) const fn row(&self) -> &'static Row {
        self.summary.row
    }

    /// The position of its row in the table.
    pub(super) const fn row_number(&self) -> usize {
        self.summary.at as usize
    }

    /// Its size in bytes.
    pub(super) const fn size(&self) -> usize {
        self.size
    }

    /// The number at the end; of a branch, the distance from its first byte.
    pub(super) const fn number(&self) -> i64 {
        self.number
    }

    /// Whether it leaves some lanes as they are, or zero.
    pub(super) const fn is_masked(&self) -> bool {
        self.head.mask != 0
    }

    /// Its operand in memory.
    pub(super) const fn memory(&self) -> Option<&Memory> {
        if let Last::Memory(memory) = &self.tail.last { Some(memory) } else { None }
    }

    /// The number of the register that an operand is, if it is one.
    #[inline(always)]
    pub(super) fn register(&self, slot: &Slot) -> Option<u8> {
        let number = self.number_of(slot)?;
        if slot.kind.file() == Some(File::High) { number.checked_sub(4) } else { Some(number) }
    }

    /// The number of a register as it is encoded.
    #[inline(always)]
    fn number_of(&self, slot: &Slot) -> Option<u8> {
        match (slot.letter, self.tail.last) {
            (b'r', _) => Some(self.tail.register),
            (b'v', _) => Some(self.head.vector),
            (b'm', Last::Register(number)) => Some(number),
            (b'o', _) => Some(self.head.b | self.head.opcode & 7),
            (b's', _) => Some((self.number as u8) >> 4),
            (_, _) => match slot.kind {
                Kind::Fixed(fixed) => match fixed.value() {
                    Value::Register(register) => Some(register.place()),
                    _ => None,
                },
                _ => None,
            },
        }
    }

    /// The instruction.
    fn instruction(&self) -> Option<MachInst> {
        let row = self.summary.row;
        let mut values = [Value::Absent; MAX_OPERANDS];
        for (value, slot) in values.iter_mut().zip(row.slots) {
            *value = self.value(row, slot)?;
        }
        let rounding = if self.head.is_rounded() { self.rounding(row) } else { None };
        let mask = Mask::new(self.head.mask)?;
        let decoration = Decoration { mask, is_zeroing: self.head.is_zeroing, rounding };
        Some(MachInst { decoration, ..MachInst::of(row, &values) })
    }

    /// How results are rounded.
    fn rounding(&self, row: &Row) -> Option<Rounding> {
        match row.rounds {
            Rounds::Mode => Rounding::ALL.get(usize::from(self.head.length)).copied(),
            _ => Some(Rounding::Suppress),
        }
    }

    /// The value of an operand.
    fn value(&self, row: &Row, slot: &Slot) -> Option<Value> {
        if let (b'm', Last::Memory(memory)) = (slot.letter, self.tail.last) {
            return Some(Value::Memory(memory));
        }
        let number = match slot.kind {
            Kind::Fixed(fixed) => return Some(fixed.value()),
            Kind::Register(_) | Kind::Either(..) => {
                let number = self.register(slot)?;
                return match slot.kind.file()? {
                    File::Mask => Some(Value::Mask(number)),
                    File::Stack => Some(Value::Stack(number)),
                    file => Some(Value::Register(RegIndex::physical(file.class()?, number))),
                };
            }
            Kind::Named(_) if row.layout.opcode_bits() > 0 => i64::from(self.head.opcode & 15),
            Kind::Named(_) => self.number & 0xff,
            Kind::Number(Range { least: 0, greatest }) => self.number & greatest,
            Kind::Target(_) => self.number.wrapping_add(self.size as i64),
            Kind::Number(_) | Kind::Memory(_) | Kind::Padding(_) | Kind::Vector(..) => self.number,
        };
        Some(Value::Number(number))
    }
}

/// Whether an instruction with rules of its own is encoded as the bytes are.
#[cold]
fn keeps_rules(inst: &MachInst, bytes: &[u8]) -> bool {
    inst.encode().is_ok_and(|code| bytes.starts_with(code.as_ref()))
}

/// The signed number of some bytes, the least significant first, and what is behind.
#[inline(always)]
fn number(bytes: &[u8], size: u8) -> Option<(i64, &[u8])> {
    match size {
        0 => Some((0, bytes)),
        1 => bytes.split_first().map(|(byte, rest)| (i64::from(*byte as i8), rest)),
        2 => bytes.split_first_chunk().map(|(half, rest)| (i16::from_le_bytes(*half).into(), rest)),
        4 => bytes.split_first_chunk().map(|(word, rest)| (i32::from_le_bytes(*word).into(), rest)),
        _ => bytes.split_first_chunk().map(|(long, rest)| (i64::from_le_bytes(*long), rest)),
    }
}
