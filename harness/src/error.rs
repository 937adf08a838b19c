//! Why there is no plan, no kernel, or no result.
//!
//! Tests: `tests/tests/harness_jit.rs`, `tests/tests/harness_gemm.rs`.

use crate::gemm::{CallError, NotGenerated};
use crate::platform::HostError;
use crate::program::RunError;
use crate::text::PlanTextError;
use tensmith_core::DType;
use tensmith_core::code::MemoryError;
use tensmith_core::code::entry::CannotExecute;
use tensmith_core::einsum::tree::TreeError;
use tensmith_core::einsum::{InterleavedError, LowerError, ParseError, ResolveError};
use tensmith_core::fallible::OutOfMemory;
use tensmith_core::kernel::{GemmSpec, KernelSpec};
use tensmith_core::registry::{KernelError, RegistryError};
use tensmith_core::tensor::view::ViewError;
use tensmith_core::tensor::{LayoutError, NestError};

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum JitError {
    /// The machine at hand cannot execute the code, or its system is not supported.
    #[error(transparent)]
    Host(#[from] HostError),
    /// The machine at hand cannot execute the code.
    #[error(transparent)]
    CannotExecute(#[from] CannotExecute),
    /// The machine at hand executes compiled code, but not that of a target.
    #[error("this machine, {host}, cannot execute code for {target}")]
    OtherTarget {
        /// The core that the code would be for.
        target: &'static str,
        /// The core of this machine.
        host: &'static str,
    },
    /// A generator asks the [`Jit`](crate::Jit) that it makes a kernel for, on the same thread.
    #[error("a generator must not ask the `Jit` that it makes a kernel for")]
    Reentrant,
    /// The text is no expression.
    #[error(transparent)]
    Expression(#[from] ParseError),
    /// The lists of numbers are no expression.
    #[error(transparent)]
    Lists(#[from] InterleavedError),
    /// The expression does not fit the operands' shapes.
    #[error(transparent)]
    Shapes(#[from] ResolveError),
    /// No nest can be made of the expression and the operands.
    #[error(transparent)]
    Operands(#[from] LowerError),
    /// There is no array of the output's shape.
    #[error("the output: {0}")]
    Output(LayoutError),
    /// The text is no tree.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// The text is no plan, or not one for this machine.
    #[error(transparent)]
    Text(#[from] PlanTextError),
    /// Runs would need more memory than is allowed.
    #[error("runs need {needed} bytes in addition to the operands: must be at most {limit}")]
    MemoryLimit {
        /// The bytes that they need.
        needed: usize,
        /// The limit.
        limit: usize,
    },
    /// The nest cannot be compiled.
    #[error(transparent)]
    Nest(#[from] NestError),
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
    /// A multiplication or a nest has elements of another type than its handle.
    #[error("dtype is {found}: must be {expected}, the type that the handle is made for")]
    DType {
        /// Type in the specification.
        found: DType,
        /// Type of the handle.
        expected: DType,
    },
    /// There is no code for a multiplication, and [`Policy::Error`](crate::gemm::Policy::Error) allows
    /// nothing else.
    #[error("{spec}: {reason}")]
    NotGenerated {
        /// The specification of the kernel.
        spec: Box<GemmSpec>,
        /// Why there is none.
        reason: NotGenerated,
    },
    /// The registry cannot be made.
    #[error(transparent)]
    Registry(#[from] RegistryError),
    /// The code could not be made executable.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// A slice and a layout make no array.
    #[error(transparent)]
    View(#[from] ViewError),
    /// The plan did not run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The multiplication was not called.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

impl From<LayoutError> for JitError {
    fn from(error: LayoutError) -> Self {
        ViewError::Layout(error).into()
    }
}

impl JitError {
    pub(crate) fn of_kernel(spec: &KernelSpec, source: KernelError) -> Self {
        match source {
            KernelError::OutOfMemory(error) => Self::OutOfMemory(error),
            source => Self::Kernel { spec: Box::new(*spec), source },
        }
    }

    /// Whether the reason is the machine at hand, and nothing about the contraction.
    #[must_use]
    pub fn is_of_the_machine(&self) -> bool {
        matches!(
            self,
            Self::Host(_)
                | Self::CannotExecute(_)
                | Self::OtherTarget { .. }
                | Self::Run(RunError::OtherMachine { .. })
                | Self::Call(CallError::OtherMachine { .. })
        )
    }
}
