//! Tests that run in a process of their own: they are ignored otherwise, and started by name.

use std::process::{Command, Output};

/// Runs an ignored test of this file, under the emulator where this runs under one.
pub(crate) fn run(test: &str) -> Output {
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
    command.args([test, "--exact", "--ignored", "--nocapture"]).output().expect("a child")
}
