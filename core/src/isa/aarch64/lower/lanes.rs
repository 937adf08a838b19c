//! Lanes: one that is replicated, set, loaded or stored, and those of two vectors recombined.

use super::operations::{size, whole};
use super::state::Lowering;
use crate::isa::aarch64::inst::MachInst;
use crate::isa::aarch64::moves::{Access, Move};
use crate::isa::aarch64::operand::{
    Any, ArrB, ArrInt, ArrInt32, ArrS, LaneOf, LaneOfHalves, LaneOfStructure, Permute, Re, UImm,
};
use crate::isa::aarch64::register::{Gpr, Simd, VECTOR_BYTES};
use crate::isa::aarch64::table::{simd_integer, simd_move, structure};
use crate::isa::{Naming, Reason, Sink};
use crate::kernel::func::{Address, FloatType, Lanes, Shuffle, Vector};

/// A lane: its number, and what it holds.
pub(super) type Lane = (u8, FloatType);

/// A lane of a vector, in memory.
pub(super) fn lane_in_memory(dtype: FloatType, lane: u8) -> Result<LaneOfStructure, Reason> {
    LaneOfStructure::new(size(dtype), i64::from(lane)).map_err(|_| Reason::Lane)
}

impl<N: Naming, S: Sink<MachInst> + ?Sized> Lowering<'_, N, S> {
    pub(super) fn broadcast(&mut self, d: Any<Simd>, a: Any<Gpr>, dtype: FloatType) -> Result<(), Reason> {
        match dtype {
            FloatType::F32 => self.emit(simd_move::dup_s(ArrS::S4, d, a)),
            FloatType::F64 => self.emit(simd_move::dup_d(d, a)),
        }
    }

    #[inline(always)]
    pub(super) fn broadcast_lane(&mut self, [d, a]: [Vector; 2], (lane, dtype): Lane) -> Result<(), Reason> {
        let lane = LaneOfHalves::new(whole(dtype), i64::from(lane)).map_err(|_| Reason::Lane)?;
        let [d, a] = self.vectors([d, a])?;
        self.emit(simd_move::dup_lane(lane, d, a))
    }

    #[inline(always)]
    pub(super) fn insert_lane(
        &mut self,
        d: Any<Simd>,
        a: Any<Gpr>,
        (lane, dtype): Lane,
    ) -> Result<(), Reason> {
        let lane = LaneOf::new(size(dtype), i64::from(lane)).map_err(|_| Reason::Lane)?;
        self.emit(simd_move::ins(lane, d, a))
    }

    #[inline(always)]
    pub(super) fn load_lane(&mut self, d: Vector, from: &Address, (lane, dtype): Lane) -> Result<(), Reason> {
        let (d, pointer) = (self.vector(d)?, self.pointer(from, 0)?);
        self.emit(structure::ld1_lane(d, lane_in_memory(dtype, lane)?, pointer))
    }

    /// Stores a lane: the first one as a vector with no others, which may have an offset.
    #[inline(always)]
    pub(super) fn store_lane(
        &mut self,
        register: Vector,
        address: &Address,
        (lane, dtype): Lane,
    ) -> Result<(), Reason> {
        if lane == 0 {
            let lanes = Lanes { dtype: dtype.elements(), count: 1 };
            return self.access(Move { register, address, lanes, kind: Access::Store });
        }
        let (a, pointer) = (self.vector(register)?, self.pointer(address, 0)?);
        self.emit(structure::st1_lane(a, lane_in_memory(dtype, lane)?, pointer))
    }

    /// The lanes of each pair of neighbours exchanged.
    pub(super) fn swap_lanes(&mut self, [d, a]: [Any<Simd>; 2], dtype: FloatType) -> Result<(), Reason> {
        self.emit(match dtype {
            FloatType::F32 => simd_integer::rev64(ArrInt32::S4, d, a),
            FloatType::F64 => simd_move::ext(ArrB::B16, d, a, a, UImm::checked(8).ok_or(Reason::Lane)?),
        })
    }

    /// The low lanes, with zeros above: a vector is a single part.
    #[inline(never)]
    pub(super) fn pack_parts(
        &mut self,
        [d, a]: [Any<Simd>; 2],
        Lanes { dtype, count }: Lanes,
    ) -> Result<(), Reason> {
        let of = dtype.arithmetic().lanes();
        let all = (VECTOR_BYTES / of.bytes()) as u8;
        if !(1..=all).contains(&count) {
            return Err(Reason::LaneCount);
        }
        self.emit(simd_integer::mov_v(ArrB::B16, d, a))?;
        for lane in count..all {
            let lane = LaneOf::new(size(of), i64::from(lane)).map_err(|_| Reason::Lane)?;
            self.emit(simd_move::ins(lane, d, Re::ZR))?;
        }
        Ok(())
    }

    #[inline(always)]
    pub(super) fn shuffle(
        &mut self,
        how: Shuffle,
        [d, a, b]: [Any<Simd>; 3],
        bytes: u8,
    ) -> Result<(), Reason> {
        let t = match bytes {
            4 => ArrInt::S4,
            8 => ArrInt::D2,
            _ => return Err(Reason::LaneSize),
        };
        let how = match how {
            Shuffle::TransposeEven => Permute::Trn1,
            Shuffle::TransposeOdd => Permute::Trn2,
        };
        self.emit(simd_move::permute(how, t, d, a, b))
    }
}
