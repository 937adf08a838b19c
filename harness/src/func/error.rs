//! Why functions are not run.
//!
//! Tests: `harness/cli/tests/program/func.rs`, `tests/tests/kernel_language_callees.rs`.

use crate::error::BuildError;
use tensmith_core::code::entry::TooManyArguments;
use tensmith_core::codegen::CodegenError;
use tensmith_core::reference::RunError;

/// Why a function was not run. No memory was written then.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FuncError {
    /// The machine at hand cannot execute the code.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The function does not compile.
    #[error(transparent)]
    Codegen(#[from] CodegenError),
    /// There are more arguments than code takes.
    #[error(transparent)]
    Arguments(#[from] TooManyArguments),
    /// The function does something that it must not do.
    #[error(transparent)]
    Run(#[from] RunError),
}

impl FuncError {
    /// Whether the function could be run on another machine.
    #[must_use]
    pub fn is_of_the_machine(&self) -> bool {
        matches!(self, Self::Build(_))
    }
}
