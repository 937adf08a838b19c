//! Samples of several pieces of work, taken alternately.
//!
//! A sample is as many calls as take some tens of microseconds: long compared to reading a clock, short
//! compared to a time slice. Each round takes one sample of each, beginning with another one each time, so
//! that what changes the speed of the machine for a while changes a round as a whole, and ratios within
//! rounds stay. A sample during which another thread had the processor is taken again.
//!
//! Tests: below.

use crate::clock::{Clock, Time};

/// Nanoseconds of a sample.
const SAMPLE: f64 = 60e3;

/// The usual budget of a comparison, in nanoseconds, and the fewest rounds.
const BUDGET: f64 = 6e9;
const FEWEST: usize = 5;

/// Nanoseconds of warming up, for each.
const WARM: f64 = 400e3;

/// Nanoseconds in which a core comes to the rate that it keeps: some hundred thousand pass before it allows
/// the widest multiply-adds.
const SETTLING: f64 = 300e3;

/// How much two pieces of work may differ in time where the rate stays, and how often it is looked at.
const STEADY: f64 = 0.02;
const MOST_LOOKS: usize = 10_000;

/// How often a disturbed sample is taken again.
const RETRIES: usize = 10;

/// Work that can be done any number of times.
pub type Repeated<'w> = Box<dyn Fn(usize) + 'w>;

/// How samples are taken.
#[derive(Clone, Copy, Debug)]
pub struct Sampler {
    /// Reads the time.
    pub clock: Clock,
    /// Rounds, where these do not take too long.
    pub rounds: usize,
    /// Whether other threads take part in the work, so that this one may wait.
    pub has_helpers: bool,
    /// Nanoseconds that all samples of one comparison may take, but for the fewest rounds.
    pub budget: f64,
    /// Whether the core comes to a steady rate before each sample, as where others are not at work
    /// on the widest vectors.
    pub settles: bool,
}

/// What was found: for each piece of work, nanoseconds of one call in each round.
pub type Rounds = Vec<Vec<f64>>;

impl Sampler {
    /// Some rounds of work on this thread, within six seconds.
    #[must_use]
    pub fn usual(clock: Clock, rounds: usize) -> Self {
        Self { clock, rounds, has_helpers: false, budget: BUDGET, settles: false }
    }

    /// Takes samples of everyone.
    pub fn interleave(&self, all: &[Repeated<'_>]) -> Rounds {
        let plans: Vec<_> = all.iter().map(|work| self.warm_up(work)).collect();
        let round: f64 = plans.iter().map(|(calls, call)| *calls as f64 * call).sum();
        let rounds = ((self.budget / round) as usize).clamp(FEWEST.min(self.rounds), self.rounds);
        let mut times: Rounds = all.iter().map(|_| Vec::with_capacity(rounds)).collect();
        for round in 0..rounds {
            for turn in 0..all.len() {
                let at = (turn + round) % all.len();
                let calls = plans[at].0;
                if self.settles {
                    self.settle(|| all[at](calls));
                }
                times[at].push(self.sample(&all[at], calls) / calls as f64);
            }
        }
        times
    }

    /// Does work until the core is warm, and takes no less time for it than before.
    pub fn settle(&self, work: impl Fn()) {
        let (mut spent, mut last) = (0.0, f64::INFINITY);
        for _ in 0..MOST_LOOKS {
            let time = self.clock.time(&work).of_work(false);
            spent += time;
            let is_steady = (last - time).abs() <= STEADY * time;
            if spent > SETTLING && is_steady {
                return;
            }
            last = time;
        }
    }

    /// Finds how many calls make a sample, and what one takes.
    fn warm_up(&self, work: &Repeated<'_>) -> (usize, f64) {
        let (mut calls, mut spent) = (1, 0.0);
        loop {
            let time = self.sample(work, calls);
            spent += time;
            if time < SAMPLE / 2.0 {
                calls *= 2;
            } else if spent > WARM {
                let call = time / calls as f64;
                return (((SAMPLE / call) as usize).max(1), call);
            }
        }
    }

    /// Nanoseconds of that many calls, undisturbed if that is possible.
    fn sample(&self, work: &Repeated<'_>, calls: usize) -> f64 {
        let take = || self.clock.time(|| work(calls));
        let mut last = take();
        for _ in 0..RETRIES {
            let Time { nanoseconds, is_undisturbed, .. } = last;
            if is_undisturbed || self.has_helpers || nanoseconds > 20.0 * SAMPLE {
                break;
            }
            last = take();
        }
        last.of_work(self.has_helpers)
    }
}

/// The middle of some numbers.
pub fn median(numbers: &[f64]) -> f64 {
    quantile(numbers, 0.5)
}

/// The distance between the quartiles, as a part of the middle.
pub fn spread(numbers: &[f64]) -> f64 {
    (quantile(numbers, 0.75) - quantile(numbers, 0.25)) / median(numbers)
}

fn quantile(numbers: &[f64], part: f64) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = part * sorted.len().saturating_sub(1) as f64;
    let (low, high) = (sorted.get(at.floor() as usize), sorted.get(at.ceil() as usize));
    match (low, high) {
        (Some(low), Some(high)) => low + (high - low) * at.fract(),
        _ => f64::NAN,
    }
}

/// The geometric mean; none of nothing.
pub fn geometric_mean(numbers: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (count, sum) = numbers.into_iter().fold((0, 0.0), |(count, sum), x| (count + 1, sum + x.ln()));
    (count > 0).then(|| (sum / f64::from(count)).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::hint::black_box;

    #[test]
    fn quantiles_are_between_neighbours() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        assert_eq!(spread(&[1.0, 2.0, 3.0, 4.0, 5.0]), 2.0 / 3.0);
        assert!(median(&[]).is_nan());
        assert_eq!(geometric_mean([2.0, 8.0]), Some(4.0));
        assert_eq!(geometric_mean([]), None);
    }

    /// It ends once the work takes as long as before, and not before the core had time.
    #[test]
    fn a_core_settles() {
        let Ok(clock) = Clock::new() else { return };
        let (sampler, calls) = (Sampler::usual(clock, 1), Cell::new(0));
        let start = std::time::Instant::now();
        sampler.settle(|| {
            calls.set(calls.get() + 1);
            (0..100_000u64).for_each(|step| _ = black_box(step));
        });
        assert!(calls.get() >= 2 && start.elapsed().as_nanos() as f64 >= SETTLING);
    }

    #[test]
    fn rounds_have_a_sample_of_everyone() {
        let Ok(clock) = Clock::new() else { return };
        let sampler = Sampler::usual(clock, 7);
        let long = Cell::new(0u64);
        let work = |steps: u64| {
            let long = &long;
            move |calls: usize| {
                for step in 0..calls as u64 * steps {
                    long.set(black_box(long.get() ^ step));
                }
            }
        };
        let all: [Repeated<'_>; 2] = [Box::new(work(100)), Box::new(work(1000))];
        let rounds = sampler.interleave(&all);
        assert!(rounds.iter().all(|times| times.len() == 7));
        let ratio = median(&rounds[1]) / median(&rounds[0]);
        assert!((5.0..20.0).contains(&ratio), "{ratio}");
    }
}
