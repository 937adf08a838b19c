//! From a [`Func`] to AArch64 instructions, one by one.
//!
//! Most instructions have one counterpart. Where the machine lacks one, the
//! few instructions that stand for it share a register that allocation leaves to
//! them, [`abi::SCRATCH`]: for an offset without an immediate form, or an access to three words.
//! Two neighbouring loads or stores of neighbouring bytes become one of a pair.
//!
//! Names of registers and the place for instructions are given. So the same code makes lists over
//! virtual registers and over placed ones, and finished words: there an instruction is never in
//! memory, as its row is known where it is made, and encoding it is a few shifts.
//!
//! Tests: `tests/tests/codegen_run.rs`, `tests/tests/codegen_pipeline.rs`,
//! `tests/tests/primitives_golden.rs`.

mod arguments;
mod arithmetic;
mod calls;
mod compare;
mod control;
mod convert;
mod int_lanes;

use super::abi;
use super::inst::{Item, MachInst};
use super::moves::{self, Access, Group, Move};
use super::operand::{
    Any, ArrB, ArrFp, ArrFpLow, ArrFpMisc, ArrFpNarrow, ArrInt, ArrMem, ArrS, Extend, Float8, FloatCompareV,
    InsertBits, Lane, LaneOf, LaneOfHalves, LaneOfStructure, LeftOfHalves, Logic, LogicV, Lsl12, Lsl16,
    Multiply, Permute, R, Re, RightOfHalves, Round, RoundVector, Shift, Sign, Size, UImm, Width, X, XSp,
};
use super::register::{Gpr, Simd};
use super::table::{
    branch, float, integer, memory, simd_convert, simd_float, simd_integer, simd_move, simd_shift, structure,
};
use crate::DType;
use crate::isa::branches::{self, Blocks};
use crate::isa::model::{AccessForm, Alignment, CoreModel, Zeroing};
use crate::isa::{Class, LowerError, Naming, Reason, Sink};
use crate::kernel::Func;
use crate::kernel::func::{
    self, Address, Inst, Int, LANGUAGE, Lanes, Offset, Parts, Predicate, Registers, Shuffle, Source,
    TileUpdate, UnaryVectorOp, UpdateKind, UpdateTypes, Vector, VectorOp,
};
use core::slice::Iter;

const X64: Width = Width::X64;

/// The register that instructions use besides those of the function.
const SCRATCH: Any<Gpr> = Any::placed(abi::SCRATCH.number());

/// Size of a vector register.
pub const VECTOR_BYTES: usize = 16;

/// Size of the least unit that lists move: an element, or half of one.
const UNIT: usize = 4;

/// The refusal of the instruction before those that are `left` of `body`.
#[cold]
fn refusal(body: &[Inst], left: usize, reason: Reason) -> LowerError {
    let at = body.len().saturating_sub(left).saturating_sub(1);
    let is_of_number = matches!(reason, Reason::Lane | Reason::LaneCount | Reason::LaneSize | Reason::Shift);
    let value = body.get(at).filter(|_| is_of_number).and_then(Inst::limited);
    LowerError { at, value, reason }
}

/// A number that is in range, for it was made so.
#[inline(always)]
fn fitting<T>(number: Option<T>) -> Result<T, Reason> {
    number.ok_or(Reason::Number)
}

/// Lowers `func`, whose registers and loops have been [checked](crate::codegen::liveness), into `sink`. Arguments are
/// in their registers.
///
/// # Errors
/// [`LowerError`].
pub fn lower(
    func: &Func,
    model: &CoreModel,
    naming: &impl Naming,
    sink: &mut (impl Sink<MachInst> + ?Sized),
) -> Result<(), LowerError> {
    let is_strict = model.alignment == Alignment::Element;
    let loads_are_lists = is_strict || model.forms.loads == AccessForm::Lists;
    let mut lowering = Lowering {
        naming,
        sink,
        func,
        passed: 0,
        blocks: Blocks::default(),
        model,
        loads_are_lists,
        is_strict,
    };
    lowering.arguments(func).map_err(|reason| refusal(&[], 0, reason))?;
    let mut insts = func.body.iter();
    lowering.all(&mut insts).map_err(|reason| refusal(&func.body, insts.len(), reason))?;
    match func.body.last() {
        Some(last) if last.leaves() => Ok(()),
        _ => lowering.sink.put(Item::Inst(branch::ret())).map_err(|error| refusal(&[], 0, error.into())),
    }
}

/// A load or a store of the low bytes of a register.
#[derive(Clone, Copy)]
struct VectorAccess {
    kind: Access,
    register: Any<Simd>,
    bytes: usize,
}

/// Whether an access was put: there may be no form with its offset.
#[must_use]
enum Emission {
    Done,
    NoForm,
}

impl Emission {
    /// An access without an offset, which has a form.
    #[inline(always)]
    fn expected(self) -> Result<(), Reason> {
        match self {
            Self::Done => Ok(()),
            Self::NoForm => Err(Reason::Number),
        }
    }
}

struct Lowering<'l, N, S: ?Sized> {
    naming: &'l N,
    sink: &'l mut S,
    func: &'l Func,
    /// The arguments that were passed to the next call.
    passed: usize,
    blocks: Blocks,
    model: &'l CoreModel,
    /// Whether a vector without an offset is loaded as a list of one.
    loads_are_lists: bool,
    /// Whether no access has a larger unit than an element.
    is_strict: bool,
}

impl<N: Naming, S: Sink<MachInst> + ?Sized> Lowering<'_, N, S> {
    #[cfg_attr(feature = "inlined-encoding", inline(always))]
    fn emit(&mut self, inst: MachInst) -> Result<(), Reason> {
        Ok(self.sink.compute(inst)?)
    }

    /// The register for an integer of the function.
    #[inline(always)]
    fn int(&self, register: Int) -> Result<Any<Gpr>, Reason> {
        let Some(named) = self.naming.name(Class::Int, register.0) else { return Err(Reason::Unplaced) };
        Ok(named.into())
    }

    /// The register for a vector of the function.
    #[inline(always)]
    fn vector(&self, register: Vector) -> Result<Any<Simd>, Reason> {
        let Some(named) = self.naming.name(Class::Vec, register.0) else { return Err(Reason::Unplaced) };
        Ok(named.into())
    }

    #[inline(always)]
    fn ints<const COUNT: usize>(&self, registers: [Int; COUNT]) -> Result<[Any<Gpr>; COUNT], Reason> {
        let mut named = [SCRATCH; COUNT];
        for (name, register) in named.iter_mut().zip(registers) {
            *name = self.int(register)?;
        }
        Ok(named)
    }

    #[inline(always)]
    fn vectors<const COUNT: usize>(&self, registers: [Vector; COUNT]) -> Result<[Any<Simd>; COUNT], Reason> {
        let mut named = [Any::placed(0); COUNT];
        for (name, register) in named.iter_mut().zip(registers) {
            *name = self.vector(register)?;
        }
        Ok(named)
    }

    /// Lowers instructions, each with those behind it that become one with it. One loop over all of them in one
    /// function: what goes well has no result that would have to be looked at.
    #[inline(always)]
    fn all(&mut self, insts: &mut Iter<'_, Inst>) -> Result<(), Reason> {
        while let Some(inst) = insts.next() {
            match *inst {
                Inst::Const(d, value) => self.constant(self.int(d)?, value)?,
                Inst::Copy(d, a) => {
                    let [d, a] = self.ints([d, a])?;
                    self.copy(d, a)?;
                }
                Inst::Add(d, a, b) => {
                    let [d, a, b] = self.ints([d, a, b])?;
                    self.emit(integer::add(X64, d, a, b, Shift::NONE))?;
                }
                Inst::Sub(d, a, b) => {
                    let [d, a, b] = self.ints([d, a, b])?;
                    self.emit(integer::sub(X64, d, a, b, Shift::NONE))?;
                }
                Inst::AddConst(d, a, value) => {
                    let [d, a] = self.ints([d, a])?;
                    self.add(d, a, value)?;
                }
                Inst::Mul(d, a, b) => {
                    let [d, a, b] = self.ints([d, a, b])?;
                    self.emit(integer::madd(X64, d, a, b, R::ZR))?;
                }
                Inst::ShiftLeft(shifted, a, amount) => {
                    let shift = Shift::left(i64::from(amount)).map_err(|_| Reason::Shift)?;
                    let [d, a] = self.ints([shifted, a])?;
                    match insts.as_slice().first().and_then(|sum| sum.base_of(shifted)) {
                        Some(base) => {
                            insts.next();
                            self.emit(integer::add(X64, d, self.int(base)?, a, shift))?;
                        }
                        None => self.emit(integer::logic(Logic::Orr, X64, d, R::ZR, a, shift))?,
                    }
                }
                Inst::LoadInt(d, address) => self.load_int(d, address)?,
                Inst::Spill(..) | Inst::Reload(..) => return Err(Reason::Unsupported),
                Inst::SpillVector(a, slot) => {
                    let (a, offset) = (self.vector(a)?, fitting(abi::kept_vector(self.func, slot))?);
                    self.emit(memory::str_q(a, XSp::SP, offset))?;
                }
                Inst::ReloadVector(d, slot) => {
                    let (d, offset) = (self.vector(d)?, fitting(abi::kept_vector(self.func, slot))?);
                    self.emit(memory::ldr_q(d, XSp::SP, offset))?;
                }
                Inst::Load(register, ref address, lanes) => {
                    self.moves(Move { register, address, lanes, kind: Access::Load }, insts)?;
                }
                Inst::Store(register, ref address, lanes) => {
                    self.moves(Move { register, address, lanes, kind: Access::Store }, insts)?;
                }
                Inst::StoreLane(register, ref address, 0, dtype) => {
                    let lanes = Lanes { dtype, count: 1 };
                    self.access(Move { register, address, lanes, kind: Access::Store })?;
                }
                Inst::LoadParts(register, parts) => {
                    let Parts { lanes, .. } = only_part(&parts)?;
                    let address = &Address { base: parts.base, offset: Offset::Const(parts.offset(0)) };
                    self.access(Move { register, address, lanes, kind: Access::Load })?;
                }
                Inst::StoreParts(register, parts) => {
                    let Parts { lanes, .. } = only_part(&parts)?;
                    let address = &Address { base: parts.base, offset: Offset::Const(parts.offset(0)) };
                    self.access(Move { register, address, lanes, kind: Access::Store })?;
                }
                Inst::LoadAll(d, address, dtype) => {
                    let (d, pointer) = (self.vector(d)?, self.pointer(&address, 0)?);
                    let t = match dtype {
                        DType::F32 => ArrMem::S4,
                        DType::F64 => ArrMem::D2,
                    };
                    self.emit(structure::ld1r(t, d, pointer))?;
                }
                Inst::LoadLane(d, address, lane, dtype) => {
                    let (d, pointer) = (self.vector(d)?, self.pointer(&address, 0)?);
                    self.emit(structure::ld1_lane(d, lane_in_memory(dtype, lane)?, pointer))?;
                }
                Inst::StoreLane(a, address, lane, dtype) => {
                    let (a, pointer) = (self.vector(a)?, self.pointer(&address, 0)?);
                    self.emit(structure::st1_lane(a, lane_in_memory(dtype, lane)?, pointer))?;
                }
                Inst::Zero(d) => self.zero(self.vector(d)?)?,
                Inst::ZeroByVectors(d) => self.emit(simd_move::movi_zero(self.vector(d)?))?,
                Inst::CopyVector(d, a) => {
                    let [d, a] = self.vectors([d, a])?;
                    self.emit(simd_integer::mov_v(ArrB::B16, d, a))?;
                }
                Inst::Convert(d, a, to) => {
                    let [d, a] = self.vectors([d, a])?;
                    self.emit(match to {
                        DType::F32 => simd_convert::fcvtn(ArrFpLow::S2, d, a),
                        DType::F64 => simd_convert::fcvtl(ArrFpNarrow::S2, d, a),
                    })?;
                }
                Inst::Broadcast(d, a, dtype) => self.broadcast(self.vector(d)?, self.int(a)?, dtype)?,
                Inst::BroadcastLane(d, a, lane, dtype) | Inst::SpreadLane(d, a, lane, dtype) => {
                    let lane = LaneOfHalves::new(whole(dtype), i64::from(lane)).map_err(|_| Reason::Lane)?;
                    let [d, a] = self.vectors([d, a])?;
                    self.emit(simd_move::dup_lane(lane, d, a))?;
                }
                Inst::PackParts(d, a, lanes) => {
                    let [d, a] = self.vectors([d, a])?;
                    self.pack(d, a, lanes)?;
                }
                Inst::InsertLane(d, a, lane, dtype) => {
                    let (d, a) = (self.vector(d)?, self.int(a)?);
                    let lane = LaneOf::new(size(dtype), i64::from(lane)).map_err(|_| Reason::Lane)?;
                    self.emit(simd_move::ins(lane, d, a))?;
                }
                Inst::Number(d, bits, dtype) => self.number(self.vector(d)?, bits, dtype)?,
                Inst::MultiplyAdd(d, a, b, dtype) => {
                    let [d, a, b] = self.vectors([d, a, b])?;
                    self.emit(simd_float::fmla(arrangement(dtype), d, a, b))?;
                }
                Inst::MultiplyAddLane(d, a, b, lane, dtype) => {
                    let ([d, a, b], lane) = (self.vectors([d, a, b])?, i64::from(lane));
                    if dtype == DType::F32 {
                        let Some(lane) = Lane::checked(lane) else { return Err(Reason::Lane) };
                        self.emit(simd_float::fmla_lane_s(ArrS::S4, d, a, b, lane))?;
                    } else {
                        let Some(lane) = Lane::checked(lane) else { return Err(Reason::Lane) };
                        self.emit(simd_float::fmla_lane_d(d, a, b, lane))?;
                    }
                }
                Inst::TileUpdate(ref update) => self.tile_update(update)?,
                Inst::MultiplyLane(d, a, b, lane, dtype) => {
                    let ([d, a, b], lane) = (self.vectors([d, a, b])?, i64::from(lane));
                    if dtype == DType::F32 {
                        let Some(lane) = Lane::checked(lane) else { return Err(Reason::Lane) };
                        self.emit(simd_float::fmul_lane_s(Multiply::Fmul, ArrS::S4, d, a, b, lane))?;
                    } else {
                        let Some(lane) = Lane::checked(lane) else { return Err(Reason::Lane) };
                        self.emit(simd_float::fmul_lane_d(Multiply::Fmul, d, a, b, lane))?;
                    }
                }
                Inst::MultiplySubtract(d, a, b, dtype) => {
                    let [d, a, b] = self.vectors([d, a, b])?;
                    self.emit(simd_float::fmls(arrangement(dtype), d, a, b))?;
                }
                Inst::Shift(how, d, a, by, dtype) => {
                    let ([d, a], t, by) = (self.vectors([d, a])?, whole(dtype), i64::from(by));
                    self.emit(match how {
                        func::Shift::Left => {
                            simd_shift::shl(LeftOfHalves::new(t, by).map_err(|_| Reason::Shift)?, d, a)
                        }
                        func::Shift::Right => {
                            let by = RightOfHalves::new(t, by).map_err(|_| Reason::Shift)?;
                            simd_shift::shr(Sign::Unsigned, Round::Truncate, by, d, a)
                        }
                    })?;
                }
                Inst::Select(d, a, b) => {
                    let [d, a, b] = self.vectors([d, a, b])?;
                    self.emit(simd_integer::insert_v(InsertBits::Bsl, ArrB::B16, d, a, b))?;
                }
                Inst::Unary(op, d, a, dtype) => {
                    let inst = unary(op, dtype, self.vectors([d, a])?);
                    self.emit(inst)?;
                }
                Inst::Binary(op, d, a, b, dtype) => {
                    let inst = binary(op, dtype, self.vectors([d, a, b])?);
                    self.emit(inst)?;
                }
                Inst::Shuffle(how, d, a, b, bytes) => {
                    let [d, a, b] = self.vectors([d, a, b])?;
                    let t = match bytes {
                        4 => ArrInt::S4,
                        8 => ArrInt::D2,
                        _ => return Err(Reason::LaneSize),
                    };
                    let how = match how {
                        Shuffle::TransposeEven => Permute::Trn1,
                        Shuffle::TransposeOdd => Permute::Trn2,
                    };
                    self.emit(simd_move::permute(how, t, d, a, b))?;
                }
                Inst::Loop(_) | Inst::If(_) | Inst::While(_) | Inst::Repeat => {
                    let taken = branches::open(self, inst, insts.as_slice())?;
                    insts.by_ref().take(taken.saturating_sub(1)).for_each(drop);
                }
                Inst::End => branches::close(self)?,
                ref inst if LANGUAGE => self.language(inst)?,
                _ => return Err(Reason::Unsupported),
            }
        }
        Ok(())
    }

    /// An instruction that generators of kernels do not write.
    #[inline(never)]
    fn language(&mut self, inst: &Inst) -> Result<(), Reason> {
        match *inst {
            Inst::IntConst(d, value, of) => {
                let bits = value as u64 & of.mask();
                self.constant(self.int(d)?, bits as i64)
            }
            Inst::IntBinary(op, d, a, b, of) => self.int_binary(op, self.ints([d, a])?, b, of),
            Inst::IntUnary(op, d, a, of) => self.int_unary(op, self.ints([d, a])?, of),
            Inst::IntConvert(d, a, to, from) => self.int_convert(self.ints([d, a])?, to, from),
            Inst::IntLoad(d, ref from, of) => self.int_access(Access::Load, self.int(d)?, from, of),
            Inst::IntStore(a, ref to, of) => self.int_access(Access::Store, self.int(a)?, to, of),
            Inst::Test(d, ref condition) => self.test(self.int(d)?, condition),
            Inst::IntSelect(d, a, b, _, ref condition) => self.int_select(self.ints([d, a, b])?, condition),
            Inst::FromInt(d, a, dtype, from) => self.convert_int(self.vector(d)?, self.int(a)?, dtype, from),
            Inst::ToInt(d, a, to, dtype) => self.convert_float(self.int(d)?, self.vector(a)?, to, dtype),
            Inst::ExtractLane(d, a, lane, dtype) => {
                self.extract_lane(self.int(d)?, self.vector(a)?, lane, dtype)
            }
            Inst::PassInt(a, of) => self.pass_int(self.int(a)?, of),
            Inst::PassFloat(a, dtype) => self.pass_float(self.vector(a)?, dtype),
            Inst::Call(callee) => self.call(callee),
            Inst::ResultInt(d, of) => self.result_int(self.int(d)?, of),
            Inst::ResultFloat(d, dtype) => self.result_float(self.vector(d)?, dtype),
            _ => self.lanes(inst),
        }
    }

    /// A multiply-add for each entry of the column and of the row.
    #[inline(always)]
    fn tile_update(&mut self, update: &TileUpdate) -> Result<(), Reason> {
        let TileUpdate { kind, predicate, types: UpdateTypes { accumulator, input }, .. } = *update;
        match (kind, predicate, input) {
            (UpdateKind::Dot | UpdateKind::Matrix, ..) => Err(Reason::UpdateKind),
            (_, Predicate::Masked(_), _) => Err(Reason::Mask),
            _ if accumulator != input => Err(Reason::UpdateTypes),
            (_, _, DType::F32) => self.products(update, |d, a, b, lane| {
                Some(simd_float::fmla_lane_s(ArrS::S4, d, a, b, Lane::checked(lane.into())?))
            }),
            (_, _, DType::F64) => self.products(update, |d, a, b, lane| {
                Some(simd_float::fmla_lane_d(d, a, b, Lane::checked(lane.into())?))
            }),
        }
    }

    #[inline(never)]
    fn products(
        &mut self,
        update: &TileUpdate,
        by_lane: impl Fn(Any<Simd>, Any<Simd>, Any<Simd>, u8) -> Option<MachInst>,
    ) -> Result<(), Reason> {
        for (entry, vector) in (0..update.height).zip(update.column.entries(update.height)) {
            let a = self.vector(vector)?;
            match update.column {
                Source::Registers(Registers::Vectors(_)) => {}
                Source::Memory(vectors) => {
                    let offset = vectors.offset(entry, update.height, VECTOR_BYTES);
                    let access = VectorAccess { kind: Access::Load, register: a, bytes: VECTOR_BYTES };
                    self.at_offset(access, vectors.base, offset)?;
                }
                Source::Registers(_) | Source::Replicated(_) => return Err(Reason::Column),
            }
            match update.row {
                Source::Registers(Registers::Lanes(b, first)) => {
                    let b = self.vector(b)?;
                    for (nth, sum) in update.sums_of(entry).enumerate() {
                        let lane = first.saturating_add(nth as u8);
                        self.emit(by_lane(self.vector(sum)?, a, b, lane).ok_or(Reason::Lane)?)?;
                    }
                }
                Source::Registers(Registers::LaneOfEach(first, lane)) => {
                    for (nth, sum) in (0..).zip(update.sums_of(entry)) {
                        let [d, b] = self.vectors([sum, first.further(nth)])?;
                        self.emit(by_lane(d, a, b, lane).ok_or(Reason::Lane)?)?;
                    }
                }
                Source::Registers(Registers::Vectors(first)) => {
                    for (nth, sum) in (0..).zip(update.sums_of(entry)) {
                        let [d, b] = self.vectors([sum, first.further(nth)])?;
                        self.emit(simd_float::fmla(arrangement(update.types.input), d, a, b))?;
                    }
                }
                Source::Memory(_) | Source::Replicated(_) => return Err(Reason::Row),
            }
        }
        Ok(())
    }

    fn copy(&mut self, d: Any<Gpr>, a: Any<Gpr>) -> Result<(), Reason> {
        Ok(self.sink.put(Item::Inst(integer::mov_x(d, a)))?)
    }

    /// `d = value`, in as few wide moves as it takes.
    #[inline(never)]
    fn constant(&mut self, d: Any<Gpr>, value: i64) -> Result<(), Reason> {
        let chunk = |nth: i64| value >> (16 * nth) & 0xffff;
        // Start from all ones where more chunks are 0xffff than 0.
        let count = |of: i64| (0..4).filter(|nth| chunk(*nth) == of).count();
        let inverted = count(0xffff) > count(0);
        let background = if inverted { 0xffff } else { 0 };
        let mut is_first = true;
        for (nth, shift) in (0..4).zip([Lsl16::None, Lsl16::By16, Lsl16::By32, Lsl16::By48]) {
            let is_last_chance = is_first && nth == 3;
            if chunk(nth) == background && !is_last_chance {
                continue;
            }
            let imm = |value| fitting(UImm::checked(value));
            self.emit(match (is_first, inverted) {
                (true, false) => integer::movz(X64, d, imm(chunk(nth))?, shift),
                (true, true) => integer::movn(X64, d, imm(chunk(nth) ^ 0xffff)?, shift),
                (false, _) => integer::movk(X64, d, imm(chunk(nth))?, shift),
            })?;
            is_first = false;
        }
        Ok(())
    }

    fn zero(&mut self, d: Any<Simd>) -> Result<(), Reason> {
        match self.model.zeroing {
            Zeroing::Vector | Zeroing::Renaming => self.emit(simd_move::movi_zero(d)),
            Zeroing::Integer => self.emit(float::fmov_d_from_x(d, X::ZR)),
        }
    }

    fn broadcast(&mut self, d: Any<Simd>, a: Any<Gpr>, dtype: DType) -> Result<(), Reason> {
        match dtype {
            DType::F32 => self.emit(simd_move::dup_s(ArrS::S4, d, a)),
            DType::F64 => self.emit(simd_move::dup_d(d, a)),
        }
    }

    /// The low lanes, with zeros above: a vector is a single part.
    #[inline(never)]
    fn pack(&mut self, d: Any<Simd>, a: Any<Simd>, Lanes { dtype, count }: Lanes) -> Result<(), Reason> {
        let all = (VECTOR_BYTES / dtype.bytes()) as u8;
        if !(1..=all).contains(&count) {
            return Err(Reason::LaneCount);
        }
        self.emit(simd_integer::mov_v(ArrB::B16, d, a))?;
        for lane in count..all {
            let lane = LaneOf::new(size(dtype), i64::from(lane)).map_err(|_| Reason::Lane)?;
            self.emit(simd_move::ins(lane, d, Re::ZR))?;
        }
        Ok(())
    }

    /// A number in every lane: by one instruction where it has an immediate form, else through
    /// [`SCRATCH`].
    #[inline(never)]
    fn number(&mut self, d: Any<Simd>, bits: u64, dtype: DType) -> Result<(), Reason> {
        let (bits, value) = match dtype {
            DType::F32 => (bits & 0xffff_ffff, f64::from(f32::from_bits(bits as u32))),
            DType::F64 => (bits, f64::from_bits(bits)),
        };
        if bits == 0 {
            return self.emit(simd_move::movi_zero(d));
        }
        if let Some(immediate) = Float8::checked(value.to_bits() as i64) {
            return self.emit(match dtype {
                DType::F32 => simd_move::fmov_vector_s(ArrS::S4, d, immediate),
                DType::F64 => simd_move::fmov_vector_d(d, immediate),
            });
        }
        self.constant(SCRATCH, bits as i64)?;
        self.broadcast(d, SCRATCH, dtype)
    }

    /// `d = a + value`. Only a small value is added to [`SCRATCH`].
    #[inline(always)]
    fn add(&mut self, d: Any<Gpr>, a: Any<Gpr>, value: i64) -> Result<(), Reason> {
        match UImm::checked(value) {
            Some(small) if value != 0 => self.emit(integer::add_imm(X64, d, a, small, Lsl12::None)),
            _ => self.add_constant(d, a, value),
        }
    }

    /// As [`Self::add`], for a value without an immediate form.
    #[inline(never)]
    fn add_constant(&mut self, d: Any<Gpr>, a: Any<Gpr>, value: i64) -> Result<(), Reason> {
        let magnitude = value.unsigned_abs();
        if magnitude >= 1 << 24 {
            self.constant(SCRATCH, value)?;
            return self.emit(integer::add(X64, d, a, SCRATCH, Shift::NONE));
        }
        let (low, high) = ((magnitude & 0xfff) as i64, (magnitude >> 12) as i64);
        let mut from = a;
        for (part, shift) in [(high, Lsl12::By12), (low, Lsl12::None)] {
            if part == 0 {
                continue;
            }
            let part = fitting(UImm::checked(part))?;
            self.emit(if value < 0 {
                integer::sub_imm(X64, d, from, part, shift)
            } else {
                integer::add_imm(X64, d, from, part, shift)
            })?;
            from = d;
        }
        if value == 0 { self.copy(d, a) } else { Ok(()) }
    }

    /// A register that holds the address, moved on by `more` bytes, which are few.
    #[inline(never)]
    fn pointer(&mut self, address: &Address, more: i64) -> Result<Any<Gpr>, Reason> {
        let base = self.int(address.base)?;
        match address.offset {
            Offset::Const(offset) => match offset.wrapping_add(more) {
                0 => return Ok(base),
                offset => self.add(SCRATCH, base, offset)?,
            },
            Offset::Register(offset) => {
                self.emit(integer::add(X64, SCRATCH, base, self.int(offset)?, Shift::NONE))?;
                if more != 0 {
                    self.add(SCRATCH, SCRATCH, more)?;
                }
            }
        }
        Ok(SCRATCH)
    }

    fn load_int(&mut self, d: Int, address: Address) -> Result<(), Reason> {
        let [d, base] = self.ints([d, address.base])?;
        let inst = match address.offset {
            Offset::Register(offset) => memory::ldr_x_index(d, base, self.int(offset)?, Extend::BYTES),
            Offset::Const(offset) => match UImm::checked(offset) {
                Some(offset) => memory::ldr_x(d, base, offset),
                None => memory::ldr_x(d, self.pointer(&address, 0)?, fitting(UImm::checked(0))?),
            },
        };
        self.emit(inst)
    }

    /// A load or store of 4, 8, 12 or 16 bytes, in the address form that fits.
    #[inline(always)]
    fn access(&mut self, Move { register, address, lanes, kind }: Move<'_>) -> Result<(), Reason> {
        let register = self.vector(register)?;
        match lanes.bytes() {
            12 => self.three_words(kind, register, address),
            bytes @ 1..=VECTOR_BYTES => self.whole(VectorAccess { kind, register, bytes }, address),
            _ => Err(Reason::LaneCount),
        }
    }

    /// Two accesses, as none has 12 bytes.
    #[inline(never)]
    fn three_words(&mut self, kind: Access, register: Any<Simd>, address: &Address) -> Result<(), Reason> {
        self.whole(VectorAccess { kind, register, bytes: 8 }, address)?;
        let (pointer, lane) = (self.pointer(address, 8)?, lane_in_memory(DType::F32, 2)?);
        self.emit(match kind {
            Access::Load => structure::ld1_lane(register, lane, pointer),
            Access::Store => structure::st1_lane(register, lane, pointer),
        })
    }

    #[inline(always)]
    fn whole(&mut self, access: VectorAccess, address: &Address) -> Result<(), Reason> {
        match address.offset {
            Offset::Register(offset) => {
                if self.is_strict && access.bytes > UNIT {
                    let pointer = self.pointer(address, 0)?;
                    return self.by_element(access, pointer, 0)?.expected();
                }
                let [base, offset] = self.ints([address.base, offset])?;
                self.emit(access.kind.indexed(access.bytes, access.register, base, offset))
            }
            Offset::Const(offset) => self.at_offset(access, address.base, offset),
        }
    }

    /// Puts an access at an offset in bytes from an address.
    #[inline(always)]
    fn at_offset(&mut self, access: VectorAccess, base: Int, offset: i64) -> Result<(), Reason> {
        let place = self.int(base)?;
        match self.near(access, place, offset)? {
            Emission::Done => Ok(()),
            Emission::NoForm => self.far(access, base, offset),
        }
    }

    /// Puts an access at an offset that no form has.
    #[cold]
    #[inline(never)]
    fn far(&mut self, access: VectorAccess, base: Int, offset: i64) -> Result<(), Reason> {
        let pointer = self.pointer(&Address { base, offset: Offset::Const(offset) }, 0)?;
        self.near(access, pointer, 0)?.expected()
    }

    /// An access with an immediate offset, in the first form that has it, if one does. All cost the same in
    /// hardware; where the core's model prefers lists, the load of a whole vector without an offset is one of a list,
    /// and the unscaled form comes next.
    #[inline(always)]
    fn near(&mut self, access: VectorAccess, base: Any<Gpr>, offset: i64) -> Result<Emission, Reason> {
        let VectorAccess { kind, register, bytes } = access;
        let is_list = match kind {
            Access::Load => self.loads_are_lists,
            Access::Store => self.is_strict,
        };
        if is_list {
            if self.is_strict && bytes > UNIT {
                return self.by_element(access, base, offset);
            }
            if (offset, bytes) == (0, VECTOR_BYTES) {
                return self.emit_form(kind.list(ArrMem::S4, 0, register, base));
            }
            if let Some(inst) = kind.unscaled(bytes, register, base, offset) {
                return self.emit_form(inst);
            }
        }
        if let Some(inst) = kind.scaled(bytes, register, base, offset) {
            return self.emit_form(inst);
        }
        match kind.unscaled(bytes, register, base, offset) {
            Some(inst) => self.emit_form(inst),
            None => Ok(Emission::NoForm),
        }
    }

    /// An access whose unit is a word (Arm ARM, B2.5.2), so that it is aligned wherever elements are. It has no form with
    /// an offset.
    #[cold]
    fn by_element(
        &mut self,
        VectorAccess { kind, register, bytes }: VectorAccess,
        base: Any<Gpr>,
        offset: i64,
    ) -> Result<Emission, Reason> {
        let each = if bytes == VECTOR_BYTES { ArrMem::S4 } else { ArrMem::S2 };
        match offset {
            0 => self.emit_form(kind.list(each, 0, register, base)),
            _ => Ok(Emission::NoForm),
        }
    }

    #[inline(always)]
    fn emit_form(&mut self, inst: MachInst) -> Result<Emission, Reason> {
        self.emit(inst).map(|()| Emission::Done)
    }

    /// Lowers an access, and as many of those `behind` it as the same instruction can make.
    #[inline(always)]
    fn moves<'f>(&mut self, first: Move<'f>, behind: &mut Iter<'f, Inst>) -> Result<(), Reason> {
        match moves::group(first, behind.as_slice(), self.model.forms) {
            Group::Single => self.access(first),
            Group::Pair(second) => {
                let registers = self.vectors([first.register, second.register])?;
                let (base, offset) = (self.int(first.address.base)?, first.offset().unwrap_or(0));
                behind.next();
                self.emit(fitting(first.kind.pair(first.bytes(), registers, base, offset))?)
            }
            Group::List(more) => {
                let (register, base) = (self.vector(first.register)?, self.int(first.address.base)?);
                behind.by_ref().take(more).for_each(drop);
                self.emit(first.kind.list(ArrMem::S4, more, register, base))
            }
        }
    }
}

/// The part that fills a vector: there are no others.
fn only_part(parts: &Parts) -> Result<Parts, Reason> {
    let is_whole = parts.count == 1 && usize::from(parts.size) == VECTOR_BYTES;
    if is_whole { Ok(*parts) } else { Err(Reason::Unsupported) }
}

/// The arrangement of a whole vector.
const fn arrangement(dtype: DType) -> ArrFp {
    match dtype {
        DType::F32 => ArrFp::S4,
        DType::F64 => ArrFp::D2,
    }
}

fn unary(op: UnaryVectorOp, dtype: DType, [d, a]: [Any<Simd>; 2]) -> MachInst {
    let t = match dtype {
        DType::F32 => ArrFpMisc::S4,
        DType::F64 => ArrFpMisc::D2,
    };
    let round = |towards| simd_float::frint(t, towards, d, a);
    match op {
        UnaryVectorOp::Negate => simd_float::fneg(t, d, a),
        UnaryVectorOp::Absolute => simd_float::fabs(t, d, a),
        UnaryVectorOp::SquareRoot => simd_float::fsqrt(t, d, a),
        UnaryVectorOp::Floor => round(RoundVector::Minus),
        UnaryVectorOp::Ceil => round(RoundVector::Plus),
        UnaryVectorOp::Round => round(RoundVector::Nearest),
        UnaryVectorOp::Trunc => round(RoundVector::Zero),
    }
}

fn binary(op: VectorOp, dtype: DType, [d, a, b]: [Any<Simd>; 3]) -> MachInst {
    let t = arrangement(dtype);
    let compare = |how| simd_float::fcompare(how, t, d, a, b);
    match op {
        VectorOp::Add => simd_float::fadd(t, d, a, b),
        VectorOp::Sub => simd_float::fsub(t, d, a, b),
        VectorOp::Mul => simd_float::fmul(t, d, a, b),
        VectorOp::Div => simd_float::fdiv(t, d, a, b),
        VectorOp::Max => simd_float::fmax(t, d, a, b),
        VectorOp::Min => simd_float::fmin(t, d, a, b),
        VectorOp::AddPairs => simd_float::faddp(t, d, a, b),
        VectorOp::Greater => compare(FloatCompareV::Fcmgt),
        VectorOp::GreaterEqual => compare(FloatCompareV::Fcmge),
        VectorOp::Equal => compare(FloatCompareV::Fcmeq),
        VectorOp::GreaterAbsolute => compare(FloatCompareV::Facgt),
        VectorOp::And => simd_integer::logic_v(LogicV::And, ArrB::B16, d, a, b),
        VectorOp::Or => simd_integer::logic_v(LogicV::Orr, ArrB::B16, d, a, b),
        VectorOp::Xor => simd_integer::eor_v(ArrB::B16, d, a, b),
        VectorOp::AddInteger => simd_integer::add_v(whole(dtype), d, a, b),
        VectorOp::SubInteger => simd_integer::sub_v(whole(dtype), d, a, b),
    }
}

/// The arrangement of a whole vector of integers of an element's size.
const fn whole(dtype: DType) -> ArrInt {
    match dtype {
        DType::F32 => ArrInt::S4,
        DType::F64 => ArrInt::D2,
    }
}

/// The size of an element.
const fn size(dtype: DType) -> Size {
    match dtype {
        DType::F32 => Size::S,
        DType::F64 => Size::D,
    }
}

/// A lane of a vector, in memory.
fn lane_in_memory(dtype: DType, lane: u8) -> Result<LaneOfStructure, Reason> {
    LaneOfStructure::new(size(dtype), i64::from(lane)).map_err(|_| Reason::Lane)
}
