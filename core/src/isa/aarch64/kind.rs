//! Kinds of operands: how their field values are read, printed and parsed.
//!
//! A kind is data, so that a new one is one line: registers of a file, a list of names, or numbers
//! with their code, which is linear, by element size, or one of its own.
//!
//! Tests: `tests/tests/isa_aarch64_operand.rs`, `tests/tests/isa_aarch64_random.rs`.

use crate::isa::Class;

/// Makes an operand type that wraps its field value, from its meaning, its name and its kind.
macro_rules! operand {
    ($(#[$doc:meta])* $name:ident $(<$($parameter:ident: $type:ty),*>)? = $kind:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name $(<$(const $parameter: $type),*>)? (u32);

        impl $(<$(const $parameter: $type),*>)? $name $(<$($parameter),*>)? {
            /// The kind of the type, for rows.
            pub const KIND: $crate::isa::aarch64::kind::Kind = $kind;

            /// The field value, or a virtual register or label marked as unresolved.
            #[inline]
            #[must_use]
            pub const fn raw(self) -> u32 { self.0 }
        }
    };
}

pub(crate) use operand;

/// How an operand's field value is read, printed and parsed.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A register, or some in braces, named by the first.
    Register(Registers),
    /// One of some names, each with its field value, and the width of the field. What follows a `|`
    /// is another spelling, which is accepted, not printed. Names are printed in lower case. A number
    /// in a name, behind a sharp, can be written in any radix.
    Named(u32, Names),
    /// A number, and how it is printed.
    Number(Code, Style),
}

/// Names and their field values.
pub type Names = &'static [(&'static str, u32)];

/// The mark for no prefix, where a field value selects none.
pub const RESERVED: &str = "-";

/// A set of registers, or of lists of registers, that an operand can name.
#[derive(Clone, Copy, Debug)]
pub struct Registers {
    /// The file that allocation knows; none for registers that only fixed code uses.
    pub class: Option<Class>,
    /// The text before the number: the first, or indexed by the field value of the operand that
    /// it is `chosen_by`, where [`RESERVED`] marks values that select none.
    pub prefixes: &'static [&'static str],
    /// The letter of that operand.
    pub chosen_by: Option<u8>,
    /// The numbers of the registers.
    pub numbers: Linear,
    /// Names of number 31 for each prefix, where it is no register.
    pub thirty_one: &'static [&'static str],
    /// The number of neighbours that the operand names by the first.
    pub count: u32,
    /// Whether three or more are written as a range.
    pub range: bool,
}

/// How field values stand for numbers.
#[derive(Clone, Copy, Debug)]
pub enum Code {
    /// In steps of the same size.
    Linear(Linear),
    /// In a way of its own.
    Own {
        /// Width of the field.
        bits: u32,
        /// The meaning of field values.
        decode: Decode,
        /// Its inverse. Without this, all field values are tried, which is for short codes.
        encode: Option<Encode>,
    },
    /// In steps of the same size, together with an element size: lanes and shifts.
    BySize {
        /// Width of the field.
        bits: u32,
        /// The names of the sizes.
        sizes: Names,
        /// The code of the numbers of each size.
        codes: &'static [OfSize],
    },
}

/// Numbers in steps of the same size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Linear {
    /// Width of the field.
    pub bits: u32,
    /// Whether the field is in two's complement.
    pub signed: bool,
    /// Value of one step; negative where the number falls as the field grows.
    pub scale: i64,
    /// The number with field value 0.
    pub first: i64,
}

/// Gives the number of a field value, if it has one.
pub type Decode = fn(u32) -> Option<i64>;
/// Gives the field value of a number, if it has one.
pub type Encode = fn(i64) -> Option<u32>;

/// How numbers of one element size are coded.
#[derive(Clone, Copy, Debug)]
pub struct OfSize {
    /// The size, by its field value among the names of sizes.
    pub size: u32,
    /// The bits that do not belong to the number.
    pub fixed: u32,
    /// The bits of the number, in place.
    pub mask: u32,
    /// The numbers.
    pub numbers: Linear,
}

/// How a number is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `#-8`.
    Decimal,
    /// `#0xff`.
    Hex,
    /// `#0x000000000000ff`: in hexadecimal, at least 16 characters wide.
    Padded,
    /// `3`.
    Bare,
    /// `#-8` for numbers of 16 bits, `#0x12345` for others.
    Short,
    /// `#-8, mul vl`.
    MulVl,
    /// `#1.50000000`; the number is the bit pattern of an FP64.
    Float,
    /// As [`Style::Decimal`]; a label may stand for it.
    Distance,
    /// `#8, #4`: a bit position and, from bit 8 of the number up, a count of bits.
    BitRange,
}

impl Kind {
    /// Width of the field.
    #[must_use]
    pub const fn bits(self) -> u32 {
        match self {
            Self::Register(Registers { numbers: Linear { bits, .. }, .. })
            | Self::Named(bits, _)
            | Self::Number(Code::Linear(Linear { bits, .. }), _)
            | Self::Number(Code::Own { bits, .. } | Code::BySize { bits, .. }, _) => bits,
        }
    }

    /// Whether the field value means something: it fits, and is not reserved.
    #[must_use]
    pub fn accepts(self, raw: u32) -> bool {
        let fits = raw.checked_shr(self.bits()).unwrap_or(0) == 0;
        fits && match self {
            Self::Register(_) => true,
            Self::Named(_, names) => names.iter().any(|(_, value)| *value == raw),
            Self::Number(..) => self.to_number(raw).is_some(),
        }
    }

    /// The number that a field value stands for, if the operand is a number.
    #[must_use]
    pub fn to_number(self, raw: u32) -> Option<i64> {
        match self {
            Self::Number(Code::Linear(numbers), _) => Some(numbers.decode(raw)),
            Self::Number(Code::Own { decode, .. }, _) => decode(raw),
            Self::Number(Code::BySize { codes, .. }, _) => Some(of_size(codes, raw)?.decode(raw)),
            _ => None,
        }
    }

    /// The field value of a number, if the operand can hold it; none for a number with an element size.
    #[must_use]
    #[inline(always)]
    pub fn to_field(self, value: i64) -> Option<u32> {
        match self {
            Self::Number(Code::Linear(numbers), _) => numbers.encode(value),
            Self::Number(Code::Own { encode: Some(encode), .. }, _) => encode(value),
            Self::Number(Code::Own { bits, decode, .. }, _) => {
                (0..1u32.checked_shl(bits)?).find(|raw| decode(*raw) == Some(value))
            }
            _ => None,
        }
    }

    /// The name of a field value, or of the element size that it tells.
    #[must_use]
    pub fn name(self, raw: u32) -> Option<&'static str> {
        let (Self::Named(_, names) | Self::Number(Code::BySize { sizes: names, .. }, _)) = self else {
            return None;
        };
        let selector = self.selector(raw)?;
        names.iter().find(|(_, value)| *value == selector)?.0.split(['|']).next()
    }

    /// Returns the number by which a field value selects among the prefixes of other operands.
    pub(crate) fn selector(self, raw: u32) -> Option<u32> {
        match self {
            Self::Number(Code::BySize { codes, .. }, _) => Some(of_size(codes, raw)?.size),
            _ => Some(raw),
        }
    }
}

/// The code of the size that a field value tells.
fn of_size(codes: &[OfSize], raw: u32) -> Option<&OfSize> {
    codes.iter().find(|code| raw & !code.mask == code.fixed)
}

impl OfSize {
    /// Reads the bits of a field: `0` and `1` tell the size, others belong to the number, which is
    /// counted from 0 up or, by -1, from one more than fits down.
    #[must_use]
    pub const fn new(size: u32, symbols: &str, scale: i64) -> Self {
        let (mut fixed, mut mask, mut rest) = (0, 0, symbols.as_bytes());
        while let [symbol, tail @ ..] = rest {
            fixed = fixed << 1 | matches!(symbol, b'1') as u32;
            mask = mask << 1 | !matches!(symbol, b'0' | b'1') as u32;
            rest = tail;
        }
        let bits = mask.count_ones();
        let first = if scale < 0 { 1 << bits } else { 0 };
        Self { size, fixed, mask, numbers: Linear { bits, signed: false, scale, first } }
    }

    const fn decode(&self, raw: u32) -> i64 {
        self.numbers.decode((raw & self.mask) >> (self.mask.trailing_zeros() & 31))
    }

    /// The field value of a number, if there is room for it.
    #[must_use]
    pub fn encode(&self, value: i64) -> Option<u32> {
        Some(self.fixed | self.numbers.encode(value)? << (self.mask.trailing_zeros() & 31))
    }
}

impl Registers {
    /// The number of the register with a field value.
    #[must_use]
    pub const fn number(self, raw: u32) -> u32 {
        self.numbers.decode(raw) as u32
    }

    /// The field value of the register with a number, if the operand can name it.
    #[must_use]
    pub fn field(self, number: u32) -> Option<u32> {
        let raw = self.numbers.encode(i64::from(number))?;
        (number != 31 || self.thirty_one.is_empty()).then_some(raw)
    }

    /// Returns the number of registers that an operand names, by the number of the first: 31 may be none.
    #[must_use]
    pub fn count_from(self, number: u32) -> u32 {
        let has_31 = self.thirty_one.is_empty();
        if has_31 { self.count } else { self.count.min(31u32.saturating_sub(number)) }
    }
}

impl Linear {
    /// The numbers of the registers of a file.
    pub const FILE: Self = Self { bits: 5, signed: false, scale: 1, first: 0 };

    /// The number of a field value.
    #[must_use]
    #[inline(always)]
    pub const fn decode(self, raw: u32) -> i64 {
        let unused = 64u32.saturating_sub(self.bits) & 63;
        let steps = if self.signed { (raw as i64) << unused >> unused } else { raw as i64 };
        steps.wrapping_mul(self.scale).wrapping_add(self.first)
    }

    /// The field value of a number, if it has one.
    #[must_use]
    #[inline(always)]
    pub fn encode(self, value: i64) -> Option<u32> {
        // What leaves a rest is no number of a field value, whichever way it is rounded.
        let steps = value.checked_sub(self.first)?.checked_div(self.scale)?;
        let raw = steps as u32 & 1u32.checked_shl(self.bits)?.wrapping_sub(1);
        (self.decode(raw) == value).then_some(raw)
    }

    /// Least value, greatest value, and unit.
    #[must_use]
    pub const fn range(self) -> (i64, i64, i64) {
        let greatest = if self.bits < 32 { (1 << self.bits) - 1 } else { u32::MAX };
        let least = if self.signed { greatest ^ greatest >> 1 } else { 0 };
        let (a, b) = (self.decode(least), self.decode(least.wrapping_sub(1) & greatest));
        let (min, max) = if a < b { (a, b) } else { (b, a) };
        (min, max, self.scale.wrapping_abs())
    }
}
