//! Operations that there are no instructions for, made of others.

use super::{Naming, Reason, Rows, Sink, Vector, Width, permute, register, rows};
use crate::isa::x86_64::inst::MachInst;
use crate::isa::x86_64::lower::masks::TEMPORARY;
use crate::isa::x86_64::lower::state::Lowering;
use crate::isa::x86_64::value::Value;
use crate::kernel::func::{IntType, LaneOp, LaneUnaryOp};

const WORDS: IntType = IntType::U16;
const QUADS: IntType = IntType::U64;

impl<N: Naming, S: Sink<MachInst>> Lowering<'_, N, S> {
    /// An operation on two vectors without an instruction for such lanes.
    pub(super) fn made(&mut self, op: LaneOp, operands: [Vector; 3], of: IntType) -> Result<(), Reason> {
        match (op, of.bits()) {
            (LaneOp::Mul, 8) => self.multiply_bytes(operands),
            (LaneOp::Mul, 64) => self.multiply_quads(operands),
            (LaneOp::MulHigh, 8) => self.multiply_bytes_high(operands, of),
            (LaneOp::MulHigh, 32) => self.multiply_doubles_high(operands, of),
            (LaneOp::MulHigh, 64) => self.multiply_quads_high(operands, of),
            (LaneOp::Min | LaneOp::Max, 64) => self.extremum_quads(op, operands, of),
            (LaneOp::AddSaturating | LaneOp::SubSaturating, 32 | 64) if of.is_signed() => {
                self.saturate_signed(op, operands, of)
            }
            (LaneOp::AddSaturating, 32 | 64) => {
                let ([d, a, b], [_, t, ..]) = (operands, self.free());
                self.invert([t, a])?;
                self.lane_binary(LaneOp::Min, [t, b, t], of)?;
                self.three(&rows::ADD, [d, a, t], of)
            }
            (LaneOp::SubSaturating, 32 | 64) => {
                let ([d, a, b], [_, t, ..]) = (operands, self.free());
                self.lane_binary(LaneOp::Max, [t, a, b], of)?;
                self.three(&rows::SUB, [d, t, b], of)
            }
            _ => Err(Reason::Unsupported),
        }
    }

    /// All bits the other way round, by way of the register that is left to lowering.
    pub(super) fn invert(&mut self, [d, a]: [Vector; 2]) -> Result<(), Reason> {
        let ones = self.width.scratch();
        self.lane_constant(ones, u64::MAX, QUADS)?;
        self.three(&rows::XOR, [d, a, ones], QUADS)
    }

    /// All bits of a lane its highest one. It is not in the place of its source.
    pub(super) fn sign_fill(&mut self, [d, a]: [Vector; 2], of: IntType) -> Result<(), Reason> {
        match self.width {
            Width::Ymm => {
                self.zero(d)?;
                self.three(&rows::GREATER, [d, d, a], of)
            }
            Width::Zmm => {
                let mask = Value::Mask(TEMPORARY.number());
                self.row(&rows::SIGNS, of, &[mask, register(a)])?;
                self.row(&rows::FILL, of, &[register(d), mask])
            }
        }
    }

    /// The lanes of one vector where another has a sign, else those of a third.
    fn by_sign(&mut self, [d, signs, a, b]: [Vector; 4], of: IntType) -> Result<(), Reason> {
        match self.width {
            Width::Ymm => self.row(&rows::BLEND, of, &[d, b, a, signs].map(register)),
            Width::Zmm => {
                self.row(&rows::SIGNS, of, &[Value::Mask(TEMPORARY.number()), register(signs)])?;
                let row = rows::BLEND.of(of, self.width).ok_or(Reason::Unsupported)?;
                self.emit(MachInst::of(row, &[d, b, a].map(register)).merging(TEMPORARY))
            }
        }
    }

    /// The even bytes by products of words, and the odd ones by those of words shifted down.
    fn multiply_bytes(&mut self, [d, a, b]: [Vector; 3]) -> Result<(), Reason> {
        let [t, even, odd, _] = self.free();
        self.three(&rows::MUL, [even, a, b], WORDS)?;
        self.numbered(&rows::LEFT, [even, even], 8, WORDS)?;
        self.numbered(&rows::RIGHT, [even, even], 8, WORDS)?;
        self.numbered(&rows::RIGHT, [odd, a], 8, WORDS)?;
        self.numbered(&rows::RIGHT, [t, b], 8, WORDS)?;
        self.three(&rows::MUL, [odd, odd, t], WORDS)?;
        self.numbered(&rows::LEFT, [odd, odd], 8, WORDS)?;
        self.three(&rows::OR, [d, even, odd], WORDS)
    }

    /// The even lanes extended, and the odd ones.
    fn multiply_bytes_high(&mut self, [d, a, b]: [Vector; 3], of: IntType) -> Result<(), Reason> {
        let [t, even, odd, _] = self.free();
        let right = right(of);
        for (to, from) in [(even, a), (t, b)] {
            self.numbered(&rows::LEFT, [to, from], 8, WORDS)?;
            self.numbered(right, [to, to], 8, WORDS)?;
        }
        self.three(&rows::MUL, [even, even, t], WORDS)?;
        self.numbered(&rows::RIGHT, [even, even], 8, WORDS)?;
        self.numbered(right, [odd, a], 8, WORDS)?;
        self.numbered(right, [t, b], 8, WORDS)?;
        self.three(&rows::MUL, [odd, odd, t], WORDS)?;
        self.numbered(&rows::RIGHT, [odd, odd], 8, WORDS)?;
        self.numbered(&rows::LEFT, [odd, odd], 8, WORDS)?;
        self.three(&rows::OR, [d, even, odd], WORDS)
    }

    fn multiply_doubles_high(&mut self, [d, a, b]: [Vector; 3], of: IntType) -> Result<(), Reason> {
        let [t, even, odd, _] = self.free();
        let products = even_products(of);
        self.three(products, [even, a, b], of)?;
        self.numbered(&rows::RIGHT, [even, even], 32, QUADS)?;
        self.numbered(&rows::RIGHT, [odd, a], 32, QUADS)?;
        self.numbered(&rows::RIGHT, [t, b], 32, QUADS)?;
        self.three(products, [odd, odd, t], of)?;
        self.numbered(&rows::RIGHT, [odd, odd], 32, QUADS)?;
        self.numbered(&rows::LEFT, [odd, odd], 32, QUADS)?;
        self.three(&rows::OR, [d, even, odd], QUADS)
    }

    /// The product of the low halves, and above the sum of those of a low and a high half.
    fn multiply_quads(&mut self, [d, a, b]: [Vector; 3]) -> Result<(), Reason> {
        let [t, u, ..] = self.free();
        let products = &rows::MUL_EVEN_UNSIGNED;
        self.numbered(&rows::RIGHT, [t, a], 32, QUADS)?;
        self.three(products, [t, t, b], IntType::U32)?;
        self.numbered(&rows::RIGHT, [u, b], 32, QUADS)?;
        self.three(products, [u, u, a], IntType::U32)?;
        self.three(&rows::ADD, [t, t, u], QUADS)?;
        self.numbered(&rows::LEFT, [t, t], 32, QUADS)?;
        self.three(products, [u, a, b], IntType::U32)?;
        self.three(&rows::ADD, [d, t, u], QUADS)
    }

    /// Products of halves, with what is carried from the lower ones. The high half of a product of negative
    /// numbers is less by the other factor.
    fn multiply_quads_high(&mut self, [d, a, b]: [Vector; 3], of: IntType) -> Result<(), Reason> {
        let [t, u, v, w] = self.free();
        let products = &rows::MUL_EVEN_UNSIGNED;
        let halves = IntType::U32;
        self.numbered(&rows::RIGHT, [t, a], 32, QUADS)?;
        self.numbered(&rows::RIGHT, [u, b], 32, QUADS)?;
        self.three(products, [v, t, b], halves)?;
        self.three(products, [w, a, b], halves)?;
        self.numbered(&rows::RIGHT, [w, w], 32, QUADS)?;
        self.three(&rows::ADD, [v, v, w], QUADS)?;
        self.numbered(&rows::LEFT, [w, v], 32, QUADS)?;
        self.numbered(&rows::RIGHT, [w, w], 32, QUADS)?;
        self.numbered(&rows::RIGHT, [v, v], 32, QUADS)?;
        self.three(products, [t, t, u], halves)?;
        self.three(&rows::ADD, [t, t, v], QUADS)?;
        self.three(products, [u, a, u], halves)?;
        self.three(&rows::ADD, [u, u, w], QUADS)?;
        self.numbered(&rows::RIGHT, [u, u], 32, QUADS)?;
        self.three(&rows::ADD, [t, t, u], QUADS)?;
        if of.is_signed() {
            for (sign, other) in [(a, b), (b, a)] {
                self.sign_fill([u, sign], QUADS)?;
                self.three(&rows::AND, [u, u, other], QUADS)?;
                self.three(&rows::SUB, [t, t, u], QUADS)?;
            }
        }
        self.copy_vector([d, t])
    }

    /// The greater or the lesser of 64 bits with AVX2: by a comparison.
    fn extremum_quads(&mut self, op: LaneOp, [d, a, b]: [Vector; 3], of: IntType) -> Result<(), Reason> {
        let [.., u, v] = self.free();
        let (mut x, mut y) = if op == LaneOp::Max { (a, b) } else { (b, a) };
        if !of.is_signed() {
            self.lane_constant(u, 1 << 63, QUADS)?;
            self.three(&rows::XOR, [v, x, u], QUADS)?;
            self.three(&rows::XOR, [u, y, u], QUADS)?;
            (x, y) = (v, u);
        }
        self.three(&rows::GREATER, [v, x, y], of)?;
        self.by_sign([d, v, a, b], of)
    }

    /// Where signs say that the result has left the range, the limit on the side of the first
    /// operand takes its place.
    fn saturate_signed(&mut self, op: LaneOp, [d, a, b]: [Vector; 3], of: IntType) -> Result<(), Reason> {
        let [limit, result, left, t] = self.free();
        let rows = if op == LaneOp::AddSaturating { &rows::ADD } else { &rows::SUB };
        self.three(rows, [result, a, b], of)?;
        self.three(&rows::XOR, [left, a, result], of)?;
        let other = if op == LaneOp::AddSaturating { result } else { a };
        self.three(&rows::XOR, [t, b, other], of)?;
        self.three(&rows::AND, [left, left, t], of)?;
        self.sign_fill([t, a], of)?;
        self.lane_constant(limit, of.mask() >> 1, of)?;
        self.three(&rows::XOR, [t, t, limit], of)?;
        self.by_sign([d, left, t, result], of)
    }

    /// An operation on one vector.
    pub(super) fn lane_unary(
        &mut self,
        op: LaneUnaryOp,
        [d, a]: [Vector; 2],
        of: IntType,
    ) -> Result<(), Reason> {
        let t = self.width.scratch();
        match op {
            LaneUnaryOp::Negate => {
                self.zero(t)?;
                self.three(&rows::SUB, [d, t, a], of)
            }
            LaneUnaryOp::Not => self.invert([d, a]),
            LaneUnaryOp::Absolute if !of.is_signed() => self.copy_vector([d, a]),
            LaneUnaryOp::Absolute => match rows::ABSOLUTE.of(of, self.width) {
                Some(row) => self.emit(MachInst::of(row, &[d, a].map(register))),
                None => {
                    self.sign_fill([t, a], of)?;
                    self.three(&rows::XOR, [d, a, t], of)?;
                    self.three(&rows::SUB, [d, d, t], of)
                }
            },
            LaneUnaryOp::Ones => self.count_ones([d, a], of),
        }
    }

    /// Counts in pairs of bits, then in fours, in bytes, and adds these up in larger lanes.
    fn count_ones(&mut self, [d, a]: [Vector; 2], of: IntType) -> Result<(), Reason> {
        let ([mask, ones, t, _], bytes) = (self.free(), IntType::U8);
        self.numbered(&rows::RIGHT, [ones, a], 1, WORDS)?;
        self.lane_constant(mask, 0x55, bytes)?;
        self.three(&rows::AND, [ones, ones, mask], of)?;
        self.three(&rows::SUB, [ones, a, ones], bytes)?;
        self.lane_constant(mask, 0x33, bytes)?;
        self.three(&rows::AND, [t, ones, mask], of)?;
        self.numbered(&rows::RIGHT, [ones, ones], 2, WORDS)?;
        self.three(&rows::AND, [ones, ones, mask], of)?;
        self.three(&rows::ADD, [ones, ones, t], bytes)?;
        self.numbered(&rows::RIGHT, [t, ones], 4, WORDS)?;
        self.three(&rows::ADD, [ones, ones, t], bytes)?;
        self.lane_constant(mask, 0x0f, bytes)?;
        self.three(&rows::AND, [ones, ones, mask], of)?;
        for by in [8, 16, 32].into_iter().filter(|by| *by < of.bits()) {
            self.numbered(&rows::RIGHT, [t, ones], by, of)?;
            self.three(&rows::ADD, [ones, ones, t], of)?;
        }
        self.lane_constant(mask, 0xff, of)?;
        self.three(&rows::AND, [d, ones, mask], of)
    }

    /// Copies of all words of 16 bytes with others, or of all.
    pub(super) fn shuffle_words(&mut self, [d, a]: [Vector; 2], words: u8) -> Result<(), Reason> {
        self.either(|| permute::vpshufd_y(d, a, words), || permute::vpshufd_z(d, a, words))
    }
}

/// A shift to the right with the sign of a type.
fn right(of: IntType) -> &'static Rows {
    if of.is_signed() { &rows::RIGHT_SIGNED } else { &rows::RIGHT }
}

/// Products of 64 bits of every other lane of 32.
fn even_products(of: IntType) -> &'static Rows {
    if of.is_signed() { &rows::MUL_EVEN_SIGNED } else { &rows::MUL_EVEN_UNSIGNED }
}
