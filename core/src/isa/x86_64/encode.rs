//! An instruction as bytes (Intel SDM, volume 2, chapter 2).
//!
//! Of several encodings of the same instruction, this is the shortest: two bytes of VEX where they suffice, a
//! displacement of one byte where it fits. Decoding accepts no other, so that every instruction has one.

use super::inst::{Decoration, MachInst, Rounding};
use super::kind::{File, Kind};
use super::memory::{Base, Memory, Segment};
use super::pattern::{Encoding, Form, Layout};
use super::row::{Row, Slot};
use super::value::Value;
use crate::isa::{EncodeError, RegIndex};

/// The bytes of an instruction, at most 15.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    bytes: [u8; 15],
    len: u8,
}

impl AsRef<[u8]> for Code {
    #[inline(always)]
    fn as_ref(&self) -> &[u8] {
        self.bytes.get(..usize::from(self.len)).unwrap_or(&self.bytes)
    }
}

impl Code {
    const EMPTY: Self = Self { bytes: [0; 15], len: 0 };

    #[inline(always)]
    fn push(&mut self, byte: u8) {
        if let Some(place) = self.bytes.get_mut(usize::from(self.len)) {
            *place = byte;
            self.len = self.len.wrapping_add(1);
        }
    }

    #[inline(always)]
    fn number(&mut self, number: i64, bytes: u8) {
        number.to_le_bytes().into_iter().take(usize::from(bytes)).for_each(|byte| self.push(byte));
    }
}

/// The operands of an instruction, by the part of its code that holds them.
#[derive(Clone, Copy)]
struct Fields<'i> {
    /// The register of the byte behind the opcode, or a part of the opcode.
    register: u8,
    /// The register that the prefix names.
    vector: u8,
    /// The last one.
    last: Last<'i>,
    /// What is added to the opcode.
    in_opcode: u8,
    /// The number at the end.
    number: i64,
    /// Whether that is a distance from the first byte.
    is_distance: bool,
    /// Whether a register is a byte that only REX names.
    is_byte: bool,
    /// Whether one is a byte that REX does not name.
    is_high: bool,
}

/// What the byte behind the opcode names besides a register.
#[derive(Clone, Copy)]
enum Last<'i> {
    None,
    Register(u8),
    /// An address, and the unit of its displacement.
    Memory(&'i Memory, u8),
}

impl MachInst {
    /// The code.
    ///
    /// # Errors
    /// [`EncodeError`].
    #[inline]
    pub fn encode(&self) -> Result<Code, EncodeError> {
        let row = self.row;
        let fields = Fields::of(self)?;
        if !self.is_decoration_possible() || !self.are_registers_possible() {
            return Err(EncodeError::Unpredictable(row.name));
        }
        let mut code = Code::EMPTY;
        if fields.is_high && fields.needs_rex(&row.layout) || !fields.is_displacement_possible(&row.layout) {
            return Err(EncodeError::Unpredictable(row.name));
        }
        fields.prefix(&row.layout, self.decoration, &mut code);
        code.push(row.layout.opcode | fields.in_opcode);
        match row.layout.form {
            Form::Byte(byte) => code.push(byte),
            _ if row.layout.has_operands() => fields.operands(row.layout.displacement, &mut code),
            _ => {}
        }
        let size = row.layout.number;
        if fields.is_distance {
            let distance = fields.number.wrapping_sub(i64::from(code.len)).wrapping_sub(i64::from(size));
            let limit = if size == 1 { 1 << 7 } else { 1 << 31 };
            if !(-limit..limit).contains(&distance) {
                return Err(EncodeError::Reserved {
                    row: row.name,
                    operand: b't',
                    value: fields.number as u32,
                });
            }
            code.number(distance, size);
        } else {
            code.number(fields.number, size);
        }
        Ok(code)
    }
}

/// The number of a placed register.
#[inline(always)]
fn placed(register: RegIndex, row: &'static Row) -> Result<u8, EncodeError> {
    if register.is_virtual() { Err(EncodeError::Unresolved(row.name)) } else { Ok(register.place()) }
}

impl<'i> Fields<'i> {
    #[inline(always)]
    fn of(inst: &'i MachInst) -> Result<Self, EncodeError> {
        let (row, mut fields) = (inst.row, Self::NONE);
        if let Form::Digit(digit) = row.layout.form {
            fields.register = digit;
        }
        for (slot, value) in inst.operands() {
            if !slot.kind.accepts(*value, row.is_extended()) {
                let value = if let Value::Number(number) = value { *number as u32 } else { 0 };
                return Err(EncodeError::Reserved { row: row.name, operand: slot.letter, value });
            }
            fields.put(row, slot, value)?;
        }
        Ok(fields)
    }

    const NONE: Self = Self {
        register: 0,
        vector: 0,
        last: Last::None,
        in_opcode: 0,
        number: 0,
        is_distance: false,
        is_byte: false,
        is_high: false,
    };

    #[inline(always)]
    fn put(&mut self, row: &'static Row, slot: &Slot, value: &'i Value) -> Result<(), EncodeError> {
        let number = match value {
            Value::Register(register) => placed(*register, row)?,
            Value::Mask(number) | Value::Stack(number) => *number,
            Value::Memory(memory) => {
                self.last = Last::Memory(memory, unit(row, slot.kind, memory));
                return match memory.base {
                    Base::Label(_) => Err(EncodeError::Unresolved(row.name)),
                    _ => memory.registers().into_iter().flatten().try_for_each(|r| placed(r, row).map(drop)),
                };
            }
            Value::Number(number) if matches!(slot.kind, Kind::Named(_)) && row.layout.opcode_bits() > 0 => {
                self.in_opcode = *number as u8;
                return Ok(());
            }
            Value::Number(_) if matches!(slot.kind, Kind::Fixed(_)) => return Ok(()),
            Value::Number(number) => {
                (self.number, self.is_distance) = (*number, matches!(slot.kind, Kind::Target(_)));
                return Ok(());
            }
            Value::Label(_) => return Err(EncodeError::Unresolved(row.name)),
            Value::Absent => return Ok(()),
        };
        let number = match slot.kind.file() {
            Some(File::High) => {
                self.is_high = true;
                number | 4
            }
            Some(File::Byte) => {
                self.is_byte |= (4..8).contains(&number);
                number
            }
            _ => number,
        };
        match slot.letter {
            b'r' => self.register = number,
            b'v' => self.vector = number,
            b'm' => self.last = Last::Register(number),
            b'o' => (self.in_opcode, self.last) = (number & 7, Last::Register(number)),
            b's' => self.number = i64::from(number) << 4,
            _ => {}
        }
        Ok(())
    }

    /// The fourth and fifth bits of the registers that the byte behind the opcode names, and of an index.
    #[inline(always)]
    fn extensions(&self) -> Extensions {
        let bit = |number: u8, at: u8| number >> at & 1;
        let (base, index) = match self.last {
            Last::None => (0, 0),
            // The fifth bit of a register stands where the fourth one of an index does.
            Last::Register(number) => (number, bit(number, 4) << 3),
            Last::Memory(memory, _) => {
                let [base, index] = memory.registers();
                (base.map_or(0, RegIndex::place), index.map_or(0, RegIndex::place))
            }
        };
        Extensions {
            r: bit(self.register, 3),
            r_high: bit(self.register, 4),
            x: bit(index, 3),
            b: bit(base, 3),
            index_high: if matches!(self.last, Last::Memory(..)) { bit(index, 4) } else { 0 },
        }
    }

    /// Whether a prefix REX names registers or `W`.
    #[cold]
    fn needs_rex(&self, layout: &Layout) -> bool {
        let Extensions { r, x, b, .. } = self.extensions();
        layout.wide || self.is_byte || r | x | b != 0
    }

    /// Whether the displacement can have as many bytes as the row says, and need not.
    #[inline(always)]
    fn is_displacement_possible(&self, layout: &Layout) -> bool {
        layout.displacement == 0 || self.is_displacement_shorter(layout.displacement)
    }

    /// Whether the displacement needs less than some bytes.
    #[cold]
    fn is_displacement_shorter(&self, bytes: u8) -> bool {
        match self.last {
            Last::Memory(Memory { base: Base::Register(base), displacement, .. }, _) if bytes == 1 => {
                *displacement == 0 && base.place() & 7 != 5
            }
            Last::Memory(Memory { base: Base::Register(_), displacement, .. }, _) => {
                (-128..128).contains(displacement)
            }
            _ => false,
        }
    }

    /// The segment of the address, if it names one.
    #[inline(always)]
    fn segment(&self) -> Option<Segment> {
        if let Last::Memory(memory, _) = self.last { memory.segment } else { None }
    }

    #[inline(always)]
    fn prefix(&self, layout: &Layout, decoration: Decoration, code: &mut Code) {
        let Extensions { r, r_high, x, b, index_high } = self.extensions();
        let wide = u8::from(layout.wide);
        let segment = self.segment();
        // Padding has that of code behind the size, as assemblers write it.
        if let Some(segment) = segment.filter(|segment| *segment != Segment::Cs) {
            code.push(segment.prefix());
        }
        match layout.encoding {
            Encoding::Legacy => {
                if layout.is_half {
                    code.push(0x66);
                }
                if segment == Some(Segment::Cs) {
                    code.push(Segment::Cs.prefix());
                }
                if layout.mandatory != 0 {
                    code.push(layout.mandatory);
                }
                let rex = wide << 3 | r << 2 | x << 1 | b;
                if rex != 0 || self.is_byte {
                    code.push(0x40 | rex);
                }
                match layout.map {
                    0 => {}
                    1 => code.push(0x0f),
                    2 => code.number(0x380f, 2),
                    _ => code.number(0x3a0f, 2),
                }
            }
            Encoding::Vex => {
                let end = !self.vector << 3 & 0x78 | layout.length << 2 | mandatory(layout);
                if x | b | wide == 0 && layout.map == 1 {
                    code.push(0xc5);
                    code.push((r ^ 1) << 7 | end);
                } else {
                    code.push(0xc4);
                    code.push((r ^ 1) << 7 | (x ^ 1) << 6 | (b ^ 1) << 5 | layout.map);
                    code.push(wide << 7 | end);
                }
            }
            Encoding::Evex => {
                let is_broadcast = matches!(self.last, Last::Memory(memory, _) if memory.broadcast);
                let (length, is_rounded) = match decoration.rounding {
                    None => (layout.length, false),
                    Some(Rounding::Suppress) => (0, true),
                    Some(mode) => (mode as u8, true),
                };
                let vector_high = (self.vector >> 4 | index_high) ^ 1;
                code.push(0x62);
                code.push((r ^ 1) << 7 | (x ^ 1) << 6 | (b ^ 1) << 5 | (r_high ^ 1) << 4 | layout.map);
                code.push(wide << 7 | !self.vector << 3 & 0x78 | 4 | mandatory(layout));
                let lanes = u8::from(decoration.is_zeroing) << 7 | decoration.mask.number();
                let special = u8::from(is_broadcast || is_rounded) << 4;
                code.push(lanes | length << 5 | special | vector_high << 3);
            }
        }
    }

    /// The byte behind the opcode, and what it says of an address.
    #[inline(always)]
    fn operands(&self, longer: u8, code: &mut Code) {
        let register = (self.register & 7) << 3;
        match self.last {
            Last::None => code.push(0xc0 | register),
            Last::Register(number) => code.push(0xc0 | register | number & 7),
            Last::Memory(memory, unit) => address(memory, unit, longer, register, code),
        }
    }
}

/// Bits of registers that stand in the prefix.
struct Extensions {
    r: u8,
    r_high: u8,
    x: u8,
    b: u8,
    index_high: u8,
}

/// The mandatory prefix as VEX and EVEX have it.
const fn mandatory(layout: &Layout) -> u8 {
    match layout.mandatory {
        0x66 => 1,
        0xf3 => 2,
        0xf2 => 3,
        _ => 0,
    }
}

/// The unit of a displacement of one byte: with EVEX, the size of what is accessed.
#[inline(always)]
fn unit(row: &Row, kind: Kind, memory: &Memory) -> u8 {
    if row.is_extended() { kind.bytes(memory.broadcast).max(1) } else { 1 }
}

/// The byte that names an address, one that names an index, and the displacement, as short as possible or
/// longer, if that is not 0.
#[inline(always)]
fn address(memory: &Memory, unit: u8, longer: u8, register: u8, code: &mut Code) {
    let displacement = memory.displacement;
    let index = memory.index.map(|index| (index.register.place() & 7) << 3 | (index.scale as u8) << 6);
    let base = match memory.base {
        Base::Register(base) => base.place() & 7,
        Base::Rip | Base::Label(_) => {
            code.push(register | 5);
            return code.number(displacement.into(), 4);
        }
        Base::None => {
            code.push(register | 4);
            code.push(index.unwrap_or(0x20) | 5);
            return code.number(displacement.into(), 4);
        }
    };
    let units = displacement.checked_div(unit.into()).unwrap_or(0);
    let is_short =
        (-128..128).contains(&units) && units.wrapping_mul(unit.into()) == displacement && longer < 4;
    // Without a displacement, this base means that there is none.
    let (mode, bytes) = match (displacement, is_short) {
        (0, _) if base != 5 && longer == 0 => (0, 0),
        (_, true) => (0x40, 1),
        (_, false) => (0x80, 4),
    };
    match index {
        None if base != 4 => code.push(mode | register | base),
        index => {
            code.push(mode | register | 4);
            code.push(index.unwrap_or(0x20) | base);
        }
    }
    code.number(if is_short { units } else { displacement }.into(), bytes);
}
