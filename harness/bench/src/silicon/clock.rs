//! Time: the time-stamp counter, which costs nothing to read, and the processor time of this thread, which stands still
//! while another thread has the processor.
//!
//! Tests: below.
#![allow(unsafe_code)]

use super::failure::{Failure, Result};
use rustix::time::{ClockId, clock_gettime};
use std::arch::x86_64::{__cpuid, __rdtscp, _mm_lfence};
use std::thread;
use std::time::{Duration, Instant};

/// How long the counter is compared with the system's clock.
const CALIBRATION: Duration = Duration::from_millis(60);

/// How much of a sample another thread may have had, in nanoseconds and as a part: the two clocks are not read at
/// once, and reading the second is a call of the system.
const SLACK: f64 = 1500.0;
const PART: f64 = 0.02;

/// Nanoseconds from which on work is long beside a time slice of the system.
const LONG: f64 = 1e6;

/// The time-stamp counter and its rate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    /// Nanoseconds of a tick.
    tick: f64,
}

/// What a piece of work took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Time {
    /// Nanoseconds, by the time-stamp counter.
    pub(crate) nanoseconds: f64,
    /// Nanoseconds during which this thread had the processor: to a microsecond or so, as asking takes that.
    pub(crate) of_thread: f64,
    /// Whether this thread had the processor all the time.
    pub(crate) is_undisturbed: bool,
}

impl Clock {
    /// Finds the rate of the counter.
    ///
    /// # Errors
    /// The counter stops or changes its rate on this machine.
    pub(crate) fn new() -> Result<Self> {
        if !is_invariant() {
            return Err(Failure::not_possible_here(
                "the time-stamp counter of this processor has no constant rate",
            ));
        }
        let (start, first) = (Instant::now(), ticks());
        thread::sleep(CALIBRATION);
        let (last, elapsed) = (ticks(), start.elapsed());
        Ok(Self { tick: elapsed.as_secs_f64() * 1e9 / (last - first) as f64 })
    }

    /// Runs `work` once.
    pub(crate) fn time(self, work: impl FnOnce()) -> Time {
        let before = thread_nanoseconds();
        let first = ticks();
        work();
        let last = ticks();
        let had = thread_nanoseconds() - before;
        let nanoseconds = (last - first) as f64 * self.tick;
        Time { nanoseconds, of_thread: had, is_undisturbed: nanoseconds - had < SLACK + PART * nanoseconds }
    }
}

/// The counter, after everything before has been executed and before anything behind is.
fn ticks() -> u64 {
    let mut core = 0;
    // SAFETY: every x86-64 processor that reports an invariant counter has `rdtscp`; it writes the variable and nothing
    // else (Intel's manual, volume 2, RDTSCP).
    let ticks = unsafe { __rdtscp(&raw mut core) };
    // SAFETY: `lfence` is in SSE2, which every x86-64 processor has.
    unsafe { _mm_lfence() };
    ticks
}

/// Whether the counter runs at a constant rate: bit 8 of EDX of leaf 0x8000_0007.
fn is_invariant() -> bool {
    let leaves = __cpuid(0x8000_0000).eax;
    leaves >= 0x8000_0007 && __cpuid(0x8000_0007).edx & 1 << 8 != 0
}

impl Time {
    /// Nanoseconds of the work, as well as is known: of long work on this thread alone, the processor time, as no sample of
    /// it would be undisturbed on a machine that does something else too.
    pub(crate) fn of_work(self, has_helpers: bool) -> f64 {
        if self.nanoseconds > LONG && !has_helpers { self.of_thread } else { self.nanoseconds }
    }
}

/// Processor time of this thread.
fn thread_nanoseconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counter_agrees_with_the_system() {
        let Ok(clock) = Clock::new() else { return };
        let start = Instant::now();
        let time = clock.time(|| while start.elapsed() < Duration::from_millis(20) {});
        assert!((19.5e6..200e6).contains(&time.nanoseconds), "{time:?}");
    }

    #[test]
    fn sleep_is_no_undisturbed_work() {
        let Ok(clock) = Clock::new() else { return };
        assert!(!clock.time(|| thread::sleep(Duration::from_millis(5))).is_undisturbed);
    }
}
