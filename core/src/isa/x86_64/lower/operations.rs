//! Operations on whole vectors.

use super::masks::TEMPORARY;
use super::state::{Lowering, register};
use super::width::Width;
use crate::isa::x86_64::abi::SCRATCH_OPERAND as SCRATCH;
use crate::isa::x86_64::condition::Predicate;
use crate::isa::x86_64::inst::MachInst;
use crate::isa::x86_64::register::{Any, Simd};
use crate::isa::x86_64::row::Row;
use crate::isa::x86_64::table::{convert, float, mask, transfer, vector_integer};
use crate::isa::x86_64::value::Value;
use crate::isa::{Item, Naming, Reason, Sink};
use crate::kernel::func::{FloatType, Inst, Shift, UnaryVectorOp, Vector, VectorOp};

/// The rows of an operation: for single and double precision, with either length of vectors.
struct Rows([[&'static Row; 2]; 2]);

/// Names of operations, each with its rows.
macro_rules! rows {
    ($($name:ident = $group:ident: $s32:ident $s64:ident, $d32:ident $d64:ident;)*) => {
        $(static $name: Rows = Rows([
            [&$group::rows::$s32, &$group::rows::$s64],
            [&$group::rows::$d32, &$group::rows::$d64],
        ]);)*
    };
}

rows! {
    ADD = float: vaddps_y vaddps_z, vaddpd_y vaddpd_z;
    SUB = float: vsubps_y vsubps_z, vsubpd_y vsubpd_z;
    MUL = float: vmulps_y vmulps_z, vmulpd_y vmulpd_z;
    DIV = float: vdivps_y vdivps_z, vdivpd_y vdivpd_z;
    MAX = float: vmaxps_y vmaxps_z, vmaxpd_y vmaxpd_z;
    MIN = float: vminps_y vminps_z, vminpd_y vminpd_z;
    SQRT = float: vsqrtps_y vsqrtps_z, vsqrtpd_y vsqrtpd_z;
    ROUND = float: vroundps_y vrndscaleps_z, vroundpd_y vrndscalepd_z;
    FMA = float: vfmadd231ps_y vfmadd231ps_z, vfmadd231pd_y vfmadd231pd_z;
    FNMA = float: vfnmadd231ps_y vfnmadd231ps_z, vfnmadd231pd_y vfnmadd231pd_z;
    AND = vector_integer: vpand_y vpandd_z, vpand_y vpandq_z;
    OR = vector_integer: vpor_y vpord_z, vpor_y vporq_z;
    XOR = vector_integer: vpxor_y vpxord_z, vpxor_y vpxorq_z;
    ADD_INTEGER = vector_integer: vpaddd_y vpaddd_z, vpaddq_y vpaddq_z;
    SUB_INTEGER = vector_integer: vpsubd_y vpsubd_z, vpsubq_y vpsubq_z;
    MUL_WORDS = vector_integer: vpmulld_y vpmulld_z, vpmulld_y vpmulld_z;
    MAX_WORDS = vector_integer: vpmaxsd_y vpmaxsd_z, vpmaxsd_y vpmaxsd_z;
    MIN_WORDS = vector_integer: vpminsd_y vpminsd_z, vpminsd_y vpminsd_z;
    ABSOLUTE_WORDS = vector_integer: vpabsd_y vpabsd_z, vpabsd_y vpabsd_z;
    LEFT = vector_integer: vpslld_i_y vpslld_i_z, vpsllq_i_y vpsllq_i_z;
    RIGHT = vector_integer: vpsrld_i_y vpsrld_i_z, vpsrlq_i_y vpsrlq_i_z;
    COMPARE = float: vcmpccps_y vcmpccps_kz, vcmpccpd_y vcmpccpd_kz;
    RANGE = float: vrangeps_y vrangeps_z, vrangepd_y vrangepd_z;
    FILL = mask: vpmovm2d_y vpmovm2d_z, vpmovm2q_y vpmovm2q_z;
}

impl Rows {
    #[inline(always)]
    const fn of(&self, width: Width, dtype: FloatType) -> &'static Row {
        let [[s32, s64], [d32, d64]] = self.0;
        match (dtype, width) {
            (FloatType::F32, Width::Ymm) => s32,
            (FloatType::F32, Width::Zmm) => s64,
            (FloatType::F64, Width::Ymm) => d32,
            (FloatType::F64, Width::Zmm) => d64,
        }
    }
}

/// What `vrangeps` selects, with the sign of what it selects (Intel SDM, `VRANGEPS`).
const LEAST: u8 = 4;
const GREATEST: u8 = 5;

/// The bits of the sign, counted from the lowest.
const fn sign(dtype: FloatType) -> u8 {
    match dtype {
        FloatType::F32 => 31,
        FloatType::F64 => 63,
    }
}

impl<N: Naming, S: Sink<MachInst>> Lowering<'_, N, S> {
    #[inline(always)]
    fn put(&mut self, rows: &Rows, dtype: FloatType, values: &[Value]) -> Result<(), Reason> {
        self.emit(MachInst::of(rows.of(self.width, dtype), values))
    }

    #[inline(always)]
    fn on_three(&mut self, rows: &Rows, [d, a, b]: [Any<Simd>; 3], dtype: FloatType) -> Result<(), Reason> {
        self.put(rows, dtype, &[d, a, b].map(register))
    }

    fn by_number(
        &mut self,
        rows: &Rows,
        [d, a]: [Any<Simd>; 2],
        number: u8,
        dtype: FloatType,
    ) -> Result<(), Reason> {
        self.put(rows, dtype, &[register(d), register(a), Value::Number(number.into())])
    }

    #[inline(always)]
    pub(super) fn multiply_add(&mut self, operands: [Any<Simd>; 3], dtype: FloatType) -> Result<(), Reason> {
        self.on_three(&FMA, operands, dtype)
    }

    /// Adds a product to an accumulator: in its lower half, where that is enough.
    pub(super) fn multiply_add_to(
        &mut self,
        sum: Vector,
        operands: [Any<Simd>; 3],
        dtype: FloatType,
    ) -> Result<(), Reason> {
        let [d, a, b] = operands;
        match dtype {
            FloatType::F32 if self.halves.has(sum) => self.emit(float::vfmadd231ps_ey(d, a, b)),
            FloatType::F64 if self.halves.has(sum) => self.emit(float::vfmadd231pd_ey(d, a, b)),
            _ => self.multiply_add(operands, dtype),
        }
    }

    pub(super) fn multiply_subtract(
        &mut self,
        operands: [Any<Simd>; 3],
        dtype: FloatType,
    ) -> Result<(), Reason> {
        self.on_three(&FNMA, operands, dtype)
    }

    pub(super) fn multiply(&mut self, operands: [Any<Simd>; 3], dtype: FloatType) -> Result<(), Reason> {
        self.on_three(&MUL, operands, dtype)
    }

    /// Zeros, by renaming.
    pub(super) fn zero(&mut self, d: Any<Simd>) -> Result<(), Reason> {
        self.either(|| vector_integer::vpxor_x(d, d, d), || vector_integer::vpxord_x(d, d, d))
    }

    /// A copy of a whole vector, which the frame leaves out where it is one to itself.
    pub(super) fn copy_vector(&mut self, [d, a]: [Any<Simd>; 2]) -> Result<(), Reason> {
        let copy = match self.width {
            Width::Ymm => transfer::vmovaps_y(d, a),
            Width::Zmm => transfer::vmovaps_z(d, a),
        };
        Ok(self.sink.put(Item::Inst(copy))?)
    }

    pub(super) fn convert(&mut self, [d, a]: [Any<Simd>; 2], to: FloatType) -> Result<(), Reason> {
        match to {
            FloatType::F64 => self.either(|| convert::vcvtps2pd_y(d, a), || convert::vcvtps2pd_z(d, a)),
            FloatType::F32 => self.either(|| convert::vcvtpd2ps_y(d, a), || convert::vcvtpd2ps_z(d, a)),
        }
    }

    /// The same number in every lane.
    pub(super) fn number(&mut self, d: Any<Simd>, bits: u64, dtype: FloatType) -> Result<(), Reason> {
        let bits = match dtype {
            FloatType::F32 => bits & 0xffff_ffff,
            FloatType::F64 => bits,
        };
        if bits == 0 {
            return self.zero(d);
        }
        self.constant(SCRATCH, bits as i64)?;
        self.broadcast(d, SCRATCH, dtype)
    }

    /// Bit by bit, `a` where `d` has ones, `b` where it has zeros.
    pub(super) fn select(&mut self, [d, a, b]: [Any<Simd>; 3]) -> Result<(), Reason> {
        match self.width {
            Width::Zmm => self.emit(vector_integer::vpternlogd_z(d, a, b, 0xcau8)),
            Width::Ymm => {
                let scratch = self.width.scratch();
                self.emit(vector_integer::vpand_y(scratch, d, a))?;
                self.emit(vector_integer::vpandn_y(d, d, b))?;
                self.emit(vector_integer::vpor_y(d, d, scratch))
            }
        }
    }

    pub(super) fn shift(
        &mut self,
        how: Shift,
        operands: [Any<Simd>; 2],
        by: u8,
        dtype: FloatType,
    ) -> Result<(), Reason> {
        let bits = sign(dtype).saturating_add(1);
        match how {
            Shift::Left if by < bits => self.by_number(&LEFT, operands, by, dtype),
            Shift::Right if 0 < by && by <= bits => self.by_number(&RIGHT, operands, by, dtype),
            _ => Err(Reason::Shift),
        }
    }

    pub(super) fn unary(
        &mut self,
        op: UnaryVectorOp,
        operands: [Any<Simd>; 2],
        dtype: FloatType,
    ) -> Result<(), Reason> {
        // Bit 3 suppresses the exception of an inexact result.
        let mut round = |mode: u8| self.by_number(&ROUND, operands, 8 | mode, dtype);
        match op {
            UnaryVectorOp::Round => round(0),
            UnaryVectorOp::Floor => round(1),
            UnaryVectorOp::Ceil => round(2),
            UnaryVectorOp::Trunc => round(3),
            UnaryVectorOp::SquareRoot => self.put(&SQRT, dtype, &operands.map(register)),
            UnaryVectorOp::Absolute => self.absolute(operands, dtype),
            UnaryVectorOp::Negate => self.negate(operands, dtype),
            UnaryVectorOp::AbsoluteInteger => self.put(&ABSOLUTE_WORDS, dtype, &operands.map(register)),
            UnaryVectorOp::NegateInteger => {
                let ([d, a], zero) = (operands, self.width.scratch());
                self.zero(zero)?;
                self.on_three(&SUB_INTEGER, [d, zero, a], FloatType::F32)
            }
        }
    }

    fn absolute(&mut self, [d, a]: [Any<Simd>; 2], dtype: FloatType) -> Result<(), Reason> {
        self.by_number(&LEFT, [d, a], 1, dtype)?;
        self.by_number(&RIGHT, [d, d], 1, dtype)
    }

    fn negate(&mut self, [d, a]: [Any<Simd>; 2], dtype: FloatType) -> Result<(), Reason> {
        let scratch = self.width.scratch();
        match self.width {
            Width::Ymm => {
                self.emit(vector_integer::vpcmpeqd_y(scratch, scratch, scratch))?;
                self.by_number(&LEFT, [scratch, scratch], sign(dtype), dtype)?;
            }
            Width::Zmm => self.number(scratch, 1 << sign(dtype), dtype)?,
        }
        self.on_three(&XOR, [d, a, scratch], dtype)
    }

    pub(super) fn binary(
        &mut self,
        op: VectorOp,
        operands: [Any<Simd>; 3],
        dtype: FloatType,
    ) -> Result<(), Reason> {
        match op {
            VectorOp::Add => self.on_three(&ADD, operands, dtype),
            VectorOp::Sub => self.on_three(&SUB, operands, dtype),
            VectorOp::Mul => self.on_three(&MUL, operands, dtype),
            VectorOp::Div => self.on_three(&DIV, operands, dtype),
            VectorOp::And => self.on_three(&AND, operands, dtype),
            VectorOp::Or => self.on_three(&OR, operands, dtype),
            VectorOp::Xor => self.on_three(&XOR, operands, dtype),
            VectorOp::AddInteger => self.on_three(&ADD_INTEGER, operands, dtype),
            VectorOp::SubInteger => self.on_three(&SUB_INTEGER, operands, dtype),
            VectorOp::MulInteger => self.on_three(&MUL_WORDS, operands, dtype),
            VectorOp::MaxInteger => self.on_three(&MAX_WORDS, operands, dtype),
            VectorOp::MinInteger => self.on_three(&MIN_WORDS, operands, dtype),
            VectorOp::AddPairs | VectorOp::AddPairsInteger => self.add_pairs(op, operands, dtype),
            VectorOp::Max => self.maximum(operands, dtype),
            VectorOp::Min => self.minimum(operands, dtype),
            VectorOp::Greater => self.compare(Predicate::Greater, operands, dtype),
            VectorOp::GreaterEqual => self.compare(Predicate::GreaterEqual, operands, dtype),
            VectorOp::Equal => self.compare(Predicate::Equal, operands, dtype),
            VectorOp::GreaterAbsolute => {
                let ([d, a, b], scratch) = (operands, self.width.scratch());
                self.absolute([scratch, a], dtype)?;
                self.absolute([d, b], dtype)?;
                self.compare(Predicate::Greater, [d, scratch, d], dtype)
            }
        }
    }

    /// Makes one instruction of the load of a whole vector and the operation on it that overwrites
    /// it, if there is one.
    pub(super) fn fold_load(&mut self, load: &Inst, operation: &Inst) -> Result<bool, Reason> {
        let (Inst::Load(loaded, from, lanes), Inst::Binary(op, d, a, b, dtype)) = (load, operation) else {
            return Ok(false);
        };
        let (rows, is_commutative) = match op {
            VectorOp::Add => (&ADD, true),
            VectorOp::Mul => (&MUL, true),
            VectorOp::Sub => (&SUB, false),
            VectorOp::Div => (&DIV, false),
            _ => return Ok(false),
        };
        let other = match (a == loaded, b == loaded) {
            (false, true) => a,
            (true, false) if is_commutative => b,
            _ => return Ok(false),
        };
        if d != loaded || lanes.dtype.is_converted() || lanes.bytes() != self.width.bytes() {
            return Ok(false);
        }
        let [d, other] = self.vectors([*d, *other])?;
        let memory = Value::Memory(self.memory(from)?);
        self.put(rows, *dtype, &[register(d), register(other), memory])?;
        Ok(true)
    }

    /// All bits of a lane where a comparison holds.
    fn compare(
        &mut self,
        predicate: Predicate,
        [d, a, b]: [Any<Simd>; 3],
        dtype: FloatType,
    ) -> Result<(), Reason> {
        let predicate = Value::Number(predicate.code().into());
        match self.width {
            Width::Ymm => self.put(&COMPARE, dtype, &[register(d), register(a), register(b), predicate]),
            Width::Zmm => {
                let mask = Value::Mask(TEMPORARY.number());
                self.put(&COMPARE, dtype, &[mask, register(a), register(b), predicate])?;
                self.put(&FILL, dtype, &[register(d), mask])
            }
        }
    }

    /// The instruction takes the second of two zeros, and of a number and a NaN. So both orders are computed:
    /// where they differ, one is a NaN, or their difference is the sign, which is taken off by subtraction.
    fn maximum(&mut self, [d, a, b]: [Any<Simd>; 3], dtype: FloatType) -> Result<(), Reason> {
        if self.width == Width::Zmm {
            return self.range(GREATEST, [d, a, b], dtype);
        }
        let scratch = self.width.scratch();
        self.on_three(&MAX, [scratch, a, b], dtype)?;
        self.on_three(&MAX, [d, b, a], dtype)?;
        self.on_three(&XOR, [d, d, scratch], dtype)?;
        self.on_three(&OR, [scratch, scratch, d], dtype)?;
        self.on_three(&SUB, [d, scratch, d], dtype)
    }

    /// As [`Self::maximum`], but the bits of both orders keep the sign and the NaN.
    fn minimum(&mut self, [d, a, b]: [Any<Simd>; 3], dtype: FloatType) -> Result<(), Reason> {
        if self.width == Width::Zmm {
            return self.range(LEAST, [d, a, b], dtype);
        }
        let scratch = self.width.scratch();
        self.on_three(&MIN, [scratch, a, b], dtype)?;
        self.on_three(&MIN, [d, b, a], dtype)?;
        self.on_three(&OR, [d, d, scratch], dtype)
    }

    /// The greater or the lesser one by the instruction that knows the signs of zeros. Of a NaN and a number,
    /// it selects the number: their sum, which is a NaN, takes its place.
    fn range(&mut self, which: u8, [d, a, b]: [Any<Simd>; 3], dtype: FloatType) -> Result<(), Reason> {
        let (scratch, mask) = (self.width.scratch(), Value::Mask(TEMPORARY.number()));
        let numbered =
            |first: Value, number: u8| [first, register(a), register(b), Value::Number(number.into())];
        self.put(&RANGE, dtype, &numbered(register(scratch), which))?;
        self.put(&COMPARE, dtype, &numbered(mask, Predicate::Unordered.code()))?;
        let sum = MachInst::of(ADD.of(self.width, dtype), &[scratch, a, b].map(register));
        self.emit(sum.merging(TEMPORARY))?;
        self.copy_vector([d, scratch])
    }
}
