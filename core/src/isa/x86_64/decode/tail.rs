//! What stands behind the opcode: registers, and an address.

use super::head::Head;
use super::summary::{Place, Summary};
use crate::isa::x86_64::memory::{Base, Index, Memory, Scale, Segment};
use crate::isa::x86_64::pattern::Encoding;
use crate::isa::{Class, RegIndex};

/// What stands behind the opcode.
#[derive(Clone, Copy)]
pub(super) struct Tail<'b> {
    /// The bytes that have not been read.
    pub(super) bytes: &'b [u8],
    pub(super) register: u8,
    pub(super) last: Last,
}

/// The last operand.
#[derive(Clone, Copy)]
pub(super) enum Last {
    None,
    Register(u8),
    Memory(Memory),
}

impl<'b> Tail<'b> {
    /// What follows an opcode without operands.
    pub(super) const fn of(head: &Head<'b>) -> Self {
        Self { bytes: head.behind, register: head.r, last: Last::None }
    }

    /// Reads the byte behind the opcode, and what it says of an address, if a row can have
    /// that, as it is encoded.
    #[inline(always)]
    pub(super) fn operands(head: &Head<'b>, summary: &Summary) -> Option<Self> {
        let (byte, bytes) = head.behind.split_first()?;
        let register = byte >> 3 & 7 | head.r;
        let low = byte & 7;
        if byte >> 6 == 3 {
            let is_extended = head.encoding == Encoding::Evex;
            let number = low | head.b | if is_extended { head.x << 1 } else { 0 };
            let is_encoded = number < summary.last && (is_extended || head.x == 0) && head.segment.is_none();
            return is_encoded.then_some(Self { bytes, register, last: Last::Register(number) });
        }
        let place = summary.memory.as_ref()?;
        let is_segment = match head.segment {
            None => !place.is_padding,
            Some(Segment::Cs) => place.is_padding,
            Some(_) => place.has_segments && !place.is_padding,
        };
        if !is_segment {
            return None;
        }
        let address = Address {
            mode: byte >> 6,
            low,
            bytes,
            broadcast: head.encoding == Encoding::Evex && head.is_special,
        };
        let (memory, bytes) = address.read(head, place)?;
        Some(Self { bytes, register, last: Last::Memory(memory) })
    }
}

/// An address that is about to be read.
struct Address<'b> {
    mode: u8,
    low: u8,
    bytes: &'b [u8],
    broadcast: bool,
}

impl<'b> Address<'b> {
    /// The address, and the bytes behind it.
    #[inline(always)]
    fn read(self, head: &Head<'b>, place: &Place) -> Option<(Memory, &'b [u8])> {
        let Self { mode, low, broadcast, mut bytes } = self;
        let unit = if broadcast { place.element } else { place.unit };
        // Only bytes for which there is no shorter way are read.
        let mut index = None;
        let base = if low == 4 {
            let (byte, rest) = bytes.split_first()?;
            bytes = rest;
            index = named_index(*byte, head, place)?;
            if index.is_none() && (byte >> 6 != 0 || byte & 7 != 4 && (mode, byte & 7) != (0, 5)) {
                return None;
            }
            byte & 7
        } else if head.x == 0 && !place.is_indexed_by_vector {
            low
        } else {
            return None;
        };
        let (base, displacement, rest) = if (mode, base) == (0, 5) {
            let (distance, rest) = bytes.split_first_chunk::<4>()?;
            let base = if low == 4 { Base::None } else { Base::Rip };
            let is_short = base == Base::None && is_plain(index);
            if head.b != 0 || is_short || place.displacement != 0 {
                return None;
            }
            (base, i32::from_le_bytes(*distance), rest)
        } else {
            let number = base | head.b;
            let (displacement, rest) = match place.displacement {
                0 => displacement(mode, base, unit, bytes)?,
                longer => padded(mode, base, longer, bytes)?,
            };
            (Base::Register(RegIndex::physical(Class::Int, number)), displacement, rest)
        };
        let is_possible = unit != 0;
        let segment = head.segment;
        is_possible.then_some((Memory { base, index, displacement, broadcast, segment }, rest))
    }
}

/// Whether an index would be a base.
fn is_plain(index: Option<Index>) -> bool {
    index.is_some_and(|Index { register, scale }| register.class() == Class::Int && scale == Scale::By1)
}

/// The displacement from a register, if it takes no more bytes than it has to, and the bytes behind it.
#[inline(always)]
fn displacement(mode: u8, base: u8, unit: u8, bytes: &[u8]) -> Option<(i32, &[u8])> {
    match mode {
        0 => Some((0, bytes)),
        1 => {
            let (units, rest) = bytes.split_first()?;
            let is_needed = *units != 0 || base == 5;
            is_needed.then_some((i32::from(*units as i8).wrapping_mul(unit.into()), rest))
        }
        _ => {
            let (displacement, rest) = bytes.split_first_chunk::<4>()?;
            let displacement = i32::from_le_bytes(*displacement);
            let units = displacement.checked_div(unit.into())?;
            let is_short = (-128..128).contains(&units) && units.wrapping_mul(unit.into()) == displacement;
            (!is_short).then_some((displacement, rest))
        }
    }
}

/// The displacement from a register where it has some bytes but could have fewer, and the bytes behind it.
#[cold]
fn padded(mode: u8, base: u8, longer: u8, bytes: &[u8]) -> Option<(i32, &[u8])> {
    match (mode, longer, bytes) {
        (1, 1, [0, rest @ ..]) if base != 5 => Some((0, rest)),
        (2, 4, _) => {
            let (displacement, rest) = bytes.split_first_chunk::<4>()?;
            let displacement = i32::from_le_bytes(*displacement);
            (-128..128).contains(&displacement).then_some((displacement, rest))
        }
        _ => None,
    }
}

/// The index that a byte names, if one can be there; none is one, too.
#[inline(always)]
#[expect(clippy::option_option, reason = "none is an index, too")]
fn named_index(byte: u8, head: &Head<'_>, place: &Place) -> Option<Option<Index>> {
    let scale = *Scale::ALL.get(usize::from(byte >> 6))?;
    let low = byte >> 3 & 7 | head.x;
    if place.is_indexed_by_vector {
        let high = if head.encoding == Encoding::Evex { head.vector & 16 } else { 0 };
        return Some(Some(Index { register: RegIndex::physical(Class::Vec, low | high), scale }));
    }
    let index = Index { register: RegIndex::physical(Class::Int, low), scale };
    Some(if low == 4 { None } else { Some(index) })
}
