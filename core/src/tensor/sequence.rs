//! Nests that are run one after another, inside of loops that they share.
//!
//! Problem: a panel is packed once for all tiles that read it, an operation follows the contraction
//! whose tiles are still in a cache: several nests in the same loops.
//!
//! Idea: a tree of loops, written as the list of its leaves. Each [`Step`] says how many of its outermost
//! dimensions are the very loops of the step before. So a step is read and transformed like any
//! nest, and a nest alone is a sequence of one.
//!
//! Steps exchange values through memory of two kinds. Scratch memory is private to the thread that runs an
//! iteration of the shared dimensions, and holds nothing beyond the loops that steps have in common. The
//! arena is one for the whole run: what a step leaves there, all threads find when that step has ended
//! everywhere. Operations on elements may hand values over in registers instead, and take up those of a
//! multiplication when its sums are complete: then they are a `row`.
//!
//! Tests: `tests/tests/tensor_verify.rs`, `tests/tests/tensor_optimize_sequences.rs`.

use crate::DType;
use crate::fallible::{OutOfMemory, TryVec, try_with_room};
use crate::tensor::buffer::Buffer;
use crate::tensor::nest::{Exec, Nest, Operand, PerOperand};

use alloc::vec::Vec;

/// The most steps of a phase: while it runs, the addresses of all their operands are on the stack.
pub(crate) const MAX_STEPS: usize = 16;

/// A nest in a sequence.
#[derive(Debug, PartialEq, Eq)]
pub struct Step {
    /// The computation.
    pub nest: Nest,
    /// How many of its outermost dimensions are loops of the step before.
    pub shares: usize,
    /// Where its operands are.
    pub operands: PerOperand<Buffer>,
}

impl Step {
    /// Whether it leaves its result to the next step in registers.
    pub(crate) fn hands_over(&self) -> bool {
        self.operands.out == Buffer::Register
    }

    /// Whether it takes elements up in registers, from the step before.
    pub(crate) fn takes_up(&self) -> bool {
        let in_registers = |input| *self.operands.get(input) == Buffer::Register && self.nest.uses(input);
        [Operand::In0, Operand::In1].into_iter().any(in_registers)
    }

    /// A copy.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub(crate) fn try_clone(&self) -> Result<Self, OutOfMemory> {
        Ok(Self { nest: self.nest.try_clone()?, ..*self })
    }

    /// How many of its dimensions are loops.
    pub(crate) fn loops(&self) -> usize {
        self.nest.dims.iter().filter(|dim| dim.exec != Exec::Prim).count()
    }
}

/// Nests in the order in which they run.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Sequence {
    /// The nests.
    pub steps: Vec<Step>,
    /// Bytes of scratch memory that each thread needs.
    pub scratch: usize,
    /// Bytes of the arena, which all threads of a run share.
    pub arena: usize,
}

impl Sequence {
    /// A nest alone: its operands are the arguments 0, 1 and 2.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn of(nest: Nest) -> Result<Self, OutOfMemory> {
        let operands =
            PerOperand { in0: Buffer::Argument(0), in1: Buffer::Argument(1), out: Buffer::Argument(2) };
        // Copies of both inputs may come before it.
        let mut steps = try_with_room(3)?;
        steps.try_push(Step { nest, shares: 0, operands })?;
        Ok(Self { steps, ..Self::default() })
    }

    /// Has the steps of another sequence run behind its own, in the same memory: as much as either needs.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub(crate) fn append(&mut self, other: Self) -> Result<(), OutOfMemory> {
        self.scratch = self.scratch.max(other.scratch);
        self.arena = self.arena.max(other.arena);
        if self.steps.is_empty() {
            self.steps = other.steps;
            Ok(())
        } else {
            self.steps.try_extend(other.steps)
        }
    }

    /// How many arguments there are: one more than the greatest number of one.
    #[must_use]
    pub fn arguments(&self) -> usize {
        let buffers =
            self.steps.iter().flat_map(|step| Operand::ALL.map(|operand| *step.operands.get(operand)));
        let count = |buffer| match buffer {
            Buffer::Argument(number) => number.saturating_add(1),
            Buffer::Scratch(_) | Buffer::Arena(_) | Buffer::Register => 0,
        };
        buffers.map(count).max().unwrap_or(0)
    }

    /// The element types of arguments, as steps access them: what steps leave to each other may have others.
    pub fn types(&self) -> impl Iterator<Item = DType> {
        self.steps.iter().flat_map(|step| {
            let is_argument = |operand: &Operand| matches!(step.operands.get(*operand), Buffer::Argument(_));
            let arguments = Operand::ALL.into_iter().filter(is_argument);
            arguments.filter(|operand| step.nest.uses(*operand)).map(|operand| step.nest.dtype(operand))
        })
    }

    /// The element type of the first argument that a step accesses, which is that of all in programs.
    #[must_use]
    pub fn dtype(&self) -> Option<DType> {
        self.types().next().or_else(|| self.steps.first().map(|step| step.nest.types.output))
    }

    /// How many of the outermost dimensions of a step are loops of other steps too.
    #[must_use]
    pub fn common(&self, step: usize) -> usize {
        let shares = |step: usize| self.steps.get(step).map_or(0, |step| step.shares);
        shares(step).max(shares(step.saturating_add(1)))
    }

    /// Whether a step is not to begin before the ones before it have ended: it shares no loops with them, and
    /// takes nothing up from registers.
    #[must_use]
    pub fn begins_phase(&self, step: usize) -> bool {
        self.steps.get(step).is_none_or(|step| step.shares == 0 && !step.takes_up())
    }

    /// How many of the steps behind one take its elements up in registers, one after the other.
    #[must_use]
    pub fn taken_up_behind(&self, step: usize) -> usize {
        self.steps.iter().skip(step.saturating_add(1)).take_while(|step| step.takes_up()).count()
    }

    /// A copy.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub(crate) fn try_clone(&self) -> Result<Self, OutOfMemory> {
        let mut steps = try_with_room(self.steps.len())?;
        for step in &self.steps {
            steps.try_push(step.try_clone()?)?;
        }
        Ok(Self { steps, ..*self })
    }
}
