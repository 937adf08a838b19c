//! From a [`Func`] to x86-64 instructions, one by one.
//!
//! Most instructions have one counterpart of VEX or EVEX, which names its destination apart from its sources.
//! Where the machine lacks one, the few instructions that stand for it share the registers that allocation
//! leaves to them: an integer register ([`abi::SCRATCH`](super::abi::SCRATCH)), a vector register and a mask.
//! As a destination may be in the place of a source, it is written last, or when all sources have been read.
//!
//! A load right before an operation that overwrites its register becomes an operand of that.
//!
//! Which instructions stand for one does not depend on places, so that lists over virtual registers and over
//! placed ones are alike.
//!
//! Tests: `tests/tests/codegen_run.rs`, `tests/tests/codegen_pipeline.rs`,
//! `tests/tests/primitives_golden.rs`.

mod access;
mod access_size;
mod arguments;
mod arithmetic;
mod calls;
mod compare;
mod control;
mod convert;
mod divide;
mod dot;
mod halves;
mod int_lanes;
mod integers;
mod lanes;
mod masks;
mod narrow;
mod operations;
mod parts;
mod parts_form;
mod state;
mod tile;
mod width;

pub use width::Width;

use super::dots::Dots;
use super::inst::MachInst;
use super::needs::ACCUMULATOR;
use super::table::{branch, integer};
use crate::isa::branches::{self, Blocks};
use crate::isa::{Core, Item, LowerError, Naming, Reason, Sink};
use crate::kernel::Func;
use crate::kernel::func::{FloatType, Inst, LANGUAGE};
use halves::Halves;
use masks::Masks;
use state::Lowering;

/// Lowers `func`, whose registers and loops have been [checked](crate::codegen::liveness), into `sink`.
/// Arguments are in their registers.
///
/// # Errors
/// [`LowerError`].
pub fn lower(
    func: &Func,
    core: &Core,
    naming: &impl Naming,
    sink: &mut impl Sink<MachInst>,
) -> Result<(), LowerError> {
    let width = Width::of(core);
    let masks = Masks::of(func.body(), width);
    let halves = Halves::of(func.body(), width).map_err(|error| LowerError::of(&[], 0, error.into()))?;
    let mut lowering = Lowering {
        naming,
        sink,
        blocks: Blocks::default(),
        width,
        masks,
        halves,
        dots: Dots::of(core),
        func,
        passed: 0,
        compared: None,
    };
    lowering.prepare_masks().map_err(|reason| LowerError::of(&[], 0, reason))?;
    lowering.arguments(func).map_err(|reason| LowerError::of(&[], 0, reason))?;
    let mut at = 0usize;
    while let Some(insts) = func.body().get(at..).filter(|insts| !insts.is_empty()) {
        let taken = lowering.next(insts).map_err(|reason| LowerError::of(func.body(), at, reason))?;
        at = at.saturating_add(taken);
    }
    match func.body().last() {
        Some(last) if last.leaves() => Ok(()),
        _ => {
            lowering.sink.put(Item::Inst(branch::ret())).map_err(|error| LowerError::of(&[], 0, error.into()))
        }
    }
}

impl<N: Naming, S: Sink<MachInst>> Lowering<'_, N, S> {
    /// Lowers the first of some instructions, and what becomes one with it. Returns how many these were.
    #[inline(always)]
    fn next(&mut self, insts: &[Inst]) -> Result<usize, Reason> {
        match insts {
            [load @ Inst::Load(..), operation @ Inst::Binary(..), ..] => {
                if self.fold_load(load, operation)? {
                    return Ok(2);
                }
                self.inst(load).map(|()| 1)
            }
            [shift @ Inst::ShiftLeft(d, a, by), sum, ..] => match sum.base_of(*d) {
                Some(base) => self.add_shifted(self.ints([*d, base, *a])?, *by).map(|()| 2),
                None => self.inst(shift).map(|()| 1),
            },
            [compare @ Inst::Binary(op, d, _, _, dtype), block @ Inst::UnlessAll(all), behind @ ..]
                if d == all && op.compares() && self.width == Width::Zmm =>
            {
                self.inst(compare)?;
                self.compared = Some(*dtype);
                Ok(branches::open(self, block, behind)?.saturating_add(1))
            }
            [
                first @ (Inst::Loop(_) | Inst::If(_) | Inst::UnlessAll(_) | Inst::While(_) | Inst::Repeat),
                behind @ ..,
            ] => branches::open(self, first, behind),
            [inst, ..] => self.inst(inst).map(|()| 1),
            [] => Ok(1),
        }
    }

    #[inline(always)]
    fn inst(&mut self, inst: &Inst) -> Result<(), Reason> {
        match *inst {
            Inst::Const(d, value) => self.constant(self.int(d)?, value),
            Inst::Copy(d, a) => {
                let [d, a] = self.ints([d, a])?;
                self.copy(d, a)
            }
            Inst::Add(d, a, b) => self.add(self.ints([d, a, b])?),
            Inst::Sub(d, a, b) => self.sub(self.ints([d, a, b])?),
            Inst::Mul(d, a, b) => self.mul(self.ints([d, a, b])?),
            Inst::AddConst(d, a, value) => self.add_constant(self.ints([d, a])?, value),
            Inst::ShiftLeft(d, a, by) => self.shift_left(self.ints([d, a])?, by),
            Inst::LoadInt(d, ref from) => self.load_int(self.int(d)?, from),
            Inst::Prefetch(ref from) => self.prefetch(from),
            Inst::Spill(a, slot) => self.emit(integer::mov_rm64_r64(self.kept(slot), self.int(a)?)),
            Inst::Reload(d, slot) => self.emit(integer::mov_r64_rm64(self.int(d)?, self.kept(slot))),
            Inst::SpillVector(a, slot) => self.spill_vector(self.vector(a)?, slot),
            Inst::ReloadVector(d, slot) => self.reload_vector(self.vector(d)?, slot),
            Inst::Load(d, ref from, lanes) => self.load(self.vector(d)?, from, lanes),
            Inst::Store(a, ref to, lanes) => self.store(self.vector(a)?, to, lanes),
            Inst::LoadAll(d, ref from, dtype) => self.load_all(self.vector(d)?, from, dtype),
            Inst::LoadLane(d, ref from, lane, dtype) => self.load_lane(self.vector(d)?, from, (lane, dtype)),
            Inst::StoreLane(a, ref to, lane, dtype) => self.store_lane(self.vector(a)?, to, (lane, dtype)),
            Inst::LoadParts(d, ref from) => self.load_parts(self.vector(d)?, from),
            Inst::StoreParts(a, ref to) => self.store_parts(self.vector(a)?, to),
            Inst::Zero(d) | Inst::ZeroByVectors(d) => self.zero(self.vector(d)?),
            Inst::CopyVector(d, a) => self.copy_vector(self.vectors([d, a])?),
            Inst::Convert(d, a, to) => self.convert(self.vectors([d, a])?, to),
            Inst::Broadcast(d, a, dtype) => self.broadcast(self.vector(d)?, self.int(a)?, dtype),
            Inst::BroadcastLane(d, a, lane, dtype) => {
                self.broadcast_lane(self.vectors([d, a])?, (lane, dtype))
            }
            Inst::SpreadLane(d, a, lane, dtype) => self.spread_lane(self.vectors([d, a])?, (lane, dtype)),
            Inst::SwapLanes(d, a, dtype) => self.swap_lanes(self.vectors([d, a])?, dtype),
            Inst::PackParts(d, a, lanes) => self.pack_parts(self.vectors([d, a])?, lanes),
            Inst::InsertLane(d, a, lane, dtype) => {
                self.insert_lane(self.vector(d)?, self.int(a)?, (lane, dtype))
            }
            Inst::Number(d, bits, dtype) => self.number(self.vector(d)?, bits, dtype),
            Inst::MultiplyAdd(d, a, b, dtype) => self.multiply_add_to(d, self.vectors([d, a, b])?, dtype),
            Inst::MultiplyAddLane(d, a, b, lane, dtype) => {
                let [d, a, b] = self.vectors([d, a, b])?;
                self.broadcast_lane([self.width.scratch(), b], (lane, dtype))?;
                self.multiply_add([d, a, self.width.scratch()], dtype)
            }
            Inst::MultiplyLane(d, a, b, lane, dtype) => {
                let [d, a, b] = self.vectors([d, a, b])?;
                self.broadcast_lane([self.width.scratch(), b], (lane, dtype))?;
                self.multiply([d, a, self.width.scratch()], dtype)
            }
            Inst::MultiplySubtract(d, a, b, dtype) => self.multiply_subtract(self.vectors([d, a, b])?, dtype),
            Inst::TileUpdate(ref update) => self.tile_update(update),
            Inst::Select(d, a, b) => self.select(self.vectors([d, a, b])?),
            Inst::Shift(how, d, a, by, dtype) => self.shift(how, self.vectors([d, a])?, by, dtype),
            Inst::Unary(op, d, a, dtype) => self.unary(op, self.vectors([d, a])?, dtype),
            Inst::Binary(op, d, a, b, dtype) => self.binary(op, self.vectors([d, a, b])?, dtype),
            Inst::Shuffle(how, d, a, b, 16) if a == b && self.width == Width::Zmm => {
                self.copy_pieces(how, self.vectors([d, a])?)
            }
            Inst::Shuffle(how, d, a, b, bytes) => self.shuffle(how, self.vectors([d, a, b])?, bytes),
            Inst::End => branches::close(self),
            ref inst if LANGUAGE => self.language(inst),
            _ => Err(Reason::Unsupported),
        }
    }

    /// An instruction that generators of kernels do not write.
    #[inline(never)]
    fn language(&mut self, inst: &Inst) -> Result<(), Reason> {
        match *inst {
            Inst::IntConst(d, value, of) => {
                let bits = value as u64 & of.mask();
                self.constant(self.int(d)?, bits as i64)
            }
            Inst::SingleConst(d, value) => self.number(self.vector(d)?, value.0.into(), FloatType::F32),
            Inst::DoubleConst(d, value) => self.number(self.vector(d)?, value.0, FloatType::F64),
            Inst::IntBinary(op, d, a, b, of) => self.int_binary(op, self.ints([d, a])?, b, of),
            Inst::IntUnary(op, d, a, of) => self.int_unary(op, self.ints([d, a])?, of),
            Inst::IntConvert(d, a, to, from) => self.int_convert(self.ints([d, a])?, to, from),
            Inst::IntLoad(d, ref from, of) => self.int_load(self.int(d)?, from, of),
            Inst::IntStore(a, ref to, of) => self.int_store(self.int(a)?, to, of),
            Inst::Test(d, ref condition) => self.test(self.int(d)?, condition),
            Inst::IntSelect(d, a, b, _, ref condition) => self.int_select(self.ints([d, a, b])?, condition),
            Inst::FromInt(d, a, dtype, from) => self.convert_int(self.vector(d)?, self.int(a)?, dtype, from),
            Inst::ToInt(d, a, to, dtype) => self.convert_float(self.int(d)?, self.vector(a)?, to, dtype),
            Inst::ExtractLane(d, a, lane, dtype) => {
                self.extract_lane(self.int(d)?, self.vector(a)?, (lane, dtype))
            }
            Inst::PassInt(a, of) => self.pass_int(self.int(a)?, of),
            Inst::PassFloat(a, dtype) => self.pass_float(self.vector(a)?, dtype),
            Inst::Call(callee) => self.call(callee),
            Inst::ResultInt(d, of) => self.zero_extend_into(self.int(d)?, ACCUMULATOR, of),
            Inst::ResultFloat(d, dtype) => self.result_float(self.vector(d)?, dtype),
            _ => self.lanes(inst),
        }
    }
}
