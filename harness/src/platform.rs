//! The machine at hand: the one place where the operating system makes a difference.
//!
//! Tests: `tests/tests/harness_run.rs`.

#[cfg(target_os = "linux")]
use tensmith_platform_linux as system;
#[cfg(target_os = "macos")]
use tensmith_platform_macos as system;

/// How the machine at hand was recognised.
pub(crate) const SOURCE: &str = if cfg!(target_os = "macos") {
    "sysctl"
} else if cfg!(target_arch = "x86_64") {
    "cpuid"
} else {
    "the system's account of MIDR_EL1"
};

pub use system::host::HostError;
pub use system::{HostMemory, Reason, Strategy};
use tensmith_core::Target;

/// The machine at hand.
///
/// # Errors
/// [`HostError`], where it cannot execute compiled code.
pub fn host() -> Result<Target, HostError> {
    system::host::target()
}

/// Bytes of stack that making code takes at most: a kernel, a plan, a program, or the first
/// [`Jit`](crate::Jit). Where nothing is optimised, frames are several times as long.
pub const STACK_TO_MAKE: usize = if cfg!(debug_assertions) { 768 << 10 } else { 64 << 10 };

/// Bytes of stack that running takes at most, on the thread that asks for it.
pub const STACK_TO_RUN: usize = if cfg!(debug_assertions) { 32 << 10 } else { 12 << 10 };

/// Returns the bytes that are left of the calling thread's stack; none where that is not known. Not every
/// thread has as much as making code takes ([`STACK_TO_MAKE`]): a face whose callers have
/// such threads asks first.
#[must_use]
pub fn stack_left() -> Option<usize> {
    system::stack::left()
}

/// A system without a platform crate: plans can be made there, but not run.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
mod system {
    use tensmith_core::code::memory::arena::Counts;
    use tensmith_core::code::{Block, CodeMemory, MemoryError, Refusal};

    /// How memory becomes executable: in no way.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Strategy {}

    /// Why it does in this way.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Reason {}

    /// Executable memory, of which there is none.
    #[derive(Clone, Copy, Debug)]
    pub enum HostMemory {}

    impl HostMemory {
        /// None.
        ///
        /// # Errors
        /// [`MemoryError::Denied`].
        pub fn probe() -> Result<Self, MemoryError> {
            Err(MemoryError::Denied {
                step: "map",
                refusal: Refusal::Machine("not supported"),
                remedy: "use Linux or macOS, or lend memory",
            })
        }

        /// How memory becomes executable.
        #[must_use]
        pub fn strategy(&self) -> Strategy {
            match *self {}
        }

        /// Why it does in this way.
        #[must_use]
        pub fn reason(&self) -> Reason {
            match *self {}
        }

        /// What it holds at the moment.
        #[must_use]
        pub fn counts(&self) -> Counts {
            match *self {}
        }
    }

    impl CodeMemory for HostMemory {
        fn publish_all(&self, _: &[&[u8]]) -> Result<Vec<Block>, MemoryError> {
            match *self {}
        }
    }

    pub(crate) mod stack {
        pub(crate) fn left() -> Option<usize> {
            None
        }
    }

    pub(crate) mod host {
        use tensmith_core::Target;

        pub(crate) fn target() -> Result<Target, HostError> {
            Err(HostError { os: std::env::consts::OS })
        }

        /// Why the machine at hand is no target.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
        #[error("{os} is not supported: code can be made there, but not run")]
        pub struct HostError {
            /// The operating system that this program was built for.
            pub os: &'static str,
        }
    }
}
