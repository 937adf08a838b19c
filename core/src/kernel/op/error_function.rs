//! The formulas of the error function and of the Gaussian error linear units.
//!
//! In double precision the error function, and the first of the units, are made of the upper tail of the
//! normal distribution, `Q(v) = ½ erfc(v / √2)` for `v` from 0 to where it is too small:
//! `e^(-v²/2) · over(v) / under(v)`. The ratio is of two polynomials whose coefficients are positive, so that
//! no step loses accuracy, and it is near to the exact one everywhere, also relatively: minimax, found by
//! Remez' algorithm for ratios in 60 digits; then the coefficients of `under` are rounded and those of `over`
//! found again, one after the other.
//!
//! The absolute error of an exponent is the relative error of its power. So the rounding error of `v²/2` is
//! kept, and the power corrected by it.

use super::exponential::{FinePower, Power, by_type, distance, gated_of, power_of_two, rectified_less};
use super::product::Product;
use super::{Expression, Value};
use crate::fallible::OutOfMemory;
use crate::kernel::func::{FloatType, UnaryVectorOp as One, VectorOp as Two};

type Written<T = Value> = Result<T, OutOfMemory>;

/// `over` in single precision.
const SINGLE_OVER: [f64; 4] =
    [0.4384976029396057, 0.18338541686534882, 0.040683966130018234, 0.00412385631352663];

/// `under` in single precision: the ratio is within 2⁻²⁵ up to 14.6.
const SINGLE_UNDER: [f64; 5] =
    [1.6748801469802856, 1.2031270265579224, 0.4698674976825714, 0.10198593884706497, 0.010336858220398426];

/// `over` in double precision.
const DOUBLE_OVER: [f64; 10] = [
    0.8279452464504083,
    0.6796420241261546,
    0.357371094439558,
    0.1320593843816283,
    0.035672401332683436,
    0.007124016401964883,
    0.0010399166654559931,
    0.00010659717631574028,
    6.977852449787718e-06,
    2.2425454050885543e-07,
];

/// `under` in double precision: the ratio is within 2⁻⁵⁵ up to 39.
const DOUBLE_UNDER: [f64; 11] = [
    2.453775053703682,
    2.8171132792856914,
    2.0015473738697946,
    0.9801756201235586,
    0.34835226277205494,
    0.0919891528491622,
    0.018123336183674763,
    0.002624175399343052,
    0.00026776161891764986,
    1.7490882246870923e-05,
    5.621227719537518e-07,
];

/// `erf(x) / x - 1` as a polynomial of `x²` in single precision, for `x` up to [`SINGLE_END`]: within 2⁻²⁷.
const SINGLE_NEAR: [f64; 6] = [
    0.12837916612625122,
    -0.3761260509490967,
    0.11283111572265625,
    -0.02681959792971611,
    0.005081488750874996,
    -0.0006504954653792083,
];

/// The logarithm of `1 - erf(x)` to base 2 as a polynomial of `x`, from there to 4: so that
/// `erf(x)` is within 2⁻²⁸.
const SINGLE_FAR: [f64; 7] = [
    -9.749387390911579e-05,
    -1.6276822090148926,
    -0.9178848266601562,
    -0.1511862874031067,
    0.03268452361226082,
    -0.004549767822027206,
    0.0002993459056597203,
];

/// Where the two meet.
const SINGLE_END: f64 = 0.8125;

/// `erf(x) / x - 1` as a polynomial of `x²`, for `x` up to 1, in double precision: within 2⁻⁵⁶.
const DOUBLE_ERF: [f64; 12] = [
    0.12837916709551256,
    -0.37612638903183343,
    0.11283791670936946,
    -0.02686617064195769,
    0.005223977596717,
    -0.000854832548374436,
    0.00012055280448385253,
    -1.4924464507328936e-05,
    1.6444134053902646e-06,
    -1.6183845427605717e-07,
    1.3615987324797285e-08,
    -7.606335693761498e-10,
];

/// The numbers of `gelu_tanh` for an element type.
struct Cubic {
    /// A distance from zero from which on the result is 0 or `x`.
    limit: f64,
    /// 2·√(2/π), in two parts.
    linear: [f64; 2],
    /// 0.044715 times that, in two parts.
    cubic: [f64; 2],
}

/// For single and for double precision.
const GELU_TANH: [Cubic; 2] = [
    Cubic {
        limit: 11.1,
        linear: [1.5957691669464111, -4.534068054340423e-08],
        cubic: [0.07135481387376785, 2.3988324659995897e-09],
    },
    Cubic {
        limit: 21.7,
        linear: [1.5957691216057308, -9.96930880911092e-17],
        cubic: [0.07135481627260025, -6.175149918155315e-19],
    },
];

/// Some coefficients for each element type.
const fn by_type_of<'c>(dtype: FloatType, single: &'c [f64], double: &'c [f64]) -> &'c [f64] {
    match dtype {
        FloatType::F32 => single,
        FloatType::F64 => double,
    }
}

impl Product {
    /// e to the power of it, nearly without loss.
    fn fine_power(&self, e: &mut Expression) -> Written<FinePower> {
        FinePower::of_e_less(e, self.rounded, self.above)
    }

    /// e to the power of it.
    fn power(&self, e: &mut Expression) -> Written<Power> {
        Power::of_e_less(e, self.rounded, self.above)
    }
}

/// `1/√2π - v·over(v)/under(v)`, times `under(v)`, in single precision: from ¾ on, the ratio is within 2⁻²⁷.
const SINGLE_REST: [f64; 6] = [
    0.3989422023296356,
    0.1681806892156601,
    0.04148058593273163,
    0.004064592067152262,
    2.5431995709368493e-06,
    -4.689025345783193e-08,
];

/// The same in double precision.
const DOUBLE_REST: [f64; 12] = [
    0.3989422804014327,
    0.47891461551669495,
    0.2959203493369837,
    0.11885984953695995,
    0.03366240264642333,
    0.006913061711654152,
    0.0010259610771573716,
    0.00010614866363211137,
    6.977852531265594e-06,
    2.2425453924629652e-07,
    1.1904721302586285e-17,
    -5.1200668566505314e-20,
];

/// The ratio of the polynomials at some `v`, times `v` if `over` is.
struct Ratio {
    v: Value,
    square: Value,
    over: Value,
    /// `under` is `1 + v·under`.
    under: Value,
}

impl Ratio {
    /// Given `v`, `v²`, and the first term of `over` with the factor of the others.
    fn new(e: &mut Expression, v: Value, square: Value, [first, factor]: [Value; 2]) -> Written<Self> {
        let dtype = e.lanes();
        let over = e.polynomial(v, square, by_type_of(dtype, &SINGLE_OVER, &DOUBLE_OVER))?;
        let over = e.multiply_add(first, factor, over)?;
        let under = e.polynomial(v, square, by_type_of(dtype, &SINGLE_UNDER, &DOUBLE_UNDER))?;
        Ok(Self { v, square, over, under })
    }

    /// The ratio.
    fn value(self, e: &mut Expression) -> Written {
        let one = e.number(1.0)?;
        let below = e.multiply_add(one, self.v, self.under)?;
        e.binary(Two::Div, self.over, below)
    }

    /// The ratio where `over` has the factor `v`, and what it lacks. Up to ¾ that is a quotient with its
    /// remainder; from there on the ratio is nearly constant, and `1/√2π` less a quotient that is small.
    fn precise(self, e: &mut Expression) -> Written<[Value; 2]> {
        let Self { v, square, over, under } = self;
        let [one, limit, start] = e.numbers([1.0, INVERSE_ROOT, 0.75])?;
        let rest = e.polynomial(v, square, by_type_of(e.lanes(), &SINGLE_REST, &DOUBLE_REST))?;
        let is_far = e.binary(Two::Greater, v, start)?;
        let above = e.select(is_far, rest, over)?;
        let below = e.multiply_add(one, v, under)?;
        let inverse = e.binary(Two::Div, one, below)?;
        let quotient = e.binary(Two::Mul, above, inverse)?;
        // What the sum lacks is exact: it is from 1 to where the last place is worth 1.
        let gone = e.binary(Two::Sub, one, below)?;
        let lost = e.multiply_add(gone, v, under)?;
        let remainder = e.multiply_subtract(above, quotient, below)?;
        let remainder = e.multiply_subtract(remainder, quotient, lost)?;
        let more = e.binary(Two::Mul, remainder, inverse)?;
        let far = e.binary(Two::Sub, limit, quotient)?;
        let gone = e.binary(Two::Sub, limit, far)?;
        let lost = e.binary(Two::Sub, gone, quotient)?;
        let far_more = e.binary(Two::Sub, lost, more)?;
        Ok([e.select(is_far, far, quotient)?, e.select(is_far, far_more, more)?])
    }
}

/// 1/√2π.
const INVERSE_ROOT: f64 = 0.398_942_280_401_432_7;

/// The error function: near zero `x + x·p(x²)`, with the sign of `x`.
pub(super) fn erf(e: &mut Expression, x: Value) -> Written {
    match e.lanes() {
        FloatType::F32 => erf_by_power(e, x),
        FloatType::F64 => erf_by_tail(e, x),
    }
}

/// Far from zero 1 less a power of 2, whose exponent is a polynomial: relative to 1, what is lost where the
/// exponent is far below zero does not count.
fn erf_by_power(e: &mut Expression, x: Value) -> Written {
    let [limit, one, end] = e.numbers([4.0, 1.0, SINGLE_END])?;
    let others = e.bits(0x7fff_ffff)?;
    // By bits: where there is no instruction for it, `absolute` takes two.
    let far = e.binary(Two::And, x, others)?;
    let far = e.binary(Two::Min, far, limit)?;
    let square = e.binary(Two::Mul, far, far)?;
    let fourth = e.binary(Two::Mul, square, square)?;
    let series = e.polynomial(square, fourth, &SINGLE_NEAR)?;
    let near = e.multiply_add(far, far, series)?;
    let exponent = e.polynomial(far, square, &SINGLE_FAR)?;
    let [power, scale] = power_of_two(e, exponent)?;
    let beyond = e.multiply_subtract(one, power, scale)?;
    let is_beyond = e.binary(Two::Greater, far, end)?;
    let result = e.select(is_beyond, beyond, near)?;
    e.with_sign(result, x)
}

/// From 1 on `1 - 2·Q(x·√2)`.
fn erf_by_tail(e: &mut Expression, x: Value) -> Written {
    let far = distance(e, x, 6.0)?;
    let [one, root] = e.numbers([1.0, core::f64::consts::SQRT_2])?;

    let square = e.binary(Two::Mul, far, far)?;
    let fourth = e.binary(Two::Mul, square, square)?;
    let series = e.polynomial(square, fourth, &DOUBLE_ERF)?;
    let near = e.multiply_add(far, far, series)?;

    let negative = e.unary(One::Negate, far)?;
    let exponent = Product::new(e, far, negative)?;
    let v = e.binary(Two::Mul, far, root)?;
    let v_square = e.binary(Two::Mul, v, v)?;
    let [half, two] = e.numbers([0.5, 2.0])?;
    let ratio = Ratio::new(e, v, v_square, [half, v])?.value(e)?;
    let tail = exponent.power(e)?.times(e, ratio)?;
    let beyond = e.multiply_subtract(one, tail, two)?;

    let is_beyond = e.binary(Two::Greater, far, one)?;
    let result = e.select(is_beyond, beyond, near)?;
    e.with_sign(result, x)
}

/// `x·(1 - Q(x))`: the larger of `x` and 0 less `|x|·Q(|x|)`, with the sign of `x`.
pub(super) fn gelu(e: &mut Expression, x: Value) -> Written {
    let v = distance(e, x, by_type(e.lanes(), 14.6, 39.0))?;
    let minus_half = e.number(-0.5)?;
    let halved = e.binary(Two::Mul, v, minus_half)?;
    let exponent = Product::new(e, v, halved)?;
    let half = e.unary(One::Negate, halved)?;
    let square = e.binary(Two::Mul, v, v)?;
    let ratio = Ratio::new(e, v, square, [half, square])?.precise(e)?;
    let less = exponent.fine_power(e)?.times_sum(e, ratio)?;
    rectified_less(e, x, less)
}

/// `x / (1 + e^-y)` with `y = x·(k + k₃·x²)`, which is computed to twice the precision, as its error is one
/// of the power relative to 1.
pub(super) fn gelu_tanh(e: &mut Expression, x: Value) -> Written {
    let dtype = e.lanes();
    let [single, double] = GELU_TANH;
    let Cubic { limit, linear, cubic } = if dtype == FloatType::F32 { single } else { double };
    let ([linear, linear_low], [cubic, cubic_low]) = (e.numbers(linear)?, e.numbers(cubic)?);
    let v = distance(e, x, limit)?;
    // The square, and how far it is above the exact one; then its product with `cubic`, likewise.
    let square = e.binary(Two::Mul, v, v)?;
    let square_above = e.multiply_subtract(square, v, v)?;
    let product = e.binary(Two::Mul, square, cubic)?;
    let product_above = e.multiply_subtract(product, square, cubic)?;
    let rest = e.binary(Two::Mul, square, cubic_low)?;
    let rest = e.multiply_subtract(rest, square_above, cubic)?;
    let rest = e.binary(Two::Sub, rest, product_above)?;
    // Their sum, and what it lacks (Knuth's exact sum of two numbers).
    let sum = e.binary(Two::Add, product, linear)?;
    let of_product = e.binary(Two::Sub, sum, linear)?;
    let of_linear = e.binary(Two::Sub, sum, of_product)?;
    let lost_linear = e.binary(Two::Sub, linear, of_linear)?;
    let lost_product = e.binary(Two::Sub, product, of_product)?;
    let lost = e.binary(Two::Add, lost_linear, lost_product)?;
    let rest = e.binary(Two::Add, rest, lost)?;
    let rest = e.binary(Two::Add, rest, linear_low)?;
    let exponent = Product::new(e, sum, v)?;
    let above = e.multiply_subtract(exponent.above, v, rest)?;
    let less = Product { above, ..exponent }.fine_power(e)?.logistic(e, v)?;
    rectified_less(e, x, less)
}

/// The meaning of [`gelu`]. The slope makes up for the error of rounding `x/√2`.
pub(super) fn gelu_of(x: f64) -> f64 {
    const ROOT: f64 = core::f64::consts::FRAC_1_SQRT_2;
    /// √½ less [`ROOT`].
    const LOST: f64 = -4.833646656726457e-17;
    if x < -40.0 {
        return -0.0;
    }
    let z = -x * ROOT;
    let lost = libm::fma(-x, ROOT, -z) - x * LOST;
    let slope = -core::f64::consts::FRAC_2_SQRT_PI * libm::exp(-z * z);
    0.5 * x * (libm::erfc(z) + if x.is_finite() { slope * lost } else { 0.0 })
}

/// A product, and what is lost when it is rounded.
fn product(a: f64, b: f64) -> (f64, f64) {
    (a * b, libm::fma(a, b, -(a * b)))
}

/// The meaning of [`gelu_tanh`].
pub(super) fn gelu_tanh_of(x: f64) -> f64 {
    let [_, Cubic { linear: [linear, linear_low], cubic: [cubic, cubic_low], .. }] = GELU_TANH;
    if x.abs() > 1e3 {
        return gated_of(x, x, 0.0);
    }
    let (square, square_lost) = product(x, x);
    let (term, term_lost) = product(square, cubic);
    let sum = linear + term;
    let lost = if term > linear { linear - (sum - term) } else { term - (sum - linear) };
    let lost = lost + linear_low + term_lost + square_lost * cubic + square * cubic_low;
    let (twice, twice_lost) = product(x, sum);
    gated_of(x, twice, twice_lost + x * lost)
}
