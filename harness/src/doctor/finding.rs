//! What is found of one thing.
//!
//! Tests: `harness/cli/tests/program/doctor.rs`.

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
#[non_exhaustive]
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
    pub(super) fn good(topic: &'static str, found: impl Into<String>) -> Self {
        Self { topic, state: State::Good, found: found.into(), advice: None }
    }

    pub(super) fn other(
        topic: &'static str,
        state: State,
        found: impl Into<String>,
        advice: impl Into<String>,
    ) -> Self {
        Self { topic, state, found: found.into(), advice: Some(advice.into()) }
    }
}
