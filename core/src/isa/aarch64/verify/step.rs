//! The instructions with a bearing on paths, reduced to what they do there.

use super::Rule;
use super::frame::{Access, adjustment};
use super::rows::names_sp;
use super::state::{Preserved, PreservedSet};
use crate::fallible::{OutOfMemory, TryVec};
use crate::isa::Class;
use crate::isa::aarch64::inst::MachInst;
use crate::isa::aarch64::kind::{Kind, Registers, Style};
use crate::isa::aarch64::table::branch;
use alloc::vec::Vec;

/// What an instruction does to control, frame and preserved registers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Changes preserved registers.
    Write(PreservedSet),
    /// Moves the stack pointer up by some bytes.
    Adjust(i64),
    /// Accesses memory through the stack pointer.
    Access(Access),
    /// Goes on, or to the word with an index.
    Branch(usize),
    /// Goes to the word with an index.
    Jump(usize),
    /// Leaves.
    Return,
}

impl Step {
    /// What `inst`, the word at `at` of `len`, does; nothing where it has no bearing on paths.
    pub(super) fn of(inst: &MachInst, at: usize, len: usize) -> Result<Option<Self>, Rule> {
        let mut changed = PreservedSet::default();
        for (class, number) in written(inst) {
            if (class, number) == (Class::Int, 18) {
                return Err(Rule::PlatformRegister);
            }
            changed = changed.with(Preserved::of(class, number));
        }
        let target = target(inst).map(|distance| inside(at, distance, len)).transpose()?;
        Ok(match target {
            Some(target) if core::ptr::eq(inst.row(), &branch::rows::b) => Some(Self::Jump(target)),
            Some(target) => Some(Self::Branch(target)),
            _ if core::ptr::eq(inst.row(), &branch::rows::ret) => Some(Self::Return),
            _ if uses_sp(inst) => {
                let adjust = adjustment(inst).map(Self::Adjust);
                Some(adjust.or_else(|| Access::of(inst).map(Self::Access)).ok_or(Rule::StackPointer)?)
            }
            _ if changed.is_empty() => None,
            _ => Some(Self::Write(changed)),
        })
    }
}

/// The index of the word at a distance in bytes from word `at`, which must be one of `len`.
fn inside(at: usize, distance: i64, len: usize) -> Result<usize, Rule> {
    let offset = i64::try_from(at).unwrap_or(i64::MAX).saturating_mul(4).saturating_add(distance);
    let index = usize::try_from(offset >> 2).ok().filter(|index| *index < len);
    index.ok_or(Rule::Outside(offset))
}

/// The distance in bytes to the target of a branch.
fn target(inst: &MachInst) -> Option<i64> {
    inst.row().slots.iter().enumerate().find_map(|(at, slot)| match slot.kind {
        Kind::Number(_, Style::Distance) => slot.kind.to_number(inst.operand(at)),
        _ => None,
    })
}

/// The registers that `inst` writes.
fn written(inst: &MachInst) -> impl Iterator<Item = (Class, u8)> {
    let slots = inst.row().slots.iter().enumerate().filter(|(_, slot)| slot.role.writes());
    slots.flat_map(|(at, slot)| {
        let named = match (slot.kind, inst.operand(at)) {
            (Kind::Register(registers), raw) if !is_thirty_one(registers, raw) => Some((registers, raw)),
            _ => None,
        };
        let all = named.and_then(|(registers, raw)| {
            let (class, first) = (registers.class?, registers.number(raw));
            Some((0..registers.count).map(move |nth| (class, (first.wrapping_add(nth) & 31) as u8)))
        });
        all.into_iter().flatten()
    })
}

/// Whether an operand is the zero register, the stack pointer, or another thing in the place of
/// register 31.
const fn is_thirty_one(registers: Registers, raw: u32) -> bool {
    raw == 31 && !registers.thirty_one.is_empty()
}

/// Whether `inst` names the stack pointer.
fn uses_sp(inst: &MachInst) -> bool {
    inst.row().slots.iter().enumerate().any(|(at, slot)| {
        matches!(slot.kind, Kind::Register(registers)
            if names_sp(registers) && is_thirty_one(registers, inst.operand(at)))
    })
}

/// The steps of a piece of code, in the order of their words.
#[derive(Debug, Default)]
pub(super) struct Steps(Vec<(usize, Step)>);

impl Steps {
    /// Appends the step of the word at `at`.
    pub(super) fn push(&mut self, at: usize, step: Step) -> Result<(), OutOfMemory> {
        self.0.try_push((at, step))
    }

    /// Appends a write of registers.
    ///
    /// Writes without another step between are one, at the last of their words: who jumps among
    /// them is taken to have done all of them.
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

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The step with an index, and its word.
    pub(super) fn get(&self, index: usize) -> Option<(usize, Step)> {
        self.0.get(index).copied()
    }

    /// The index of the first step that is done from the word at `at` on.
    pub(super) fn from(&self, at: usize) -> usize {
        self.0.partition_point(|(word, _)| *word < at)
    }
}
