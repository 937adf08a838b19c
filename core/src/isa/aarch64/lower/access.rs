//! Loads and stores of vectors, in the address form that fits.
//!
//! An instruction is put where its form is chosen, so that it is never in memory.
//!
//! Tests: `tests/tests/codegen_pipeline.rs`, `tests/tests/primitives_golden.rs`.

use super::lanes::lane_in_memory;
use super::state::{Lowering, fitting};
use crate::isa::aarch64::abi;
use crate::isa::aarch64::inst::MachInst;
use crate::isa::aarch64::moves::{self, Access, Group, Move};
use crate::isa::aarch64::operand::{Any, ArrMem, XSp};
use crate::isa::aarch64::register::{Gpr, Simd, VECTOR_BYTES};
use crate::isa::aarch64::table::{memory, structure};
use crate::isa::{Naming, Reason, Sink};
use crate::kernel::func::{Address, FloatType, Inst, Int, Offset, Parts, Vector, VectorSlot};
use core::slice::Iter;

/// Size of the least unit that lists move: an element, or half of one.
const UNIT: usize = 4;

/// A load or a store of the low bytes of a register.
#[derive(Clone, Copy)]
pub(super) struct VectorAccess {
    pub(super) kind: Access,
    pub(super) register: Any<Simd>,
    pub(super) bytes: usize,
}

/// Whether an access was put: there may be no form with its offset.
#[must_use]
enum Emission {
    Done,
    NoForm,
}

impl Emission {
    /// An access without an offset, which has a form.
    #[inline(always)]
    fn expected(self) -> Result<(), Reason> {
        match self {
            Self::Done => Ok(()),
            Self::NoForm => Err(Reason::Number),
        }
    }
}

impl<N: Naming, S: Sink<MachInst> + ?Sized> Lowering<'_, N, S> {
    /// Lowers an access, and as many of those `behind` it as the same instruction can make.
    #[inline(always)]
    pub(super) fn moves<'f>(&mut self, first: Move<'f>, behind: &mut Iter<'f, Inst>) -> Result<(), Reason> {
        if let Some(narrow) = first.lanes.dtype.narrow() {
            return self.access_narrow(
                first.kind,
                first.register,
                first.address,
                (narrow, first.lanes.count),
            );
        }
        match moves::group(first, behind.as_slice(), self.model.forms) {
            Group::Single => self.access(first),
            Group::Pair(second) => {
                let registers = self.vectors([first.register, second.register])?;
                let (base, offset) = (self.int(first.address.base)?, first.offset().unwrap_or(0));
                behind.next();
                self.emit(fitting(first.kind.pair(first.bytes(), registers, base, offset))?)
            }
            Group::List(more) => {
                let (register, base) = (self.vector(first.register)?, self.int(first.address.base)?);
                behind.by_ref().take(more).for_each(drop);
                self.emit(first.kind.list(ArrMem::S4, more, register, base))
            }
        }
    }

    /// Loads or stores the part that fills a vector: there are no others.
    #[inline(always)]
    pub(super) fn parts(&mut self, kind: Access, register: Vector, parts: &Parts) -> Result<(), Reason> {
        if parts.count != 1 || usize::from(parts.size) != VECTOR_BYTES {
            return Err(Reason::Unsupported);
        }
        let address = &Address { base: parts.base, offset: Offset::Const(parts.offset(0)) };
        match parts.lanes.dtype.narrow() {
            Some(narrow) => self.access_narrow(kind, register, address, (narrow, parts.lanes.count)),
            None => self.access(Move { register, address, lanes: parts.lanes, kind }),
        }
    }

    /// Loads a number into every lane.
    #[inline(always)]
    pub(super) fn load_all(&mut self, d: Vector, from: &Address, dtype: FloatType) -> Result<(), Reason> {
        let (d, pointer) = (self.vector(d)?, self.pointer(from, 0)?);
        let t = match dtype {
            FloatType::F32 => ArrMem::S4,
            FloatType::F64 => ArrMem::D2,
        };
        self.emit(structure::ld1r(t, d, pointer))
    }

    /// Keeps a whole vector in the frame.
    #[inline(always)]
    pub(super) fn spill_vector(&mut self, a: Vector, slot: VectorSlot) -> Result<(), Reason> {
        let (a, offset) = (self.vector(a)?, fitting(abi::kept_vector(self.func, slot))?);
        self.emit(memory::str_q(a, XSp::SP, offset))
    }

    #[inline(always)]
    pub(super) fn reload_vector(&mut self, d: Vector, slot: VectorSlot) -> Result<(), Reason> {
        let (d, offset) = (self.vector(d)?, fitting(abi::kept_vector(self.func, slot))?);
        self.emit(memory::ldr_q(d, XSp::SP, offset))
    }

    /// A load or store of 4, 8, 12 or 16 bytes, in the address form that fits.
    #[inline(always)]
    pub(super) fn access(&mut self, Move { register, address, lanes, kind }: Move<'_>) -> Result<(), Reason> {
        let register = self.vector(register)?;
        match lanes.bytes() {
            12 => self.three_words(kind, register, address),
            bytes @ 1..=VECTOR_BYTES => self.whole(VectorAccess { kind, register, bytes }, address),
            _ => Err(Reason::LaneCount),
        }
    }

    /// Two accesses, as none has 12 bytes.
    #[inline(never)]
    fn three_words(&mut self, kind: Access, register: Any<Simd>, address: &Address) -> Result<(), Reason> {
        self.whole(VectorAccess { kind, register, bytes: 8 }, address)?;
        let (pointer, lane) = (self.pointer(address, 8)?, lane_in_memory(FloatType::F32, 2)?);
        self.emit(match kind {
            Access::Load => structure::ld1_lane(register, lane, pointer),
            Access::Store => structure::st1_lane(register, lane, pointer),
        })
    }

    #[inline(always)]
    pub(super) fn whole(&mut self, access: VectorAccess, address: &Address) -> Result<(), Reason> {
        match address.offset {
            Offset::Register(offset) => {
                if self.is_strict && access.bytes > UNIT {
                    let pointer = self.pointer(address, 0)?;
                    return self.by_element(access, pointer, 0)?.expected();
                }
                let [base, offset] = self.ints([address.base, offset])?;
                self.emit(access.kind.indexed(access.bytes, access.register, base, offset))
            }
            Offset::Const(offset) => self.at_offset(access, address.base, offset),
        }
    }

    /// Puts an access at an offset in bytes from an address.
    #[inline(always)]
    pub(super) fn at_offset(&mut self, access: VectorAccess, base: Int, offset: i64) -> Result<(), Reason> {
        let place = self.int(base)?;
        match self.near(access, place, offset)? {
            Emission::Done => Ok(()),
            Emission::NoForm => self.far(access, base, offset),
        }
    }

    /// Puts an access at an offset that no form has.
    #[cold]
    #[inline(never)]
    fn far(&mut self, access: VectorAccess, base: Int, offset: i64) -> Result<(), Reason> {
        let pointer = self.pointer(&Address { base, offset: Offset::Const(offset) }, 0)?;
        self.near(access, pointer, 0)?.expected()
    }

    /// An access with an immediate offset, in the first form that has it, if one does. All cost the same in
    /// hardware; where the core's model prefers lists, the load of a whole vector without an offset is one of
    /// a list, and the unscaled form comes next.
    #[inline(always)]
    fn near(&mut self, access: VectorAccess, base: Any<Gpr>, offset: i64) -> Result<Emission, Reason> {
        let VectorAccess { kind, register, bytes } = access;
        let is_list = match kind {
            Access::Load => self.loads_are_lists,
            Access::Store => self.is_strict,
        };
        if is_list {
            if self.is_strict && bytes > UNIT {
                return self.by_element(access, base, offset);
            }
            if (offset, bytes) == (0, VECTOR_BYTES) {
                return self.emit_form(kind.list(ArrMem::S4, 0, register, base));
            }
            if let Some(inst) = kind.unscaled(bytes, register, base, offset) {
                return self.emit_form(inst);
            }
        }
        if let Some(inst) = kind.scaled(bytes, register, base, offset) {
            return self.emit_form(inst);
        }
        match kind.unscaled(bytes, register, base, offset) {
            Some(inst) => self.emit_form(inst),
            None => Ok(Emission::NoForm),
        }
    }

    /// An access whose unit is a word (Arm ARM, B2.5.2), so that it is aligned wherever elements are. It has
    /// no form with an offset.
    #[cold]
    fn by_element(
        &mut self,
        VectorAccess { kind, register, bytes }: VectorAccess,
        base: Any<Gpr>,
        offset: i64,
    ) -> Result<Emission, Reason> {
        let each = if bytes == VECTOR_BYTES { ArrMem::S4 } else { ArrMem::S2 };
        match offset {
            0 => self.emit_form(kind.list(each, 0, register, base)),
            _ => Ok(Emission::NoForm),
        }
    }

    #[inline(always)]
    fn emit_form(&mut self, inst: MachInst) -> Result<Emission, Reason> {
        self.emit(inst).map(|()| Emission::Done)
    }
}
