//! Loads and stores of vectors: no byte is accessed but those of the lanes.
//!
//! Those of narrow types are in [`narrow`](super::narrow). With AVX-512, an access to some lanes is one of
//! the shortest vector that has them, under a mask. With AVX2, it is several of 16, 8 and 4 bytes.

use super::access_size::{AccessSize, lowest};
use super::state::Lowering;
use super::width::Width;
use crate::DType;
use crate::isa::x86_64::abi::kept_vector;
use crate::isa::x86_64::inst::MachInst;
use crate::isa::x86_64::memory::Memory;
use crate::isa::x86_64::register::{Any, Simd};
use crate::isa::x86_64::table::{float, transfer};
use crate::isa::{Naming, Reason, Sink};
use crate::kernel::func::{Address, FloatType, Lanes, Vector, VectorSlot};

impl<N: Naming, S: Sink<MachInst>> Lowering<'_, N, S> {
    #[inline(always)]
    pub(super) fn load(&mut self, d: Any<Simd>, from: &Address, lanes: Lanes) -> Result<(), Reason> {
        if let Some(narrow) = lanes.dtype.narrow() {
            return self.load_narrow(d, from, (narrow, lanes.count));
        }
        let bytes = lanes.bytes();
        if bytes == 0 || bytes > self.width.bytes() {
            return Err(Reason::LaneCount);
        }
        match (AccessSize::of(bytes), self.width) {
            (Some(size), width) => {
                let memory = self.memory(from)?;
                self.emit(load_sized(width, size, d, memory))
            }
            (None, Width::Zmm) => self.load_masked(d, from, lanes),
            (None, Width::Ymm) => self.load_in_pieces(d, from, bytes),
        }
    }

    #[inline(always)]
    pub(super) fn store(&mut self, a: Any<Simd>, to: &Address, lanes: Lanes) -> Result<(), Reason> {
        if let Some(narrow) = lanes.dtype.narrow() {
            return self.store_narrow(a, to, (narrow, lanes.count));
        }
        let bytes = lanes.bytes();
        if bytes == 0 || bytes > self.width.bytes() {
            return Err(Reason::LaneCount);
        }
        match (AccessSize::of(bytes), self.width) {
            (Some(size), width) => {
                let memory = self.memory(to)?;
                self.emit(store_sized(width, size, a, memory))
            }
            (None, Width::Zmm) => self.store_masked(a, to, lanes),
            (None, Width::Ymm) => self.store_in_pieces(a, to, bytes),
        }
    }

    /// The place in the frame that keeps a vector.
    fn kept_vector(&self, slot: VectorSlot) -> Memory {
        let ints = self.func.passed_words().saturating_add(self.func.slots());
        kept_vector(slot, ints, self.width.bytes())
    }

    /// Keeps a whole vector in the frame.
    pub(super) fn spill_vector(&mut self, a: Any<Simd>, slot: VectorSlot) -> Result<(), Reason> {
        let to = self.kept_vector(slot);
        self.either(|| transfer::vmovups_m_y(to, a), || transfer::vmovups_m_z(to, a))
    }

    pub(super) fn reload_vector(&mut self, d: Any<Simd>, slot: VectorSlot) -> Result<(), Reason> {
        let from = self.kept_vector(slot);
        self.either(|| transfer::vmovups_y(d, from), || transfer::vmovups_z(d, from))
    }

    fn load_masked(&mut self, d: Any<Simd>, from: &Address, lanes: Lanes) -> Result<(), Reason> {
        let mask = self.mask(lowest(lanes.count))?;
        let memory = self.memory(from)?;
        let inst = match (lanes.dtype.arithmetic().lanes(), lanes.bytes()) {
            (FloatType::F32, ..16) => transfer::vmovups_ex(d, memory),
            (FloatType::F32, ..32) => transfer::vmovups_ey(d, memory),
            (FloatType::F32, _) => transfer::vmovups_z(d, memory),
            (FloatType::F64, ..32) => transfer::vmovupd_ey(d, memory),
            (FloatType::F64, _) => transfer::vmovupd_z(d, memory),
        };
        self.emit(inst.zeroing(mask))
    }

    fn store_masked(&mut self, a: Any<Simd>, to: &Address, lanes: Lanes) -> Result<(), Reason> {
        let mask = self.mask(lowest(lanes.count))?;
        let memory = self.memory(to)?;
        let inst = match (lanes.dtype.arithmetic().lanes(), lanes.bytes()) {
            (FloatType::F32, ..16) => transfer::vmovups_m_ex(memory, a),
            (FloatType::F32, ..32) => transfer::vmovups_m_ey(memory, a),
            (FloatType::F32, _) => transfer::vmovups_m_z(memory, a),
            (FloatType::F64, ..32) => transfer::vmovupd_m_ey(memory, a),
            (FloatType::F64, _) => transfer::vmovupd_m_z(memory, a),
        };
        self.emit(inst.merging(mask))
    }

    /// Loads 12, 20, 24 or 28 bytes: those behind the first 16 by way of the register that
    /// is left to lowering.
    fn load_in_pieces(&mut self, d: Any<Simd>, from: &Address, bytes: usize) -> Result<(), Reason> {
        let memory = self.memory(from)?;
        if bytes < 16 {
            return self.load_low(d, memory, bytes);
        }
        let scratch = self.width.scratch();
        self.load_low(scratch, behind(memory, 16)?, bytes.saturating_sub(16))?;
        self.emit(transfer::vmovups_x(d, memory))?;
        self.emit(transfer::vinsertf128_y(d, d, scratch, 1u8))
    }

    /// Loads 4, 8 or 12 bytes.
    fn load_low(&mut self, d: Any<Simd>, from: Memory, bytes: usize) -> Result<(), Reason> {
        match bytes {
            4 => self.emit(transfer::vmovss_x_m32(d, from)),
            _ => {
                self.emit(transfer::vmovsd_x_m64(d, from))?;
                if bytes == 12 {
                    self.emit(transfer::vinsertps_x(d, d, behind(from, 8)?, 2u8 << 4))?;
                }
                Ok(())
            }
        }
    }

    /// Stores 12, 20, 24 or 28 bytes.
    fn store_in_pieces(&mut self, a: Any<Simd>, to: &Address, bytes: usize) -> Result<(), Reason> {
        let memory = self.memory(to)?;
        if bytes < 16 {
            return self.store_low(a, memory, bytes);
        }
        let scratch = self.width.scratch();
        self.emit(transfer::vmovups_m_x(memory, a))?;
        self.emit(transfer::vextractf128_y(scratch, a, 1u8))?;
        self.store_low(scratch, behind(memory, 16)?, bytes.saturating_sub(16))
    }

    /// Stores 4, 8 or 12 bytes.
    fn store_low(&mut self, a: Any<Simd>, to: Memory, bytes: usize) -> Result<(), Reason> {
        match bytes {
            4 => self.emit(transfer::vmovss_m32_x(to, a)),
            _ => {
                self.emit(transfer::vmovsd_m64_x(to, a))?;
                if bytes == 12 {
                    self.emit(transfer::vextractps_x(behind(to, 8)?, a, 2u8))?;
                }
                Ok(())
            }
        }
    }

    #[inline(always)]
    pub(super) fn load_all(&mut self, d: Any<Simd>, from: &Address, dtype: DType) -> Result<(), Reason> {
        let memory = self.memory(from)?;
        match dtype.narrow() {
            None => self.replicate(d, memory, dtype.arithmetic().lanes()),
            Some(narrow) => self.replicate_narrow(d, memory, narrow),
        }
    }

    /// Loads a number into every lane.
    #[inline(always)]
    pub(super) fn replicate(&mut self, d: Any<Simd>, from: Memory, dtype: FloatType) -> Result<(), Reason> {
        self.emit(match (dtype, self.width) {
            (FloatType::F32, Width::Ymm) => transfer::vbroadcastss_y(d, from),
            (FloatType::F32, Width::Zmm) => transfer::vbroadcastss_z(d, from),
            (FloatType::F64, Width::Ymm) => transfer::vbroadcastsd_y(d, from),
            (FloatType::F64, Width::Zmm) => transfer::vbroadcastsd_z(d, from),
        })
    }

    /// Adds the products of a vector and a number in memory.
    #[inline(always)]
    pub(super) fn multiply_add_replicated(
        &mut self,
        sum: Vector,
        [d, a]: [Any<Simd>; 2],
        from: Memory,
        dtype: FloatType,
    ) -> Result<(), Reason> {
        match (dtype, self.width) {
            (FloatType::F32, Width::Zmm) if self.halves.has(sum) => {
                self.emit(float::vfmadd231ps_ey(d, a, from.broadcast()))
            }
            (FloatType::F64, Width::Zmm) if self.halves.has(sum) => {
                self.emit(float::vfmadd231pd_ey(d, a, from.broadcast()))
            }
            (FloatType::F32, Width::Zmm) => self.emit(float::vfmadd231ps_z(d, a, from.broadcast())),
            (FloatType::F64, Width::Zmm) => self.emit(float::vfmadd231pd_z(d, a, from.broadcast())),
            (_, Width::Ymm) => {
                self.replicate(self.width.scratch(), from, dtype)?;
                self.multiply_add([d, a, self.width.scratch()], dtype)
            }
        }
    }
}

pub(super) fn load_sized(width: Width, size: AccessSize, d: Any<Simd>, from: Memory) -> MachInst {
    match (width, size) {
        (Width::Ymm, AccessSize::Word) => transfer::vmovss_x_m32(d, from),
        (Width::Ymm, AccessSize::Double) => transfer::vmovsd_x_m64(d, from),
        (Width::Ymm, AccessSize::Xmm) => transfer::vmovups_x(d, from),
        (Width::Ymm, AccessSize::Ymm | AccessSize::Zmm) => transfer::vmovups_y(d, from),
        (Width::Zmm, AccessSize::Word) => transfer::vmovss_ex_m32(d, from),
        (Width::Zmm, AccessSize::Double) => transfer::vmovsd_ex_m64(d, from),
        (Width::Zmm, AccessSize::Xmm) => transfer::vmovups_ex(d, from),
        (Width::Zmm, AccessSize::Ymm) => transfer::vmovups_ey(d, from),
        (Width::Zmm, AccessSize::Zmm) => transfer::vmovups_z(d, from),
    }
}

pub(super) fn store_sized(width: Width, size: AccessSize, a: Any<Simd>, to: Memory) -> MachInst {
    match (width, size) {
        (Width::Ymm, AccessSize::Word) => transfer::vmovss_m32_x(to, a),
        (Width::Ymm, AccessSize::Double) => transfer::vmovsd_m64_x(to, a),
        (Width::Ymm, AccessSize::Xmm) => transfer::vmovups_m_x(to, a),
        (Width::Ymm, AccessSize::Ymm | AccessSize::Zmm) => transfer::vmovups_m_y(to, a),
        (Width::Zmm, AccessSize::Word) => transfer::vmovss_m32_ex(to, a),
        (Width::Zmm, AccessSize::Double) => transfer::vmovsd_m64_ex(to, a),
        (Width::Zmm, AccessSize::Xmm) => transfer::vmovups_m_ex(to, a),
        (Width::Zmm, AccessSize::Ymm) => transfer::vmovups_m_ey(to, a),
        (Width::Zmm, AccessSize::Zmm) => transfer::vmovups_m_z(to, a),
    }
}

/// An operand some bytes behind another.
pub(super) fn behind(memory: Memory, bytes: i32) -> Result<Memory, Reason> {
    let displacement = memory.displacement.checked_add(bytes).ok_or(Reason::Number)?;
    Ok(Memory { displacement, ..memory })
}
