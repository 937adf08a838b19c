//! Vectors of integers.
//!
//! AVX2 and AVX-512 have most operations for some sizes of lanes. Others are made of those for larger or
//! smaller ones, in registers that allocation keeps free there ([`needs`](crate::isa::x86_64::needs)). A
//! destination may be in the place of a source: it is written last.
//!
//! Tests: `tests/tests/kernel_language_vectors.rs`.

mod access;
mod arithmetic;
mod compare;
mod reduce;
mod resize;
mod rows;
mod shift;

use super::masks::TEMPORARY;
use super::state::{Lowering, register};
use super::width::Width;
use crate::isa::x86_64::abi::SCRATCH_OPERAND as SCRATCH;
use crate::isa::x86_64::inst::MachInst;
use crate::isa::x86_64::needs::temporaries;
use crate::isa::x86_64::register::{Any, Gpr, Simd};
use crate::isa::x86_64::table::{convert, float, mask, permute, transfer, vector_integer};
use crate::isa::x86_64::value::Value;
use crate::isa::{Naming, Reason, Sink};
use crate::kernel::func::{FloatType, Fp16Op, Inst, IntType, LaneOp, VectorOp};
use rows::Rows;

type Vector = Any<Simd>;

/// Registers that are free: that which is left to lowering, and three more where allocation keeps them so.
type Free = [Vector; 4];

/// The bits of 2³¹ in single precision.
const BEYOND_INT32: u64 = 0x4f00_0000;

impl<N: Naming, S: Sink<MachInst>> Lowering<'_, N, S> {
    /// An instruction on vectors of integers.
    pub(super) fn lanes(&mut self, inst: &Inst) -> Result<(), Reason> {
        match *inst {
            Inst::LaneCount(d, of) => {
                let lanes = self.width.bytes().checked_div(of.bytes()).unwrap_or(0);
                self.constant(self.int(d)?, lanes as i64)
            }
            Inst::VectorLoad(d, ref from, _) => self.load_bytes(self.vector(d)?, from, self.width.bytes()),
            Inst::VectorStore(a, ref to, _) => self.store_bytes(self.vector(a)?, to, self.width.bytes()),
            Inst::LaneLoad(d, ref from, lanes) => self.load_bytes(self.vector(d)?, from, lanes.bytes()),
            Inst::LaneStore(a, ref to, lanes) => self.store_bytes(self.vector(a)?, to, lanes.bytes()),
            Inst::LaneConst(d, value, of) => self.lane_constant(self.vector(d)?, value as u64, of),
            Inst::LaneBroadcast(d, a, of) => self.lane_broadcast(self.vector(d)?, self.int(a)?, of),
            Inst::LaneSpread(d, a, lane, of) => self.lane_spread(self.vectors([d, a])?, lane, of),
            Inst::LaneInsert(d, a, lane, of) => self.lane_insert(self.vector(d)?, self.int(a)?, lane, of),
            Inst::LaneExtract(d, a, lane, of) => self.lane_extract(self.int(d)?, self.vector(a)?, lane, of),
            Inst::LaneBinary(op, d, a, b, of) => self.lane_binary(op, self.vectors([d, a, b])?, of),
            Inst::LaneUnary(op, d, a, of) => self.lane_unary(op, self.vectors([d, a])?, of),
            Inst::LaneShift(how, d, a, by, of) => self.lane_shift(how, self.vectors([d, a])?, by, of),
            Inst::LaneWiden(half, d, a, _, narrow) => self.widen(half, self.vectors([d, a])?, narrow),
            Inst::LaneWide(op, d, a, b, wide, narrow) => {
                self.lane_wide(op, self.vectors([d, a, b])?, wide, narrow)
            }
            Inst::LaneNarrow(op, d, a, b, narrow, wide) => {
                self.lane_narrow(op, self.vectors([d, a, b])?, narrow, wide)
            }
            Inst::LookUp(d, a, b) => self.look_up(self.vectors([d, a, b])?),
            Inst::Fp16Binary(op, d, a, b) => self.on_fp16(op, self.vectors([d, a, b])?),
            Inst::FromFp16(d, a) => {
                let [d, a] = self.vectors([d, a])?;
                self.either(|| convert::vcvtph2ps_y(d, a), || convert::vcvtph2ps_z(d, a))
            }
            Inst::ToFp16(d, a) => {
                let ([d, a], nearest) = (self.vectors([d, a])?, 0u8);
                self.either(|| convert::vcvtps2ph_y(d, a, nearest), || convert::vcvtps2ph_z(d, a, nearest))
            }
            Inst::FromInt32(d, a) => {
                let [d, a] = self.vectors([d, a])?;
                self.either(|| convert::vcvtdq2ps_y(d, a), || convert::vcvtdq2ps_z(d, a))
            }
            Inst::ToInt32(d, a) => self.convert_to_int32(self.vectors([d, a])?),
            Inst::LaneReduce(op, d, a, of) => self.lane_reduce(op, self.int(d)?, self.vector(a)?, of),
            Inst::LaneBits(d, a, of) => self.lane_bits(self.int(d)?, self.vector(a)?, of),
            _ => self.control(inst),
        }
    }

    /// The instruction has the least number where there is no nearest one: its inverse is the greatest, for
    /// numbers above the range, and no bits are for a NaN.
    fn convert_to_int32(&mut self, [d, a]: [Vector; 2]) -> Result<(), Reason> {
        let [_, above, is_number, found] = self.free();
        self.lane_constant(above, BEYOND_INT32, IntType::U32)?;
        self.binary(VectorOp::GreaterEqual, [above, a, above], FloatType::F32)?;
        self.binary(VectorOp::Equal, [is_number, a, a], FloatType::F32)?;
        self.either(|| convert::vcvttps2dq_y(found, a), || convert::vcvttps2dq_z(found, a))?;
        self.three(&rows::XOR, [found, found, above], IntType::I32)?;
        self.three(&rows::AND, [d, found, is_number], IntType::I32)
    }

    /// The registers that are free at an instruction which needs some.
    fn free(&self) -> Free {
        let [b, c, d] = temporaries(self.width);
        [self.width.scratch(), b, c, d]
    }

    /// Puts the instruction of some rows.
    fn row(&mut self, rows: &Rows, of: IntType, values: &[Value]) -> Result<(), Reason> {
        let row = rows.of(of, self.width).ok_or(Reason::Unsupported)?;
        self.emit(MachInst::of(row, values))
    }

    /// An instruction on three vectors.
    fn three(&mut self, rows: &Rows, operands: [Vector; 3], of: IntType) -> Result<(), Reason> {
        self.row(rows, of, &operands.map(register))
    }

    /// An instruction on two vectors and a number.
    fn numbered(&mut self, rows: &Rows, [d, a]: [Vector; 2], number: u32, of: IntType) -> Result<(), Reason> {
        self.row(rows, of, &[register(d), register(a), Value::Number(number.into())])
    }

    /// Every lane the low bits of a register.
    fn lane_broadcast(&mut self, d: Vector, a: Any<Gpr>, of: IntType) -> Result<(), Reason> {
        match self.width {
            Width::Zmm => self.row(&rows::BROADCAST_INT, of, &[register(d), Value::Register(a.index())]),
            Width::Ymm => {
                self.emit(match of.bits() {
                    64 => transfer::vmovq_x_r64(d, a),
                    _ => transfer::vmovd_x_rm32(d, a),
                })?;
                self.row(&rows::BROADCAST, of, &[d, d].map(register))
            }
        }
    }

    /// Every lane the same number.
    pub(in super::super) fn lane_constant(
        &mut self,
        d: Vector,
        bits: u64,
        of: IntType,
    ) -> Result<(), Reason> {
        let bits = bits & of.mask();
        match self.width {
            _ if bits == 0 => self.zero(d),
            Width::Ymm if bits == of.mask() => self.emit(vector_integer::vpcmpeqd_y(d, d, d)),
            _ => {
                self.constant(SCRATCH, bits as i64)?;
                self.lane_broadcast(d, SCRATCH, of)
            }
        }
    }

    /// The piece of 16 bytes that a lane is in, and its number there.
    fn piece_of(&self, lane: u8, of: IntType) -> Result<(u8, u8), Reason> {
        let at = usize::from(lane).saturating_mul(of.bytes());
        if at >= self.width.bytes() {
            return Err(Reason::Lane);
        }
        let within = (at & 15).checked_div(of.bytes()).unwrap_or(0);
        Ok(((at / 16) as u8, within as u8))
    }

    /// A register with a piece of 16 bytes in the lowest place: a free one, but for the lowest.
    fn lowest_piece(&mut self, a: Vector, piece: u8) -> Result<Vector, Reason> {
        let to = self.width.scratch();
        match (piece, self.width) {
            (0, _) => return Ok(a),
            (_, Width::Ymm) => self.emit(transfer::vextracti128_y(to, a, piece))?,
            (_, Width::Zmm) => self.emit(transfer::vextracti32x4_x_z(to, a, piece))?,
        }
        Ok(to)
    }

    /// Every lane one lane of another vector: it is moved to the lowest place first.
    fn lane_spread(&mut self, [d, a]: [Vector; 2], lane: u8, of: IntType) -> Result<(), Reason> {
        let (piece, within) = self.piece_of(lane, of)?;
        let mut from = self.lowest_piece(a, piece)?;
        let at = usize::from(within).saturating_mul(of.bytes());
        let (word, bits) = ((at / 4) as u8, (at as u32 & 3).saturating_mul(8));
        let to = self.width.scratch();
        if word != 0 {
            let words = word | (word | 1) << 2;
            self.either(|| permute::vpshufd_y(to, from, words), || permute::vpshufd_z(to, from, words))?;
            from = to;
        }
        if bits != 0 {
            self.numbered(&rows::RIGHT, [to, from], bits, IntType::U32)?;
            from = to;
        }
        self.row(&rows::BROADCAST, of, &[d, from].map(register))
    }

    fn lane_insert(&mut self, d: Vector, a: Any<Gpr>, lane: u8, of: IntType) -> Result<(), Reason> {
        let (piece, within) = self.piece_of(lane, of)?;
        match self.width {
            Width::Zmm => {
                self.constant(SCRATCH, 1i64.wrapping_shl(lane.into()))?;
                self.emit(mask::kmovq_k_r(TEMPORARY, SCRATCH))?;
                let row = rows::BROADCAST_INT.of(of, self.width).ok_or(Reason::Unsupported)?;
                self.emit(MachInst::of(row, &[register(d), Value::Register(a.index())]).merging(TEMPORARY))
            }
            Width::Ymm => {
                let part = self.width.scratch();
                self.emit(transfer::vextracti128_y(part, d, piece))?;
                let values = [
                    register(part),
                    register(part),
                    Value::Register(a.index()),
                    Value::Number(within.into()),
                ];
                self.row(&rows::INSERT, of, &values)?;
                self.emit(transfer::vinserti128_y(d, d, part, piece))
            }
        }
    }

    fn lane_extract(&mut self, d: Any<Gpr>, a: Vector, lane: u8, of: IntType) -> Result<(), Reason> {
        let (piece, within) = self.piece_of(lane, of)?;
        let from = self.lowest_piece(a, piece)?;
        let values = [Value::Register(d.index()), register(from), Value::Number(within.into())];
        self.row(&rows::EXTRACT, of, &values)
    }

    /// Bytes of the first vector by the numbers in the second, of which those without a byte get their
    /// highest bit: then the instruction gives zero.
    fn look_up(&mut self, [d, a, b]: [Vector; 3]) -> Result<(), Reason> {
        let by = self.width.scratch();
        self.lane_constant(by, 0x70, IntType::U8)?;
        self.three(&rows::ADD_UNSIGNED, [by, by, b], IntType::U8)?;
        self.either(|| permute::vpshufb_y(d, a, by), || permute::vpshufb_z(d, a, by))
    }

    /// An operation on half precision, which AVX-512 may have; code for cores without it is refused.
    fn on_fp16(&mut self, op: Fp16Op, [d, a, b]: [Vector; 3]) -> Result<(), Reason> {
        self.emit(match op {
            Fp16Op::Add => float::vaddph_z(d, a, b),
            Fp16Op::Sub => float::vsubph_z(d, a, b),
            Fp16Op::Mul => float::vmulph_z(d, a, b),
            Fp16Op::Div => float::vdivph_z(d, a, b),
        })
    }

    /// An operation on the lanes of two vectors.
    fn lane_binary(&mut self, op: LaneOp, operands: [Vector; 3], of: IntType) -> Result<(), Reason> {
        let is_signed = of.is_signed();
        let by_sign = |signed: &'static Rows, unsigned| if is_signed { signed } else { unsigned };
        let rows = match op {
            LaneOp::Add => &rows::ADD,
            LaneOp::Sub => &rows::SUB,
            LaneOp::Mul => &rows::MUL,
            LaneOp::MulHigh => by_sign(&rows::MUL_HIGH_SIGNED, &rows::MUL_HIGH_UNSIGNED),
            LaneOp::AddSaturating => by_sign(&rows::ADD_SIGNED, &rows::ADD_UNSIGNED),
            LaneOp::SubSaturating => by_sign(&rows::SUB_SIGNED, &rows::SUB_UNSIGNED),
            LaneOp::Min => by_sign(&rows::MIN_SIGNED, &rows::MIN_UNSIGNED),
            LaneOp::Max => by_sign(&rows::MAX_SIGNED, &rows::MAX_UNSIGNED),
            LaneOp::And => &rows::AND,
            LaneOp::Or => &rows::OR,
            LaneOp::Xor => &rows::XOR,
            LaneOp::ShiftLeft | LaneOp::ShiftRight => return self.shift_each(op, operands, of),
            LaneOp::Equal
            | LaneOp::NotEqual
            | LaneOp::Less
            | LaneOp::LessEqual
            | LaneOp::Greater
            | LaneOp::GreaterEqual => return self.lane_compare(op, operands, of),
        };
        match rows.of(of, self.width) {
            Some(row) => self.emit(MachInst::of(row, &operands.map(register))),
            None => self.made(op, operands, of),
        }
    }
}
