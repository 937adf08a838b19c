//! A pool of threads that steal work from each other: the [`Executor`] of applications that have none.
//!
//! Problem: the tasks of a plan take from a microsecond to many milliseconds each, on threads that other
//! programs disturb. Dividing them beforehand leaves threads idle; handing them out one by one from one
//! place makes threads wait for each other.
//!
//! Idea: a call of [`Executor::run`] is a *round*. Its caller leads it at a *table*, where each thread of
//! the pool has a seat with a deque of its own. A thread with a range of tasks puts its upper half into
//! the deque until one *leaf* is left, and runs that; then it goes on with the range that it put there last.
//! A thread without one steals the range that another put there first: half of all that this one had.
//!
//! - [`round`]: the tasks, how far they are divided, and what becomes of a panic;
//! - [`gate`]: lends a round to other threads, and takes it back: the only unsafe code;
//! - [`table`]: dividing, stealing and waiting;
//! - [`sleep`]: threads without work;
//! - [`crew`]: starting, looking for work, and ending.
//!
//! Invariants. A task that is not being run is in a deque, for any thread to steal; so a thread that finds
//! nothing has nothing to wait for but the end. A thread that leaves a table leaves an empty deque; so when
//! only the leader is there, and its own deque is empty, everything has been run.
//!
//! Nesting cannot deadlock: a thread that waits in a round waits for threads that run pieces of it, these at
//! most for rounds that they lead themselves, and so on to threads that wait for nothing. While it waits, a
//! thread steals from its own round alone, so that stacks grow with the depth of nesting only, and no thread
//! is kept from returning by the work of others.
//!
//! Cost: a round takes a free table by one exchange, and allocates nothing: tables and deques exist
//! from the start, and a deque never grows, as ranges halve. While there are as many rounds as tables
//! ([`table::TABLES`]), a further one is run by its caller alone. Threads look for work for some
//! microseconds before they sleep (`sleep::Patience`). Measured by `cargo xtask bench executor`.
//!
//! Compared with: rayon, where jobs of all rounds are in one deque of each thread, so that
//! a thread that waits may have to run something else, and callers from outside sleep meanwhile; chili and
//! forte, which divide at heartbeats and so for tasks that are shorter than ours; and OpenMP, whose threads
//! all take part in every loop and wait for each other spinning.
//!
//! Tests: `tests/tests/harness_pool.rs`, `tests/tests/harness_pool_allocations.rs`,
//! `tests/tests/harness_pool_threads.rs`.

mod crew;
mod table;

use crew::Crew;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use tensmith_core::executor::{Executor, ExecutorError, Sequential};
use tensmith_sync::pool::round::Round;

/// Threads that run tasks and steal them from each other. They start when they are needed first, and end
/// with the pool.
///
/// ```
/// use std::sync::atomic::{AtomicUsize, Ordering};
/// use tensmith::parallel::{Executor, Pool};
///
/// let (pool, sum) = (Pool::new(), AtomicUsize::new(0));
/// pool.run(1000, &|tasks| {
///     sum.fetch_add(tasks.sum(), Ordering::Relaxed);
/// })?;
/// assert_eq!(sum.into_inner(), 499_500);
/// # Ok::<(), tensmith::parallel::ExecutorError>(())
/// ```
///
/// Where tasks panic, all other leaves are run nevertheless, and the caller goes on with the panic of
/// the lowest range, which is what a loop over all tasks would have met first. The pool stays as it was.
///
/// In a child that was forked after the threads started, there are none: rounds are run
/// by their caller alone.
#[derive(Debug)]
pub struct Pool {
    width: NonZeroUsize,
    crew: OnceLock<Crew>,
    /// Held while threads are started.
    starting: Mutex<()>,
}

impl Pool {
    /// As many threads as this process can run at once: what its affinity, and on Linux the limits of
    /// its control groups, leave of the machine; one where the system does not say.
    #[must_use]
    pub fn new() -> Self {
        Self::with_width(thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }

    /// A certain number of threads, the caller's included.
    #[must_use]
    pub const fn with_width(width: NonZeroUsize) -> Self {
        Self { width, crew: OnceLock::new(), starting: Mutex::new(()) }
    }

    /// Starts the threads, unless there are some: for callers that want to know beforehand whether that
    /// works, or not to wait for it in the first round.
    ///
    /// # Errors
    /// [`ExecutorError::Threads`] if the system does not give as many, or there should be more than
    /// 1,024. The next round tries again.
    pub fn start(&self) -> Result<(), ExecutorError> {
        self.crew().map(|_| ())
    }

    fn crew(&self) -> Result<&Crew, ExecutorError> {
        if let Some(crew) = self.crew.get() {
            return Ok(crew);
        }
        let _starting = self.starting.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(crew) = self.crew.get() {
            return Ok(crew);
        }
        let crew = Crew::start(self.width)?;
        Ok(self.crew.get_or_init(|| crew))
    }
}

impl Default for Pool {
    fn default() -> Self {
        Self::new()
    }
}

// SAFETY: the module's documentation has the argument: a range is divided or run, never both, and a round
// ends when no thread is in it.
#[expect(unsafe_code, reason = "the promise of `Executor`, and nothing else")]
unsafe impl Executor for Pool {
    fn width(&self) -> NonZeroUsize {
        self.width
    }

    fn run(&self, tasks: usize, body: &(dyn Fn(Range<usize>) + Sync)) -> Result<(), ExecutorError> {
        if tasks <= 1 || self.width == NonZeroUsize::MIN {
            return Sequential.run(tasks, body);
        }
        let round = Round::new(tasks, self.width, body);
        if self.crew()?.run(&round) {
            round.end();
        } else {
            body(0..tasks);
        }
        Ok(())
    }
}
