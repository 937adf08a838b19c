//! The instructions with a bearing on paths, reduced to what they do there.

use super::registers::{Register, RegisterSet};
use super::state::Access;
use crate::fallible::{Few, OutOfMemory, TryVec};

/// The effect of an instruction on control, frame, callee-saved registers and upper halves.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Changes callee-saved registers, perhaps also upper halves of vectors.
    Write(RegisterSet, bool),
    /// Sets all upper halves to zero.
    ClearUpper,
    /// Moves the stack pointer up by some bytes.
    Adjust(i64),
    /// Accesses memory through the stack pointer.
    Access(Access),
    /// Goes on, or to an offset.
    Branch(usize),
    /// Goes to an offset.
    Jump(usize),
    /// Calls a function, and goes on.
    Call,
    /// Leaves.
    Return,
}

impl Step {
    /// Stores a register below the stack; it is given if it has to be preserved.
    pub(super) const fn push(register: Option<Register>) -> Self {
        let (before, offset, after) = (-8, 0, 0);
        Self::Access(Access { before, offset, after, register, bytes: 8, loads: false, stores: true })
    }

    /// Loads a register from there.
    pub(super) const fn pop(register: Option<Register>) -> Self {
        let (before, offset, after) = (0, 0, 8);
        Self::Access(Access { before, offset, after, register, bytes: 8, loads: true, stores: false })
    }
}

/// Steps that take no memory of their own: most kernels have fewer.
pub(super) const USUAL: usize = 32;

/// The steps of a piece of code, in the order of their instructions.
#[derive(Debug, Default)]
pub(super) struct Steps(Few<(usize, Step), USUAL>);

impl Steps {
    /// Appends a step of the instruction at `at`.
    pub(super) fn push(&mut self, at: usize, step: Step) -> Result<(), OutOfMemory> {
        self.0.try_push((at, step))
    }

    /// Appends a write of registers.
    ///
    /// Writes without another step between are one, at the last of their instructions: a jump among them
    /// counts as all of them.
    #[inline(always)]
    pub(super) fn write(
        &mut self,
        at: usize,
        registers: RegisterSet,
        upper: bool,
    ) -> Result<(), OutOfMemory> {
        match self.0.last_mut() {
            Some((last, Step::Write(earlier, had_upper))) => {
                (*earlier, *had_upper) = (earlier.or(registers), *had_upper || upper);
                *last = at;
                Ok(())
            }
            _ => self.push(at, Step::Write(registers, upper)),
        }
    }

    /// All, each with the offset of its instruction.
    pub(super) fn all(&self) -> &[(usize, Step)] {
        &self.0
    }

    /// The index of the first step that is done from an offset on.
    pub(super) fn from(&self, at: usize) -> usize {
        self.0.partition_point(|(offset, _)| *offset < at)
    }
}
