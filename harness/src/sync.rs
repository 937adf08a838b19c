//! Primitives of synchronisation: the standard library's, or loom's, which tries every order that the memory
//! model of the language allows. `cargo xtask test` runs the models of the pool's gates and sleepers, of slots of
//! scratch memory, and of generators at work, with those.
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
#[cfg(not(tensmith_model))]
pub(crate) use std::thread_local;
#[cfg(all(test, tensmith_model))]
pub(crate) use tensmith_core::sync::model;

/// loom's variables of threads, whose initial values are not `const`.
#[cfg(tensmith_model)]
macro_rules! modelled_thread_local {
    ($($(#[$attribute:meta])* static $name:ident: $type:ty = const { $value:expr };)+) => {
        loom::thread_local! { $($(#[$attribute])* static $name: $type = $value;)+ }
    };
}
#[cfg(tensmith_model)]
pub(crate) use modelled_thread_local as thread_local;

/// Locks. Nothing that could panic is done under any lock of the library.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sleeps, without the lock, until another thread wakes this one, or for no reason.
pub(crate) fn wait<'m, T>(condition: &Condvar, guard: MutexGuard<'m, T>) -> MutexGuard<'m, T> {
    condition.wait(guard).unwrap_or_else(PoisonError::into_inner)
}
