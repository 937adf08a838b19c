//! Running programs on slices: everything that could go wrong is refused before anything is written.
#![allow(unsafe_code)]

use super::{Argument, Program, RunError};
use crate::trace;
use std::iter::repeat_n;
use tensmith_core::code::entry::Kernel;
use tensmith_core::executor::Executor;
use tensmith_core::fallible::try_few;
use tensmith_core::reference::Element;
use tensmith_core::tensor::plan::{Addresses, Bindings, SINGLE_OPERANDS};
use tensmith_sync::scratch::Slots;

impl<T: Element> Program<T> {
    /// Runs the program on the threads of an executor.
    ///
    /// # Errors
    /// [`RunError`]. That what is written overlaps nothing is certain by the types.
    pub fn run(
        &self,
        arguments: &mut [Argument<'_, T>],
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        trace::run(|| {
            let Some((single, kernel)) = &self.single else {
                return self.run_in(arguments, executor, self.scratch.slots());
            };
            let mut addresses = [0; SINGLE_OPERANDS];
            self.place(arguments, &mut addresses)?;
            // SAFETY: as in `run_in`; there is no scratch memory in a single call.
            unsafe { single.run(kernel, |argument| addresses[argument]) };
            Ok(())
        })
    }

    /// Like [`Program::run`], with scratch memory of the caller's: [`Program::scratch`] elements for each
    /// thread that is to run at a time. What they hold does not matter.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn run_with(
        &self,
        scratch: &mut [T],
        arguments: &mut [Argument<'_, T>],
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        let (len, needed) = (scratch.len(), self.scratch());
        if len < needed {
            return Err(RunError::Scratch { len, needed });
        }
        let count = len.checked_div(needed).unwrap_or(0);
        let start = scratch.as_mut_ptr().expose_provenance();
        self.run_in(arguments, executor, &Slots::new(start, needed * size_of::<T>(), count))
    }

    /// Like [`Program::run`], on what lies around the address of each argument.
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
    /// Those of [`Program::run_at`].
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

    fn run_in(
        &self,
        arguments: &mut [Argument<'_, T>],
        executor: &(impl Executor + ?Sized),
        slots: &Slots,
    ) -> Result<(), RunError> {
        let mut addresses: Addresses = try_few(repeat_n(0, self.loops.accesses().len()))?;
        self.place(arguments, &mut addresses)?;
        let kernels = self.executable()?;
        let arena = self.arena.slots().take_arena()?;
        let bindings = Bindings { arguments: &addresses, scratch: 0, arena: arena.address() };
        // SAFETY: each slice holds what is accessed of its argument (just checked), is aligned as its
        // element type, and is borrowed for writing if the program writes to it, so that it overlaps no
        // other. The slots are scratch memory of the size that the program needs, borrowed for the run, and
        // the arena is this run's.
        unsafe { self.execute(kernels, bindings, slots, executor) }
    }

    /// Writes down the places of the arguments: there is room for that of each.
    fn place(&self, arguments: &mut [Argument<'_, T>], places: &mut [usize]) -> Result<(), RunError> {
        let accesses = self.loops.accesses();
        let (found, expected) = (arguments.len(), accesses.len());
        if found != expected {
            return Err(RunError::Count { found, expected });
        }
        for (number, ((place, access), argument)) in
            places.iter_mut().zip(accesses).zip(arguments).enumerate()
        {
            *place = argument.address(number, access)?;
        }
        Ok(())
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
