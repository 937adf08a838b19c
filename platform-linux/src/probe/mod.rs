//! What tells one machine from another: a file for each architecture, with what its rules in `host` ask.
//!
//! Tests: `platform-linux/tests/host.rs`.

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_arch = "aarch64")]
pub(crate) use aarch64::{capabilities, core_ids};
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_64::{cpuid, xcr0};
