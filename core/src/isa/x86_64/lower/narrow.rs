//! Loads and stores of elements of narrow types, whose lanes have 32 bits: numbers of single precision, or
//! integers.
//!
//! Instructions that convert access whole vectors, or half or a quarter of one. With AVX-512, an access to
//! other lanes is the shortest of these that has them, under a mask. With AVX2, their bytes
//! come and go in pieces.
//!
//! An element of bfloat16 is the upper half of its lane. A store rounds lanes by arithmetic on integers: the
//! instruction for it, where a core has it, takes the smallest numbers for zeros.

use super::access::behind;
use super::access_size::needed_mask;
use super::masks::TEMPORARY;
use super::state::Lowering;
use super::width::Width;
use crate::isa::x86_64::condition::Predicate;
use crate::isa::x86_64::inst::MachInst;
use crate::isa::x86_64::memory::Memory;
use crate::isa::x86_64::needs::temporaries;
use crate::isa::x86_64::operand::{XM64, XM128};
use crate::isa::x86_64::register::{Any, Mask, Simd};
use crate::isa::x86_64::table::{convert, float, permute, transfer, vector_integer};
use crate::isa::{Naming, Reason, Sink};
use crate::kernel::func::{Address, IntType, Lanes, Narrow};

/// To the nearest number, ties to even, whatever the control register says.
const NEAREST: u8 = 0;
/// The bits of a lane below an element of bfloat16.
const LOWER: u8 = 16;
/// Those above an integer of 16 bits, and above one of 8.
const WORD: u8 = 16;
const BYTE: u8 = 24;

impl<N: Naming, S: Sink<MachInst>> Lowering<'_, N, S> {
    #[inline(never)]
    pub(super) fn load_narrow(
        &mut self,
        d: Any<Simd>,
        from: &Address,
        (narrow, count): (Narrow, u8),
    ) -> Result<(), Reason> {
        // The same register may be taken for making a mask, and for an address.
        let mask = self.narrow_mask((narrow, count))?;
        let memory = self.memory(from)?;
        let inst = match (self.width, count) {
            (Width::Ymm, 4) => widened_x(narrow, d, memory),
            (Width::Ymm, 8) => widened_y(narrow, d, memory),
            (Width::Ymm, 1..=7) => {
                self.load_pieces(d, memory, (narrow, count))?;
                widened_y(narrow, d, d)
            }
            (Width::Zmm, 1..=16) => {
                let inst = widened_z(narrow, count, d, memory);
                mask.map_or(inst, |mask| inst.zeroing(mask))
            }
            _ => return Err(Reason::LaneCount),
        };
        self.emit(inst)?;
        match narrow {
            Narrow::F16 | Narrow::I8 | Narrow::U8 | Narrow::I16 => Ok(()),
            Narrow::BF16 => self.lanes_left([d, d], LOWER),
        }
    }

    #[inline(never)]
    pub(super) fn store_narrow(
        &mut self,
        a: Any<Simd>,
        to: &Address,
        (narrow, count): (Narrow, u8),
    ) -> Result<(), Reason> {
        match (narrow, self.width, count) {
            (Narrow::F16, Width::Ymm, 1..=8) => self.store_half(a, to, count),
            (Narrow::BF16, Width::Ymm, 1..=8) => self.store_rounded(a, to, count),
            (Narrow::I8 | Narrow::U8 | Narrow::I16, Width::Ymm, 1..=8) => {
                self.store_integers(a, to, (narrow, count))
            }
            (_, Width::Zmm, 1..=16) => self.store_under_mask(a, to, (narrow, count)),
            _ => Err(Reason::LaneCount),
        }
    }

    /// Loads a number into every lane.
    #[inline(never)]
    pub(super) fn replicate_narrow(
        &mut self,
        d: Any<Simd>,
        from: Memory,
        narrow: Narrow,
    ) -> Result<(), Reason> {
        match narrow {
            Narrow::F16 => {
                self.either(|| transfer::vpbroadcastw_x(d, from), || transfer::vpbroadcastw_ey(d, from))?;
                self.either(|| convert::vcvtph2ps_y(d, d), || convert::vcvtph2ps_z(d, d))
            }
            Narrow::BF16 => {
                self.either(|| transfer::vpbroadcastw_y(d, from), || transfer::vpbroadcastw_z(d, from))?;
                self.lanes_left([d, d], LOWER)
            }
            Narrow::I16 => {
                self.either(|| transfer::vpbroadcastw_y(d, from), || transfer::vpbroadcastw_z(d, from))?;
                self.lanes_right_signed([d, d], WORD)
            }
            Narrow::I8 | Narrow::U8 => {
                self.either(|| transfer::vpbroadcastb_y(d, from), || transfer::vpbroadcastb_z(d, from))?;
                match narrow {
                    Narrow::U8 => self.lanes_right(d, BYTE),
                    _ => self.lanes_right_signed([d, d], BYTE),
                }
            }
        }
    }

    /// Stores a lane of the low 16 bytes of a register.
    pub(super) fn store_narrow_lane(
        &mut self,
        a: Any<Simd>,
        to: &Address,
        (lane, narrow): (u8, Narrow),
    ) -> Result<(), Reason> {
        let (from, word) = match narrow {
            Narrow::F16 => {
                let scratch = self.width.scratch();
                self.either(
                    || convert::vcvtps2ph_x(scratch, a, NEAREST),
                    || convert::vcvtps2ph_ex(scratch, a, NEAREST),
                )?;
                (scratch, lane)
            }
            Narrow::BF16 => (self.rounded(a)?, lane.wrapping_mul(2)),
            Narrow::I16 => (a, lane.wrapping_mul(2)),
            Narrow::I8 | Narrow::U8 => {
                let (to, byte) = (self.memory(to)?, lane.wrapping_mul(4));
                return self
                    .either(|| transfer::vpextrb_x(to, a, byte), || transfer::vpextrb_ex(to, a, byte));
            }
        };
        let to = self.memory(to)?;
        self.either(|| transfer::vpextrw_m_x(to, from, word), || transfer::vpextrw_m_ex(to, from, word))
    }

    /// With AVX-512, stores 1 to 16 elements.
    fn store_under_mask(
        &mut self,
        a: Any<Simd>,
        to: &Address,
        (narrow, count): (Narrow, u8),
    ) -> Result<(), Reason> {
        let words = match narrow {
            Narrow::F16 | Narrow::I8 | Narrow::U8 | Narrow::I16 => a,
            Narrow::BF16 => self.rounded(a)?,
        };
        let mask = self.narrow_mask((narrow, count))?;
        let to = self.memory(to)?;
        let inst = match (narrow, count) {
            (Narrow::F16, 1..=4) => convert::vcvtps2ph_m_ex(to, words, NEAREST),
            (Narrow::F16, 5..=8) => convert::vcvtps2ph_m_ey(to, words, NEAREST),
            (Narrow::F16, _) => convert::vcvtps2ph_m_z(to, words, NEAREST),
            (Narrow::BF16 | Narrow::I16, 1..=4) => convert::vpmovdw_m_x(to, words),
            (Narrow::BF16 | Narrow::I16, 5..=8) => convert::vpmovdw_m_y(to, words),
            (Narrow::BF16 | Narrow::I16, _) => convert::vpmovdw_m_z(to, words),
            (Narrow::I8 | Narrow::U8, 1..=4) => convert::vpmovdb_m_x(to, words),
            (Narrow::I8 | Narrow::U8, 5..=8) => convert::vpmovdb_m_y(to, words),
            (Narrow::I8 | Narrow::U8, _) => convert::vpmovdb_m_z(to, words),
        };
        self.emit(mask.map_or(inst, |mask| inst.merging(mask)))
    }

    /// With AVX2, stores 1 to 8 elements of half precision.
    fn store_half(&mut self, a: Any<Simd>, to: &Address, count: u8) -> Result<(), Reason> {
        let to = self.memory(to)?;
        match count {
            4 => self.emit(convert::vcvtps2ph_x(to, a, NEAREST)),
            8 => self.emit(convert::vcvtps2ph_y(to, a, NEAREST)),
            _ => {
                let scratch = self.width.scratch();
                self.emit(convert::vcvtps2ph_y(scratch, a, NEAREST))?;
                self.store_pieces(scratch, to, (Narrow::F16, count))
            }
        }
    }

    /// With AVX2, stores 1 to 8 integers: their low bits, which the instructions that make lanes narrower
    /// keep if all above are copies of the highest.
    fn store_integers(
        &mut self,
        a: Any<Simd>,
        to: &Address,
        (narrow, count): (Narrow, u8),
    ) -> Result<(), Reason> {
        let scratch = self.width.scratch();
        let above = if narrow.bytes() == 2 { WORD } else { BYTE };
        self.lanes_left([scratch, a], above)?;
        self.lanes_right_signed([scratch, scratch], above)?;
        self.emit(permute::vpackssdw_y(scratch, scratch, scratch))?;
        self.join_halves(scratch, count)?;
        if narrow.bytes() == 1 {
            self.emit(permute::vpacksswb_x(scratch, scratch, scratch))?;
        }
        let to = self.memory(to)?;
        match (count, narrow.bytes()) {
            (8, 2) => self.emit(transfer::vmovups_m_x(to, scratch)),
            (8, _) => self.emit(transfer::vmovq_m64_x(to, scratch)),
            _ => self.store_pieces(scratch, to, (narrow, count)),
        }
    }

    /// Puts the words that each half of a register has in its low half behind each other.
    fn join_halves(&mut self, words: Any<Simd>, count: u8) -> Result<(), Reason> {
        if count > 4 { self.emit(permute::vpermq_i_y(words, words, 0b1000u8)) } else { Ok(()) }
    }

    /// With AVX2, stores 1 to 8 elements of bfloat16.
    fn store_rounded(&mut self, a: Any<Simd>, to: &Address, count: u8) -> Result<(), Reason> {
        let words = self.rounded(a)?;
        self.emit(permute::vpackusdw_y(words, words, words))?;
        self.join_halves(words, count)?;
        let to = self.memory(to)?;
        match count {
            8 => self.emit(transfer::vmovups_m_x(to, words)),
            _ => self.store_pieces(words, to, (Narrow::BF16, count)),
        }
    }

    /// Lanes as elements of bfloat16 with zeros above, in a register of its own: the nearest ones, ties to
    /// even. A NaN keeps its upper half, and becomes quiet.
    fn rounded(&mut self, a: Any<Simd>) -> Result<Any<Simd>, Reason> {
        let [words, other, _] = temporaries(self.width);
        // The last bit that is left, which makes a tie odd, and one less than half of it.
        self.lanes_left([words, a], LOWER.wrapping_sub(1))?;
        self.lanes_right(words, 31)?;
        self.lane_constant(other, 0x7fff, IntType::U32)?;
        self.add_lanes(words, other)?;
        match self.width {
            Width::Ymm => self.add_to_numbers([words, a, other])?,
            Width::Zmm => {
                self.add_lanes(words, a)?;
                self.emit(float::vcmpccps_kz(TEMPORARY, a, a, Predicate::Unordered.code()))?;
                self.emit(float::vaddps_z(words, a, a).merging(TEMPORARY))?;
            }
        }
        self.lanes_right(words, LOWER)?;
        Ok(words)
    }

    /// With AVX2, adds lanes to what they are rounded by, if they are numbers, and sets the bit of others
    /// that makes them quiet.
    fn add_to_numbers(&mut self, [words, a, other]: [Any<Simd>; 3]) -> Result<(), Reason> {
        self.emit(float::vcmpccps_y(other, a, a, Predicate::Unordered.code()))?;
        self.emit(vector_integer::vpandn_y(words, other, words))?;
        self.add_lanes(words, a)?;
        self.lanes_right(other, 31)?;
        self.lanes_left([other, other], 22)?;
        self.emit(vector_integer::vpor_y(words, words, other))
    }

    fn lanes_left(&mut self, [d, a]: [Any<Simd>; 2], by: u8) -> Result<(), Reason> {
        self.either(|| vector_integer::vpslld_i_y(d, a, by), || vector_integer::vpslld_i_z(d, a, by))
    }

    fn lanes_right(&mut self, d: Any<Simd>, by: u8) -> Result<(), Reason> {
        self.either(|| vector_integer::vpsrld_i_y(d, d, by), || vector_integer::vpsrld_i_z(d, d, by))
    }

    fn lanes_right_signed(&mut self, [d, a]: [Any<Simd>; 2], by: u8) -> Result<(), Reason> {
        self.either(|| vector_integer::vpsrad_i_y(d, a, by), || vector_integer::vpsrad_i_z(d, a, by))
    }

    fn add_lanes(&mut self, d: Any<Simd>, a: Any<Simd>) -> Result<(), Reason> {
        self.either(|| vector_integer::vpaddd_y(d, d, a), || vector_integer::vpaddd_z(d, d, a))
    }

    /// The mask of an access, if it needs one.
    fn narrow_mask(&mut self, (narrow, count): (Narrow, u8)) -> Result<Option<Mask>, Reason> {
        let lanes = needed_mask(Lanes { dtype: narrow.into(), count });
        match (self.width, lanes) {
            (Width::Zmm, Some(lanes)) => self.mask(lanes).map(Some),
            (Width::Ymm, _) | (_, None) => Ok(None),
        }
    }

    /// Loads 1 to 7 elements as they are, with zeros above: four, two and one of them.
    fn load_pieces(
        &mut self,
        d: Any<Simd>,
        from: Memory,
        (narrow, count): (Narrow, u8),
    ) -> Result<(), Reason> {
        match (count & 6, narrow.bytes()) {
            (0, _) => self.zero(d)?,
            (2, 1) => {
                self.zero(d)?;
                self.emit(transfer::vpinsrw_x(d, d, from, 0u8))?;
            }
            (2, _) | (_, 1) => self.emit(transfer::vmovd_x_rm32(d, from))?,
            _ => self.emit(transfer::vmovq_x_xm64(d, from))?,
        }
        if count & 6 == 6 {
            match narrow.bytes() {
                1 => self.emit(transfer::vpinsrw_x(d, d, behind(from, 4)?, 2u8))?,
                _ => self.emit(transfer::vpinsrd_x(d, d, behind(from, 8)?, 2u8))?,
            }
        }
        match (last_piece(from, (narrow, count))?, narrow.bytes()) {
            (Some((last, lane)), 1) => self.emit(transfer::vpinsrb_x(d, d, last, lane)),
            (Some((last, lane)), _) => self.emit(transfer::vpinsrw_x(d, d, last, lane)),
            (None, _) => Ok(()),
        }
    }

    /// Stores 1 to 7 elements from the low bytes of a register.
    fn store_pieces(
        &mut self,
        a: Any<Simd>,
        to: Memory,
        (narrow, count): (Narrow, u8),
    ) -> Result<(), Reason> {
        match (count & 6, narrow.bytes()) {
            (0, _) => {}
            (2, 1) => self.emit(transfer::vpextrw_m_x(to, a, 0u8))?,
            (2, _) | (_, 1) => self.emit(transfer::vmovd_rm32_x(to, a))?,
            _ => self.emit(transfer::vmovq_m64_x(to, a))?,
        }
        if count & 6 == 6 {
            match narrow.bytes() {
                1 => self.emit(transfer::vpextrw_m_x(behind(to, 4)?, a, 2u8))?,
                _ => self.emit(transfer::vpextrd_x(behind(to, 8)?, a, 2u8))?,
            }
        }
        match (last_piece(to, (narrow, count))?, narrow.bytes()) {
            (Some((last, lane)), 1) => self.emit(transfer::vpextrb_x(last, a, lane)),
            (Some((last, lane)), _) => self.emit(transfer::vpextrw_m_x(last, a, lane)),
            (None, _) => Ok(()),
        }
    }
}

/// The place of the last element and its number, if that of elements is odd.
fn last_piece(memory: Memory, (narrow, count): (Narrow, u8)) -> Result<Option<(Memory, u8)>, Reason> {
    if count & 1 == 0 {
        return Ok(None);
    }
    let lane = count & 6;
    Ok(Some((behind(memory, narrow.bytes() as i32 * i32::from(lane))?, lane)))
}

/// Elements in a vector of 16 bytes, or in memory, as lanes of such a vector.
fn widened_x(narrow: Narrow, d: Any<Simd>, from: Memory) -> MachInst {
    match narrow {
        Narrow::F16 => convert::vcvtph2ps_x(d, from),
        Narrow::BF16 => convert::vpmovzxwd_x(d, from),
        Narrow::I8 => convert::vpmovsxbd_x(d, from),
        Narrow::U8 => convert::vpmovzxbd_x(d, from),
        Narrow::I16 => convert::vpmovsxwd_x(d, from),
    }
}

/// The same as lanes of a vector of 32 bytes.
fn widened_y<F: Into<XM64> + Into<XM128>>(narrow: Narrow, d: Any<Simd>, from: F) -> MachInst {
    match narrow {
        Narrow::F16 => convert::vcvtph2ps_y(d, from),
        Narrow::BF16 => convert::vpmovzxwd_y(d, from),
        Narrow::I8 => convert::vpmovsxbd_y(d, from),
        Narrow::U8 => convert::vpmovzxbd_y(d, from),
        Narrow::I16 => convert::vpmovsxwd_y(d, from),
    }
}

/// The same with AVX-512, as lanes of the shortest vector that has some of them.
fn widened_z(narrow: Narrow, count: u8, d: Any<Simd>, from: Memory) -> MachInst {
    match (narrow, count) {
        (Narrow::F16, ..=4) => convert::vcvtph2ps_ex(d, from),
        (Narrow::F16, ..=8) => convert::vcvtph2ps_ey(d, from),
        (Narrow::F16, _) => convert::vcvtph2ps_z(d, from),
        (Narrow::BF16, ..=4) => convert::vpmovzxwd_ex(d, from),
        (Narrow::BF16, ..=8) => convert::vpmovzxwd_ey(d, from),
        (Narrow::BF16, _) => convert::vpmovzxwd_z(d, from),
        (Narrow::I8, ..=4) => convert::vpmovsxbd_ex(d, from),
        (Narrow::I8, ..=8) => convert::vpmovsxbd_ey(d, from),
        (Narrow::I8, _) => convert::vpmovsxbd_z(d, from),
        (Narrow::U8, ..=4) => convert::vpmovzxbd_ex(d, from),
        (Narrow::U8, ..=8) => convert::vpmovzxbd_ey(d, from),
        (Narrow::U8, _) => convert::vpmovzxbd_z(d, from),
        (Narrow::I16, ..=4) => convert::vpmovsxwd_ex(d, from),
        (Narrow::I16, ..=8) => convert::vpmovsxwd_ey(d, from),
        (Narrow::I16, _) => convert::vpmovsxwd_z(d, from),
    }
}
