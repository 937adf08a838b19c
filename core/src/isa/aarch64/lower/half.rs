//! Loads and stores of elements of half precision, whose lanes are of single precision.
//!
//! Elements are converted in registers: those that are loaded in that of their lanes, those that are stored
//! in one that such instructions need for themselves.

use super::access::VectorAccess;
use super::state::{Lowering, fitting};
use crate::isa::aarch64::inst::MachInst;
use crate::isa::aarch64::moves::Access;
use crate::isa::aarch64::needs::NARROWED;
use crate::isa::aarch64::operand::{Any, ArrFpLow, ArrFpNarrow, ArrMem, Lane, LaneOfStructure, Size};
use crate::isa::aarch64::register::{Gpr, Simd};
use crate::isa::aarch64::table::{simd_convert, simd_move, structure};
use crate::isa::{Naming, Reason, Sink};
use crate::kernel::func::{Address, Vector};

/// Size of an element.
const HALF: usize = 2;
/// Lanes of a vector.
const LANES: u8 = 4;

impl<N: Naming, S: Sink<MachInst> + ?Sized> Lowering<'_, N, S> {
    /// Loads or stores the low lanes.
    #[inline(never)]
    pub(super) fn access_half(
        &mut self,
        kind: Access,
        register: Vector,
        address: &Address,
        count: u8,
    ) -> Result<(), Reason> {
        if !(1..=LANES).contains(&count) {
            return Err(Reason::LaneCount);
        }
        let register = self.vector(register)?;
        match kind {
            Access::Load => {
                self.elements(kind, register, address, count)?;
                self.widen(register)
            }
            Access::Store => {
                self.narrow(register)?;
                self.elements(kind, NARROWED, address, count)
            }
        }
    }

    /// Loads a number into every lane.
    #[inline(never)]
    pub(super) fn load_all_half(&mut self, d: Vector, from: &Address) -> Result<(), Reason> {
        let (d, pointer) = (self.vector(d)?, self.pointer(from, 0)?);
        self.emit(structure::ld1r(ArrMem::H4, d, pointer))?;
        self.widen(d)
    }

    #[inline(never)]
    pub(super) fn load_half_lane(&mut self, d: Vector, from: &Address, lane: u8) -> Result<(), Reason> {
        let (d, lane) = (self.vector(d)?, Lane::checked(lane.into()).ok_or(Reason::Lane)?);
        self.elements(Access::Load, NARROWED, from, 1)?;
        self.widen(NARROWED)?;
        self.emit(simd_move::ins_lane_s(d, lane, NARROWED, fitting(Lane::checked(0))?))
    }

    #[inline(never)]
    pub(super) fn store_half_lane(&mut self, a: Vector, to: &Address, lane: u8) -> Result<(), Reason> {
        if lane >= LANES {
            return Err(Reason::Lane);
        }
        let a = self.vector(a)?;
        self.narrow(a)?;
        match lane {
            0 => self.elements(Access::Store, NARROWED, to, 1),
            _ => {
                let pointer = self.pointer(to, 0)?;
                self.element(Access::Store, NARROWED, lane, pointer)
            }
        }
    }

    fn widen(&mut self, d: Any<Simd>) -> Result<(), Reason> {
        self.emit(simd_convert::fcvtl(ArrFpNarrow::H4, d, d))
    }

    fn narrow(&mut self, a: Any<Simd>) -> Result<(), Reason> {
        self.emit(simd_convert::fcvtn(ArrFpLow::H4, NARROWED, a))
    }

    /// Moves elements as they are: as many as one access has, and the others one by one. Where alignment is
    /// strict, all of a vector are a list whose unit is an element, and fewer are moved one by one.
    fn elements(
        &mut self,
        kind: Access,
        register: Any<Simd>,
        address: &Address,
        count: u8,
    ) -> Result<(), Reason> {
        if self.is_strict && count == LANES {
            let pointer = self.pointer(address, 0)?;
            return self.emit(kind.list(ArrMem::H4, 0, register, pointer));
        }
        let together = match count {
            LANES => LANES,
            2 | 3 if !self.is_strict => 2,
            _ => 1,
        };
        self.whole(VectorAccess { kind, register, bytes: usize::from(together) * HALF }, address)?;
        (together..count).try_for_each(|lane| {
            let pointer = self.pointer(address, i64::from(lane) * HALF as i64)?;
            self.element(kind, register, lane, pointer)
        })
    }

    /// Moves an element as it is.
    fn element(
        &mut self,
        kind: Access,
        register: Any<Simd>,
        lane: u8,
        pointer: Any<Gpr>,
    ) -> Result<(), Reason> {
        let lane = LaneOfStructure::new(Size::H, lane.into()).map_err(|_| Reason::Lane)?;
        self.emit(match kind {
            Access::Load => structure::ld1_lane(register, lane, pointer),
            Access::Store => structure::st1_lane(register, lane, pointer),
        })
    }
}
