//! Operations on whole vectors.

use super::state::{Lowering, SCRATCH};
use crate::isa::aarch64::inst::MachInst;
use crate::isa::aarch64::operand::{
    AbsNeg, Any, ArrB, ArrFp, ArrFpLow, ArrFpMisc, ArrFpNarrow, ArrInt, ArrInt32, ArrS, Extremum, Float8,
    FloatCompareV, InsertBits, LeftOfHalves, LogicV, RightOfHalves, Round, RoundVector, Sign, Size, X,
};
use crate::isa::aarch64::register::Simd;
use crate::isa::aarch64::table::{float, simd_convert, simd_float, simd_integer, simd_move, simd_shift};
use crate::isa::model::Zeroing;
use crate::isa::{Naming, Reason, Sink};
use crate::kernel::func::{FloatType, Shift, UnaryVectorOp, VectorOp};

impl<N: Naming, S: Sink<MachInst> + ?Sized> Lowering<'_, N, S> {
    #[inline(always)]
    pub(super) fn multiply_add(&mut self, [d, a, b]: [Any<Simd>; 3], dtype: FloatType) -> Result<(), Reason> {
        self.emit(simd_float::fmla(arrangement(dtype), d, a, b))
    }

    #[inline(always)]
    pub(super) fn multiply_subtract(
        &mut self,
        [d, a, b]: [Any<Simd>; 3],
        dtype: FloatType,
    ) -> Result<(), Reason> {
        self.emit(simd_float::fmls(arrangement(dtype), d, a, b))
    }

    pub(super) fn zero(&mut self, d: Any<Simd>) -> Result<(), Reason> {
        match self.model.zeroing {
            Zeroing::Vector | Zeroing::Renaming => self.emit(simd_move::movi_zero(d)),
            Zeroing::Integer => self.emit(float::fmov_d_from_x(d, X::ZR)),
        }
    }

    #[inline(always)]
    pub(super) fn zero_by_vectors(&mut self, d: Any<Simd>) -> Result<(), Reason> {
        self.emit(simd_move::movi_zero(d))
    }

    #[inline(always)]
    pub(super) fn copy_vector(&mut self, [d, a]: [Any<Simd>; 2]) -> Result<(), Reason> {
        self.emit(simd_integer::mov_v(ArrB::B16, d, a))
    }

    #[inline(always)]
    pub(super) fn convert(&mut self, [d, a]: [Any<Simd>; 2], to: FloatType) -> Result<(), Reason> {
        self.emit(match to {
            FloatType::F32 => simd_convert::fcvtn(ArrFpLow::S2, d, a),
            FloatType::F64 => simd_convert::fcvtl(ArrFpNarrow::S2, d, a),
        })
    }

    /// A number in every lane: by one instruction where it has an immediate form, else through
    /// [`SCRATCH`].
    #[inline(never)]
    pub(super) fn number(&mut self, d: Any<Simd>, bits: u64, dtype: FloatType) -> Result<(), Reason> {
        let (bits, value) = match dtype {
            FloatType::F32 => (bits & 0xffff_ffff, f64::from(f32::from_bits(bits as u32))),
            FloatType::F64 => (bits, f64::from_bits(bits)),
        };
        if bits == 0 {
            return self.emit(simd_move::movi_zero(d));
        }
        if let Some(immediate) = Float8::checked(value.to_bits() as i64) {
            return self.emit(match dtype {
                FloatType::F32 => simd_move::fmov_vector_s(ArrS::S4, d, immediate),
                FloatType::F64 => simd_move::fmov_vector_d(d, immediate),
            });
        }
        self.constant(SCRATCH, bits as i64)?;
        self.broadcast(d, SCRATCH, dtype)
    }

    /// Bit by bit, `a` where `d` has ones, `b` where it has zeros.
    #[inline(always)]
    pub(super) fn select(&mut self, [d, a, b]: [Any<Simd>; 3]) -> Result<(), Reason> {
        self.emit(simd_integer::insert_v(InsertBits::Bsl, ArrB::B16, d, a, b))
    }

    #[inline(always)]
    pub(super) fn shift(
        &mut self,
        how: Shift,
        [d, a]: [Any<Simd>; 2],
        by: u8,
        dtype: FloatType,
    ) -> Result<(), Reason> {
        let (t, by) = (whole(dtype), i64::from(by));
        self.emit(match how {
            Shift::Left => simd_shift::shl(LeftOfHalves::new(t, by).map_err(|_| Reason::Shift)?, d, a),
            Shift::Right => {
                let by = RightOfHalves::new(t, by).map_err(|_| Reason::Shift)?;
                simd_shift::shr(Sign::Unsigned, Round::Truncate, by, d, a)
            }
        })
    }

    #[inline(always)]
    pub(super) fn unary(
        &mut self,
        op: UnaryVectorOp,
        operands: [Any<Simd>; 2],
        dtype: FloatType,
    ) -> Result<(), Reason> {
        self.emit(unary(op, dtype, operands))
    }

    #[inline(always)]
    pub(super) fn binary(
        &mut self,
        op: VectorOp,
        operands: [Any<Simd>; 3],
        dtype: FloatType,
    ) -> Result<(), Reason> {
        self.emit(binary(op, dtype, operands))
    }
}

/// The arrangement of a whole vector.
pub(super) const fn arrangement(dtype: FloatType) -> ArrFp {
    match dtype {
        FloatType::F32 => ArrFp::S4,
        FloatType::F64 => ArrFp::D2,
    }
}

/// The instruction of an operation on one vector.
fn unary(op: UnaryVectorOp, dtype: FloatType, [d, a]: [Any<Simd>; 2]) -> MachInst {
    let t = match dtype {
        FloatType::F32 => ArrFpMisc::S4,
        FloatType::F64 => ArrFpMisc::D2,
    };
    let round = |towards| simd_float::frint(t, towards, d, a);
    match op {
        UnaryVectorOp::Negate => simd_float::fneg(t, d, a),
        UnaryVectorOp::Absolute => simd_float::fabs(t, d, a),
        UnaryVectorOp::SquareRoot => simd_float::fsqrt(t, d, a),
        UnaryVectorOp::Floor => round(RoundVector::Minus),
        UnaryVectorOp::Ceil => round(RoundVector::Plus),
        UnaryVectorOp::Round => round(RoundVector::Nearest),
        UnaryVectorOp::Trunc => round(RoundVector::Zero),
        UnaryVectorOp::NegateInteger => simd_integer::abs(AbsNeg::Neg, ArrInt::S4, d, a),
        UnaryVectorOp::AbsoluteInteger => simd_integer::abs(AbsNeg::Abs, ArrInt::S4, d, a),
    }
}

/// The instruction of an operation on two vectors.
fn binary(op: VectorOp, dtype: FloatType, [d, a, b]: [Any<Simd>; 3]) -> MachInst {
    let t = arrangement(dtype);
    let compare = |how| simd_float::fcompare(how, t, d, a, b);
    match op {
        VectorOp::Add => simd_float::fadd(t, d, a, b),
        VectorOp::Sub => simd_float::fsub(t, d, a, b),
        VectorOp::Mul => simd_float::fmul(t, d, a, b),
        VectorOp::Div => simd_float::fdiv(t, d, a, b),
        VectorOp::Max => simd_float::fmax(t, d, a, b),
        VectorOp::Min => simd_float::fmin(t, d, a, b),
        VectorOp::AddPairs => simd_float::faddp(t, d, a, b),
        VectorOp::Greater => compare(FloatCompareV::Fcmgt),
        VectorOp::GreaterEqual => compare(FloatCompareV::Fcmge),
        VectorOp::Equal => compare(FloatCompareV::Fcmeq),
        VectorOp::GreaterAbsolute => compare(FloatCompareV::Facgt),
        VectorOp::And => simd_integer::logic_v(LogicV::And, ArrB::B16, d, a, b),
        VectorOp::Or => simd_integer::logic_v(LogicV::Orr, ArrB::B16, d, a, b),
        VectorOp::Xor => simd_integer::eor_v(ArrB::B16, d, a, b),
        VectorOp::AddInteger => simd_integer::add_v(whole(dtype), d, a, b),
        VectorOp::SubInteger => simd_integer::sub_v(whole(dtype), d, a, b),
        VectorOp::AddPairsInteger => simd_integer::addp(ArrInt::S4, d, a, b),
        VectorOp::MulInteger => simd_integer::mul_v(ArrInt32::S4, d, a, b),
        VectorOp::MaxInteger => simd_integer::extremum(Extremum::Max, Sign::Signed, ArrInt32::S4, d, a, b),
        VectorOp::MinInteger => simd_integer::extremum(Extremum::Min, Sign::Signed, ArrInt32::S4, d, a, b),
    }
}

/// The arrangement of a whole vector of integers of an element's size.
pub(super) const fn whole(dtype: FloatType) -> ArrInt {
    match dtype {
        FloatType::F32 => ArrInt::S4,
        FloatType::F64 => ArrInt::D2,
    }
}

/// The size of an element.
pub(super) const fn size(dtype: FloatType) -> Size {
    match dtype {
        FloatType::F32 => Size::S,
        FloatType::F64 => Size::D,
    }
}
