//! Vectors of integers.
//!
//! Advanced SIMD has most operations for lanes of 8, 16 and 32 bits. What it lacks for 64 is computed in the
//! registers of integers, or made of comparisons.
//!
//! Tests: `tests/tests/kernel_language_vectors.rs`.

use super::access::VectorAccess;
use super::arithmetic::sign;
use super::state::{Lowering, SCRATCH, X64, fitting};
use crate::isa::aarch64::inst::MachInst;
use crate::isa::aarch64::moves::Access;
use crate::isa::aarch64::needs::{SECOND, TEMPORARIES};
use crate::isa::aarch64::operand::{
    AbsNeg, AddSub, Any, ArrAcross, ArrB, ArrFp, ArrFpLow, ArrFpMisc, ArrFpNarrow, ArrH, ArrHigh, ArrInt,
    ArrInt32, ArrLow, ArrMem, ArrS, Compare as Compared, CompareV, Cond, Extract, Extremum, InsertBits, Lane,
    LaneOf, LaneOfHalves, LaneOfStructure, LeftOfHalves, Logic, LogicV, Permute, R, RightOfHalves,
    RightShift, Round, Saturate, Select, Shift, Sign, Size, ToIntVector, UImm,
};
use crate::isa::aarch64::register::{Gpr, Simd, VECTOR_BYTES};
use crate::isa::aarch64::table::{
    float, integer, simd_convert, simd_float, simd_integer, simd_move, simd_shift, structure,
};
use crate::isa::{Naming, Reason, Sink};
use crate::kernel::func::{
    Address, Fp16Op, Half, Inst, IntType, LaneOp, LaneShift, LaneUnaryOp, NarrowOp, ReduceOp, WideOp,
};

/// The arrangement of a whole vector.
const fn whole(of: IntType) -> ArrInt {
    match of.bits() {
        8 => ArrInt::B16,
        16 => ArrInt::H8,
        32 => ArrInt::S4,
        _ => ArrInt::D2,
    }
}

/// The arrangement of a whole vector, for instructions that have none for double words.
const fn whole_32(of: IntType) -> Result<ArrInt32, Reason> {
    Ok(match of.bits() {
        8 => ArrInt32::B16,
        16 => ArrInt32::H8,
        32 => ArrInt32::S4,
        _ => return Err(Reason::Unsupported),
    })
}

/// The arrangement of a half of a vector, whose lanes become larger.
const fn half_of(half: Half, of: IntType) -> Result<ArrInt32, Reason> {
    Ok(match (half, of.bits()) {
        (Half::Low, 8) => ArrInt32::B8,
        (Half::Low, 16) => ArrInt32::H4,
        (Half::Low, 32) => ArrInt32::S2,
        (Half::High, _) => return whole_32(of),
        _ => return Err(Reason::Unsupported),
    })
}

/// The arrangements of the halves that smaller lanes come to be in.
const fn narrowed(of: IntType) -> Result<(ArrLow, ArrHigh), Reason> {
    Ok(match of.bits() {
        8 => (ArrLow::B8, ArrHigh::B16),
        16 => (ArrLow::H4, ArrHigh::H8),
        32 => (ArrLow::S2, ArrHigh::S4),
        _ => return Err(Reason::Unsupported),
    })
}

/// The arrangement of a vector that is reduced.
const fn across(of: IntType) -> Result<ArrAcross, Reason> {
    Ok(match of.bits() {
        8 => ArrAcross::B16,
        16 => ArrAcross::H8,
        32 => ArrAcross::S4,
        _ => return Err(Reason::Unsupported),
    })
}

/// The size of a lane of some bytes.
const fn size(bytes: usize) -> Size {
    match bytes {
        1 => Size::B,
        2 => Size::H,
        4 => Size::S,
        _ => Size::D,
    }
}

/// Lanes of some bytes in memory that fill a register, or half of one.
const fn in_memory(element: usize, bytes: usize) -> ArrMem {
    match (element, bytes == VECTOR_BYTES) {
        (1, true) => ArrMem::B16,
        (2, true) => ArrMem::H8,
        (4, true) => ArrMem::S4,
        (_, true) => ArrMem::D2,
        (1, false) => ArrMem::B8,
        (2, false) => ArrMem::H4,
        (4, false) => ArrMem::S2,
        (_, false) => ArrMem::D1,
    }
}

impl<N: Naming, S: Sink<MachInst> + ?Sized> Lowering<'_, N, S> {
    /// An instruction on vectors of integers.
    pub(super) fn lanes(&mut self, inst: &Inst) -> Result<(), Reason> {
        match *inst {
            Inst::LaneCount(d, of) => {
                let lanes = VECTOR_BYTES.checked_div(of.bytes()).unwrap_or(0);
                self.constant(self.int(d)?, lanes as i64)
            }
            Inst::VectorLoad(d, ref from, of) => {
                self.lane_access(Access::Load, self.vector(d)?, from, (VECTOR_BYTES, of.bytes()))
            }
            Inst::VectorStore(a, ref to, of) => {
                self.lane_access(Access::Store, self.vector(a)?, to, (VECTOR_BYTES, of.bytes()))
            }
            Inst::LaneLoad(d, ref from, lanes) => {
                self.lane_access(Access::Load, self.vector(d)?, from, (lanes.bytes(), lanes.of.bytes()))
            }
            Inst::LaneStore(a, ref to, lanes) => {
                self.lane_access(Access::Store, self.vector(a)?, to, (lanes.bytes(), lanes.of.bytes()))
            }
            Inst::LaneConst(d, value, of) => self.lane_constant(self.vector(d)?, value as u64, of),
            Inst::LaneBroadcast(d, a, of) => self.lane_broadcast(self.vector(d)?, self.int(a)?, of),
            Inst::LaneSpread(d, a, lane, of) => {
                let lane = LaneOfHalves::new(whole(of), i64::from(lane)).map_err(|_| Reason::Lane)?;
                let [d, a] = self.vectors([d, a])?;
                self.emit(simd_move::dup_lane(lane, d, a))
            }
            Inst::LaneInsert(d, a, lane, of) => {
                let (d, a) = (self.vector(d)?, self.int(a)?);
                let lane = LaneOf::new(size(of.bytes()), i64::from(lane)).map_err(|_| Reason::Lane)?;
                self.emit(simd_move::ins(lane, d, a))
            }
            Inst::LaneExtract(d, a, lane, of) => self.lane_extract(self.int(d)?, self.vector(a)?, lane, of),
            Inst::LaneBinary(op, d, a, b, of) => self.lane_binary(op, self.vectors([d, a, b])?, of),
            Inst::LaneUnary(op, d, a, of) => self.lane_unary(op, self.vectors([d, a])?, of),
            Inst::LaneShift(how, d, a, by, of) => self.lane_shift(how, self.vectors([d, a])?, by, of),
            Inst::LaneWiden(half, d, a, _, narrow) => {
                let [d, a] = self.vectors([d, a])?;
                let lanes = match half {
                    Half::Low => LeftOfHalves::new(halved(narrow), 0),
                    Half::High => LeftOfHalves::new(whole(narrow), 0),
                };
                self.emit(simd_shift::shll(sign(narrow), lanes.map_err(|_| Reason::Shift)?, d, a))
            }
            Inst::LaneWide(op, d, a, b, _, narrow) => self.lane_wide(op, self.vectors([d, a, b])?, narrow),
            Inst::LaneNarrow(op, d, a, b, narrow, wide) => {
                self.lane_narrow(op, self.vectors([d, a, b])?, narrow, wide)
            }
            Inst::LookUp(d, a, b) => {
                let [d, a, b] = self.vectors([d, a, b])?;
                self.emit(simd_move::tbl_1(ArrB::B16, d, a, b))
            }
            Inst::Fp16Binary(op, d, a, b) => {
                let ([d, a, b], t) = (self.vectors([d, a, b])?, ArrFp::H8);
                self.emit(match op {
                    Fp16Op::Add => simd_float::fadd(t, d, a, b),
                    Fp16Op::Sub => simd_float::fsub(t, d, a, b),
                    Fp16Op::Mul => simd_float::fmul(t, d, a, b),
                    Fp16Op::Div => simd_float::fdiv(t, d, a, b),
                })
            }
            Inst::FromFp16(d, a) => {
                let [d, a] = self.vectors([d, a])?;
                self.emit(simd_convert::fcvtl(ArrFpNarrow::H4, d, a))
            }
            Inst::ToFp16(d, a) => {
                let [d, a] = self.vectors([d, a])?;
                self.emit(simd_convert::fcvtn(ArrFpLow::H4, d, a))
            }
            Inst::FromInt32(d, a) => {
                let [d, a] = self.vectors([d, a])?;
                self.emit(simd_convert::cvtf_from_int_v(Sign::Signed, ArrFpMisc::S4, d, a))
            }
            Inst::ToInt32(d, a) => {
                let [d, a] = self.vectors([d, a])?;
                self.emit(simd_convert::fcvt_to_int_v(Sign::Signed, ArrFpMisc::S4, ToIntVector::Zero, d, a))
            }
            Inst::LaneReduce(op, d, a, of) => self.lane_reduce(op, self.int(d)?, self.vector(a)?, of),
            Inst::LaneBits(d, a, of) => self.lane_bits(self.int(d)?, self.vector(a)?, of),
            _ => self.control(inst),
        }
    }

    /// Every lane the low bits of a register.
    fn lane_broadcast(&mut self, d: Any<Simd>, a: Any<Gpr>, of: IntType) -> Result<(), Reason> {
        self.emit(match of.bits() {
            8 => simd_move::dup_b(ArrB::B16, d, a),
            16 => simd_move::dup_h(ArrH::H8, d, a),
            32 => simd_move::dup_s(ArrS::S4, d, a),
            _ => simd_move::dup_d(d, a),
        })
    }

    /// Every lane the same number.
    fn lane_constant(&mut self, d: Any<Simd>, bits: u64, of: IntType) -> Result<(), Reason> {
        let bits = bits & of.mask();
        match (of.bits(), UImm::checked(bits as i64)) {
            (_, Some(_)) if bits == 0 => self.emit(simd_move::movi_zero(d)),
            (8, Some(small)) => self.emit(simd_move::movi_b(ArrB::B16, d, small)),
            _ => {
                self.constant(SCRATCH, bits as i64)?;
                self.lane_broadcast(d, SCRATCH, of)
            }
        }
    }

    fn lane_extract(&mut self, d: Any<Gpr>, a: Any<Simd>, lane: u8, of: IntType) -> Result<(), Reason> {
        let lane = i64::from(lane);
        self.emit(match of.bits() {
            8 => simd_move::umov_b(d, a, Lane::checked(lane).ok_or(Reason::Lane)?),
            16 => simd_move::umov_h(d, a, Lane::checked(lane).ok_or(Reason::Lane)?),
            32 => simd_move::umov_s(d, a, Lane::checked(lane).ok_or(Reason::Lane)?),
            _ => simd_move::umov_d(d, a, Lane::checked(lane).ok_or(Reason::Lane)?),
        })
    }

    fn lane_copy(&mut self, d: Any<Simd>, a: Any<Simd>) -> Result<(), Reason> {
        self.emit(simd_integer::mov_v(ArrB::B16, d, a))
    }

    fn lane_binary(&mut self, op: LaneOp, [d, a, b]: [Any<Simd>; 3], of: IntType) -> Result<(), Reason> {
        let (t, sign) = (whole(of), sign(of));
        match op {
            LaneOp::Add => self.emit(simd_integer::add_v(t, d, a, b)),
            LaneOp::Sub => self.emit(simd_integer::sub_v(t, d, a, b)),
            LaneOp::AddSaturating => self.emit(simd_integer::qadd(AddSub::Add, sign, t, d, a, b)),
            LaneOp::SubSaturating => self.emit(simd_integer::qadd(AddSub::Sub, sign, t, d, a, b)),
            LaneOp::And => self.emit(simd_integer::logic_v(LogicV::And, ArrB::B16, d, a, b)),
            LaneOp::Or => self.emit(simd_integer::logic_v(LogicV::Orr, ArrB::B16, d, a, b)),
            LaneOp::Xor => self.emit(simd_integer::eor_v(ArrB::B16, d, a, b)),
            LaneOp::Mul | LaneOp::MulHigh if of.bits() == 64 => self.multiply_64(op, [d, a, b], sign),
            LaneOp::Mul => self.emit(simd_integer::mul_v(whole_32(of)?, d, a, b)),
            LaneOp::MulHigh => {
                let [low, high] = TEMPORARIES;
                self.emit(simd_integer::mull_v(sign, half_of(Half::Low, of)?, low, a, b))?;
                self.emit(simd_integer::mull_v(sign, half_of(Half::High, of)?, high, a, b))?;
                self.emit(simd_move::permute(Permute::Uzp2, t, d, low, high))
            }
            LaneOp::Min | LaneOp::Max if of.bits() == 64 => {
                let [chosen, _] = TEMPORARIES;
                let order = if op == LaneOp::Max { [a, b] } else { [b, a] };
                self.lane_compare(CompareV::Gt, CompareV::Hi, [chosen, order[0], order[1]], of)?;
                self.emit(simd_integer::insert_v(InsertBits::Bsl, ArrB::B16, chosen, a, b))?;
                self.lane_copy(d, chosen)
            }
            LaneOp::Min => self.emit(simd_integer::extremum(Extremum::Min, sign, whole_32(of)?, d, a, b)),
            LaneOp::Max => self.emit(simd_integer::extremum(Extremum::Max, sign, whole_32(of)?, d, a, b)),
            LaneOp::ShiftLeft | LaneOp::ShiftRight => self.shift_each(op, [d, a, b], of),
            LaneOp::Equal => self.emit(simd_integer::cmeq(t, d, a, b)),
            LaneOp::NotEqual => {
                self.emit(simd_integer::cmeq(t, d, a, b))?;
                self.emit(simd_integer::mvn_v(ArrB::B16, d, d))
            }
            LaneOp::Greater => self.lane_compare(CompareV::Gt, CompareV::Hi, [d, a, b], of),
            LaneOp::GreaterEqual => self.lane_compare(CompareV::Ge, CompareV::Hs, [d, a, b], of),
            LaneOp::Less => self.lane_compare(CompareV::Gt, CompareV::Hi, [d, b, a], of),
            LaneOp::LessEqual => self.lane_compare(CompareV::Ge, CompareV::Hs, [d, b, a], of),
        }
    }

    /// A comparison of signed or of unsigned integers.
    fn lane_compare(
        &mut self,
        signed: CompareV,
        unsigned: CompareV,
        [d, a, b]: [Any<Simd>; 3],
        of: IntType,
    ) -> Result<(), Reason> {
        let how = if of.is_signed() { signed } else { unsigned };
        self.emit(simd_integer::cm(how, whole(of), d, a, b))
    }

    /// Products of lanes of 64 bits, in the registers of integers.
    fn multiply_64(&mut self, op: LaneOp, [d, a, b]: [Any<Simd>; 3], sign: Sign) -> Result<(), Reason> {
        let [products, _] = TEMPORARIES;
        let high = LaneOf::new(Size::D, 1).map_err(|_| Reason::Lane)?;
        for lane in 0..2 {
            self.lane_extract(SCRATCH, a, lane, IntType::U64)?;
            self.lane_extract(SECOND, b, lane, IntType::U64)?;
            self.emit(match op {
                LaneOp::Mul => integer::madd(X64, SCRATCH, SCRATCH, SECOND, R::ZR),
                _ => integer::mulh(sign, SCRATCH, SCRATCH, SECOND),
            })?;
            self.emit(match lane {
                0 => float::fmov_d_from_x(products, SCRATCH),
                _ => simd_move::ins(high, products, SCRATCH),
            })?;
        }
        self.lane_copy(d, products)
    }

    /// Each lane shifted by one of another vector, modulo its bits: to the right by a negative distance.
    fn shift_each(&mut self, op: LaneOp, [d, a, b]: [Any<Simd>; 3], of: IntType) -> Result<(), Reason> {
        let [by, _] = TEMPORARIES;
        self.lane_constant(by, u64::from(of.bits().wrapping_sub(1)), of)?;
        self.emit(simd_integer::logic_v(LogicV::And, ArrB::B16, by, by, b))?;
        if op == LaneOp::ShiftRight {
            self.emit(simd_integer::abs(AbsNeg::Neg, whole(of), by, by))?;
        }
        self.emit(simd_shift::shl_reg(Saturate::Wrap, sign(of), whole(of), d, a, by))
    }

    fn lane_unary(&mut self, op: LaneUnaryOp, [d, a]: [Any<Simd>; 2], of: IntType) -> Result<(), Reason> {
        match op {
            LaneUnaryOp::Negate => self.emit(simd_integer::abs(AbsNeg::Neg, whole(of), d, a)),
            LaneUnaryOp::Not => self.emit(simd_integer::mvn_v(ArrB::B16, d, a)),
            LaneUnaryOp::Absolute if of.is_signed() => {
                self.emit(simd_integer::abs(AbsNeg::Abs, whole(of), d, a))
            }
            LaneUnaryOp::Absolute => self.lane_copy(d, a),
            LaneUnaryOp::Ones => {
                self.emit(simd_integer::cnt(ArrB::B16, d, a))?;
                let sums = [(16, ArrInt32::B16), (32, ArrInt32::H8), (64, ArrInt32::S4)];
                sums.into_iter()
                    .filter(|(bits, _)| *bits <= of.bits())
                    .try_for_each(|(_, t)| self.emit(simd_integer::addlp(Sign::Unsigned, t, d, d)))
            }
        }
    }

    fn lane_shift(
        &mut self,
        how: LaneShift,
        [d, a]: [Any<Simd>; 2],
        by: u8,
        of: IntType,
    ) -> Result<(), Reason> {
        let by = i64::from(by);
        self.emit(match how {
            LaneShift::Left => {
                simd_shift::shl(LeftOfHalves::new(whole(of), by).map_err(|_| Reason::Shift)?, d, a)
            }
            LaneShift::Right => {
                let by = RightOfHalves::new(whole(of), by).map_err(|_| Reason::Shift)?;
                simd_shift::shr(sign(of), Round::Truncate, by, d, a)
            }
        })
    }

    fn lane_wide(&mut self, op: WideOp, [d, a, b]: [Any<Simd>; 3], narrow: IntType) -> Result<(), Reason> {
        let (sign, t) = (sign(narrow), half_of(op.half(), narrow)?);
        self.emit(match op {
            WideOp::AddLow | WideOp::AddHigh => simd_integer::addl(AddSub::Add, sign, t, d, a, b),
            WideOp::SubLow | WideOp::SubHigh => simd_integer::addl(AddSub::Sub, sign, t, d, a, b),
            WideOp::MulLow | WideOp::MulHigh => simd_integer::mull_v(sign, t, d, a, b),
        })
    }

    /// The lower half, then the upper one. Unsigned integers become those of a signed type by a minimum.
    fn lane_narrow(
        &mut self,
        op: NarrowOp,
        [d, a, b]: [Any<Simd>; 3],
        narrow: IntType,
        wide: IntType,
    ) -> Result<(), Reason> {
        let ([all, most], (low, high)) = (TEMPORARIES, narrowed(narrow)?);
        let halves = match (op, wide.is_signed(), narrow.is_signed()) {
            (NarrowOp::Wrap, ..) => {
                [simd_integer::xtn(Extract::Xtn, low, all, a), simd_integer::xtn2(Extract::Xtn, high, all, b)]
            }
            (NarrowOp::Saturate, true, false) => [
                simd_integer::xtn(Extract::Sqxtun, low, all, a),
                simd_integer::xtn2(Extract::Sqxtun, high, all, b),
            ],
            (NarrowOp::Saturate, is_signed, _) => {
                let sign = if is_signed { Sign::Signed } else { Sign::Unsigned };
                [simd_integer::qxtn(sign, low, all, a), simd_integer::qxtn2(sign, high, all, b)]
            }
        };
        halves.into_iter().try_for_each(|inst| self.emit(inst))?;
        if op == NarrowOp::Saturate && narrow.is_signed() && !wide.is_signed() {
            self.lane_constant(most, narrow.mask() >> 1, narrow)?;
            let t = whole_32(narrow)?;
            self.emit(simd_integer::extremum(Extremum::Min, Sign::Unsigned, t, all, all, most))?;
        }
        self.lane_copy(d, all)
    }

    fn lane_reduce(&mut self, op: ReduceOp, d: Any<Gpr>, a: Any<Simd>, of: IntType) -> Result<(), Reason> {
        let [all, _] = TEMPORARIES;
        match op {
            ReduceOp::Sum if of.bits() == 64 => self.emit(simd_integer::addp_d(all, a))?,
            ReduceOp::Sum => self.emit(simd_integer::addv(across(of)?, all, a))?,
            ReduceOp::Min | ReduceOp::Max if of.bits() == 64 => return self.extremum_64(op, d, a, of),
            ReduceOp::Min => {
                self.emit(simd_integer::extremum_across(sign(of), Extremum::Min, across(of)?, all, a))?;
            }
            ReduceOp::Max => {
                self.emit(simd_integer::extremum_across(sign(of), Extremum::Max, across(of)?, all, a))?;
            }
            ReduceOp::And => return self.reduce_bits(Logic::And, d, a, of),
            ReduceOp::Or => return self.reduce_bits(Logic::Orr, d, a, of),
            ReduceOp::Xor => return self.reduce_bits(Logic::Eor, d, a, of),
        }
        self.lane_extract(d, all, 0, of)
    }

    fn extremum_64(&mut self, op: ReduceOp, d: Any<Gpr>, a: Any<Simd>, of: IntType) -> Result<(), Reason> {
        self.lane_extract(d, a, 0, of)?;
        self.lane_extract(SCRATCH, a, 1, of)?;
        self.emit(integer::cmp(X64, Compared::Cmp, d, SCRATCH, Shift::NONE))?;
        let first = match (op, of.is_signed()) {
            (ReduceOp::Min, true) => Cond::Lt,
            (ReduceOp::Min, false) => Cond::Lo,
            (_, true) => Cond::Gt,
            (_, false) => Cond::Hi,
        };
        self.emit(integer::select(Select::Csel, X64, d, d, SCRATCH, first))
    }

    /// Combines the halves of a vector, bit by bit, until those of a lane are left.
    fn reduce_bits(&mut self, op: Logic, d: Any<Gpr>, a: Any<Simd>, of: IntType) -> Result<(), Reason> {
        self.lane_extract(d, a, 0, IntType::U64)?;
        self.lane_extract(SCRATCH, a, 1, IntType::U64)?;
        self.emit(integer::logic(op, X64, d, d, SCRATCH, Shift::NONE))?;
        for by in [32, 16, 8].into_iter().filter(|by| *by >= of.bits()) {
            let by = fitting(UImm::checked(by.into()))?;
            self.emit(integer::shift_right_x(RightShift::Lsr, SCRATCH, d, by))?;
            self.emit(integer::logic(op, X64, d, d, SCRATCH, Shift::NONE))?;
        }
        match of.bits() {
            32 => self.emit(integer::mov_w(d, d)),
            _ => self.zero_extend(d, of),
        }
    }

    /// The highest bits of all lanes: they are made bytes, of which each keeps a bit of its own. Sums of
    /// neighbours put eight into one.
    fn lane_bits(&mut self, d: Any<Gpr>, a: Any<Simd>, of: IntType) -> Result<(), Reason> {
        let [bits, places] = TEMPORARIES;
        let by =
            RightOfHalves::new(whole(of), i64::from(of.bits()).wrapping_sub(1)).map_err(|_| Reason::Shift)?;
        self.emit(simd_shift::shr(Sign::Signed, Round::Truncate, by, bits, a))?;
        let steps = [(64, ArrLow::S2), (32, ArrLow::H4), (16, ArrLow::B8)];
        for (_, t) in steps.into_iter().filter(|(wide, _)| *wide <= of.bits()) {
            self.emit(simd_integer::xtn(Extract::Xtn, t, bits, bits))?;
        }
        self.constant(SCRATCH, 0x8040_2010_0804_0201u64 as i64)?;
        self.emit(simd_move::dup_d(places, SCRATCH))?;
        self.emit(simd_integer::logic_v(LogicV::And, ArrB::B16, bits, bits, places))?;
        for _ in 0..3 {
            self.emit(simd_integer::addp(ArrInt::B16, bits, bits, bits))?;
        }
        // Eight lanes or less are in one byte, above which their copies follow.
        self.lane_extract(d, bits, 0, if of.bits() == 8 { IntType::U16 } else { IntType::U8 })
    }

    /// Loads or stores the low bytes of a vector, which has lanes of some bytes, in pieces.
    fn lane_access(
        &mut self,
        access: Access,
        register: Any<Simd>,
        address: &Address,
        (bytes, element): (usize, usize),
    ) -> Result<(), Reason> {
        if !(1..=VECTOR_BYTES).contains(&bytes) {
            return Err(Reason::LaneCount);
        }
        let first = power_within(bytes);
        let mut done = first;
        if !self.is_strict || first <= element {
            self.whole(VectorAccess { kind: access, register, bytes: first }, address)?;
        } else if first >= VECTOR_BYTES / 2 {
            let pointer = self.pointer(address, 0)?;
            self.emit(access.list(in_memory(element, first), 0, register, pointer))?;
        } else {
            if access == Access::Load {
                self.emit(simd_move::movi_zero(register))?;
            }
            done = 0;
        }
        while let Some(left) = bytes.checked_sub(done).filter(|left| *left > 0) {
            let piece = if self.is_strict { element } else { power_within(left) };
            let lane = done.checked_div(piece).unwrap_or(0) as i64;
            let lane = LaneOfStructure::new(size(piece), lane).map_err(|_| Reason::Lane)?;
            let pointer = self.pointer(address, done as i64)?;
            self.emit(match access {
                Access::Load => structure::ld1_lane(register, lane, pointer),
                Access::Store => structure::st1_lane(register, lane, pointer),
            })?;
            done = done.saturating_add(piece);
        }
        Ok(())
    }
}

/// The arrangement of half a vector.
const fn halved(of: IntType) -> ArrInt {
    match of.bits() {
        8 => ArrInt::B8,
        16 => ArrInt::H4,
        _ => ArrInt::S2,
    }
}

/// The largest power of two that some bytes have room for.
fn power_within(bytes: usize) -> usize {
    bytes.checked_ilog2().and_then(|log| 1usize.checked_shl(log)).unwrap_or(1)
}
