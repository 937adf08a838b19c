//! Dot products of neighbouring numbers, added to lanes of 32 bits.
//!
//! Bytes have an instruction for each pair of types, on cores with `FEAT_DotProd` and `FEAT_I8MM`; of factors
//! with different signs, that without one comes first where both are vectors. Words are multiplied half by
//! half, and neighbours added up.
//!
//! Tests: `tests/tests/kernel_language_dot.rs`.

use super::state::Lowering;
use crate::isa::aarch64::inst::MachInst;
use crate::isa::aarch64::needs::TEMPORARIES;
use crate::isa::aarch64::operand::{Accumulate, Any, ArrInt, ArrInt32, ArrS, Lane, LaneOfHalves, Sign};
use crate::isa::aarch64::register::Simd;
use crate::isa::aarch64::table::{simd_float, simd_integer, simd_move};
use crate::isa::{Naming, Reason, Sink};
use crate::kernel::func::DotTypes;

impl<N: Naming, S: Sink<MachInst> + ?Sized> Lowering<'_, N, S> {
    /// Adds the dot products of two vectors.
    pub(super) fn dot(&mut self, [d, a, b]: [Any<Simd>; 3], types: DotTypes) -> Result<(), Reason> {
        self.has_dot(types)?;
        self.emit(match types {
            DotTypes::I8 => simd_integer::dot(Sign::Signed, ArrS::S4, d, a, b),
            DotTypes::U8 => simd_integer::dot(Sign::Unsigned, ArrS::S4, d, a, b),
            DotTypes::U8I8 => simd_integer::usdot(ArrS::S4, d, a, b),
            DotTypes::I8U8 => simd_integer::usdot(ArrS::S4, d, b, a),
            DotTypes::I16 => return self.multiply_words([d, a, b]),
            DotTypes::I32 => simd_integer::ml(Accumulate::Add, ArrInt32::S4, d, a, b),
            DotTypes::BF16 => simd_float::bfdot(ArrS::S4, d, a, b),
        })
    }

    /// Adds the dot products of a vector and one lane of another.
    pub(super) fn dot_lane(
        &mut self,
        [d, a, b]: [Any<Simd>; 3],
        nth: i64,
        types: DotTypes,
    ) -> Result<(), Reason> {
        self.has_dot(types)?;
        let lane = Lane::checked(nth).ok_or(Reason::Lane)?;
        self.emit(match types {
            DotTypes::I8 => simd_integer::dot_lane(Sign::Signed, ArrS::S4, d, a, b, lane),
            DotTypes::U8 => simd_integer::dot_lane(Sign::Unsigned, ArrS::S4, d, a, b, lane),
            DotTypes::U8I8 => simd_integer::usdot_lane(ArrS::S4, d, a, b, lane),
            DotTypes::I8U8 => simd_integer::sudot_lane(ArrS::S4, d, a, b, lane),
            DotTypes::I32 => simd_integer::ml_lane_s(Accumulate::Add, ArrS::S4, d, a, b, lane),
            DotTypes::BF16 => simd_float::bfdot_lane(ArrS::S4, d, a, b, lane),
            DotTypes::I16 => {
                let [all, _] = TEMPORARIES;
                let lane = LaneOfHalves::new(ArrInt::S4, nth).map_err(|_| Reason::Lane)?;
                self.emit(simd_move::dup_lane(lane, all, b))?;
                return self.multiply_words([d, a, all]);
            }
        })
    }

    fn has_dot(&self, types: DotTypes) -> Result<(), Reason> {
        if self.dots.iter().any(|dot| dot.types == types) { Ok(()) } else { Err(Reason::Dot) }
    }

    /// Products of the lower words and of the upper ones, whose neighbours are added up.
    fn multiply_words(&mut self, [d, a, b]: [Any<Simd>; 3]) -> Result<(), Reason> {
        let [low, high] = TEMPORARIES;
        self.emit(simd_integer::mull_v(Sign::Signed, ArrInt32::H8, high, a, b))?;
        self.emit(simd_integer::mull_v(Sign::Signed, ArrInt32::H4, low, a, b))?;
        self.emit(simd_integer::addp(ArrInt::S4, low, low, high))?;
        self.emit(simd_integer::add_v(ArrInt::S4, d, d, low))
    }
}
