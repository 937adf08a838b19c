//! What a row knows of an operand: how its field value is read, printed and parsed.
//!
//! A kind is data, so that a new one is one line: a list of names, a scaled
//! number, a number with a code of its own or by element size, or a register file.

use crate::isa::Class;

/// How an operand's field value is read, printed and parsed.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A register.
    Register(Registers),
    /// Some registers in braces, named by the first.
    List(Registers, Sequence),
    /// One of some names, indexed by field value; [`RESERVED`] marks values without a meaning, which
    /// those behind the last name lack, too. What follows a `|` is another spelling, which is
    /// accepted, not printed. A number in a name, behind a sharp, can be written in any radix.
    OneOf(&'static [&'static str]),
    /// One of some names, each with its field value, and the width of the field.
    Named(u32, &'static [(&'static str, u32)]),
    /// A number in steps of the same size.
    Number(Number),
    /// A number with a code of its own.
    Coded(Coded),
    /// A number beside the element size that its code depends on.
    BySize(BySize),
}

/// The name of a field value that has no meaning.
pub const RESERVED: &str = "-";

/// A set of registers that an operand can name.
#[derive(Clone, Copy, Debug)]
pub struct Registers {
    /// The file that allocation knows; none for registers that only fixed code uses.
    pub class: Option<Class>,
    /// What stands before the number: the first, or indexed by the field value of the operand that
    /// it is `chosen_by`, where [`RESERVED`] marks values that select none.
    pub prefixes: &'static [&'static str],
    /// The letter of that operand.
    pub chosen_by: Option<u8>,
    /// Width of the field.
    pub bits: u32,
    /// Number of the register with field value 0.
    pub first: u32,
    /// Difference between the numbers of neighbouring field values.
    pub step: u32,
    /// Names of field value 31 for each prefix, where it is not a number.
    pub thirty_one: &'static [&'static str],
}

/// How the registers of a list follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// How many there are.
    pub count: u32,
    /// Difference between the numbers of neighbours.
    pub stride: u32,
    /// Whether three or more are written as a range.
    pub range: bool,
}

/// A number in steps of the same size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// Width of the field.
    pub bits: u32,
    /// Whether the field is in two's complement.
    pub signed: bool,
    /// Value of one step; negative where the number falls as the field grows.
    pub scale: i64,
    /// The number with field value 0.
    pub first: i64,
    /// How it is printed.
    pub style: Style,
}

/// Gives the number of a field value, if it has one.
pub type Decode = fn(u32) -> Option<i64>;
/// Gives the field value of a number, if it has one.
pub type Encode = fn(i64) -> Option<u32>;

/// A number with a code of its own.
#[derive(Clone, Copy, Debug)]
pub struct Coded {
    /// Width of the field.
    pub bits: u32,
    /// What field values mean.
    pub decode: Decode,
    /// Its inverse. Without this, all field values are tried, which is for short codes.
    pub encode: Option<Encode>,
    /// How it is printed.
    pub style: Style,
}

/// A number beside the element size that its code depends on: lanes and shifts.
#[derive(Clone, Copy, Debug)]
pub struct BySize {
    /// Width of the field.
    pub bits: u32,
    /// The names of the sizes.
    pub sizes: &'static [&'static str],
    /// The code of numbers of each size.
    pub codes: &'static [Code],
    /// How the number is printed.
    pub style: Style,
}

/// How a number of one element size is coded.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    /// What the bits that do not belong to the number say.
    pub fixed: u32,
    /// Position of the number's lowest bit.
    pub shift: u32,
    /// The number.
    pub number: Number,
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
            Self::Register(registers) | Self::List(registers, _) => registers.bits,
            Self::OneOf(names) => names.len().next_power_of_two().trailing_zeros(),
            Self::Named(bits, _) => bits,
            Self::Number(number) => number.bits,
            Self::Coded(coded) => coded.bits,
            Self::BySize(by_size) => by_size.bits,
        }
    }

    /// Whether the field value means something: it fits, and is not reserved.
    #[must_use]
    pub fn accepts(self, raw: u32) -> bool {
        let fits = raw.checked_shr(self.bits()).unwrap_or(0) == 0;
        fits && match self {
            Self::OneOf(names) => names.get(raw as usize).is_some_and(|name| *name != RESERVED),
            Self::Named(_, names) => names.iter().any(|(_, value)| *value == raw),
            Self::Coded(coded) => (coded.decode)(raw).is_some(),
            Self::BySize(by_size) => by_size.size(raw).is_some(),
            _ => true,
        }
    }

    /// The number that a field value stands for, if the operand is a number.
    #[must_use]
    pub fn to_number(self, raw: u32) -> Option<i64> {
        match self {
            Self::Number(number) => Some(number.decode(raw)),
            Self::Coded(coded) => (coded.decode)(raw),
            Self::BySize(by_size) => by_size.number(raw),
            _ => None,
        }
    }

    /// How it is printed, if the operand is a number.
    #[must_use]
    pub const fn style(self) -> Option<Style> {
        match self {
            Self::Number(Number { style, .. })
            | Self::Coded(Coded { style, .. })
            | Self::BySize(BySize { style, .. }) => Some(style),
            _ => None,
        }
    }

    /// The name of a field value, or of the element size that it tells.
    #[must_use]
    pub fn name(self, raw: u32) -> Option<&'static str> {
        match self {
            Self::Named(_, names) => names.iter().find(|(_, value)| *value == raw).map(|(name, _)| *name),
            Self::OneOf(names) | Self::BySize(BySize { sizes: names, .. }) => {
                names.get(self.selector(raw))?.split(['|']).next()
            }
            _ => None,
        }
    }

    /// Which of the prefixes of other operands a field value selects.
    pub(crate) fn selector(self, raw: u32) -> usize {
        match self {
            Self::BySize(by_size) => by_size.size(raw).unwrap_or(usize::MAX),
            _ => raw as usize,
        }
    }

    /// The field value of a number, if the operand can hold it.
    #[must_use]
    #[inline(always)]
    pub fn to_field(self, value: i64) -> Option<u32> {
        match self {
            Self::Number(number) => number.encode(value),
            Self::Coded(coded) => coded.encode(value),
            _ => None,
        }
    }
}

impl Coded {
    /// The field value of a number, if it has one.
    fn encode(self, value: i64) -> Option<u32> {
        let searched = || (0..1u32.checked_shl(self.bits)?).find(|raw| (self.decode)(*raw) == Some(value));
        self.encode.map_or_else(searched, |encode| encode(value))
    }
}

impl BySize {
    /// The size that a field value tells.
    fn size(self, raw: u32) -> Option<usize> {
        self.codes.iter().position(|code| raw & !code.mask() == code.fixed)
    }

    fn number(self, raw: u32) -> Option<i64> {
        let code = self.codes.get(self.size(raw)?)?;
        Some(code.number.decode((raw & code.mask()).checked_shr(code.shift)?))
    }
}

impl Code {
    /// The bits of the number, in place.
    const fn mask(self) -> u32 {
        ((1 << self.number.bits) - 1) << self.shift
    }

    /// The field value of a number.
    pub(crate) fn encode(self, value: i64) -> Option<u32> {
        Some(self.fixed | self.number.encode(value)?.checked_shl(self.shift)?)
    }
}

impl Registers {
    /// The number of the register with a field value.
    #[must_use]
    pub const fn number(self, raw: u32) -> u32 {
        raw.wrapping_mul(self.step).wrapping_add(self.first)
    }

    /// The field value of the register with a number, if the operand can name it.
    #[must_use]
    pub fn field(self, number: u32) -> Option<u32> {
        let above = number.checked_sub(self.first)?;
        let raw = above.checked_div(self.step)?;
        let fits = above.checked_rem(self.step) == Some(0) && raw.checked_shr(self.bits) == Some(0);
        let is_name = raw == 31 && !self.thirty_one.is_empty();
        (fits && !is_name).then_some(raw)
    }
}

impl Number {
    /// The number of a field value.
    #[must_use]
    #[inline(always)]
    pub fn decode(self, raw: u32) -> i64 {
        let unused = 64u32.saturating_sub(self.bits).min(63);
        let steps = if self.signed { (i64::from(raw) << unused) >> unused } else { i64::from(raw) };
        steps.wrapping_mul(self.scale).wrapping_add(self.first)
    }

    /// The field value of a number, if it has one.
    #[must_use]
    #[inline(always)]
    pub fn encode(self, value: i64) -> Option<u32> {
        let steps = value.checked_sub(self.first)?.checked_div(self.scale)?;
        let raw = steps as u32 & 1u32.checked_shl(self.bits)?.wrapping_sub(1);
        (self.decode(raw) == value).then_some(raw)
    }

    /// Least value, greatest value, and unit.
    #[must_use]
    pub fn range(self) -> (i64, i64, i64) {
        let greatest = 1u32.checked_shl(self.bits).unwrap_or(0).wrapping_sub(1);
        let half = greatest >> 1;
        let ends = if self.signed { [half.wrapping_add(1), half] } else { [0, greatest] };
        let [a, b] = ends.map(|raw| self.decode(raw));
        (a.min(b), a.max(b), self.scale.wrapping_abs())
    }
}
