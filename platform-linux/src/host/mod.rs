//! The machine at hand as a [`Target`]: a file for each architecture, with the rules that turn what the machine and the
//! kernel say (`probe`) into features, timing and caches. All of them are there on every host, and tested there.
//!
//! Tests: below, `platform-linux/tests/host.rs`.

pub mod aarch64;
pub mod x86_64;

#[cfg(target_arch = "aarch64")]
use aarch64 as machine;
use tensmith_core::Target;
use tensmith_core::isa::Features;
#[cfg(target_arch = "x86_64")]
use x86_64 as machine;

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

/// The machine that this runs on.
///
/// # Errors
/// [`HostError`], where it cannot execute compiled code.
#[cfg(target_os = "linux")]
pub fn target() -> Result<Target, HostError> {
    #[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
    return machine::target();
    #[cfg(not(any(target_arch = "aarch64", target_arch = "x86_64")))]
    Err(HostError::OtherArchitecture { architecture: std::env::consts::ARCH })
}

/// The names of some features, in a row.
fn names(features: Features) -> String {
    features.iter().map(|feature| feature.name()).collect::<Vec<_>>().join(" and ")
}
