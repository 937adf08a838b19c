//! Loads and stores of elements of half precision, whose lanes are of single precision.
//!
//! Instructions that convert access whole vectors, or half or a quarter of one. With AVX-512, an access to
//! other lanes is the shortest of these that has them, under a mask. With AVX2, their bytes
//! come and go in pieces.

use super::access::behind;
use super::access_size::needed_mask;
use super::state::Lowering;
use super::width::Width;
use crate::DType;
use crate::isa::x86_64::inst::MachInst;
use crate::isa::x86_64::memory::Memory;
use crate::isa::x86_64::register::{Any, Mask, Simd};
use crate::isa::x86_64::table::{convert, transfer};
use crate::isa::{Naming, Reason, Sink};
use crate::kernel::func::{Address, Lanes};

/// To the nearest number, ties to even, whatever the control register says.
const NEAREST: u8 = 0;

impl<N: Naming, S: Sink<MachInst>> Lowering<'_, N, S> {
    #[inline(never)]
    pub(super) fn load_half(&mut self, d: Any<Simd>, from: &Address, count: u8) -> Result<(), Reason> {
        let memory = self.memory(from)?;
        match (self.width, count) {
            (Width::Ymm, 4) => self.emit(convert::vcvtph2ps_x(d, memory)),
            (Width::Ymm, 8) => self.emit(convert::vcvtph2ps_y(d, memory)),
            (Width::Ymm, 1..=3 | 5..=7) => {
                self.load_pieces(d, memory, count)?;
                self.emit(convert::vcvtph2ps_y(d, d))
            }
            (Width::Zmm, 1..=16) => {
                let inst = match count {
                    1..=4 => convert::vcvtph2ps_ex(d, memory),
                    5..=8 => convert::vcvtph2ps_ey(d, memory),
                    _ => convert::vcvtph2ps_z(d, memory),
                };
                let masked = self.half_mask(count, inst, MachInst::zeroing)?;
                self.emit(masked)
            }
            _ => Err(Reason::LaneCount),
        }
    }

    #[inline(never)]
    pub(super) fn store_half(&mut self, a: Any<Simd>, to: &Address, count: u8) -> Result<(), Reason> {
        let memory = self.memory(to)?;
        match (self.width, count) {
            (Width::Ymm, 4) => self.emit(convert::vcvtps2ph_x(memory, a, NEAREST)),
            (Width::Ymm, 8) => self.emit(convert::vcvtps2ph_y(memory, a, NEAREST)),
            (Width::Ymm, 1..=3 | 5..=7) => {
                let scratch = self.width.scratch();
                self.emit(convert::vcvtps2ph_y(scratch, a, NEAREST))?;
                self.store_pieces(scratch, memory, count)
            }
            (Width::Zmm, 1..=16) => {
                let inst = match count {
                    1..=4 => convert::vcvtps2ph_m_ex(memory, a, NEAREST),
                    5..=8 => convert::vcvtps2ph_m_ey(memory, a, NEAREST),
                    _ => convert::vcvtps2ph_m_z(memory, a, NEAREST),
                };
                let masked = self.half_mask(count, inst, MachInst::merging)?;
                self.emit(masked)
            }
            _ => Err(Reason::LaneCount),
        }
    }

    /// Loads a number into every lane.
    #[inline(never)]
    pub(super) fn replicate_half(&mut self, d: Any<Simd>, from: Memory) -> Result<(), Reason> {
        self.either(|| transfer::vpbroadcastw_x(d, from), || transfer::vpbroadcastw_ey(d, from))?;
        self.either(|| convert::vcvtph2ps_y(d, d), || convert::vcvtph2ps_z(d, d))
    }

    /// Stores a lane of the low 16 bytes of a register.
    pub(super) fn store_half_lane(&mut self, a: Any<Simd>, to: Memory, lane: u8) -> Result<(), Reason> {
        let scratch = self.width.scratch();
        self.either(
            || convert::vcvtps2ph_x(scratch, a, NEAREST),
            || convert::vcvtps2ph_ex(scratch, a, NEAREST),
        )?;
        self.either(|| transfer::vpextrw_m_x(to, scratch, lane), || transfer::vpextrw_m_ex(to, scratch, lane))
    }

    /// An access under the mask that it needs.
    fn half_mask(
        &mut self,
        count: u8,
        inst: MachInst,
        under: impl FnOnce(MachInst, Mask) -> MachInst,
    ) -> Result<MachInst, Reason> {
        match needed_mask(Lanes { dtype: DType::F16, count }) {
            Some(lanes) => Ok(under(inst, self.mask(lanes)?)),
            None => Ok(inst),
        }
    }

    /// Loads 1 to 7 elements as they are, with zeros above: four, two and one of them.
    fn load_pieces(&mut self, d: Any<Simd>, from: Memory, count: u8) -> Result<(), Reason> {
        match count & 6 {
            0 => self.zero(d)?,
            2 => self.emit(transfer::vmovd_x_rm32(d, from))?,
            _ => self.emit(transfer::vmovq_x_xm64(d, from))?,
        }
        if count & 6 == 6 {
            self.emit(transfer::vpinsrd_x(d, d, behind(from, 8)?, 2u8))?;
        }
        match Self::last_piece(from, count)? {
            Some((last, lane)) => self.emit(transfer::vpinsrw_x(d, d, last, lane)),
            None => Ok(()),
        }
    }

    fn store_pieces(&mut self, a: Any<Simd>, to: Memory, count: u8) -> Result<(), Reason> {
        match count & 6 {
            0 => {}
            2 => self.emit(transfer::vmovd_rm32_x(to, a))?,
            _ => self.emit(transfer::vmovq_m64_x(to, a))?,
        }
        if count & 6 == 6 {
            self.emit(transfer::vpextrd_x(behind(to, 8)?, a, 2u8))?;
        }
        match Self::last_piece(to, count)? {
            Some((last, lane)) => self.emit(transfer::vpextrw_m_x(last, a, lane)),
            None => Ok(()),
        }
    }

    /// The place of the last element and its number, if that of elements is odd.
    fn last_piece(memory: Memory, count: u8) -> Result<Option<(Memory, u8)>, Reason> {
        if count & 1 == 0 {
            return Ok(None);
        }
        let lane = count & 6;
        Ok(Some((behind(memory, 2 * i32::from(lane))?, lane)))
    }
}
