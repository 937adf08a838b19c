//! Between integers and floating-point numbers.
//!
//! Tests: `tests/tests/kernel_language_values.rs`.

use super::arguments::scalar;
use super::arithmetic::width;
use super::state::{Lowering, SCRATCH};
use crate::isa::aarch64::inst::MachInst;
use crate::isa::aarch64::operand::{
    Any, Compare as Compared, Cond, Lane, Narrow, Select, Shift, Sign, ToIntScalar, Width,
};
use crate::isa::aarch64::register::{Gpr, Simd};
use crate::isa::aarch64::table::{float, integer, simd_move};
use crate::isa::{Naming, Reason, Sink};
use crate::kernel::func::{FloatType, IntType};

impl<N: Naming, S: Sink<MachInst> + ?Sized> Lowering<'_, N, S> {
    /// An integer as a scalar; the instruction makes the other lanes zero.
    pub(super) fn convert_int(
        &mut self,
        d: Any<Simd>,
        a: Any<Gpr>,
        dtype: FloatType,
        from: IntType,
    ) -> Result<(), Reason> {
        let sign = if from.is_signed() { Sign::Signed } else { Sign::Unsigned };
        let a = self.sign_extended(SCRATCH, a, from)?;
        self.emit(float::cvtf_from_int(width(from), scalar(dtype), sign, d, a))
    }

    /// A scalar as an integer. Instructions do what is asked for 32 and 64 bits; fewer have
    /// limits of their own.
    pub(super) fn convert_float(
        &mut self,
        d: Any<Gpr>,
        a: Any<Simd>,
        to: IntType,
        dtype: FloatType,
    ) -> Result<(), Reason> {
        let sign = if to.is_signed() { Sign::Signed } else { Sign::Unsigned };
        self.emit(float::fcvt_to_int(width(to), scalar(dtype), ToIntScalar::Zero, sign, d, a))?;
        match to {
            IntType::I8 => self.clamp(d, (i8::MIN.into(), i8::MAX.into()), Narrow::Byte),
            IntType::I16 => self.clamp(d, (i16::MIN.into(), i16::MAX.into()), Narrow::Half),
            IntType::U8 => self.clamp_to(d, u8::MAX.into(), Cond::Ls),
            IntType::U16 => self.clamp_to(d, u16::MAX.into(), Cond::Ls),
            _ => Ok(()),
        }
    }

    /// The nearest integer of a signed type, with zeros above its bits.
    fn clamp(&mut self, d: Any<Gpr>, (least, most): (i64, i64), size: Narrow) -> Result<(), Reason> {
        self.clamp_to(d, most, Cond::Le)?;
        self.clamp_to(d, least, Cond::Ge)?;
        self.emit(integer::xt_w(Sign::Unsigned, size, d, d))
    }

    /// Keeps a number if a condition holds for it and the limit, which takes its place else.
    fn clamp_to(&mut self, d: Any<Gpr>, limit: i64, keeps: Cond) -> Result<(), Reason> {
        self.constant(SCRATCH, limit)?;
        self.emit(integer::cmp(Width::W32, Compared::Cmp, d, SCRATCH, Shift::NONE))?;
        self.emit(integer::select(Select::Csel, Width::W32, d, d, SCRATCH, keeps))
    }

    pub(super) fn extract_lane(
        &mut self,
        d: Any<Gpr>,
        a: Any<Simd>,
        lane: u8,
        dtype: FloatType,
    ) -> Result<(), Reason> {
        let lane = i64::from(lane);
        self.emit(match dtype {
            FloatType::F32 => simd_move::umov_s(d, a, Lane::checked(lane).ok_or(Reason::Lane)?),
            FloatType::F64 => simd_move::umov_d(d, a, Lane::checked(lane).ok_or(Reason::Lane)?),
        })
    }
}
