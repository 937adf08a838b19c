//! A compiled contraction.
//!
//! Tests: `tests/tests/harness_contraction.rs`, `tests/tests/harness_run.rs`, `tests/tests/harness_jit.rs`.

use crate::error::PlanError;
use crate::notation::Notation;
use crate::operands::Operands;
use crate::order::{ContractionOrder, Order};
use crate::program::AnyProgram;
use crate::slices::{self, Slices};
use crate::text::PlanTextError;
use std::marker::PhantomData;
use std::sync::Arc;
use tensmith_core::einsum::tree::{Kind, Node};
use tensmith_core::tensor::ArrayLayout;
use tensmith_core::{Scalar, ScalarType, Target};

/// A contraction of elements of type `T` to such of type `O`, compiled for one machine and for exactly the
/// layouts of its operands. Threads may share it; clones are the same plan.
#[derive(Debug)]
pub struct Plan<T, O = T>(pub(crate) Arc<Compiled>, PhantomData<(T, O)>);

/// The state that clones of a plan share.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) target: Target,
    /// The type of the operands' elements.
    pub(crate) scalar: ScalarType,
    /// That of the output's, and of those of the chain's operands.
    pub(crate) written: ScalarType,
    pub(crate) notation: Notation,
    pub(crate) operands: Operands,
    /// How it is computed.
    pub(crate) order: ContractionOrder,
    /// The program that evaluates `notation` over `operands`, or a slice of it.
    pub(crate) program: AnyProgram,
    /// How the contraction is cut, if it is; `order` and `program` are those of one slice then.
    pub(crate) slices: Option<Box<Slices>>,
}

impl<T: Scalar, O: Scalar> Plan<T, O> {
    /// The plan that was compiled, if it is for elements of these types.
    #[inline]
    pub(crate) fn of(compiled: impl Into<Arc<Compiled>>) -> Option<Self> {
        let compiled = compiled.into();
        ((compiled.scalar, compiled.written) == (T::TYPE, O::TYPE)).then_some(Self(compiled, PhantomData))
    }

    /// Returns the layouts that the inputs must have: those of the expression's operands, and then those of
    /// the arrays in the [chain](crate::inspect::Explanation::chain).
    #[must_use]
    pub fn inputs(&self) -> &[ArrayLayout] {
        &self.0.operands.inputs
    }

    /// Returns the layout that the output must have.
    #[must_use]
    pub fn output(&self) -> &ArrayLayout {
        &self.0.operands.output
    }
}

impl<T, O> Plan<T, O> {
    /// Returns the order in which operands meet, and how they are cut. [`Contraction::order`] makes the same
    /// slices and blocks of it in another process.
    ///
    /// [`Contraction::order`]: crate::Contraction::order
    #[must_use]
    pub fn order(&self) -> Order {
        slices::order_of(&self.0.order, self.0.slices.as_deref())
    }
}

impl<T, O> Clone for Plan<T, O> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0), PhantomData)
    }
}

impl Compiled {
    /// Refuses a program that accesses more than the layouts of its operands hold, which are its arguments:
    /// the inputs, and then the output. Runs rely on it that none does.
    ///
    /// # Errors
    /// [`PlanError::Text`], [`PlanError::Layout`].
    pub(crate) fn checked(self) -> Result<Self, PlanError> {
        let operands = self.program_operands();
        let parts = operands.in_parts(self.scalar)?;
        let Operands { inputs, output, .. } = parts.as_ref().unwrap_or(operands);
        self.program.loops().fits(inputs, output).map_err(PlanTextError::from)?;
        Ok(self)
    }

    /// The operands that the program is for: those of one slice, if there are slices.
    pub(crate) fn program_operands(&self) -> &Operands {
        self.slices.as_ref().map_or(&self.operands, |slices| slices.operands())
    }

    /// How often the program runs.
    pub(crate) fn runs(&self) -> u64 {
        self.slices.as_ref().map_or(1, |slices| slices.count())
    }

    /// Bytes that runs need besides the operands.
    pub(crate) fn memory(&self) -> usize {
        let partial = self.slices.as_ref().map_or(0, |slices| slices.partial_bytes(self.scalar));
        self.program.memory().saturating_add(partial)
    }

    /// The floating-point operations of a node of its tree: of complex numbers, those on their parts.
    pub(crate) fn operations_of(&self, node: Node<'_>) -> u64 {
        let each = match (self.scalar, node.kind) {
            (ScalarType::Real(_), _) => 1,
            (ScalarType::C64 | ScalarType::C128, Kind::Contraction(_)) => 4,
            (ScalarType::C64 | ScalarType::C128, _) => 2,
        };
        node.operations.saturating_mul(each)
    }

    /// About how many bytes of memory it keeps in use, its kernels included.
    pub(crate) fn bytes(&self) -> usize {
        let layouts = self.operands.inputs.iter().chain([&self.operands.output]);
        let axes: usize = layouts.map(|layout| layout.shape().len() + 1).sum();
        axes * size_of::<ArrayLayout>() + self.program.bytes()
    }
}
