//! Primitives of synchronisation: those of the language, of the standard library and a lock that spins, or
//! loom's, which tries every order that the memory model of the language allows.
//!
//! `cargo xtask test` runs the models of this crate, and at night of those above, with the latter
//! (`cfg(tensmith_model)`). The lock that spins is taken for granted there: loom's own has its place, as
//! spinning is no order that can be tried to its end.
//!
//! Tests: `sync/src/cache/models.rs`, `sync/src/code/memory/models.rs`.

#[cfg(not(tensmith_model))]
pub use core::sync::atomic;
#[cfg(tensmith_model)]
pub use loom::sync::atomic;
#[cfg(tensmith_model)]
pub use modelled::{SpinMutex, SpinMutexGuard};
#[cfg(not(tensmith_model))]
pub use spin::mutex::{SpinMutex, SpinMutexGuard};
#[cfg(feature = "threads")]
pub use threads::{Condvar, Mutex, MutexGuard, lock, thread_local, wait, yield_now};

/// Defines a function that is `const`, but in models: what loom watches is made while a model runs.
macro_rules! const_unless_modelled {
    ($(#[$attribute:meta])* $visible:vis const fn $($rest:tt)*) => {
        #[cfg(not(tensmith_model))]
        $(#[$attribute])*
        $visible const fn $($rest)*

        #[cfg(tensmith_model)]
        $(#[$attribute])*
        $visible fn $($rest)*
    };
}

/// Runs `threads` in all orders in which threads are interrupted no more than three times where they could
/// go on: what goes wrong at all does so with few of these, while without a bound three threads take hours.
#[cfg(tensmith_model)]
pub fn model(threads: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(threads);
}

#[cfg(tensmith_model)]
mod modelled {
    use core::marker::PhantomData;
    use core::ops::{Deref, DerefMut};
    use loom::sync::{Mutex, MutexGuard};

    /// loom's lock, in the place of one that spins. A thread that panics does not poison it.
    #[derive(Debug)]
    pub struct SpinMutex<T, R>(Mutex<T>, PhantomData<R>);

    impl<T, R> SpinMutex<T, R> {
        /// A lock around a value.
        pub fn new(value: T) -> Self {
            Self(Mutex::new(value), PhantomData)
        }

        /// Waits for the lock, and takes it.
        pub fn lock(&self) -> SpinMutexGuard<'_, T, R> {
            let guard = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            SpinMutexGuard(guard, PhantomData)
        }

        /// Takes the lock, if it is free.
        pub fn try_lock(&self) -> Option<SpinMutexGuard<'_, T, R>> {
            self.0.try_lock().ok().map(|guard| SpinMutexGuard(guard, PhantomData))
        }
    }

    /// What is locked, until this is dropped.
    #[derive(Debug)]
    pub struct SpinMutexGuard<'a, T, R>(MutexGuard<'a, T>, PhantomData<R>);

    impl<T, R> Deref for SpinMutexGuard<'_, T, R> {
        type Target = T;

        fn deref(&self) -> &T {
            &self.0
        }
    }

    impl<T, R> DerefMut for SpinMutexGuard<'_, T, R> {
        fn deref_mut(&mut self) -> &mut T {
            &mut self.0
        }
    }
}

/// What takes threads of an operating system.
#[cfg(feature = "threads")]
mod threads {
    #[cfg(tensmith_model)]
    pub use loom::sync::{Condvar, Mutex, MutexGuard};
    #[cfg(tensmith_model)]
    pub use loom::thread::yield_now;
    use std::sync::PoisonError;
    #[cfg(not(tensmith_model))]
    pub use std::sync::{Condvar, Mutex, MutexGuard};
    #[cfg(not(tensmith_model))]
    pub use std::thread::yield_now;
    #[cfg(not(tensmith_model))]
    pub use std::thread_local;

    /// loom's variables of threads, whose initial values are not `const`.
    #[cfg(tensmith_model)]
    #[macro_export]
    macro_rules! modelled_thread_local {
        ($($(#[$attribute:meta])* static $name:ident: $type:ty = const { $value:expr };)+) => {
            loom::thread_local! { $($(#[$attribute])* static $name: $type = $value;)+ }
        };
    }
    #[cfg(tensmith_model)]
    pub use modelled_thread_local as thread_local;

    /// Locks. Nothing that could panic is done under any lock of the library.
    pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
        mutex.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sleeps, without the lock, until another thread wakes this one, or for no reason.
    pub fn wait<'m, T>(condition: &Condvar, guard: MutexGuard<'m, T>) -> MutexGuard<'m, T> {
        condition.wait(guard).unwrap_or_else(PoisonError::into_inner)
    }
}
