//! Threads without work: they look again for a while, then sleep until they are woken.
//!
//! Who puts work where others can find it wakes one sleeper, if there is one, and that one the next as
//! it divides what it found. No wake-up is lost: a thread counts itself asleep before it looks for the
//! last time, and work is there before the count is read; fences keep both in this order, so that one
//! of the two sees the other.

use super::lock;
use crossbeam_utils::Backoff;
use std::sync::atomic::{AtomicUsize, Ordering, fence};
use std::sync::{Condvar, Mutex, PoisonError};

/// How many sleep, and how many of these are to wake up.
#[derive(Debug, Default)]
pub(super) struct Sleepers {
    /// Those whom nobody has called yet.
    asleep: AtomicUsize,
    /// Calls that nobody has answered yet.
    calls: Mutex<usize>,
    called: Condvar,
}

impl Sleepers {
    /// Sleeps until called, unless `must_stay` finds a reason not to.
    pub(super) fn sleep(&self, must_stay: impl FnOnce() -> bool) {
        let mut calls = lock(&self.calls);
        self.asleep.fetch_add(1, Ordering::Relaxed);
        fence(Ordering::SeqCst);
        if must_stay() {
            self.asleep.fetch_sub(1, Ordering::Relaxed);
            return;
        }
        while *calls == 0 {
            calls = self.called.wait(calls).unwrap_or_else(PoisonError::into_inner);
        }
        *calls -= 1;
    }

    /// Wakes one who sleeps, if anyone does, after there is something to find.
    pub(super) fn wake(&self) {
        fence(Ordering::SeqCst);
        if self.asleep.load(Ordering::Relaxed) > 0 {
            self.call();
        }
    }

    #[cold]
    fn call(&self) {
        let mut calls = lock(&self.calls);
        // Under the lock, so that no two call for one, and who changes its mind is not called.
        if self.asleep.load(Ordering::Relaxed) > 0 {
            self.asleep.fetch_sub(1, Ordering::Relaxed);
            *calls += 1;
            drop(calls);
            self.called.notify_one();
        }
    }
}

/// How long a thread looks for something before it sleeps: spinning first, then letting others run.
#[derive(Debug, Default)]
pub(super) struct Patience {
    backoff: Backoff,
    yields: usize,
}

/// How often a thread lets others run. It takes about half a microsecond where nobody wants to, so that
/// rounds which follow each other closely find threads awake.
const YIELDS: usize = 64;

impl Patience {
    /// Waits a little; false when it has been long enough.
    pub(super) fn wait(&mut self) -> bool {
        self.yields += usize::from(self.backoff.is_completed());
        self.backoff.snooze();
        self.yields < YIELDS
    }
}
