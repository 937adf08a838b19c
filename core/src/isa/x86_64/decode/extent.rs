//! Where an instruction ends that no row has.
//!
//! That follows from its prefixes, its map and its opcode (SDM, volume 2, appendix A; AMD APM, volume 3,
//! appendix A, for XOP): whether a byte with operands follows, and how many bytes a number at the end has. A
//! listing goes on behind it, and shows no instruction that is none. Of an opcode that nothing is known of,
//! it is what those near it have.
//!
//! Tests: `tests/tests/isa_x86_64_decode.rs`.

/// The most bytes of an instruction.
const LONGEST: usize = 15;

/// The maps that only XOP has: all of its instructions have a byte with operands.
const XOP: u8 = 8;

/// What stands before the operands of an instruction.
struct Start<'b> {
    map: u8,
    opcode: u8,
    /// Whether the prefix names the map, as those of vector instructions do.
    is_vector: bool,
    /// Whether operands have 16 bits.
    is_half: bool,
    /// Whether they have 64 bits.
    is_wide: bool,
    /// Whether addresses have 32 bits.
    has_short_addresses: bool,
    /// Whether there is a mandatory prefix.
    is_marked: bool,
    behind: &'b [u8],
}

/// The size of what some bytes begin with, as far as they go, whether or not there is such an instruction.
pub(super) fn extent(bytes: &[u8]) -> usize {
    let rest = Start::read(bytes).and_then(|start| start.end());
    let size = rest.map_or(bytes.len(), |rest| bytes.len().saturating_sub(rest.len()));
    size.min(LONGEST)
}

impl<'b> Start<'b> {
    /// Reads prefixes and the opcode.
    fn read(mut bytes: &'b [u8]) -> Option<Self> {
        let mut start = Self {
            map: 0,
            opcode: 0,
            is_vector: false,
            is_half: false,
            is_wide: false,
            has_short_addresses: false,
            is_marked: false,
            behind: &[],
        };
        while let [prefix, rest @ ..] = bytes {
            match prefix {
                0x26 | 0x2e | 0x36 | 0x3e | 0x40..=0x4f | 0x64 | 0x65 | 0xf0 => {}
                0x66 => (start.is_half, start.is_marked) = (true, true),
                0x67 => start.has_short_addresses = true,
                0xf2 | 0xf3 => start.is_marked = true,
                _ => break,
            }
            // Only just before the opcode does REX mean something.
            start.is_wide = prefix & 0xf8 == 0x48;
            bytes = rest;
        }
        start.opcode(bytes)
    }

    /// With the map and the opcode that follow the prefixes.
    fn opcode(self, bytes: &'b [u8]) -> Option<Self> {
        let vector = |map| Self { map, is_vector: true, ..self };
        let (start, opcode, behind) = match bytes {
            [0xc5, _, opcode, behind @ ..] => (vector(1), opcode, behind),
            [0xc4, q, _, opcode, behind @ ..] => (vector(q & 31), opcode, behind),
            [0x62, q, _, _, opcode, behind @ ..] => (vector(q & 7), opcode, behind),
            [0x8f, q, rest @ ..] if q & 31 >= XOP => {
                let [_, opcode, behind @ ..] = rest else { return None };
                (vector(q & 31), opcode, behind)
            }
            [0x0f, 0x38, opcode, behind @ ..] => (Self { map: 2, ..self }, opcode, behind),
            [0x0f, 0x3a, opcode, behind @ ..] => (Self { map: 3, ..self }, opcode, behind),
            [0x0f, opcode, behind @ ..] => (Self { map: 1, ..self }, opcode, behind),
            // REX of two bytes names the map, too (Intel APX, section 3.1.1).
            [0xd5, rex, opcode, behind @ ..] => {
                (Self { map: rex >> 7, is_wide: rex & 8 != 0, ..self }, opcode, behind)
            }
            [] | [0xc4 | 0xc5 | 0x62, ..] => return None,
            [opcode, behind @ ..] => (self, opcode, behind),
        };
        Some(Self { opcode: *opcode, behind, ..start })
    }

    /// What follows the operands and the number.
    fn end(&self) -> Option<&'b [u8]> {
        let operands = self.behind.first().map_or(0, |byte| *byte);
        let rest = if self.has_operands() { self.behind_operands()? } else { self.behind };
        rest.get(self.number(operands)..)
    }

    /// Whether a byte with operands follows the opcode.
    const fn has_operands(&self) -> bool {
        match (self.map, self.opcode) {
            (0, opcode) => has_operands(opcode),
            (1, 0x77) => false,
            (1, _) if self.is_vector => true,
            (1, 0x04..=0x0c | 0x0e | 0x30..=0x37 | 0x80..=0x8f | 0xa0..=0xa2 | 0xa8..=0xaa | 0xc8..=0xcf) => {
                false
            }
            _ => true,
        }
    }

    /// What follows the byte with operands, and the address that it says.
    fn behind_operands(&self) -> Option<&'b [u8]> {
        let (byte, mut rest) = self.behind.split_first()?;
        let (mode, mut base) = (byte >> 6, byte & 7);
        // Control registers are never in memory.
        let is_control = matches!((self.map, self.opcode), (1, 0x20..=0x23)) && !self.is_vector;
        if mode == 3 || is_control {
            return Some(rest);
        }
        if base == 4 {
            let (index, behind) = rest.split_first()?;
            (base, rest) = (index & 7, behind);
        }
        let displacement = match mode {
            0 if base != 5 => 0,
            1 => 1,
            _ => 4,
        };
        rest.get(displacement..)
    }

    /// The bytes of the number at the end, where a byte with operands is what it is.
    const fn number(&self, operands: u8) -> usize {
        match (self.map, self.opcode) {
            (1, 0x70..=0x73 | 0xa4 | 0xac | 0xba | 0xc2 | 0xc4..=0xc6) | (3 | XOP, _) => 1,
            (1, 0x0f) if !self.is_vector => 1,
            // `extrq` and `insertq`; otherwise, it is `vmread`.
            (1, 0x78) if !self.is_vector && self.is_marked && operands >= 0xc0 => 2,
            (1, 0x80..=0x8f) if !self.is_vector => 4,
            // Instructions of the first map are extended there (Intel APX, section 3.1.2.3).
            (0 | 4, _) => self.plain_number(operands >> 3 & 7),
            (7 | 10, _) => 4,
            _ => 0,
        }
    }

    /// The same for opcodes of one byte.
    const fn plain_number(&self, digit: u8) -> usize {
        let full = if self.is_half && !self.is_wide { 2 } else { 4 };
        match self.opcode {
            0xa0..=0xa3 if self.has_short_addresses => 4,
            0xa0..=0xa3 => 8,
            0xb8..=0xbf if self.is_wide => 8,
            // Of these, only tests have one.
            0xf6 | 0xf7 if digit > 1 => 0,
            opcode if is_byte(opcode) => 1,
            opcode if is_full(opcode) => full,
            // With a prefix 0x66, that of AMD's cores has 2; none of its other bytes is to
            // pass for an instruction.
            0xe8 | 0xe9 => 4,
            0xc2 | 0xca => 2,
            0xc8 => 3,
            _ => 0,
        }
    }
}

/// Whether a byte with operands follows an opcode of one byte.
const fn has_operands(opcode: u8) -> bool {
    match opcode {
        0x00..=0x3f => opcode & 7 < 4,
        0x63 | 0x69 | 0x6b | 0x80..=0x8f | 0xc0 | 0xc1 | 0xc6 | 0xc7 => true,
        _ => matches!(opcode, 0xd0..=0xd3 | 0xd8..=0xdf | 0xf6 | 0xf7 | 0xfe | 0xff),
    }
}

/// Whether a number of one byte is at the end: of arithmetic with `al`, and others.
const fn is_byte(opcode: u8) -> bool {
    match opcode {
        0x00..=0x3f => opcode & 7 == 4,
        0x6a | 0x6b | 0x70..=0x80 | 0x82 | 0x83 | 0xa8 | 0xb0..=0xb7 => true,
        _ => matches!(opcode, 0xc0 | 0xc1 | 0xc6 | 0xcd | 0xe0..=0xe7 | 0xeb | 0xf6),
    }
}

/// Whether a number is there that is as large as operands are, but for the largest: of arithmetic
/// with `eax`, and others.
const fn is_full(opcode: u8) -> bool {
    match opcode {
        0x00..=0x3f => opcode & 7 == 5,
        _ => matches!(opcode, 0x68 | 0x69 | 0x81 | 0xa9 | 0xb8..=0xbf | 0xc7 | 0xf7),
    }
}
