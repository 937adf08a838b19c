//! Running a plan on memory: the one place where a plan's offsets become accesses.
//!
//! Tests: `tests/tests/tensor_plan.rs`, `tests/tests/harness_program_run.rs`.
#![allow(unsafe_code)]

use crate::code::entry::{Arguments, Kernel};
use crate::kernel::spec::MAX_ARGUMENTS;
use crate::tensor::plan::{Bindings, Phase, Plan, SingleCall};
use core::ops::Range;

impl Plan {
    /// Runs all phases, on the thread at hand. Takes no lock, allocates nothing and reads no clock.
    ///
    /// # Safety
    /// As for [`Plan::run_tasks`], and nothing else runs tasks of the same plan on the same operands
    /// meanwhile.
    pub unsafe fn run(&self, kernels: &[Kernel], bindings: Bindings<'_>) {
        for phase in self.phases() {
            // SAFETY: the caller's duties are the same.
            unsafe { self.run_tasks(phase, 0..phase.tasks(), kernels, bindings) };
        }
    }

    /// Runs some tasks of a phase of this plan. Takes no lock, allocates nothing and reads no clock.
    /// Other threads may run other tasks of the phase meanwhile, with other scratch memory.
    ///
    /// # Safety
    /// - The kernels compute what [`Plan::kernels`] says, in that order, and there are no fewer.
    /// - Each address is that of an argument's element (0, …, 0), and every element that the
    ///   nests' extents, strides and offsets lead to is valid: to read where it is an input, to read and
    ///   write where it is an output. Scratch memory has [`Plan::scratch_bytes`] and is only used by
    ///   this thread, the arena [`Plan::arena_bytes`] and is only used by this run. All addresses are
    ///   multiples of the element size.
    /// - Outputs overlap no inputs, but for what elementwise kernels allow; nothing else writes to
    ///   the inputs, or accesses the outputs, meanwhile. All tasks of the phases before have ended.
    pub unsafe fn run_tasks(
        &self,
        phase: &Phase,
        tasks: Range<usize>,
        kernels: &[Kernel],
        bindings: Bindings<'_>,
    ) {
        self.walk_tasks(phase, tasks, bindings, |number, operands| {
            let arguments = arguments(operands);
            if let Some(kernel) = kernels.get(number) {
                // SAFETY: the kernel computes its specification (caller's duty), which leaves
                // nothing to run time, so that the addresses are all of its arguments. The tiles
                // that are visited are made of the nests' elements, which are valid (caller's duty).
                unsafe { kernel.call(&arguments) };
            }
        });
    }
}

impl SingleCall {
    /// Makes the call of its kernel, for arguments at these addresses.
    ///
    /// # Safety
    /// The call is that of a plan, the kernel the one that it says, and the caller's duties are those of
    /// [`Plan::run`] of that plan.
    #[inline]
    pub unsafe fn run(&self, kernel: &Kernel, of_argument: impl Fn(usize) -> usize) {
        // SAFETY: as in `Plan::run_tasks`, of which this is all that is left without loops; the kernel
        // takes no more arguments (`Plan::single_call`).
        unsafe { kernel.call_short(self.addresses(of_argument)) };
    }
}

/// Operands as arguments of a kernel that leaves nothing to run time.
#[inline]
fn arguments<const N: usize>(operands: [usize; N]) -> Arguments {
    let mut operands = operands.into_iter();
    [(); MAX_ARGUMENTS].map(|()| operands.next().unwrap_or(0))
}
