//! The procedure call standard (AAPCS64, sections 6.1 and 6.4): which registers carry arguments,
//! which a function must preserve, and the code at its entry and exits that does so.

use super::assemble::Item;
use super::inst::MachInst;
use super::operand::{BranchTarget, MemSize, OperandError, SImm, UImm, Width, X, XSp};
use super::register::{Gpr, Simd};
use super::table::{branch, memory};
use crate::fallible::{OutOfMemory, TryVec, try_collect};
use crate::isa::{Class, Flow, Instruction, Reg};
use alloc::vec::Vec;

/// Arguments that are passed in registers; the others are on the stack.
const REGISTER_ARGUMENTS: u8 = 8;

/// The register in which argument number `nth` arrives once the entry code has run: those on the
/// stack are loaded into `x8`, `x9`, … before the stack pointer moves.
#[must_use]
pub const fn argument(nth: u8) -> Option<Gpr> {
    // Up to x15: more arguments than any kernel has.
    if nth < 16 { Gpr::new(nth) } else { None }
}

/// The registers that allocation may use, the cheapest first: those that a function may change
/// freely, then those that it must preserve. `x18` belongs to the platform, `x29` and `x30` hold
/// the frame and the return address.
#[must_use]
pub const fn allocatable(class: Class) -> &'static [u8] {
    match class {
        Class::Int => &[
            0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 20, 21, 22, 23, 24, 25, 26, 27,
            28,
        ],
        Class::Vec => &[
            0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 8, 9, 10,
            11, 12, 13, 14, 15,
        ],
    }
}

/// Whether a function must preserve the register (of `v8` to `v15`: the low half).
#[must_use]
pub const fn is_preserved(class: Class, number: u8) -> bool {
    match class {
        Class::Int => matches!(number, 19..=29),
        Class::Vec => matches!(number, 8..=15),
    }
}

/// Two registers that are saved together, in 16 bytes; the second is the first again where there
/// is no other.
#[derive(Clone, Copy)]
enum Saved {
    Ints(Gpr, Option<Gpr>),
    Vectors(Simd, Option<Simd>),
}

/// Wraps a function's code into its entry and exits: a landing pad, the arguments on the stack,
/// and the preserved registers that it writes. `arguments` is their number.
///
/// # Errors
/// [`FrameError`].
pub fn frame(items: &[Item], arguments: usize) -> Result<Vec<Item>, FrameError> {
    let saved = saved_registers(items)?;
    let mut out = Vec::new();
    out.try_push(Item::Inst(branch::bti(BranchTarget::Call)))?;
    for nth in REGISTER_ARGUMENTS..u8::try_from(arguments).unwrap_or(u8::MAX) {
        let register = argument(nth).ok_or(FrameError::TooManyArguments { count: arguments })?;
        let offset = i64::from(nth.saturating_sub(REGISTER_ARGUMENTS)).saturating_mul(8);
        out.try_push(Item::Inst(memory::ldr_x(register, XSp::SP, UImm::new(offset)?)))?;
    }
    let size = i64::try_from(saved.len()).unwrap_or(i64::MAX).saturating_mul(16);
    for (nth, pair) in saved.iter().enumerate() {
        out.try_push(Item::Inst(pair.save(nth, size)?))?;
    }
    for item in items {
        if is_return(item) {
            for (nth, pair) in saved.iter().enumerate().rev() {
                out.try_push(Item::Inst(pair.restore(nth, size)?))?;
            }
        }
        out.try_push(*item)?;
    }
    Ok(out)
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

fn is_return(item: &Item) -> bool {
    matches!(item, Item::Inst(inst) if inst.flow() == Flow::Return)
}

/// The preserved registers that `items` write, in pairs.
fn saved_registers(items: &[Item]) -> Result<Vec<Saved>, OutOfMemory> {
    let [ints, vectors] = preserved_and_written(items);
    let numbers = |written: u32| (0..32u8).filter(move |number| written >> number & 1 != 0);
    let ints = try_collect(numbers(ints).filter_map(Gpr::new))?;
    let vectors = try_collect(numbers(vectors).filter_map(Simd::new))?;
    let mut saved = Vec::new();
    saved.try_extend(
        ints.chunks(2).filter_map(|pair| Some(Saved::Ints(*pair.first()?, pair.get(1).copied()))),
    )?;
    saved.try_extend(
        vectors.chunks(2).filter_map(|pair| Some(Saved::Vectors(*pair.first()?, pair.get(1).copied()))),
    )?;
    Ok(saved)
}

/// The preserved registers that `items` write, one bit each: integers, then vectors.
fn preserved_and_written(items: &[Item]) -> [u32; 2] {
    let (mut ints, mut vectors) = (0u32, 0u32);
    for item in items {
        let Item::Inst(inst) = item else { continue };
        for (register, role) in inst.registers() {
            match register {
                Reg::Physical(class, number) if role.writes() && is_preserved(class, number) => {
                    let written = if class == Class::Int { &mut ints } else { &mut vectors };
                    *written |= 1 << (number & 31);
                }
                _ => {}
            }
        }
    }
    [ints, vectors]
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

/// The instruction that brings argument number `nth` into `register`, and the one that returns.
pub(crate) fn receive(nth: u8, register: impl Into<X>) -> Option<MachInst> {
    Some(super::table::integer::mov_x(register, argument(nth)?))
}
