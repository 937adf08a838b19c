//! The formulas of logarithms.
//!
//! A number is `2^k · (1 + f)` with `1 + f` from a start to twice as much: `k` and `1 + f` are in its bits
//! once those of the start are subtracted.
//!
//! In single precision, it starts at ¾: so `f` is exact, that of `1 + x`, too, where the last place of `x` is
//! not below that of `f`. `log (1 + f)` is `f + f² · P(f)`. The sum `f + k · ln 2` is rounded once, and what
//! it lacks is exact: it is added to what is small. A division, and a series of half as many terms,
//! would take twice as long.
//!
//! In double precision, the series would have 21 terms. There it starts at √½, and `log (1 + f)` is
//! `2 atanh s` with `s = f / (2 + f)`, that is `2s + s · R(s²)`, written as `f - (f²/2 - s · (f²/2 + R))`,
//! where the rounded part is small compared with `f`. The sum with `k · ln 2` is near the form of fdlibm's,
//! `ln 2` being in two parts of which the first times `k` is exact.
//!
//! The coefficients of `P` and `R` are minimax, as in `exponential`.
//!
//! What is not positive and finite, and what is subnormal, is rare: all of it is found by one comparison.

use super::{Expression, Value};
use crate::fallible::OutOfMemory;
use crate::kernel::func::{FloatType, Shift, VectorOp as Two};

type Written<T = Value> = Result<T, OutOfMemory>;

/// `P` in single precision, from -¼ to ½: relative to `log (1 + f)`, within 2⁻²⁷.
const SINGLE: [f64; 9] = [
    -0.5,
    0.3333345055580139,
    -0.25000110268592834,
    0.19990848004817963,
    -0.1664687693119049,
    0.14477625489234924,
    -0.1316395252943039,
    0.10472624748945236,
    -0.045152969658374786,
];

/// `R(z) / z` in double precision, within 2⁻⁵⁹.
const DOUBLE: [f64; 7] = [
    0.6666666666666735,
    0.39999999999409325,
    0.2857142874369538,
    0.2222219842804685,
    0.18183572393859584,
    0.153138316533546,
    0.14798256425833278,
];

/// The values that depend on the element type.
struct Format {
    /// Bits of the fraction.
    fraction: u8,
    /// The bits of 1.
    one: u64,
    /// The bits of √½, and of where logarithms start.
    root: u64,
    start: u64,
    /// ln 2 in two parts: in double precision, the first in a few bits.
    ln2: [f64; 2],
    /// The bits of a number whose last bit is worth 1, and that number with the bias of exponents.
    shifter: (u64, f64),
    /// The least normal number, a power of 2 that makes all below it normal, and its exponent.
    normal: (f64, f64, f64),
}

impl Format {
    const fn of(dtype: FloatType) -> Self {
        match dtype {
            FloatType::F32 => Self {
                fraction: 23,
                one: 0x3f80_0000,
                root: 0x3f35_04f3,
                start: 0x3f40_0000,
                ln2: [0.6931471824645996, -1.904654299957768e-09],
                shifter: (0x4b00_0000, 8_388_735.0),
                normal: (f32::MIN_POSITIVE as f64, 33_554_432.0, 25.0),
            },
            FloatType::F64 => Self {
                fraction: 52,
                one: 0x3ff0_0000_0000_0000,
                root: 0x3fe6_a09e_667f_3bcd,
                start: 0x3fe6_a09e_667f_3bcd,
                ln2: [0.6931471805601177, -1.7239444525614835e-13],
                shifter: (0x4330_0000_0000_0000, 4_503_599_627_371_519.0),
                normal: (f64::MIN_POSITIVE, 18_014_398_509_481_984.0, 54.0),
            },
        }
    }

    /// The bits of the fraction.
    const fn mask(&self) -> u64 {
        (1 << self.fraction) - 1
    }
}

/// Where exponent and fraction of a normal number are.
struct Split {
    /// The bits of the least `1 + f`.
    start: u64,
    /// The bits of the number less those, plus those of 1.
    bits: Value,
    /// `k` plus the bias of exponents, as an integer.
    exponent: Value,
}

impl Split {
    fn of(e: &mut Expression, x: Value, start: u64) -> Written<Self> {
        let format = Format::of(e.lanes());
        let offset = e.bits(format.one.saturating_sub(start))?;
        let bits = e.binary(Two::AddInteger, x, offset)?;
        Ok(Self { start, bits, exponent: e.shift(Shift::Right, bits, format.fraction)? })
    }

    /// `k + number - bias`, given `shifted`, the shifter's number plus what is to be subtracted.
    fn k(&self, e: &mut Expression, shifted: Value) -> Written {
        let shifter = e.bits(Format::of(e.lanes()).shifter.0)?;
        let sum = e.binary(Two::Or, self.exponent, shifter)?;
        e.binary(Two::Sub, sum, shifted)
    }

    /// `1 + f`.
    fn near_one(&self, e: &mut Expression) -> Written {
        let (mask, start) = (e.bits(Format::of(e.lanes()).mask())?, e.bits(self.start)?);
        let fraction = e.binary(Two::And, self.bits, mask)?;
        e.binary(Two::AddInteger, fraction, start)
    }
}

/// `log (1 + f) + k · ln 2`.
fn sum(e: &mut Expression, f: Value, k: Value) -> Written {
    match e.lanes() {
        FloatType::F32 => sum_of_series(e, f, k),
        FloatType::F64 => sum_of_ratio(e, f, k),
    }
}

/// The same, for single precision.
fn sum_of_series(e: &mut Expression, f: Value, k: Value) -> Written {
    let [high, low] = e.numbers(Format::of(e.lanes()).ln2)?;
    let square = e.binary(Two::Mul, f, f)?;
    let series = e.polynomial(f, square, &SINGLE)?;
    let great = e.multiply_add(f, k, high)?;
    let rounded = e.multiply_subtract(great, k, high)?;
    let lost = e.binary(Two::Sub, f, rounded)?;
    let small = e.multiply_add(lost, k, low)?;
    let small = e.multiply_add(small, square, series)?;
    e.binary(Two::Add, great, small)
}

/// The same, for double precision.
fn sum_of_ratio(e: &mut Expression, f: Value, k: Value) -> Written {
    let [half, two] = e.numbers([0.5, 2.0])?;
    let [high, low] = e.numbers(Format::of(e.lanes()).ln2)?;
    let below = e.binary(Two::Add, f, two)?;
    let s = e.binary(Two::Div, f, below)?;
    let z = e.binary(Two::Mul, s, s)?;
    let fourth = e.binary(Two::Mul, z, z)?;
    let halved = e.binary(Two::Mul, f, half)?;
    let half_square = e.binary(Two::Mul, halved, f)?;
    let series = e.polynomial(z, fourth, &DOUBLE)?;
    let inner = e.multiply_add(half_square, z, series)?;
    let low = e.binary(Two::Mul, k, low)?;
    let inner = e.multiply_add(low, s, inner)?;
    let less = e.binary(Two::Sub, half_square, inner)?;
    let less = e.binary(Two::Sub, less, f)?;
    let high = e.binary(Two::Mul, k, high)?;
    e.binary(Two::Sub, high, less)
}

/// `result`, a logarithm of `x`, where `x` is positive and finite, and else what it is to be.
fn in_domain(e: &mut Expression, x: Value, result: Value) -> Written {
    let [zero, infinity, below, none] = e.numbers([0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN])?;
    let is_finite = e.binary(Two::Greater, infinity, x)?;
    let finite = e.select(is_finite, result, x)?;
    let is_zero = e.binary(Two::Equal, x, zero)?;
    let outside = e.select(is_zero, below, none)?;
    let is_positive = e.binary(Two::Greater, x, zero)?;
    e.select(is_positive, finite, outside)
}

/// `1 + f` and `k` of a positive number; subnormal ones are made normal first.
pub(super) fn apart(e: &mut Expression, x: Value) -> Written<[Value; 2]> {
    let Format { shifter: (_, shifter), normal: (least, power, exponent), .. } = Format::of(e.lanes());
    let [least, power, shifter, more] = e.numbers([least, power, shifter, shifter + exponent])?;
    let is_small = e.binary(Two::Greater, least, x)?;
    let scaled = e.binary(Two::Mul, x, power)?;
    let normal = e.select(is_small, scaled, x)?;
    let shifted = e.select(is_small, more, shifter)?;
    let split = Split::of(e, normal, Format::of(e.lanes()).root)?;
    Ok([split.near_one(e)?, split.k(e, shifted)?])
}

/// Where `x` is a positive, finite and normal number: those have the bits from its least to the greatest
/// one's, and a comparison fails for what is beyond infinity, and for what has a sign.
fn is_usual(e: &mut Expression, x: Value) -> Written {
    let (one, least) = (e.bits(1)?, e.number(Format::of(e.lanes()).normal.0)?);
    let next = e.binary(Two::AddInteger, x, one)?;
    e.binary(Two::Greater, next, least)
}

/// The natural logarithm of a normal number, plus `offset · ln 2`.
fn of_normal(e: &mut Expression, x: Value, offset: f64) -> Written {
    let Format { start, shifter: (_, shifter), .. } = Format::of(e.lanes());
    let [one, shifted] = e.numbers([1.0, shifter - offset])?;
    let split = Split::of(e, x, start)?;
    let (near_one, k) = (split.near_one(e)?, split.k(e, shifted)?);
    let f = e.binary(Two::Sub, near_one, one)?;
    sum(e, f, k)
}

/// The natural logarithm.
pub(super) fn log(e: &mut Expression, x: Value) -> Written {
    let (_, power, exponent) = Format::of(e.lanes()).normal;
    let usual = of_normal(e, x, 0.0)?;
    let is_usual = is_usual(e, x)?;
    e.select_usually(is_usual, usual, |e| {
        let power = e.number(power)?;
        let scaled = e.binary(Two::Mul, x, power)?;
        let result = of_normal(e, scaled, -exponent)?;
        in_domain(e, x, result)
    })
}

/// The natural logarithm of `1 + x`: `k` is that of the rounded sum, and then `f` is
/// `2^-k · x + (2^-k - 1)`, rounded once, in single precision exact.
pub(super) fn log1p(e: &mut Expression, x: Value) -> Written {
    /// `2^-k` may be subnormal; it is made from this power of 2 more.
    const MORE: u64 = 8;
    let format = Format::of(e.lanes());
    let bias = format.one >> format.fraction;
    let one = e.number(1.0)?;
    let sum_with_one = e.binary(Two::Add, x, one)?;
    let split = Split::of(e, sum_with_one, format.start)?;
    let shifter = e.number(format.shifter.1)?;
    let k = split.k(e, shifter)?;
    let bits = e.bits((2 * bias + MORE) << format.fraction)?;
    let less = e.number(1.0 / f64::from(1_u32 << MORE))?;
    let exponent = e.shift(Shift::Left, split.exponent, format.fraction)?;
    let greater = e.binary(Two::SubInteger, bits, exponent)?;
    let scale = e.binary(Two::Mul, greater, less)?;
    let offset = e.binary(Two::Sub, scale, one)?;
    let f = e.multiply_add(offset, scale, x)?;
    let result = sum(e, f, k)?;
    // The steps lose the sign of zero.
    let signed = e.with_sign(result, x)?;
    let is_usual = is_usual(e, sum_with_one)?;
    e.select_usually(is_usual, signed, |e| in_domain(e, sum_with_one, signed))
}
