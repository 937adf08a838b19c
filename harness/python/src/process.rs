//! The makers of plans of this process: one for each number of threads.
//!
//! In a child that was forked, locks inside of them may be held by threads that it does not have. So
//! Python tells ([`forked`]), and the child makes its own; those of its parent stay as they are.
//!
//! Tests: `harness/python/tests/test_threads.py`, `harness/python/tests/test_wisdom.py`,
//! `harness/python/tests/test_sparse.py`.

use pyo3::PyResult;
use pyo3::exceptions::PyMemoryError;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use tensmith::machine::{STACK_TO_MAKE, stack_left};
use tensmith::parallel::Pool;
use tensmith::wisdom::Wisdom;
use tensmith::{BuildError, Jit};

/// A maker of something for some threads.
struct Maker<T: 'static> {
    threads: NonZeroUsize,
    generation: u64,
    made: &'static T,
}

/// Makers, each for another number of threads. It is locked by threads that are attached to the interpreter,
/// which those that fork are as well: no child finds it locked.
type Makers<T> = Mutex<Vec<Maker<T>>>;

/// Those of plans that there are.
static MAKERS: Makers<Jit> = Mutex::new(Vec::new());

/// Those of contractions with a sparse operand.
static SPARSE: Makers<Sparse> = Mutex::new(Vec::new());

/// A maker of contractions with a sparse operand, and the threads that these run on.
#[derive(Debug)]
pub(crate) struct Sparse {
    pub(crate) jit: Jit,
    pub(crate) pool: Pool,
}

/// Where orders are kept that took long to find.
static WISDOM: Mutex<Option<Wisdom>> = Mutex::new(None);

/// How often what was made before ceased to count: with each fork, as it belongs to the parent, and with each
/// other place for orders, as it asked elsewhere.
static GENERATION: AtomicU64 = AtomicU64::new(0);

/// Returns a number that is another one once what was made before does not count.
#[inline]
pub(crate) fn generation() -> u64 {
    GENERATION.load(Ordering::Relaxed)
}

/// Says that this process was forked.
pub(crate) fn forked() {
    GENERATION.fetch_add(1, Ordering::Relaxed);
}

/// Sets where orders are kept.
pub(crate) fn set_wisdom(wisdom: Option<Wisdom>) {
    *WISDOM.lock().unwrap_or_else(PoisonError::into_inner) = wisdom;
    GENERATION.fetch_add(1, Ordering::Relaxed);
}

/// Returns the maker of plans for a number of threads. It is made when it is asked for first, and stays.
///
/// # Errors
/// Those of [`Jit::host`].
pub(crate) fn jit(threads: NonZeroUsize) -> Result<&'static Jit, BuildError> {
    found(&MAKERS, threads, || match wisdom() {
        None if threads == NonZeroUsize::MIN => Jit::global(),
        wisdom => Ok(Box::leak(Box::new(Jit::builder().threads(threads.get()).wisdom(wisdom).build()?))),
    })
}

/// Returns the maker of contractions with a sparse operand, as [`jit`] that of plans.
///
/// # Errors
/// Those of [`Jit::host`].
pub(crate) fn sparse(threads: NonZeroUsize) -> Result<&'static Sparse, BuildError> {
    found(&SPARSE, threads, || {
        let builder = Jit::builder().threads(threads.get()).wisdom(wisdom());
        let (jit, pool) = (tensmith_sparse::enabled(builder).build()?, Pool::with_width(threads));
        Ok(Box::leak(Box::new(Sparse { jit, pool })))
    })
}

/// Refuses to make code on a thread that lacks stack for that.
///
/// # Errors
/// `MemoryError`.
pub(crate) fn check_stack() -> PyResult<()> {
    match stack_left().is_some_and(|left| left < STACK_TO_MAKE) {
        true => Err(PyMemoryError::new_err("the calling thread has too little stack left to make code")),
        false => Ok(()),
    }
}

/// Where orders are kept.
fn wisdom() -> Option<Wisdom> {
    WISDOM.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Returns what was made for a number of threads and still counts, or makes it.
fn found<T>(
    makers: &Makers<T>,
    threads: NonZeroUsize,
    make: impl FnOnce() -> Result<&'static T, BuildError>,
) -> Result<&'static T, BuildError> {
    let mut makers = makers.lock().unwrap_or_else(PoisonError::into_inner);
    let generation = generation();
    let is_it = |maker: &&Maker<T>| maker.threads == threads && maker.generation == generation;
    if let Some(maker) = makers.iter().find(is_it) {
        return Ok(maker.made);
    }
    let made = make()?;
    makers.push(Maker { threads, generation, made });
    Ok(made)
}
