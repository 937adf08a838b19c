//! Shifts by a number, and by the lanes of another vector.

use super::{Naming, Reason, Sink, Vector, Width, rows};
use crate::isa::x86_64::inst::MachInst;
use crate::isa::x86_64::lower::state::Lowering;
use crate::kernel::func::{IntType, LaneOp, LaneShift};

const DOUBLES: IntType = IntType::U32;

impl<N: Naming, S: Sink<MachInst>> Lowering<'_, N, S> {
    pub(super) fn lane_shift(
        &mut self,
        how: LaneShift,
        operands: [Vector; 2],
        by: u8,
        of: IntType,
    ) -> Result<(), Reason> {
        let (by, bits) = (u32::from(by), of.bits());
        let is_known = match how {
            LaneShift::Left => by < bits,
            LaneShift::Right => 0 < by && by <= bits,
        };
        if !is_known {
            return Err(Reason::Shift);
        }
        match (how, of.is_signed(), self.width) {
            (LaneShift::Right, true, _) if (by, bits) == (8, 8) => self.sign_bytes(operands, of),
            _ if bits == 8 => self.shift_bytes(how, operands, by, of),
            (LaneShift::Left, ..) => self.numbered(&rows::LEFT, operands, by, of),
            (LaneShift::Right, false, _) => self.numbered(&rows::RIGHT, operands, by, of),
            (LaneShift::Right, true, Width::Ymm) if bits == 64 => self.shift_quads_signed(operands, by),
            (LaneShift::Right, true, _) => self.numbered(&rows::RIGHT_SIGNED, operands, by, of),
        }
    }

    /// Bytes are shifted in words, and what comes from a neighbour is taken off. With a sign, it is
    /// subtracted from where it has come to be.
    fn shift_bytes(
        &mut self,
        how: LaneShift,
        [d, a]: [Vector; 2],
        by: u32,
        of: IntType,
    ) -> Result<(), Reason> {
        let [t, u, ..] = self.free();
        let (rows, kept) = match how {
            LaneShift::Left => (&rows::LEFT, 0xffu64.wrapping_shl(by)),
            LaneShift::Right => (&rows::RIGHT, 0xffu64.wrapping_shr(by)),
        };
        self.numbered(rows, [u, a], by, IntType::U16)?;
        self.lane_constant(t, kept, of)?;
        if how == LaneShift::Left || !of.is_signed() {
            return self.three(&rows::AND, [d, u, t], of);
        }
        self.three(&rows::AND, [u, u, t], of)?;
        self.lane_constant(t, 0x80u64.wrapping_shr(by), of)?;
        self.three(&rows::XOR, [u, u, t], of)?;
        self.three(&rows::SUB, [d, u, t], of)
    }

    fn sign_bytes(&mut self, [d, a]: [Vector; 2], of: IntType) -> Result<(), Reason> {
        let t = self.width.scratch();
        self.sign_fill([t, a], of)?;
        self.copy_vector([d, t])
    }

    /// With AVX2: the bits that come in are those of the sign.
    fn shift_quads_signed(&mut self, [d, a]: [Vector; 2], by: u32) -> Result<(), Reason> {
        let ([t, u, ..], of) = (self.free(), IntType::U64);
        self.sign_fill([t, a], of)?;
        self.numbered(&rows::LEFT, [t, t], 64u32.wrapping_sub(by), of)?;
        self.numbered(&rows::RIGHT, [u, a], by, of)?;
        self.three(&rows::OR, [d, t, u], of)
    }

    /// Each lane by one of another vector, modulo its bits.
    pub(super) fn shift_each(
        &mut self,
        op: LaneOp,
        [d, a, b]: [Vector; 3],
        of: IntType,
    ) -> Result<(), Reason> {
        let rows = match (op, of.is_signed()) {
            (LaneOp::ShiftLeft, _) => &rows::EACH_LEFT,
            (_, true) => &rows::EACH_RIGHT_SIGNED,
            (_, false) => &rows::EACH_RIGHT,
        };
        let [t, sign, ..] = self.free();
        match rows.of(of, self.width) {
            Some(_) => {
                self.lane_constant(t, u64::from(of.bits().wrapping_sub(1)), of)?;
                self.three(&rows::AND, [t, t, b], of)?;
                self.three(rows, [d, a, t], of)
            }
            // Without its sign, a number is shifted as others are.
            None if of.bits() == 64 => {
                self.lane_constant(t, 63, of)?;
                self.three(&rows::AND, [t, t, b], of)?;
                self.sign_fill([sign, a], of)?;
                self.three(&rows::XOR, [d, a, sign], of)?;
                self.three(&rows::EACH_RIGHT, [d, d, t], of)?;
                self.three(&rows::XOR, [d, d, sign], of)
            }
            None => self.shift_parts(op, [d, a, b], of),
        }
    }

    /// Lanes of 8 or 16 bits, those of the same place in all words of 32 at once: a lane and its distance are
    /// put in the lowest place, and what comes of it back in its own.
    fn shift_parts(&mut self, op: LaneOp, [d, a, b]: [Vector; 3], of: IntType) -> Result<(), Reason> {
        let [by, lane, all, _] = self.free();
        let (bits, digits) = (of.bits(), of.bits().trailing_zeros());
        let is_signed = op == LaneOp::ShiftRight && of.is_signed();
        let (each, right) = match (op, is_signed) {
            (LaneOp::ShiftLeft, _) => (&rows::EACH_LEFT, &rows::RIGHT),
            (_, true) => (&rows::EACH_RIGHT_SIGNED, &rows::RIGHT_SIGNED),
            (_, false) => (&rows::EACH_RIGHT, &rows::RIGHT),
        };
        let unused = 32u32.wrapping_sub(bits);
        for place in (0..32).step_by(bits as usize) {
            let above = unused.wrapping_sub(place);
            let above_digits = 32u32.wrapping_sub(place).wrapping_sub(digits);
            self.numbered(&rows::LEFT, [by, b], above_digits, DOUBLES)?;
            self.numbered(&rows::RIGHT, [by, by], 32u32.wrapping_sub(digits), DOUBLES)?;
            self.numbered(&rows::LEFT, [lane, a], above, DOUBLES)?;
            self.numbered(right, [lane, lane], unused, DOUBLES)?;
            self.three(each, [lane, lane, by], DOUBLES)?;
            self.numbered(&rows::LEFT, [lane, lane], unused, DOUBLES)?;
            match place {
                0 => self.numbered(&rows::RIGHT, [all, lane], above, DOUBLES)?,
                _ => {
                    self.numbered(&rows::RIGHT, [lane, lane], above, DOUBLES)?;
                    self.three(&rows::OR, [all, all, lane], DOUBLES)?;
                }
            }
        }
        self.copy_vector([d, all])
    }
}
