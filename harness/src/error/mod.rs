//! Errors: of building a [`Jit`](crate::Jit) and code ([`BuildError`]), of a request ([`PlanError`]), and of
//! a run ([`RunError`]).
//!
//! Each says what broke which rule, and, by its [`ErrorKind`], what to do about it.
//!
//! Tests: `tests/tests/harness_api.rs`, `tests/tests/harness_jit.rs`, `tests/tests/harness_gemm.rs`,
//! `tests/tests/capi.rs`.

mod build;
mod plan;
mod run;

pub use build::BuildError;
pub use plan::PlanError;
pub use run::RunError;

pub use crate::platform::HostError;
pub use crate::text::PlanTextError;
pub use tensmith_core::code::MemoryError;
pub use tensmith_core::tensor::{ArrayName, LayoutError, OutOfBounds, ViewError};

/// The kind of an error, whichever type it has: what there is to be done about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A text cannot be read: an expression, a tree, a plan.
    Text,
    /// Shapes or strides contradict each other, the request, or the plan.
    Shape,
    /// Another argument has a value that is not allowed.
    Argument,
    /// There is no code for the request.
    Unsupported,
    /// A run would need more memory than the request allows.
    MemoryLimit,
    /// This machine cannot execute the code.
    Machine,
    /// The system refuses executable memory.
    ExecutableMemory,
    /// The allocator refused.
    OutOfMemory,
    /// An executor has not the threads that it should have.
    Executor,
    /// A mistake of a generator or of this library.
    Internal,
}
