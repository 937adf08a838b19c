//! Parts of vectors, each with lanes that are elsewhere in memory.
//!
//! Neighbours are one access, whether their lanes fill parts or are spread over these. Others are accessed
//! one by one: a part that is not full has the same mask then as all others.

use super::parts_form::{BYTES, Form, all_lanes, fill_vector, form, of_packed};
use super::state::Lowering;
use super::width::Width;
use crate::isa::x86_64::inst::MachInst;
use crate::isa::x86_64::register::{Any, Simd};
use crate::isa::x86_64::table::{permute, transfer};
use crate::isa::{Naming, Reason, Sink};
use crate::kernel::func::{Address, FloatType, Lanes, Offset, Parts};

impl<N: Naming, S: Sink<MachInst>> Lowering<'_, N, S> {
    pub(super) fn load_parts(&mut self, d: Any<Simd>, from: &Parts) -> Result<(), Reason> {
        self.check(from)?;
        match form(from) {
            Form::Low(lanes) => self.load(d, &address(from, 0), lanes),
            Form::Repeated => self.load_repeated(d, from),
            Form::Dense => self.expand(d, from),
            Form::Apart => self.load_apart(d, from),
        }
    }

    pub(super) fn store_parts(&mut self, a: Any<Simd>, to: &Parts) -> Result<(), Reason> {
        self.check(to)?;
        if let Form::Low(lanes) = form(to) {
            return self.store(a, &address(to, 0), lanes);
        }
        self.store(a, &address(to, 0), to.lanes)?;
        (1..to.count).try_for_each(|nth| self.store_part_of(a, to, nth))
    }

    /// Refuses what is no access of parts: AVX-512 has it, for at most a vector, with at most
    /// the lanes of each part.
    fn check(&self, parts: &Parts) -> Result<(), Reason> {
        let Parts { lanes, size, count, .. } = *parts;
        let bytes = usize::from(size).saturating_mul(count.into());
        match (self.width, size) {
            (Width::Ymm, _) => Err(Reason::Unsupported),
            (_, 16 | 32 | 64) if count > 0 && bytes <= BYTES && (1..=parts.room()).contains(&lanes.count) => {
                Ok(())
            }
            _ => Err(Reason::LaneCount),
        }
    }

    fn load_repeated(&mut self, d: Any<Simd>, from: &Parts) -> Result<(), Reason> {
        if from.lanes.dtype.is_converted() {
            return self.load_copied(d, from);
        }
        let memory = self.memory(&address(from, 0))?;
        let inst = match (from.size, from.lanes.dtype.arithmetic().lanes()) {
            (16, FloatType::F32) => transfer::vbroadcastf32x4_z(d, memory),
            (16, FloatType::F64) => transfer::vbroadcastf64x2_z(d, memory),
            (_, FloatType::F32) => transfer::vbroadcastf32x8_z(d, memory),
            (_, FloatType::F64) => transfer::vbroadcastf64x4_z(d, memory),
        };
        match fill_vector(from) {
            true => self.emit(inst),
            false => {
                let mask = self.mask(from.mask())?;
                self.emit(inst.zeroing(mask))
            }
        }
    }

    /// Loads and converts the first part, of which the others are copies.
    fn load_copied(&mut self, d: Any<Simd>, from: &Parts) -> Result<(), Reason> {
        self.load(d, &address(from, 0), from.lanes)?;
        (1..from.count).try_for_each(|nth| self.insert_part(d, d, from.size, nth))
    }

    /// Puts the low bytes of a register into a part of another.
    fn insert_part(&mut self, d: Any<Simd>, a: Any<Simd>, size: u8, nth: u8) -> Result<(), Reason> {
        self.emit(match size {
            16 => transfer::vinsertf64x2_z(d, d, a, nth),
            _ => transfer::vinsertf64x4_z(d, d, a, nth),
        })
    }

    /// Loads neighbours and spreads them over parts. An instruction that does so waits for its destination
    /// even where it reads none of it: it overwrites its source.
    fn expand(&mut self, d: Any<Simd>, from: &Parts) -> Result<(), Reason> {
        self.load(d, &address(from, 0), all_lanes(from))?;
        let mask = self.mask(from.mask())?;
        self.emit(match from.lanes.dtype.arithmetic().lanes() {
            FloatType::F32 => permute::vexpandps_z(d, d).zeroing(mask),
            FloatType::F64 => permute::vexpandpd_z(d, d).zeroing(mask),
        })
    }

    fn load_apart(&mut self, d: Any<Simd>, from: &Parts) -> Result<(), Reason> {
        self.load(d, &address(from, 0), from.lanes)?;
        for nth in 1..from.count {
            let address = address(from, nth);
            if is_whole_in_memory(from) {
                let memory = self.memory(&address)?;
                self.emit(match from.size {
                    16 => transfer::vinsertf64x2_z(d, d, memory, nth),
                    _ => transfer::vinsertf64x4_z(d, d, memory, nth),
                })?;
            } else {
                let scratch = self.width.scratch();
                self.load(scratch, &address, from.lanes)?;
                self.insert_part(d, scratch, from.size, nth)?;
            }
        }
        Ok(())
    }

    /// Stores a part behind the first.
    fn store_part_of(&mut self, a: Any<Simd>, to: &Parts, nth: u8) -> Result<(), Reason> {
        let address = address(to, nth);
        if is_whole_in_memory(to) {
            let memory = self.memory(&address)?;
            return self.emit(match to.size {
                16 => transfer::vextractf64x2_m_z(memory, a, nth),
                _ => transfer::vextractf64x4_m_z(memory, a, nth),
            });
        }
        // Extracted under a mask, all of a part would have to be there.
        let scratch = self.width.scratch();
        self.emit(match to.size {
            16 => transfer::vextractf64x2_x_z(scratch, a, nth),
            _ => transfer::vextractf64x4_y_z(scratch, a, nth),
        })?;
        self.store(scratch, &address, to.lanes)
    }

    /// The low lanes of all parts, one behind the other. As in [`Self::expand`], the source is overwritten.
    pub(super) fn pack_parts(&mut self, [d, a]: [Any<Simd>; 2], lanes: Lanes) -> Result<(), Reason> {
        let bytes = lanes.register_bytes();
        match self.width {
            Width::Ymm => return Err(Reason::Unsupported),
            Width::Zmm if bytes == 0 || bytes > BYTES => return Err(Reason::LaneCount),
            Width::Zmm => {}
        }
        let mask = self.mask(of_packed(lanes))?;
        self.copy_vector([d, a])?;
        self.emit(match lanes.dtype.arithmetic().lanes() {
            FloatType::F32 => permute::vcompressps_z(d, d).zeroing(mask),
            FloatType::F64 => permute::vcompresspd_z(d, d).zeroing(mask),
        })
    }
}

/// Whether a part is moved as it is.
fn is_whole_in_memory(parts: &Parts) -> bool {
    parts.are_whole() && !parts.lanes.dtype.is_converted()
}

/// The address of a part.
fn address(parts: &Parts, nth: u8) -> Address {
    Address { base: parts.base, offset: Offset::Const(parts.offset(nth)) }
}
