//! A phase as a list of instructions, for those that write it down in a language of theirs.
//!
//! An address is an operand of a step. It begins at [`Plan::origin`], moves with every iteration of the loops
//! that have a [`Move`] for it, and is where it was when such a loop has ended. A loop over a part is shorter
//! where the loops around it are all at their last iteration ([`Loop::rest`]).
//!
//! Tests: `tests/tests/tensor_plan.rs`, `tests/tests/export_link.rs`.

use super::moment::Moment;
use super::program::{Call, Item, Loop, MAX_ADDRESSES, Move};
use super::{Phase, Plan};
use crate::tensor::buffer::Buffer;

/// An instruction of a phase.
#[derive(Clone, Copy, Debug)]
pub enum Instruction<'p> {
    /// A loop begins.
    Begin {
        /// Its number within the phase, by which [`Moment`] and [`Loop::around`] have a bit for it.
        number: usize,
        /// How often it runs.
        a_loop: &'p Loop,
        /// The addresses that move with it.
        moves: &'p [Move],
    },
    /// The innermost loop that is open ends.
    End,
    /// A kernel is called, or nothing.
    Call(&'p Call),
}

impl Call {
    /// Returns the moments that the choice of a kernel depends on.
    #[must_use]
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// Returns the number in [`Plan::kernels`] of the kernel that is called in a case; none where nothing is.
    /// A case has a bit for each of the moments, the first the lowest: set where it is that moment.
    #[must_use]
    pub fn kernel(&self, case: usize) -> Option<usize> {
        self.kernels.get(case).copied().flatten().map(usize::from)
    }

    /// Returns the addresses of its operands, by their numbers within the phase, in the order of the kernel's
    /// arguments. Those behind the last one repeat it.
    #[must_use]
    pub const fn addresses(&self) -> [usize; MAX_ADDRESSES] {
        self.addresses
    }
}

impl Phase {
    /// Returns the instructions of all its tasks, one after the other.
    pub fn instructions(&self) -> impl Iterator<Item = Instruction<'_>> {
        let program = &self.program;
        program.items().iter().filter_map(move |item| match *item {
            Item::Begin(number) => {
                let a_loop = program.loops().get(number)?;
                Some(Instruction::Begin { number, a_loop, moves: program.moves_of(a_loop) })
            }
            Item::End(..) => Some(Instruction::End),
            Item::Call(number) => program.calls().get(number).map(Instruction::Call),
        })
    }
}

impl Plan {
    /// Returns where an address of a phase begins: a buffer, and bytes behind the beginning of its memory:
    /// that of an argument's element (0, …, 0), of scratch memory, or of the arena. None for
    /// addresses that there are not.
    #[must_use]
    pub fn origin(&self, phase: &Phase, address: usize) -> Option<(Buffer, isize)> {
        self.begins.get(phase.program.number_of(address)).copied()
    }
}
