//! The compiled form of a sequence of nests: loops around calls of kernels.
//!
//! Problem: the loops around a kernel have to cost next to nothing, whatever
//! their number, and must not allocate, recurse or divide.
//!
//! Idea: a flat list of instructions (`program`): a loop begins, a loop ends, a kernel is called.
//! The addresses are kept ready, one for each operand of each step; the end of an iteration moves
//! those that depend on it. Which of several kernels a call takes, or none, depends on which loops
//! are at their first or last iteration: remainders of dimensions that do not divide, and what happens
//! to a tile of the output before its first product and after its last (`calls`).
//!
//! The outermost loops may be shared between threads. Their iterations are numbered, and any range of
//! the numbers can be run by itself: that is a task of an executor. What a task
//! computes does not depend on which thread runs it, or any other.
//!
//! Zeroing is free: a first touch of zero becomes a beta of 0 of the kernel that adds the first products, and
//! so does what a reduction would make of nothing.
//!
//! Tests: `tests/tests/tensor_plan.rs`, `tests/tests/harness_program_run.rs`.

mod calls;
mod listing;
mod moment;
mod program;
mod single;

pub use listing::Instruction;
pub use moment::Moment;
pub use program::{Call, Calls, Loop, MAX_ADDRESSES, Move};
pub use single::{SINGLE_OPERANDS, SingleCall};

use crate::fallible::{Few, OutOfMemory, TryVec, try_with_room};
use crate::kernel::KernelSpec;
use crate::tensor::access::{self, Access};
use crate::tensor::buffer::Buffer;
use crate::tensor::error::NestError;
use crate::tensor::nest::{Exec, Main, Nest, Operand};
use crate::tensor::row;
use crate::tensor::sequence::Sequence;
use crate::tensor::valid::Valid;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;
use program::{Program, Writer};

/// The addresses of a plan's arguments, of any number: a few dozens need no memory of their own.
pub type Addresses = Few<usize, 48>;

/// How many more arguments a plan may have than its steps can access: some have a number and nothing else.
const MOST_IDLE: usize = 48;

/// A compiled sequence.
#[derive(Debug, PartialEq, Eq)]
pub struct Plan {
    sequence: Sequence,
    kernels: Vec<KernelSpec>,
    phases: Vec<Phase>,
    /// Where each address begins: an operand, and bytes behind it.
    begins: Few<(Buffer, isize), 9>,
    accesses: Few<Access, 3>,
}

/// Steps that share their outermost loops: all of a phase is run before any of the next.
#[derive(Debug, PartialEq, Eq)]
pub struct Phase {
    /// The shared loops, outermost first. Their iterations are the tasks.
    shared: usize,
    program: Program,
}

/// Where operands begin.
#[derive(Clone, Copy, Debug)]
pub struct Bindings<'a> {
    /// The addresses of the arguments' elements (0, …, 0).
    pub arguments: &'a [usize],
    /// The address of scratch memory.
    pub scratch: usize,
    /// The address of the arena.
    pub arena: usize,
}

impl Plan {
    /// Compiles a nest whose dimensions are all decided.
    ///
    /// # Errors
    /// [`NestError`].
    pub fn new(nest: Nest) -> Result<Self, NestError> {
        Self::of(Sequence::of(nest)?)
    }

    /// Compiles a sequence of nests whose dimensions are all decided. What it has of scratch memory and of
    /// the arena beyond the last element that is accessed, is left out.
    ///
    /// # Errors
    /// [`NestError`].
    pub fn of(sequence: Sequence) -> Result<Self, NestError> {
        Self::of_valid(sequence.verified()?.trimmed()?)
    }

    /// As [`Plan::of`], of a sequence that keeps every rule.
    ///
    /// # Errors
    /// [`NestError`].
    pub fn of_valid(sequence: Valid) -> Result<Self, NestError> {
        let sequence = sequence.into_inner();
        sequence.steps.iter().try_for_each(|step| decided(&step.nest))?;
        let accessed = sequence.steps.len().saturating_mul(Operand::ALL.len());
        let most = accessed.saturating_add(MOST_IDLE);
        if sequence.arguments() > most {
            return Err(NestError::TooMuch { what: "arguments", most });
        }
        let mut kernels = Vec::new();
        let mut phases = try_with_room(sequence.steps.iter().filter(|step| step.shares == 0).count())?;
        let mut next = 0usize;
        while next < sequence.steps.len() {
            let steps = next..end_of_phase(&sequence, next);
            next = steps.end;
            let of_phase = sequence.steps.get(steps.clone()).unwrap_or(&[]);
            let mut writer = Writer::new(steps.start, of_phase, &mut kernels)?;
            let mut numbered = steps.zip(of_phase);
            numbered.try_for_each(|(number, step)| {
                let next = sequence.steps.get(number.saturating_add(1));
                let is_last = next.is_none_or(|next| !next.takes_up());
                match writer.begin_step(step, sequence.common(number))? && is_last {
                    true => calls::write(row::ending_with(&sequence.steps, number), &mut writer),
                    false => Ok(()),
                }
            })?;
            let shared = of_phase.first().map_or(0, |step| writer.shared(&step.nest));
            phases.try_push(Phase { shared, program: writer.finish()? })?;
        }
        let begins = begins(&sequence)?;
        let accesses = access::of_arguments(&sequence)?;
        Ok(Self { sequence, kernels, phases, begins, accesses })
    }

    /// Returns the sequence that was compiled.
    #[must_use]
    pub fn sequence(&self) -> &Sequence {
        &self.sequence
    }

    /// Returns the specifications of the kernels.
    #[must_use]
    pub fn kernels(&self) -> &[KernelSpec] {
        &self.kernels
    }

    /// Returns the elements that are accessed of each argument.
    #[inline] // Runs ask.
    #[must_use]
    pub fn accesses(&self) -> &[Access] {
        &self.accesses
    }

    /// The phases, in the order in which they run.
    #[must_use]
    pub fn phases(&self) -> &[Phase] {
        &self.phases
    }

    /// The loops around the kernels, each after those around it.
    pub fn loops(&self) -> impl Iterator<Item = &Loop> {
        self.phases.iter().flat_map(|phase| phase.program.loops())
    }

    /// Bytes of scratch memory that each thread needs.
    #[must_use]
    pub fn scratch_bytes(&self) -> usize {
        self.sequence.scratch
    }

    /// Bytes of the arena that each run needs.
    #[must_use]
    pub fn arena_bytes(&self) -> usize {
        self.sequence.arena
    }

    /// Visits every call of a kernel in order: its number in [`Plan::kernels`] and the addresses of
    /// its operands in the order of its specification. The addresses are those of `bindings` plus the
    /// bytes to the tile; where they point is the caller's business, so they may as well be offsets.
    pub fn walk(&self, bindings: Bindings<'_>, mut visit: impl FnMut(usize, [usize; MAX_ADDRESSES])) {
        for phase in &self.phases {
            self.walk_tasks(phase, 0..phase.tasks(), bindings, &mut visit);
        }
    }

    /// As [`Plan::walk`], of some tasks of a phase.
    pub fn walk_tasks(
        &self,
        phase: &Phase,
        tasks: Range<usize>,
        bindings: Bindings<'_>,
        mut visit: impl FnMut(usize, [usize; MAX_ADDRESSES]),
    ) {
        let begin = |address: usize| {
            let (buffer, offset) = self.begins.get(address).copied().unwrap_or((Buffer::Scratch(0), 0));
            let base = match buffer {
                Buffer::Argument(number) => bindings.arguments.get(number).copied().unwrap_or(0),
                Buffer::Scratch(_) => bindings.scratch,
                Buffer::Arena(_) => bindings.arena,
                // No kernel is called with that.
                Buffer::Register => 0,
            };
            base.wrapping_add_signed(offset)
        };
        phase.program.walk(phase.shared, tasks, begin, &mut visit);
    }
}

impl Phase {
    /// How many tasks there are: the iterations of the shared loops, 1 without any, 0 where there is
    /// nothing to do.
    #[must_use]
    pub fn tasks(&self) -> usize {
        self.program.tasks(self.shared)
    }

    /// Visits the calls of kernels that all of its tasks make, in some pieces. That takes no longer for long
    /// loops than for short ones.
    pub fn count_calls(&self, mut visit: impl FnMut(Calls)) {
        self.program.count(&mut visit);
    }

    /// Numbers of the kernels that its calls choose from, in the order of the calls.
    pub fn kernels(&self) -> impl Iterator<Item = usize> {
        let calls = self.program.calls().iter();
        calls.flat_map(|call| call.kernels.iter().flatten().map(|number| usize::from(*number)))
    }
}

fn decided(nest: &Nest) -> Result<(), NestError> {
    if let Some(dim) = nest.dims.iter().position(|dim| dim.exec == Exec::Undefined) {
        return Err(NestError::Undecided { dim });
    }
    if nest.main == Main::Contraction { Err(NestError::NoPrimitive) } else { Ok(()) }
}

/// Where the phase ends that begins with a step.
fn end_of_phase(sequence: &Sequence, first: usize) -> usize {
    let mut later = first.saturating_add(1)..sequence.steps.len();
    later.find(|step| sequence.begins_phase(*step)).unwrap_or(sequence.steps.len())
}

/// Every operand of every step.
fn begins(sequence: &Sequence) -> Result<Few<(Buffer, isize), 9>, OutOfMemory> {
    let mut begins = Few::new();
    for step in &sequence.steps {
        for operand in Operand::ALL {
            let bytes = step.nest.bytes(operand) as isize;
            let buffer = *step.operands.get(operand);
            let inside = match buffer {
                Buffer::Argument(_) | Buffer::Register => 0,
                Buffer::Scratch(at) | Buffer::Arena(at) => at as isize,
            };
            let offset = step.nest.offsets.get(operand).wrapping_mul(bytes);
            begins.try_push((buffer, offset.wrapping_add(inside)))?;
        }
    }
    Ok(begins)
}

impl fmt::Display for Plan {
    /// The nests, the kernels, and the loops around their calls with steps in bytes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in &self.sequence.steps {
            writeln!(f, "{}", step.nest)?;
        }
        for (number, kernel) in self.kernels.iter().enumerate() {
            writeln!(f, "kernel {number}: {kernel}")?;
        }
        self.phases.iter().try_for_each(|phase| write!(f, "{}", phase.program))
    }
}
