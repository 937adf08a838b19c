//! Time: the counter of the processor, which costs nothing to read, and the processor time of this thread,
//! which stands still while another thread has the processor.
//!
//! Tests: below.

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_arch = "aarch64")]
use aarch64::{is_constant, ticks};
#[cfg(target_arch = "x86_64")]
use x86_64::{is_constant, ticks};

use crate::failure::{Failure, Result};
use rustix::time::{ClockId, clock_gettime};
use std::thread;
use std::time::{Duration, Instant};

/// How long the counter is compared with the system's clock.
const CALIBRATION: Duration = Duration::from_millis(60);

/// How much of a sample another thread may have had, in nanoseconds and as a part: the two clocks are not
/// read at once, and reading the second is a call of the system.
const SLACK: f64 = 1500.0;
const PART: f64 = 0.02;

/// Nanoseconds from which on work is long compared to a time slice of the system.
const LONG: f64 = 1e6;

/// The counter and its rate.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// Nanoseconds of a tick.
    tick: f64,
}

/// What a piece of work took.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    /// Nanoseconds, by the counter.
    pub nanoseconds: f64,
    /// Nanoseconds during which this thread had the processor: to a microsecond or so, as asking takes that.
    pub of_thread: f64,
    /// Whether this thread had the processor all the time.
    pub is_undisturbed: bool,
}

impl Clock {
    /// Finds the rate of the counter.
    ///
    /// # Errors
    /// The counter stops or changes its rate on this machine.
    pub fn new() -> Result<Self> {
        if !is_constant() {
            return Err(Failure::not_possible_here("the counter of this processor has no constant rate"));
        }
        let (start, first) = (Instant::now(), ticks());
        thread::sleep(CALIBRATION);
        let (last, elapsed) = (ticks(), start.elapsed());
        Ok(Self { tick: elapsed.as_secs_f64() * 1e9 / (last - first) as f64 })
    }

    /// Runs `work` once.
    pub fn time(self, work: impl FnOnce()) -> Time {
        let before = thread_nanoseconds();
        let first = ticks();
        work();
        let last = ticks();
        let had = thread_nanoseconds() - before;
        let nanoseconds = (last - first) as f64 * self.tick;
        Time { nanoseconds, of_thread: had, is_undisturbed: nanoseconds - had < SLACK + PART * nanoseconds }
    }
}

impl Time {
    /// Nanoseconds of the work, as well as is known: of long work on this thread alone, the processor time,
    /// as no sample of it would be undisturbed on a machine that does something else too.
    pub fn of_work(self, has_helpers: bool) -> f64 {
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
