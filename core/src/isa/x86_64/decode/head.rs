//! What stands up to the opcode.

use super::signature::Signature;
use crate::isa::x86_64::memory::Segment;
use crate::isa::x86_64::pattern::Encoding;

/// What stands up to the opcode.
#[derive(Clone, Copy)]
pub(super) struct Head<'b> {
    pub(super) encoding: Encoding,
    pub(super) mandatory: u8,
    pub(super) map: u8,
    pub(super) wide: bool,
    pub(super) length: u8,
    pub(super) opcode: u8,
    /// The upper bits of registers: of the byte behind the opcode, of an index, and of a base.
    pub(super) r: u8,
    pub(super) x: u8,
    pub(super) b: u8,
    pub(super) vector: u8,
    pub(super) mask: u8,
    pub(super) is_zeroing: bool,
    pub(super) is_special: bool,
    /// Bytes in front of the opcode that are no REX and name no segment.
    pub(super) prefixes: u8,
    /// The segment that a byte names.
    pub(super) segment: Option<Segment>,
    /// Whether there is a byte, or a third byte, that names registers or `W`: it has to be of use.
    pub(super) has_extension: bool,
    /// Whether bits are as they always are.
    pub(super) is_fixed_right: bool,
    /// What follows the opcode.
    pub(super) behind: &'b [u8],
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
    prefixes: 0,
    segment: None,
    has_extension: false,
    is_fixed_right: true,
    behind: &[],
};

/// The mandatory prefix with the code of a byte's lowest bits.
#[inline(always)]
const fn mandatory(byte: u8) -> u8 {
    // The bytes for 0, 1, 2, 3.
    (0xf2f3_6600u32 >> ((byte & 3) << 3)) as u8
}

impl<'b> Head<'b> {
    #[inline(always)]
    pub(super) fn read(bytes: &'b [u8]) -> Option<Self> {
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
                has_extension: true,
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
                prefixes: 0,
                segment: None,
                has_extension: true,
                is_fixed_right: q & 8 == 0 && p & 4 != 0,
                mandatory: mandatory(*p),
                opcode: *opcode,
                behind,
            }),
            [0x64, rest @ ..] => Self::in_segment(Segment::Fs, rest),
            [0x65, rest @ ..] => Self::in_segment(Segment::Gs, rest),
            _ => Self::legacy(bytes),
        }
    }

    /// What follows a byte that names a segment.
    #[cold]
    #[inline(never)]
    fn in_segment(segment: Segment, bytes: &'b [u8]) -> Option<Self> {
        let head = if let [0x64 | 0x65, ..] = bytes { None } else { Self::read(bytes) };
        head.filter(|head| head.segment.is_none()).map(|head| Self { segment: Some(segment), ..head })
    }

    /// What the last byte of VEX says.
    #[inline(always)]
    fn vector(p: u8) -> Self {
        Self { length: p >> 2 & 1, vector: !p >> 3 & 15, mandatory: mandatory(p), ..NOTHING }
    }

    /// With bytes in front of the opcode. A prefix 0x66 may be mandatory, or say a size: it comes first.
    #[inline(always)]
    fn legacy(mut bytes: &'b [u8]) -> Option<Self> {
        let mut head = Self { behind: bytes, ..NOTHING };
        while let [prefix @ (0x66 | 0xf2 | 0xf3), rest @ ..] = bytes {
            let follows_size = head.prefixes == 1 && head.mandatory == 0x66 && *prefix != 0x66;
            head.is_fixed_right = head.prefixes == 0 || follows_size;
            head.mandatory = *prefix;
            head.prefixes = head.prefixes.wrapping_add(1);
            bytes = rest;
            if !head.is_fixed_right {
                return None;
            }
        }
        if let [0x2e, rest @ ..] = bytes {
            (head.segment, bytes) = (Some(Segment::Cs), rest);
        }
        if let [rex @ 0x40..=0x4f, rest @ ..] = bytes {
            (head.wide, head.r, head.x, head.b) =
                (rex >> 3 & 1 != 0, (rex >> 2 & 1) << 3, (rex >> 1 & 1) << 3, (rex & 1) << 3);
            head.has_extension = true;
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

    /// What a row has to agree with.
    #[inline(always)]
    pub(super) fn signature(&self) -> Signature {
        let digit = self.behind.first().map_or(0, |byte| byte >> 3 & 7);
        Signature::new(self.mandatory, self.wide, self.length, digit)
    }

    /// Whether the bits of the length may say rounding: where no bytes in memory are read.
    #[inline(always)]
    pub(super) fn is_rounded(&self) -> bool {
        self.is_special && self.behind.first().is_some_and(|byte| byte >> 6 == 3)
    }

    /// Whether one of the bits is set that name registers, or `W`.
    #[inline(always)]
    pub(super) const fn extends(&self) -> bool {
        self.r | self.x | self.b | self.wide as u8 != 0
    }
}
