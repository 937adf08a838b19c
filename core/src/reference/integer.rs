//! What operations on integers mean, for one type after the other.
//!
//! Tests: `tests/tests/kernel_language_values.rs`.

use crate::kernel::func::{Compare, FloatType, IntOp, IntType, IntUnaryOp, LaneOp, LaneUnaryOp};
use core::cmp::Ordering;

/// The result of an operation, where the operands are the bits of numbers and zeros above.
pub(super) fn binary(op: IntOp, of: IntType, a: u64, b: u64) -> u64 {
    let bits = of.bits();
    let by = b as u32 & bits.wrapping_sub(1);
    let result = match op {
        IntOp::Add => a.wrapping_add(b),
        IntOp::Sub => a.wrapping_sub(b),
        IntOp::Mul => a.wrapping_mul(b),
        IntOp::MulHigh => high(of, a, b),
        IntOp::Div => quotient(of, a, b),
        IntOp::Rem => of.extended(a).wrapping_sub(quotient(of, a, b).wrapping_mul(of.extended(b))),
        IntOp::And => a & b,
        IntOp::Or => a | b,
        IntOp::Xor => a ^ b,
        IntOp::ShiftLeft => a.wrapping_shl(by),
        IntOp::ShiftRight if of.is_signed() => (of.extended(a) as i64).wrapping_shr(by) as u64,
        IntOp::ShiftRight => a.wrapping_shr(by),
        IntOp::RotateRight if by == 0 => a,
        IntOp::RotateRight => a.wrapping_shr(by) | a.wrapping_shl(bits.wrapping_sub(by)),
        IntOp::Min if order(of, a, b) == Ordering::Greater => b,
        IntOp::Max if order(of, a, b) == Ordering::Less => b,
        IntOp::Min | IntOp::Max => a,
    };
    result & of.mask()
}

/// The upper half of the product of all bits.
fn high(of: IntType, a: u64, b: u64) -> u64 {
    let product = match of.is_signed() {
        true => i128::from(of.extended(a) as i64).wrapping_mul((of.extended(b) as i64).into()) as u128,
        false => u128::from(a).wrapping_mul(b.into()),
    };
    product.wrapping_shr(of.bits()) as u64
}

fn quotient(of: IntType, a: u64, b: u64) -> u64 {
    let (a, b) = (of.extended(a), of.extended(b));
    match (b as i64, of.is_signed()) {
        (0, _) => 0,
        (-1, true) => a.wrapping_neg(),
        (_, true) => (a as i64).checked_div(b as i64).unwrap_or(0) as u64,
        (_, false) => a.checked_div(b).unwrap_or(0),
    }
}

fn order(of: IntType, a: u64, b: u64) -> Ordering {
    match of.is_signed() {
        true => (of.extended(a) as i64).cmp(&(of.extended(b) as i64)),
        false => a.cmp(&b),
    }
}

/// The result of an operation on one number.
pub(super) fn unary(op: IntUnaryOp, of: IntType, a: u64) -> u64 {
    let bits = of.bits();
    let result = match op {
        IntUnaryOp::Negate => a.wrapping_neg(),
        IntUnaryOp::Not => !a,
        IntUnaryOp::LeadingZeros => a.leading_zeros().wrapping_sub(64u32.wrapping_sub(bits)).into(),
        IntUnaryOp::TrailingZeros => a.trailing_zeros().min(bits).into(),
        IntUnaryOp::Ones => a.count_ones().into(),
        IntUnaryOp::ReverseBytes => a.swap_bytes().wrapping_shr(64u32.wrapping_sub(bits)),
    };
    result & of.mask()
}

/// The result of an operation on a lane of each of two vectors.
pub(super) fn lane(op: LaneOp, of: IntType, a: u64, b: u64) -> u64 {
    let all_if = |how| if compare(how, of, a, b) { of.mask() } else { 0 };
    match op {
        LaneOp::Add => binary(IntOp::Add, of, a, b),
        LaneOp::Sub => binary(IntOp::Sub, of, a, b),
        LaneOp::Mul => binary(IntOp::Mul, of, a, b),
        LaneOp::MulHigh => binary(IntOp::MulHigh, of, a, b),
        LaneOp::AddSaturating => saturated(of, exact(of, a).saturating_add(exact(of, b))),
        LaneOp::SubSaturating => saturated(of, exact(of, a).saturating_sub(exact(of, b))),
        LaneOp::Min => binary(IntOp::Min, of, a, b),
        LaneOp::Max => binary(IntOp::Max, of, a, b),
        LaneOp::And => a & b,
        LaneOp::Or => a | b,
        LaneOp::Xor => a ^ b,
        LaneOp::ShiftLeft => binary(IntOp::ShiftLeft, of, a, b),
        LaneOp::ShiftRight => binary(IntOp::ShiftRight, of, a, b),
        LaneOp::Equal => all_if(Compare::Equal),
        LaneOp::NotEqual => all_if(Compare::NotEqual),
        LaneOp::Less => all_if(Compare::Less),
        LaneOp::LessEqual => all_if(Compare::LessEqual),
        LaneOp::Greater => all_if(Compare::Greater),
        LaneOp::GreaterEqual => all_if(Compare::GreaterEqual),
    }
}

/// The result of an operation on a lane.
pub(super) fn lane_unary(op: LaneUnaryOp, of: IntType, a: u64) -> u64 {
    match op {
        LaneUnaryOp::Negate => unary(IntUnaryOp::Negate, of, a),
        LaneUnaryOp::Not => unary(IntUnaryOp::Not, of, a),
        LaneUnaryOp::Absolute if exact(of, a) < 0 => unary(IntUnaryOp::Negate, of, a),
        LaneUnaryOp::Absolute => a,
        LaneUnaryOp::Ones => unary(IntUnaryOp::Ones, of, a),
    }
}

/// The number that bits stand for.
pub(super) fn exact(of: IntType, bits: u64) -> i128 {
    match of.is_signed() {
        true => (of.extended(bits) as i64).into(),
        false => bits.into(),
    }
}

/// The bits of the number of a type that is nearest to one.
pub(super) fn saturated(of: IntType, number: i128) -> u64 {
    let (least, most) = of.range();
    number.clamp(least, most) as u64 & of.mask()
}

/// Whether a comparison holds for an order; none has a NaN.
pub(super) fn holds(how: Compare, order: Option<Ordering>) -> bool {
    match how {
        Compare::Equal => order == Some(Ordering::Equal),
        Compare::NotEqual => order != Some(Ordering::Equal),
        Compare::Less => order == Some(Ordering::Less),
        Compare::LessEqual => order.is_some_and(Ordering::is_le),
        Compare::Greater => order == Some(Ordering::Greater),
        Compare::GreaterEqual => order.is_some_and(Ordering::is_ge),
    }
}

/// Whether a comparison of integers holds.
pub(super) fn compare(how: Compare, of: IntType, a: u64, b: u64) -> bool {
    holds(how, Some(order(of, a, b)))
}

/// An integer as the bits of a number of floating point, rounded once.
pub(super) fn to_float(of: IntType, a: u64, dtype: FloatType) -> u64 {
    let number = of.extended(a);
    match (dtype, of.is_signed()) {
        (FloatType::F32, true) => (number as i64 as f32).to_bits().into(),
        (FloatType::F32, false) => (number as f32).to_bits().into(),
        (FloatType::F64, true) => (number as i64 as f64).to_bits(),
        (FloatType::F64, false) => (number as f64).to_bits(),
    }
}

/// A number of floating point as an integer. Rust's conversions truncate and saturate,
/// and make zero of a NaN.
pub(super) fn from_float(of: IntType, a: f64) -> u64 {
    let bits = match of {
        IntType::I8 => a as i8 as u64,
        IntType::I16 => a as i16 as u64,
        IntType::I32 => a as i32 as u64,
        IntType::I64 => a as i64 as u64,
        IntType::U8 => (a as u8).into(),
        IntType::U16 => (a as u16).into(),
        IntType::U32 => (a as u32).into(),
        IntType::U64 => a as u64,
    };
    bits & of.mask()
}
