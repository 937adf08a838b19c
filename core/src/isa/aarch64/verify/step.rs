//! The instructions with a bearing on paths, reduced to what they do there.

use super::frame::{Access, adjustment};
use super::preserved::{Preserved, PreservedSet};
use super::summary::{Operation, names_sp};
use super::word::Word;
use crate::fallible::{Few, OutOfMemory, TryVec};
use crate::isa::Class;
use crate::isa::Rule;
use crate::isa::aarch64::kind::{Kind, Registers};

/// The effect of an instruction on control, frame and callee-saved registers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Changes callee-saved registers.
    Write(PreservedSet),
    /// Moves the stack pointer up by some bytes.
    Adjust(i64),
    /// Accesses memory through the stack pointer.
    Access(Access),
    /// Goes on, or to the word with an index.
    Branch(usize),
    /// Goes to the word with an index.
    Jump(usize),
    /// Calls a function, and goes on.
    Call,
    /// Leaves.
    Return,
}

impl Step {
    /// Returns the step of `word`, at `at` of `len`; none where it has no effect on paths.
    pub(super) fn of(word: Word, operation: Operation, at: usize, len: usize) -> Result<Option<Self>, Rule> {
        let step = match operation {
            Operation::Return => Self::Return,
            Operation::Call => Self::Call,
            Operation::Jump(target) => Self::Jump(inside(at, word.number(target), len)?),
            Operation::Branch(target) => Self::Branch(inside(at, word.number(target), len)?),
            Operation::Access(form) if form.has_stack_pointer(word) => Self::Access(Access::of(word, form)?),
            Operation::Adjust(_) | Operation::Access(_) | Operation::Compute => {
                return Self::of_operands(word, operation);
            }
        };
        Ok(Some(step))
    }

    /// Returns the step of `word` that follows from the registers that it names.
    fn of_operands(word: Word, operation: Operation) -> Result<Option<Self>, Rule> {
        let (mut changed, mut uses_sp) = (PreservedSet::default(), false);
        for (slot, raw) in word.operands() {
            match &slot.kind {
                Kind::Register(registers) if is_thirty_one(registers, raw) => uses_sp |= names_sp(registers),
                Kind::Register(registers) if slot.role.writes() => {
                    changed = changed.and(written(registers, raw)?);
                }
                _ => {}
            }
        }
        match operation {
            Operation::Adjust(sign) if uses_sp => {
                Ok(Some(Self::Adjust(adjustment(word, sign).ok_or(Rule::StackPointer)?)))
            }
            _ if uses_sp => Err(Rule::StackPointer),
            _ => Ok((!changed.is_empty()).then_some(Self::Write(changed))),
        }
    }
}

/// The index of the word at a distance in bytes from word `at`, which must be one of `len`.
fn inside(at: usize, distance: Option<i64>, len: usize) -> Result<usize, Rule> {
    let start = i64::try_from(at).unwrap_or(i64::MAX).saturating_mul(4);
    let offset = start.saturating_add(distance.unwrap_or(i64::MAX));
    let index = usize::try_from(offset >> 2).ok().filter(|index| *index < len);
    index.ok_or(Rule::Outside(offset))
}

/// The registers to preserve among those that an operand with a field value writes.
fn written(registers: &Registers, raw: u32) -> Result<PreservedSet, Rule> {
    let (mut changed, first) = (PreservedSet::default(), registers.number(raw));
    let Some(class) = registers.class else { return Ok(changed) };
    for nth in 0..registers.count_from(first) {
        let number = (first.wrapping_add(nth) & 31) as u8;
        if (class, number) == (Class::Int, 18) {
            return Err(Rule::PlatformRegister);
        }
        changed = changed.with(Preserved::of(class, number));
    }
    Ok(changed)
}

/// Whether an operand is the zero register, the stack pointer, or another thing in the place of
/// register 31.
const fn is_thirty_one(registers: &Registers, raw: u32) -> bool {
    raw == 31 && !registers.thirty_one.is_empty()
}

/// Steps that take no memory of their own: most kernels have fewer.
pub(super) const USUAL: usize = 32;

/// The steps of a piece of code, in the order of their words.
#[derive(Debug, Default)]
pub(super) struct Steps(Few<(usize, Step), USUAL>);

impl Steps {
    /// Appends the step of the word at `at`.
    pub(super) fn push(&mut self, at: usize, step: Step) -> Result<(), OutOfMemory> {
        self.0.try_push((at, step))
    }

    /// Appends a write of registers.
    ///
    /// Writes without another step between are one, at the last of their words: a jump among
    /// them counts as all of them.
    #[inline]
    pub(super) fn write(&mut self, at: usize, registers: PreservedSet) -> Result<(), OutOfMemory> {
        match self.0.last_mut() {
            Some((last, Step::Write(earlier))) => {
                *earlier = earlier.and(registers);
                *last = at;
                Ok(())
            }
            _ => self.push(at, Step::Write(registers)),
        }
    }

    /// All, each with its word.
    pub(super) fn all(&self) -> &[(usize, Step)] {
        &self.0
    }

    /// The index of the first step that is done from the word at `at` on.
    pub(super) fn from(&self, at: usize) -> usize {
        self.0.partition_point(|(word, _)| *word < at)
    }
}
