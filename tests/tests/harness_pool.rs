//! The pool of threads: every task once, panics, nesting, many callers, and results that do not depend
//! on how many threads there are.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Barrier, Mutex};
use std::thread;
use std::time::Duration;
use tensmith::parallel::{Executor, ExecutorError, Pool, Sequential};
use tensmith_tests::nightly::is_emulated;
use tensmith_tests::random::SplitMix;

fn pool(width: usize) -> Pool {
    Pool::with_width(NonZeroUsize::new(width).expect("a thread at least"))
}

/// Fewer under emulation.
fn rounds(count: usize) -> usize {
    if is_emulated() { count / 20 } else { count }
}

/// How often each task is run, and that no range is empty.
fn counted(executor: &dyn Executor, tasks: usize) -> Vec<u32> {
    let counts: Vec<_> = (0..tasks).map(|_| AtomicU32::new(0)).collect();
    let count = |range: Range<usize>| {
        assert!(!range.is_empty());
        counts[range].iter().for_each(|count| _ = count.fetch_add(1, Ordering::Relaxed));
    };
    executor.run(tasks, &count).expect("threads");
    counts.into_iter().map(AtomicU32::into_inner).collect()
}

#[test]
fn every_task_runs_once() {
    let pools = [1, 2, 3, 7, 16].map(pool);
    for executor in pools.iter().map(|pool| pool as &dyn Executor).chain([&Sequential as &dyn Executor]) {
        for tasks in [0, 1, 2, 3, 15, 16, 17, 511, 512, 513, 4099, 100_003] {
            let counts = counted(executor, tasks);
            assert!(counts.iter().all(|count| *count == 1), "{tasks} tasks, {} threads", executor.width());
        }
    }
}

#[test]
fn few_tasks_come_one_by_one() {
    let ranges = Mutex::new(Vec::new());
    pool(2).run(64, &|range| ranges.lock().unwrap().push(range)).unwrap();
    assert!(ranges.into_inner().unwrap().iter().all(|range| range.len() == 1));
}

#[test]
fn all_numbers_that_there_are_can_be_tasks() {
    let sum = AtomicUsize::new(0);
    let add = |range: Range<usize>| _ = sum.fetch_add(range.len(), Ordering::Relaxed);
    pool(3).run(usize::MAX, &add).unwrap();
    assert_eq!(sum.into_inner(), usize::MAX);
}

#[test]
fn results_are_the_same_for_any_number_of_threads() {
    let mut random = SplitMix::seeded("results_are_the_same_for_any_number_of_threads", 1);
    let (rows, columns) = (509, 67);
    let numbers: Vec<f32> = (0..rows * columns).map(|_| random.below(1 << 24) as f32 * 1e-3 - 8e3).collect();
    // Sums of rows, whose roundings depend on the order of the columns.
    let sums = |executor: &dyn Executor| -> Vec<u32> {
        let sums: Vec<_> = (0..rows).map(|_| AtomicU32::new(0)).collect();
        let sum = |range: Range<usize>| {
            for row in range {
                let sum: f32 = numbers[row * columns..][..columns].iter().sum();
                sums[row].store(sum.to_bits(), Ordering::Relaxed);
            }
        };
        executor.run(rows, &sum).expect("threads");
        sums.into_iter().map(AtomicU32::into_inner).collect()
    };
    let expected = sums(&Sequential);
    for row in 0..rows {
        let exact: f64 = numbers[row * columns..][..columns].iter().copied().map(f64::from).sum();
        assert!((f64::from(f32::from_bits(expected[row])) - exact).abs() < 1.0, "row {row}");
    }
    for width in [1, 2, 3, 7, 16] {
        let pool = pool(width);
        (0..rounds(200)).for_each(|_| assert_eq!(sums(&pool), expected, "{width} threads"));
    }
}

#[test]
fn all_threads_take_part() {
    // Each task waits for all others: none can be left to a thread that has one.
    for width in [2, 3, 7] {
        let (pool, barrier) = (pool(width), Barrier::new(width));
        for round in 0..rounds(2000) {
            let attend = |range: Range<usize>| range.for_each(|_| _ = barrier.wait());
            pool.run(width, &attend).expect("threads");
            if round % 100 == 0 {
                // Long enough for all of them to fall asleep.
                thread::sleep(Duration::from_millis(2));
            }
        }
    }
}

/// The panic of `run`, if it does.
fn panic_of(run: impl FnOnce()) -> Option<usize> {
    let payload = catch_unwind(AssertUnwindSafe(run)).err()?;
    Some(*payload.downcast().expect("the number of a task"))
}

#[test]
fn in_10_000_rounds_the_first_panic_reaches_the_caller_and_each_task_runs_once() {
    let mut random =
        SplitMix::seeded("in_10_000_rounds_the_first_panic_reaches_the_caller_and_each_task_runs_once", 2);
    for width in [2, 4] {
        let pool = pool(width);
        for round in 0..rounds(10_000) {
            let tasks = 2 + random.below(60) as usize;
            let panicking = random.bits() & random.bits() | 1 << random.below(tasks as u64);
            let ran: [_; 64] = std::array::from_fn(|_| AtomicU32::new(0));
            let task = |task: usize| {
                ran[task].fetch_add(1, Ordering::Relaxed);
                if panicking >> task & 1 == 1 {
                    // Without the message that `panic!` prints.
                    resume_unwind(Box::new(task));
                }
            };
            let panic = panic_of(|| pool.run(tasks, &|range| range.for_each(task)).expect("threads"));
            let first = panicking.trailing_zeros() as usize;
            assert_eq!(panic, Some(first), "round {round} of {tasks} tasks, {panicking:b}");
            let expected = std::array::from_fn(|task| u32::from(task < tasks));
            let ran = ran.map(AtomicU32::into_inner);
            assert_eq!(ran, expected, "round {round} of {tasks} tasks, {panicking:b}");
        }
        assert_eq!(counted(&pool, 1000), [1; 1000]);
    }
}

/// A payload that panics when it is dropped.
struct Explosive;

impl Drop for Explosive {
    fn drop(&mut self) {
        resume_unwind(Box::new("dropped"));
    }
}

#[test]
fn payloads_that_panic_when_dropped_do_no_harm() {
    let pool = pool(2);
    for _ in 0..100 {
        let run = || pool.run(20, &|_| resume_unwind(Box::new(Explosive))).expect("threads");
        let payload = catch_unwind(AssertUnwindSafe(run)).expect_err("all tasks panic");
        assert!(payload.is::<Explosive>());
        std::mem::forget(payload);
    }
    assert_eq!(counted(&pool, 1000), [1; 1000]);
}

/// The number of leaves of a tree whose branches are rounds.
fn leaves(pool: &Pool, branches: usize, depth: usize) -> usize {
    if depth == 0 {
        return 1;
    }
    let sum = AtomicUsize::new(0);
    let branch = |range: Range<usize>| {
        range.for_each(|_| _ = sum.fetch_add(leaves(pool, branches, depth - 1), Ordering::Relaxed));
    };
    pool.run(branches, &branch).expect("threads");
    sum.into_inner()
}

#[test]
fn rounds_nest() {
    for width in [2, 3, 8] {
        let pool = pool(width);
        for _ in 0..rounds(40) {
            assert_eq!(leaves(&pool, 3, 5), 243);
        }
        // More rounds within each other than can be shared.
        assert_eq!(leaves(&pool, 2, 11), 2048);
    }
}

#[test]
fn panics_in_nested_rounds_reach_the_caller() {
    let pool = pool(3);
    for _ in 0..rounds(2000) {
        let inner = |outer: usize| {
            let task = |task: usize| {
                if task == 5 {
                    resume_unwind(Box::new(10 * outer + task))
                }
            };
            pool.run(8, &|range| range.for_each(task)).expect("threads");
        };
        assert_eq!(panic_of(|| pool.run(4, &|range| range.for_each(inner)).expect("threads")), Some(5));
    }
}

#[test]
fn many_threads_share_a_pool() {
    // More callers than rounds can be shared.
    let (pool, callers) = (pool(3), 20);
    thread::scope(|scope| {
        for caller in 0..callers {
            let pool = &pool;
            scope.spawn(move || {
                for round in 0..rounds(300) {
                    let tasks = (caller * 7 + round) % 150;
                    assert!(counted(pool, tasks).iter().all(|count| *count == 1));
                    assert_eq!(leaves(pool, 2, 3), 8);
                }
            });
        }
    });
}

#[test]
fn pools_call_each_other() {
    let pools = [pool(2), pool(3)];
    thread::scope(|scope| {
        for first in 0..2 {
            let pools = &pools;
            scope.spawn(move || {
                for _ in 0..rounds(500) {
                    let sum = AtomicUsize::new(0);
                    let task = |range: Range<usize>| {
                        let ran: u32 =
                            range.map(|_| counted(&pools[1 - first], 10).iter().sum::<u32>()).sum();
                        sum.fetch_add(ran as usize, Ordering::Relaxed);
                    };
                    pools[first].run(6, &task).expect("threads");
                    assert_eq!(sum.into_inner(), 60);
                }
            });
        }
    });
}

#[test]
fn a_pool_that_is_too_wide_is_refused() {
    for width in [1025, usize::MAX] {
        let (pool, ran) = (pool(width), AtomicUsize::new(0));
        let error = pool.run(10, &|_| _ = ran.fetch_add(1, Ordering::Relaxed)).unwrap_err();
        assert_eq!((error, ran.into_inner()), (ExecutorError::Threads { width }, 0));
        assert_eq!(pool.start(), Err(error));
        let text = format!("the executor is to have {width} threads, which the system does not give it");
        assert_eq!(error.to_string(), text);
    }
}
