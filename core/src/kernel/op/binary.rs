//! The operations on two elements.

use super::power;
use super::{Expression, MAX_PARAMETERS, Op, Operation, Parameter, Value, operations};
use crate::element::Float;
use crate::fallible::OutOfMemory;
use crate::kernel::func::VectorOp as Two;

operations! { "All operations on two elements that come with tensmith." 2;
    /// The sum, rounded once.
    ///
    /// Of infinities with different signs it is a NaN; a NaN stays one.
    add(x, y;) = |e| { e.binary(Two::Add, x, y) } means { x + y } integers { x.wrapping_add(y) };

    /// The first minus the second, rounded once.
    ///
    /// Of infinities with the same sign it is a NaN; a NaN stays one.
    sub(x, y;) = |e| { e.binary(Two::Sub, x, y) } means { x - y } integers { x.wrapping_sub(y) };

    /// The product, rounded once.
    ///
    /// Of a zero and an infinity it is a NaN; a NaN stays one.
    mul(x, y;) = |e| { e.binary(Two::Mul, x, y) } means { x * y } integers { x.wrapping_mul(y) };

    /// The first divided by the second, rounded once.
    ///
    /// Of two zeros or two infinities it is a NaN, of any other number and a zero an infinity; a NaN
    /// stays one.
    div(x, y;) = |e| { e.binary(Two::Div, x, y) } means { x / y };

    /// The larger one.
    ///
    /// Of zeros, the positive one; a NaN if either is one.
    max(x, y;) = |e| { e.binary(Two::Max, x, y) } means { x.larger(y) } integers { x.max(y) };

    /// The smaller one.
    ///
    /// Of zeros, the negative one; a NaN if either is one.
    min(x, y;) = |e| { e.binary(Two::Min, x, y) } means { x.smaller(y) } integers { x.min(y) };

    /// All bits set where both are equal, none elsewhere.
    ///
    /// Zeros are equal; a NaN is equal to nothing.
    equal(x, y;) = |e| { e.binary(Two::Equal, x, y) } means { T::mask(x == y) };

    /// All bits set where both are not equal, none elsewhere.
    ///
    /// Zeros are equal; a NaN is equal to nothing, itself included.
    not_equal(x, y;) = |e| {
        let (equal, all) = (e.binary(Two::Equal, x, y)?, e.all_bits()?);
        e.binary(Two::Xor, equal, all)
    } means { T::mask(x != y) };

    /// All bits set where the first is less than the second, none elsewhere.
    ///
    /// Zeros are equal; a NaN is neither less nor greater than anything.
    less(x, y;) = |e| { e.binary(Two::Greater, y, x) } means { T::mask(x < y) };

    /// All bits set where the first is less than the second or equal to it, none elsewhere.
    ///
    /// Zeros are equal; a NaN is neither less nor greater than anything, nor equal to it.
    less_equal(x, y;) = |e| { e.binary(Two::GreaterEqual, y, x) } means { T::mask(x <= y) };

    /// All bits set where the first is greater than the second, none elsewhere.
    ///
    /// Zeros are equal; a NaN is neither less nor greater than anything.
    greater(x, y;) = |e| { e.binary(Two::Greater, x, y) } means { T::mask(x > y) };

    /// All bits set where the first is greater than the second or equal to it, none elsewhere.
    ///
    /// Zeros are equal; a NaN is neither less nor greater than anything, nor equal to it.
    greater_equal(x, y;) = |e| { e.binary(Two::GreaterEqual, x, y) } means { T::mask(x >= y) };

    /// The first to the power of the second, an integer from -127 to 127.
    ///
    /// A NaN if the second is anything else. To the power of 0 it is 1, also of a NaN; otherwise a NaN
    /// stays one. Negative numbers to odd powers are negative, zeros and infinities too. Negative powers of
    /// a zero are infinite, of infinities zero. Exact where the result is a number of the type.
    power(x, n;) = |e| { power::power(e, x, n) } means { power::power_of(x, n) } within 1.0;
}
