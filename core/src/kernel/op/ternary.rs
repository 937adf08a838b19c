//! The operations on three elements.

use super::{Expression, MAX_PARAMETERS, Op, Operation, Parameter, Value, operations};
use crate::element::Float;
use crate::fallible::OutOfMemory;

operations! { "All operations on three elements that come with tensmith." 3;
    /// Bit by bit, the second where the first is set and the third where it is not.
    ///
    /// So for masks, as comparisons make them, it is one of the others, bit for bit.
    select(mask, x, y;) = |e| { e.select(mask, x, y) } means {
        T::from_bits(mask.to_bits() & x.to_bits() | !mask.to_bits() & y.to_bits())
    } integers { mask & x | !mask & y };

    /// The product of the first two plus the third, rounded once.
    ///
    /// Where the product is of a zero and an infinity, or an infinity with another sign than the third,
    /// it is a NaN; a NaN stays one.
    multiply_add(x, y, z;) = |e| { e.multiply_add(z, x, y) } means { x.multiply_add(y, z) } integers { x.wrapping_mul(y).wrapping_add(z) };

    /// The third minus the product of the first two, rounded once.
    ///
    /// Where the product is of a zero and an infinity, or an infinity with the sign of the third, it is
    /// a NaN; a NaN stays one.
    multiply_subtract(x, y, z;) = |e| { e.multiply_subtract(z, x, y) } means { (-x).multiply_add(y, z) } integers { z.wrapping_sub(x.wrapping_mul(y)) };
}
