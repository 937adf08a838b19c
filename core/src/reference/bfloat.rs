//! Dot products of neighbours of bfloat16, added to a number of single precision, bit by bit as each
//! instruction set has them.
//!
//! None keeps subnormal numbers: inputs, products and sums that are such become zeros with their signs. Where
//! nothing is rounded or subnormal, the results are the same.
//!
//! Tests: `tests/tests/kernel_language_dot.rs`.

use crate::BF16;
use crate::element::sum_to_odd;

/// How products of two neighbours are added to a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BfloatDot {
    /// By two multiply-adds, each rounded to nearest, ties to even; the second neighbours come first. So does
    /// `vdpbf16ps` (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2).
    Nearest,
    /// By the sum of both products, and the sum with the number, each rounded to odd: what is not exact has
    /// its last bit set. So does `BFDOT`, unless `FPCR.EBF` is set (Arm Architecture Reference Manual,
    /// `BFDotAdd`).
    ToOdd,
}

impl BfloatDot {
    /// Returns the number with the products of both neighbours added.
    #[must_use]
    pub fn added(self, number: f32, a: [BF16; 2], b: [BF16; 2]) -> f32 {
        let [[a0, a1], [b0, b1]] = [a, b].map(|pair| pair.map(|x| flushed(x.to_f32())));
        match self {
            Self::Nearest => [(a1, b1), (a0, b0)].into_iter().fold(number, |sum, (x, y)| {
                nearest(sum_to_odd(f64::from(x) * f64::from(y), flushed(sum).into()))
            }),
            Self::ToOdd => {
                // A product has 16 digits: none is rounded but what is too large, or becomes zero.
                let [first, second] = [(a0, b0), (a1, b1)].map(|(x, y)| f64::from(flushed(x * y)));
                let products = odd(sum_to_odd(first, second));
                odd(sum_to_odd(flushed(number).into(), products.into()))
            }
        }
    }
}

/// The smallest normal number.
const LEAST: f64 = f32::MIN_POSITIVE as f64;

/// A number, or the zero with its sign if it is subnormal.
fn flushed(number: f32) -> f32 {
    if number.is_subnormal() { 0f32.copysign(number) } else { number }
}

/// The nearest number to a sum that is rounded to odd, or zero if that is smaller than all normal ones.
fn nearest(sum: f64) -> f32 {
    // Halfway between the smallest normal number and its neighbour, if there were more exponents.
    let is_small = sum.abs() < LEAST * (1.0 - f64::from(f32::EPSILON) / 4.0);
    if is_small { 0f32.copysign(sum as f32) } else { sum as f32 }
}

/// A sum that is rounded to odd in double precision, rounded to odd in single precision, or zero.
fn odd(sum: f64) -> f32 {
    const LOW: u64 = (1 << 29) - 1;
    let bits = sum.to_bits();
    let last = if bits & LOW == 0 { 0 } else { LOW + 1 };
    if sum.abs() < LEAST {
        0f32.copysign(sum as f32)
    } else if sum.is_finite() {
        f64::from_bits(bits & !LOW | last) as f32
    } else {
        sum as f32
    }
}
