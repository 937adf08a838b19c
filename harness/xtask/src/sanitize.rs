//! `cargo xtask sanitize`: tests of what threads share, under ThreadSanitizer.
//!
//! The models of loom try every order of a few steps of ours; the sanitizer sees every access of whole tests, with the
//! locks and threads of the standard library, in the order that happens. That library has to be built with it: its locks
//! order what they protect in functions that are compiled already, and an order that is not seen is reported as a race. The
//! source of the library is a component of rustup's, as is the runtime of the sanitizer in the standard library.
//! Neither needs a nightly compiler: `RUSTC_BOOTSTRAP` allows the options.
//!
//! Addresses that one thread gives back another one may get: the sanitizer learns of it where the C library is called for it, and rustix
//! calls the system itself unless `rustix_use_libc` is set.
//!
//! Machine code that was generated is not seen, nor what it accesses.

use std::process::Command;

use crate::host::Host;
use crate::proc::{Failure, Result};
use crate::rust::{Part, Rust, appended};
use crate::test::counted;
use crate::test_files;
use crate::toolchain::Toolchain;

/// The tests in `tests/tests` in which threads share the pool, caches, plans or executable memory.
const TESTS: [&str; 11] = [
    "blas",
    "cache",
    "capi",
    "code_memory_pool",
    "einsum_lower_run",
    "harness_memory",
    "harness_plans",
    "harness_pool",
    "harness_pool_threads",
    "harness_program_run",
    "registry_reentrant",
];

/// Runs the tests; prints how many there were.
///
/// # Errors
/// A race, another failure, or a part of Rust that is missing.
pub(crate) fn check(toolchain: &Toolchain) -> Result<String> {
    if Rust::choose(&[Part::Source])? != Rust::Own {
        return Err(Failure::set_up(
            "ThreadSanitizer comes with rustup's toolchains; run\n    rustup component add rust-src\n",
        ));
    }
    for options in test_files::options(&toolchain.workspace, &TESTS)? {
        let mut cargo = cargo(toolchain);
        cargo.args(["--package", "tensmith-tests", "--profile", "checked"]);
        counted(toolchain, cargo.args(options))?;
    }
    let mut cargo = cargo(toolchain);
    let platform =
        if toolchain.host == Host::ArmMac { "tensmith-platform-macos" } else { "tensmith-platform-linux" };
    counted(toolchain, cargo.args(["--package", platform, "--profile", "checked", "--test", "arena"]))
}

/// `cargo test` with everything built for the sanitizer.
fn cargo(toolchain: &Toolchain) -> Command {
    let mut cargo = Rust::Own.cargo(&toolchain.workspace, "test");
    cargo.args(["-Zbuild-std", "--target", toolchain.host.triple()]).env("RUSTC_BOOTSTRAP", "1");
    cargo.env("RUSTFLAGS", appended("RUSTFLAGS", "-Zsanitizer=thread --cfg rustix_use_libc"));
    cargo.env("TSAN_OPTIONS", "halt_on_error=1").env_remove("TENSMITH_RUNNER");
    // Most of the time is building: what the sanitizer sees is the same with little optimisation.
    cargo.envs([("CARGO_PROFILE_CHECKED_OPT_LEVEL", "1"), ("CARGO_PROFILE_CHECKED_CODEGEN_UNITS", "16")]);
    // Apart, as everything is built anew where the flags are others.
    cargo.env("CARGO_TARGET_DIR", toolchain.workspace.target.join("sanitized"));
    cargo
}
