//! Numbers of half precision (IEEE 754 binary16), by their bits: there is no such type in Rust yet.
//!
//! Sums, products and quotients of them are exact or rounded in double precision, which has more than twice their digits, so
//! that rounding once more gives what rounding once does.
//!
//! Tests: below, `tests/tests/kernel_language_vectors.rs`.

use crate::kernel::func::Fp16Op;

/// The bits of the sign.
const SIGN: u64 = 0x8000;
/// The bits of an infinity.
const INFINITY: u64 = 0x7c00;
/// The bit that makes a NaN quiet.
const QUIET: u64 = 0x0200;

/// The number, exactly.
pub(super) fn to_f64(bits: u64) -> f64 {
    let (sign, exponent, digits) = (bits & SIGN, bits >> 10 & 0x1f, bits & 0x3ff);
    let magnitude = match exponent {
        // Multiples of 2⁻²⁴.
        0 => digits as f64 * f64::from_bits(0x3e70_0000_0000_0000),
        0x1f if digits != 0 => f64::from_bits((0x7ff << 52) | ((digits | QUIET) << 42)),
        0x1f => f64::INFINITY,
        _ => f64::from_bits((exponent.wrapping_add(1023 - 15) << 52) | digits << 42),
    };
    f64::from_bits(magnitude.to_bits() | sign << 48)
}

/// The nearest number; of two, that with the even digits. A NaN keeps what fits of its digits.
pub(super) fn from_f64(number: f64) -> u64 {
    let bits = number.to_bits();
    let (sign, magnitude) = (bits >> 48 & SIGN, bits & (u64::MAX >> 1));
    let size = f64::from_bits(magnitude);
    if size.is_nan() {
        return sign | INFINITY | QUIET | magnitude >> 42 & 0x3ff;
    }
    // Halfway from the greatest number to the next power of two.
    if size >= 65520.0 {
        return sign | INFINITY;
    }
    if size < f64::from_bits(0x3f10_0000_0000_0000) {
        // Below 2⁻¹⁴, numbers are multiples of 2⁻²⁴: those of one are rounded where it has no room for more.
        let room = f64::from_bits(0x4330_0000_0000_0000);
        let multiples = (size * f64::from_bits(0x4170_0000_0000_0000) + room) - room;
        return sign | multiples as u64;
    }
    let kept = (magnitude >> 42).wrapping_sub((1023 - 15) << 10);
    let (rest, half) = (magnitude & ((1 << 42) - 1), 1 << 41);
    let is_up = rest > half || rest == half && kept & 1 == 1;
    sign | kept.wrapping_add(is_up.into())
}

/// The result of an operation.
pub(super) fn binary(op: Fp16Op, a: u64, b: u64) -> u64 {
    let (a, b) = (to_f64(a), to_f64(b));
    from_f64(match op {
        Fp16Op::Add => a + b,
        Fp16Op::Sub => a - b,
        Fp16Op::Mul => a * b,
        Fp16Op::Div => a / b,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_back() {
        for bits in 0..=0xffff {
            let number = to_f64(bits);
            let quiet = if number.is_nan() { QUIET } else { 0 };
            assert_eq!(from_f64(number), bits | quiet, "{bits:#x}");
        }
    }

    #[test]
    fn what_lies_between_two_numbers_is_rounded_to_the_even_one() {
        for bits in (0..INFINITY - 1).filter(|bits| *bits != INFINITY) {
            let (low, high) = (to_f64(bits), to_f64(bits + 1));
            let middle = (low + high) / 2.0;
            assert_eq!(from_f64(middle), bits + (bits & 1), "{bits:#x}");
            assert_eq!(from_f64(middle.next_down()), bits, "{bits:#x}");
            assert_eq!(from_f64(-middle.next_up()), SIGN | (bits + 1), "{bits:#x}");
        }
        assert_eq!([65519.0, 65520.0, 1e300].map(from_f64), [0x7bff, INFINITY, INFINITY]);
    }
}
