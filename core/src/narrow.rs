//! Numbers that memory holds in 16 bits, and that are computed with in single precision: there are no such
//! types in Rust yet.
//!
//! A conversion is exact, or rounds once to the nearest number, ties to even: overflow gives an infinity,
//! numbers below the normal ones are numbers, and a NaN stays one and keeps what fits of its digits.
//!
//! Tests: below, `tests/tests/narrow.rs`.

use core::cmp::Ordering;
use core::fmt;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// The bits of the sign.
const SIGN: u64 = 0x8000;

/// How 15 bits are divided into an exponent and digits, as IEEE 754 has it for interchange formats.
#[derive(Clone, Copy)]
struct Form {
    /// The bits of the digits behind the first one, which is not stored.
    digits: u32,
    /// What is added to exponents.
    bias: u64,
}

impl Form {
    /// The bits of an infinity.
    const fn infinity(self) -> u64 {
        SIGN.wrapping_sub(1) & !self.digits_mask()
    }

    /// The bit that makes a NaN quiet.
    const fn quiet(self) -> u64 {
        1 << self.digits.saturating_sub(1)
    }

    const fn digits_mask(self) -> u64 {
        (1 << self.digits) - 1
    }

    /// The digits that double precision has more.
    const fn fewer(self) -> u32 {
        52u32.saturating_sub(self.digits)
    }

    /// A power of two in double precision.
    const fn power(exponent: u64) -> f64 {
        f64::from_bits(exponent << 52)
    }

    /// The smallest positive number.
    const fn tiniest(self) -> f64 {
        Self::power(1024u64.saturating_sub(self.bias).saturating_sub(self.digits as u64))
    }

    /// The smallest positive number that has all digits.
    const fn least_normal(self) -> f64 {
        Self::power(1024u64.saturating_sub(self.bias))
    }

    /// The largest finite number.
    const fn largest(self) -> f64 {
        self.widened(self.infinity().saturating_sub(1))
    }

    /// The distance from 1 to the next number.
    const fn epsilon(self) -> f64 {
        Self::power(1023u64.saturating_sub(self.digits as u64))
    }

    /// The number with these bits.
    const fn widened(self, bits: u64) -> f64 {
        let (sign, magnitude) = (bits & SIGN, bits & !SIGN);
        let (exponent, digits) = (magnitude >> self.digits, magnitude & self.digits_mask());
        let wide = match exponent {
            0 => digits as f64 * self.tiniest(),
            _ if magnitude == self.infinity() => f64::INFINITY,
            _ if magnitude > self.infinity() => {
                f64::from_bits((0x7ff << 52) | ((digits | self.quiet()) << self.fewer()))
            }
            _ => f64::from_bits(
                (1023u64.wrapping_sub(self.bias) << 52).wrapping_add(magnitude << self.fewer()),
            ),
        };
        f64::from_bits(wide.to_bits() | sign << 48)
    }

    /// The bits of the nearest number; of two, those with the even digits.
    const fn narrowed(self, number: f64) -> u64 {
        let bits = number.to_bits();
        let sign = bits >> 48 & SIGN;
        sign | self.magnitude(bits & (u64::MAX >> 1))
    }

    /// The same for a positive number, by its bits.
    const fn magnitude(self, bits: u64) -> u64 {
        let size = f64::from_bits(bits);
        if size.is_nan() {
            return self.infinity() | self.quiet() | bits >> self.fewer() & self.digits_mask();
        }
        if size < self.least_normal() {
            // Numbers are multiples of the smallest one: those of one are rounded where there is no room for
            // more digits.
            let room = f64::from_bits(0x4330_0000_0000_0000);
            return ((size / self.tiniest() + room) - room) as u64;
        }
        let kept = (bits >> self.fewer()).wrapping_sub(1023u64.wrapping_sub(self.bias) << self.digits);
        let (rest, half) = (bits & ((1 << self.fewer()) - 1), 1 << self.fewer().saturating_sub(1));
        let nearest = kept.wrapping_add((rest > half || rest == half && kept & 1 == 1) as u64);
        if nearest < self.infinity() { nearest } else { self.infinity() }
    }
}

/// Defines the types, each a row: its documentation, its name, its digits and its bias.
macro_rules! narrow_types {
    ($($(#[$doc:meta])* $name:ident $digits:literal $bias:literal;)+) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Default)]
        #[repr(transparent)]
        pub struct $name(u16);

        impl $name {
            const FORM: Form = Form { digits: $digits, bias: $bias };
            /// The distance from 1 to the next number.
            pub const EPSILON: f64 = Self::FORM.epsilon();
            /// The smallest positive number.
            pub const TINIEST: f64 = Self::FORM.tiniest();
            /// The largest finite number.
            pub const LARGEST: f64 = Self::FORM.largest();

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
                Self::FORM.widened(self.0 as u64)
            }

            /// The nearest number; of two, that with the even digits.
            #[must_use]
            pub const fn from_f32(number: f32) -> Self {
                Self::from_f64(number as f64)
            }

            /// The nearest number; of two, that with the even digits.
            #[must_use]
            pub const fn from_f64(number: f64) -> Self {
                Self(Self::FORM.narrowed(number) as u16)
            }
        }

        /// As IEEE 754 compares: a NaN is equal to nothing, and zeros are equal.
        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.to_f64() == other.to_f64()
            }
        }

        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                self.to_f64().partial_cmp(&other.to_f64())
            }
        }

        impl Neg for $name {
            type Output = Self;

            fn neg(self) -> Self {
                Self::from_bits(self.0 ^ SIGN as u16)
            }
        }

        narrow_operations! { $name: Add add +; Sub sub -; Mul mul *; Div div /; }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.to_f32(), f)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.to_f32(), f)
            }
        }
    )+ };
}

/// Operations on two numbers. Double precision has more than twice their digits, so that rounding its result
/// once more gives what rounding once does.
macro_rules! narrow_operations {
    ($name:ident: $($operation:ident $method:ident $sign:tt;)*) => { $(
        impl $operation for $name {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                Self::from_f64(self.to_f64() $sign other.to_f64())
            }
        }
    )* };
}

narrow_types! {
    /// A number of half precision (IEEE 754 binary16), by its bits: 2 bytes in memory.
    F16 10 15;
    /// A number with the exponents of single precision and 8 digits (bfloat16), by its bits: 2 bytes in
    /// memory.
    BF16 7 127;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tests of a type.
    macro_rules! tests_of {
        ($type:ident as $name:ident) => {
            mod $name {
                use super::*;

                const INFINITY: u16 = $type::FORM.infinity() as u16;

                #[test]
                fn every_number_comes_back() {
                    for bits in 0..=u16::MAX {
                        let number = $type(bits).to_f64();
                        let quiet = if number.is_nan() { $type::FORM.quiet() as u16 } else { 0 };
                        assert_eq!($type::from_f64(number).0, bits | quiet, "{bits:#x}");
                    }
                }

                #[test]
                fn what_lies_between_two_numbers_is_rounded_to_the_even_one() {
                    for bits in 0..INFINITY - 1 {
                        let (low, high) = ($type(bits).to_f64(), $type(bits + 1).to_f64());
                        let middle = (low + high) / 2.0;
                        assert_eq!($type::from_f64(middle).0, bits + (bits & 1), "{bits:#x}");
                        assert_eq!($type::from_f64(middle.next_down()).0, bits, "{bits:#x}");
                        let above = $type::from_f64(-middle.next_up());
                        assert_eq!(above.0, SIGN as u16 | (bits + 1), "{bits:#x}");
                    }
                    let [below, last] = [INFINITY - 2, INFINITY - 1].map(|bits| $type(bits).to_f64());
                    let middle = last + (last - below) / 2.0;
                    let bits = [middle.next_down(), middle, 1e300].map(|number| $type::from_f64(number).0);
                    assert_eq!(bits, [INFINITY - 1, INFINITY, INFINITY]);
                }
            }
        };
    }

    tests_of!(F16 as f16);
    tests_of!(BF16 as bf16);
}
