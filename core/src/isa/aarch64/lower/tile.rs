//! The update of a tile of accumulators, and products with a lane.

use super::access::VectorAccess;
use super::lanes::Lane;
use super::state::Lowering;
use crate::isa::aarch64::inst::MachInst;
use crate::isa::aarch64::moves::Access;
use crate::isa::aarch64::operand::{self, Any, ArrFp, ArrS, Multiply};
use crate::isa::aarch64::register::{Simd, VECTOR_BYTES};
use crate::isa::aarch64::table::simd_float;
use crate::isa::{Naming, Reason, Sink};
use crate::kernel::func::{
    FloatType, Predicate, Registers, Source, TileUpdate, UpdateKind, UpdateTypes, Vector,
};

impl<N: Naming, S: Sink<MachInst> + ?Sized> Lowering<'_, N, S> {
    #[inline(always)]
    pub(super) fn multiply_add_lane(&mut self, operands: [Vector; 3], lane: Lane) -> Result<(), Reason> {
        self.by_lane(
            operands,
            lane,
            |[d, a, b], lane| simd_float::fmla_lane_s(ArrS::S4, d, a, b, lane),
            |[d, a, b], lane| simd_float::fmla_lane_d(d, a, b, lane),
        )
    }

    #[inline(always)]
    pub(super) fn multiply_lane(&mut self, operands: [Vector; 3], lane: Lane) -> Result<(), Reason> {
        self.by_lane(
            operands,
            lane,
            |[d, a, b], lane| simd_float::fmul_lane_s(Multiply::Fmul, ArrS::S4, d, a, b, lane),
            |[d, a, b], lane| simd_float::fmul_lane_d(Multiply::Fmul, d, a, b, lane),
        )
    }

    /// An instruction whose last operand is a lane: one of single, and one of double precision.
    #[inline(always)]
    fn by_lane(
        &mut self,
        operands: [Vector; 3],
        (lane, dtype): Lane,
        single: impl Fn([Any<Simd>; 3], operand::Lane<2>) -> MachInst,
        double: impl Fn([Any<Simd>; 3], operand::Lane<1>) -> MachInst,
    ) -> Result<(), Reason> {
        let (operands, lane) = (self.vectors(operands)?, i64::from(lane));
        match dtype {
            FloatType::F32 => {
                let Some(lane) = operand::Lane::checked(lane) else { return Err(Reason::Lane) };
                self.emit(single(operands, lane))
            }
            FloatType::F64 => {
                let Some(lane) = operand::Lane::checked(lane) else { return Err(Reason::Lane) };
                self.emit(double(operands, lane))
            }
        }
    }

    /// A product for each entry of the column and of the row.
    #[inline(always)]
    pub(super) fn tile_update(&mut self, update: &TileUpdate) -> Result<(), Reason> {
        match (update.kind, update.types) {
            _ if update.predicate != Predicate::All => Err(Reason::Mask),
            (UpdateKind::MultiplyAdd, UpdateTypes::Floats { accumulator, input }) if accumulator == input => {
                match input {
                    FloatType::F32 => self.products(
                        update,
                        |to, [d, a, b], lane| {
                            let lane = operand::Lane::checked(lane).ok_or(Reason::Lane)?;
                            to.emit(simd_float::fmla_lane_s(ArrS::S4, d, a, b, lane))
                        },
                        |to, [d, a, b]| to.emit(simd_float::fmla(ArrFp::S4, d, a, b)),
                    ),
                    FloatType::F64 => self.products(
                        update,
                        |to, [d, a, b], lane| {
                            let lane = operand::Lane::checked(lane).ok_or(Reason::Lane)?;
                            to.emit(simd_float::fmla_lane_d(d, a, b, lane))
                        },
                        |to, [d, a, b]| to.emit(simd_float::fmla(ArrFp::D2, d, a, b)),
                    ),
                }
            }
            (UpdateKind::MultiplyAdd, _) => Err(Reason::UpdateTypes),
            (UpdateKind::Dot, UpdateTypes::Dots(types)) => self.products(
                update,
                |to, operands, lane| to.dot_lane(operands, lane, types),
                |to, operands| to.dot(operands, types),
            ),
            (UpdateKind::Dot | UpdateKind::Matrix, _) => Err(Reason::UpdateKind),
        }
    }

    /// Emits a product for each accumulator: of a vector and a lane of another, or of two vectors.
    #[inline(never)]
    fn products(
        &mut self,
        update: &TileUpdate,
        by_lane: impl Fn(&mut Self, [Any<Simd>; 3], i64) -> Result<(), Reason>,
        by_vector: impl Fn(&mut Self, [Any<Simd>; 3]) -> Result<(), Reason>,
    ) -> Result<(), Reason> {
        for (entry, vector) in (0..update.height).zip(update.column.entries(update.height)) {
            let a = self.vector(vector)?;
            match update.column {
                Source::Registers(Registers::Vectors(_)) => {}
                Source::Memory(vectors) => {
                    let offset = vectors.offset(entry, update.height, VECTOR_BYTES);
                    let access = VectorAccess { kind: Access::Load, register: a, bytes: VECTOR_BYTES };
                    self.at_offset(access, vectors.base, offset)?;
                }
                Source::Registers(_) | Source::Replicated(_) => return Err(Reason::Column),
            }
            match update.row {
                Source::Registers(Registers::Lanes(b, first)) => {
                    let b = self.vector(b)?;
                    for (nth, sum) in update.sums_of(entry).enumerate() {
                        let lane = first.saturating_add(nth as u8);
                        by_lane(self, [self.vector(sum)?, a, b], lane.into())?;
                    }
                }
                Source::Registers(Registers::LaneOfEach(first, lane)) => {
                    for (nth, sum) in (0..).zip(update.sums_of(entry)) {
                        let [d, b] = self.vectors([sum, first.further(nth)])?;
                        by_lane(self, [d, a, b], lane.into())?;
                    }
                }
                Source::Registers(Registers::Vectors(first)) => {
                    for (nth, sum) in (0..).zip(update.sums_of(entry)) {
                        let [d, b] = self.vectors([sum, first.further(nth)])?;
                        by_vector(self, [d, a, b])?;
                    }
                }
                Source::Memory(_) | Source::Replicated(_) => return Err(Reason::Row),
            }
        }
        Ok(())
    }
}
