//! Primitives of synchronisation: those of the language and a lock that spins, or loom's, which tries every order that
//! the memory model of the language allows.
//!
//! `cargo xtask test` runs the models of this crate, and of those above, with the latter (`cfg(tensmith_model)`). The lock
//! that spins is taken for granted there: loom's own has its place, as spinning is no order that can be tried to its end.
//!
//! Tests: `core/src/cache/models.rs`, `core/src/code/memory/models.rs`.

#[cfg(not(tensmith_model))]
pub(crate) use core::sync::atomic;
#[cfg(tensmith_model)]
pub(crate) use loom::sync::atomic;
#[cfg(tensmith_model)]
pub(crate) use modelled::{SpinMutex, SpinMutexGuard};
#[cfg(not(tensmith_model))]
pub(crate) use spin::mutex::{SpinMutex, SpinMutexGuard};

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
    pub(crate) struct SpinMutex<T, R>(Mutex<T>, PhantomData<R>);

    impl<T, R> SpinMutex<T, R> {
        pub(crate) fn new(value: T) -> Self {
            Self(Mutex::new(value), PhantomData)
        }

        pub(crate) fn lock(&self) -> SpinMutexGuard<'_, T, R> {
            let guard = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            SpinMutexGuard(guard, PhantomData)
        }

        pub(crate) fn try_lock(&self) -> Option<SpinMutexGuard<'_, T, R>> {
            self.0.try_lock().ok().map(|guard| SpinMutexGuard(guard, PhantomData))
        }
    }

    /// What is locked, until this is dropped.
    pub(crate) struct SpinMutexGuard<'a, T, R>(MutexGuard<'a, T>, PhantomData<R>);

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
