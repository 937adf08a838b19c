//! tensmith on macOS: executable memory (`HostMemory`) and the name of the
//! machine at hand (`host::target`).
//!
//! Twin of `tensmith-platform-linux`: the same files, each with the same duty.
//! `memory` makes the system calls of publishing, `cache` makes code visible to
//! instruction fetch, `probe` asks the system about the machine, `host` turns its answers into a
//! `Target`, and `stack` tells what a thread has left of its stack. `host` is there on other systems too,
//! without what asks, and so is `jit`, the order in which code is written; their rules are tested everywhere,
//! the calls themselves want a Mac to be tested on (`tests/publish.rs`).

#[cfg(target_os = "macos")]
mod cache;
pub mod host;
pub mod jit;
#[cfg(target_os = "macos")]
pub mod memory;
#[cfg(target_os = "macos")]
mod probe;
#[cfg(target_os = "macos")]
pub mod stack;

#[cfg(target_os = "macos")]
pub use memory::{HostMemory, Reason, Strategy};
