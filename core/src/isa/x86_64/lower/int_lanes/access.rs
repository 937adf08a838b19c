//! Loads and stores of the low bytes of vectors, of which no others are accessed.

use super::{Naming, Reason, SCRATCH, Sink, Vector, Width, mask, transfer};
use crate::DType;
use crate::isa::x86_64::inst::MachInst;
use crate::isa::x86_64::lower::access::behind;
use crate::isa::x86_64::lower::access_size::AccessSize;
use crate::isa::x86_64::lower::masks::TEMPORARY;
use crate::isa::x86_64::lower::state::Lowering;
use crate::kernel::func::{Address, Lanes};

/// The bytes of a word: the least that accesses of whole words move.
const WORD: usize = 4;

impl<N: Naming, S: Sink<MachInst>> Lowering<'_, N, S> {
    pub(super) fn load_bytes(&mut self, d: Vector, from: &Address, bytes: usize) -> Result<(), Reason> {
        self.has_bytes(bytes)?;
        match (AccessSize::of(bytes), self.width) {
            (None, Width::Zmm) => {
                self.mask_bytes(bytes)?;
                let memory = self.memory(from)?;
                let inst = match bytes {
                    0..16 => transfer::vmovdqu8_x(d, memory),
                    16..32 => transfer::vmovdqu8_y(d, memory),
                    _ => transfer::vmovdqu8_z(d, memory),
                };
                self.emit(inst.zeroing(TEMPORARY))
            }
            (None, Width::Ymm) if bytes % WORD != 0 => {
                let words = bytes / WORD;
                match words {
                    0 => self.zero(d)?,
                    _ => self.load(d, from, whole_words(words))?,
                }
                let memory = self.memory(from)?;
                self.each_rest(bytes, |lowering, at, within| {
                    let part = lowering.width.scratch();
                    lowering.emit(transfer::vextracti128_y(part, d, (at / 16) as u8))?;
                    lowering.emit(transfer::vpinsrb_x(part, part, behind(memory, at)?, within))?;
                    lowering.emit(transfer::vinserti128_y(d, d, part, (at / 16) as u8))
                })
            }
            _ => self.load(d, from, whole_words(bytes / WORD)),
        }
    }

    pub(super) fn store_bytes(&mut self, a: Vector, to: &Address, bytes: usize) -> Result<(), Reason> {
        self.has_bytes(bytes)?;
        match (AccessSize::of(bytes), self.width) {
            (None, Width::Zmm) => {
                self.mask_bytes(bytes)?;
                let memory = self.memory(to)?;
                let inst = match bytes {
                    0..16 => transfer::vmovdqu8_m_x(memory, a),
                    16..32 => transfer::vmovdqu8_m_y(memory, a),
                    _ => transfer::vmovdqu8_m_z(memory, a),
                };
                self.emit(inst.merging(TEMPORARY))
            }
            (None, Width::Ymm) if bytes % WORD != 0 => {
                let words = bytes / WORD;
                if words != 0 {
                    self.store(a, to, whole_words(words))?;
                }
                let memory = self.memory(to)?;
                self.each_rest(bytes, |lowering, at, within| {
                    let part = lowering.lowest_piece(a, (at / 16) as u8)?;
                    lowering.emit(transfer::vpextrb_x(behind(memory, at)?, part, within))
                })
            }
            _ => self.store(a, to, whole_words(bytes / WORD)),
        }
    }

    fn has_bytes(&self, bytes: usize) -> Result<(), Reason> {
        if (1..=self.width.bytes()).contains(&bytes) { Ok(()) } else { Err(Reason::LaneCount) }
    }

    /// Makes the mask of some low bytes.
    fn mask_bytes(&mut self, bytes: usize) -> Result<(), Reason> {
        let unused = 64u32.wrapping_sub(bytes as u32);
        self.constant(SCRATCH, (u64::MAX >> (unused & 63)) as i64)?;
        self.emit(mask::kmovq_k_r(TEMPORARY, SCRATCH))
    }

    /// Calls a function for each byte behind the whole words, with its place in the vector and in
    /// its piece of 16 bytes.
    fn each_rest(
        &mut self,
        bytes: usize,
        each: impl Fn(&mut Self, i32, u8) -> Result<(), Reason>,
    ) -> Result<(), Reason> {
        let first = bytes.wrapping_sub(bytes % WORD);
        (first..bytes).try_for_each(|at| each(self, at as i32, (at & 15) as u8))
    }
}

/// An access to some words.
const fn whole_words(words: usize) -> Lanes {
    Lanes { dtype: DType::F32, count: words as u8 }
}
