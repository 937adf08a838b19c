//! Loads and stores of elements of narrow types, whose lanes have 32 bits: numbers of single precision, or
//! integers.
//!
//! Elements are converted in registers: those that are loaded in that of their lanes, those that are stored
//! in one that such instructions need for themselves. An element of bfloat16 is the upper half of its lane; a
//! core that has no instruction to round lanes to these does so by arithmetic on integers.

use super::access::VectorAccess;
use super::state::{Lowering, fitting};
use crate::isa::aarch64::inst::MachInst;
use crate::isa::aarch64::moves::Access;
use crate::isa::aarch64::needs::{NARROWED, TEMPORARIES};
use crate::isa::aarch64::operand::{
    Any, ArrB, ArrFp, ArrFpLow, ArrFpNarrow, ArrH, ArrInt, ArrLow, ArrMem, ArrS, CompareZero, Extract,
    FloatCompareV, Invert, Lane, LaneOfStructure, LeftOfHalves, LogicV, LslBytes, RightOfHalves, RightToLow,
    Round, Sign, Size, UImm,
};
use crate::isa::aarch64::register::{Gpr, Simd};
use crate::isa::aarch64::table::{simd_convert, simd_float, simd_integer, simd_move, simd_shift, structure};
use crate::isa::{Naming, Reason, Sink};
use crate::kernel::func::{Address, Narrow, Vector};

/// The bits of a lane below an element of bfloat16.
const LOWER: i64 = 16;
/// Lanes of a vector.
const LANES: u8 = 4;

impl<N: Naming, S: Sink<MachInst> + ?Sized> Lowering<'_, N, S> {
    /// Loads or stores the low lanes.
    #[inline(never)]
    pub(super) fn access_narrow(
        &mut self,
        kind: Access,
        register: Vector,
        address: &Address,
        (narrow, count): (Narrow, u8),
    ) -> Result<(), Reason> {
        if !(1..=LANES).contains(&count) {
            return Err(Reason::LaneCount);
        }
        let register = self.vector(register)?;
        match kind {
            Access::Load => {
                self.elements((kind, register), address, (narrow, count))?;
                self.widen(register, narrow)
            }
            Access::Store => {
                self.narrow(register, narrow)?;
                self.elements((kind, NARROWED), address, (narrow, count))
            }
        }
    }

    /// Loads a number into every lane.
    #[inline(never)]
    pub(super) fn load_all_narrow(
        &mut self,
        d: Vector,
        from: &Address,
        narrow: Narrow,
    ) -> Result<(), Reason> {
        let (d, pointer) = (self.vector(d)?, self.pointer(from, 0)?);
        self.emit(structure::ld1r(in_memory(narrow), d, pointer))?;
        self.widen(d, narrow)
    }

    #[inline(never)]
    pub(super) fn load_narrow_lane(
        &mut self,
        d: Vector,
        from: &Address,
        (lane, narrow): (u8, Narrow),
    ) -> Result<(), Reason> {
        let (d, lane) = (self.vector(d)?, Lane::checked(lane.into()).ok_or(Reason::Lane)?);
        self.elements((Access::Load, NARROWED), from, (narrow, 1))?;
        self.widen(NARROWED, narrow)?;
        self.emit(simd_move::ins_lane_s(d, lane, NARROWED, fitting(Lane::checked(0))?))
    }

    #[inline(never)]
    pub(super) fn store_narrow_lane(
        &mut self,
        a: Vector,
        to: &Address,
        (lane, narrow): (u8, Narrow),
    ) -> Result<(), Reason> {
        if lane >= LANES {
            return Err(Reason::Lane);
        }
        let a = self.vector(a)?;
        self.narrow(a, narrow)?;
        match lane {
            0 => self.elements((Access::Store, NARROWED), to, (narrow, 1)),
            _ => {
                let pointer = self.pointer(to, 0)?;
                self.element((Access::Store, NARROWED), (narrow, lane), pointer)
            }
        }
    }

    fn widen(&mut self, d: Any<Simd>, narrow: Narrow) -> Result<(), Reason> {
        match narrow {
            Narrow::F16 => self.emit(simd_convert::fcvtl(ArrFpNarrow::H4, d, d)),
            Narrow::BF16 => self.emit(simd_shift::shll_max_h(ArrH::H4, d, d)),
            Narrow::I16 => self.extend(Sign::Signed, ArrInt::H4, d),
            Narrow::I8 | Narrow::U8 => {
                let sign = if narrow == Narrow::U8 { Sign::Unsigned } else { Sign::Signed };
                self.extend(sign, ArrInt::B8, d)?;
                self.extend(sign, ArrInt::H4, d)
            }
        }
    }

    /// Makes the low integers of a vector twice as large.
    fn extend(&mut self, sign: Sign, from: ArrInt, d: Any<Simd>) -> Result<(), Reason> {
        let lanes = LeftOfHalves::new(from, 0).map_err(|_| Reason::Shift)?;
        self.emit(simd_shift::shll(sign, lanes, d, d))
    }

    fn narrow(&mut self, a: Any<Simd>, narrow: Narrow) -> Result<(), Reason> {
        match narrow {
            Narrow::F16 => self.emit(simd_convert::fcvtn(ArrFpLow::H4, NARROWED, a)),
            Narrow::BF16 if self.rounds_to_bfloat16 => self.emit(simd_convert::bfcvtn(NARROWED, a)),
            Narrow::BF16 => self.round(a),
            Narrow::I16 => self.emit(simd_integer::xtn(Extract::Xtn, ArrLow::H4, NARROWED, a)),
            Narrow::I8 | Narrow::U8 => {
                self.emit(simd_integer::xtn(Extract::Xtn, ArrLow::H4, NARROWED, a))?;
                self.emit(simd_integer::xtn(Extract::Xtn, ArrLow::B8, NARROWED, NARROWED))
            }
        }
    }

    /// Rounds lanes to their upper halves: the nearest ones, ties to even. A NaN keeps its upper half, and
    /// becomes quiet.
    fn round(&mut self, a: Any<Simd>) -> Result<(), Reason> {
        let ([other, _], words) = (TEMPORARIES, ArrInt::S4);
        let logic = |op, b| simd_integer::logic_v(op, ArrB::B16, NARROWED, NARROWED, b);
        // Half of the last bit that is left, and one less if that is no one: a tie becomes even.
        self.emit(simd_shift::shl(left(LOWER - 1)?, NARROWED, a))?;
        self.emit(simd_integer::cm_zero(CompareZero::Ge, words, NARROWED, NARROWED))?;
        self.emit(simd_move::movi_s(
            Invert::Plain,
            ArrS::S4,
            other,
            fitting(UImm::new(0x80).ok())?,
            LslBytes::By8,
        ))?;
        self.emit(simd_integer::add_v(words, NARROWED, NARROWED, other))?;
        // It is added to numbers.
        self.emit(simd_float::fcompare(FloatCompareV::Fcmeq, ArrFp::S4, other, a, a))?;
        self.emit(logic(LogicV::And, other))?;
        self.emit(simd_integer::add_v(words, NARROWED, NARROWED, a))?;
        // The others become quiet.
        self.emit(simd_integer::mvn_v(ArrB::B16, other, other))?;
        self.emit(simd_shift::shr(Sign::Unsigned, Round::Truncate, right(31)?, other, other))?;
        self.emit(simd_shift::shl(left(22)?, other, other))?;
        self.emit(logic(LogicV::Orr, other))?;
        let by = RightToLow::new(ArrLow::H4, LOWER).map_err(|_| Reason::Shift)?;
        self.emit(simd_shift::shrn(Round::Truncate, by, NARROWED, NARROWED))
    }

    /// Moves elements as they are: as many as one access has, and the others one by one. Where alignment is
    /// strict, all words of a vector are a list whose unit is an element, and others are moved one by one.
    fn elements(
        &mut self,
        (kind, register): (Access, Any<Simd>),
        address: &Address,
        (narrow, count): (Narrow, u8),
    ) -> Result<(), Reason> {
        let size = narrow.bytes();
        if self.is_strict && count == LANES && size == 2 {
            let pointer = self.pointer(address, 0)?;
            return self.emit(kind.list(ArrMem::H4, 0, register, pointer));
        }
        let together = match count {
            LANES if !self.is_strict => LANES,
            2 | 3 if !self.is_strict => 2,
            _ => 1,
        };
        self.whole(
            VectorAccess { kind, register, bytes: usize::from(together).saturating_mul(size) },
            address,
        )?;
        (together..count).try_for_each(|lane| {
            let pointer = self.pointer(address, i64::from(lane).saturating_mul(size as i64))?;
            self.element((kind, register), (narrow, lane), pointer)
        })
    }

    /// Moves an element as it is.
    fn element(
        &mut self,
        (kind, register): (Access, Any<Simd>),
        (narrow, lane): (Narrow, u8),
        pointer: Any<Gpr>,
    ) -> Result<(), Reason> {
        let size = if narrow.bytes() == 1 { Size::B } else { Size::H };
        let lane = LaneOfStructure::new(size, lane.into()).map_err(|_| Reason::Lane)?;
        self.emit(match kind {
            Access::Load => structure::ld1_lane(register, lane, pointer),
            Access::Store => structure::st1_lane(register, lane, pointer),
        })
    }
}

/// Elements in memory that fill half a register.
const fn in_memory(narrow: Narrow) -> ArrMem {
    match narrow.bytes() {
        1 => ArrMem::B8,
        _ => ArrMem::H4,
    }
}

/// A distance of lanes to the left.
fn left(by: i64) -> Result<LeftOfHalves, Reason> {
    LeftOfHalves::new(ArrInt::S4, by).map_err(|_| Reason::Shift)
}

/// A distance of lanes to the right.
fn right(by: i64) -> Result<RightOfHalves, Reason> {
    RightOfHalves::new(ArrInt::S4, by).map_err(|_| Reason::Shift)
}
