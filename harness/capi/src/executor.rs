//! Threads for runs: a pool that this library owns, or those of the caller.
//!
//! Tests: `tests/tests/capi.rs`.
#![allow(unsafe_code)]

use crate::environment;
use crate::foreign;
use crate::status::{Failure, Status, guard};
use std::ffi::c_void;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::Result as Outcome;
use tensmith::parallel::{ExecutorError, Pool, Sequential};

/// Runs tasks on threads. Threads may share it, and use it at the same time.
#[derive(Debug)]
pub struct Executor(Kind);

#[derive(Debug)]
enum Kind {
    Pool(Pool),
    Callback { width: NonZeroUsize, run: Callback, context: Context },
}

/// Runs the tasks from `begin` on and before `end`. It may be called on any thread, and on several at once.
pub type Task = unsafe extern "C" fn(work: *mut c_void, begin: usize, end: usize);

/// Runs tasks on threads of the caller's: calls `task(work, begin, end)` with ranges that together hold each
/// number below `tasks` once, in any order and on any threads, and returns 0 when every call has returned.
/// Returns another number if it has run nothing.
pub type ParallelFor =
    Option<unsafe extern "C" fn(context: *mut c_void, tasks: usize, task: Task, work: *mut c_void) -> i32>;

type Callback = unsafe extern "C" fn(*mut c_void, usize, Task, *mut c_void) -> i32;

/// A pointer of the caller's, which nothing here looks behind.
#[derive(Clone, Copy, Debug)]
struct Context(*mut c_void);

// SAFETY: it is passed on, to a function that may be called on any thread (duty of
// `tensmith_executor_create_callback`).
unsafe impl Send for Context {}
// SAFETY: as above.
unsafe impl Sync for Context {}

/// A round of tasks, as it passes through C.
struct Work<'a> {
    body: &'a (dyn Fn(Range<usize>) + Sync),
    tasks: usize,
    done: AtomicUsize,
    /// Whether a range has been asked for that there is not.
    is_beyond: AtomicBool,
    panic: Mutex<Outcome<()>>,
}

/// Runs a range of tasks of a `Work`.
///
/// # Safety
/// `work` points to a `Work`, whose executor has not returned.
unsafe extern "C" fn perform(work: *mut c_void, begin: usize, end: usize) {
    // SAFETY: it is the pointer that `Executor::run` passes to the callback (caller's duty).
    let work = unsafe { &*work.cast::<Work<'_>>() };
    if begin > end || end > work.tasks {
        work.is_beyond.store(true, Ordering::Relaxed);
        return;
    }
    if begin < end {
        let outcome = catch_unwind(AssertUnwindSafe(|| (work.body)(begin..end)));
        if outcome.is_err() {
            *work.panic.lock().unwrap_or_else(PoisonError::into_inner) = outcome;
        }
        work.done.fetch_add(end - begin, Ordering::Relaxed);
    }
}

// SAFETY: a pool keeps the promise; that a callback does is the duty of the caller of
// `tensmith_executor_create_callback`, and what can be counted is counted.
unsafe impl tensmith::parallel::Executor for Executor {
    fn width(&self) -> NonZeroUsize {
        match &self.0 {
            Kind::Pool(pool) => pool.width(),
            Kind::Callback { width, .. } => *width,
        }
    }

    fn run(&self, tasks: usize, body: &(dyn Fn(Range<usize>) + Sync)) -> Result<(), ExecutorError> {
        let (run, context) = match &self.0 {
            Kind::Pool(pool) => return pool.run(tasks, body),
            Kind::Callback { .. } if tasks <= 1 => return Sequential.run(tasks, body),
            Kind::Callback { run, context, .. } => (run, context),
        };
        let (done, is_beyond) = (AtomicUsize::new(0), AtomicBool::new(false));
        let mut work = Work { body, tasks, done, is_beyond, panic: Mutex::new(Ok(())) };
        // SAFETY: the function may be called with this context, and returns after the last use of `work`
        // (duties of `tensmith_executor_create_callback`).
        let refused = unsafe { run(context.0, tasks, perform, (&raw mut work).cast()) } != 0;
        if let Err(panic) = work.panic.into_inner().unwrap_or_else(PoisonError::into_inner) {
            resume_unwind(panic);
        }
        match (refused, work.is_beyond.into_inner(), work.done.into_inner()) {
            (true, ..) => Err(ExecutorError::Refused("its callback did not return 0")),
            (_, true, _) => Err(ExecutorError::Refused("its callback asked for tasks that there are not")),
            (.., done) if done != tasks => Err(ExecutorError::Refused(
                "its callback did not run each task once: the output is not complete",
            )),
            _ => Ok(()),
        }
    }
}

/// Creates a pool of threads, the caller's included, that steal work from each other; they start at once, and
/// end with it. 0 stands for the environment's `TENSMITH_NUM_THREADS`, or else for as many as this
/// process may run at once.
///
/// # Safety
/// Pointers point to what they say.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_executor_create_pool(
    threads: usize,
    executor: *mut *mut Executor,
) -> Status {
    guard(|| {
        // SAFETY: the pointer points to a place for the result (caller's duty).
        let place = unsafe { foreign::place(executor, "executor") }?;
        let threads = match NonZeroUsize::new(threads) {
            None => environment::threads()?,
            threads => threads,
        };
        let pool = threads.map_or_else(Pool::new, Pool::with_width);
        pool.start()?;
        *place = foreign::hand_over(Executor(Kind::Pool(pool)));
        Ok(())
    })
}

/// Creates an executor that runs tasks on `width` threads of the caller's, by calling `run` with `context`.
///
/// # Safety
/// `run` does what its type says, may be called on any thread and by several at once, and neither
/// throws nor jumps out.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_executor_create_callback(
    width: usize,
    run: ParallelFor,
    context: *mut c_void,
    executor: *mut *mut Executor,
) -> Status {
    guard(|| {
        // SAFETY: the pointer points to a place for the result (caller's duty).
        let place = unsafe { foreign::place(executor, "executor") }?;
        let run = run.ok_or_else(|| Failure::new(Status::NullArgument, "run is null"))?;
        let width =
            NonZeroUsize::new(width).ok_or_else(|| Failure::invalid("width is 0: must be at least 1"))?;
        *place = foreign::hand_over(Executor(Kind::Callback { width, run, context: Context(context) }));
        Ok(())
    })
}

/// Returns how many threads run tasks, the caller's included; 0 for null.
///
/// # Safety
/// `executor` is a handle that is not destroyed, or null.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_executor_width(executor: *const Executor) -> usize {
    // SAFETY: it is a handle (caller's duty).
    unsafe { executor.as_ref() }.map_or(0, |executor| tensmith::parallel::Executor::width(executor).get())
}

/// Destroys a handle; null is none. The threads of a pool have ended then.
///
/// # Safety
/// `executor` is a handle that is not destroyed, and nothing runs on it any more; or null.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tensmith_executor_destroy(executor: *mut Executor) {
    // SAFETY: it is a handle that nobody uses any more (caller's duty).
    unsafe { foreign::destroy(executor) };
}

/// The executor that an argument names: the caller's thread for null.
pub(crate) fn or_sequential(executor: Option<&Executor>) -> &dyn tensmith::parallel::Executor {
    match executor {
        Some(executor) => executor,
        None => &Sequential,
    }
}
