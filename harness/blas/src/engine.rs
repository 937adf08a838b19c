//! What a process has to multiply with: what makes code, the threads, and what was made.
//!
//! It is made at the first call, without a lock: of threads that make one at the same time, all but the first
//! throw theirs away. A child that was forked has one of its own, as locks of its parent's threads may never
//! be released there: what it has of its parent's is left alone, never freed, and not called either.
//!
//! Tests: `tests/tests/blas_fork.rs`, `tests/tests/blas.rs`.
#![allow(unsafe_code)]

use crate::asked::Asked;
use crate::environment;
use crate::forks;
use crate::key::{Key, Problem};
use crate::next::Next;
use crate::room;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::thread;
use tensmith::Jit;
use tensmith::parallel::{Executor, Pool, Sequential};
use tensmith_core::cache::{Cache, RelaxStrategy};
use tensmith_core::{Complex, OutOfMemory};

/// Bytes that are kept in each cache, of code and of what was counted.
const BUDGET: usize = 16 << 20;

/// What was asked for, by what was asked.
pub(crate) type Entries<T> = Cache<Key, Asked<T>, OutOfMemory, Yield>;

/// See the module's documentation.
#[derive(Debug)]
pub(crate) struct Engine {
    /// What makes code; none where there is to be none, or cannot be any.
    pub(crate) jit: Option<Jit>,
    pub(crate) of_f32: Entries<f32>,
    pub(crate) of_f64: Entries<f64>,
    pub(crate) of_c64: Entries<Complex<f32>>,
    pub(crate) of_c128: Entries<Complex<f64>>,
    /// Who computes what is not computed here.
    pub(crate) next: Next,
    pool: Pool,
}

/// Waiting leaves the core to other threads.
#[derive(Debug)]
pub(crate) enum Yield {}

impl RelaxStrategy for Yield {
    fn relax() {
        thread::yield_now();
    }
}

static ENGINE: AtomicPtr<Engine> = AtomicPtr::new(ptr::null_mut());

/// The engine of this process; none without memory.
pub(crate) fn engine() -> Option<&'static Engine> {
    let there = ENGINE.load(Ordering::Acquire);
    let found = if there.is_null() { make()? } else { there };
    // SAFETY: what is there was made by `make`, and is never freed.
    Some(unsafe { &*found })
}

#[cold]
fn make() -> Option<*mut Engine> {
    if !room::FOR_KERNEL.is_there() {
        return None;
    }
    listen_for_forks();
    let pool = Pool::with_width(environment::threads());
    let jit = environment::jit(pool.width());
    let mut room = Vec::new();
    room.try_reserve_exact(1).ok()?;
    room.push(Engine {
        jit,
        of_f32: Cache::new(BUDGET),
        of_f64: Cache::new(BUDGET),
        of_c64: Cache::new(BUDGET),
        of_c128: Cache::new(BUDGET),
        next: Next::find(),
        pool,
    });
    let made = Box::into_raw(room.into_boxed_slice());
    let first = made.cast::<Engine>();
    match ENGINE.compare_exchange(ptr::null_mut(), first, Ordering::AcqRel, Ordering::Acquire) {
        Ok(_) => Some(first),
        Err(there) => {
            // SAFETY: it is the box from above, which nobody else has seen.
            drop(unsafe { Box::from_raw(made) });
            Some(there)
        }
    }
}

/// Has each child that is forked forget the engine.
fn listen_for_forks() {
    extern "C" fn in_child() {
        // Nothing but what may be done in a handler of signals.
        ENGINE.store(ptr::null_mut(), Ordering::Relaxed);
        forks::count();
    }
    static IS_LISTENING: AtomicBool = AtomicBool::new(false);
    if !IS_LISTENING.swap(true, Ordering::Relaxed) {
        // SAFETY: the handler may be called at any time. Where there is no memory for it, children use the
        // engine that they inherit, as those of most libraries do.
        unsafe { libc::pthread_atfork(None, None, Some(in_child)) };
    }
}

impl Engine {
    /// The threads for one multiplication, of which there is more than one if that is worth while.
    pub(crate) fn executor_for(&self, problem: &Problem) -> &dyn Executor {
        if problem.is_large() { self.executor() } else { &Sequential }
    }

    /// The threads: the pool, or where the system does not give it any the caller's own.
    pub(crate) fn executor(&self) -> &dyn Executor {
        let has_threads = room::FOR_PLAN.is_there() && self.pool.start().is_ok();
        if has_threads { &self.pool } else { &Sequential }
    }
}
