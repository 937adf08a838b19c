//! Times of calls that take turns, so that whatever else the machine does slows all of them.

use std::time::{Duration, Instant};

/// The times of a call, in nanoseconds, ascending.
#[derive(Clone, Debug)]
pub struct Samples(Vec<f64>);

impl Samples {
    /// The time in the middle.
    #[must_use]
    pub fn median(&self) -> f64 {
        self.0.get(self.0.len() / 2).copied().unwrap_or(f64::NAN)
    }

    /// The least time.
    #[must_use]
    pub fn least(&self) -> f64 {
        self.0.first().copied().unwrap_or(f64::NAN)
    }
}

/// The least time of a sample: a call is repeated until it takes as long.
const SAMPLE: Duration = Duration::from_micros(200);

/// Times each call in rounds in which all take turns.
pub fn times(rounds: usize, calls: &mut [&mut dyn FnMut()]) -> Vec<Samples> {
    let mut samples = vec![Vec::new(); calls.len()];
    let repeats: Vec<u32> = calls.iter_mut().map(|call| repeats(call)).collect();
    for _ in 0..rounds {
        for ((call, samples), repeats) in calls.iter_mut().zip(&mut samples).zip(&repeats) {
            samples.push(time(call, *repeats).as_nanos() as f64 / f64::from(*repeats));
        }
    }
    let sorted = |mut samples: Vec<f64>| {
        samples.sort_by(f64::total_cmp);
        Samples(samples)
    };
    samples.into_iter().map(sorted).collect()
}

/// How many calls make a sample.
fn repeats(call: &mut dyn FnMut()) -> u32 {
    let mut repeats = 1;
    while time(call, repeats) < SAMPLE {
        repeats *= 2;
    }
    repeats
}

/// The time of some calls.
fn time(call: &mut dyn FnMut(), repeats: u32) -> Duration {
    let start = Instant::now();
    (0..repeats).for_each(|_| call());
    start.elapsed()
}

/// The geometric mean of some quotients.
#[must_use]
pub fn geometric_mean(quotients: &[f64]) -> f64 {
    (quotients.iter().map(|quotient| quotient.ln()).sum::<f64>() / quotients.len() as f64).exp()
}
