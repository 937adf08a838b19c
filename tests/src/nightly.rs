//! How much a test does: seconds' worth for every change, minutes' worth at night.

/// `always`, or `nightly` where the environment variable `TENSMITH_NIGHTLY` is 1.
#[must_use]
pub fn scaled<T>(always: T, nightly: T) -> T {
    if std::env::var("TENSMITH_NIGHTLY").is_ok_and(|value| value == "1") { nightly } else { always }
}

/// How many cases are tried: `nightly` at night; `always` by day, and under emulation a quarter of those, at
/// least one.
#[must_use]
pub fn cases(always: usize, nightly: usize) -> usize {
    scaled(if is_emulated() { (always / 4).max(1) } else { always }, nightly)
}

/// Of how many cases one is tried: at night each is; by day one of `cases`, and under emulation one
/// of four times as many.
#[must_use]
pub fn one_of(cases: usize) -> usize {
    scaled(if is_emulated() { 4 * cases } else { cases }, 1)
}

/// Whether the tests run under emulation, where everything takes ten times as long.
#[must_use]
pub fn is_emulated() -> bool {
    std::env::var_os("TENSMITH_RUNNER").is_some()
}
