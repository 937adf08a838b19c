//! How much a test does: seconds' worth for every change, minutes' worth at night.

/// `always`, or `nightly` where the environment variable `TENSMITH_NIGHTLY` is 1.
#[must_use]
pub fn scaled<T>(always: T, nightly: T) -> T {
    if std::env::var("TENSMITH_NIGHTLY").is_ok_and(|value| value == "1") { nightly } else { always }
}

/// Whether the tests run under emulation, where everything takes ten times as long.
#[must_use]
pub fn is_emulated() -> bool {
    std::env::var_os("TENSMITH_RUNNER").is_some()
}
