//! Lanes: one that is replicated, set, loaded or stored, and those of two vectors recombined.

use super::masks::ODD;
use super::state::Lowering;
use super::width::Width;
use crate::DType;
use crate::isa::x86_64::inst::MachInst;
use crate::isa::x86_64::register::{Any, Gpr, Simd};
use crate::isa::x86_64::table::{permute, transfer};
use crate::isa::{Naming, Reason, Sink};
use crate::kernel::func::{Address, FloatType, Shuffle, VectorOp};

/// A lane: its number, and what it holds.
type Lane = (u8, FloatType);

/// The fields of the same number in all four places of an immediate.
const fn fourfold(field: u8) -> u8 {
    field.wrapping_mul(0x55)
}

impl<N: Naming, S: Sink<MachInst>> Lowering<'_, N, S> {
    /// The piece of 16 bytes that a lane is in, and its number there.
    fn piece(&self, (lane, dtype): Lane) -> Result<(u8, u8), Reason> {
        if usize::from(lane).saturating_mul(dtype.bytes()) >= self.width.bytes() {
            return Err(Reason::Lane);
        }
        Ok(match dtype {
            FloatType::F32 => (lane / 4, lane % 4),
            FloatType::F64 => (lane / 2, lane % 2),
        })
    }

    pub(super) fn broadcast_lane(&mut self, [d, a]: [Any<Simd>; 2], lane: Lane) -> Result<(), Reason> {
        let (piece, within) = self.piece(lane)?;
        match (self.width, lane.1) {
            (Width::Ymm, FloatType::F64) => return self.emit(permute::vpermpd_i_y(d, a, fourfold(lane.0))),
            (Width::Ymm, FloatType::F32) => {
                self.emit(permute::vperm2f128_y(d, a, a, piece.wrapping_mul(0x11)))?;
            }
            (Width::Zmm, _) => self.emit(permute::vshuff64x2_z(d, a, a, fourfold(piece)))?,
        }
        self.spread([d, d], (within, lane.1))
    }

    /// A lane of each piece of 16 bytes in all lanes of the piece.
    pub(super) fn spread_lane(&mut self, operands: [Any<Simd>; 2], lane: Lane) -> Result<(), Reason> {
        match self.piece(lane)? {
            (0, _) => self.spread(operands, lane),
            _ => Err(Reason::Lane),
        }
    }

    /// The lanes of each pair of neighbours exchanged.
    pub(super) fn swap_lanes(&mut self, [d, a]: [Any<Simd>; 2], dtype: FloatType) -> Result<(), Reason> {
        // Words 1, 0, 3, 2 of each 16 bytes; of doubles, a bit for each.
        let (words, doubles) = (0b10_11_00_01u8, 0b0101_0101u8);
        self.emit(match (self.width, dtype) {
            (Width::Ymm, FloatType::F32) => permute::vpermilps_i_y(d, a, words),
            (Width::Ymm, FloatType::F64) => permute::vpermilpd_i_y(d, a, doubles & 0xf),
            (Width::Zmm, FloatType::F32) => permute::vpermilps_i_z(d, a, words),
            (Width::Zmm, FloatType::F64) => permute::vpermilpd_i_z(d, a, doubles),
        })
    }

    fn spread(&mut self, [d, a]: [Any<Simd>; 2], (lane, dtype): Lane) -> Result<(), Reason> {
        let (words, doubles) = (fourfold(lane), lane.wrapping_mul(0xff));
        self.emit(match (self.width, dtype) {
            (Width::Ymm, FloatType::F32) => permute::vpermilps_i_y(d, a, words),
            (Width::Ymm, FloatType::F64) => permute::vpermilpd_i_y(d, a, doubles & 0xf),
            (Width::Zmm, FloatType::F32) => permute::vpermilps_i_z(d, a, words),
            (Width::Zmm, FloatType::F64) => permute::vpermilpd_i_z(d, a, doubles),
        })
    }

    /// Of pieces of 16 bytes, the even or the odd ones, each in its place and in that of its neighbour.
    pub(super) fn copy_pieces(&mut self, how: Shuffle, [d, a]: [Any<Simd>; 2]) -> Result<(), Reason> {
        let pieces = match how {
            Shuffle::TransposeEven => 0xa0u8,
            Shuffle::TransposeOdd => 0xf5,
        };
        self.emit(permute::vshuff64x2_z(d, a, a, pieces))
    }

    /// Every lane the number in the low bits of an integer register.
    pub(super) fn broadcast(&mut self, d: Any<Simd>, a: Any<Gpr>, dtype: FloatType) -> Result<(), Reason> {
        match (self.width, dtype) {
            (Width::Zmm, FloatType::F32) => self.emit(transfer::vpbroadcastd_z_r32(d, a)),
            (Width::Zmm, FloatType::F64) => self.emit(transfer::vpbroadcastq_z_r64(d, a)),
            (Width::Ymm, FloatType::F32) => {
                self.emit(transfer::vmovd_x_rm32(d, a))?;
                self.emit(transfer::vbroadcastss_y(d, d))
            }
            (Width::Ymm, FloatType::F64) => {
                self.emit(transfer::vmovq_x_r64(d, a))?;
                self.emit(transfer::vbroadcastsd_y(d, d))
            }
        }
    }

    pub(super) fn insert_lane(&mut self, d: Any<Simd>, a: Any<Gpr>, lane: Lane) -> Result<(), Reason> {
        self.piece(lane)?;
        let scratch = self.width.scratch();
        self.broadcast(scratch, a, lane.1)?;
        self.take_lane(d, scratch, lane)
    }

    pub(super) fn load_lane(
        &mut self,
        d: Any<Simd>,
        from: &Address,
        (lane, dtype): (u8, DType),
    ) -> Result<(), Reason> {
        let lane = (lane, dtype.arithmetic().lanes());
        self.piece(lane)?;
        let scratch = self.width.scratch();
        self.load_all(scratch, from, dtype)?;
        self.take_lane(d, scratch, lane)
    }

    /// Replaces one lane by that of another vector.
    fn take_lane(&mut self, d: Any<Simd>, from: Any<Simd>, (lane, dtype): Lane) -> Result<(), Reason> {
        let lane = 1u16.checked_shl(lane.into()).ok_or(Reason::Lane)?;
        match (self.width, dtype) {
            (Width::Ymm, FloatType::F32) => self.emit(permute::vblendps_y(d, d, from, lane as u8)),
            (Width::Ymm, FloatType::F64) => self.emit(permute::vblendpd_y(d, d, from, lane as u8)),
            (Width::Zmm, _) => {
                let mask = self.mask(lane)?;
                self.emit(match dtype {
                    FloatType::F32 => permute::vblendmps_z(d, d, from).merging(mask),
                    FloatType::F64 => permute::vblendmpd_z(d, d, from).merging(mask),
                })
            }
        }
    }

    pub(super) fn store_lane(
        &mut self,
        a: Any<Simd>,
        to: &Address,
        (lane, dtype): (u8, DType),
    ) -> Result<(), Reason> {
        let (piece, within) = self.piece((lane, dtype.arithmetic().lanes()))?;
        let scratch = self.width.scratch();
        let from = match (piece, self.width) {
            (0, _) => a,
            (_, Width::Ymm) => {
                self.emit(transfer::vextractf128_y(scratch, a, piece))?;
                scratch
            }
            (_, Width::Zmm) => {
                self.emit(transfer::vextractf32x4_x_z(scratch, a, piece))?;
                scratch
            }
        };
        if let Some(narrow) = dtype.narrow() {
            return self.store_narrow_lane(from, to, (within, narrow));
        }
        let memory = self.memory(to)?;
        self.emit(match (self.width, dtype.arithmetic().lanes(), within) {
            (Width::Ymm, FloatType::F32, 0) => transfer::vmovss_m32_x(memory, from),
            (Width::Zmm, FloatType::F32, 0) => transfer::vmovss_m32_ex(memory, from),
            (Width::Ymm, FloatType::F32, _) => transfer::vextractps_x(memory, from, within),
            (Width::Zmm, FloatType::F32, _) => transfer::vextractps_ex(memory, from, within),
            (Width::Ymm, FloatType::F64, 0) => transfer::vmovsd_m64_x(memory, from),
            (Width::Zmm, FloatType::F64, 0) => transfer::vmovsd_m64_ex(memory, from),
            (Width::Ymm, FloatType::F64, _) => transfer::vmovhpd_m64_x(memory, from),
            (Width::Zmm, FloatType::F64, _) => transfer::vmovhpd_m64_ex(memory, from),
        })
    }

    pub(super) fn shuffle(
        &mut self,
        how: Shuffle,
        [d, a, b]: [Any<Simd>; 3],
        bytes: u8,
    ) -> Result<(), Reason> {
        let is_even = how == Shuffle::TransposeEven;
        match (bytes, self.width) {
            (4, _) => self.transpose_words(is_even, [d, a, b]),
            (8, _) if is_even => {
                self.either(|| permute::vunpcklpd_y(d, a, b), || permute::vunpcklpd_z(d, a, b))
            }
            (8, _) => self.either(|| permute::vunpckhpd_y(d, a, b), || permute::vunpckhpd_z(d, a, b)),
            (16, Width::Ymm) => {
                self.emit(permute::vperm2f128_y(d, a, b, if is_even { 0x20u8 } else { 0x31 }))
            }
            (16, Width::Zmm) => {
                // Of each, pieces 0 and 2, or 1 and 3; then the middle ones change places.
                self.emit(permute::vshuff64x2_z(d, a, b, if is_even { 0x88u8 } else { 0xdd }))?;
                self.emit(permute::vshuff64x2_z(d, d, d, 0xd8u8))
            }
            (32, Width::Zmm) => {
                self.emit(permute::vshuff64x2_z(d, a, b, if is_even { 0x44u8 } else { 0xee }))
            }
            _ => Err(Reason::LaneSize),
        }
    }

    /// Even or odd words of both. Those of one vector are put next to where they belong, and
    /// blended with the other's.
    fn transpose_words(&mut self, is_even: bool, [d, a, b]: [Any<Simd>; 3]) -> Result<(), Reason> {
        let scratch = self.width.scratch();
        let (evens, odds) = if is_even {
            self.either(|| permute::vmovsldup_y(scratch, b), || permute::vmovsldup_z(scratch, b))?;
            (a, scratch)
        } else {
            self.either(|| permute::vmovshdup_y(scratch, a), || permute::vmovshdup_z(scratch, a))?;
            (scratch, b)
        };
        match self.width {
            Width::Ymm => self.emit(permute::vblendps_y(d, evens, odds, ODD as u8)),
            Width::Zmm => {
                let mask = self.mask(ODD)?;
                self.emit(permute::vblendmps_z(d, evens, odds).merging(mask))
            }
        }
    }

    /// Sums of neighbours in both: even lanes plus odd ones, in pieces of 16 bytes, whose halves
    /// are then put in order.
    /// Sums of neighbouring lanes, which are numbers of floating point or integers.
    pub(super) fn add_pairs(
        &mut self,
        op: VectorOp,
        [d, a, b]: [Any<Simd>; 3],
        dtype: FloatType,
    ) -> Result<(), Reason> {
        let scratch = self.width.scratch();
        match dtype {
            FloatType::F32 => {
                let (even, odd) = (0x88u8, 0xddu8);
                self.either(
                    || permute::vshufps_y(scratch, a, b, even),
                    || permute::vshufps_z(scratch, a, b, even),
                )?;
                self.either(|| permute::vshufps_y(d, a, b, odd), || permute::vshufps_z(d, a, b, odd))?;
            }
            FloatType::F64 => {
                self.either(|| permute::vunpcklpd_y(scratch, a, b), || permute::vunpcklpd_z(scratch, a, b))?;
                self.either(|| permute::vunpckhpd_y(d, a, b), || permute::vunpckhpd_z(d, a, b))?;
            }
        }
        let sum = if op == VectorOp::AddPairs { VectorOp::Add } else { VectorOp::AddInteger };
        self.binary(sum, [d, scratch, d], dtype)?;
        // a0 b0 a1 b1, …: the middle ones change places, first in halves, then as wholes.
        self.either(|| permute::vpermpd_i_y(d, d, 0xd8u8), || permute::vpermpd_i_z(d, d, 0xd8u8))?;
        match self.width {
            Width::Ymm => Ok(()),
            Width::Zmm => self.emit(permute::vshuff64x2_z(d, d, d, 0xd8u8)),
        }
    }
}
