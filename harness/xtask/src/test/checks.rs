//! Checks that are calls of cargo.

use std::process::Command;

use super::files;
use super::{counted, names, words};
use crate::proc::{self, Result};
use crate::rust::appended;
use crate::toolchain::Toolchain;

/// The features of `core` that can be left out. Each is built alone, and none: more of them
/// only add to each other.
const FEATURES: [&str; 9] = [
    "",
    "aarch64-base",
    "aarch64-sve",
    "aarch64-sme",
    "aarch64-system",
    "assembly",
    "inlined-encoding",
    "language",
    "x86-64",
];

/// The test files about values, which a host computes fastest without checks.
const OF_VALUES: [&str; 9] = [
    "isa_x86_64_decode",
    "isa_x86_64_table_llvm",
    "isa_aarch64_decode",
    "isa_aarch64_table_binutils",
    "isa_aarch64_decode_library",
    "isa_aarch64_table_llvm",
    "isa_aarch64_operand",
    "kernel_op_accuracy",
    "kernel_op_power",
];

/// What the tests of this machine are made of. A step that asks cargo for the same finds it built, and builds
/// nothing with other features.
pub(crate) const BUILT: &[&str] = &["--workspace", "--lib", "--bins", "--tests"];

/// No arguments for programs of tests.
const NONE: [&str; 0] = [];

pub(super) fn formatting(toolchain: &Toolchain) -> Result<String> {
    // The image without an operating system is a workspace of its own.
    let image = ["--manifest-path", "examples/firmware/Cargo.toml", "--check"];
    proc::run(toolchain.cargo("fmt").args(image))?;
    done(toolchain.cargo("fmt").args(["--all", "--check"]))
}

pub(super) fn tests_by_name(toolchain: &Toolchain) -> Result<String> {
    names::check(&toolchain.workspace).map(|count| format!("ok: {count} modules name theirs"))
}

pub(super) fn plain_words(toolchain: &Toolchain) -> Result<String> {
    words::check(&toolchain.workspace).map(|count| format!("ok: {count} files"))
}

pub(super) fn clippy(toolchain: &Toolchain) -> Result<String> {
    done(toolchain.cargo("clippy").args(["--workspace", "--all-targets", "--", "-D", "warnings"]))
}

pub(super) fn documentation(toolchain: &Toolchain) -> Result<String> {
    // Programs have pages of their own, in the book.
    let mut cargo = toolchain.cargo("doc");
    done(cargo.args(["--workspace", "--lib", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"))
}

pub(super) fn host_tests(toolchain: &Toolchain) -> Result<String> {
    let ran = counted(toolchain, || with(host(toolchain), BUILT), &NONE)?;
    let examples = counted(toolchain, || with(host(toolchain), &["--workspace", "--doc"]), &NONE)?;
    Ok(format!("{ran}; documentation {examples}"))
}

/// The tests of values are another step, without checks.
pub(super) fn host_in_full(toolchain: &Toolchain) -> Result<String> {
    let skipped: Vec<_> =
        OF_VALUES.iter().flat_map(|file| ["--skip".to_owned(), format!("{file}::")]).collect();
    counted(
        toolchain,
        || with(in_full(host(toolchain)), &["--package", "tensmith-tests", "--tests"]),
        &skipped,
    )
}

pub(super) fn values_in_full(toolchain: &Toolchain) -> Result<String> {
    let mut said = Vec::new();
    for (programs, filters) in files::options(&toolchain.workspace, &OF_VALUES)? {
        let cargo = || {
            let mut cargo = in_full(toolchain.cargo("test"));
            cargo.args(["--package", "tensmith-tests", "--release"]).args(&programs);
            cargo
        };
        said.push(counted(toolchain, cargo, &filters)?);
    }
    Ok(said.join("; "))
}

/// The synchronisation of caches, executable memory, the pool and scratch memory, in every order that the
/// language's memory model allows: neither x86-64 nor an emulator on it shows what AArch64 may do.
pub(super) fn memory_models(toolchain: &Toolchain) -> Result<String> {
    models(toolchain, "tensmith-sync")
}

/// Models of what takes the whole library.
pub(super) fn library_models(toolchain: &Toolchain) -> Result<String> {
    models(toolchain, "tensmith")
}

fn models(toolchain: &Toolchain, package: &str) -> Result<String> {
    let cargo = || {
        let mut cargo = toolchain.cargo("test");
        cargo.env("RUSTFLAGS", appended("RUSTFLAGS", "--cfg tensmith_model"));
        // Apart, as everything is built anew where the flags are others.
        cargo.env("CARGO_TARGET_DIR", toolchain.workspace.target.join("models"));
        with(cargo, &["--package", package, "--all-features", "--lib", "--profile", "checked"])
    };
    // They stand in modules of that name.
    counted(toolchain, cargo, &["models::"])
}

/// What executes generated code, as one program.
pub(super) fn aarch64_tests(toolchain: &Toolchain) -> Result<String> {
    if !toolchain.host.emulates() {
        return Ok("ok: the host tests are AArch64 tests".to_owned());
    }
    counted(
        toolchain,
        || with(emulated(toolchain), &["--package", "tensmith-tests", "--test", "machine"]),
        &NONE,
    )
}

/// Everything but what is looked at, which the host has shown, and what the system does with signals.
pub(super) fn aarch64_in_full(toolchain: &Toolchain) -> Result<String> {
    if !toolchain.host.emulates() {
        return Ok("ok: the host tests in full are AArch64 tests".to_owned());
    }
    let others = ["--workspace", "--exclude", "xtask", "--exclude", "tensmith-tests"];
    let units = || with(with(emulated(toolchain), &others), &["--lib", "--bins", "--tests"]);
    let units = counted(toolchain, units, &["--skip", "signals::"])?;
    let programs = files::programs(&toolchain.workspace)?;
    let executed = || {
        let mut cargo = with(in_full(emulated(toolchain)), &["--package", "tensmith-tests"]);
        cargo.args(programs.iter().filter(|name| *name != "paper").flat_map(|name| ["--test", name]));
        cargo
    };
    let executed = counted(toolchain, executed, &NONE)?;
    let examples = counted(toolchain, || with(with(emulated(toolchain), &others), &["--doc"]), &NONE)?;
    Ok(format!("{units}; of the machine {executed}; documentation {examples}"))
}

pub(super) fn features(toolchain: &Toolchain) -> Result<String> {
    let strictly = ["--", "--deny", "warnings"];
    for feature in FEATURES {
        let core = ["--package", "tensmith-core", "--no-default-features", "--features", feature];
        proc::run(&mut with(with(toolchain.cargo("clippy"), &core), &strictly))?;
    }
    let peers =
        ["--package", "tensmith-bench", "--package", "tensmith-tests", "--all-targets", "--all-features"];
    proc::run(&mut with(with(toolchain.cargo("clippy"), &peers), &strictly))?;
    Ok(format!("ok: {} ways to leave some out, and the peers of benchmarks", FEATURES.len()))
}

/// `cargo test` on this machine.
fn host(toolchain: &Toolchain) -> Command {
    let mut cargo = toolchain.cargo("test");
    // It names an emulator, and these tests run without.
    cargo.env_remove("TENSMITH_RUNNER");
    with(cargo, &["--profile", "checked", "--no-fail-fast"])
}

/// `cargo test` on an emulated AArch64 machine.
fn emulated(toolchain: &Toolchain) -> Command {
    with(toolchain.cargo_for_runner("test"), &["--profile", "checked", "--no-fail-fast"])
}

/// A command with more arguments.
fn with(mut command: Command, arguments: &[&str]) -> Command {
    command.args(arguments);
    command
}

/// Has tests do what they do at night (`tests/src/nightly.rs`).
fn in_full(mut cargo: Command) -> Command {
    cargo.env("TENSMITH_NIGHTLY", "1");
    cargo
}

fn done(command: &mut Command) -> Result<String> {
    proc::run(command).map(|()| "ok".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    #[test]
    fn the_files_of_values_are_there() {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/tests");
        for file in OF_VALUES {
            assert!(fs::exists(tests.join(format!("{file}.rs"))).unwrap(), "{file}");
        }
    }
}
