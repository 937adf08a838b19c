//! From a [`Func`] to AArch64 instructions, one by one.
//!
//! Most instructions have one counterpart. Where the machine lacks one, the
//! few instructions that stand for it share a register that allocation leaves to
//! them, [`SCRATCH`](super::abi::SCRATCH): for an offset without an immediate form, or an access to three
//! words. Two neighbouring loads or stores of neighbouring bytes become one of a pair.
//!
//! Names of registers and the place for instructions are given. So the same code makes lists over
//! virtual registers and over placed ones, and finished words: there an instruction is never in
//! memory, as its row is known where it is made, and encoding it is a few shifts.
//!
//! Tests: `tests/tests/codegen_run.rs`, `tests/tests/codegen_pipeline.rs`,
//! `tests/tests/primitives_golden.rs`.

mod access;
mod arguments;
mod arithmetic;
mod calls;
mod compare;
mod control;
mod convert;
mod dot;
mod int_lanes;
mod integers;
mod lanes;
mod narrow;
mod operations;
mod state;
mod tile;

use super::dots;
use super::feature::Feature;
use super::inst::{Item, MachInst};
use super::moves::{Access, Move};
use super::table::branch;
use crate::isa::branches::{self, Blocks};
use crate::isa::model::{AccessForm, Alignment};
use crate::isa::{Core, LowerError, Naming, Reason, Sink};
use crate::kernel::Func;
use crate::kernel::func::{FloatType, Inst, LANGUAGE};
use core::slice::Iter;
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
    sink: &mut (impl Sink<MachInst> + ?Sized),
) -> Result<(), LowerError> {
    let model = &core.model;
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
        rounds_to_bfloat16: core.features.contains(Feature::Bf16.into()),
        dots: dots::of(core),
    };
    lowering.arguments(func).map_err(|reason| LowerError::of(&[], 0, reason))?;
    let mut insts = func.body.iter();
    lowering.all(&mut insts).map_err(|reason| {
        let taken = func.body.len().saturating_sub(insts.len());
        LowerError::of(&func.body, taken.saturating_sub(1), reason)
    })?;
    match func.body.last() {
        Some(last) if last.leaves() => Ok(()),
        _ => {
            lowering.sink.put(Item::Inst(branch::ret())).map_err(|error| LowerError::of(&[], 0, error.into()))
        }
    }
}

impl<N: Naming, S: Sink<MachInst> + ?Sized> Lowering<'_, N, S> {
    /// Lowers instructions, each with those behind it that become one with it. One loop over all of them in
    /// one function: what goes well has no result that would have to be looked at.
    #[inline(always)]
    fn all(&mut self, insts: &mut Iter<'_, Inst>) -> Result<(), Reason> {
        while let Some(inst) = insts.next() {
            self.inst(inst, insts)?;
        }
        Ok(())
    }

    /// Lowers an instruction, and those `behind` it that become one with it.
    #[inline(always)]
    fn inst<'f>(&mut self, inst: &'f Inst, behind: &mut Iter<'f, Inst>) -> Result<(), Reason> {
        match *inst {
            Inst::Const(d, value) => self.constant(self.int(d)?, value),
            Inst::Copy(d, a) => self.copy(self.int(d)?, self.int(a)?),
            Inst::Add(d, a, b) => self.add(self.ints([d, a, b])?),
            Inst::Sub(d, a, b) => self.sub(self.ints([d, a, b])?),
            Inst::AddConst(d, a, value) => self.add_constant(self.ints([d, a])?, value),
            Inst::Mul(d, a, b) => self.mul(self.ints([d, a, b])?),
            Inst::ShiftLeft(d, a, by) => self.shift_left([d, a], by, behind),
            Inst::LoadInt(d, ref from) => self.load_int(d, from),
            Inst::Prefetch(ref from) => self.prefetch(from),
            Inst::Spill(..) | Inst::Reload(..) => Err(Reason::Unsupported),
            Inst::SpillVector(a, slot) => self.spill_vector(a, slot),
            Inst::ReloadVector(d, slot) => self.reload_vector(d, slot),
            Inst::Load(register, ref address, lanes) => {
                self.moves(Move { register, address, lanes, kind: Access::Load }, behind)
            }
            Inst::Store(register, ref address, lanes) => {
                self.moves(Move { register, address, lanes, kind: Access::Store }, behind)
            }
            Inst::LoadParts(d, ref from) => self.parts(Access::Load, d, from),
            Inst::StoreParts(a, ref to) => self.parts(Access::Store, a, to),
            Inst::LoadAll(d, ref from, dtype) => match dtype.narrow() {
                Some(narrow) => self.load_all_narrow(d, from, narrow),
                None => self.load_all(d, from, dtype.arithmetic().lanes()),
            },
            Inst::LoadLane(d, ref from, lane, dtype) => match dtype.narrow() {
                Some(narrow) => self.load_narrow_lane(d, from, (lane, narrow)),
                None => self.load_lane(d, from, (lane, dtype.arithmetic().lanes())),
            },
            Inst::StoreLane(a, ref to, lane, dtype) => match dtype.narrow() {
                Some(narrow) => self.store_narrow_lane(a, to, (lane, narrow)),
                None => self.store_lane(a, to, (lane, dtype.arithmetic().lanes())),
            },
            Inst::Zero(d) => self.zero(self.vector(d)?),
            Inst::ZeroByVectors(d) => self.zero_by_vectors(self.vector(d)?),
            Inst::CopyVector(d, a) => self.copy_vector(self.vectors([d, a])?),
            Inst::Convert(d, a, to) => self.convert(self.vectors([d, a])?, to),
            Inst::Broadcast(d, a, dtype) => self.broadcast(self.vector(d)?, self.int(a)?, dtype),
            Inst::BroadcastLane(d, a, lane, dtype) | Inst::SpreadLane(d, a, lane, dtype) => {
                self.broadcast_lane([d, a], (lane, dtype))
            }
            Inst::SwapLanes(d, a, dtype) => self.swap_lanes(self.vectors([d, a])?, dtype),
            Inst::PackParts(d, a, lanes) => self.pack_parts(self.vectors([d, a])?, lanes),
            Inst::InsertLane(d, a, lane, dtype) => {
                self.insert_lane(self.vector(d)?, self.int(a)?, (lane, dtype))
            }
            Inst::Number(d, bits, dtype) => self.number(self.vector(d)?, bits, dtype),
            Inst::MultiplyAdd(d, a, b, dtype) => self.multiply_add(self.vectors([d, a, b])?, dtype),
            Inst::MultiplyAddLane(d, a, b, lane, dtype) => self.multiply_add_lane([d, a, b], (lane, dtype)),
            Inst::MultiplyLane(d, a, b, lane, dtype) => self.multiply_lane([d, a, b], (lane, dtype)),
            Inst::MultiplySubtract(d, a, b, dtype) => self.multiply_subtract(self.vectors([d, a, b])?, dtype),
            Inst::TileUpdate(ref update) => self.tile_update(update),
            Inst::Select(d, a, b) => self.select(self.vectors([d, a, b])?),
            Inst::Shift(how, d, a, by, dtype) => self.shift(how, self.vectors([d, a])?, by, dtype),
            Inst::Unary(op, d, a, dtype) => self.unary(op, self.vectors([d, a])?, dtype),
            Inst::Binary(op, d, a, b, dtype) => self.binary(op, self.vectors([d, a, b])?, dtype),
            Inst::Shuffle(how, d, a, b, bytes) => self.shuffle(how, self.vectors([d, a, b])?, bytes),
            Inst::Loop(_) | Inst::If(_) | Inst::UnlessAll(_) | Inst::While(_) | Inst::Repeat => {
                self.open(inst, behind)
            }
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
}
