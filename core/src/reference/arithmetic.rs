//! What the operations of vectors do to one element, by IEEE 754 or bit by bit.
//!
//! What an operation is gets looked up once, for as many elements as there are: so a host can compute several
//! of them with one instruction.
//!
//! Tests: `tests/tests/reference_expression.rs`, `tests/tests/reference_func.rs`.

use super::Element;
use crate::element::Float;
use crate::kernel::func::{Shift, UnaryVectorOp, VectorOp};

/// The elements that a function is applied to.
pub(super) trait Each<T> {
    /// Applies a function of up to three operands to each. Where there are fewer, others are any.
    fn each(self, function: impl Fn([T; 3]) -> T);
}

/// An operation on one element.
pub(super) fn unary<T: Float>(op: UnaryVectorOp, to: impl Each<T>) {
    match op {
        UnaryVectorOp::Negate => to.each(|[a, ..]| -a),
        UnaryVectorOp::Absolute => to.each(|[a, ..]| a.absolute()),
        UnaryVectorOp::SquareRoot => to.each(|[a, ..]| a.square_root()),
        UnaryVectorOp::Floor => to.each(|[a, ..]| a.floor()),
        UnaryVectorOp::Ceil => to.each(|[a, ..]| a.ceil()),
        UnaryVectorOp::Round => to.each(|[a, ..]| a.round()),
        UnaryVectorOp::Trunc => to.each(|[a, ..]| a.trunc()),
        UnaryVectorOp::NegateInteger => to.each(|[a, ..]| word::<T>(integer(a).wrapping_neg())),
        UnaryVectorOp::AbsoluteInteger => to.each(|[a, ..]| word::<T>(integer(a).wrapping_abs())),
    }
}

/// An operation on two elements; sums of neighbours are none, and become NaNs.
pub(super) fn binary<T: Float>(op: VectorOp, to: impl Each<T>) {
    match op {
        VectorOp::Add => to.each(|[a, b, _]| a + b),
        VectorOp::Sub => to.each(|[a, b, _]| a - b),
        VectorOp::Mul => to.each(|[a, b, _]| a * b),
        VectorOp::Div => to.each(|[a, b, _]| a / b),
        VectorOp::Max => to.each(|[a, b, _]| a.larger(b)),
        VectorOp::Min => to.each(|[a, b, _]| a.smaller(b)),
        VectorOp::Greater => to.each(|[a, b, _]| T::mask(a > b)),
        VectorOp::GreaterEqual => to.each(|[a, b, _]| T::mask(a >= b)),
        VectorOp::Equal => to.each(|[a, b, _]| T::mask(a == b)),
        VectorOp::GreaterAbsolute => to.each(|[a, b, _]| T::mask(a.absolute() > b.absolute())),
        VectorOp::And => to.each(|[a, b, _]| T::from_bits(a.to_bits() & b.to_bits())),
        VectorOp::Or => to.each(|[a, b, _]| T::from_bits(a.to_bits() | b.to_bits())),
        VectorOp::Xor => to.each(|[a, b, _]| T::from_bits(a.to_bits() ^ b.to_bits())),
        VectorOp::AddInteger => to.each(|[a, b, _]| T::from_bits(a.to_bits().wrapping_add(b.to_bits()))),
        VectorOp::SubInteger => to.each(|[a, b, _]| T::from_bits(a.to_bits().wrapping_sub(b.to_bits()))),
        VectorOp::MulInteger => to.each(|[a, b, _]| word::<T>(integer(a).wrapping_mul(integer(b)))),
        VectorOp::MaxInteger => to.each(|[a, b, _]| word::<T>(integer(a).max(integer(b)))),
        VectorOp::MinInteger => to.each(|[a, b, _]| word::<T>(integer(a).min(integer(b)))),
        VectorOp::AddPairs | VectorOp::AddPairsInteger => to.each(|_| T::NAN),
    }
}

/// The integer of 32 bits in a lane.
fn integer(lane: impl Element) -> i32 {
    lane.to_bits() as i32
}

/// The lane with such an integer.
fn word<T: Element>(integer: i32) -> T {
    T::from_bits((integer as u32).into())
}

/// The bits of an element, shifted.
pub(super) fn shift<T: Float>(how: Shift, by: u8, to: impl Each<T>) {
    let by = u32::from(by);
    match how {
        Shift::Left => to.each(|[a, ..]| T::from_bits(a.to_bits().checked_shl(by).unwrap_or(0))),
        Shift::Right => to.each(|[a, ..]| T::from_bits(a.to_bits().checked_shr(by).unwrap_or(0))),
    }
}

/// The first plus the product of the others, rounded once.
pub(super) fn multiply_add<T: Float>(to: impl Each<T>) {
    to.each(|[sum, a, b]| a.multiply_add(b, sum));
}

/// The first minus the product of the others, rounded once.
pub(super) fn multiply_subtract<T: Float>(to: impl Each<T>) {
    to.each(|[sum, a, b]| (-a).multiply_add(b, sum));
}

/// Bit by bit, the second where the first is set and the third where it is not.
pub(super) fn select<T: Float>(to: impl Each<T>) {
    to.each(|[mask, a, b]| {
        let mask = mask.to_bits();
        T::from_bits(mask & a.to_bits() | !mask & b.to_bits())
    });
}
