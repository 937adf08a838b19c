//! The end of the program: one line and an exit status.
//!
//! Tests: below.

use std::fmt::Display;
use std::io::Write;
use std::process::ExitCode;

/// Why the program did not do its work.
#[derive(Debug, PartialEq, Eq)]
pub enum Failure {
    /// A result differs from the reference: status 1.
    Check(String),
    /// The input breaks a rule: status 2.
    BadInput(String),
    /// This machine cannot do it: status 3.
    NotPossibleHere(String),
}

/// The result of a part of the work.
pub type Result<T = ()> = std::result::Result<T, Failure>;

impl Failure {
    /// Input that breaks the rule that `error` names.
    pub fn bad_input(error: impl Display) -> Self {
        Self::BadInput(error.to_string())
    }

    /// Something that the machine or its system does not do.
    pub fn not_possible_here(error: impl Display) -> Self {
        Self::NotPossibleHere(error.to_string())
    }

    /// Prints the message on the standard error stream and returns the exit status.
    pub fn report(&self) -> ExitCode {
        let (status, message) = self.parts();
        // Where the stream refuses it, the status still says it.
        let _ = writeln!(std::io::stderr().lock(), "error: {message}");
        ExitCode::from(status)
    }

    /// The exit status and the message.
    fn parts(&self) -> (u8, &str) {
        match self {
            Self::Check(message) => (1, message),
            Self::BadInput(message) => (2, message),
            Self::NotPossibleHere(message) => (3, message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_is_the_exit_status() {
        let status = |failure: Failure| failure.parts().0;
        assert_eq!(status(Failure::Check(String::new())), 1);
        assert_eq!(status(Failure::bad_input("")), 2);
        assert_eq!(status(Failure::not_possible_here("")), 3);
    }
}
