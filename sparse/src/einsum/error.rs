//! Why there is no contraction, or no result.

use crate::csr::CsrError;
use crate::product::{ProductError, RunError};
use tensmith::PlanError;
use tensmith::error::ViewError;
use tensmith_core::OutOfMemory;
use tensmith_core::einsum::path::{NetworkError, PathError};
use tensmith_core::einsum::{Name, ParseError, ResolveError};
use tensmith_core::tensor::LayoutError;

/// Why there is no contraction with a sparse operand. Operands are numbered as in the expression, from 0.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EinsumError {
    /// The text is no expression.
    #[error(transparent)]
    Expression(#[from] ParseError),
    /// The expression does not fit the operands' shapes.
    #[error(transparent)]
    Shapes(#[from] ResolveError),
    /// Every operand is dense.
    #[error("no operand is sparse: one must be")]
    NoMatrix,
    /// Two operands are sparse.
    #[error("in{first} and in{second} are sparse: only one operand may be")]
    SecondMatrix {
        /// The first of them.
        first: usize,
        /// The second one.
        second: usize,
    },
    /// The matrix cannot be multiplied as its labels ask for.
    #[error("label '{label}' of the sparse in{operand} {rule}")]
    Label {
        /// The matrix.
        operand: usize,
        /// The label.
        label: Name,
        /// The rule that it breaks.
        rule: LabelRule,
    },
    /// The output has another shape.
    #[error("out has extents {found:?}: the expression gives it {expected:?}")]
    Output {
        /// The extents of the output.
        found: Vec<usize>,
        /// Those that it must have.
        expected: Vec<usize>,
    },
    /// An array cannot be.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// The matrix cannot be turned so that it is multiplied.
    #[error(transparent)]
    Matrix(#[from] CsrError),
    /// The sparse product cannot be.
    #[error(transparent)]
    Product(#[from] ProductError),
    /// There is no plan for the contraction of dense operands.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// There is no order of contraction.
    #[error(transparent)]
    Path(#[from] PathError),
    /// There is nothing to find an order of.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// A rule for the labels of a sparse operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LabelRule {
    /// Both labels are the same.
    #[error("occurs twice: rows and columns must have different labels")]
    Diagonal,
    /// The matrix would be repeated along a label.
    #[error("is 1 there and {extent} elsewhere: a sparse operand is not broadcast")]
    Broadcast {
        /// The extent elsewhere.
        extent: usize,
    },
    /// A sum over the matrix alone.
    #[error("is summed, and no dense operand has it: multiply with a vector of ones")]
    Alone,
    /// Each row would be multiplied with another operand.
    #[error(
        "is in the output and in the dense operand that '{summed}' is summed with: only one of both may have it"
    )]
    Shared {
        /// The other label of the matrix.
        summed: Name,
    },
    /// Nothing is summed.
    #[error("is in the output, as is '{other}': one of both must be summed, or the result would be sparse")]
    Kept {
        /// The other label of the matrix.
        other: Name,
    },
    /// A sampled product of dense operands.
    #[error(
        "is in the output and in a dense operand, as is '{other}': the result would have the positions of the matrix, \
         as that of `Sampled` has"
    )]
    Sampled {
        /// The other label of the matrix.
        other: Name,
    },
}

/// Why a contraction was not evaluated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EinsumRunError {
    /// An operand is not what the contraction is made for, or a dense step did not run.
    #[error(transparent)]
    Dense(#[from] tensmith::RunError),
    /// The sparse product did not run.
    #[error(transparent)]
    Sparse(#[from] RunError),
    /// There is no memory for an intermediate tensor.
    #[error(transparent)]
    Intermediate(#[from] ViewError),
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}
