//! Pools in a process that forks: the child has their state and none of their threads.
#![allow(unsafe_code)]

use std::num::NonZeroUsize;
use std::panic::catch_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use tensmith::{Executor, Pool};

/// Whether `work` ends well in a child of this process, within some seconds.
fn succeeds_in_a_child(work: impl FnOnce() + std::panic::UnwindSafe) -> bool {
    // SAFETY: the other threads of this process hold no locks that `work` takes: they are those of a pool, which it is
    // about, and those of the tests' harness, which runs them one at a time here. Memory can be allocated behind a fork.
    let child = unsafe { libc::fork() };
    if child == 0 {
        // SAFETY: it has no conditions. The signal ends a child that waits for ever.
        unsafe { libc::alarm(30) };
        let status = i32::from(catch_unwind(work).is_err());
        // SAFETY: it has no conditions. Nothing is to run behind `work`, least of all the tests' harness.
        unsafe { libc::_exit(status) };
    }
    assert!(child > 0, "a child");
    let mut status = 0;
    // SAFETY: `status` is there for the result.
    assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
    libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 0
}

fn sum(pool: &Pool) -> usize {
    let sum = AtomicUsize::new(0);
    pool.run(1000, &|tasks| {
        sum.fetch_add(tasks.sum(), Ordering::Relaxed);
    })
    .expect("threads");
    sum.into_inner()
}

fn pool() -> Pool {
    Pool::with_width(NonZeroUsize::new(4).expect("threads"))
}

/// One test for all, so that no other is at work where the process forks.
#[test]
fn children_run_and_drop_pools() {
    let never_started = pool();
    for _ in 0..20 {
        let started = pool();
        started.start().expect("threads");
        // Its threads are awake or asleep then, and may be in any of their locks.
        assert_eq!(sum(&started), 499_500);
        let in_child = std::panic::AssertUnwindSafe((&started, &never_started));
        assert!(succeeds_in_a_child(move || {
            let (started, never_started) = *in_child;
            assert_eq!(sum(started), 499_500);
            assert_eq!(sum(never_started), 499_500);
        }));
        let moved = std::panic::AssertUnwindSafe(started);
        let original = &moved;
        assert!(succeeds_in_a_child(move || {
            // SAFETY: the child has a copy of the pool of its own, which nothing uses after that.
            drop(unsafe { std::ptr::read(&raw const **original) });
        }));
        assert_eq!(sum(&moved), 499_500);
    }
}
