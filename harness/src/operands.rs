//! The arrays of a contraction, and what is done to its result.
//!
//! Tests: `tests/tests/harness_contraction.rs`.

use tensmith_core::ScalarType;
use tensmith_core::einsum::Beta;
use tensmith_core::kernel::op::{BinaryOp, UnaryOp};
use tensmith_core::tensor::{ArrayLayout, LayoutError};

/// The operands of a contraction.
#[derive(Debug)]
pub(crate) struct Operands {
    /// Those of the expression, and then those of the chain.
    pub(crate) inputs: Vec<ArrayLayout>,
    pub(crate) output: ArrayLayout,
    /// The numbers of the inputs whose conjugates are taken.
    pub(crate) conjugated: Vec<usize>,
    pub(crate) beta: Beta,
    pub(crate) chain: Vec<PlanLink>,
}

impl Operands {
    /// The arrays of real numbers that complex operands are; none of real ones, which are that already.
    ///
    /// # Errors
    /// [`LayoutError::TooFar`].
    pub(crate) fn in_parts(&self, scalar: ScalarType) -> Result<Option<Self>, LayoutError> {
        if !scalar.is_complex() {
            return Ok(None);
        }
        let inputs = self.inputs.iter().map(ArrayLayout::in_parts).collect::<Result<_, _>>()?;
        let (output, conjugated, chain) =
            (self.output.in_parts()?, self.conjugated.clone(), self.chain.clone());
        Ok(Some(Self { inputs, output, conjugated, beta: self.beta, chain }))
    }

    /// How many inputs are those of the expression.
    pub(crate) fn own_inputs(&self) -> usize {
        self.inputs.len() - self.chain.iter().filter(|link| matches!(link, PlanLink::Binary { .. })).count()
    }
}

/// An operation on each element of a plan's result before it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanLink {
    /// On the element alone.
    Unary(UnaryOp),
    /// On the element, which is its first input, and one of an array: the next of the plan's inputs behind
    /// those of the expression.
    Binary {
        /// The operation.
        op: BinaryOp,
        /// The axis of the output that each extent of the array is of.
        axes: Vec<usize>,
    },
}
