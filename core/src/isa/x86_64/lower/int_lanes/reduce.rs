//! One number of all lanes.

use super::{Naming, Reason, Sink, Vector, Width, mask, permute, register, rows, transfer, vector_integer};
use crate::isa::x86_64::inst::MachInst;
use crate::isa::x86_64::lower::masks::TEMPORARY;
use crate::isa::x86_64::lower::state::Lowering;
use crate::isa::x86_64::register::{Any, Gpr};
use crate::isa::x86_64::value::Value;
use crate::kernel::func::{IntType, ReduceOp};

impl<N: Naming, S: Sink<MachInst>> Lowering<'_, N, S> {
    /// Halves are reduced lane by lane, until one lane is left in the lowest place.
    pub(super) fn lane_reduce(
        &mut self,
        op: ReduceOp,
        d: Any<Gpr>,
        a: Vector,
        of: IntType,
    ) -> Result<(), Reason> {
        let [all, other, ..] = self.free();
        let mut from = a;
        let (width, least) = (self.width, of.bytes());
        let steps = [64, 32, 16, 8, 4, 2].into_iter();
        for bytes in steps.filter(|bytes| *bytes <= width.bytes() && *bytes > least) {
            match bytes {
                64 => self.emit(transfer::vextracti64x4_y_z(other, from, 1u8))?,
                32 if width == Width::Ymm => self.emit(transfer::vextracti128_y(other, from, 1u8))?,
                32 => self.emit(transfer::vextracti32x4_x_z(other, from, 1u8))?,
                16 => self.shuffle_words([other, from], 0x4e)?,
                8 => self.shuffle_words([other, from], 0xb1)?,
                4 => self.numbered(&rows::RIGHT, [other, from], 16, IntType::U32)?,
                _ => self.numbered(&rows::RIGHT, [other, from], 8, IntType::U16)?,
            }
            self.lane_binary(op.op(), [all, from, other], of)?;
            from = all;
        }
        self.lane_extract(d, from, 0, of)
    }

    /// The highest bits of all lanes.
    pub(super) fn lane_bits(&mut self, d: Any<Gpr>, a: Vector, of: IntType) -> Result<(), Reason> {
        let t = self.width.scratch();
        if self.width == Width::Zmm {
            self.row(&rows::SIGNS, of, &[Value::Mask(TEMPORARY.number()), register(a)])?;
            return self.emit(mask::kmovq_r_k(d, TEMPORARY));
        }
        match of.bits() {
            8 => self.emit(vector_integer::vpmovmskb_y(d, a)),
            16 => {
                self.emit(permute::vpacksswb_y(t, a, a))?;
                self.emit(permute::vpermq_i_y(t, t, 0x08u8))?;
                self.emit(vector_integer::vpmovmskb_x(d, t))
            }
            32 => self.emit(vector_integer::vmovmskps_y(d, a)),
            _ => self.emit(vector_integer::vmovmskpd_y(d, a)),
        }
    }
}
