//! Bytes to instructions.
//!
//! The prefix is read first; with the map and the opcode, an index made at compile time lists the rows that may match,
//! in the order of the table. The first one counts whose operands are found in the bytes and that encodes to the same
//! bytes again: what is longer than it has to be is no instruction here.
//!
//! Tests: `tests/tests/isa_x86_64_table_llvm.rs`, `tests/tests/isa_x86_64_decode.rs`.

use super::inst::{Decoration, MachInst, Rounding};
use super::kind::{File, Kind, Range};
use super::memory::{Base, Index, Memory, Scale};
use super::pattern::{Encoding, Form};
use super::register::Mask;
use super::row::{MAX_OPERANDS, Row, Slot};
use super::table::ROWS;
use super::value::Value;
use crate::isa::{Class, RegIndex};

/// The instruction that some bytes begin with, and its size.
#[must_use]
pub fn decode(bytes: &[u8]) -> Option<(MachInst, usize)> {
    let head = Head::read(bytes)?;
    candidates(&head).filter_map(|row| head.instruction(row, bytes)).next()
}

/// What stands up to the opcode.
#[derive(Clone, Copy)]
struct Head<'b> {
    encoding: Encoding,
    mandatory: u8,
    map: u8,
    wide: bool,
    length: u8,
    opcode: u8,
    /// The upper bits of registers: of the byte behind the opcode, of an index, and of a base.
    r: u8,
    x: u8,
    b: u8,
    vector: u8,
    mask: u8,
    is_zeroing: bool,
    is_special: bool,
    /// What follows the opcode.
    behind: &'b [u8],
}

const NOTHING: Head<'static> = Head {
    encoding: Encoding::Legacy,
    mandatory: 0,
    map: 0,
    wide: false,
    length: 0,
    opcode: 0,
    r: 0,
    x: 0,
    b: 0,
    vector: 0,
    mask: 0,
    is_zeroing: false,
    is_special: false,
    behind: &[],
};

const MANDATORY: [u8; 4] = [0, 0x66, 0xf3, 0xf2];

/// The mandatory prefix with the code of a byte's lowest bits.
fn mandatory(byte: u8) -> u8 {
    MANDATORY.get(usize::from(byte & 3)).copied().unwrap_or(0)
}

impl<'b> Head<'b> {
    fn read(bytes: &'b [u8]) -> Option<Self> {
        match bytes {
            [0xc5, p, opcode, behind @ ..] => Some(Self {
                encoding: Encoding::Vex,
                map: 1,
                r: !p >> 7 << 3,
                behind,
                opcode: *opcode,
                ..Self::vector(*p)
            }),
            [0xc4, q, p, opcode, behind @ ..] => Some(Self {
                encoding: Encoding::Vex,
                map: q & 31,
                wide: p >> 7 != 0,
                r: !q >> 7 << 3,
                x: (!q >> 6 & 1) << 3,
                b: (!q >> 5 & 1) << 3,
                behind,
                opcode: *opcode,
                ..Self::vector(*p)
            }),
            [0x62, q, p, last, opcode, behind @ ..] => Some(Self {
                encoding: Encoding::Evex,
                map: q & 7,
                wide: p >> 7 != 0,
                length: last >> 5 & 3,
                r: (!q >> 7) << 3 | (!q >> 4 & 1) << 4,
                x: (!q >> 6 & 1) << 3,
                b: (!q >> 5 & 1) << 3,
                vector: !p >> 3 & 15 | (!last >> 3 & 1) << 4,
                mask: last & 7,
                is_zeroing: last >> 7 != 0,
                is_special: last >> 4 & 1 != 0,
                mandatory: mandatory(*p),
                opcode: *opcode,
                behind,
            }),
            _ => Self::legacy(bytes),
        }
    }

    /// What the last byte of VEX says.
    fn vector(p: u8) -> Self {
        Self { length: p >> 2 & 1, vector: !p >> 3 & 15, mandatory: mandatory(p), ..NOTHING }
    }

    /// With bytes in front of the opcode. A prefix 0x66 may be mandatory, or say a size.
    fn legacy(mut bytes: &'b [u8]) -> Option<Self> {
        let mut head = Self { behind: bytes, ..NOTHING };
        while let [prefix @ (0x66 | 0xf2 | 0xf3), rest @ ..] = bytes {
            head.mandatory = *prefix;
            bytes = rest;
        }
        if let [rex @ 0x40..=0x4f, rest @ ..] = bytes {
            (head.wide, head.r, head.x, head.b) =
                (rex >> 3 & 1 != 0, (rex >> 2 & 1) << 3, (rex >> 1 & 1) << 3, (rex & 1) << 3);
            bytes = rest;
        }
        (head.map, head.opcode, head.behind) = match bytes {
            [0x0f, 0x38, opcode, rest @ ..] => (2, *opcode, rest),
            [0x0f, 0x3a, opcode, rest @ ..] => (3, *opcode, rest),
            [0x0f, opcode, rest @ ..] => (1, *opcode, rest),
            [opcode, rest @ ..] => (0, *opcode, rest),
            [] => return None,
        };
        Some(head)
    }

    /// The instruction of a row that `bytes` begin with, and its size.
    fn instruction(&self, row: &'static Row, bytes: &[u8]) -> Option<(MachInst, usize)> {
        let layout = &row.layout;
        let is_rounded = self.is_special && layout.has_operands() && self.behind.first()? >> 6 == 3;
        let is_same = layout.wide == self.wide
            && (layout.length == self.length || is_rounded)
            && (layout.mandatory == self.mandatory || layout.is_half && self.mandatory == 0x66);
        if !is_same {
            return None;
        }
        let mut tail = Tail { bytes: self.behind, register: 0, last: None };
        match layout.form {
            Form::Byte(byte) => tail.bytes = tail.bytes.split_first().filter(|(next, _)| **next == byte)?.1,
            Form::Digit(digit) => {
                tail = tail.operands(self, row)?;
                tail.register = Some(tail.register).filter(|found| found & 7 == digit)?;
            }
            _ if layout.has_operands() => tail = tail.operands(self, row)?,
            _ => {}
        }
        let size = usize::from(layout.number);
        let number = signed(tail.bytes.get(..size)?);
        let mut values = [Value::Absent; MAX_OPERANDS];
        for (value, slot) in values.iter_mut().zip(row.slots) {
            *value = self.value(row, slot, &tail, number)?;
        }
        let rounding = if is_rounded { self.rounding(row) } else { None };
        let decoration = Decoration { mask: Mask::new(self.mask)?, is_zeroing: self.is_zeroing, rounding };
        let used = bytes.len().wrapping_sub(tail.bytes.len()).wrapping_add(size);
        let mut inst = MachInst { decoration, ..MachInst::of(row, &values) };
        inst.count_from_start(used);
        let code = inst.encode().ok()?;
        (Some(code.as_ref()) == bytes.get(..used)).then_some((inst, used))
    }

    /// How results are rounded.
    fn rounding(&self, row: &Row) -> Option<Rounding> {
        match row.rounds {
            super::property::Rounds::Mode => Rounding::ALL.get(usize::from(self.length)).copied(),
            _ => Some(Rounding::Suppress),
        }
    }

    /// The value of an operand.
    fn value(&self, row: &Row, slot: &Slot, tail: &Tail<'_>, number: i64) -> Option<Value> {
        let low = self.opcode & 7;
        let register = |number: u8| match slot.kind.file()? {
            File::Mask => Some(Value::Mask(number)),
            file => Some(Value::Register(RegIndex::physical(file.class()?, number))),
        };
        match (slot.letter, slot.kind) {
            (b'r', _) => register(tail.register),
            (b'v', _) => register(self.vector),
            (b'o', _) => register(self.b | low),
            (b's', _) => register((number as u8) >> 4),
            (b'm', _) => match tail.last? {
                Last::Register(number) => register(number),
                Last::Memory(memory) => Some(Value::Memory(memory)),
            },
            (_, Kind::Fixed(fixed)) => Some(fixed.value()),
            (b'c', _) if row.layout.opcode_bits() > 0 => Some(Value::Number((self.opcode & 15).into())),
            (_, Kind::Number(Range { least: 0, greatest })) => Some(Value::Number(number & greatest)),
            (_, Kind::Named(_)) => Some(Value::Number(number & 0xff)),
            _ => Some(Value::Number(number)),
        }
    }
}

/// The number of some bytes, the least significant first, with a sign.
fn signed(bytes: &[u8]) -> i64 {
    let unsigned = bytes.iter().rev().fold(0i64, |number, byte| number << 8 | i64::from(*byte));
    let unused = 64usize.saturating_sub(bytes.len().saturating_mul(8)) as u32;
    unsigned.checked_shl(unused).unwrap_or(0).checked_shr(unused).unwrap_or(0)
}

/// What stands behind the opcode.
#[derive(Clone, Copy)]
struct Tail<'b> {
    /// The bytes that have not been read.
    bytes: &'b [u8],
    register: u8,
    last: Option<Last>,
}

#[derive(Clone, Copy)]
enum Last {
    Register(u8),
    Memory(Memory),
}

impl Tail<'_> {
    /// Reads the byte behind the opcode, and what it says of an address.
    fn operands(mut self, head: &Head<'_>, row: &Row) -> Option<Self> {
        let (byte, rest) = self.bytes.split_first()?;
        (self.register, self.bytes) = (byte >> 3 & 7 | head.r, rest);
        let (mode, low) = (byte >> 6, byte & 7);
        if mode == 3 {
            let high = if head.encoding == Encoding::Evex { head.x << 1 } else { 0 };
            self.last = Some(Last::Register(low | head.b | high));
            return Some(self);
        }
        let slot = row.slots.iter().find(|slot| slot.letter == b'm')?;
        let is_broadcast = head.encoding == Encoding::Evex && head.is_special;
        let mut memory = Memory {
            base: Base::Register(RegIndex::physical(Class::Int, low | head.b)),
            index: None,
            displacement: 0,
            broadcast: is_broadcast,
        };
        let mut base = low;
        if low == 4 {
            base = self.index(&mut memory, head, slot.kind)?;
        }
        let bytes = match (mode, base) {
            (0, 5) => {
                memory.base = if low == 4 { Base::None } else { Base::Rip };
                4
            }
            (0, _) => 0,
            (1, _) => 1,
            _ => 4,
        };
        let unit = match (bytes, head.encoding) {
            (1, Encoding::Evex) => slot.kind.bytes(is_broadcast).max(1).into(),
            _ => 1,
        };
        let (displacement, rest) = self.bytes.split_at_checked(bytes)?;
        memory.displacement = (signed(displacement) as i32).wrapping_mul(unit);
        (self.bytes, self.last) = (rest, Some(Last::Memory(memory)));
        Some(self)
    }

    /// Reads the byte that names an index: the lowest bits of the base.
    fn index(&mut self, memory: &mut Memory, head: &Head<'_>, kind: Kind) -> Option<u8> {
        let (byte, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        memory.base = Base::Register(RegIndex::physical(Class::Int, byte & 7 | head.b));
        let scale = *Scale::ALL.get(usize::from(byte >> 6))?;
        let low = byte >> 3 & 7 | head.x;
        memory.index = match kind {
            Kind::Vector(..) => {
                let high = if head.encoding == Encoding::Evex { head.vector & 16 } else { 0 };
                Some(Index { register: RegIndex::physical(Class::Vec, low | high), scale })
            }
            _ if low == 4 => None,
            _ => Some(Index { register: RegIndex::physical(Class::Int, low), scale }),
        };
        Some(byte & 7)
    }
}

impl MachInst {
    /// Counts a distance, which the bytes count from the end of the instruction, from its first byte.
    fn count_from_start(&mut self, size: usize) {
        let is_target = |slot: &Slot| matches!(slot.kind, Kind::Target(_));
        for (value, _) in self.values.iter_mut().zip(self.row.slots).filter(|(_, slot)| is_target(slot)) {
            if let Value::Number(distance) = value {
                *distance = distance.wrapping_add(size as i64);
            }
        }
    }
}

/// What the index knows of a row or of a head: how the prefix is encoded, the map and the opcode.
const KEYS: usize = 3 << 11;

const fn key(encoding: Encoding, map: u8, opcode: u8) -> usize {
    (encoding as usize) << 11 | ((map & 7) as usize) << 8 | opcode as usize
}

/// Where each key's rows start in [`ENTRIES`]; one more for the end.
static STARTS: [u16; KEYS + 1] = starts();
/// Positions of rows in the table, key after key.
static ENTRIES: [u16; starts()[KEYS] as usize] = entries();

/// The rows that may match, in the order of the table.
fn candidates(head: &Head<'_>) -> impl Iterator<Item = &'static Row> + use<> {
    let key = key(head.encoding, head.map, head.opcode);
    let bound = |at: usize| STARTS.get(at).map_or(0, |start| usize::from(*start));
    let entries = ENTRIES.get(bound(key)..bound(key.wrapping_add(1))).unwrap_or(&[]);
    let is_map = head.map < 8;
    entries.iter().filter(move |_| is_map).filter_map(|at| ROWS.get(usize::from(*at)).copied())
}

#[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
const fn starts() -> [u16; KEYS + 1] {
    let (mut starts, mut row, mut at) = ([0; KEYS + 1], 0, 0);
    while row < ROWS.len() {
        let layout = &ROWS[row].layout;
        let (mut low, first) = (0, key(layout.encoding, layout.map, layout.opcode));
        while low < 1 << layout.opcode_bits() {
            starts[first + low + 1] += 1;
            low += 1;
        }
        row += 1;
    }
    while at < KEYS {
        starts[at + 1] += starts[at];
        at += 1;
    }
    starts
}

#[expect(clippy::indexing_slicing, reason = "evaluated during compilation only")]
const fn entries() -> [u16; starts()[KEYS] as usize] {
    let (mut entries, mut cursors, mut row) = ([0; starts()[KEYS] as usize], starts(), 0);
    while row < ROWS.len() {
        let layout = &ROWS[row].layout;
        let (mut low, first) = (0, key(layout.encoding, layout.map, layout.opcode));
        while low < 1 << layout.opcode_bits() {
            let cursor = &mut cursors[first + low];
            entries[*cursor as usize] = row as u16;
            (*cursor, low) = (*cursor + 1, low + 1);
        }
        row += 1;
    }
    entries
}
