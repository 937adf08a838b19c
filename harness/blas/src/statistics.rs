//! What the library did so far: to see whether a program calls it, and whether code pays there.
//!
//! Tests: `tests/tests/blas.rs`, `harness/xtask/src/faces/by_night.rs`.
#![allow(unsafe_code)]

use crate::engine;
use crate::method::MADE;
use std::sync::atomic::Ordering;

/// Counts of this process, and of the process that it was forked from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Statistics {
    /// Calls that asked the cache, which those do not that repeat the last one of their thread by a kernel;
    /// in this process alone.
    pub asked: u64,
    /// Kernels that were made.
    pub kernels: u64,
    /// Plans that were made.
    pub plans: u64,
}

/// Returns what the library did so far.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub extern "C" fn tensmith_blas_statistics() -> Statistics {
    let [kernels, plans] = [&MADE[0], &MADE[1]].map(|count| count.load(Ordering::Relaxed));
    let asked = engine::engine().map_or(0, |engine| {
        let (real, complex) = ((&engine.of_f32, &engine.of_f64), (&engine.of_c64, &engine.of_c128));
        let real = [real.0.statistics(), real.1.statistics()];
        let complex = [complex.0.statistics(), complex.1.statistics()];
        real.iter().chain(&complex).map(|of| of.hits + of.misses + of.joined).sum()
    });
    Statistics { asked, kernels, plans }
}
