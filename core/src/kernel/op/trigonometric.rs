//! The formulas of sine and cosine.
//!
//! With `n` the integer that is nearest to `x / (π/2)` and `r = x - n·π/2`, the sine is that of `r` where
//! `n` is even and the cosine where it is odd, with the other sign in every second pair; the cosine is
//! the sine of one more quarter of a turn. π/2 is in three parts of whole precision: each product is
//! subtracted with one rounding, the first without any, and the rest of π/2 is far below.
//!
//! `sin r` is `r + r³·s(r²)`, and `cos r` is `1 - r²/2 + r⁴·c(r²)`; the coefficients of `s` and `c` are
//! minimax, as in `exponential`.
//!
//! Far from zero numbers are so far apart that `r` would need more of π; there the result is a NaN
//! rather than a wrong number ([`LIMITS`]).

use super::exponential::by_type;
use super::{Expression, Value};
use crate::DType;
use crate::element::Element;
use crate::fallible::OutOfMemory;
use crate::kernel::func::{Shift, VectorOp as Two};

type Written<T = Value> = Result<T, OutOfMemory>;

/// The distances from zero beyond which the result is a NaN: in single and in double precision.
const LIMITS: [f64; 2] = [32_768.0, 1_073_741_824.0];

/// The values that depend on the element type.
struct Format {
    /// π/2 in three parts.
    quarter_turn: [f64; 3],
    /// One and a half times the number whose last bit is worth 1.
    shifter: f64,
    /// Bits of an element less 1.
    sign: u8,
    /// `s`: the sine is within 2⁻²⁷, 2⁻⁵⁷ of the exact one.
    sine: &'static [f64],
    /// `c`: the cosine is within 2⁻³³, 2⁻⁶⁴.
    cosine: &'static [f64],
}

impl Format {
    const fn of(dtype: DType) -> Self {
        match dtype {
            DType::F32 => Self {
                quarter_turn: [1.5707963705062866, -4.371138828673793e-08, -1.7151245100058819e-15],
                shifter: 12_582_912.0,
                sign: 31,
                sine: &[-0.16666655242443085, 0.008332189172506332, -0.00019518189947120845],
                cosine: &[0.04166664555668831, -0.00138873013202101, 2.443067751300987e-05],
            },
            DType::F64 => Self {
                quarter_turn: [core::f64::consts::FRAC_PI_2, 6.123233995736766e-17, -1.4973849048591692e-33],
                shifter: 6_755_399_441_055_744.0,
                sign: 63,
                sine: &[
                    -0.16666666666666632,
                    0.008333333333322418,
                    -0.00019841269829767,
                    2.7557313667340898e-06,
                    -2.5050753056626976e-08,
                    1.5896446965186175e-10,
                ],
                cosine: &[
                    0.041666666666666595,
                    -0.0013888888888873303,
                    2.480158728894711e-05,
                    -2.7557314191875423e-07,
                    2.0875700729178847e-09,
                    -1.1358445551307735e-11,
                ],
            },
        }
    }
}

/// `x` as some quarters of a turn and the rest of it.
struct Turned {
    /// The rest: at most π/4 from zero.
    rest: Value,
    /// A number whose last bits are those of the number of quarters.
    quarters: Value,
}

impl Turned {
    fn new(e: &mut Expression, x: Value) -> Written<Self> {
        let format = Format::of(e.dtype());
        let [shifter, per_quarter] = e.numbers([format.shifter, core::f64::consts::FRAC_2_PI])?;
        let quarters = e.multiply_add(shifter, x, per_quarter)?;
        let n = e.binary(Two::Sub, quarters, shifter)?;
        let mut rest = x;
        for part in e.numbers(format.quarter_turn)? {
            rest = e.multiply_subtract(rest, n, part)?;
        }
        Ok(Self { rest, quarters })
    }

    fn sine(self, e: &mut Expression) -> Written {
        let Format { sign, sine, cosine, .. } = Format::of(e.dtype());
        let r = self.rest;
        let [one, half] = e.numbers([1.0, 0.5])?;
        let square = e.binary(Two::Mul, r, r)?;
        let fourth = e.binary(Two::Mul, square, square)?;

        let series = e.polynomial(square, fourth, sine)?;
        let cube = e.binary(Two::Mul, r, square)?;
        let sine = e.multiply_add(r, cube, series)?;

        let series = e.polynomial(square, fourth, cosine)?;
        let parabola = e.multiply_subtract(one, square, half)?;
        let cosine = e.multiply_add(parabola, fourth, series)?;

        // The last bit chooses, and the one before it is the sign.
        let (zero, lowest, next) = (e.bits(0)?, e.bits(1)?, e.bits(2)?);
        let is_odd = e.binary(Two::And, self.quarters, lowest)?;
        let is_odd = e.binary(Two::SubInteger, zero, is_odd)?;
        let result = e.select(is_odd, cosine, sine)?;
        let is_negative = e.binary(Two::And, self.quarters, next)?;
        let is_negative = e.shift(Shift::Left, is_negative, sign.saturating_sub(1))?;
        e.binary(Two::Xor, result, is_negative)
    }
}

/// The sine.
pub(super) fn sin(e: &mut Expression, x: Value) -> Written {
    let sine = Turned::new(e, x)?.sine(e)?;
    let near = unless_far(e, x, sine)?;
    // The steps lose the sign of zero.
    let zero = e.number(0.0)?;
    let is_zero = e.binary(Two::Equal, x, zero)?;
    e.select(is_zero, x, near)
}

/// The cosine.
pub(super) fn cos(e: &mut Expression, x: Value) -> Written {
    let Turned { rest, quarters } = Turned::new(e, x)?;
    let one = e.bits(1)?;
    let quarters = e.binary(Two::AddInteger, quarters, one)?;
    let cosine = Turned { rest, quarters }.sine(e)?;
    unless_far(e, x, cosine)
}

/// `result`, but a NaN where `x` is beyond the limits.
fn unless_far(e: &mut Expression, x: Value, result: Value) -> Written {
    let [single, double] = LIMITS;
    let [limit, none] = e.numbers([by_type(e.dtype(), single, double), f64::NAN])?;
    let is_far = e.binary(Two::GreaterAbsolute, x, limit)?;
    e.select(is_far, none, result)
}

/// Returns `function` of `x`, or a NaN beyond the limits.
pub(super) fn within_limits<T: Element>(x: T, function: impl Fn(f64) -> f64) -> T {
    let [single, double] = LIMITS;
    let limit = by_type(T::DTYPE, single, double);
    let x = x.to_f64();
    if x.abs() > limit { T::NAN } else { T::from_f64(function(x)) }
}
