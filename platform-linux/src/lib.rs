//! tensmith on Linux: executable memory (`HostMemory`) and the name of the
//! machine at hand (`host::target`).
//!
//! Twin of `tensmith-platform-macos`: the same files, each with the same duty.
//! `memory` makes the system calls of publishing, `probe` asks the system about the machine, and `host` turns
//! its answers into a `Target`; `stack` tells what a thread has left of its stack. Only `host` is there on
//! other systems too, without what asks; its rules are tested everywhere.

pub mod host;
#[cfg(target_os = "linux")]
pub mod memory;
#[cfg(target_os = "linux")]
mod probe;
#[cfg(target_os = "linux")]
pub mod stack;

#[cfg(target_os = "linux")]
pub use memory::{HostMemory, Reason, Strategy};
