//! Why there is no `Jit`, or no code.

use super::ErrorKind;
use crate::platform::HostError;
use tensmith_core::code::MemoryError;
use tensmith_core::code::entry::CannotExecute;
use tensmith_core::fallible::OutOfMemory;
use tensmith_core::kernel::KernelSpec;
use tensmith_core::registry::{KernelError, RegistryError};

/// Why there is no [`Jit`](crate::Jit), or no code for a kernel: because of the machine, of
/// memory, or of a generator.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// This machine cannot execute compiled code, or its system is not supported.
    #[error(transparent)]
    Host(#[from] HostError),
    /// This machine has another architecture than the code.
    #[error(transparent)]
    CannotExecute(#[from] CannotExecute),
    /// This machine executes compiled code, but not that of a target.
    #[error("this machine, {host}, cannot execute code for {target}")]
    OtherTarget {
        /// The core that the code would be for.
        target: &'static str,
        /// The core of this machine.
        host: &'static str,
    },
    /// The code could not be made executable.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// The registry cannot be made.
    #[error(transparent)]
    Registry(#[from] RegistryError),
    /// There is no kernel.
    #[error("{spec}: {source}")]
    Kernel {
        /// The specification of the kernel.
        spec: Box<KernelSpec>,
        /// Why it is missing.
        r#source: KernelError,
    },
    /// There is no kernel for a specification with data.
    #[error("{spec}: {source}")]
    DataKernel {
        /// The text of the specification.
        spec: String,
        /// Why it is missing.
        r#source: KernelError,
    },
    /// A generator asks the [`Jit`](crate::Jit) that it makes a kernel for, on the same thread.
    #[error("a generator must not ask the `Jit` that it makes a kernel for")]
    Reentrant,
}

impl BuildError {
    pub(crate) fn of_kernel(spec: &KernelSpec, source: KernelError) -> Self {
        match source {
            KernelError::OutOfMemory(error) => Self::OutOfMemory(error),
            source => Self::Kernel { spec: Box::new(*spec), source },
        }
    }

    /// Returns the kind of the error.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Host(_) | Self::CannotExecute(_) | Self::OtherTarget { .. } => ErrorKind::Machine,
            Self::Memory(error) if error.is_out_of_memory() => ErrorKind::OutOfMemory,
            Self::Memory(_) => ErrorKind::ExecutableMemory,
            Self::OutOfMemory(_) => ErrorKind::OutOfMemory,
            Self::Kernel { source: KernelError::Spec(_), .. } => ErrorKind::Argument,
            Self::Kernel { source, .. } | Self::DataKernel { source, .. } => of_kernel(source),
            Self::Registry(_) | Self::Reentrant => ErrorKind::Internal,
        }
    }
}

/// The kind of the reason for which a kernel is missing.
fn of_kernel(reason: &KernelError) -> ErrorKind {
    match reason {
        KernelError::OutOfMemory(_) => ErrorKind::OutOfMemory,
        _ => ErrorKind::Unsupported,
    }
}
