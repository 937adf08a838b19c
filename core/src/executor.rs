//! Running tasks, on as many threads as there are: plans ask for it, and pools of threads offer it.
//!
//! Problem: the shared loops of a nest are independent tasks, but this crate knows no threads, and an
//! application may have its own that the work should run on.
//!
//! Idea: [`Executor`] is the whole interface. Tasks are numbers, and a task's body takes a range of
//! them, so that an executor of a range finds its place in the loops once and steps from there.
//! [`Sequential`] runs on the caller's thread; a work-stealing pool is in the harness.
//!
//! Invariants, which make results the same for any executor and any number of threads: each task is run
//! once; what it writes depends on its number alone, not on the range that it comes in; and `run`
//! returns after the last call of the body has, so that the body can borrow. Kernels write where their tasks
//! say, without a look at other threads: an executor that breaks this breaks memory, so that
//! the trait is unsafe.
//!
//! Tests: `tests/tests/harness_pool.rs`, `tests/tests/harness_program_run.rs`.
#![allow(unsafe_code)]

use crate::text::Count;
use core::num::NonZeroUsize;
use core::ops::Range;

/// A way to run tasks. Any number of threads may call it at once, and tasks may call it too.
///
/// # Safety
/// [`Executor::run`] calls `body` with no number twice and with none from `tasks` up, and does not end, not
/// by a panic either, before every call has.
pub unsafe trait Executor: Sync {
    /// How many threads run tasks, the caller's included: into how many parts dividing work is of use.
    fn width(&self) -> NonZeroUsize;

    /// Calls `body` with ranges, none of them empty, that hold each number below `tasks` once; in any
    /// order and on any threads. It returns when every call has, and what they wrote is visible then.
    ///
    /// A panic of `body` goes on in the caller, after every call that was begun has ended.
    ///
    /// # Errors
    /// [`ExecutorError`]. No task has been run then.
    fn run(&self, tasks: usize, body: &(dyn Fn(Range<usize>) + Sync)) -> Result<(), ExecutorError>;
}

/// Why an executor runs nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExecutorError {
    /// There are not the threads that there should be.
    #[error("the executor is to have {width}, which the system does not give it", width = Count(*width, "thread"))]
    Threads {
        /// Number of threads, the caller's included.
        width: usize,
    },
    /// For a reason of its own.
    #[error("the executor refuses: {0}")]
    Refused(&'static str),
}

/// Runs everything on the caller's thread, as one range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sequential;

// SAFETY: one call with all numbers, on the caller's own stack.
unsafe impl Executor for Sequential {
    fn width(&self) -> NonZeroUsize {
        NonZeroUsize::MIN
    }

    fn run(&self, tasks: usize, body: &(dyn Fn(Range<usize>) + Sync)) -> Result<(), ExecutorError> {
        if tasks > 0 {
            body(0..tasks);
        }
        Ok(())
    }
}
