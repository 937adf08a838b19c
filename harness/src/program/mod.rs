//! Loop nests as machine code: [`Jit::nest`](crate::Jit::nest) and [`Jit::sequence`](crate::Jit::sequence).
//!
//! ```no_run
//! use tensmith::Jit;
//! use tensmith::program::{tensor, Argument};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let nest = "nest f32 contraction first=zero last=relu
//!     m undefined 2 1 0 1 \n n undefined 3 0 4 2 \n k undefined 4 2 1 0";
//! let program = Jit::host()?.nest(nest.parse()?, tensor::Options::default())?;
//! let (a, b, mut c) = ([1.0f32; 8], [0.5; 12], [0.0; 6]);
//! program.run(&mut [Argument::read(&a), Argument::read(&b), Argument::write(&mut c)])?;
//! assert_eq!(c, [2.0; 6]);
//! # Ok(())
//! # }
//! ```
//!
//! A [`Program`] has any number of arguments: the operands of its nests. [`Program::run`] takes slices
//! and checks them; [`Program::bind`] checks pointers once, for any number of calls ([`Bound`]). Either
//! runs on the threads of the [`Jit`](crate::Jit), or on those of an
//! [`Executor`](tensmith_core::executor::Executor); the result is the same, bit by bit. A run takes no lock,
//! allocates nothing and reads no clock. There are three exceptions: threads that find all scratch memory of
//! a program in use wait for some ([`Program::scratch`]); where a program with an arena runs several times at
//! once, all but one of these runs allocate one; and a run with more than 48 arguments that are not
//! [bound](Program::bind) allocates the list of their addresses.
//!
//! [`check()`] compares what a run wrote with the scalar reference.
//!
//! Tests: `tests/tests/harness_program_run.rs`, `tests/tests/harness_program_refused.rs`,
//! `tests/tests/harness_program_allocations.rs`.

mod any;
mod argument;
mod bound;
mod check;
mod run;

use crate::code::KernelCode;
use crate::pool::Pool;
use std::marker::PhantomData;
use std::sync::Arc;
use tensmith_core::reference::Element;

pub(crate) use any::AnyProgram;
pub use argument::Argument;
pub use bound::Bound;
pub use check::check;
pub use tensmith_core::tensor;

/// A sequence of loop nests over elements of type `T`, compiled for one machine. Threads may share it.
#[derive(Debug)]
pub struct Program<T> {
    pub(crate) any: AnyProgram,
    element: PhantomData<T>,
}

impl<T: Element> Program<T> {
    /// A program whose arguments have elements of type `T`.
    pub(crate) const fn new(any: AnyProgram) -> Self {
        Self { any, element: PhantomData }
    }

    /// The name of the core that the program is made for.
    #[must_use]
    pub fn target(&self) -> &'static str {
        self.any.target
    }

    /// The kernels that the loops call.
    #[must_use]
    pub fn kernels(&self) -> &[Arc<KernelCode>] {
        &self.any.code
    }

    /// The loops around the kernels, and the nests that they come from.
    #[must_use]
    pub fn loops(&self) -> &tensor::Plan {
        &self.any.loops
    }

    /// Elements of scratch memory that each thread needs. The program has that memory for as many threads as
    /// its [`Jit`](crate::Jit) is for, but for at most 256; a thread that comes when all
    /// of it is in use waits.
    #[must_use]
    pub fn scratch(&self) -> usize {
        self.loops().scratch_bytes().div_ceil(size_of::<T>())
    }

    /// Elements of memory that each run needs in addition, for values that its steps leave to later ones. The
    /// program has that memory once; runs at the same time allocate more.
    #[must_use]
    pub fn arena(&self) -> usize {
        self.loops().arena_bytes().div_ceil(size_of::<T>())
    }

    /// The threads of the [`Jit`](crate::Jit) that made it.
    pub(crate) fn pool(&self) -> &Pool {
        &self.any.pool
    }
}
