//! Numbers drawn from a seed: the same on every machine.
//!
//! Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014): a counter whose values
//! are mixed.
//!
//! Tests: `tests/tests/einsum_path_search.rs`.

use crate::fallible::{OutOfMemory, try_collect};
use alloc::vec::Vec;

/// A sequence of numbers.
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub(super) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number below a limit; 0 if that is 0.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.bits()) * limit as u128) >> 64) as usize
    }

    /// A number between two positive ones, whose logarithm is uniform.
    pub(super) fn between(&mut self, low: f64, high: f64) -> f64 {
        let unit = (self.bits() >> 11) as f64 / (1u64 << 53) as f64;
        low * libm::pow(high / low, unit)
    }
}

/// How finely distributions are tabled: logarithms take longer than all else that a step does.
const DRAWS: usize = 1024;

/// The values of a distribution, all of which are as likely, from the function that gives a value for each
/// share between 0 and 1.
pub(super) fn tabled(quantile: impl Fn(f64) -> f64) -> Result<Vec<f64>, OutOfMemory> {
    try_collect((0..DRAWS).map(|place| quantile((place as f64 + 0.5) / DRAWS as f64)))
}

/// A value drawn from a table.
pub(super) fn drawn(table: &[f64], random: &mut Random) -> f64 {
    table.get((random.bits() >> 32) as usize % DRAWS).copied().unwrap_or_default()
}
