//! The types of elements that are narrower than the lanes which they are computed in.
//!
//! Tests: below, `tests/tests/kernel_language_narrow.rs`, `tests/tests/primitives_integers.rs`.

use super::int_type::IntType;
use crate::{BF16, DType, F16};

/// A type of elements whose lanes have 32 bits: numbers of single precision, or integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Narrow {
    /// [`DType::F16`].
    F16,
    /// [`DType::BF16`].
    BF16,
    /// [`DType::I8`].
    I8,
    /// [`DType::U8`].
    U8,
    /// [`DType::I16`].
    I16,
}

impl Narrow {
    /// Size of an element in bytes.
    #[inline]
    #[must_use]
    pub const fn bytes(self) -> usize {
        match self {
            Self::F16 | Self::BF16 | Self::I16 => 2,
            Self::I8 | Self::U8 => 1,
        }
    }

    /// Vector registers that a store may need besides those of the function, on any instruction set.
    #[must_use]
    pub const fn registers(self) -> usize {
        match self {
            Self::F16 | Self::I8 | Self::U8 | Self::I16 => 1,
            Self::BF16 => 2,
        }
    }

    /// Instructions that a store may take to narrow a vector, on any instruction set.
    #[must_use]
    pub const fn instructions(self) -> usize {
        match self {
            Self::F16 | Self::I16 => 1,
            Self::I8 | Self::U8 => 2,
            Self::BF16 => 10,
        }
    }

    /// The bits of a lane with the number whose bits an element has.
    #[must_use]
    pub const fn widened(self, bits: u16) -> u32 {
        match self {
            Self::F16 => F16::from_bits(bits).to_f32().to_bits(),
            // The digits of a NaN, too.
            Self::BF16 => (bits as u32) << 16,
            Self::I8 => IntType::I8.extended(bits as u64) as u32,
            Self::U8 => IntType::U8.extended(bits as u64) as u32,
            Self::I16 => IntType::I16.extended(bits as u64) as u32,
        }
    }

    /// The bits of the element that is nearest to the number in a lane; of integers, those that the type has
    /// room for.
    #[must_use]
    pub const fn narrowed(self, bits: u32) -> u16 {
        match self {
            Self::F16 => F16::from_f32(f32::from_bits(bits)).to_bits(),
            Self::BF16 => BF16::from_f32(f32::from_bits(bits)).to_bits(),
            Self::I8 | Self::U8 => bits as u16 & 0xff,
            Self::I16 => bits as u16,
        }
    }
}

impl From<Narrow> for DType {
    #[inline]
    fn from(narrow: Narrow) -> Self {
        match narrow {
            Narrow::F16 => Self::F16,
            Narrow::BF16 => Self::BF16,
            Narrow::I8 => Self::I8,
            Narrow::U8 => Self::U8,
            Narrow::I16 => Self::I16,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_keep_their_numbers_and_wrap() {
        assert_eq!(Narrow::I8.widened(0x80), -128i32 as u32);
        assert_eq!(Narrow::U8.widened(0x80), 128);
        assert_eq!(Narrow::I16.widened(0x8000), -32768i32 as u32);
        assert_eq!(Narrow::I8.narrowed(300), 44);
        assert_eq!(Narrow::U8.narrowed(-1i32 as u32), 255);
        assert_eq!(Narrow::I16.narrowed(70_000), 4464);
    }
}
