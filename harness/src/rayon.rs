//! The threads of rayon as an executor, where the feature of that name is on.
//!
//! Tests: below.
#![allow(unsafe_code)]

use std::num::NonZeroUsize;
use std::ops::Range;
use tensmith_core::executor::{Executor, ExecutorError};

/// The threads of rayon: those of the pool that the caller is a thread of or has installed,
/// else the global ones.
///
/// ```no_run
/// use tensmith::parallel::Rayon;
/// use tensmith::{Array, Jit};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let a = Array::c_order(vec![1.0f32; 256 * 256], &[256, 256])?;
/// let plan = Jit::builder().threads(8).build()?.einsum("mk,kn->mn", &[&a, &a])?;
/// let mut c = plan.zeros()?;
/// plan.run_on(&[&a, &a], &mut c, &Rayon)?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rayon;

// SAFETY: `divide` cuts the range into parts that do not overlap, and calls `body` with each once; `join`
// returns when both of its calls have ended, or goes on with their panic then.
unsafe impl Executor for Rayon {
    fn width(&self) -> NonZeroUsize {
        NonZeroUsize::new(rayon::current_num_threads()).unwrap_or(NonZeroUsize::MIN)
    }

    fn run(&self, tasks: usize, body: &(dyn Fn(Range<usize>) + Sync)) -> Result<(), ExecutorError> {
        // Some parts for each thread, so that those that are done early can steal.
        let grain = tasks.div_ceil(16 * self.width().get());
        if tasks > 0 {
            divide(0..tasks, grain, body);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parallel::{Pool, Sequential};
    use rayon::ThreadPoolBuilder;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// The sum of squares below `count`, by an executor.
    fn squares(executor: &dyn Executor, count: usize) -> Result<usize, ExecutorError> {
        let sum = AtomicUsize::new(0);
        executor.run(count, &|tasks| {
            sum.fetch_add(tasks.map(|task| task * task).sum(), Ordering::Relaxed);
        })?;
        Ok(sum.into_inner())
    }

    fn on_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
        ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
    }

    #[test]
    fn every_executor_runs_each_task_once() {
        let pool = Pool::with_width(NonZeroUsize::new(3).unwrap());
        on_threads(3, || {
            assert_eq!(Rayon.width().get(), 3);
            let executors: [&dyn Executor; 3] = [&Rayon, &pool, &Sequential];
            for (executor, count) in executors.into_iter().flat_map(|e| [0, 1, 2, 100, 1001].map(|n| (e, n)))
            {
                let ranges = Mutex::new(Vec::new());
                executor.run(count, &|tasks| ranges.lock().unwrap().push(tasks)).unwrap();
                let mut ranges = ranges.into_inner().unwrap();
                ranges.sort_by_key(|range| range.start);
                assert!(ranges.iter().all(|range| !range.is_empty()), "{ranges:?}");
                assert!(ranges.into_iter().flatten().eq(0..count), "{count} tasks");
                let expected = count * count.saturating_sub(1) * (2 * count).saturating_sub(1) / 6;
                assert_eq!(squares(executor, count), Ok(expected));
            }
        });
    }

    #[test]
    fn a_panic_reaches_the_caller() {
        on_threads(2, || {
            let run = || Rayon.run(10, &|tasks| assert!(!tasks.contains(&7), "task 7"));
            assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err());
            assert_eq!(squares(&Rayon, 4), Ok(14));
        });
    }
}
