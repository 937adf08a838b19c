//! The formula of powers whose exponents are integers.
//!
//! Of `x = ±m · 2^k`, with `m` from √½ to √2, the power is `±m^n · 2^(n·k)`. `m^n` is made by squaring,
//! bit by bit of `|n|` from the first on, without branches: each square is multiplied by `m` or by 1. As
//! `|n|` has few bits, all that is far from under- and overflow, and what is lost when a product is rounded
//! is kept ([`Product`]). Only the last steps round: where the result is a number, it is that number. For
//! negative `n`, `m` is inverted first.
//!
//! Tests: `tests/tests/kernel_op_power.rs`.

use super::exponential::{by_type, halves, scaled};
use super::logarithm::apart;
use super::product::Product;
use super::{Expression, Value};
use crate::element::Float;
use crate::fallible::OutOfMemory;
use crate::kernel::func::{Shift, UnaryVectorOp as One, VectorOp as Two};

type Written<T = Value> = Result<T, OutOfMemory>;

/// Bits of exponents: with more, what is lost of powers of √½ would be too small to be kept.
const BITS: u8 = 7;

/// The largest exponent.
const LIMIT: f64 = 127.0;

/// An integer in the low bits of a number.
struct Bits(Value);

impl Bits {
    /// Of an integer that is not negative.
    fn of(e: &mut Expression, integer: Value) -> Written<Self> {
        let shifter = e.number(by_type(e.lanes(), 12_582_912.0, 6_755_399_441_055_744.0))?;
        Ok(Self(e.binary(Two::Add, integer, shifter)?))
    }

    /// The place of the sign.
    fn last(e: &Expression) -> u8 {
        (e.lanes().bytes() as u8).saturating_mul(8).saturating_sub(1)
    }

    /// A bit where signs are; what is below it is not cleared.
    fn as_sign(&self, e: &mut Expression, bit: u8) -> Written {
        let by = Self::last(e).saturating_sub(bit);
        e.shift(Shift::Left, self.0, by)
    }

    /// All ones where a bit is set.
    fn mask(&self, e: &mut Expression, bit: u8) -> Written {
        let zero = e.number(0.0)?;
        let sign = self.as_sign(e, bit)?;
        let last = Self::last(e);
        let low = e.shift(Shift::Right, sign, last)?;
        e.binary(Two::SubInteger, zero, low)
    }
}

/// `base` where a bit is set, and 1 where it is not.
fn factor(e: &mut Expression, base: Product, bits: &Bits, bit: u8) -> Written<Product> {
    let one = e.number(1.0)?;
    let mask = bits.mask(e, bit)?;
    let above = e.binary(Two::And, mask, base.above)?;
    Ok(Product { rounded: e.select(mask, base.rounded, one)?, above })
}

/// `base` to the power of an integer.
fn raised(e: &mut Expression, base: Product, bits: &Bits) -> Written<Product> {
    let top = BITS.saturating_sub(1);
    let mut power = factor(e, base, bits, top)?;
    for bit in (0..top).rev() {
        let factor = factor(e, base, bits, bit)?;
        power = power.squared(e)?.times(e, factor)?;
    }
    Ok(power)
}

/// `m` or, where `is_inverse` is set, `1 / m`.
fn base(e: &mut Expression, m: Value, is_inverse: Value) -> Written<Product> {
    let inverse = Product::inverse(e, m)?;
    let above = e.binary(Two::And, is_inverse, inverse.above)?;
    Ok(Product { rounded: e.select(is_inverse, inverse.rounded, m)?, above })
}

/// The power of a number that is neither 0 nor infinite nor a NaN, or for an exponent of 0.
fn regular(e: &mut Expression, x: Value, n: Value, bits: &Bits) -> Written {
    let zero = e.number(0.0)?;
    let [m, k] = apart(e, x)?;
    let is_inverse = e.binary(Two::Greater, zero, n)?;
    let base = base(e, m, is_inverse)?;
    let power = raised(e, base, bits)?.value(e)?;
    // From where on the result is 0 or infinite, whatever the power of `m`.
    let ends = [by_type(e.lanes(), -220.0, -1160.0), by_type(e.lanes(), 200.0, 1100.0)];
    let [low, high] = e.numbers(ends)?;
    let exponent = e.binary(Two::Mul, n, k)?;
    let exponent = e.clamp(exponent, low, high)?;
    let scales = halves(e, exponent)?;
    scaled(e, power, scales)
}

/// `x` to the power of `n`.
pub(super) fn power(e: &mut Expression, x: Value, n: Value) -> Written {
    let [zero, one, infinity, limit, none] = e.numbers([0.0, 1.0, f64::INFINITY, LIMIT, f64::NAN])?;
    let (distance, count) = (e.absolute(x)?, e.absolute(n)?);
    let bits = Bits::of(e, count)?;
    let regular = regular(e, distance, n, &bits)?;

    let inverse = e.binary(Two::Div, one, distance)?;
    let is_inverse = e.binary(Two::Greater, zero, n)?;
    let special = e.select(is_inverse, inverse, distance)?;
    let is_positive = e.binary(Two::Greater, distance, zero)?;
    let is_finite = e.binary(Two::Greater, infinity, distance)?;
    let is_number = e.binary(Two::And, is_positive, is_finite)?;
    let is_one = e.binary(Two::Equal, n, zero)?;
    let is_regular = e.binary(Two::Or, is_number, is_one)?;
    let magnitude = e.select(is_regular, regular, special)?;

    // The sign is that of `x` if the last bit of the exponent is set.
    let odd = bits.as_sign(e, 0)?;
    let sign = e.binary(Two::And, odd, x)?;
    let result = e.binary(Two::Or, magnitude, sign)?;

    let integer = e.unary(One::Trunc, n)?;
    let is_integer = e.binary(Two::Equal, integer, n)?;
    let is_near = e.binary(Two::GreaterEqual, limit, count)?;
    let is_defined = e.binary(Two::And, is_integer, is_near)?;
    e.select(is_defined, result, none)
}

/// The meaning of [`power`].
pub(super) fn power_of<T: Float>(x: T, n: T) -> T {
    let n = n.to_f64();
    let is_defined = n.abs() <= LIMIT && libm::trunc(n) == n;
    if is_defined { T::from_f64(libm::pow(x.to_f64(), n)) } else { T::NAN }
}
