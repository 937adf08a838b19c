//! The procedure call standard (AAPCS64, sections 6.1 and 6.4): which registers carry arguments,
//! which a function must preserve, and the code at its entry and exits that does so.

use super::assemble::Item;
use super::inst::MachInst;
use super::moves::Access::Store;
use super::operand::{Any, ArrMem, BranchTarget, Lsl12, MemSize, OperandError, RSp, SImm, UImm, Width, XSp};
use super::register::{Gpr, Simd, X17};
use super::table::{branch, integer, memory};
use crate::codegen::regset::RegSet;
use crate::fallible::{Few, OutOfMemory, TryVec, try_few};
use crate::isa::{Bank, Class, Convention, Flow, Instruction};
use crate::target::MoveForm;

/// Arguments that are passed in registers; the others are on the stack.
const REGISTER_ARGUMENTS: u8 = 8;

/// What allocation may use. `x18` belongs to the platform, `x29` and `x30` hold the frame and the return
/// address, [`SCRATCH`] is left to lowering; of `v8` to `v15` the low half must be preserved.
///
/// Arguments that are passed on the stack are loaded into the registers behind the others before
/// the stack pointer moves: more than any kernel has.
pub const CONVENTION: Convention = Convention {
    ints: Bank { scratch: 0x0001_ffff, preserved: 0x1ff8_0000 },
    vectors: Bank { scratch: 0xffff_00ff, preserved: 0x0000_ff00 },
    arguments: &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
};

/// Where lowering keeps numbers and addresses for the instructions that need them: it holds nothing
/// from one instruction of a function to the next.
pub const SCRATCH: Gpr = X17;

/// The register in which argument number `nth` arrives once the entry code has run.
#[must_use]
fn argument(nth: u8) -> Option<Gpr> {
    CONVENTION.arguments.get(usize::from(nth)).and_then(|number| Gpr::new(*number))
}

/// The registers that a function must preserve if it uses them.
const PRESERVED: RegSet = RegSet::of(Class::Int, 0x3ff8_0000).with(RegSet::of(Class::Vec, 0x0000_ff00));

/// Two registers that are saved together, in 16 bytes; the second is the first again where there
/// is no other.
#[derive(Clone, Copy)]
enum Saved {
    Ints(Gpr, Option<Gpr>),
    Vectors(Simd, Option<Simd>),
}

/// Instructions, and registers to save, that take no memory of their own: most frames are small.
const USUAL: usize = 8;

/// The code at a function's entry and exits.
#[derive(Debug)]
pub struct Frame {
    entry: Few<MachInst, USUAL>,
    exit: Few<MachInst, USUAL>,
}

impl Frame {
    /// The frame of a function with a number of arguments that uses some registers: a landing pad,
    /// the arguments on the stack, and the registers to preserve; in which form neighbouring vectors are stored.
    ///
    /// # Errors
    /// [`FrameError`].
    pub fn new(arguments: usize, used: RegSet, stores: MoveForm) -> Result<Self, FrameError> {
        let saved = saved_registers(used)?;
        let (mut entry, mut exit) = (Few::new(), Few::new());
        entry.try_push(branch::bti(BranchTarget::Call))?;
        for nth in REGISTER_ARGUMENTS..u8::try_from(arguments).unwrap_or(u8::MAX) {
            let register = argument(nth).ok_or(FrameError::TooManyArguments { count: arguments })?;
            let offset = i64::from(nth.saturating_sub(REGISTER_ARGUMENTS)).saturating_mul(8);
            entry.try_push(memory::ldr_x(register, XSp::SP, UImm::new(offset)?))?;
        }
        let size = bytes(&saved);
        let in_pairs = match stores {
            MoveForm::Lists => save_lists(&saved, &mut entry)?,
            MoveForm::Single | MoveForm::Pairs => saved.as_slice(),
        };
        for (nth, pair) in in_pairs.iter().enumerate() {
            entry.try_push(pair.save(nth, bytes(in_pairs))?)?;
        }
        for (nth, pair) in saved.iter().enumerate().rev() {
            exit.try_push(pair.restore(nth, size)?)?;
        }
        Ok(Self { entry, exit })
    }

    /// The code at the function's entry.
    #[must_use]
    pub fn entry(&self) -> &[MachInst] {
        &self.entry
    }

    /// Hands an entry of the body to `put`: behind the exit code, if it returns, and not at all, if it
    /// copies a register to itself.
    ///
    /// # Errors
    /// Those of `put`.
    #[inline(always)]
    pub fn around<E>(&self, item: Item, mut put: impl FnMut(Item) -> Result<(), E>) -> Result<(), E> {
        if let Item::Inst(inst) = item {
            if inst.copy().is_some_and(|(copy, source)| copy == source) {
                return Ok(());
            }
            if inst.flow() == Flow::Return {
                self.exit.iter().try_for_each(|inst| put(Item::Inst(*inst)))?;
            }
        }
        put(item)
    }
}

/// Why a function has no frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FrameError {
    /// There are more arguments than this ABI layer passes.
    #[error("{count} arguments: at most 16 are passed")]
    TooManyArguments {
        /// How many there are.
        count: usize,
    },
    /// An offset cannot be encoded.
    #[error(transparent)]
    Operand(#[from] OperandError),
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// The registers of `used` that must be preserved, in pairs.
fn saved_registers(used: RegSet) -> Result<Few<Saved, USUAL>, OutOfMemory> {
    let numbers = |class| {
        let saved = used.numbers(class) & PRESERVED.numbers(class);
        (0..32u8).filter(move |number| saved >> number & 1 != 0)
    };
    let ints: Few<_, USUAL> = try_few(numbers(Class::Int).filter_map(Gpr::new))?;
    let vectors: Few<_, USUAL> = try_few(numbers(Class::Vec).filter_map(Simd::new))?;
    let mut saved = Few::new();
    saved.try_extend(
        ints.chunks(2).filter_map(|pair| Some(Saved::Ints(*pair.first()?, pair.get(1).copied()))),
    )?;
    saved.try_extend(
        vectors.chunks(2).filter_map(|pair| Some(Saved::Vectors(*pair.first()?, pair.get(1).copied()))),
    )?;
    Ok(saved)
}

/// How many bytes of a frame some pairs take.
fn bytes(saved: &[Saved]) -> i64 {
    offset(saved.len())
}

/// Makes the upper part of a frame, of vectors in lists, if there are several and their numbers follow each other: lists
/// take no offset, so that the stack pointer moves down to each. What is left to save below comes back.
fn save_lists<'s>(saved: &'s [Saved], entry: &mut Few<MachInst, USUAL>) -> Result<&'s [Saved], FrameError> {
    let ints = saved.iter().take_while(|pair| matches!(pair, Saved::Ints(..))).count();
    let Some((ints, vectors)) =
        saved.split_at_checked(ints).filter(|(_, vectors)| run(vectors).is_some_and(|(_, more)| more > 0))
    else {
        return Ok(saved);
    };
    for list in vectors.chunks(2).rev() {
        let Some((first, more)) = run(list) else { continue };
        let room = UImm::new(bytes(list))?;
        entry.try_push(integer::sub_imm(Width::X64, RSp::SP, RSp::SP, room, Lsl12::None))?;
        entry.try_push(Store.list(ArrMem::D1, more, Any::placed(first.number()), XSp::SP))?;
    }
    Ok(ints)
}

/// The first vector of some pairs, and how many behind it, if there are any, and their numbers follow each other.
fn run(pairs: &[Saved]) -> Option<(Simd, usize)> {
    let registers = pairs.iter().flat_map(|pair| match pair {
        Saved::Vectors(first, second) => [Some(*first), *second],
        Saved::Ints(..) => [None; 2],
    });
    let registers = registers.flatten();
    let first = registers.clone().next()?;
    let is_run =
        registers.clone().zip(first.number()..).all(|(register, number)| register.number() == number);
    is_run.then(|| (first, registers.skip(1).count()))
}

impl Saved {
    /// The store of pair number `nth` in a frame of `size` bytes; the first one makes the frame.
    fn save(self, nth: usize, size: i64) -> Result<MachInst, OperandError> {
        let sp = XSp::SP;
        if nth == 0 {
            let (pair, single) = (SImm::new(-size)?, SImm::new(-size)?);
            return Ok(match self {
                Self::Ints(a, Some(b)) => memory::stp_x_pre(a, b, sp, pair),
                Self::Ints(a, None) => memory::str_pre(Width::X64, a, sp, single),
                Self::Vectors(a, Some(b)) => memory::stp_d_pre(a, b, sp, pair),
                Self::Vectors(a, None) => memory::str_fp_pre(MemSize::D, a, sp, single),
            });
        }
        let offset = offset(nth);
        let (pair, single) = (SImm::new(offset)?, UImm::new(offset)?);
        Ok(match self {
            Self::Ints(a, Some(b)) => memory::stp_x(a, b, sp, pair),
            Self::Ints(a, None) => memory::str_x(a, sp, single),
            Self::Vectors(a, Some(b)) => memory::stp_d(a, b, sp, pair),
            Self::Vectors(a, None) => memory::str_d(a, sp, single),
        })
    }

    /// The load of pair number `nth`; the first one, which comes last, takes the frame down.
    fn restore(self, nth: usize, size: i64) -> Result<MachInst, OperandError> {
        let sp = XSp::SP;
        if nth == 0 {
            let (pair, single) = (SImm::new(size)?, SImm::new(size)?);
            return Ok(match self {
                Self::Ints(a, Some(b)) => memory::ldp_x_post(a, b, sp, pair),
                Self::Ints(a, None) => memory::ldr_post(Width::X64, a, sp, single),
                Self::Vectors(a, Some(b)) => memory::ldp_d_post(a, b, sp, pair),
                Self::Vectors(a, None) => memory::ldr_fp_post(MemSize::D, a, sp, single),
            });
        }
        let offset = offset(nth);
        let (pair, single) = (SImm::new(offset)?, UImm::new(offset)?);
        Ok(match self {
            Self::Ints(a, Some(b)) => memory::ldp_x(a, b, sp, pair),
            Self::Ints(a, None) => memory::ldr_x(a, sp, single),
            Self::Vectors(a, Some(b)) => memory::ldp_d(a, b, sp, pair),
            Self::Vectors(a, None) => memory::ldr_d(a, sp, single),
        })
    }
}

/// Where pair number `nth` is in the frame.
fn offset(nth: usize) -> i64 {
    i64::try_from(nth).unwrap_or(i64::MAX).saturating_mul(16)
}
