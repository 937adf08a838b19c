//! Checks a function: its blocks, the widths of its integers and its results. What registers hold on which
//! paths is for liveness, as intervals depend on it.
//!
//! **Widths.** A register holds an integer's bits and zeros above, so it has the same width wherever it is
//! named: that which it gets first, in the order of the list. Whether numbers have a sign
//! is up to instructions.
//!
//! **Cost.** One walk, with a stack of the open blocks. It is for functions that have other instructions than
//! those which generators of kernels write: those compute addresses of 64 bits and count, and are
//! compiled without it.
//!
//! Tests: `tests/tests/kernel_language_refused.rs`.

mod calls;

use super::block::Opening;
use super::condition::{Condition, Value};
use super::float_type::FloatType;
use super::func::{Func, FuncError, USUAL_DEPTH};
use super::int_type::IntType;
use super::register::{FrameSlot, Int, MAX_SLOTS, Role, Vector};
use super::signature::{Argument, Type};
use super::table::Inst;
use super::walk::Operands;
use crate::fallible::{Few, TryVec, try_filled};
use alloc::vec::Vec;

/// Checks a function; see the module's documentation.
///
/// # Errors
/// [`FuncError`], for the first mistake.
pub fn check(func: &Func) -> Result<(), FuncError> {
    let mut blocks = Blocks { result: func.result, open: Few::new(), is_left: false };
    let mut widths = Widths::of(func)?;
    for (at, inst) in func.body.iter().enumerate() {
        blocks.step(at, inst)?;
        widths.step(at, inst)?;
        has_words(at, inst)?;
        calls::step(func, at, inst)?;
    }
    blocks.finish(func.body.len())
}

impl FuncError {
    /// Index of the instruction that it is about.
    #[must_use]
    pub const fn at(&self) -> Option<usize> {
        match *self {
            Self::Unbalanced { at }
            | Self::Branch { at }
            | Self::Levels { at, .. }
            | Self::Unreachable { at }
            | Self::Endless { at }
            | Self::Result { at, .. }
            | Self::Width { at, .. }
            | Self::Number { at, .. }
            | Self::Sizes { at, .. }
            | Self::Words { at, .. }
            | Self::UnknownRegister { at }
            | Self::EmptySlot { at, .. }
            | Self::EmptyVectorSlot { at, .. }
            | Self::Passed { at }
            | Self::Callee { at, .. }
            | Self::CallResult { at }
            | Self::Signature { at, .. }
            | Self::NotAllowed { at, .. }
            | Self::Language { at } => Some(at),
            Self::OutOfMemory(_) => None,
        }
    }
}

/// An open block.
#[derive(Clone, Copy)]
struct Block {
    opening: Opening,
    /// Whether the last branch has begun.
    has_else: bool,
    /// Whether control comes behind it: from a branch's end, or out of a loop.
    goes_on: bool,
    /// Whether something leaves it: out of the loop, or of those around it.
    is_left: bool,
}

/// The open blocks.
struct Blocks {
    result: Option<Type>,
    open: Few<Block, USUAL_DEPTH>,
    /// Whether control does not come to the next instruction.
    is_left: bool,
}

impl Blocks {
    fn step(&mut self, at: usize, inst: &Inst) -> Result<(), FuncError> {
        match inst {
            Inst::End => return self.close(at),
            inst if inst.begins_branch() => return self.branch(at, matches!(inst, Inst::Else)),
            _ if self.is_left => return Err(FuncError::Unreachable { at }),
            Inst::Break(levels) => self.leave(at, *levels, true)?,
            Inst::Continue(levels) => self.leave(at, *levels, false)?,
            inst if inst.leaves() => self.finish_with(at, inst)?,
            _ => {}
        }
        self.is_left = inst.leaves();
        if let Some(opening) = Opening::of(inst) {
            // Loops with a condition may have no pass.
            let goes_on = matches!(opening, Opening::While(_));
            self.open.try_push(Block { opening, has_else: false, goes_on, is_left: false })?;
        }
        Ok(())
    }

    /// Ends a branch, and begins the next.
    fn branch(&mut self, at: usize, is_else: bool) -> Result<(), FuncError> {
        let block = self.open.last_mut().filter(|block| block.opening == Opening::If && !block.has_else);
        let block = block.ok_or(FuncError::Branch { at })?;
        block.goes_on |= !self.is_left;
        block.has_else = is_else;
        self.is_left = false;
        Ok(())
    }

    fn close(&mut self, at: usize) -> Result<(), FuncError> {
        let block = self.open.pop().ok_or(FuncError::Unbalanced { at })?;
        let reaches_end = !self.is_left;
        let goes_on = match block.opening {
            Opening::If => block.goes_on || reaches_end || !block.has_else,
            Opening::Loop(_) => block.goes_on || reaches_end,
            Opening::While(_) => true,
            Opening::Repeat if !block.is_left => return Err(FuncError::Endless { at }),
            Opening::Repeat => block.goes_on,
        };
        self.is_left = !goes_on;
        Ok(())
    }

    /// Leaves a loop: behind it, or to its next pass.
    fn leave(&mut self, at: usize, levels: u8, is_break: bool) -> Result<(), FuncError> {
        let open = self.open.iter().filter(|block| block.opening.is_loop()).count();
        if !(1..=open).contains(&levels.into()) {
            return Err(FuncError::Levels { at, levels, open });
        }
        let loops = self.open.iter_mut().rev().filter(|block| block.opening.is_loop());
        for (block, nth) in loops.zip(1..=levels) {
            let is_target = nth == levels;
            block.is_left |= is_break || !is_target;
            // A counted loop goes on behind it after its last pass.
            block.goes_on |= is_target && (is_break || matches!(block.opening, Opening::Loop(_)));
        }
        Ok(())
    }

    fn finish_with(&mut self, at: usize, inst: &Inst) -> Result<(), FuncError> {
        let fits = match (inst, self.result) {
            (Inst::ReturnInt(_), Some(Type::Int(_))) | (Inst::Return, None) => true,
            (Inst::ReturnFloat(_, of), Some(Type::Float(expected))) => *of == expected,
            _ => false,
        };
        self.open.iter_mut().for_each(|block| block.is_left = true);
        if fits { Ok(()) } else { Err(FuncError::Result { at, expected: self.result }) }
    }

    fn finish(&self, at: usize) -> Result<(), FuncError> {
        if !self.open.is_empty() {
            return Err(FuncError::Unbalanced { at });
        }
        match (self.result, self.is_left) {
            (Some(_), false) => Err(FuncError::Result { at, expected: self.result }),
            _ => Ok(()),
        }
    }
}

/// A width that is not known yet.
const UNKNOWN: u8 = 0;

/// The width of addresses, of counters, and of all that has no type.
const WORD: u8 = 64;

/// The widths of integers.
struct Widths {
    result: Option<Type>,
    /// By number.
    registers: Vec<u8>,
    slots: [u8; MAX_SLOTS as usize],
}

impl Widths {
    fn of(func: &Func) -> Result<Self, FuncError> {
        let registers = try_filled(UNKNOWN, func.ints as usize)?;
        let mut widths = Self { result: func.result, registers, slots: [UNKNOWN; MAX_SLOTS as usize] };
        for argument in func.arguments() {
            if let Argument::Int(register, of) = argument {
                widths.names(0, *register, width(*of))?;
            }
        }
        func.argument_slots().for_each(|slot| widths.keep(slot, WORD));
        Ok(widths)
    }

    fn step(&mut self, at: usize, inst: &Inst) -> Result<(), FuncError> {
        match *inst {
            Inst::IntConst(d, value, of) => {
                is_number(at, value, of)?;
                self.names(at, d, width(of))
            }
            Inst::IntBinary(_, d, a, b, of) => {
                self.names(at, a, width(of))?;
                self.value(at, b, of)?;
                self.names(at, d, width(of))
            }
            Inst::IntUnary(_, d, a, of) => {
                self.names(at, a, width(of))?;
                self.names(at, d, width(of))
            }
            Inst::IntConvert(d, a, to, from) => {
                self.names(at, a, width(from))?;
                self.names(at, d, width(to))
            }
            Inst::IntLoad(number, ref address, of) | Inst::IntStore(number, ref address, of) => {
                self.words(at, |words| words.address(*address))?;
                self.names(at, number, width(of))
            }
            Inst::Test(d, condition) => {
                self.condition(at, condition)?;
                self.names(at, d, WORD)
            }
            Inst::IntSelect(d, a, b, of, condition) => {
                self.condition(at, condition)?;
                [a, b, d].into_iter().try_for_each(|register| self.names(at, register, width(of)))
            }
            Inst::If(condition) | Inst::ElseIf(condition) | Inst::While(condition) => {
                self.condition(at, condition)
            }
            Inst::FromInt(_, number, _, of) | Inst::ToInt(number, _, of, _) => {
                self.names(at, number, width(of))
            }
            Inst::PassInt(number, of) | Inst::ResultInt(number, of) => self.names(at, number, width(of)),
            Inst::ExtractLane(d, _, _, of) => self.names(at, d, (of.bytes() as u8).saturating_mul(8)),
            Inst::Copy(d, a) => self.names(at, d, self.known(a)),
            Inst::Spill(a, slot) => {
                self.keep(slot, self.known(a));
                Ok(())
            }
            Inst::Reload(d, slot) => {
                let kept = self.slots.get(usize::from(slot.number())).copied().unwrap_or(UNKNOWN);
                self.names(at, d, kept)
            }
            Inst::ReturnInt(a) => match self.result {
                Some(Type::Int(of)) => self.names(at, a, width(of)),
                _ => Ok(()),
            },
            // The low bits of any integer become those of a lane.
            Inst::Broadcast(..) | Inst::InsertLane(..) | Inst::LaneBroadcast(..) | Inst::LaneInsert(..) => {
                Ok(())
            }
            Inst::LaneConst(_, value, of) => is_number(at, value, of),
            Inst::LaneExtract(d, _, _, of) | Inst::LaneReduce(_, d, _, of) => self.names(at, d, width(of)),
            Inst::LaneWiden(.., wide, narrow)
            | Inst::LaneWide(.., wide, narrow)
            | Inst::LaneNarrow(.., narrow, wide) => have_sizes(at, wide, narrow),
            ref inst => self.words(at, |words| inst.operands(words)),
        }
    }

    /// The width of a register, as far as it is known.
    fn known(&self, register: Int) -> u8 {
        self.registers.get(register.0 as usize).copied().unwrap_or(UNKNOWN)
    }

    fn keep(&mut self, slot: FrameSlot, width: u8) {
        if let Some(kept) = self.slots.get_mut(usize::from(slot.number())) {
            *kept = width;
        }
    }

    /// An instruction names a register as one of a width.
    fn names(&mut self, at: usize, register: Int, width: u8) -> Result<(), FuncError> {
        let known = self.registers.get_mut(register.0 as usize).ok_or(FuncError::UnknownRegister { at })?;
        match *known {
            UNKNOWN => *known = width,
            bits if bits != width && width != UNKNOWN => {
                return Err(FuncError::Width { at, register, bits: bits.into(), expected: width.into() });
            }
            _ => {}
        }
        Ok(())
    }

    fn value(&mut self, at: usize, value: Value, of: IntType) -> Result<(), FuncError> {
        match value {
            Value::Register(register) => self.names(at, register, width(of)),
            Value::Const(number) => is_number(at, number, of),
        }
    }

    fn condition(&mut self, at: usize, condition: Condition) -> Result<(), FuncError> {
        match condition {
            Condition::Ints(_, a, b, of) => {
                self.names(at, a, width(of))?;
                self.value(at, b, of)
            }
            Condition::Floats(..) => Ok(()),
        }
    }

    /// What a walk names is 64 bits wide.
    fn words(&mut self, at: usize, walk: impl FnOnce(&mut Words<'_>)) -> Result<(), FuncError> {
        let mut words = Words { widths: self, at, done: Ok(()) };
        walk(&mut words);
        words.done
    }
}

/// Takes all integers to be 64 bits wide.
struct Words<'w> {
    widths: &'w mut Widths,
    at: usize,
    done: Result<(), FuncError>,
}

impl Operands for Words<'_> {
    fn int(&mut self, register: Int, _: Role) {
        self.done = self.done.and_then(|()| self.widths.names(self.at, register, WORD));
    }

    fn vector(&mut self, _: Vector, _: Role) {}
}

/// The width of a type.
const fn width(of: IntType) -> u8 {
    of.bits() as u8
}

fn have_sizes(at: usize, wide: IntType, narrow: IntType) -> Result<(), FuncError> {
    if wide.bits() == narrow.bits().saturating_mul(2) {
        Ok(())
    } else {
        Err(FuncError::Sizes { at, wide, narrow })
    }
}

/// Operations on integers of 32 bits have lanes of 32 bits.
fn has_words(at: usize, inst: &Inst) -> Result<(), FuncError> {
    match *inst {
        Inst::Unary(op, .., FloatType::F64) if op.is_of_words() => {
            Err(FuncError::Words { at, operation: op.name() })
        }
        Inst::Binary(op, .., FloatType::F64) if op.is_of_words() => {
            Err(FuncError::Words { at, operation: op.name() })
        }
        _ => Ok(()),
    }
}

fn is_number(at: usize, value: i64, of: IntType) -> Result<(), FuncError> {
    if of.has(value) { Ok(()) } else { Err(FuncError::Number { at, value, of }) }
}
