//! What instructions have in common that differ in nothing but registers, displacement and number at the end.
//!
//! Most instructions of a kernel are like one that came a few before. Whether bytes are is asked with one
//! comparison, which spares decoding them.

use super::Found;
use super::tail::Last;
use crate::isa::x86_64::pattern::Encoding;

/// What instructions of a row have in common that are equally long and equally encoded.
#[derive(Clone, Copy, Debug)]
pub(in crate::isa::x86_64) struct Shape {
    /// The bits of the first eight bytes that are the same, and these.
    mask: u64,
    value: u64,
    /// The size in bytes.
    size: u8,
    displacement: Displacement,
}

/// Which displacements are encoded as those of a shape.
#[derive(Clone, Copy, Debug)]
enum Displacement {
    /// There is none, or all are.
    Any,
    /// Of one byte, the one at a position, all but 0.
    Byte(u8),
    /// Of four bytes from a position on, those that are no multiple of a power of two which fits one byte.
    Word(u8, u32),
}

/// The bytes that are looked at: no instruction is longer.
const LONGEST: usize = 16;

/// The position of the opcode behind a prefix that names registers.
#[inline(always)]
const fn opcode_at(first: u8) -> Option<u8> {
    match first {
        0x62 => Some(4),
        0xc4 => Some(3),
        0xc5 => Some(2),
        _ => None,
    }
}

/// A number that is the same for bytes of the same shape, and nearly always another one for others; none
/// where bytes have no shape.
#[inline(always)]
pub(in crate::isa::x86_64) fn key(bytes: &[u8; LONGEST]) -> Option<usize> {
    let word = first(bytes) >> (opcode_at(bytes[0])? << 3);
    let (opcode, byte) = (word as u8, (word >> 8) as u8);
    let place = if byte >= 0xc0 { 0xc0 } else { byte & 0xc7 };
    Some(usize::from(opcode ^ place ^ place >> 3))
}

/// The first eight bytes.
#[inline(always)]
fn first(bytes: &[u8; LONGEST]) -> u64 {
    bytes.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

impl Shape {
    /// The shape of no instruction.
    pub(in crate::isa::x86_64) const NONE: Self =
        Self { mask: 0, value: 1, size: 0, displacement: Displacement::Any };

    /// The size of these instructions.
    #[inline(always)]
    pub(in crate::isa::x86_64) const fn size(&self) -> usize {
        self.size as usize
    }

    /// Whether bytes begin with an instruction of this shape.
    #[inline(always)]
    pub(in crate::isa::x86_64) fn is_of(&self, bytes: &[u8; LONGEST]) -> bool {
        first(bytes) & self.mask == self.value
            && match self.displacement {
                Displacement::Any => true,
                Displacement::Byte(at) => bytes.get(usize::from(at)).is_some_and(|byte| *byte != 0),
                Displacement::Word(at, shift) => {
                    let word = bytes.get(usize::from(at)..).and_then(<[u8]>::first_chunk);
                    let displacement = word.map_or(0, |word| i32::from_le_bytes(*word));
                    let units = displacement >> shift;
                    units << shift != displacement || i32::from(units as i8) != units
                }
            }
    }
}

impl Found<'_> {
    /// The shape of this instruction, which `bytes` begin with, if it has one.
    pub(in crate::isa::x86_64) fn shape(&self, bytes: &[u8; LONGEST]) -> Option<Shape> {
        let (summary, head) = (self.summary, &self.head);
        let at = opcode_at(bytes[0])?;
        let operands = *bytes.get(usize::from(at) + 1)?;
        let (mode, low) = (operands >> 6, operands & 7);
        // Addresses with an index, or without a register, are looked at one by one.
        let is_plain = mode == 3 || low != 4 && (mode, low) != (0, 5);
        if summary.has_rules || !summary.has_operands || !is_plain {
            return None;
        }
        let is_extended = head.encoding == Encoding::Evex;
        let all = if is_extended { 32 } else { 16 };
        let bits = |at: u8, bits: u8| u64::from(bits) << (at << 3);
        let mut free = 0;
        if summary.register == all {
            free |= bits(at + 1, 0x38) | bits(1, if is_extended { 0x90 } else { 0x80 });
        }
        if summary.vector == all {
            free |= bits(if at == 2 { 1 } else { 2 }, 0x78) | bits(3, if is_extended { 8 } else { 0 });
        }
        if mode == 3 && summary.last == all {
            free |= bits(at + 1, 7) | bits(1, if is_extended { 0x60 } else { 0 });
        }
        if mode != 3 && is_extended {
            free |= bits(1, 0x20);
        }
        let compared = (1u64 << ((at + 2) << 3)) - 1;
        let mask = compared & !free;
        let unit = match (self.tail.last, summary.memory) {
            (Last::Memory(memory), Some(place)) if memory.broadcast => place.element,
            (_, Some(place)) => place.unit,
            (_, None) => 1,
        };
        let displacement = match mode {
            1 if low != 5 => Displacement::Byte(at + 2),
            2 if unit.is_power_of_two() => Displacement::Word(at + 2, unit.trailing_zeros()),
            2 => return None,
            _ => Displacement::Any,
        };
        let size = u8::try_from(self.size).ok()?;
        Some(Shape { mask, value: first(bytes) & mask, size, displacement })
    }
}
