//! Between integers and floating-point numbers.
//!
//! Instructions convert signed integers only, and give the least number for what the type does not have.
//!
//! Tests: `tests/tests/kernel_language_values.rs`.

use super::state::Lowering;
use super::width::Width;
use crate::isa::x86_64::abi::SCRATCH_OPERAND as SCRATCH;
use crate::isa::x86_64::condition::Cond;
use crate::isa::x86_64::inst::MachInst;
use crate::isa::x86_64::memory::{Memory, Scale};
use crate::isa::x86_64::needs::ACCUMULATOR;
use crate::isa::x86_64::register::{Any, Gpr, Simd};
use crate::isa::x86_64::table::{branch, convert, float, integer, transfer};
use crate::isa::{Item, Naming, Reason, Sink};
use crate::kernel::func::{FloatType, IntType};

/// The bits of 2⁶³.
const fn two_to_63(dtype: FloatType) -> u64 {
    match dtype {
        FloatType::F32 => 0x5f00_0000,
        FloatType::F64 => 0x43e0_0000_0000_0000,
    }
}

impl<N: Naming, S: Sink<MachInst>> Lowering<'_, N, S> {
    /// An integer in lane 0; the other lanes become zero.
    pub(super) fn convert_int(
        &mut self,
        d: Any<Simd>,
        a: Any<Gpr>,
        dtype: FloatType,
        from: IntType,
    ) -> Result<(), Reason> {
        self.zero(d)?;
        match from {
            IntType::U64 => self.convert_u64(d, a, dtype),
            _ => {
                self.extend_into(SCRATCH, a, from)?;
                self.convert_i64(d, SCRATCH, dtype)
            }
        }
    }

    fn convert_i64(&mut self, d: Any<Simd>, a: Any<Gpr>, dtype: FloatType) -> Result<(), Reason> {
        self.emit(match (self.width, dtype) {
            (Width::Ymm, FloatType::F32) => convert::vcvtsi2ss_x_rm64(d, d, a),
            (Width::Ymm, FloatType::F64) => convert::vcvtsi2sd_x_rm64(d, d, a),
            (Width::Zmm, FloatType::F32) => convert::vcvtsi2ss_ex_rm64(d, d, a),
            (Width::Zmm, FloatType::F64) => convert::vcvtsi2sd_ex_rm64(d, d, a),
        })
    }

    /// A number with the highest bit is halved, its lowest bit kept for rounding, and doubled
    /// when it is converted.
    fn convert_u64(&mut self, d: Any<Simd>, a: Any<Gpr>, dtype: FloatType) -> Result<(), Reason> {
        let (small, done) = (self.blocks.label()?, self.blocks.label()?);
        self.copy(SCRATCH, a)?;
        self.emit(integer::test_rm64_r64(SCRATCH, SCRATCH))?;
        self.sink.put(Item::Inst(branch::jcc_near(Cond::NotNegative, small)))?;
        self.copy(ACCUMULATOR, a)?;
        self.emit(integer::and_rm32_i8(ACCUMULATOR, 1i8))?;
        self.emit(integer::shr_rm64_i(SCRATCH, 1u8))?;
        self.emit(integer::or_rm64_r64(SCRATCH, ACCUMULATOR))?;
        self.convert_i64(d, SCRATCH, dtype)?;
        self.emit(match (self.width, dtype) {
            (Width::Ymm, FloatType::F32) => float::vaddss_x(d, d, d),
            (Width::Ymm, FloatType::F64) => float::vaddsd_x(d, d, d),
            (Width::Zmm, FloatType::F32) => float::vaddss_ex(d, d, d),
            (Width::Zmm, FloatType::F64) => float::vaddsd_ex(d, d, d),
        })?;
        self.sink.put(Item::Inst(branch::jmp_near(done)))?;
        self.sink.put(Item::Label(small))?;
        self.convert_i64(d, SCRATCH, dtype)?;
        Ok(self.sink.put(Item::Label(done))?)
    }

    /// Lane 0 as an integer: that of fewer bits than 64 is one of 64 that is limited.
    pub(super) fn convert_float(
        &mut self,
        d: Any<Gpr>,
        a: Any<Simd>,
        to: IntType,
        dtype: FloatType,
    ) -> Result<(), Reason> {
        if to == IntType::U64 {
            return self.float_to_u64(d, a, dtype);
        }
        self.float_to_i64(d, a, dtype)?;
        if to == IntType::I64 {
            return Ok(());
        }
        let (least, most) = match to.is_signed() {
            true => (to.extended(1 << (to.bits().wrapping_sub(1) & 63)) as i64, (to.mask() >> 1) as i64),
            false => (0, to.mask() as i64),
        };
        self.clamp_to(d, most, Cond::Greater)?;
        self.clamp_to(d, least, Cond::Less)?;
        self.zero_extend_into(d, d, to)
    }

    /// Puts a limit in the place of a number for which a comparison with it holds.
    fn clamp_to(&mut self, d: Any<Gpr>, limit: i64, beyond: Cond) -> Result<(), Reason> {
        self.constant(SCRATCH, limit)?;
        self.emit(integer::cmp_rm64_r64(d, SCRATCH))?;
        self.emit(integer::cmovcc_r64_rm64(d, SCRATCH, beyond))
    }

    fn truncate(&mut self, d: Any<Gpr>, a: Any<Simd>, dtype: FloatType) -> Result<(), Reason> {
        self.emit(match (self.width, dtype) {
            (Width::Ymm, FloatType::F32) => convert::vcvttss2si_r64_x(d, a),
            (Width::Ymm, FloatType::F64) => convert::vcvttsd2si_r64_x(d, a),
            (Width::Zmm, FloatType::F32) => convert::vcvttss2si_r64_ex(d, a),
            (Width::Zmm, FloatType::F64) => convert::vcvttsd2si_r64_ex(d, a),
        })
    }

    /// Where the result is the least number, it is so for what is not positive; the greatest for what is;
    /// zero for a NaN. One less than the least number overflows.
    fn float_to_i64(&mut self, d: Any<Gpr>, a: Any<Simd>, dtype: FloatType) -> Result<(), Reason> {
        let (done, zero) = (self.blocks.label()?, self.width.scratch());
        self.truncate(d, a, dtype)?;
        self.emit(integer::cmp_rm64_i8(d, 1i8))?;
        self.sink.put(Item::Inst(branch::jcc_near(Cond::NotOverflow, done)))?;
        self.zero(zero)?;
        self.compare_floats([a, zero], dtype)?;
        self.constant(SCRATCH, i64::MAX)?;
        self.emit(integer::cmovcc_r64_rm64(d, SCRATCH, Cond::Above))?;
        self.constant(SCRATCH, 0)?;
        self.emit(integer::cmovcc_r64_rm64(d, SCRATCH, Cond::Unordered))?;
        Ok(self.sink.put(Item::Label(done))?)
    }

    /// From 2⁶³ on, a number is converted without it. What is negative then was too large; what is else,
    /// and a NaN, are zero.
    fn float_to_u64(&mut self, d: Any<Gpr>, a: Any<Simd>, dtype: FloatType) -> Result<(), Reason> {
        let (large, done) = (self.blocks.label()?, self.blocks.label()?);
        let bound = self.width.scratch();
        self.number(bound, two_to_63(dtype), dtype)?;
        self.compare_floats([a, bound], dtype)?;
        self.sink.put(Item::Inst(branch::jcc_near(Cond::NotBelow, large)))?;
        self.truncate(d, a, dtype)?;
        self.constant(SCRATCH, 0)?;
        self.emit(integer::test_rm64_r64(d, d))?;
        self.emit(integer::cmovcc_r64_rm64(d, SCRATCH, Cond::Negative))?;
        self.sink.put(Item::Inst(branch::jmp_near(done)))?;
        self.sink.put(Item::Label(large))?;
        self.emit(match (self.width, dtype) {
            (Width::Ymm, FloatType::F32) => float::vsubss_x(bound, a, bound),
            (Width::Ymm, FloatType::F64) => float::vsubsd_x(bound, a, bound),
            (Width::Zmm, FloatType::F32) => float::vsubss_ex(bound, a, bound),
            (Width::Zmm, FloatType::F64) => float::vsubsd_ex(bound, a, bound),
        })?;
        self.truncate(d, bound, dtype)?;
        self.emit(integer::test_rm64_r64(d, d))?;
        self.constant(SCRATCH, i64::MIN)?;
        let sum = Memory::at(d, 0).indexed(SCRATCH, Scale::By1).ok_or(Reason::Unplaced)?;
        self.emit(integer::lea_r64_m(d, sum))?;
        self.constant(SCRATCH, -1)?;
        self.emit(integer::cmovcc_r64_rm64(d, SCRATCH, Cond::Negative))?;
        Ok(self.sink.put(Item::Label(done))?)
    }

    pub(super) fn extract_lane(
        &mut self,
        d: Any<Gpr>,
        a: Any<Simd>,
        (lane, dtype): (u8, FloatType),
    ) -> Result<(), Reason> {
        let mut from = a;
        if lane != 0 {
            from = self.width.scratch();
            self.broadcast_lane([from, a], (lane, dtype))?;
        }
        self.emit(match (self.width, dtype) {
            (Width::Ymm, FloatType::F32) => transfer::vmovd_rm32_x(d, from),
            (Width::Ymm, FloatType::F64) => transfer::vmovq_r64_x(d, from),
            (Width::Zmm, FloatType::F32) => transfer::vmovd_rm32_ex(d, from),
            (Width::Zmm, FloatType::F64) => transfer::vmovq_r64_ex(d, from),
        })
    }
}
