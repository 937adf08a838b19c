//! The forms of a batch's inputs.
//!
//! Tests: `tests/tests/harness_gemm.rs`.

use tensmith_core::kernel::spec::Batch;

/// The ways in which a call passes the blocks of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One piece of memory.
    Strided,
    /// A list of offsets.
    Offsets,
    /// A list of addresses.
    Addresses,
}

impl Form {
    /// Returns the form that a batch calls for.
    #[must_use]
    pub const fn of(batch: Batch) -> Self {
        match batch {
            Batch::Single | Batch::Strided { .. } => Self::Strided,
            Batch::Offsets { .. } => Self::Offsets,
            Batch::Addresses { .. } => Self::Addresses,
        }
    }

    /// Returns the name used in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strided => "one piece of memory",
            Self::Offsets => "offsets",
            Self::Addresses => "addresses",
        }
    }
}
