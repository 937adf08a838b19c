//! A machine instruction as passes see it, and lists of them.

use super::encode::{CodeUnit, EncodeError, OperandError};
use super::feature::Features;
use super::register::{Reg, RegIndex, Role, Use};
use super::timing::Timing;
use crate::code::Label;
use crate::fallible::{OutOfMemory, TryVec};
use alloc::vec::Vec;
use core::fmt;

/// Where control goes after an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// To the next instruction.
    Next,
    /// To the next instruction or to the label.
    Branch(Label),
    /// To the label.
    Jump(Label),
    /// To another function, and back to the next instruction.
    Call,
    /// Out of the function.
    Return,
}

/// A machine instruction over virtual or physical registers. Its text is assembly.
pub trait Instruction: Copy + PartialEq + fmt::Display {
    /// The pieces that its code consists of.
    type Unit: CodeUnit;

    /// The code of one instruction.
    type Code: AsRef<[Self::Unit]>;

    /// The registers that allocation places or avoids, operand by operand.
    fn uses(&self) -> impl Iterator<Item = Use>;

    /// Whether it does nothing but compute, load or store, and each of its uses is one register that
    /// can be placed anywhere in its file. Nearly all instructions are plain.
    fn is_plain(&self) -> bool;

    /// The registers of a plain instruction, operand by operand.
    fn plain(&self) -> impl Iterator<Item = (RegIndex, Role)>;

    /// All registers one by one, operand by operand, each with its role.
    fn registers(&self) -> impl Iterator<Item = (Reg, Role)> {
        self.uses().flat_map(|operand| operand.registers().map(move |register| (register, operand.role)))
    }

    /// Where control goes.
    fn flow(&self) -> Flow;

    /// The timing of a placed instruction that does nothing but compute the registers that it
    /// reports, load or store. `None` for others: these keep their place.
    fn timing(&self) -> Option<&'static Timing>;

    /// Destination and source of an instruction that does nothing but copy a register.
    fn copy(&self) -> Option<(RegIndex, RegIndex)>;

    /// Whether `other` differs in nothing but the registers that allocation places.
    fn is_same_but_for_registers(&self, other: &Self) -> bool;

    /// Replaces the virtual registers by the places that `place` gives them; where that gives
    /// nothing, the register stays.
    fn place(&mut self, place: impl Fn(RegIndex) -> Option<u8>);

    /// The code.
    ///
    /// # Errors
    /// [`EncodeError`] while a register is virtual or the target a label, and for combinations of
    /// operands that have no encoding.
    fn encode(&self) -> Result<Self::Code, EncodeError>;

    /// The features of a core that it needs.
    fn features(&self) -> Features;

    /// The label that it refers to, if it does.
    fn label(&self) -> Option<Label>;

    /// This instruction with its label at a distance in bytes, counted from its own first byte.
    ///
    /// # Errors
    /// [`OperandError`] for a distance out of its reach.
    fn with_label_at(&self, distance: i64) -> Result<Self, OperandError>;

    /// An instruction that does the same and reaches farther labels, if there is one. It is not shorter.
    #[must_use]
    fn longer(&self) -> Option<Self> {
        None
    }
}

/// An entry of a list of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item<I: Instruction> {
    /// A position that branches can name.
    Label(Label),
    /// An instruction.
    Inst(I),
    /// Raw code.
    Unit(I::Unit),
}

/// Takes the entries of a list of code, one after the other.
pub trait Sink<I: Instruction> {
    /// Takes the next entry.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    fn put(&mut self, item: Item<I>) -> Result<(), OutOfMemory>;

    /// Takes the next entry, which is an instruction that neither is a [copy](Instruction::copy) to be left
    /// out where it is one to itself, nor changes where control goes: nearly all are.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    #[inline(always)]
    fn compute(&mut self, inst: I) -> Result<(), OutOfMemory> {
        self.put(Item::Inst(inst))
    }
}

impl<I: Instruction> Sink<I> for Vec<Item<I>> {
    #[inline]
    fn put(&mut self, item: Item<I>) -> Result<(), OutOfMemory> {
        self.try_push(item)
    }
}

/// A list of instructions as assembly text, one a line.
#[derive(Clone, Copy, Debug)]
pub struct Listing<'a, I: Instruction>(pub &'a [Item<I>]);

impl<I: Instruction> fmt::Display for Listing<'_, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|item| match item {
            Item::Label(label) => writeln!(f, ".L{}:", label.index()),
            Item::Inst(inst) => writeln!(f, "    {inst}"),
            Item::Unit(unit) => {
                writeln!(f, "    {} {unit:#0width$x}", I::Unit::DIRECTIVE, width = 2 + 2 * I::Unit::BYTES)
            }
        })
    }
}
