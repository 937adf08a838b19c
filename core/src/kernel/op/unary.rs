//! The operations on one element.

use super::{Expression, MAX_PARAMETERS, Op, Operation, Parameter, Value, operations};
use crate::element::Element;
use crate::fallible::OutOfMemory;
use crate::kernel::func::{UnaryVectorOp as One, VectorOp as Two};

/// `slope · x + offset`, rounded once, between 0 and 1.
fn hard_sigmoid(e: &mut Expression, x: Value, slope: Value, offset: Value) -> Result<Value, OutOfMemory> {
    let (zero, one) = (e.number(0.0)?, e.number(1.0)?);
    let line = e.multiply_add(offset, slope, x)?;
    e.clamp(line, zero, one)
}

/// The same of one element.
fn hard_sigmoid_of<T: Element>(x: T, slope: T, offset: T) -> T {
    match slope.multiply_add(x, offset) {
        line if line <= T::ZERO => T::ZERO,
        line if line >= T::ONE => T::ONE,
        line => line,
    }
}

operations! { "All operations on one element that come with tensmith." 1;
    /// `+0`, whatever the input, which is not read.
    zero(_;) = |e| { e.number(0.0) } means { T::ZERO };

    /// `value`, whatever the input, which is not read.
    fill(_; value) = |_| { Ok(value) } means { value };

    /// The input, bit for bit.
    identity(x;) = |_| { Ok(x) } means { x };

    /// The input with the other sign.
    ///
    /// Exact, for zeros, infinities and NaN too.
    negate(x;) = |e| { e.unary(One::Negate, x) } means { -x };

    /// The input without its sign.
    ///
    /// Exact, for zeros, infinities and NaN too.
    absolute(x;) = |e| { e.unary(One::Absolute, x) } means { x.absolute() };

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
    square(x;) = |e| { e.binary(Two::Mul, x, x) } means { x * x };

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
    } means { x + T::ONE };

    /// The input minus 1, rounded once.
    ///
    /// Infinities stay what they are, and a NaN one.
    decrement(x;) = |e| {
        let one = e.number(1.0)?;
        e.binary(Two::Sub, x, one)
    } means { x - T::ONE };

    /// The larger of the input and `+0`.
    ///
    /// `-0` becomes `+0`; a NaN stays one.
    relu(x;) = |e| {
        let zero = e.number(0.0)?;
        e.binary(Two::Max, x, zero)
    } means {
        if x <= T::ZERO { T::ZERO } else { x }
    };

    /// The input where it is positive, elsewhere `slope` times it, rounded once.
    ///
    /// The latter for zeros and for a NaN too, which stays one.
    leaky_relu(x; slope) = |e| {
        let zero = e.number(0.0)?;
        let is_positive = e.binary(Two::Greater, x, zero)?;
        let scaled = e.binary(Two::Mul, slope, x)?;
        e.select(is_positive, x, scaled)
    } means {
        if x > T::ZERO { x } else { slope * x }
    };

    /// The input moved into the range from `low` to `high`: the smaller of `high` and the larger of
    /// `low` and the input.
    ///
    /// So it is `high` where `low` is greater. `-0` is smaller than `+0`; a NaN stays one, and as a
    /// parameter makes one.
    clamp(x; low, high) = |e| { e.clamp(x, low, high) } means { x.larger(low).smaller(high) };

    /// `slope` times the input plus `offset`, rounded once, moved into the range from 0 to 1.
    ///
    /// Zeros become `+0`; a NaN stays one.
    hard_sigmoid(x; slope, offset) = |e| { hard_sigmoid(e, x, slope, offset) } means {
        hard_sigmoid_of(x, slope, offset)
    };

    /// The product, rounded once, of the input and what [`Op::hard_sigmoid`] makes of it.
    ///
    /// Where the latter is 0, an infinite input makes a NaN; a NaN stays one.
    hard_swish(x; slope, offset) = |e| {
        let gate = hard_sigmoid(e, x, slope, offset)?;
        e.binary(Two::Mul, x, gate)
    } means { x * hard_sigmoid_of(x, slope, offset) };
}
