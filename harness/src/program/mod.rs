//! Loop nests as machine code: [`Jit::nest`](crate::Jit::nest) and [`Jit::sequence`](crate::Jit::sequence).
//!
//! ```no_run
//! use tensmith::{Argument, Jit, Sequential, tensor};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let nest = "nest f32 contraction first=zero last=relu
//!     m undefined 2 1 0 1 \n n undefined 3 0 4 2 \n k undefined 4 2 1 0";
//! let program = Jit::host()?.nest(nest.parse()?, tensor::Options::default())?;
//! let (a, b, mut c) = ([1.0f32; 8], [0.5; 12], [0.0; 6]);
//! program.run(&mut [Argument::read(&a), Argument::read(&b), Argument::write(&mut c)], &Sequential)?;
//! assert_eq!(c, [2.0; 6]);
//! # Ok(())
//! # }
//! ```
//!
//! A [`Program`] has any number of arguments: the operands of its nests. [`Program::run`] takes slices
//! and checks them; [`Program::bind`] checks pointers once, for any number of calls ([`Bound`]). Either
//! runs on the caller's thread or on those of an [`Executor`](crate::Executor); the result is the same, bit
//! by bit. A run takes no lock, allocates nothing and reads no clock. There are three exceptions: threads that
//! find all scratch memory of a program in use wait for some ([`Program::scratch`]); where a program with
//! an arena runs several times at once, all but one of these runs allocate one; and a run with more than 48 arguments that
//! are not [bound](Program::bind) allocates the list of their addresses.
//!
//! [`check()`] compares what a run wrote with the scalar reference.
//!
//! Tests: `tests/tests/harness_program_run.rs`, `tests/tests/harness_program_refused.rs`,
//! `tests/tests/harness_program_allocations.rs`.

mod argument;
mod bound;
mod check;
mod error;
mod run;

use crate::code::KernelCode;
use std::marker::PhantomData;
use std::num::NonZeroUsize;
use std::sync::Arc;
use tensmith_core::code::entry::Kernel;
use tensmith_core::code::memory::ALIGNMENT;
use tensmith_core::fallible::OutOfMemory;
use tensmith_core::reference::Element;
use tensmith_core::tensor::{self, plan::SingleCall};
use tensmith_sync::scratch::Scratch;

pub use argument::Argument;
pub use bound::Bound;
pub use check::check;
pub use error::RunError;

/// A sequence of loop nests over elements of type `T`, compiled for one machine. Threads may share it.
#[derive(Debug)]
pub struct Program<T> {
    /// Name of the machine.
    target: &'static str,
    loops: tensor::Plan,
    /// The code of the kernels of `loops`.
    code: Vec<Arc<KernelCode>>,
    /// `code` in executable memory; none where it is for another machine.
    kernels: Option<Vec<Kernel>>,
    /// All that `loops` do, where that is a single call, and its kernel, where that can run.
    single: Option<(SingleCall, Kernel)>,
    /// How many threads there is scratch memory for.
    threads: usize,
    scratch: Scratch,
    /// A single slot: what steps leave for later ones.
    arena: Scratch,
    element: PhantomData<T>,
}

impl<T: Element> Program<T> {
    /// Loops, made for a machine, with their kernels and with scratch memory for some threads.
    ///
    /// The elements are of type `T`; the kernels compute what the loops say, in that order.
    pub(crate) fn new(
        target: &'static str,
        loops: tensor::Plan,
        (code, kernels): (Vec<Arc<KernelCode>>, Option<Vec<Kernel>>),
        threads: NonZeroUsize,
    ) -> Result<Self, OutOfMemory> {
        let needed = |bytes| if kernels.is_some() { bytes } else { 0 };
        let scratch = Scratch::new(needed(loops.scratch_bytes()), threads)?;
        let arena = Scratch::new(needed(loops.arena_bytes()), NonZeroUsize::MIN)?;
        let single = loops.single_call().and_then(|single| {
            let kernel = kernels.as_ref()?.get(single.kernel)?.clone();
            Some((single, kernel))
        });
        Ok(Self {
            target,
            loops,
            code,
            kernels,
            single,
            threads: threads.get(),
            scratch,
            arena,
            element: PhantomData,
        })
    }

    /// The name of the core that the program is made for.
    #[must_use]
    pub fn target(&self) -> &'static str {
        self.target
    }

    /// The kernels that the loops call.
    #[must_use]
    pub fn kernels(&self) -> &[Arc<KernelCode>] {
        &self.code
    }

    /// The loops around the kernels, and the nests that they come from.
    #[must_use]
    pub fn loops(&self) -> &tensor::Plan {
        &self.loops
    }

    /// Bytes that runs need in addition to the arguments.
    pub(crate) fn memory(&self) -> usize {
        self.loops.scratch_bytes().saturating_mul(self.threads).saturating_add(self.loops.arena_bytes())
    }

    /// About how many bytes of memory it keeps in use, its kernels included.
    pub(crate) fn bytes(&self) -> usize {
        let code: usize = self.code.iter().map(|kernel| kernel.code.len().next_multiple_of(ALIGNMENT)).sum();
        let nests = self.loops.sequence().steps.len() * size_of::<tensor::sequence::Step>();
        code + nests + self.scratch.bytes() + self.arena.bytes()
    }

    /// Elements of scratch memory that each thread needs. The program has that memory for as many threads as
    /// its [`Jit`](crate::Jit) is for, but for at most 256; a thread that comes when all of it is in use waits.
    #[must_use]
    pub fn scratch(&self) -> usize {
        self.loops.scratch_bytes() / size_of::<T>()
    }

    /// Elements of memory that each run needs in addition, for values that its steps leave to later ones. The program has
    /// that memory once; runs at the same time allocate more.
    #[must_use]
    pub fn arena(&self) -> usize {
        self.loops.arena_bytes() / size_of::<T>()
    }

    fn executable(&self) -> Result<&[Kernel], RunError> {
        self.kernels.as_deref().ok_or(RunError::OtherMachine { target: self.target })
    }
}
