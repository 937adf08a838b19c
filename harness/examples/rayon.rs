//! An executor of one's own: tasks on the threads of a rayon pool, for applications that have one.
//!
//! ```text
//! cargo run --package tensmith --example rayon
//! ```

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::error::Error;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use tensmith::{Executor, ExecutorError};

/// A rayon pool that runs tasks.
#[derive(Debug)]
struct Rayon {
    pool: ThreadPool,
}

// SAFETY: `divide` cuts the range into parts that do not overlap, and calls `body` with each once; `install` and
// `join` return when all of these calls have ended, or go on with their panic then.
#[expect(unsafe_code, reason = "the promise of `Executor`, and nothing else")]
unsafe impl Executor for Rayon {
    fn width(&self) -> NonZeroUsize {
        NonZeroUsize::new(self.pool.current_num_threads()).unwrap_or(NonZeroUsize::MIN)
    }

    fn run(&self, tasks: usize, body: &(dyn Fn(Range<usize>) + Sync)) -> Result<(), ExecutorError> {
        // Some parts for each thread, so that those that are done early can steal.
        let grain = tasks.div_ceil(16 * self.width().get());
        if tasks > 0 {
            self.pool.install(|| divide(0..tasks, grain, body));
        }
        Ok(())
    }
}

/// Calls `body` with parts of `tasks`, of at most `grain` each.
fn divide(tasks: Range<usize>, grain: usize, body: &(dyn Fn(Range<usize>) + Sync)) {
    if tasks.len() <= grain {
        return body(tasks);
    }
    let middle = tasks.start + tasks.len() / 2;
    let halves = [tasks.start..middle, middle..tasks.end];
    let [lower, upper] = halves.map(|half| || divide(half, grain, body));
    rayon::join(lower, upper);
}

/// The sum of squares below `count`, by an executor.
fn squares(executor: &dyn Executor, count: usize) -> Result<usize, ExecutorError> {
    let sum = AtomicUsize::new(0);
    executor.run(count, &|tasks| {
        sum.fetch_add(tasks.map(|task| task * task).sum(), Ordering::Relaxed);
    })?;
    Ok(sum.into_inner())
}

fn main() -> Result<(), Box<dyn Error>> {
    let executor = Rayon { pool: ThreadPoolBuilder::new().build()? };
    println!("{} threads: {}", executor.width(), squares(&executor, 1000)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use tensmith::{Pool, Sequential};

    fn rayon(threads: usize) -> Rayon {
        Rayon { pool: ThreadPoolBuilder::new().num_threads(threads).build().unwrap() }
    }

    #[test]
    fn every_executor_runs_each_task_once() {
        let width = NonZeroUsize::new(3).unwrap();
        let executors: [&dyn Executor; 3] = [&rayon(3), &Pool::with_width(width), &Sequential];
        for (executor, count) in executors.into_iter().flat_map(|e| [0, 1, 2, 100, 1001].map(|n| (e, n))) {
            let ranges = Mutex::new(Vec::new());
            executor.run(count, &|tasks| ranges.lock().unwrap().push(tasks)).unwrap();
            let mut ranges = ranges.into_inner().unwrap();
            ranges.sort_by_key(|range| range.start);
            assert!(ranges.iter().all(|range| !range.is_empty()), "{ranges:?}");
            assert!(ranges.into_iter().flatten().eq(0..count), "{count} tasks");
            let expected = count * count.saturating_sub(1) * (2 * count).saturating_sub(1) / 6;
            assert_eq!(squares(executor, count), Ok(expected));
        }
    }

    #[test]
    fn a_panic_reaches_the_caller() {
        let executor = rayon(2);
        let run = || executor.run(10, &|tasks| assert!(!tasks.contains(&7), "task 7"));
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err());
        assert_eq!(squares(&executor, 4), Ok(14));
    }
}
