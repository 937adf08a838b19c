//! Encodings as Intel's manual writes them (SDM, volume 2, section 3.1.1.1), read from
//! strings at compile time.
//!
//! `66 REX.W 0F AF /r`, `VEX.256.66.0F38.W0 B8 /r`, `EVEX.512.66.0F3A.W1 25 /r ib`: a prefix, the map of
//! opcodes, the opcode, what the byte behind it holds, and the bytes of a number. `+r` puts a register into
//! the opcode, `+c` a condition; `/is4` puts a register into a number. `disp8` and `disp32` stand behind a
//! displacement that is longer than it has to be, as assemblers write them (Intel's manual has no name for
//! that). A pattern that is malformed does not compile.

#![expect(clippy::indexing_slicing, clippy::panic, reason = "evaluated during compilation only")]

/// How the prefix of an instruction is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes in front of the opcode.
    Legacy,
    /// Two or three bytes that also name a register.
    Vex,
    /// Four bytes that also name a predicate.
    Evex,
}

/// What the bytes behind the opcode hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Nothing.
    Plain,
    /// A byte with a fixed value.
    Byte(u8),
    /// Two operands.
    Operands,
    /// An operand, and a part of the opcode.
    Digit(u8),
    /// Nothing: the opcode holds a register in its lowest three bits.
    Register,
    /// Nothing: the opcode holds a condition in its lowest four bits.
    Condition,
    /// An operand: the opcode holds a condition in its lowest four bits.
    ConditionAndOperand,
    /// Two operands: the opcode holds a condition in its lowest four bits.
    ConditionAndOperands,
}

/// Where the code of an instruction has its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// How the prefix is encoded.
    pub encoding: Encoding,
    /// The mandatory prefix: 0, 0x66, 0xf3 or 0xf2.
    pub mandatory: u8,
    /// Whether the size of operands is 16 bits, which the prefix 0x66 says, too.
    pub is_half: bool,
    /// The map of opcodes: 0 has single bytes.
    pub map: u8,
    /// The bit `W`.
    pub wide: bool,
    /// The vector length: 0 for 16 bytes, 1 for 32, 2 for 64.
    pub length: u8,
    /// The opcode.
    pub opcode: u8,
    /// What follows it.
    pub form: Form,
    /// The bytes of the number at the end.
    pub number: u8,
    /// Whether that is a register.
    pub is_register: bool,
    /// The bytes of the displacement, where fewer would do; 0 where it is as short as possible.
    pub displacement: u8,
}

impl Layout {
    /// Reads a pattern; for use in constants.
    ///
    /// # Panics
    /// During compilation, for a malformed pattern.
    pub(super) const fn new(pattern: &str) -> Self {
        let bytes = pattern.as_bytes();
        let (mut layout, mut at) = (PLAIN, 0);
        if starts(bytes, b"VEX.") {
            (layout, at) = prefixed(layout, Encoding::Vex, bytes, 4);
        } else if starts(bytes, b"EVEX.") {
            (layout, at) = prefixed(layout, Encoding::Evex, bytes, 5);
        }
        let mut has_opcode = false;
        while at < bytes.len() {
            let mut end = at;
            while end < bytes.len() && bytes[end] != b' ' {
                end += 1;
            }
            let word = bytes.split_at(end).0.split_at(at).1;
            (layout, has_opcode) = layout.with(word, has_opcode);
            at = end + 1;
        }
        assert!(has_opcode, "a pattern has an opcode");
        layout
    }

    /// With what a word says.
    const fn with(mut self, word: &[u8], has_opcode: bool) -> (Self, bool) {
        match word {
            [high, low] if is_digit(*high) && is_digit(*low) => {
                let value = byte(*high, *low);
                let is_legacy = matches!(self.encoding, Encoding::Legacy);
                match value {
                    _ if has_opcode => self.form = Form::Byte(value),
                    0x66 | 0xf2 | 0xf3 if is_legacy && self.map == 0 && self.mandatory == 0 => {
                        self.mandatory = value;
                        return (self, false);
                    }
                    0x0f if is_legacy && self.map == 0 => {
                        self.map = 1;
                        return (self, false);
                    }
                    0x38 if is_legacy && self.map == 1 => {
                        self.map = 2;
                        return (self, false);
                    }
                    0x3a if is_legacy && self.map == 1 => {
                        self.map = 3;
                        return (self, false);
                    }
                    _ => {
                        self.opcode = value;
                        return (self, true);
                    }
                }
            }
            b"ib" | b"cb" => self.number = 1,
            b"iw" => self.number = 2,
            b"id" | b"cd" => self.number = 4,
            b"io" => self.number = 8,
            b"disp8" => self.displacement = 1,
            b"disp32" => self.displacement = 4,
            b"/is4" => (self.number, self.is_register) = (1, true),
            b"/r" => self.form = self.form.with_operands(),
            b"/m" => self.form = Form::ConditionAndOperand,
            b"REX.W" => self.wide = true,
            b"66h" => self.is_half = true,
            [b'/', digit] => self.form = Form::Digit(*digit - b'0'),
            [high, low, b'+', b'r'] => {
                (self.opcode, self.form) = (byte(*high, *low), Form::Register);
                return (self, true);
            }
            [high, low, b'+', b'c'] => {
                (self.opcode, self.form) = (byte(*high, *low), Form::Condition);
                return (self, true);
            }
            _ => panic!("a pattern has a word that means nothing"),
        }
        (self, has_opcode)
    }

    /// Whether the opcode holds more than itself, in its lowest bits: their number.
    pub(super) const fn opcode_bits(&self) -> u32 {
        match self.form {
            Form::Register => 3,
            Form::Condition | Form::ConditionAndOperand | Form::ConditionAndOperands => 4,
            _ => 0,
        }
    }

    /// Whether a byte with operands follows the opcode.
    pub(super) const fn has_operands(&self) -> bool {
        matches!(
            self.form,
            Form::Operands | Form::Digit(_) | Form::ConditionAndOperand | Form::ConditionAndOperands
        )
    }
}

impl Form {
    /// With two operands behind the opcode.
    const fn with_operands(self) -> Self {
        match self {
            Self::Condition => Self::ConditionAndOperands,
            _ => Self::Operands,
        }
    }
}

const PLAIN: Layout = Layout {
    encoding: Encoding::Legacy,
    mandatory: 0,
    is_half: false,
    map: 0,
    wide: false,
    length: 0,
    opcode: 0,
    form: Form::Plain,
    number: 0,
    is_register: false,
    displacement: 0,
};

/// Reads the fields of a prefix, `256.66.0F38.W0`, up to a space.
const fn prefixed(mut layout: Layout, encoding: Encoding, bytes: &[u8], mut at: usize) -> (Layout, usize) {
    layout.encoding = encoding;
    while bytes[at] != b' ' {
        let mut end = at;
        while bytes[end] != b' ' && bytes[end] != b'.' {
            end += 1;
        }
        match bytes.split_at(end).0.split_at(at).1 {
            b"128" | b"LIG" | b"LZ" | b"NP" | b"W0" | b"WIG" => {}
            b"256" => layout.length = 1,
            b"512" => layout.length = 2,
            b"66" => layout.mandatory = 0x66,
            b"F3" => layout.mandatory = 0xf3,
            b"F2" => layout.mandatory = 0xf2,
            b"0F" => layout.map = 1,
            b"0F38" => layout.map = 2,
            b"0F3A" => layout.map = 3,
            b"MAP5" => layout.map = 5,
            b"MAP6" => layout.map = 6,
            b"W1" => layout.wide = true,
            _ => panic!("a prefix has a field that means nothing"),
        }
        at = if bytes[end] == b'.' { end + 1 } else { end };
    }
    assert!(layout.map > 0, "a prefix has a map of opcodes");
    (layout, at + 1)
}

/// Whether a text starts with another.
const fn starts(text: &[u8], with: &[u8]) -> bool {
    let mut at = 0;
    while at < with.len() {
        if at >= text.len() || text[at] != with[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// The byte with two hexadecimal digits.
const fn byte(high: u8, low: u8) -> u8 {
    digit(high) << 4 | digit(low)
}

const fn is_digit(symbol: u8) -> bool {
    symbol.is_ascii_digit() || symbol.is_ascii_uppercase()
}

const fn digit(symbol: u8) -> u8 {
    match symbol {
        b'0'..=b'9' => symbol - b'0',
        b'A'..=b'F' => symbol - b'A' + 10,
        _ => panic!("a pattern has digits in capitals"),
    }
}
