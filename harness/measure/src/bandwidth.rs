//! What memory delivers at this moment: copies within each level of it.
//!
//! Tests: below.

use crate::sample::{Repeated, Sampler, median};
use std::cell::RefCell;
use std::hint::black_box;

/// A level of memory, by what is copied in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// Its name.
    pub name: &'static str,
    /// Bytes that are read and written again and again: half of them each.
    pub bytes: usize,
    /// Bytes that were read and written in a nanosecond: GB/s.
    pub rate: f64,
}

/// Bytes of memory that no cache holds.
const MEMORY: usize = 256 << 20;

/// Copies within the first-level cache of `l1d` bytes, within the second-level cache of `l2` bytes, and in
/// memory, sampled alternately.
#[must_use]
pub fn measure(sampler: &Sampler, l1d: usize, l2: usize) -> Vec<Level> {
    let sizes = [("L1", l1d / 2), ("L2", (l2 / 2).max(l1d)), ("memory", MEMORY)];
    let works = sizes.iter().map(|(_, bytes)| -> Repeated<'_> {
        let words = (bytes / 16).max(64);
        let arrays = RefCell::new((vec![1u64; words], vec![0u64; words]));
        Box::new(move |calls| {
            let (source, target) = &mut *arrays.borrow_mut();
            for _ in 0..calls {
                target.copy_from_slice(black_box(source));
                black_box(&mut *target);
            }
        })
    });
    let works: Vec<_> = works.collect();
    let rounds = sampler.interleave(&works);
    let level = |((name, bytes), times): (&(&'static str, usize), &Vec<f64>)| {
        let copied = 2 * 8 * (bytes / 16).max(64);
        Level { name, bytes: *bytes, rate: copied as f64 / median(times) }
    };
    sizes.iter().zip(&rounds).map(level).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;

    #[test]
    fn every_level_has_a_rate() {
        let Ok(clock) = Clock::new() else { return };
        let levels = measure(&Sampler::usual(clock, 3), 32 << 10, 1 << 20);
        assert_eq!(levels.iter().map(|level| level.name).collect::<Vec<_>>(), ["L1", "L2", "memory"]);
        assert!(levels.iter().all(|level| level.rate.is_finite() && level.rate > 0.0), "{levels:?}");
    }
}
