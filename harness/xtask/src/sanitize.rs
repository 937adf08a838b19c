//! Tests of what threads share, under ThreadSanitizer.
//!
//! The models of loom try every order of a few steps of ours; the sanitizer sees every access of whole tests,
//! with the locks and threads of the standard library, in the order that happens. That library has to be
//! built with it: its locks order what they protect in functions that are compiled already, and an order that
//! is not seen is reported as a race. The source of the library is a component of rustup's, as is the runtime
//! of the sanitizer in the standard library. Neither needs a nightly compiler:
//! `RUSTC_BOOTSTRAP` allows the options.
//!
//! Machine code that was generated is not seen, nor what it accesses.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::host::Host;
use crate::proc::{Failure, Result};
use crate::rust::{Part, Rust, appended};
use crate::test::{self, counted};
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

/// What is reported and is no race. Code is copied to pages that are fresh from the system, which gives one
/// thread the addresses that another gave back. The sanitizer sees this where the C library is called for it,
/// and rustix calls the system itself.
const SUPPRESSED: &str = "race:tensmith_core::code::memory::pages::copy\n";

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
    let target = toolchain.workspace.target.join("sanitized");
    let suppressions = target.join("suppressions");
    fs::create_dir_all(&target)
        .and_then(|()| fs::write(&suppressions, SUPPRESSED))
        .map_err(|error| Failure::set_up(format!("{}: {error}", suppressions.display())))?;
    let cargo = || cargo(toolchain, &target, &suppressions);
    for (programs, tests) in test::options(&toolchain.workspace, &TESTS)? {
        let cargo = || {
            let mut cargo = cargo();
            cargo.args(["--package", "tensmith-tests", "--profile", "checked"]).args(&programs);
            cargo
        };
        counted(toolchain, cargo, &tests)?;
    }
    let platform =
        if toolchain.host == Host::ArmMac { "tensmith-platform-macos" } else { "tensmith-platform-linux" };
    let arena = || {
        let mut cargo = cargo();
        cargo.args(["--package", platform, "--profile", "checked", "--test", "arena"]);
        cargo
    };
    counted(toolchain, arena, &[""; 0])
}

/// `cargo test` with everything built for the sanitizer, in a folder of its own.
fn cargo(toolchain: &Toolchain, target: &Path, suppressions: &Path) -> Command {
    let mut cargo = Rust::Own.cargo(&toolchain.workspace, "test");
    cargo.args(["-Zbuild-std", "--target", toolchain.host.triple()]).env("RUSTC_BOOTSTRAP", "1");
    cargo.env("RUSTFLAGS", appended("RUSTFLAGS", "-Zsanitizer=thread"));
    // A test writes to code, and looks for the signal.
    let options = format!("halt_on_error=1:handle_segv=0:suppressions={}", suppressions.display());
    cargo.env("TSAN_OPTIONS", options).env_remove("TENSMITH_RUNNER");
    // Most of the time is building: what the sanitizer sees is the same with little optimisation.
    cargo.envs([("CARGO_PROFILE_CHECKED_OPT_LEVEL", "1"), ("CARGO_PROFILE_CHECKED_CODEGEN_UNITS", "16")]);
    // Apart, as everything is built anew where the flags are others.
    cargo.env("CARGO_TARGET_DIR", target);
    cargo
}
