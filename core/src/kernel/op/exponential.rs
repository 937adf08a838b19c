//! The formulas of exponential functions and of what follows from them.
//!
//! All are made of one [`Power`]. With `m` the integer that is nearest to `x / 2ln2` and
//! `r = x - 2m·ln2`, which is at most ln 2 from zero, `e^x` is `e^r · 2^m · 2^m`. As `2^m` is in range
//! wherever the result is, so is every step, and where the result is subnormal, only the last
//! multiplication rounds to that. A whole exponent in one factor would need two roundings or a
//! special case there.
//!
//! `m` needs no conversion: a number so large that its last bit is worth 1 is added, and then the sum
//! has the integer in its low bits, from where a shift makes `2^m`.
//!
//! `e^r - 1` is `r + r²·h(r)`. The coefficients of `h` are minimax: found by Remez' algorithm in 60
//! digits, one after the other rounded to the element type and the rest found again. The error of `h`
//! is weighted as it counts in the result.

use super::{Expression, Value};
use crate::fallible::OutOfMemory;
use crate::kernel::func::{FloatType, Shift, VectorOp as Two};

type Written<T = Value> = Result<T, OutOfMemory>;

/// `h` for `e^r` in single precision: within 2⁻²⁶ of it.
const SINGLE: [f64; 6] = [
    0.5000003576278687,
    0.1666661649942398,
    0.04166117683053017,
    0.008335927501320839,
    0.001410609227605164,
    0.00019641013932414353,
];

/// `h` for `e^r - 1` in single precision: within 2⁻²⁹ of it.
const SINGLE_LESS_ONE: [f64; 7] = [
    0.5,
    0.16666673123836517,
    0.04166668653488159,
    0.008332590572535992,
    0.0013887783279642463,
    0.00020099387620575726,
    2.507055069145281e-05,
];

/// The same for `r` at most half of ln 2 from zero.
const SINGLE_NEAR: [f64; 5] = [
    0.4999999403953552,
    0.16666516661643982,
    0.041668105870485306,
    0.008369117975234985,
    0.0013836112339049578,
];

/// `2^r` in single precision, for `r` at most ½ from zero: within 2⁻²⁸.
const SINGLE_OF_TWO: [f64; 7] = [
    1.0,
    0.6931471824645996,
    0.24022647738456726,
    0.05550359934568405,
    0.009618505835533142,
    0.0013390806270763278,
    0.0001532647293061018,
];

/// `h` in double precision: within 2⁻⁵⁴ of `e^r - 1`.
const DOUBLE: [f64; 12] = [
    0.4999999999999996,
    0.16666666666666755,
    0.04166666666669134,
    0.008333333333309063,
    0.0013888888884640406,
    0.00019841269862882764,
    2.4801590382518567e-05,
    2.755731111841673e-06,
    2.755624221713718e-07,
    2.505331624883651e-08,
    2.105650056685963e-09,
    1.6042749133220922e-10,
];

/// The values that depend on the element type.
struct Format {
    /// 2 ln 2 rounded, and the rest.
    two_ln2: [f64; 2],
    /// One and a half times the number whose last bit is worth 1, plus the bias of exponents.
    shifter: f64,
    /// Bits of the fraction.
    fraction: u8,
    /// The bits of `2^m` and of `2^-m`, added.
    bits_of_inverse: u64,
}

impl Format {
    const fn of(dtype: FloatType) -> Self {
        match dtype {
            FloatType::F32 => Self {
                two_ln2: [1.386_294_364_929_199_2, -3.809_308_424_251_867e-9],
                shifter: 12_583_039.0,
                fraction: 23,
                bits_of_inverse: 254 << 23,
            },
            FloatType::F64 => Self {
                two_ln2: [1.386_294_361_119_890_6, 4.638_093_627_692_599e-17],
                shifter: 6_755_399_441_056_767.0,
                fraction: 52,
                bits_of_inverse: 2046 << 52,
            },
        }
    }
}

/// A number for each element type.
pub(super) const fn by_type(dtype: FloatType, single: f64, double: f64) -> f64 {
    match dtype {
        FloatType::F32 => single,
        FloatType::F64 => double,
    }
}

/// A power, as `1 + less_one` times both scales.
#[derive(Clone, Copy)]
pub(super) struct Power {
    /// `e^r - 1`.
    pub(super) less_one: Value,
    /// Powers of 2 that are in range, also if their product is not.
    pub(super) scales: [Value; 2],
}

/// The value that the result is to be near to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Precise {
    /// `e^r`.
    Power,
    /// `e^r - 1`.
    LessOne,
    /// The same, for `r` at most half of ln 2 from zero.
    Near,
}

impl Power {
    /// Of e, with an exponent that is not so large that a scale is out of range.
    pub(super) fn of_e(e: &mut Expression, x: Value, precise: Precise) -> Written<Self> {
        let per_step = e.number(core::f64::consts::LOG2_E / 2.0)?;
        let [high, low] = e.numbers(Format::of(e.lanes()).two_ln2)?;
        let (m, scale) = steps(e, x, per_step)?;
        let rest = e.multiply_subtract(x, m, high)?;
        let r = e.multiply_subtract(rest, m, low)?;
        Ok(Self { less_one: less_one(e, r, precise)?, scales: [scale; 2] })
    }

    /// Of e, more precisely: `r` is at most half of ln 2 from zero, so that its error and that of
    /// `e^r - 1` count less; what takes more steps is that the scales may be different.
    pub(super) fn of_e_finely(e: &mut Expression, x: Value) -> Written<Self> {
        let halves = Halves::new(e, x)?;
        let r = e.multiply_subtract(halves.rest, halves.n, halves.low)?;
        halves.power(e, r)
    }

    /// `e^(x - more)`, as precisely, where `more` is far below the last place of `x`.
    pub(super) fn of_e_less(e: &mut Expression, x: Value, more: Value) -> Written<Self> {
        let halves = Halves::new(e, x)?;
        let less = halves.less(e, more)?;
        let r = e.binary(Two::Sub, halves.rest, less)?;
        halves.power(e, r)
    }

    /// Of 2.
    fn of_two(e: &mut Expression, x: Value) -> Written<Self> {
        let [half, two, ln2] = e.numbers([0.5, 2.0, core::f64::consts::LN_2])?;
        let (m, scale) = steps(e, x, half)?;
        let rest = e.multiply_subtract(x, m, two)?;
        let r = e.binary(Two::Mul, rest, ln2)?;
        Ok(Self { less_one: less_one(e, r, Precise::Power)?, scales: [scale; 2] })
    }

    /// All of it.
    fn whole(self, e: &mut Expression) -> Written {
        let one = e.number(1.0)?;
        let power = e.binary(Two::Add, self.less_one, one)?;
        scaled(e, power, self.scales)
    }

    /// All of it times `x`.
    pub(super) fn times(self, e: &mut Expression, x: Value) -> Written {
        let product = e.multiply_add(x, x, self.less_one)?;
        scaled(e, product, self.scales)
    }

    /// `1 / (1 + it)`, as [`Power::logistic`].
    fn logistic_of_one(self, e: &mut Expression) -> Written {
        let above = inverse(e, self.scales[1])?;
        self.divided_by_sum(e, above)
    }

    /// `x / (1 + it)`, with numerator and denominator divided by `second`: so both are in range, and the
    /// division is the only step whose result may be subnormal.
    pub(super) fn logistic(self, e: &mut Expression, x: Value) -> Written {
        let inverse = inverse(e, self.scales[1])?;
        let above = e.binary(Two::Mul, x, inverse)?;
        self.divided_by_sum(e, above)
    }

    /// `above` divided by the sum of 1 and it, the latter divided by `second`.
    fn divided_by_sum(self, e: &mut Expression, above: Value) -> Written {
        let [first, _] = self.scales;
        let inverse = inverse(e, self.scales[1])?;
        let offset = e.binary(Two::Add, first, inverse)?;
        let below = e.multiply_add(offset, first, self.less_one)?;
        e.binary(Two::Div, above, below)
    }

    /// The power less 1: `second · (first · less_one + (first - 1 / second))`.
    fn whole_less_one(self, e: &mut Expression) -> Written {
        let [first, second] = self.scales;
        let inverse = inverse(e, self.scales[1])?;
        let offset = e.binary(Two::Sub, first, inverse)?;
        let sum = e.multiply_add(offset, first, self.less_one)?;
        e.binary(Two::Mul, sum, second)
    }
}

/// A power whose `e^r - 1` is a sum that is not rounded yet: for what is to lose nearly nothing.
#[derive(Clone, Copy)]
pub(super) struct FinePower {
    /// `r` as far as it is in one number.
    r: Value,
    /// `e^r - 1` less that, with what `r` lacks.
    more: Value,
    scales: [Value; 2],
}

impl FinePower {
    /// `e^(x - more)`, where `more` is far below the last place of `x`.
    pub(super) fn of_e_less(e: &mut Expression, x: Value, more: Value) -> Written<Self> {
        let halves = Halves::new(e, x)?;
        let less = halves.less(e, more)?;
        let r = e.binary(Two::Sub, halves.rest, less)?;
        // The difference is exact, as `less` is small.
        let gone = e.binary(Two::Sub, halves.rest, r)?;
        let lost = e.binary(Two::Sub, gone, less)?;
        let [square, h] = square_and_h(e, r, Precise::Near)?;
        Ok(Self { r, more: e.multiply_add(lost, square, h)?, scales: halves.scales })
    }

    /// `x / (1 + it)`, as [`Power::logistic`], where the power is at least 1.
    pub(super) fn logistic(self, e: &mut Expression, x: Value) -> Written {
        let [first, second] = self.scales;
        let inverse = inverse(e, second)?;
        let above = e.binary(Two::Mul, x, inverse)?;
        let offset = e.binary(Two::Add, first, inverse)?;
        // What the offset lacks is exact, as `first` is not below `inverse`.
        let gone = e.binary(Two::Sub, offset, first)?;
        let lost = e.binary(Two::Sub, inverse, gone)?;
        let rest = e.multiply_add(lost, first, self.more)?;
        let rest = e.multiply_add(rest, first, self.r)?;
        let below = e.binary(Two::Add, offset, rest)?;
        e.binary(Two::Div, above, below)
    }

    /// All of it times `x + more`, where `more` is below the last place of `x`.
    pub(super) fn times_sum(self, e: &mut Expression, [x, more]: [Value; 2]) -> Written {
        // From the least on.
        let more = e.multiply_add(more, more, self.r)?;
        let more = e.multiply_add(more, x, self.more)?;
        let more = e.multiply_add(more, x, self.r)?;
        let product = e.binary(Two::Add, x, more)?;
        scaled(e, product, self.scales)
    }
}

/// `x` as a multiple of ln 2, which is halved, and the rest.
struct Halves {
    /// The multiple.
    n: Value,
    /// `x` less the first part of `n · ln 2`, exact.
    rest: Value,
    /// The second part of ln 2.
    low: Value,
    /// 2 to the power of either half of `n`.
    scales: [Value; 2],
}

impl Halves {
    fn new(e: &mut Expression, x: Value) -> Written<Self> {
        let format = Format::of(e.lanes());
        let [per_step, shifter] = e.numbers([core::f64::consts::LOG2_E, format.shifter])?;
        let [high, low] = e.numbers(format.two_ln2.map(|part| part / 2.0))?;
        let shifted = e.multiply_add(shifter, x, per_step)?;
        let n = e.binary(Two::Sub, shifted, shifter)?;
        let scales = halves(e, n)?;
        let rest = e.multiply_subtract(x, n, high)?;
        Ok(Self { n, rest, low, scales })
    }

    /// The part to subtract from the rest for `e^(x - more)`.
    fn less(&self, e: &mut Expression, more: Value) -> Written {
        e.multiply_add(more, self.n, self.low)
    }

    fn power(self, e: &mut Expression, r: Value) -> Written<Power> {
        Ok(Power { less_one: less_one(e, r, Precise::Near)?, scales: self.scales })
    }
}

/// 2 to the power of either half of `n`, an integer.
pub(super) fn halves(e: &mut Expression, n: Value) -> Written<[Value; 2]> {
    let format = Format::of(e.lanes());
    let [half, shifter] = e.numbers([0.5, format.shifter])?;
    let (first, first_scale) = steps(e, n, half)?;
    let second = e.binary(Two::Sub, n, first)?;
    let shifted = e.binary(Two::Add, second, shifter)?;
    Ok([first_scale, e.shift(Shift::Left, shifted, format.fraction)?])
}

/// `2^x` in single precision as a power near 1 and a scale, for an exponent for which one suffices.
pub(super) fn power_of_two(e: &mut Expression, x: Value) -> Written<[Value; 2]> {
    let Format { shifter, fraction, .. } = Format::of(FloatType::F32);
    let shifter = e.number(shifter)?;
    let shifted = e.binary(Two::Add, x, shifter)?;
    let n = e.binary(Two::Sub, shifted, shifter)?;
    let r = e.binary(Two::Sub, x, n)?;
    let square = e.binary(Two::Mul, r, r)?;
    Ok([e.polynomial(r, square, &SINGLE_OF_TWO)?, e.shift(Shift::Left, shifted, fraction)?])
}

/// The integer that is nearest to `x · per_step`, and 2 to the power of it.
fn steps(e: &mut Expression, x: Value, per_step: Value) -> Written<(Value, Value)> {
    let format = Format::of(e.lanes());
    let shifter = e.number(format.shifter)?;
    let shifted = e.multiply_add(shifter, x, per_step)?;
    let m = e.binary(Two::Sub, shifted, shifter)?;
    Ok((m, e.shift(Shift::Left, shifted, format.fraction)?))
}

/// 1 divided by a scale.
fn inverse(e: &mut Expression, scale: Value) -> Written {
    let bits = e.bits(Format::of(e.lanes()).bits_of_inverse)?;
    e.binary(Two::SubInteger, bits, scale)
}

/// `x` times both scales.
pub(super) fn scaled(e: &mut Expression, x: Value, [first, second]: [Value; 2]) -> Written {
    let scaled = e.binary(Two::Mul, x, first)?;
    e.binary(Two::Mul, scaled, second)
}

/// `e^r - 1` for `r` at most ln 2 from zero.
fn less_one(e: &mut Expression, r: Value, precise: Precise) -> Written {
    let [square, h] = square_and_h(e, r, precise)?;
    e.multiply_add(r, square, h)
}

/// `r²` and `h(r)`.
fn square_and_h(e: &mut Expression, r: Value, precise: Precise) -> Written<[Value; 2]> {
    let coefficients: &[f64] = match (e.lanes(), precise) {
        (FloatType::F32, Precise::Power) => &SINGLE,
        (FloatType::F32, Precise::LessOne) => &SINGLE_LESS_ONE,
        (FloatType::F32, Precise::Near) => &SINGLE_NEAR,
        (FloatType::F64, _) => &DOUBLE,
    };
    let square = e.binary(Two::Mul, r, r)?;
    Ok([square, e.polynomial(r, square, coefficients)?])
}

/// `x` moved to where results are neither 0 nor infinite, or just beyond: ends for single and for
/// double precision.
fn within(e: &mut Expression, x: Value, single: [f64; 2], double: [f64; 2]) -> Written {
    let ends = match e.lanes() {
        FloatType::F32 => single,
        FloatType::F64 => double,
    };
    let [low, high] = e.numbers(ends)?;
    e.clamp(x, low, high)
}

/// `e^x`.
pub(super) fn exp(e: &mut Expression, x: Value) -> Written {
    let x = within(e, x, [-104.0, 89.0], [-746.0, 710.0])?;
    Power::of_e(e, x, Precise::Power)?.whole(e)
}

/// `2^x`.
pub(super) fn exp2(e: &mut Expression, x: Value) -> Written {
    let x = within(e, x, [-151.0, 129.0], [-1076.0, 1025.0])?;
    Power::of_two(e, x)?.whole(e)
}

/// `e^x - 1`.
pub(super) fn expm1(e: &mut Expression, x: Value) -> Written {
    let near = within(e, x, [-20.0, 89.0], [-40.0, 710.0])?;
    let result = Power::of_e(e, near, Precise::LessOne)?.whole_less_one(e)?;
    // The steps lose the sign of zero.
    e.with_sign(result, x)
}

/// `|x|`, but not above `limit`.
pub(super) fn distance(e: &mut Expression, x: Value, limit: f64) -> Written {
    let limit = e.number(limit)?;
    let distance = e.absolute(x)?;
    e.binary(Two::Min, distance, limit)
}

/// `1 / (1 + e^-x)`: with `t = 1 / (1 + e^|x|)`, that is `1 - t` or, where `x` is negative, `t`.
pub(super) fn sigmoid(e: &mut Expression, x: Value) -> Written {
    let [zero, one] = e.numbers([0.0, 1.0])?;
    let limit = by_type(e.lanes(), 104.0, 746.0);
    let distance = distance(e, x, limit)?;
    let small = Power::of_e_finely(e, distance)?.logistic_of_one(e)?;
    let great = e.binary(Two::Sub, one, small)?;
    let is_negative = e.binary(Two::Greater, zero, x)?;
    e.select(is_negative, small, great)
}

/// `x / (1 + e^-x)`.
pub(super) fn silu(e: &mut Expression, x: Value) -> Written {
    let limit = by_type(e.lanes(), 110.0, 755.0);
    let distance = distance(e, x, limit)?;
    let less = Power::of_e_finely(e, distance)?.logistic(e, distance)?;
    rectified_less(e, x, less)
}

/// The larger of `x` and 0, less `less`, which is neither negative nor above `|x|`; with the sign of `x`.
pub(super) fn rectified_less(e: &mut Expression, x: Value, less: Value) -> Written {
    let zero = e.number(0.0)?;
    let rectified = e.binary(Two::Max, x, zero)?;
    let result = e.binary(Two::Sub, rectified, less)?;
    e.with_sign(result, x)
}

/// `p / (p + 2)` with `p = e^2|x| - 1`, and the sign of `x`.
pub(super) fn tanh(e: &mut Expression, x: Value) -> Written {
    let dtype = e.lanes();
    let [one, two] = e.numbers([1.0, 2.0])?;
    let distance = distance(e, x, by_type(dtype, 10.0, 20.0))?;
    let twice = e.binary(Two::Add, distance, distance)?;
    let Power { less_one, scales: [first, second] } = Power::of_e(e, twice, Precise::LessOne)?;
    let scale = e.binary(Two::Mul, first, second)?;
    let offset = e.binary(Two::Sub, scale, one)?;
    let p = e.multiply_add(offset, scale, less_one)?;
    let below = e.binary(Two::Add, p, two)?;
    let quotient = e.binary(Two::Div, p, below)?;
    e.with_sign(quotient, x)
}

/// `x` where it is positive, elsewhere `alpha · (e^x - 1)`.
pub(super) fn elu(e: &mut Expression, x: Value, alpha: Value) -> Written {
    let zero = e.number(0.0)?;
    let power = expm1(e, x)?;
    let scaled = e.binary(Two::Mul, alpha, power)?;
    let is_positive = e.binary(Two::Greater, x, zero)?;
    e.select(is_positive, x, scaled)
}

/// The meaning of [`sigmoid`].
pub(super) fn sigmoid_of(x: f64) -> f64 {
    let power = libm::exp(-x.abs());
    (if x < 0.0 { power } else { 1.0 }) / (1.0 + power)
}

/// The meaning of [`silu`].
pub(super) fn silu_of(x: f64) -> f64 {
    gated_of(x, x, 0.0)
}

/// `x / (1 + e^-y)`, where `x` has the sign of `y`. `more` is to be added to `y`, below its last place.
///
/// The power is taken once, as half of it squared would be twice as far off. Only where it may be
/// subnormal, which the result need not be, it is taken as that of a greater number, and the factor between
/// the two comes last.
pub(super) fn gated_of(x: f64, y: f64, more: f64) -> f64 {
    /// e^-64.
    const FACTOR: f64 = 1.603810890548638e-28;
    let power = |y: f64, more: f64| libm::exp(y) * (1.0 + more);
    match y {
        // Far below; `x` may be infinite.
        ..-1000.0 => -0.0,
        ..-600.0 => x * power(y + 64.0, more) * FACTOR,
        ..0.0 => {
            let power = power(y, more);
            x * power / (1.0 + power)
        }
        _ => x / (1.0 + power(-y, -more)),
    }
}
