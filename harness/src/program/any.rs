//! A program of any element type: what it is made of, and how it runs at addresses.
//!
//! Tests: `tests/tests/harness_program_run.rs`.
#![allow(unsafe_code)]

use super::tensor;
use crate::code::KernelCode;
use crate::error::RunError;
use crate::pool::Pool;
use crate::trace;
use std::num::NonZeroUsize;
use std::sync::Arc;
use tensmith_core::code::entry::Kernel;
use tensmith_core::code::memory::ALIGNMENT;
use tensmith_core::executor::Executor;
use tensmith_core::fallible::{OutOfMemory, try_few};
use tensmith_core::kernel::KernelSpec;
use tensmith_core::tensor::plan::{Addresses, Bindings, SingleCall};
use tensmith_sync::scratch::{Scratch, Slots};

/// A sequence of loop nests, compiled for one machine.
#[derive(Debug)]
pub(crate) struct AnyProgram {
    /// Name of the machine.
    pub(super) target: &'static str,
    pub(super) loops: tensor::Plan,
    /// The code of the kernels of `loops`.
    pub(super) code: Vec<Arc<KernelCode>>,
    /// `code` in executable memory; none where it is for another machine.
    kernels: Option<Vec<Kernel>>,
    /// All that `loops` do, where that is a single call, and its kernel, where that can run.
    pub(super) single: Option<(SingleCall, Kernel)>,
    /// The threads that runs are on, each of which has scratch memory.
    pub(super) pool: Arc<Pool>,
    pub(super) scratch: Scratch,
    /// A single slot: what steps leave for later ones.
    pub(super) arena: Scratch,
}

impl AnyProgram {
    /// The specifications of the kernels.
    pub(crate) fn specs(&self) -> &[KernelSpec] {
        self.loops.kernels()
    }

    /// Loops, made for a machine, with their kernels, and with scratch memory for each thread.
    ///
    /// The kernels compute what the loops say, in that order.
    pub(crate) fn new(
        target: &'static str,
        loops: tensor::Plan,
        (code, kernels): (Vec<Arc<KernelCode>>, Option<Vec<Kernel>>),
        pool: Arc<Pool>,
    ) -> Result<Self, OutOfMemory> {
        let needed = |bytes| if kernels.is_some() { bytes } else { 0 };
        let scratch = Scratch::new(needed(loops.scratch_bytes()), pool.width())?;
        let arena = Scratch::new(needed(loops.arena_bytes()), NonZeroUsize::MIN)?;
        let single = loops.single_call().and_then(|single| {
            let kernel = kernels.as_ref()?.get(single.kernel)?.clone();
            Some((single, kernel))
        });
        Ok(Self { target, loops, code, kernels, single, pool, scratch, arena })
    }

    /// The loops around the kernels.
    pub(crate) const fn loops(&self) -> &tensor::Plan {
        &self.loops
    }

    /// The kernels that the loops call.
    pub(crate) fn code(&self) -> &[Arc<KernelCode>] {
        &self.code
    }

    /// The threads of the [`Jit`](crate::Jit) that made it.
    pub(crate) fn pool(&self) -> &Pool {
        &self.pool
    }

    /// Bytes that runs need in addition to the arguments.
    pub(crate) fn memory(&self) -> usize {
        self.loops
            .scratch_bytes()
            .saturating_mul(self.pool.width().get())
            .saturating_add(self.loops.arena_bytes())
    }

    /// About how many bytes of memory it keeps in use, its kernels included.
    pub(crate) fn bytes(&self) -> usize {
        let code: usize = self.code.iter().map(|kernel| kernel.code.len().next_multiple_of(ALIGNMENT)).sum();
        let nests = self.loops.sequence().steps.len() * size_of::<tensor::sequence::Step>();
        code + nests + self.scratch.bytes() + self.arena.bytes()
    }

    pub(super) fn executable(&self) -> Result<&[Kernel], RunError> {
        self.kernels.as_deref().ok_or(RunError::OtherMachine { target: self.target })
    }

    /// Runs the program on what lies around the address of each argument.
    ///
    /// # Safety
    /// There is an address for each argument, that of its element (0, …, 0), aligned; what the program
    /// accesses around it is there, and overlaps no other argument if it is written. Nothing else accesses
    /// what is written meanwhile, nor writes to the rest.
    #[inline(always)]
    pub(crate) unsafe fn run_at(
        &self,
        of_argument: impl Fn(usize) -> usize,
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        trace::run(|| {
            if let Some((single, kernel)) = &self.single {
                // SAFETY: the kernel is the program's; the caller's duties are the same.
                unsafe { single.run(kernel, of_argument) };
                return Ok(());
            }
            // SAFETY: the same.
            unsafe { self.run_loops_at(of_argument, executor) }
        })
    }

    /// The same for what is more than a single call.
    ///
    /// # Safety
    /// Those of [`AnyProgram::run_at`].
    #[inline(never)]
    unsafe fn run_loops_at(
        &self,
        of_argument: impl Fn(usize) -> usize,
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        let kernels = self.executable()?;
        let addresses: Addresses = try_few((0..self.loops.accesses().len()).map(of_argument))?;
        let arena = self.arena.slots().take_arena()?;
        let bindings = Bindings { arguments: &addresses, scratch: 0, arena: arena.address() };
        // SAFETY: as above; the slots are the program's, the arena is this run's.
        unsafe { self.execute(kernels, bindings, self.scratch.slots(), executor) }
    }

    /// Runs the phases, one after another, with scratch memory from the slots.
    ///
    /// # Safety
    /// The kernels are those of this program. Each address is that of an argument, aligned, with all elements
    /// around it that the program accesses; what it writes overlaps no other argument, and nothing
    /// else accesses it meanwhile, nor writes to the others. The arena is as large as the program needs, and
    /// only used by this run. Each slot has the program's scratch memory, and nothing else uses that of one
    /// which is taken.
    pub(super) unsafe fn execute(
        &self,
        kernels: &[Kernel],
        bindings: Bindings<'_>,
        slots: &Slots,
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        for phase in self.loops.phases() {
            let run = |tasks| {
                let slot = slots.take();
                let bindings = Bindings { scratch: slot.address(), ..bindings };
                // SAFETY: the kernels were compiled from the specifications of the loops
                // (`Jit::compile`, the only place that makes programs) by the workspace's own
                // generators. Addresses, what is around them, scratch memory and arena are as the loops
                // need them (caller's duty); no phase reads scratch memory that another wrote
                // (`Plan::of`). An executor returns when all tasks of a phase have ended.
                unsafe { self.loops.run_tasks(phase, tasks, kernels, bindings) };
            };
            match phase.tasks() {
                0 => {}
                1 => run(0..1),
                tasks => executor.run(tasks, &run)?,
            }
        }
        Ok(())
    }
}
