//! The threads of a pool: when they start, that they sleep and end, and how many there are. One test, alone
//! in its program, so that no other test starts any.
#![cfg(target_os = "linux")]

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use std::cell::Cell;
use std::fs;
use std::num::NonZeroUsize;
use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;
use tensmith::parallel::{Executor, Pool};

/// States of the pools' threads, by proc(5): `R` where one runs, `S` where it sleeps.
fn states() -> String {
    let threads = fs::read_dir("/proc/self/task").expect("/proc is mounted");
    // A thread can end while it is looked at.
    let stats = threads.filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("stat")).ok());
    let state = |stat: String| {
        let (name, rest) = stat.rsplit_once(") ")?;
        if name.contains("(tensmith-") { rest.chars().next() } else { None }
    };
    stats.filter_map(state).collect()
}

/// Waits until `holds`, up to a limit.
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let holds = (0..10_000).any(|_| {
        thread::sleep(Duration::from_millis(1));
        holds()
    });
    assert!(holds, "{what}: {}", states());
}

/// How many threads that ran tasks have ended.
static ENDED: AtomicUsize = AtomicUsize::new(0);

/// Counts in [`ENDED`] when its thread ends.
struct Ending(Cell<bool>);

impl Drop for Ending {
    fn drop(&mut self) {
        ENDED.fetch_add(1, Ordering::Relaxed);
    }
}

thread_local! {
    static ENDING: Ending = const { Ending(Cell::new(false)) };
}

#[test]
fn threads_start_when_needed_sleep_when_idle_and_end_with_the_pool() {
    let width = 4;
    let pool = Pool::with_width(NonZeroUsize::new(width).unwrap());
    pool.run(1, &|_| ()).unwrap();
    assert_eq!(states(), "", "one task needs no threads");

    let barrier = Barrier::new(width);
    let meet = |_| {
        ENDING.with(|ending| ending.0.set(true));
        barrier.wait();
    };
    pool.run(width, &|range| range.for_each(meet)).unwrap();
    assert_eq!(states().len(), width - 1);
    let mut asleep = 0;
    wait_until("threads without work sleep", || {
        asleep = if states() == "SSS" { asleep + 1 } else { 0 };
        asleep == 20
    });

    pool.run(width, &|range| range.for_each(meet)).unwrap();
    assert_eq!(ENDED.load(Ordering::Relaxed), 0);
    drop(pool);
    assert_eq!(ENDED.load(Ordering::Relaxed), width - 1, "dropping a pool waits for its threads");
    wait_until("threads end", || states().is_empty());

    let all = sched_getaffinity(None).unwrap();
    let mut one = CpuSet::new();
    one.set((0..CpuSet::MAX_CPU).find(|cpu| all.is_set(*cpu)).unwrap());
    sched_setaffinity(None, &one).unwrap();
    assert_eq!(Pool::new().width(), NonZeroUsize::MIN, "a pool is as wide as its creator may run");
    sched_setaffinity(None, &all).unwrap();
    assert!(Pool::new().width().get() <= all.count() as usize);
}
