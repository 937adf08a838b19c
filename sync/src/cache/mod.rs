//! The cache of kernels, or of anything else that is made once and found again.
//!
//! Problem: making a kernel takes some hundred thousand instructions, and programs ask for the same
//! ones again and again, from many threads, as long as they run.
//!
//! Idea: [`Cache::get_or_make`] finds the value of a key or lets the caller make it. A cache keeps
//! *handles*, values whose clones share what they stand for: one stays in the cache, clones go out,
//! and what they stand for ends with the last of them. So handles outlive eviction, and this module
//! needs no reference counts of its own: nor could it have them, since `Arc::new` ends the program
//! where memory runs out, and stable Rust has no form of it that reports that. Code that shares on a
//! system decides how.
//!
//! - `store` finds values and keeps to the budget, in the order of `recent` use;
//! - `flights` knows what is being made, so that it is made once;
//! - this file puts a spin lock around both.
//!
//! Invariants: while the lock is held, values are compared, cloned and asked for their size, but none is
//! made, waited for, or dropped for good. Between calls, what the values say they take is within the
//! budget. A key is made by one caller at a time; callers that ask meanwhile get the same outcome, be it a
//! value or an error. If making panics, the next of them tries. Errors are not kept.
//!
//! Whatever a value depends on is in its key, or the same for the whole cache: one of kernels belongs
//! to one target and one registry, or has a number for the two in its keys.
//!
//! Cost: a hit compares one key and writes one number, whatever the cache holds; a miss adds a look
//! through what is being made. What an eviction costs is in `recent`. Counted in
//! `tests/examples/cache_cost.rs`.
//!
//! Tests: `sync/src/cache/models.rs`, `tests/tests/cache.rs`, `tests/tests/cache_memory.rs`.

mod flights;
#[cfg(all(test, tensmith_model))]
mod models;
mod recent;
mod store;

use crate::fallible::OutOfMemory;
use crate::primitives::atomic::{AtomicUsize, Ordering};
use crate::primitives::{SpinMutex, SpinMutexGuard};
use core::fmt;
use flights::{Flight, Flights, Progress};
pub use spin::relax::{RelaxStrategy, Spin};
pub use store::{Ask, Store, Value};

/// Finds values by keys, for many threads at once, within a budget of bytes. `E` is why a value could
/// not be made, `R` what a thread does while it waits; where there is an operating system, it should
/// let others run.
pub struct Cache<K, V, E, R = Spin> {
    shared: SpinMutex<Shared<K, V, E>, R>,
    /// The number of flights that have ended: callers aboard a flight wait for it to change.
    ended: AtomicUsize,
}

struct Shared<K, V, E> {
    store: Store<K, V>,
    flights: Flights<K, Result<V, E>>,
    asked: Asked,
}

/// How questions were answered that were no hits.
#[derive(Clone, Copy, Debug, Default)]
struct Asked {
    misses: u64,
    joined: u64,
}

/// The hits and misses of a cache so far, and its contents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// How often a value was there.
    pub hits: u64,
    /// How often one had to be made.
    pub misses: u64,
    /// How often one was being made already.
    pub joined: u64,
    /// How many values were given up to keep to the budget. One that exceeds it alone counts at once.
    pub evictions: u64,
    /// How many values there are.
    pub values: usize,
    /// Their bytes, as they stated them.
    pub bytes: usize,
}

/// The outcome without a value.
enum Missed<V> {
    /// It came meanwhile.
    Here(V),
    /// Someone makes it; with the number of flights that had ended by then.
    Wait(Flight, usize),
    /// The caller is to make it.
    Make(Flight),
}

impl<K, V: Value, E: Clone + From<OutOfMemory>, R: RelaxStrategy> Cache<K, V, E, R> {
    const_unless_modelled! {
        /// An empty cache, which takes no memory yet.
        #[must_use]
        pub const fn new(budget: usize) -> Self {
            let asked = Asked { misses: 0, joined: 0 };
            let shared = Shared { store: Store::new(budget), flights: Flights::new(), asked };
            Self { shared: SpinMutex::new(shared), ended: AtomicUsize::new(0) }
        }
    }

    /// The value of a key: what is there, or else what `make` makes, or what another thread is
    /// making, for which this one waits. `make` must not ask for the same key: it would wait for
    /// itself.
    ///
    /// # Errors
    /// Those of `make`, for every caller that waited for it, too; or [`OutOfMemory`].
    #[inline(always)]
    pub fn get_or_make(&self, key: &impl Ask<K>, make: impl FnOnce() -> Result<V, E>) -> Result<V, E> {
        if let Some(value) = key.find(&mut self.lock().store) {
            return Ok(value);
        }
        self.join_or_make(key, make)
    }

    /// The most bytes that the values take.
    #[must_use]
    pub fn budget(&self) -> usize {
        self.lock().store.budget()
    }

    /// The statistics so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let Shared { store, asked, .. } = &*self.lock();
        Statistics {
            hits: store.hits(),
            misses: asked.misses,
            joined: asked.joined,
            evictions: store.evictions(),
            values: store.len(),
            bytes: store.bytes(),
        }
    }

    #[inline]
    fn lock(&self) -> SpinMutexGuard<'_, Shared<K, V, E>, R> {
        match self.shared.try_lock() {
            Some(shared) => shared,
            None => self.wait_for_lock(),
        }
    }

    #[cold]
    fn wait_for_lock(&self) -> SpinMutexGuard<'_, Shared<K, V, E>, R> {
        self.shared.lock()
    }

    #[cold]
    fn join_or_make(&self, key: &impl Ask<K>, make: impl FnOnce() -> Result<V, E>) -> Result<V, E> {
        loop {
            // The lock is released before anything is made.
            let missed = self.lock().miss(key, &self.ended)?;
            match missed {
                Missed::Here(value) => return Ok(value),
                Missed::Make(flight) => return self.make(key, flight, make),
                Missed::Wait(flight, ended) => {
                    if let Some(outcome) = self.wait(flight, ended) {
                        return outcome;
                    }
                }
            }
        }
    }

    fn make(&self, key: &impl Ask<K>, flight: Flight, make: impl FnOnce() -> Result<V, E>) -> Result<V, E> {
        let mut pilot = Pilot { cache: self, flight, outcome: None };
        let outcome = make().and_then(|value| self.keep(key, value));
        pilot.outcome = Some(outcome.clone());
        drop(pilot);
        outcome
    }

    /// Adds a value, and makes room for it.
    fn keep(&self, key: &impl Ask<K>, value: V) -> Result<V, E> {
        self.lock().store.insert(key, value.clone())?;
        while let Some(evicted) = self.surplus() {
            drop(evicted);
        }
        Ok(value)
    }

    /// A value that there is no room for; dropped by the caller, without the lock.
    fn surplus(&self) -> Option<V> {
        self.lock().store.evict()
    }

    /// The outcome of a flight, unless it gets lost; `ended` is how many had when it was boarded.
    fn wait(&self, flight: Flight, mut ended: usize) -> Option<Result<V, E>> {
        loop {
            while self.ended.load(Ordering::Acquire) == ended {
                R::relax();
            }
            let mut shared = self.lock();
            match shared.flights.ask(flight) {
                Progress::Landed(outcome) => return Some(outcome),
                Progress::Lost => return None,
                Progress::Aloft => ended = self.ended.load(Ordering::Acquire),
            }
        }
    }
}

impl<K, V: Value, E: Clone> Shared<K, V, E> {
    fn miss(&mut self, key: &impl Ask<K>, ended: &AtomicUsize) -> Result<Missed<V>, OutOfMemory> {
        if let Some(value) = self.store.search(key) {
            return Ok(Missed::Here(value));
        }
        if let Some(flight) = self.flights.board(key) {
            self.asked.joined = self.asked.joined.wrapping_add(1);
            return Ok(Missed::Wait(flight, ended.load(Ordering::Acquire)));
        }
        let flight = self.flights.begin(key.to_key())?;
        self.asked.misses = self.asked.misses.wrapping_add(1);
        Ok(Missed::Make(flight))
    }
}

/// The maker of a value. Dropped, also by a panic, it ends the flight.
struct Pilot<'a, K, V: Clone, E: Clone, R: RelaxStrategy> {
    cache: &'a Cache<K, V, E, R>,
    flight: Flight,
    outcome: Option<Result<V, E>>,
}

impl<K, V: Clone, E: Clone, R: RelaxStrategy> Drop for Pilot<'_, K, V, E, R> {
    fn drop(&mut self) {
        let mut shared = self.cache.shared.lock();
        shared.flights.end(self.flight, self.outcome.take());
        self.cache.ended.fetch_add(1, Ordering::Release);
    }
}

impl<K, V, E, R> fmt::Debug for Cache<K, V, E, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cache").finish_non_exhaustive()
    }
}
