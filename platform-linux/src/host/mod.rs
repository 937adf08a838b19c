//! The machine at hand as a [`Target`]: a file for each architecture, with the rules that turn what the
//! machine and the kernel say (`probe`) into features, timing and caches. All of them are there on every
//! host, and tested there.
//!
//! Tests: `platform-linux/tests/host.rs`.

pub mod aarch64;
mod error;
pub mod x86_64;

#[cfg(target_arch = "aarch64")]
use aarch64 as machine;
pub use error::HostError;
use tensmith_core::Target;
#[cfg(target_arch = "x86_64")]
use x86_64 as machine;

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
