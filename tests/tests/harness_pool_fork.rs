//! Pools, and the `Jit` of a process, where that forks: the child has their state and none of the threads.
#![allow(unsafe_code)]

use std::num::NonZeroUsize;
use std::panic::catch_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use tensmith::Array;
use tensmith::parallel::{Executor, Pool};

/// Whether `work` ends well in a child of this process, within some seconds.
fn succeeds_in_a_child(work: impl FnOnce() + std::panic::UnwindSafe) -> bool {
    // SAFETY: the other threads of this process hold no locks that `work` takes: they are those of a pool or
    // of the `Jit`, which it is about, and those of the tests' harness, which runs them one at a time here.
    // Memory can be allocated behind a fork.
    let child = unsafe { libc::fork() };
    if child == 0 {
        // SAFETY: it has no conditions. The signal ends a child that hangs.
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
fn children_run_and_drop_pools_and_evaluate() {
    evaluate();
    children_evaluate();
    children_run_and_drop_pools();
}

fn evaluate() {
    for size in 1..4 {
        let a = Array::c_order(vec![2.0f32; 3 * size], &[size, 3]).expect("an array");
        let c = tensmith::einsum("mk,nk->mn", &[a.view(), a.view()]).expect("a product");
        assert_eq!(c.data(), vec![12.0; size * size]);
    }
}

/// A child has a `Jit` of its own, and its child as well; the parent keeps the one that it has.
fn children_evaluate() {
    for _ in 0..20 {
        let busy = AtomicBool::new(true);
        std::thread::scope(|scope| {
            // It may be in any lock of the parent's when the process forks.
            scope.spawn(|| {
                while busy.load(Ordering::Relaxed) {
                    evaluate();
                }
            });
            let in_child = succeeds_in_a_child(|| {
                evaluate();
                assert!(succeeds_in_a_child(evaluate));
            });
            busy.store(false, Ordering::Relaxed);
            assert!(in_child);
        });
        evaluate();
    }
}

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
