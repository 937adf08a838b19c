//! Why there is no plan.

use super::{BuildError, ErrorKind, RunError};
use crate::gemm::NotGenerated;
use crate::text::PlanTextError;
use crate::wisdom::WisdomError;
use tensmith_core::DType;
use tensmith_core::einsum::tree::TreeError;
use tensmith_core::einsum::{InterleavedError, LowerError, ParseError, ResolveError};
use tensmith_core::fallible::OutOfMemory;
use tensmith_core::kernel::GemmSpec;
use tensmith_core::tensor::{LayoutError, NestError};

/// Why there is no plan, program or handle: the request is wrong or unsupported, or code could not be
/// [built](PlanError::Build).
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// The text is no expression.
    #[error(transparent)]
    Expression(#[from] ParseError),
    /// The lists of numbers are no expression.
    #[error(transparent)]
    Lists(#[from] InterleavedError),
    /// The text is no tree.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// The text is no plan, or not one for this machine.
    #[error(transparent)]
    Text(#[from] PlanTextError),
    /// The expression does not fit the operands' shapes.
    #[error(transparent)]
    Shapes(#[from] ResolveError),
    /// An operand has extents and strides that no array has.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// There is no array of the output's shape.
    #[error("the output: {0}")]
    Output(LayoutError),
    /// No nest can be made of the expression and the operands.
    #[error(transparent)]
    Operands(#[from] LowerError),
    /// The nest cannot be compiled.
    #[error(transparent)]
    Nest(#[from] NestError),
    /// A multiplication or a nest has elements of another type than its handle.
    #[error("dtype is {found}: must be {expected}, the type that the handle is made for")]
    DType {
        /// Type in the specification.
        found: DType,
        /// Type of the handle.
        expected: DType,
    },
    /// Runs would need more memory than is allowed.
    #[error("runs need {needed} bytes in addition to the operands: must be at most {limit}")]
    MemoryLimit {
        /// The bytes that they need.
        needed: usize,
        /// The limit.
        limit: usize,
    },
    /// Runs need memory that the system refuses.
    #[error(
        "runs need {needed} bytes in addition to the operands, which the system refuses: with a limit of \
         memory, they are cut into slices"
    )]
    Memory {
        /// The bytes that they need.
        needed: usize,
    },
    /// A limit of memory takes more slices than can be counted.
    #[error("number of slices: must be below 2^64; it takes fewer with a higher limit of memory")]
    TooManySlices,
    /// An order cuts what has no slices.
    #[error("the order has cuts: {rule}")]
    NoSlices {
        /// What has slices.
        rule: &'static str,
    },
    /// An order cuts along an index that it cannot.
    #[error(
        "the order cuts index {index}: must be one of {indices} that have values, those of the output first, \
         the lower numbers before the higher ones"
    )]
    Cut {
        /// The index.
        index: usize,
        /// How many the expression has.
        indices: usize,
    },
    /// Orders that were kept cannot be read, or new ones not written.
    #[error(transparent)]
    Wisdom(#[from] WisdomError),
    /// There is no code for a multiplication, and [`Policy::Error`](crate::gemm::Policy::Error) allows
    /// nothing else.
    #[error("{spec}: {reason}")]
    NotGenerated {
        /// The specification of the kernel.
        spec: Box<GemmSpec>,
        /// Why there is none.
        reason: NotGenerated,
    },
    /// The code could not be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The plan was made, and did not run: of [`einsum`](crate::einsum()) alone.
    #[error(transparent)]
    Run(#[from] RunError),
}

impl From<OutOfMemory> for PlanError {
    fn from(error: OutOfMemory) -> Self {
        Self::Build(error.into())
    }
}

impl PlanError {
    /// Returns the kind of the error.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Expression(_) | Self::Lists(_) | Self::Tree(_) | Self::Text(_) => ErrorKind::Text,
            Self::Operands(error) if error.is_out_of_memory() => ErrorKind::OutOfMemory,
            Self::Nest(error) if error.is_out_of_memory() => ErrorKind::OutOfMemory,
            Self::Shapes(_) | Self::Layout(_) | Self::Output(_) | Self::Operands(_) | Self::Nest(_) => {
                ErrorKind::Shape
            }
            Self::DType { .. } | Self::Cut { .. } | Self::NoSlices { .. } => ErrorKind::Argument,
            Self::MemoryLimit { .. } | Self::TooManySlices => ErrorKind::MemoryLimit,
            Self::Memory { .. } => ErrorKind::OutOfMemory,
            Self::Wisdom(error) => error.kind(),
            Self::NotGenerated { .. } => ErrorKind::Unsupported,
            Self::Build(error) => error.kind(),
            Self::Run(error) => error.kind(),
        }
    }
}
