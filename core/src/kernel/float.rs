//! Numbers of floating point in instructions: by their bits, so that all of them can be compared, and as text
//! that reads back to the same bits.
//!
//! Text is the shortest decimal number that is nearest to no other number of the type, `inf`, `-inf` or
//! `nan`; of a NaN with other bits than the usual ones, and of any number where somebody writes them, it is
//! the bits: `0x3f800000`.
//!
//! Tests: `tests/tests/kernel_table.rs`, `tests/tests/kernel_language_values.rs`.

use super::template::Parse;
use core::fmt;

/// Makes a type of numbers from a type of Rust, that of its bits and the bits of its usual NaN.
macro_rules! floats {
    ($($(#[$doc:meta])* $name:ident($float:ident, $bits:ident, $nan:literal);)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name(pub $bits);

        impl $name {
            /// The number.
            #[must_use]
            pub const fn number(self) -> $float {
                $float::from_bits(self.0)
            }

            const NAN: Self = Self($nan);
        }

        impl From<$float> for $name {
            fn from(number: $float) -> Self {
                Self(number.to_bits())
            }
        }

        /// No number that is too large becomes an infinity.
        impl Parse for $name {
            fn parse(text: &str) -> Option<Self> {
                if let Some(digits) = text.strip_prefix("0x") {
                    return $bits::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with(['+'])).map(Self);
                }
                match text {
                    "nan" => Some(Self::NAN),
                    "inf" => Some($float::INFINITY.into()),
                    "-inf" => Some($float::NEG_INFINITY.into()),
                    text => text.parse::<$float>().ok().filter(|number| number.is_finite()).map(Self::from),
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self.number() {
                    _ if *self == Self::NAN => f.write_str("nan"),
                    number if number.is_nan() => write!(f, "{:#x}", self.0),
                    number => write!(f, "{number:?}"),
                }
            }
        }
    )* };
}

floats! {
    /// A number of single precision, by its bits.
    Single(f32, u32, 0x7fc0_0000);
    /// A number of double precision, by its bits.
    Double(f64, u64, 0x7ff8_0000_0000_0000);
}
