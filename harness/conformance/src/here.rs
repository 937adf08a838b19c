//! The targets whose code the machine at hand executes: the one place where tests of kernels learn that.
//!
//! A machine executes the code for more cores than its own: on one with AVX-512, that for AVX2 runs as well,
//! and code for any core of AArch64 runs on all. Whatever is tested by executing it is tested for all of
//! them, or, where that would be too much, for the most portable one with each size of vectors.
//!
//! Tests: `tests/tests/target.rs`.

use tensmith_core::Target;

#[cfg(target_os = "linux")]
use tensmith_platform_linux as system;
#[cfg(target_os = "macos")]
use tensmith_platform_macos as system;

/// The machine at hand.
///
/// # Panics
/// Where it executes no compiled code: a test of kernels must not pass there.
#[must_use]
pub fn host() -> Target {
    system::host::target().unwrap_or_else(|error| panic!("{error}"))
}

/// All named targets whose code it executes, with the features that it has, too.
///
/// # Panics
/// Where it executes none.
#[must_use]
pub fn executable() -> Vec<Target> {
    let host = host();
    let executed = Target::all().filter(|target| target.runs_on(&host));
    executed.map(|target| target.with_features(target.core.features.common(host.core.features))).collect()
}

/// Of these, the most portable one with each size of vectors.
///
/// # Panics
/// Where it executes none.
#[must_use]
pub fn portable() -> Vec<Target> {
    let mut found: Vec<Target> = Vec::new();
    for target in executable() {
        if found.iter().all(|other| other.core.vector_bytes != target.core.vector_bytes) {
            found.push(target);
        }
    }
    found
}
