//! The makers of plans of this process: one for each number of threads.
//!
//! In a child that was forked, locks inside of them may be held by threads that it does not have. So
//! Python tells ([`forked`]), and the child makes its own; those of its parent stay as they are.
//!
//! Tests: `harness/python/tests/test_threads.py`, `harness/python/tests/test_wisdom.py`.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use tensmith::wisdom::Wisdom;
use tensmith::{BuildError, Jit};

/// A maker of plans for some threads.
struct Maker {
    threads: NonZeroUsize,
    generation: u64,
    jit: &'static Jit,
}

/// Those that there are. It is locked by threads that are attached to the interpreter, which those that fork
/// are as well: no child finds it locked.
static MAKERS: Mutex<Vec<Maker>> = Mutex::new(Vec::new());

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
    let mut makers = MAKERS.lock().unwrap_or_else(PoisonError::into_inner);
    let generation = generation();
    if let Some(maker) =
        makers.iter().find(|maker| maker.threads == threads && maker.generation == generation)
    {
        return Ok(maker.jit);
    }
    let jit = match WISDOM.lock().unwrap_or_else(PoisonError::into_inner).clone() {
        None if threads == NonZeroUsize::MIN => Jit::global()?,
        wisdom => Box::leak(Box::new(Jit::builder().threads(threads.get()).wisdom(wisdom).build()?)),
    };
    makers.push(Maker { threads, generation, jit });
    Ok(jit)
}
