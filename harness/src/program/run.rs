//! Running programs on slices: everything that could go wrong is refused before anything is written.
#![allow(unsafe_code)]

use super::{Argument, Program};
use crate::error::RunError;
use crate::trace;
use std::iter::repeat_n;
use tensmith_core::executor::Executor;
use tensmith_core::fallible::try_few;
use tensmith_core::reference::Element;
use tensmith_core::tensor::plan::{Addresses, Bindings, SINGLE_OPERANDS};
use tensmith_sync::scratch::Slots;

impl<T: Element> Program<T> {
    /// Runs the program on the threads of its [`Jit`](crate::Jit).
    ///
    /// # Errors
    /// [`RunError`]. That what is written overlaps nothing is certain by the types.
    pub fn run(&self, arguments: &mut [Argument<'_, T>]) -> Result<(), RunError> {
        self.run_on(arguments, self.pool())
    }

    /// Runs the program on the threads of another executor.
    ///
    /// # Errors
    /// [`RunError`].
    pub fn run_on(
        &self,
        arguments: &mut [Argument<'_, T>],
        executor: &(impl Executor + ?Sized),
    ) -> Result<(), RunError> {
        trace::run(|| {
            let Some((single, kernel)) = &self.any.single else {
                return self.run_in(arguments, executor, self.any.scratch.slots());
            };
            let mut addresses = [0; SINGLE_OPERANDS];
            self.place(arguments, &mut addresses)?;
            // SAFETY: as in `run_in`; there is no scratch memory in a single call.
            unsafe { single.run(kernel, |argument| addresses[argument]) };
            Ok(())
        })
    }

    /// Like [`Program::run_on`], with scratch memory of the caller's: [`Program::scratch`] elements for each
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

    fn run_in(
        &self,
        arguments: &mut [Argument<'_, T>],
        executor: &(impl Executor + ?Sized),
        slots: &Slots,
    ) -> Result<(), RunError> {
        let mut addresses: Addresses = try_few(repeat_n(0, self.loops().accesses().len()))?;
        self.place(arguments, &mut addresses)?;
        let kernels = self.any.executable()?;
        let arena = self.any.arena.slots().take_arena()?;
        let bindings = Bindings { arguments: &addresses, scratch: 0, arena: arena.address() };
        // SAFETY: each slice holds what is accessed of its argument (just checked), is aligned as its
        // element type, and is borrowed for writing if the program writes to it, so that it overlaps no
        // other. The slots are scratch memory of the size that the program needs, borrowed for the run, and
        // the arena is this run's.
        unsafe { self.any.execute(kernels, bindings, slots, executor) }
    }

    /// Writes down the places of the arguments: there is room for that of each.
    fn place(&self, arguments: &mut [Argument<'_, T>], places: &mut [usize]) -> Result<(), RunError> {
        let accesses = self.loops().accesses();
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
}
