//! Reasons for which the machine at hand is no target.

use tensmith_core::isa::{Feature, Features};

/// Why the machine at hand is no target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HostError {
    /// It is of another architecture.
    #[error("this machine is {architecture}: it cannot execute AArch64 or x86-64 code")]
    OtherArchitecture {
        /// The architecture that this program was built for.
        architecture: &'static str,
    },
    /// The processor has not all that compiled code needs.
    #[error("this machine lacks {}, which all code made here for its architecture needs", names(*.missing))]
    Lacks {
        /// The features that it does not have.
        missing: Features,
    },
    /// The operating system does not save the registers that compiled code computes in.
    #[error(
        "the operating system does not save the upper halves of vector registers (XCR0 is {xcr0:#x}), \
         which all code made here for x86-64 needs"
    )]
    NotSaved {
        /// The state that it saves.
        xcr0: u64,
    },
}

/// The names of some features, in a row.
fn names(features: Features) -> String {
    features.iter().map(Feature::name).collect::<Vec<_>>().join(" and ")
}
