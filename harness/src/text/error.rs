//! Why a text is no plan.
//!
//! Tests: `tests/tests/harness_text.rs`.

use tensmith_core::einsum::tree::TreeError;
use tensmith_core::einsum::{ParseError, ResolveError};
use tensmith_core::tensor::LayoutError;
use tensmith_core::tensor::OutOfBounds;

/// Why a text is no plan, or not one for the machine and the type at hand. Lines are counted from 1.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanTextError {
    /// A word is missing, or another one than expected.
    #[error("line {line}, word {word}: expected {expected}")]
    Word {
        /// Number of the line.
        line: usize,
        /// Number of the word in the line, from 1.
        word: usize,
        /// The right value.
        expected: &'static str,
    },
    /// The plan has elements of another type.
    #[error("line {line}: the plan is of {found}: must be of {expected}, as is asked")]
    DType {
        /// Number of the line.
        line: usize,
        /// The type of the plan.
        found: String,
        /// The type that is asked for.
        expected: &'static str,
    },
    /// The plan is made for another machine.
    #[error("line {line}: the plan is made for {found}: must be for {expected}")]
    Target {
        /// Number of the line.
        line: usize,
        /// The machine that it is made for.
        found: String,
        /// The machine that plans are made for here.
        expected: &'static str,
    },
    /// The expression is none.
    #[error("line {line}: {error}")]
    Expression {
        /// Number of the line.
        line: usize,
        /// The mistake.
        error: ParseError,
    },
    /// The expression does not fit the inputs.
    #[error(transparent)]
    Shapes(#[from] ResolveError),
    /// A tree is none.
    #[error("line {line}: {error}")]
    Tree {
        /// Number of the line.
        line: usize,
        /// The mistake.
        error: TreeError,
    },
    /// Elements of the output overlap.
    #[error(
        "line {line}: elements of the output overlap: each stride must exceed what the shorter ones span"
    )]
    Overlap {
        /// Number of the line.
        line: usize,
    },
    /// An operand has no such layout.
    #[error("line {line}: {error}")]
    Layout {
        /// Number of the line.
        line: usize,
        /// The mistake.
        error: LayoutError,
    },
    /// Two parts of the text contradict each other.
    #[error("line {line}: {rule}")]
    Contradiction {
        /// Number of the line.
        line: usize,
        /// The rule.
        rule: &'static str,
    },
    /// The steps do not fit the operands.
    #[error(transparent)]
    OutOfBounds(#[from] OutOfBounds),
}
