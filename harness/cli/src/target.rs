//! The targets that options name: cores, and the machine at hand.
//!
//! Tests: `harness/cli/tests/program/emit.rs`, `harness/cli/tests/program/einsum.rs`.

use crate::error::Failure;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tensmith::Target;

/// The name of the machine at hand.
const HERE: &str = "host";

/// A target, as it was asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Asked {
    /// The machine at hand.
    Host,
    /// A core.
    Core(Target),
}

impl Asked {
    /// Parses the name of a core, or `host`.
    pub(crate) fn parser() -> impl TypedValueParser<Value = Self> {
        let names = Target::all().map(|target| target.core.name);
        PossibleValuesParser::new([HERE].into_iter().chain(names)).try_map(|name| match name.as_str() {
            HERE => Ok(Self::Host),
            name => Target::named(name).map(Self::Core),
        })
    }

    /// The target.
    ///
    /// # Errors
    /// [`Failure::NotPossibleHere`], where the machine at hand is none.
    pub(crate) fn target(self) -> Result<Target, Failure> {
        match self {
            Self::Host => {
                tensmith::machine::host().map_err(|error| Failure::NotPossibleHere(error.to_string()))
            }
            Self::Core(target) => Ok(target),
        }
    }
}

/// The target where none was asked for: the machine at hand, or, where that is none, the most portable one.
pub(crate) fn usual() -> Target {
    tensmith::machine::host().unwrap_or_else(|_| Target::generic())
}
