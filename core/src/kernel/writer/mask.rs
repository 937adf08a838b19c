//! Where comparisons of lanes hold.

use super::super::float_type::FloatType;
use super::super::int_type::IntType;
use super::super::lane_op::{LaneOp, LaneUnaryOp};
use super::super::register::Int;
use super::super::signature::Type;
use super::super::table::Inst;
use super::super::vector_op::VectorOp;
use super::{LaneOperand, Number, Var, Vars};
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// A register with a vector whose lanes have all bits or none: where a comparison of lanes of a type holds.
#[derive(Debug)]
pub struct LaneMask<'k, T> {
    vars: Vars<'k, T>,
}

impl<T> Clone for LaneMask<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for LaneMask<'_, T> {}

impl<'k, T: Number> Vars<'k, T> {
    fn compared(self, op: (LaneOp, VectorOp), other: LaneOperand<'k, T>) -> LaneMask<'k, T> {
        LaneMask { vars: self.operated(op, other) }
    }

    /// Where they are equal.
    #[must_use]
    pub fn eq(self, other: impl Into<LaneOperand<'k, T>>) -> LaneMask<'k, T> {
        self.compared((LaneOp::Equal, VectorOp::Equal), other.into())
    }

    /// Where they differ; a NaN differs from everything.
    #[must_use]
    pub fn ne(self, other: impl Into<LaneOperand<'k, T>>) -> LaneMask<'k, T> {
        !self.eq(other)
    }

    /// Where it is greater.
    #[must_use]
    pub fn gt(self, other: impl Into<LaneOperand<'k, T>>) -> LaneMask<'k, T> {
        self.compared((LaneOp::Greater, VectorOp::Greater), other.into())
    }

    /// Where it is greater or equal.
    #[must_use]
    pub fn ge(self, other: impl Into<LaneOperand<'k, T>>) -> LaneMask<'k, T> {
        self.compared((LaneOp::GreaterEqual, VectorOp::GreaterEqual), other.into())
    }

    /// Where it is less.
    #[must_use]
    pub fn lt(self, other: impl Into<LaneOperand<'k, T>>) -> LaneMask<'k, T> {
        self.writer.lane_operand(other.into()).gt(self)
    }

    /// Where it is less or equal.
    #[must_use]
    pub fn le(self, other: impl Into<LaneOperand<'k, T>>) -> LaneMask<'k, T> {
        self.writer.lane_operand(other.into()).ge(self)
    }
}

impl<'k, T: Number> LaneMask<'k, T> {
    /// The mask as a vector, whose lanes have all bits or none.
    #[must_use]
    pub const fn vars(self) -> Vars<'k, T> {
        self.vars
    }

    /// The lanes of one vector where the mask holds, and of the other where it does not.
    #[must_use]
    pub fn select(
        self,
        yes: impl Into<LaneOperand<'k, T>>,
        no: impl Into<LaneOperand<'k, T>>,
    ) -> Vars<'k, T> {
        let writer = self.vars.writer;
        let [yes, no] = [yes.into(), no.into()].map(|operand| writer.lane_operand(operand).register());
        let d = self.vars.copy();
        writer.push(Inst::Select(d.register(), yes, no));
        d
    }

    /// A bit for each lane, from the lowest.
    #[must_use]
    pub fn bits(self) -> Var<'k, u64> {
        let d = self.vars.writer.fresh::<u64>();
        let of = self.of_lanes();
        self.vars.writer.push(Inst::LaneBits(Int(d.number), self.vars.register(), of));
        d
    }

    /// Integers as large as the lanes.
    const fn of_lanes(self) -> IntType {
        match T::TYPE {
            Type::Int(of) => of,
            Type::Float(FloatType::F32) => IntType::U32,
            Type::Float(FloatType::F64) => IntType::U64,
        }
    }

    fn combined(self, op: LaneOp, other: Self) -> Self {
        let (d, of) = (self.vars.writer.vars(), self.of_lanes());
        let (a, b) = (self.vars.register(), other.vars.register());
        self.vars.writer.push(Inst::LaneBinary(op, d.register(), a, b, of));
        Self { vars: d }
    }
}

impl<T: Number> BitAnd for LaneMask<'_, T> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.combined(LaneOp::And, other)
    }
}

impl<T: Number> BitOr for LaneMask<'_, T> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.combined(LaneOp::Or, other)
    }
}

impl<T: Number> BitXor for LaneMask<'_, T> {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        self.combined(LaneOp::Xor, other)
    }
}

impl<T: Number> Not for LaneMask<'_, T> {
    type Output = Self;

    fn not(self) -> Self {
        let (d, of) = (self.vars.writer.vars(), self.of_lanes());
        self.vars.writer.push(Inst::LaneUnary(LaneUnaryOp::Not, d.register(), self.vars.register(), of));
        Self { vars: d }
    }
}
