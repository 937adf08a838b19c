//! Primitives of synchronisation: the standard library's, or loom's, which tries every order that the memory
//! model of the language allows. `cargo xtask test` runs the models of the pool's gates and sleepers, and of slots of
//! scratch memory, with those.
//!
//! Tests: `tests/tests/harness_pool.rs`, `tests/tests/harness_program_run.rs`.

#[cfg(tensmith_model)]
pub(crate) use loom::sync::{Condvar, Mutex, MutexGuard, atomic};
#[cfg(tensmith_model)]
pub(crate) use loom::thread::yield_now;
use std::sync::PoisonError;
#[cfg(not(tensmith_model))]
pub(crate) use std::sync::{Condvar, Mutex, MutexGuard, atomic};
#[cfg(not(tensmith_model))]
pub(crate) use std::thread::yield_now;

/// Locks. Nothing that could panic is done under any lock of the library.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sleeps, without the lock, until another thread wakes this one, or for no reason.
pub(crate) fn wait<'m, T>(condition: &Condvar, guard: MutexGuard<'m, T>) -> MutexGuard<'m, T> {
    condition.wait(guard).unwrap_or_else(PoisonError::into_inner)
}

/// Runs `threads` in all orders in which threads are interrupted no more than three times where they could
/// go on: what goes wrong at all does so with few of these, while without a bound three threads take hours.
#[cfg(all(test, tensmith_model))]
pub(crate) fn model(threads: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(threads);
}
