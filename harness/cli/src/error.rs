//! The end of the program: one line and an exit status.
//!
//! Tests: below, `harness/cli/tests/program/bad_input.rs`.

use clap::error::ErrorKind;
use std::error::Error;
use std::fmt::Display;
use std::io::{self, Write};
use std::num::{IntErrorKind, ParseIntError};
use std::process::ExitCode;

/// Why a command did not succeed. The kind is the exit status; the message is one line that
/// names the argument, the value and the rule.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A result differs from the reference: status 1.
    Check(String),
    /// The input breaks a rule: status 2.
    BadInput(String),
    /// This machine cannot do it: status 3.
    NotPossibleHere(String),
}

/// The exit status where a result differs from the reference.
pub(crate) const CHECK_FAILED: u8 = 1;

impl Failure {
    /// Prints the message on the standard error stream and returns the exit status.
    pub(crate) fn report(&self) -> ExitCode {
        let (status, message) = self.parts();
        say(format_args!("error: {}", one_line(message)));
        ExitCode::from(status)
    }

    /// The exit status and the message.
    pub(crate) fn parts(&self) -> (u8, &str) {
        match self {
            Self::Check(message) => (CHECK_FAILED, message),
            Self::BadInput(message) => (2, message),
            Self::NotPossibleHere(message) => (3, message),
        }
    }

    /// Input that breaks the rule that `error` names.
    pub(crate) fn bad_input(error: impl Display) -> Self {
        Self::BadInput(error.to_string())
    }
}

/// Writes a line to the standard error stream. What refuses it ends no run: there is nobody left to tell.
pub(crate) fn say(line: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// Escapes control characters: a file's name may hold a line break, an error must not.
fn one_line(message: &str) -> String {
    let escape = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    message.chars().map(escape).collect()
}

/// The message of an error in the command line, without the usage text that follows it.
pub(crate) fn usage(error: &clap::Error) -> Failure {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return Failure::BadInput("a command is missing: `--help` lists them".to_owned());
    }
    let text = error.to_string();
    let paragraph = text.lines().take_while(|line| !line.trim().is_empty());
    let mut message = paragraph.map(str::trim).collect::<Vec<_>>().join(" ");
    for tip in text.lines().filter_map(|line| line.trim().strip_prefix("tip: ")) {
        message += &format!("; {tip}");
    }
    let number = error.source().and_then(|source| source.downcast_ref::<ParseIntError>());
    if let Some(number) = number {
        message = message.replace(&number.to_string(), &rule(number));
    }
    Failure::BadInput(message.trim_start_matches("error: ").to_owned())
}

/// The rule for a text that is no count.
fn rule(error: &ParseIntError) -> String {
    match error.kind() {
        IntErrorKind::Zero => "must be at least 1".to_owned(),
        IntErrorKind::PosOverflow => format!("must be at most {}", usize::MAX),
        _ => "must be a whole number, not below zero".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_do_not_break_the_line() {
        assert_eq!(one_line("a\nb\tc\u{7f}é"), "a\\nb\\tc\\u{7f}é");
    }
}
