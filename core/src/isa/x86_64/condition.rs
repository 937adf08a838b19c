//! Conditions of the flags, and predicates of comparisons of vectors.
//!
//! Tests: `tests/tests/kernel_language_control.rs`, `tests/tests/kernel_language_values.rs`.

/// A condition of the flags: the low four bits of the opcodes of `Jcc`, `SETcc` and `CMOVcc` (Intel SDM,
/// volume 1, appendix B). The lowest bit inverts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cond {
    /// `o`: the result left the range of signed integers.
    Overflow = 0x0,
    /// `no`.
    NotOverflow = 0x1,
    /// `b`: less, of unsigned integers.
    Below = 0x2,
    /// `ae`: greater or equal, of unsigned integers.
    NotBelow = 0x3,
    /// `e`: equal, which is zero.
    Equal = 0x4,
    /// `ne`: not equal, which is not zero.
    NotEqual = 0x5,
    /// `be`: less or equal, of unsigned integers.
    NotAbove = 0x6,
    /// `a`: greater, of unsigned integers.
    Above = 0x7,
    /// `s`: the sign is set.
    Negative = 0x8,
    /// `ns`: the sign is clear.
    NotNegative = 0x9,
    /// `p`: parity, by which a comparison of floating-point numbers says that one is a NaN.
    Unordered = 0xa,
    /// `np`: no parity, by which a comparison of floating-point numbers says that none is a NaN.
    Ordered = 0xb,
    /// `l`: less, of signed integers.
    Less = 0xc,
    /// `ge`: greater or equal, of signed integers.
    NotLess = 0xd,
    /// `le`: less or equal, of signed integers.
    NotGreater = 0xe,
    /// `g`: greater, of signed integers.
    Greater = 0xf,
}

impl Cond {
    /// The four bits.
    #[inline(always)]
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The condition that holds where this one does not.
    #[must_use]
    pub const fn inverted(self) -> Self {
        match self {
            Self::Overflow => Self::NotOverflow,
            Self::NotOverflow => Self::Overflow,
            Self::Below => Self::NotBelow,
            Self::NotBelow => Self::Below,
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
            Self::NotAbove => Self::Above,
            Self::Above => Self::NotAbove,
            Self::Negative => Self::NotNegative,
            Self::NotNegative => Self::Negative,
            Self::Unordered => Self::Ordered,
            Self::Ordered => Self::Unordered,
            Self::Less => Self::NotLess,
            Self::NotLess => Self::Less,
            Self::NotGreater => Self::Greater,
            Self::Greater => Self::NotGreater,
        }
    }
}

/// The predicates of `VCMPPS` that lowering uses (Intel SDM, `VCMPPS`, table 3-1). None raises an exception
/// for a quiet NaN, and none but [`Self::Unordered`] holds for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Predicate {
    /// `EQ_OQ`.
    Equal = 0x00,
    /// `UNORD_Q`: an operand is a NaN.
    Unordered = 0x03,
    /// `GE_OQ`.
    GreaterEqual = 0x1d,
    /// `GT_OQ`.
    Greater = 0x1e,
}

impl Predicate {
    /// Its number in an instruction.
    #[inline(always)]
    pub(super) const fn code(self) -> u8 {
        self as u8
    }
}
