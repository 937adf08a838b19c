//! Why a function could not be compiled.

use super::allocate::AllocateError;
use super::check::CheckError;
use super::liveness::LivenessError;
use crate::fallible::OutOfMemory;
use crate::isa::{CodeError, Feature, FrameError, LowerError, Reason, VerifyError};
use crate::text::Count;

/// Why a function could not be compiled: an error of each step.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CodegenError {
    /// The function would take its caller's registers, or memory, for arguments that no call
    /// passes, or leave some out.
    #[error("the function has {found}: must have {expected}, those of the specification", found = Count(*found, "argument"))]
    Arguments {
        /// The arguments that the function has.
        found: usize,
        /// Those that the specification has.
        expected: usize,
    },
    /// The function has no counterpart in instructions.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// The core has no instruction for what an instruction of the function does, and no
    /// others take its place.
    #[error("instruction {at} needs {}, which the core lacks", .feature.name())]
    Lacks {
        /// Index of the instruction of the function.
        at: usize,
        /// The first feature that its code needs and the core lacks.
        feature: Feature,
    },
    /// The function is wrong, or reads a register that nothing has written.
    #[error(transparent)]
    Liveness(#[from] LivenessError),
    /// Registers ran out.
    #[error(transparent)]
    Allocate(#[from] AllocateError),
    /// Allocation made a mistake.
    #[error(transparent)]
    Check(#[from] CheckError),
    /// The function has no frame.
    #[error(transparent)]
    Frame(#[from] FrameError),
    /// The code could not be assembled.
    #[error(transparent)]
    Code(#[from] CodeError),
    /// The finished code breaks a rule of functions.
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// A pass of others refused.
    #[error("{pass}: {error}")]
    Pass {
        /// The name of the pass.
        pass: &'static str,
        /// Its reason.
        error: PassError,
    },
    /// The allocator of memory refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Why a pass of others refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PassError {
    /// It cannot do what it is for.
    #[error("{0}")]
    Refused(&'static str),
    /// The allocator of memory refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

impl PassError {
    /// The error of the pass with a name.
    pub(super) const fn of(self, pass: &'static str) -> CodegenError {
        CodegenError::Pass { pass, error: self }
    }
}

impl CodegenError {
    /// Index of the instruction of the function that it is about, if it is one.
    #[must_use]
    pub const fn at(&self) -> Option<usize> {
        match self {
            Self::Lower(error) => Some(error.at),
            Self::Liveness(LivenessError::Func(error)) => error.at(),
            Self::Liveness(LivenessError::Undefined { at, .. } | LivenessError::Unsure { at, .. })
            | Self::Allocate(AllocateError::OutOfRegisters { at, .. })
            | Self::Lacks { at, .. } => Some(*at),
            _ => None,
        }
    }

    /// Whether the reason is that the allocator of memory refused, in whichever step.
    #[must_use]
    pub const fn is_out_of_memory(&self) -> bool {
        matches!(
            self,
            Self::OutOfMemory(_)
                | Self::Pass { error: PassError::OutOfMemory(_), .. }
                | Self::Lower(LowerError { reason: Reason::OutOfMemory(_), .. })
                | Self::Liveness(LivenessError::OutOfMemory(_))
                | Self::Allocate(AllocateError::OutOfMemory(_))
                | Self::Check(CheckError::OutOfMemory(_))
                | Self::Frame(FrameError::OutOfMemory(_))
                | Self::Code(CodeError::OutOfMemory(_))
                | Self::Verify(VerifyError::OutOfMemory(_))
        )
    }
}
