//! Whether the machine at hand is fit for tensmith, and what to do about it where it is not.
//!
//! [`examine`] looks at one thing after the other: the processor (`machine`), executable memory, threads and the limits
//! that the system sets (`limits`), and at last at results, by a contraction for each kind of kernel that is compared with
//! the scalar reference (`checks`). Each [`Finding`] stands for itself, so that the first fault hides no other.
//!
//! Tests: `harness/cli/tests/program/doctor.rs`, and in the files of the folder.

mod checks;
mod limits;
mod machine;

use crate::jit::Jit;

/// What was found of one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The thing, in a word or two.
    pub topic: &'static str,
    /// How it is.
    pub state: State,
    /// What was found, in one line.
    pub found: String,
    /// What to do, if it is not good.
    pub advice: Option<String>,
}

/// How something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// As it should be.
    Good,
    /// Slower than it could be, or of no use to some.
    Notice,
    /// Nothing can be run here.
    Missing,
    /// A result is wrong.
    Wrong,
}

impl State {
    /// Its name, as texts have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Notice => "notice",
            Self::Missing => "missing",
            Self::Wrong => "wrong",
        }
    }
}

impl Finding {
    fn good(topic: &'static str, found: impl Into<String>) -> Self {
        Self { topic, state: State::Good, found: found.into(), advice: None }
    }

    fn other(topic: &'static str, state: State, found: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { topic, state, found: found.into(), advice: Some(advice.into()) }
    }
}

/// Examines the machine at hand: some twenty findings, in a fixed order. It takes less than a second, and longer under
/// emulation.
#[must_use]
pub fn examine() -> Vec<Finding> {
    let mut findings = machine::system();
    match Jit::host() {
        Ok(jit) => {
            findings.extend(machine::processor(jit.target()));
            findings.push(machine::executable_memory(&jit));
            findings.extend(limits::all());
            findings.extend(checks::all(jit));
        }
        Err(error) => {
            findings.push(Finding::other(
                "processor",
                State::Missing,
                error.to_string(),
                "code can be made here for other machines: name one with `--target`",
            ));
            findings.extend(limits::all());
        }
    }
    findings
}
