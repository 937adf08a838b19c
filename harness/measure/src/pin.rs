//! The processors that this thread may use.
//!
//! A thread that moves takes its caches with it at the price of a sample; one that cannot be kept where it is
//! measures something else than it says.
//!
//! Tests: below.

use crate::failure::{Failure, Result};
use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};

/// The processors of a measurement: one thread has the first, two threads have the first two.
#[derive(Clone, Debug)]
pub struct Processors(Vec<usize>);

impl Processors {
    /// Chooses the processors for `threads` threads: `first` (or the one at hand), and then others that
    /// this process may use.
    ///
    /// # Errors
    /// The process may not use that many, or not that one.
    pub fn choose(first: Option<usize>, threads: usize) -> Result<Self> {
        let allowed = sched_getaffinity(None).map_err(Failure::not_possible_here)?;
        let mut all: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|cpu| allowed.is_set(*cpu)).collect();
        let first = first.unwrap_or_else(sched_getcpu);
        let Some(at) = all.iter().position(|cpu| *cpu == first) else {
            return Err(Failure::BadInput(format!(
                "cpu is {first}: must be one of {all:?}, which this process may use"
            )));
        };
        all.swap(0, at);
        if all.len() < threads {
            return Err(Failure::not_possible_here(format!(
                "threads is {threads}: this process may use {} processors",
                all.len()
            )));
        }
        Ok(Self(all))
    }

    /// Keeps this thread on the first `threads` processors, also the threads that it starts from now on.
    ///
    /// # Errors
    /// The system does not do so.
    pub fn pin(&self, threads: usize) -> Result {
        let refused = |error| {
            Failure::not_possible_here(format!("this thread cannot be kept on its processor: {error}"))
        };
        let mut wanted = CpuSet::new();
        self.0.iter().take(threads).for_each(|cpu| wanted.set(*cpu));
        sched_setaffinity(None, &wanted).map_err(|error| refused(error.to_string()))?;
        let found = sched_getaffinity(None).map_err(|error| refused(error.to_string()))?;
        let is_same = (0..CpuSet::MAX_CPU).all(|cpu| wanted.is_set(cpu) == found.is_set(cpu));
        if is_same { Ok(()) } else { Err(refused("the system chose others".to_owned())) }
    }

    /// The first.
    pub fn first(&self) -> usize {
        self.0.first().copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pinned_thread_stays() {
        std::thread::spawn(|| {
            let processors = Processors::choose(None, 1).expect("one is there");
            processors.pin(1).expect("it may be pinned");
            assert_eq!(sched_getcpu(), processors.first());
        })
        .join()
        .expect("nothing panics");
    }

    #[test]
    fn a_processor_that_is_not_there_is_refused() {
        let refused = Processors::choose(Some(100_000), 1).expect_err("there are fewer");
        assert!(matches!(refused, Failure::BadInput(message) if message.contains("100000")));
        assert!(matches!(Processors::choose(None, 100_000), Err(Failure::NotPossibleHere(_))));
    }
}
