//! Tests that run in a process of their own: they are ignored otherwise, and started by name.

#![allow(dead_code, reason = "each test file uses some of it")]

use std::process::{Command, Output};

/// Whether the system is an emulator's, which lets nothing be refused: qemu's prctl(2) knows neither seccomp
/// filters nor `PR_SET_MDWE` (`EINVAL`), and its setrlimit(2) ignores limits of memory. Under `PR_SET_MDWE`
/// of the host, qemu itself does not start.
pub(crate) fn is_emulated() -> bool {
    std::env::var_os("TENSMITH_RUNNER").is_some()
}

/// Asserts that a child passed its one test.
pub(crate) fn passed(test: &str, output: Output) {
    let text =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    assert!(output.status.success() && text.contains("1 passed"), "{test}: {}\n{text}", output.status);
}

/// Runs an ignored test of this file, under the emulator where this runs under one.
pub(crate) fn run(test: &str) -> Output {
    command(test).output().expect("a child")
}

/// The command that [`run`] starts.
pub(crate) fn command(test: &str) -> Command {
    let this = std::env::current_exe().expect("a program");
    let runner = std::env::var("TENSMITH_RUNNER").unwrap_or_default();
    let mut words = runner.split_whitespace();
    let mut command = match words.next() {
        Some(emulator) => Command::new(emulator),
        None => Command::new(&this),
    };
    if !runner.is_empty() {
        command.args(words).arg(&this);
    }
    command.args([test, "--exact", "--ignored", "--nocapture"]);
    command
}
