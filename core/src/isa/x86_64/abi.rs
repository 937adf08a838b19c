//! The System V calling convention (AMD64 ABI, section 3.2): which registers carry arguments, which a
//! function must preserve, and the prologue and epilogue that do so.
//!
//! Tests: `tests/tests/codegen_run.rs`, `tests/tests/isa_x86_64_verify.rs`.

use super::inst::MachInst;
use super::memory::Memory;
use super::register::{Any, Gpr, R11, RSP, Simd};
use super::table::{integer, system, transfer};
use crate::fallible::{Few, TryVec};
use crate::isa::passed::{OnStack, passed_on_stack};
use crate::isa::{Bank, Class, Convention, FrameError, OperandError, RegSet, set};
use crate::kernel::Func;
use crate::kernel::func::{FloatType, FrameSlot, Type, VectorSlot};
use core::ops::Range;

/// Integer arguments that are passed in registers; the others are on the stack.
const REGISTER_ARGUMENTS: usize = 6;

/// Floating-point arguments that are passed in registers; the others are on the stack.
const REGISTER_VECTORS: usize = 8;

/// Where lowering keeps numbers and addresses for the instructions that need them: it holds nothing from one
/// instruction of a function to the next.
pub const SCRATCH: Gpr = R11;

/// The integer registers. `rsp` points to the stack, and [`SCRATCH`] is left to lowering.
pub(super) const INTS: Bank = Bank { caller_saved: 0x07c7, callee_saved: 0xf028, saved_in_pairs: false };

/// The places of arguments: `rdi`, `rsi`, `rdx`, `rcx`, `r8`, `r9`. Those that are passed on the stack are
/// loaded into the registers behind.
pub(super) const ARGUMENTS: &[u8] = &[7, 6, 2, 1, 8, 9, 10, 0, 3, 5, 12, 13, 14, 15];

/// The places of floating-point arguments, those on the stack in the registers behind the others.
const VECTOR_ARGUMENTS: &[u8] = &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14];

/// The convention for code with 16 vector registers, of which the last one is left to lowering.
/// All are caller-saved.
pub const WITH_16_VECTORS: Convention = with_vectors(0x0000_7fff);

/// The convention for code with 32 vector registers, the last of which is left to lowering.
/// All are caller-saved.
pub const WITH_32_VECTORS: Convention = with_vectors(0x7fff_ffff);

const fn with_vectors(caller_saved: u32) -> Convention {
    let vectors = Bank { caller_saved, callee_saved: 0, saved_in_pairs: false };
    Convention { ints: INTS, vectors, arguments: ARGUMENTS, vector_arguments: VECTOR_ARGUMENTS }
}

/// The registers that a function must preserve if it uses them.
const PRESERVED: u32 = INTS.callee_saved;

/// The prologue and the epilogue of a function.
#[derive(Debug)]
pub struct Frame {
    /// The arguments on the stack.
    on_stack: OnStack,
    /// The registers to preserve, in the order in which they are pushed.
    saved: Few<Gpr, 6>,
    /// Whether vectors are used.
    has_vectors: bool,
    /// The bytes that keep integers and vectors, at the stack pointer.
    kept: i32,
    /// The arguments that are among these at the beginning.
    kept_arguments: Range<usize>,
    /// The arguments of calls that have places before these.
    before: usize,
}

impl Frame {
    /// Returns the frame of a function, where some registers are used, and vectors have some bytes.
    ///
    /// # Errors
    /// [`FrameError`].
    pub fn new(func: &Func, used: RegSet, vector_bytes: usize) -> Result<Self, FrameError> {
        let arguments = func.arguments().len();
        let in_registers = [REGISTER_ARGUMENTS, REGISTER_VECTORS];
        let on_stack = passed_on_stack(func.arguments(), &WITH_16_VECTORS, in_registers)?;
        // What is loaded has to be preserved, whether it is used or not.
        let ints = on_stack.iter().filter(|(.., of)| matches!(of, Type::Int(_)));
        let loaded = ints.fold(0, |set, (_, number, _)| set | 1 << (number & 31));
        let changed = (used.numbers(Class::Int) | loaded) & PRESERVED;
        let mut saved = Few::new();
        saved.try_extend((0..16).filter(|number| changed >> number & 1 != 0).filter_map(Gpr::new))?;
        let has_vectors = used.numbers(Class::Vec) != 0;
        let ints = bytes_of_ints(func.passed_words()).saturating_add(bytes_of_ints(func.slots()));
        let mut kept = ints.saturating_add(bytes_of_vectors(func.vector_slots, vector_bytes));
        // At a call, the stack pointer is a multiple of 16: 8 more than one at the entry.
        let words = (kept >> 3).saturating_add(saved.len() as i32);
        if words & 1 == 0 && !func.callees().is_empty() {
            kept = kept.saturating_add(8);
        }
        Ok(Self {
            on_stack,
            saved,
            has_vectors,
            kept,
            kept_arguments: arguments..func.arity(),
            before: func.passed_words(),
        })
    }
}

impl Frame {
    /// Where the caller puts eight bytes on the stack: behind the frame, the saved registers
    /// and the return address.
    fn passed(&self, word: usize) -> Memory {
        let between = self.saved.len().saturating_add(1);
        let words = word.saturating_add(between);
        Memory::at(RSP, i32::try_from(words).unwrap_or(0).saturating_mul(8).saturating_add(self.kept))
    }
}

/// The place in a frame where the argument of a call with a number waits: the first ones.
#[must_use]
pub fn passed_at(nth: usize) -> Memory {
    Memory::at(RSP, bytes_of_ints(nth))
}

/// The place in a frame that keeps an integer, behind those for some arguments of calls.
#[must_use]
pub fn kept(slot: FrameSlot, passed: usize) -> Memory {
    Memory::at(RSP, bytes_of_ints(passed.saturating_add(slot.number().into())))
}

/// The place in a frame that keeps a vector of some bytes: behind those of some integers.
#[must_use]
pub fn kept_vector(slot: VectorSlot, ints: usize, vector_bytes: usize) -> Memory {
    Memory::at(RSP, bytes_of_ints(ints).saturating_add(bytes_of_vectors(slot.number(), vector_bytes)))
}

/// The bytes of places for integers, which are a few.
fn bytes_of_ints(count: usize) -> i32 {
    (count as i32).saturating_mul(8)
}

/// The bytes of places for vectors.
fn bytes_of_vectors(count: u8, vector_bytes: usize) -> i32 {
    i32::from(count).saturating_mul(vector_bytes as i32)
}

/// Moves the stack pointer up by some bytes, if there are any.
fn move_stack<E>(up: i32, mut put: impl FnMut(MachInst) -> Result<(), E>) -> Result<(), E> {
    if up == 0 { Ok(()) } else { put(integer::lea_r64_m(RSP, Memory::at(RSP, up))) }
}

impl set::Frame<MachInst> for Frame {
    /// Hands the code at the function's entry to `put`: a landing pad, what saves registers, and the
    /// arguments on the stack.
    ///
    /// # Errors
    /// The errors of `put`.
    fn enter<E: From<OperandError>>(&self, mut put: impl FnMut(MachInst) -> Result<(), E>) -> Result<(), E> {
        put(system::endbr64())?;
        self.saved.iter().try_for_each(|register| put(integer::push_r64(*register)))?;
        move_stack(self.kept.saturating_neg(), &mut put)?;
        for (nth, slot) in self.kept_arguments.clone().zip(0..) {
            let (place, Some(slot)) = (ARGUMENTS.get(nth).copied(), FrameSlot::new(slot)) else { continue };
            let passed = place.filter(|_| nth < REGISTER_ARGUMENTS).and_then(Gpr::new);
            if passed.is_none() {
                put(integer::mov_r64_rm64(SCRATCH, self.passed(nth.saturating_sub(REGISTER_ARGUMENTS))))?;
            }
            put(integer::mov_rm64_r64(kept(slot, self.before), passed.unwrap_or(SCRATCH)))?;
        }
        for (word, place, of) in &self.on_stack {
            let (from, vector) = (self.passed((*word).into()), Any::<Simd>::placed(*place));
            put(match (of, Gpr::new(*place)) {
                (Type::Int(_), Some(register)) => integer::mov_r64_rm64(register, from),
                (Type::Float(FloatType::F32), _) => transfer::vmovss_x_m32(vector, from),
                (Type::Float(FloatType::F64), _) => transfer::vmovsd_x_m64(vector, from),
                (Type::Int(_), None) => continue,
            })?;
        }
        Ok(())
    }

    /// Hands the code before a return to `put`, which clears the upper halves of vectors, so that code for
    /// older processors is not slowed down (Intel Optimization Manual, section 15.3), and restores registers.
    ///
    /// # Errors
    /// The errors of `put`.
    fn leave<E: From<OperandError>>(&self, mut put: impl FnMut(MachInst) -> Result<(), E>) -> Result<(), E> {
        if self.has_vectors {
            put(system::vzeroupper())?;
        }
        move_stack(self.kept, &mut put)?;
        self.saved.iter().rev().try_for_each(|register| put(integer::pop_r64(*register)))
    }
}

/// The vector register of [`WITH_16_VECTORS`] that is left to lowering.
pub(super) const SCRATCH_OF_16: u8 = 15;

/// The vector register of [`WITH_32_VECTORS`] that is left to lowering.
pub(super) const SCRATCH_OF_32: u8 = 31;

/// [`SCRATCH`] as an operand.
pub(super) const SCRATCH_OPERAND: Any<Gpr> = Any::<Gpr>::placed(SCRATCH);
