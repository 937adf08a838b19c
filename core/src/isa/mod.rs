//! Instruction sets, one folder each, and what code generation asks of any of them.

pub mod aarch64;
pub mod pattern;
pub mod register;
pub mod timing;

use crate::DType;
use crate::code::Label;
use crate::fallible::{OutOfMemory, TryVec};
use alloc::vec::Vec;
use core::num::NonZero;
pub use register::{Bank, Class, Convention, Reg, RegIndex, Role, Use, Virtual};
pub use timing::Timing;

/// What generators ask of an instruction set before they choose tiles and addresses.
#[derive(Clone, Copy, Debug)]
pub struct Machine {
    /// Size of a vector register.
    pub vector_bytes: usize,
    /// How many vector registers a kernel can use.
    pub vector_registers: usize,
    /// How many of these it need not preserve.
    pub scratch_vectors: usize,
    /// How many integer registers a kernel can use.
    pub int_registers: usize,
    /// Whether an access of a number of bytes (second) takes an offset (first) as an immediate.
    pub has_immediate_form: fn(i64, usize) -> bool,
    /// The greatest offset at which two neighbouring vectors are accessed by one instruction.
    pub pair_reach: i64,
}

impl Machine {
    /// How many elements a vector register holds; 1 where it is too small for any.
    #[must_use]
    pub fn lanes(&self, dtype: DType) -> NonZero<usize> {
        NonZero::new(self.vector_bytes / dtype.bytes()).unwrap_or(NonZero::<usize>::MIN)
    }
}

/// Where control goes after an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// To the next instruction.
    Next,
    /// To the next instruction or to the label.
    Branch(Label),
    /// To the label.
    Jump(Label),
    /// Out of the function.
    Return,
}

/// A machine instruction, as far as scheduling and checking look at it.
pub trait Instruction: Copy {
    /// The registers that allocation places or avoids, operand by operand.
    fn uses(&self) -> impl Iterator<Item = Use>;

    /// Whether it does nothing but compute, load or store, and each of its uses is one register that
    /// can be placed anywhere in its file. So are nearly all.
    fn is_plain(&self) -> bool;

    /// The registers of a plain instruction, operand by operand.
    fn plain(&self) -> impl Iterator<Item = (RegIndex, Role)>;

    /// All registers one by one, operand by operand, each with what happens to it.
    fn registers(&self) -> impl Iterator<Item = (Reg, Role)> {
        self.uses().flat_map(|operand| operand.registers().map(move |register| (register, operand.role)))
    }

    /// Where control goes.
    fn flow(&self) -> Flow;

    /// What it costs, for a placed instruction that does nothing but compute the registers that it
    /// reports, load or store. None for others: these keep their place.
    fn timing(&self) -> Option<&'static Timing>;

    /// Destination and source of an instruction that does nothing but copy a register.
    fn copy(&self) -> Option<(RegIndex, RegIndex)>;

    /// Whether `other` differs in nothing but the registers that allocation places.
    fn is_same_but_for_registers(&self, other: &Self) -> bool;

    /// Replaces the virtual registers by the places that `place` gives them; where that gives
    /// nothing, the register stays.
    fn place(&mut self, place: impl Fn(RegIndex) -> Option<u8>);
}

/// An entry of a list of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item<I> {
    /// A position that branches can name.
    Label(Label),
    /// An instruction.
    Inst(I),
    /// A raw word.
    Word(u32),
}

/// Takes the entries of a list of code, one after the other.
pub trait Sink<I> {
    /// Takes the next entry.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    fn put(&mut self, item: Item<I>) -> Result<(), OutOfMemory>;

    /// Takes the next entry, which is an instruction that neither copies an integer register nor
    /// changes where control goes: nearly all are.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    #[inline(always)]
    fn compute(&mut self, inst: I) -> Result<(), OutOfMemory> {
        self.put(Item::Inst(inst))
    }
}

impl<I> Sink<I> for Vec<Item<I>> {
    #[inline]
    fn put(&mut self, item: Item<I>) -> Result<(), OutOfMemory> {
        self.try_push(item)
    }
}
