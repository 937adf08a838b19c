//! The operations on one element.

use super::{Expression, MAX_PARAMETERS, Op, Operation, Parameter, Value, operations};
use super::{error_function, exponential, logarithm, trigonometric};
use crate::element::Float;
use crate::fallible::OutOfMemory;
use crate::kernel::func::{UnaryVectorOp as One, VectorOp as Two};

/// `x` as a factor of `other`, which is a parameter: where that is zero, the greatest numbers take the place
/// of infinities, so that the product is zero there as it is for all numbers.
fn factor_of(e: &mut Expression, other: Value, x: Value) -> Result<Value, OutOfMemory> {
    if e.number_in(other).is_some_and(|number| number != 0.0) {
        return Ok(x);
    }
    let [zero, infinity, below] = e.numbers([0.0, f64::INFINITY, f64::NEG_INFINITY])?;
    // All bits set are -1, and the bits of the greatest number are one less than those of the infinity.
    let is_zero = e.binary(Two::Equal, other, zero)?;
    let low = e.binary(Two::AddInteger, below, is_zero)?;
    let high = e.binary(Two::AddInteger, infinity, is_zero)?;
    e.clamp(x, low, high)
}

/// The same of one element.
fn factor_of_one<T: Float>(other: T, x: T) -> T {
    let is_infinite = x.to_f64().is_infinite();
    if other == T::ZERO && is_infinite { T::ONE.with_sign_of(x) } else { x }
}

/// `slope · x + offset`, rounded once, between 0 and 1.
fn hard_sigmoid(e: &mut Expression, x: Value, slope: Value, offset: Value) -> Result<Value, OutOfMemory> {
    let (zero, one) = (e.number(0.0)?, e.number(1.0)?);
    let factor = factor_of(e, slope, x)?;
    let line = e.multiply_add(offset, slope, factor)?;
    e.clamp(line, zero, one)
}

/// The same of one element.
fn hard_sigmoid_of<T: Float>(x: T, slope: T, offset: T) -> T {
    match slope.multiply_add(factor_of_one(slope, x), offset) {
        line if line <= T::ZERO => T::ZERO,
        line if line >= T::ONE => T::ONE,
        line => line,
    }
}

/// `x` times its gate, and a zero with the sign of `x` where the gate is zero, however far `x` is.
fn gated(e: &mut Expression, x: Value, gate: Value) -> Result<Value, OutOfMemory> {
    let (zero, minus_zero) = (e.number(0.0)?, e.number(-0.0)?);
    // A gate that is no number is not open: what is left of `x` times it is none, too.
    let is_open = e.binary(Two::Greater, gate, zero)?;
    let kept = e.binary(Two::Or, is_open, minus_zero)?;
    let x = e.binary(Two::And, x, kept)?;
    e.binary(Two::Mul, x, gate)
}

/// Returns a function of double precision of an element.
fn through<T: Float>(x: T, function: impl Fn(f64) -> f64) -> T {
    T::from_f64(function(x.to_f64()))
}

operations! { "All operations on one element that come with tensmith." 1;
    /// `+0`, whatever the input, which is not read.
    zero(_;) = |e| { e.number(0.0) } means { T::ZERO } integers { 0 };

    /// `value`, whatever the input, which is not read.
    fill(_; value) = |_| { Ok(value) } means { value } integers { value };

    /// The input, bit for bit.
    identity(x;) = |_| { Ok(x) } means { x } integers { x };

    /// The input with the other sign.
    ///
    /// Exact, for zeros, infinities and NaN too.
    negate(x;) = |e| { e.unary(One::Negate, x) } means { -x } integers { x.wrapping_neg() };

    /// `factor` times the input, rounded once.
    ///
    /// An infinity times zero makes a NaN; a NaN stays one.
    scale(x; factor) = |e| { e.binary(Two::Mul, factor, x) } means { factor * x } integers { factor.wrapping_mul(x) };

    /// The input without its sign.
    ///
    /// Exact, for zeros, infinities and NaN too.
    absolute(x;) = |e| { e.unary(One::Absolute, x) } means { x.absolute() } integers { x.wrapping_abs() };

    /// 1 with the sign of the input.
    ///
    /// Zeros and NaN stay what they are.
    sign(x;) = |e| {
        let (zero, minus_zero, one) = (e.number(0.0)?, e.number(-0.0)?, e.number(1.0)?);
        let has_one = e.binary(Two::GreaterAbsolute, x, zero)?;
        let sign = e.binary(Two::And, x, minus_zero)?;
        let signed = e.binary(Two::Or, sign, one)?;
        e.select(has_one, signed, x)
    } means {
        if x > T::ZERO {
            T::ONE
        } else if x < T::ZERO {
            -T::ONE
        } else {
            x
        }
    };

    /// The product of the input with itself, rounded once.
    ///
    /// Positive but for NaN, which stays one.
    square(x;) = |e| { e.binary(Two::Mul, x, x) } means { x * x } integers { x.wrapping_mul(x) };

    /// The square root, rounded once.
    ///
    /// Of `-0` it is `-0`, of all below a NaN; a NaN stays one.
    square_root(x;) = |e| { e.unary(One::SquareRoot, x) } means { x.square_root() };

    /// 1 divided by the input, rounded once.
    ///
    /// Of a zero it is the infinity of the same sign, and the other way round; a NaN stays one.
    reciprocal(x;) = |e| {
        let one = e.number(1.0)?;
        e.binary(Two::Div, one, x)
    } means { T::ONE / x };

    /// The greatest integer that is not greater than the input.
    ///
    /// Zeros and infinities stay what they are, and a NaN one.
    floor(x;) = |e| { e.unary(One::Floor, x) } means { x.floor() };

    /// The least integer that is not less than the input.
    ///
    /// Above -1 and below zero it is `-0`. Zeros and infinities stay what they are, and a NaN one.
    ceil(x;) = |e| { e.unary(One::Ceil, x) } means { x.ceil() };

    /// The nearest integer, of two the even one.
    ///
    /// Where it is zero, it has the sign of the input. Infinities stay what they are, and a NaN one.
    round(x;) = |e| { e.unary(One::Round, x) } means { x.round() };

    /// The input without its fraction.
    ///
    /// Where it is zero, it has the sign of the input. Infinities stay what they are, and a NaN one.
    trunc(x;) = |e| { e.unary(One::Trunc, x) } means { x.trunc() };

    /// The input plus 1, rounded once.
    ///
    /// Infinities stay what they are, and a NaN one.
    increment(x;) = |e| {
        let one = e.number(1.0)?;
        e.binary(Two::Add, x, one)
    } means { x + T::ONE } integers { x.wrapping_add(1) };

    /// The input minus 1, rounded once.
    ///
    /// Infinities stay what they are, and a NaN one.
    decrement(x;) = |e| {
        let one = e.number(1.0)?;
        e.binary(Two::Sub, x, one)
    } means { x - T::ONE } integers { x.wrapping_sub(1) };

    /// The larger of the input and `+0`.
    ///
    /// `-0` becomes `+0`; a NaN stays one.
    relu(x;) = |e| {
        let zero = e.number(0.0)?;
        e.binary(Two::Max, x, zero)
    } means {
        if x <= T::ZERO { T::ZERO } else { x }
    } integers { x.max(0) };

    /// All bits set where the input is positive, none elsewhere.
    ///
    /// So it is the mask of where [`Op::relu`] is the input. None are set for zeros and for a NaN.
    relu_mask(x;) = |e| {
        let zero = e.number(0.0)?;
        e.binary(Two::Greater, x, zero)
    } means { T::mask(x > T::ZERO) };

    /// The input where it is positive, elsewhere `slope` times it, rounded once.
    ///
    /// The latter for zeros and for a NaN too, which stays one. Where `slope` is zero, it is
    /// a zero of `-∞`, too.
    leaky_relu(x; slope) = |e| {
        let zero = e.number(0.0)?;
        let is_positive = e.binary(Two::Greater, x, zero)?;
        let factor = factor_of(e, slope, x)?;
        let scaled = e.binary(Two::Mul, slope, factor)?;
        e.select(is_positive, x, scaled)
    } means {
        if x > T::ZERO { x } else { slope * factor_of_one(slope, x) }
    };

    /// The input moved into the range from `low` to `high`.
    ///
    /// That is the smaller of `high` and the larger of `low` and the input; so it is `high` where `low`
    /// is greater. `-0` is smaller than `+0`; a NaN stays one, and as a
    /// parameter makes one.
    clamp(x; low, high) = |e| { e.clamp(x, low, high) } means { x.larger(low).smaller(high) } integers { x.max(low).min(high) };

    /// `slope` times the input plus `offset`, rounded once, moved into the range from 0 to 1.
    ///
    /// Zeros become `+0`; a NaN stays one. Where `slope` is zero, it is the same of
    /// infinities as of all numbers.
    hard_sigmoid(x; slope, offset) = |e| { hard_sigmoid(e, x, slope, offset) } means {
        hard_sigmoid_of(x, slope, offset)
    };

    /// The product, rounded once, of the input and what [`Op::hard_sigmoid`] makes of it.
    ///
    /// Where the latter is 0, it is a zero with the sign of the input, also of an infinite one: of `-∞` it is
    /// `-0` where `slope` is positive. A NaN stays one.
    hard_swish(x; slope, offset) = |e| {
        let gate = hard_sigmoid(e, x, slope, offset)?;
        gated(e, x, gate)
    } means {
        match hard_sigmoid_of(x, slope, offset) {
            gate if gate == T::ZERO => T::ZERO.with_sign_of(x),
            gate => x * gate,
        }
    };

    /// The power of e.
    ///
    /// Below -104, in double precision below -746, it is `+0`, and of `-∞`; where it is too great, an
    /// infinity. Subnormal results are as near as others; a NaN stays one.
    exp(x;) = |e| { exponential::exp(e, x) } means { through(x, libm::exp) } within 2.0;

    /// The power of 2.
    ///
    /// Exact where the input is an integer. Below -150, in double precision below -1075, it is `+0`, and
    /// of `-∞`; where it is too great, an infinity. Subnormal results are as near as others; a NaN
    /// stays one.
    exp2(x;) = |e| { exponential::exp2(e, x) } means { through(x, libm::exp2) } within 2.0;

    /// The power of e, minus 1, also where both are near to each other.
    ///
    /// Zeros and subnormals stay what they are; of `-∞` it is -1; where it is too great, an infinity. A
    /// NaN stays one.
    expm1(x;) = |e| { exponential::expm1(e, x) } means { through(x, libm::expm1) } within 2.0;

    /// `1 / (1 + e^-x)`, the logistic function.
    ///
    /// Of infinities it is 0 and 1. Subnormal results are as near as others; a NaN stays one.
    sigmoid(x;) = |e| { exponential::sigmoid(e, x) } means { through(x, exponential::sigmoid_of) } within 2.5;

    /// `x / (1 + e^-x)`, the input times its [`Op::sigmoid`].
    ///
    /// Of `-∞` it is `-0`, of `∞` that. Subnormal results are as near as others; a NaN stays one.
    silu(x;) = |e| { exponential::silu(e, x) } means { through(x, exponential::silu_of) } within 2.5;

    /// The hyperbolic tangent.
    ///
    /// Zeros and subnormals stay what they are; of infinities it is 1 and -1. A NaN stays one.
    tanh(x;) = |e| { exponential::tanh(e, x) } means { through(x, libm::tanh) } within 2.5;

    /// The input where it is positive, elsewhere `alpha` times [`Op::expm1`] of it.
    ///
    /// Zeros and subnormals are multiplied by `alpha`; of `-∞` it is `-alpha`. A NaN stays one.
    elu(x; alpha) = |e| { exponential::elu(e, x, alpha) } means {
        if x > T::ZERO { x } else { through(x, |x| alpha.to_f64() * libm::expm1(x)) }
    } within 2.5;

    /// 1 divided by the square root.
    ///
    /// Of zeros it is the infinity of the same sign, of `∞` it is `+0`, of all below a NaN; a NaN stays
    /// one.
    reciprocal_square_root(x;) = |e| {
        let one = e.number(1.0)?;
        let root = e.unary(One::SquareRoot, x)?;
        e.binary(Two::Div, one, root)
    } means { through(x, |x| 1.0 / x.square_root()) } within 1.5;

    /// The natural logarithm.
    ///
    /// Of zeros it is `-∞`, of all below a NaN; `∞` stays that. Subnormal numbers are numbers like
    /// others; a NaN stays one.
    log(x;) = |e| { logarithm::log(e, x) } means { through(x, libm::log) } within 1.0;

    /// The natural logarithm of 1 plus the input, also where that is near to 0.
    ///
    /// Zeros and subnormals stay what they are; of -1 it is `-∞`, of all below a NaN; `∞` stays that.
    /// A NaN stays one.
    log1p(x;) = |e| { logarithm::log1p(e, x) } means { through(x, libm::log1p) } within 1.5;

    /// The sine of an angle in radians.
    ///
    /// Zeros and subnormals stay what they are; of infinities it is a NaN, and a NaN stays one. Beyond 2¹⁸
    /// from zero, in double precision 2³⁰, it takes longer.
    sin(x;) = |e| { trigonometric::sin(e, x) } means { through(x, libm::sin) } within 2.0;

    /// The cosine of an angle in radians.
    ///
    /// Of infinities it is a NaN, and a NaN stays one. Beyond 2¹⁸ from zero, in double precision
    /// 2³⁰, it takes longer.
    cos(x;) = |e| { trigonometric::cos(e, x) } means { through(x, libm::cos) } within 2.0;

    /// The error function: 2/√π times the integral of `e^-t²` from 0 to the input.
    ///
    /// Zeros stay what they are; of infinities it is 1 and -1. Subnormal results are as near as others; a
    /// NaN stays one.
    erf(x;) = |e| { error_function::erf(e, x) } means { through(x, libm::erf) } within 1.5;

    /// The Gaussian error linear unit, `x/2 · (1 + erf(x/√2))`.
    ///
    /// Zeros stay what they are; of `-∞` it is `-0`, of `∞` that. Subnormal results are as near as
    /// others; a NaN stays one.
    gelu(x;) = |e| { error_function::gelu(e, x) } means { through(x, error_function::gelu_of) } within 2.5;

    /// An approximation that often replaces [`Op::gelu`]: `x/2 · (1 + tanh(√(2/π)·(x + 0.044715·x³)))`.
    ///
    /// Zeros stay what they are; of `-∞` it is `-0`, of `∞` that. Subnormal results are as near as
    /// others; a NaN stays one.
    gelu_tanh(x;) = |e| { error_function::gelu_tanh(e, x) } means {
        through(x, error_function::gelu_tanh_of)
    } within 2.5;
}
