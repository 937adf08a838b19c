//! Threads without work: they look again for a while, then sleep until they are woken.
//!
//! A thread that puts work where others can find it wakes one sleeper, if there is one, and that one the next
//! as it divides what it found. No wake-up is lost: a thread counts itself asleep before it looks for the
//! last time, and work is there before the count is read; fences keep both in this order, so that one of
//! the two sees the other.
//!
//! Tests: below, `tests/tests/harness_pool.rs`, `tests/tests/harness_pool_threads.rs`.

use crate::primitives::atomic::{AtomicUsize, Ordering, fence};
use crate::primitives::{Condvar, Mutex, lock, wait};
use crossbeam_utils::Backoff;

/// How many sleep, and how many of these are to wake up.
#[derive(Debug, Default)]
pub struct Sleepers {
    /// Sleepers that have not been called yet.
    asleep: AtomicUsize,
    /// Calls without an answer yet.
    calls: Mutex<usize>,
    called: Condvar,
}

impl Sleepers {
    /// Sleeps until called, unless `must_stay` finds a reason not to.
    pub fn sleep(&self, must_stay: impl FnOnce() -> bool) {
        let mut calls = lock(&self.calls);
        self.asleep.fetch_add(1, Ordering::Relaxed);
        fence(Ordering::SeqCst);
        if must_stay() {
            self.asleep.fetch_sub(1, Ordering::Relaxed);
            return;
        }
        while *calls == 0 {
            calls = wait(&self.called, calls);
        }
        *calls -= 1;
    }

    /// Wakes one sleeper, if there is one, after there is something to find.
    pub fn wake(&self) {
        fence(Ordering::SeqCst);
        if self.asleep.load(Ordering::Relaxed) > 0 {
            self.call();
        }
    }

    #[cold]
    fn call(&self) {
        let mut calls = lock(&self.calls);
        // Under the lock, so that no two call for one, and a thread that changes its mind is not called.
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
pub struct Patience {
    backoff: Backoff,
    yields: usize,
}

/// How often a thread lets others run. It takes about half a microsecond where no other thread wants to, so
/// that rounds which follow each other closely find threads awake.
const YIELDS: usize = 64;

impl Patience {
    /// Waits a little; false when it has been long enough.
    pub fn wait(&mut self) -> bool {
        self.yields += usize::from(self.backoff.is_completed());
        self.backoff.snooze();
        self.yields < YIELDS
    }
}

#[cfg(all(test, tensmith_model))]
mod models {
    use super::*;
    use crate::primitives::model;
    use loom::sync::Arc;
    use loom::thread;
    use std::vec::Vec;

    /// Threads that each sleep until there is work, with `wakers` that each make some: none may sleep without
    /// end, which loom would find.
    fn all_wake_up(sleepers: usize, wakers: usize) {
        model(move || {
            let shared = Arc::new((Sleepers::default(), AtomicUsize::new(0)));
            let spawn = |does: fn(&Sleepers, &AtomicUsize)| {
                let shared = Arc::clone(&shared);
                thread::spawn(move || does(&shared.0, &shared.1))
            };
            let sleeping = (1..sleepers).map(|_| spawn(sleep_until_there_is_work)).collect::<Vec<_>>();
            let waking = (0..wakers).map(|_| spawn(make_work)).collect::<Vec<_>>();
            sleep_until_there_is_work(&shared.0, &shared.1);
            sleeping.into_iter().chain(waking).for_each(|thread| thread.join().unwrap());
        });
    }

    fn sleep_until_there_is_work(sleepers: &Sleepers, work: &AtomicUsize) {
        while work.load(Ordering::Relaxed) == 0 {
            sleepers.sleep(|| work.load(Ordering::Relaxed) > 0);
        }
        // As threads do that find work which can be divided.
        sleepers.wake();
    }

    fn make_work(sleepers: &Sleepers, work: &AtomicUsize) {
        work.fetch_add(1, Ordering::Relaxed);
        sleepers.wake();
    }

    #[test]
    fn one_sleeper_is_woken() {
        all_wake_up(1, 1);
    }

    #[test]
    fn one_sleeper_is_woken_by_either_of_two() {
        all_wake_up(1, 2);
    }

    #[test]
    fn sleepers_wake_each_other() {
        all_wake_up(2, 1);
    }
}
