//! The procedure call standard (AAPCS64, sections 6.1 and 6.4): which registers carry arguments,
//! which a function must preserve, and the prologue and epilogue that do so.
//!
//! Tests: `tests/tests/codegen_run.rs`, `tests/tests/isa_aarch64_verify.rs`.

use super::inst::MachInst;
use super::moves::Access::Store;
use super::needs::CALLER_SAVED;
use super::operand::{Any, ArrMem, BranchTarget, Lsl12, MemSize, RSp, SImm, UImm, Width, XSp};
use super::register::{Gpr, Simd, VECTOR_BYTES, X17};
use super::table::{branch, integer, memory};
use crate::fallible::{Few, OutOfMemory, TryVec};
use crate::isa::model::AccessForm;
use crate::isa::passed::{OnStack, Passed, passed_on_stack};
use crate::isa::{Bank, Class, Convention, FrameError, OperandError, RegSet, set};
use crate::kernel::Func;
use crate::kernel::func::{FloatType, Type, VectorSlot};
use core::iter;

/// Arguments of each class that are passed in registers; the others are on the stack.
const REGISTER_ARGUMENTS: usize = 8;

/// The registers that allocation may use. `x18` belongs to the platform, `x29` and `x30` hold the frame and
/// the return address, [`SCRATCH`] is left to lowering; of `v8` to `v15` the low half must be preserved.
///
/// Arguments that are passed on the stack are loaded into the registers behind the others before
/// the stack pointer moves: more than any kernel has.
pub const CONVENTION: Convention = Convention {
    ints: Bank { caller_saved: CALLER_SAVED, callee_saved: 0x1ff8_0000, saved_in_pairs: true },
    vectors: Bank { caller_saved: 0xffff_00ff, callee_saved: 0x0000_ff00, saved_in_pairs: true },
    arguments: &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    vector_arguments: &[0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23],
};

/// Where lowering keeps numbers and addresses for the instructions that need them: it holds nothing
/// from one instruction of a function to the next.
pub const SCRATCH: Gpr = X17;

/// What a call changes, besides the registers that it does not preserve.
const RETURN_ADDRESS: RegSet = RegSet::of(Class::Int, 1 << 30);

/// The registers that a function must preserve if it uses them.
const PRESERVED: RegSet = RegSet::of(Class::Int, 0x7ff8_0000).with(RegSet::of(Class::Vec, 0x0000_ff00));

/// Two registers that are saved together, in 16 bytes; the second is the first again where there
/// is no other.
#[derive(Clone, Copy, Debug)]
enum Saved {
    Ints(Gpr, Option<Gpr>),
    Vectors(Simd, Option<Simd>),
}

/// Pairs of registers that take no memory of their own: most frames are small.
const USUAL: usize = 8;

/// The prologue and the epilogue of a function.
#[derive(Debug)]
pub struct Frame {
    /// The arguments on the stack.
    on_stack: OnStack,
    /// The registers to preserve, in their order in the frame.
    saved: Few<Saved, USUAL>,
    /// In which form neighbouring vectors are stored.
    stores: AccessForm,
    /// The bytes for arguments of calls and for vectors, at the stack pointer.
    kept: i64,
}

impl Frame {
    /// The frame of a function that uses some registers; in which form neighbouring vectors are stored.
    ///
    /// # Errors
    /// [`FrameError`].
    pub fn new(func: &Func, used: RegSet, stores: AccessForm) -> Result<Self, FrameError> {
        let on_stack = passed_on_stack(func.arguments(), &CONVENTION, [REGISTER_ARGUMENTS; 2])?;
        let kept = before_vectors(func).saturating_add(bytes_of_vectors(func.vector_slots));
        let used = if func.callees().is_empty() { used } else { used.with(RETURN_ADDRESS) };
        Ok(Self { on_stack, saved: saved_registers(used)?, stores, kept })
    }
}

/// The place in a frame where the argument of a call with a number waits, from the stack
/// pointer: the first ones.
#[must_use]
pub(super) fn passed_at<const UNIT: i64>(nth: usize) -> Option<UImm<12, UNIT>> {
    UImm::checked((nth as i64).saturating_mul(8))
}

/// The place in the frame of a function that keeps a vector, from the stack pointer.
#[must_use]
pub(super) fn kept_vector(func: &Func, slot: VectorSlot) -> Option<UImm<12, 16>> {
    UImm::checked(before_vectors(func).saturating_add(bytes_of_vectors(slot.number())))
}

/// The bytes of a frame before the vectors that it keeps: those of arguments of calls, which are a few.
fn before_vectors(func: &Func) -> i64 {
    // Words, in pairs.
    (func.passed_words().div_ceil(2) as i64).saturating_mul(16)
}

/// The bytes of places for vectors.
fn bytes_of_vectors(count: u8) -> i64 {
    i64::from(count).saturating_mul(VECTOR_BYTES as i64)
}

/// Loads an argument from the stack: each takes eight bytes there (AAPCS64, 6.8.2, C.14 and C.16).
fn load(&(word, place, of): &Passed) -> Result<MachInst, OperandError> {
    let word = i64::from(word);
    Ok(match of {
        Type::Int(_) => memory::ldr_x(Any::<Gpr>::placed(place), XSp::SP, UImm::new(8 * word)?),
        Type::Float(FloatType::F32) => {
            memory::ldr_s(Any::<Simd>::placed(place), XSp::SP, UImm::new(8 * word)?)
        }
        Type::Float(FloatType::F64) => {
            memory::ldr_d(Any::<Simd>::placed(place), XSp::SP, UImm::new(8 * word)?)
        }
    })
}

impl set::Frame<MachInst> for Frame {
    /// Hands the code at the function's entry to `put`: a landing pad, the arguments on the stack, and
    /// what saves registers.
    ///
    /// # Errors
    /// The errors of `put`.
    fn enter<E: From<OperandError>>(&self, mut put: impl FnMut(MachInst) -> Result<(), E>) -> Result<(), E> {
        put(branch::bti(BranchTarget::Call))?;
        self.on_stack.iter().try_for_each(|passed| put(load(passed)?))?;
        let in_pairs = match self.stores {
            AccessForm::Lists => save_lists(&self.saved, &mut put)?,
            AccessForm::Single | AccessForm::Pairs => self.saved.as_slice(),
        };
        for (nth, pair) in in_pairs.iter().enumerate() {
            pair.save(nth, bytes(in_pairs), &mut put)?;
        }
        if self.kept > 0 {
            let room = UImm::new(self.kept)?;
            put(integer::sub_imm(Width::X64, RSp::SP, RSp::SP, room, Lsl12::None))?;
        }
        Ok(())
    }

    /// Hands the code before a return to `put`, which restores registers.
    ///
    /// # Errors
    /// The errors of `put`.
    fn leave<E: From<OperandError>>(&self, mut put: impl FnMut(MachInst) -> Result<(), E>) -> Result<(), E> {
        if self.kept > 0 {
            let room = UImm::new(self.kept)?;
            put(integer::add_imm(Width::X64, RSp::SP, RSp::SP, room, Lsl12::None))?;
        }
        let size = bytes(&self.saved);
        let mut pairs = self.saved.iter().enumerate().rev();
        pairs.try_for_each(|(nth, pair)| pair.restore(nth, size, &mut put))
    }
}

/// The registers of `used` that must be preserved, in pairs.
fn saved_registers(used: RegSet) -> Result<Few<Saved, USUAL>, OutOfMemory> {
    let pairs = |class| pairs(used.numbers(class) & PRESERVED.numbers(class));
    let mut saved = Few::new();
    saved.try_extend(
        pairs(Class::Int).filter_map(|(a, b)| Some(Saved::Ints(Gpr::new(a)?, b.and_then(Gpr::new)))),
    )?;
    saved.try_extend(
        pairs(Class::Vec).filter_map(|(a, b)| Some(Saved::Vectors(Simd::new(a)?, b.and_then(Simd::new)))),
    )?;
    Ok(saved)
}

/// The numbers whose bits are set, two at a time.
fn pairs(mut bits: u32) -> impl Iterator<Item = (u8, Option<u8>)> {
    let mut next = move || {
        let lowest = (bits != 0).then(|| bits.trailing_zeros() as u8);
        bits &= bits.wrapping_sub(1);
        lowest
    };
    iter::from_fn(move || Some((next()?, next())))
}

/// The number of bytes that `saved` takes in a frame.
fn bytes(saved: &[Saved]) -> i64 {
    offset(saved.len())
}

/// Makes the upper part of a frame, of vectors in lists, if there are several and their numbers follow each
/// other: lists take no offset, so that the stack pointer moves down to each. Returns the pairs that
/// are left to save below.
fn save_lists<E: From<OperandError>>(
    saved: &[Saved],
    mut put: impl FnMut(MachInst) -> Result<(), E>,
) -> Result<&[Saved], E> {
    let ints = saved.iter().take_while(|pair| matches!(pair, Saved::Ints(..))).count();
    let Some((ints, vectors)) =
        saved.split_at_checked(ints).filter(|(_, vectors)| run(vectors).is_some_and(|(_, more)| more > 0))
    else {
        return Ok(saved);
    };
    for list in vectors.chunks(2).rev() {
        let Some((first, more)) = run(list) else { continue };
        let room = UImm::new(bytes(list))?;
        put(integer::sub_imm(Width::X64, RSp::SP, RSp::SP, room, Lsl12::None))?;
        put(Store.list(ArrMem::D1, more, Any::placed(first.number()), XSp::SP))?;
    }
    Ok(ints)
}

/// The first vector of some pairs and the number of vectors behind it, if there are any and their
/// numbers follow each other.
fn run(pairs: &[Saved]) -> Option<(Simd, usize)> {
    let set = pairs.iter().fold(0, |set, pair| set | pair.vectors());
    let lowest = set & set.wrapping_neg();
    let is_run = set.wrapping_add(lowest) & set == 0;
    let first = Simd::new(lowest.checked_ilog2()? as u8).filter(|_| is_run)?;
    Some((first, (set ^ lowest).count_ones() as usize))
}

impl Saved {
    /// The numbers of its vectors, a bit each.
    fn vectors(self) -> u32 {
        let bit = |register: Simd| 1 << (register.number() & 31);
        match self {
            Self::Vectors(first, second) => bit(first) | second.map_or(0, bit),
            Self::Ints(..) => 0,
        }
    }

    /// Hands the store of pair number `nth` in a frame of `size` bytes to `put`; the first
    /// one makes the frame.
    fn save<E: From<OperandError>>(
        self,
        nth: usize,
        size: i64,
        put: &mut impl FnMut(MachInst) -> Result<(), E>,
    ) -> Result<(), E> {
        let (sp, down, offset) = (XSp::SP, -size, offset(nth));
        match (self, nth) {
            (Self::Ints(a, Some(b)), 0) => put(memory::stp_x_pre(a, b, sp, SImm::new(down)?)),
            (Self::Ints(a, None), 0) => put(memory::str_pre(Width::X64, a, sp, SImm::new(down)?)),
            (Self::Vectors(a, Some(b)), 0) => put(memory::stp_d_pre(a, b, sp, SImm::new(down)?)),
            (Self::Vectors(a, None), 0) => put(memory::str_fp_pre(MemSize::D, a, sp, SImm::new(down)?)),
            (Self::Ints(a, Some(b)), _) => put(memory::stp_x(a, b, sp, SImm::new(offset)?)),
            (Self::Ints(a, None), _) => put(memory::str_x(a, sp, UImm::new(offset)?)),
            (Self::Vectors(a, Some(b)), _) => put(memory::stp_d(a, b, sp, SImm::new(offset)?)),
            (Self::Vectors(a, None), _) => put(memory::str_d(a, sp, UImm::new(offset)?)),
        }
    }

    /// Hands the load of pair number `nth` to `put`; the first one, which comes last, takes the frame down.
    fn restore<E: From<OperandError>>(
        self,
        nth: usize,
        size: i64,
        put: &mut impl FnMut(MachInst) -> Result<(), E>,
    ) -> Result<(), E> {
        let (sp, offset) = (XSp::SP, offset(nth));
        match (self, nth) {
            (Self::Ints(a, Some(b)), 0) => put(memory::ldp_x_post(a, b, sp, SImm::new(size)?)),
            (Self::Ints(a, None), 0) => put(memory::ldr_post(Width::X64, a, sp, SImm::new(size)?)),
            (Self::Vectors(a, Some(b)), 0) => put(memory::ldp_d_post(a, b, sp, SImm::new(size)?)),
            (Self::Vectors(a, None), 0) => put(memory::ldr_fp_post(MemSize::D, a, sp, SImm::new(size)?)),
            (Self::Ints(a, Some(b)), _) => put(memory::ldp_x(a, b, sp, SImm::new(offset)?)),
            (Self::Ints(a, None), _) => put(memory::ldr_x(a, sp, UImm::new(offset)?)),
            (Self::Vectors(a, Some(b)), _) => put(memory::ldp_d(a, b, sp, SImm::new(offset)?)),
            (Self::Vectors(a, None), _) => put(memory::ldr_d(a, sp, UImm::new(offset)?)),
        }
    }
}

/// Where pair number `nth` is in the frame.
fn offset(nth: usize) -> i64 {
    i64::try_from(nth).unwrap_or(i64::MAX).saturating_mul(16)
}
