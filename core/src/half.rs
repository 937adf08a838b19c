//! Numbers of half precision, as memory holds them: there is no such type in Rust yet.
//!
//! A conversion is exact, or rounds once to the nearest number, ties to even: overflow gives an infinity,
//! numbers below the normal ones are numbers, and a NaN stays one and keeps what fits of its digits.
//!
//! Tests: below, `tests/tests/half.rs`.

use core::cmp::Ordering;
use core::fmt;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// A number of half precision (IEEE 754 binary16), by its bits: 2 bytes in memory.
#[derive(Clone, Copy, Default)]
#[repr(transparent)]
pub struct F16(u16);

/// The bits of the sign.
const SIGN: u64 = 0x8000;
/// The bits of an infinity.
const INFINITY: u64 = 0x7c00;
/// The bit that makes a NaN quiet.
const QUIET: u64 = 0x0200;

impl F16 {
    /// The distance from 1 to the next number.
    pub const EPSILON: f64 = f64::from_bits(0x3f50_0000_0000_0000);
    /// The smallest positive number.
    pub const TINIEST: f64 = f64::from_bits(0x3e70_0000_0000_0000);
    /// The largest finite number.
    pub const LARGEST: f64 = 65504.0;

    /// The number with these bits.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Its bits.
    #[inline]
    #[must_use]
    pub const fn to_bits(self) -> u16 {
        self.0
    }

    /// The number with these bytes, the low one first.
    #[inline]
    #[must_use]
    pub const fn from_le_bytes(bytes: [u8; 2]) -> Self {
        Self(u16::from_le_bytes(bytes))
    }

    /// Its bytes, the low one first.
    #[inline]
    #[must_use]
    pub const fn to_le_bytes(self) -> [u8; 2] {
        self.0.to_le_bytes()
    }

    /// The number in single precision, exact.
    #[must_use]
    pub const fn to_f32(self) -> f32 {
        self.to_f64() as f32
    }

    /// The number in double precision, exact. A NaN becomes quiet.
    #[must_use]
    pub const fn to_f64(self) -> f64 {
        let bits = self.0 as u64;
        let (sign, exponent, digits) = (bits & SIGN, bits >> 10 & 0x1f, bits & 0x3ff);
        let magnitude = match exponent {
            0 => digits as f64 * Self::TINIEST,
            0x1f if digits != 0 => f64::from_bits((0x7ff << 52) | ((digits | QUIET) << 42)),
            0x1f => f64::INFINITY,
            _ => f64::from_bits((exponent.wrapping_add(1023 - 15) << 52) | digits << 42),
        };
        f64::from_bits(magnitude.to_bits() | sign << 48)
    }

    /// The nearest number; of two, that with the even digits.
    #[must_use]
    pub const fn from_f32(number: f32) -> Self {
        Self::from_f64(number as f64)
    }

    /// The nearest number; of two, that with the even digits.
    #[must_use]
    pub const fn from_f64(number: f64) -> Self {
        let bits = number.to_bits();
        let sign = bits >> 48 & SIGN;
        Self((sign | magnitude(bits & (u64::MAX >> 1))) as u16)
    }
}

/// The bits of the number that is nearest to a positive one, by the bits of that in double precision.
const fn magnitude(bits: u64) -> u64 {
    let size = f64::from_bits(bits);
    if size.is_nan() {
        return INFINITY | QUIET | bits >> 42 & 0x3ff;
    }
    // Halfway from the greatest number to the next power of two.
    if size >= 65520.0 {
        return INFINITY;
    }
    if size < f64::from_bits(0x3f10_0000_0000_0000) {
        // Below 2⁻¹⁴, numbers are multiples of 2⁻²⁴: those of one are rounded where it has no room for more.
        let room = f64::from_bits(0x4330_0000_0000_0000);
        return ((size * f64::from_bits(0x4170_0000_0000_0000) + room) - room) as u64;
    }
    let kept = (bits >> 42).wrapping_sub((1023 - 15) << 10);
    let (rest, half) = (bits & ((1 << 42) - 1), 1 << 41);
    kept.wrapping_add((rest > half || rest == half && kept & 1 == 1) as u64)
}

/// As IEEE 754 compares: a NaN is equal to nothing, and zeros are equal.
impl PartialEq for F16 {
    fn eq(&self, other: &Self) -> bool {
        self.to_f64() == other.to_f64()
    }
}

impl PartialOrd for F16 {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.to_f64().partial_cmp(&other.to_f64())
    }
}

impl Neg for F16 {
    type Output = Self;

    fn neg(self) -> Self {
        Self::from_bits(self.0 ^ SIGN as u16)
    }
}

/// Operations on two numbers. Double precision has more than twice their digits, so that rounding its result
/// once more gives what rounding once does.
macro_rules! half_operations {
    ($($operation:ident $method:ident $sign:tt;)*) => { $(
        impl $operation for F16 {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                Self::from_f64(self.to_f64() $sign other.to_f64())
            }
        }
    )* };
}

half_operations! { Add add +; Sub sub -; Mul mul *; Div div /; }

impl fmt::Debug for F16 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_f32(), f)
    }
}

impl fmt::Display for F16 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_f32(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_back() {
        for bits in 0..=u16::MAX {
            let number = F16(bits).to_f64();
            let quiet = if number.is_nan() { QUIET as u16 } else { 0 };
            assert_eq!(F16::from_f64(number).0, bits | quiet, "{bits:#x}");
        }
    }

    #[test]
    fn what_lies_between_two_numbers_is_rounded_to_the_even_one() {
        for bits in 0..INFINITY as u16 - 1 {
            let (low, high) = (F16(bits).to_f64(), F16(bits + 1).to_f64());
            let middle = (low + high) / 2.0;
            assert_eq!(F16::from_f64(middle).0, bits + (bits & 1), "{bits:#x}");
            assert_eq!(F16::from_f64(middle.next_down()).0, bits, "{bits:#x}");
            assert_eq!(F16::from_f64(-middle.next_up()).0, SIGN as u16 | (bits + 1), "{bits:#x}");
        }
        let bits = [65519.0, 65520.0, 1e300].map(|number| F16::from_f64(number).0);
        assert_eq!(bits, [0x7bff, INFINITY as u16, INFINITY as u16]);
    }
}
