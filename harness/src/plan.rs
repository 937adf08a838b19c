//! A compiled contraction, and how it explains itself.
//!
//! Tests: `tests/tests/harness_contraction.rs`, `tests/tests/harness_run.rs`, `tests/tests/harness_jit.rs`.

use crate::code::KernelCode;
use crate::notation::Notation;
use crate::program::Program;
use crate::steps::PlanStep;
use std::fmt;
use std::sync::Arc;
use tensmith_core::Target;
use tensmith_core::einsum::tree::Tree;
use tensmith_core::einsum::{Axes, Beta, Computed, Index, Name, Resolved};
use tensmith_core::fallible::Few;
use tensmith_core::kernel::op::UnaryOp;
use tensmith_core::reference::Element;
use tensmith_core::tensor::Misfit;
use tensmith_core::tensor::{self, ArrayLayout, Kind};
use tensmith_core::text::Count;

/// A contraction of elements of type `T`, compiled for one machine and for exactly the layouts
/// of its operands. Threads may share it; clones are the same plan.
#[derive(Debug)]
pub struct Plan<T>(pub(crate) Arc<Compiled<T>>);

/// A tree, which operands its inputs are, and its nodes that are computed, in their order.
pub(crate) type Order = (Tree, Few<usize, 2>, Few<Computed, 1>);

/// The state that clones of a plan share.
#[derive(Debug)]
pub(crate) struct Compiled<T> {
    pub(crate) target: Target,
    pub(crate) notation: Notation,
    pub(crate) operands: Operands,
    /// How it is computed.
    pub(crate) order: Order,
    /// The program that evaluates `notation` over `operands`.
    pub(crate) program: Program<T>,
}

/// The operands of a contraction.
#[derive(Debug)]
pub(crate) struct Operands {
    /// Those of the expression, and a bias last if there is one.
    pub(crate) inputs: Vec<ArrayLayout>,
    pub(crate) output: ArrayLayout,
    pub(crate) beta: Beta,
    pub(crate) has_bias: bool,
    pub(crate) last: Option<UnaryOp>,
}

/// The use of a label of the expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabelUse {
    /// The label.
    pub label: Name,
    /// The kind of dimension that it is, by the operands that it moves in. All operands after the first count as one.
    pub kind: Kind,
    /// Its extent: the number of values that the index takes.
    pub extent: usize,
}

impl LabelUse {
    /// That of an index. Of operands after the second, those that are not the first count as one.
    pub(crate) fn of(number: usize, index: &Index, resolved: &Resolved, inputs: &[ArrayLayout]) -> Self {
        let moves = |(axes, layout): (&Axes, &ArrayLayout)| {
            let mut along = axes.iter().zip(layout.strides());
            along.any(|(axis, stride)| axis.index == number && !axis.is_repeated && *stride != 0)
        };
        let mut moves = resolved.inputs().iter().zip(inputs).map(moves);
        let (first, others) = (moves.next() == Some(true), moves.any(|moves| moves));
        let kind = match (number < resolved.output().len(), first, others) {
            (false, ..) => Kind::K,
            (true, true, true) => Kind::C,
            (true, false, true) => Kind::N,
            (true, _, false) => Kind::M,
        };
        Self { label: index.name, kind, extent: index.extent }
    }
}

impl<T: Element> Plan<T> {
    /// A program that evaluates an expression over the layouts of its inputs and its output, which are its
    /// arguments in this order.
    ///
    /// # Errors
    /// [`Misfit`], if the program accesses more than these hold. Runs rely on it that this does not happen.
    pub(crate) fn new(compiled: Arc<Compiled<T>>) -> Result<Self, Misfit> {
        let Operands { inputs, output, .. } = &compiled.operands;
        compiled.program.loops().fits(inputs, output)?;
        Ok(Self(compiled))
    }

    /// Returns the target that the plan is made for.
    #[must_use]
    pub fn target(&self) -> &Target {
        &self.0.target
    }

    /// Returns the labels of the expression with the dimensions that they became, the output's first; none for a tree.
    #[must_use]
    pub fn labels(&self) -> Vec<LabelUse> {
        match &self.0.notation {
            Notation::Expression(_, resolved) => (resolved.indices().iter().enumerate())
                .map(|(number, index)| LabelUse::of(number, index, resolved, self.inputs()))
                .collect(),
            Notation::Tree(_) => Vec::new(),
        }
    }

    /// Returns the layouts that the inputs must have: those of the expression's operands, and last that of a bias, if
    /// the plan [adds one](crate::Contraction::bias).
    #[must_use]
    pub fn inputs(&self) -> &[ArrayLayout] {
        &self.0.operands.inputs
    }

    /// Returns the layout that the output must have.
    #[must_use]
    pub fn output(&self) -> &ArrayLayout {
        &self.0.operands.output
    }

    /// Returns what was asked for: an expression, or a tree in brackets.
    pub fn notation(&self) -> impl fmt::Display + '_ {
        &self.0.notation
    }

    /// Whether the last of the inputs is a bias.
    #[must_use]
    pub fn has_bias(&self) -> bool {
        self.0.operands.has_bias
    }

    /// Returns the factor of what the output holds before a run: 0 where that is not read.
    #[must_use]
    pub fn beta(&self) -> f64 {
        match self.0.operands.beta {
            Beta::Zero => 0.0,
            Beta::One => 1.0,
            Beta::Fixed(factor) => factor.get(),
        }
    }

    /// Returns the operation that is applied to each element before it is stored, if there is one.
    #[must_use]
    pub fn last(&self) -> Option<UnaryOp> {
        self.0.operands.last
    }

    /// Returns the kernels that the plan calls.
    #[must_use]
    pub fn kernels(&self) -> &[Arc<KernelCode>] {
        self.0.program.kernels()
    }

    /// Returns the loops around the kernels, with the sequence of nests that they were compiled from.
    #[must_use]
    pub fn loops(&self) -> &tensor::Plan {
        self.0.program.loops()
    }

    /// Returns the tree of contractions: which tensors meet, in which order.
    #[must_use]
    pub fn path(&self) -> &Tree {
        &self.0.order.0
    }

    /// Returns the text of [`Plan::path`] with the labels of the expression in place of its indices, for people.
    pub fn named_path(&self) -> impl fmt::Display + '_ {
        self.path().named(|index| self.0.notation.name(index))
    }

    /// Returns the bytes that runs need in addition to the operands: for intermediate tensors, and for the scratch
    /// memory of all threads that the plan is made for.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.0.program.memory()
    }

    /// Returns the bytes of [`Plan::memory`] that hold intermediate tensors.
    #[must_use]
    pub fn intermediates(&self) -> usize {
        self.loops().arena_bytes()
    }

    /// Returns the number of floating-point operations: two for each product that is added to a sum, one for each addition
    /// of a sum over a single operand.
    #[must_use]
    pub fn operations(&self) -> u64 {
        self.0.order.0.operations()
    }

    /// Returns the steps in their order: each is a contraction of two tensors, or an operation on one.
    pub fn steps(&self) -> impl Iterator<Item = PlanStep<'_>> {
        let (tree, order, nodes) = &self.0.order;
        let numbers = 0..nodes.len();
        let plan = (self.loops(), self.kernels());
        numbers.map(move |number| {
            PlanStep::new(plan, self.target(), &self.0.notation, (tree, order, nodes), number)
        })
    }

    /// Returns an explanation of the plan, as lines of text: labels, dimensions, loops, and each kernel with its
    /// generator, predicted cycles and size.
    pub fn explain(&self) -> impl fmt::Display + '_ {
        Explanation { plan: self }
    }
}

impl<T> Clone for Plan<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T: Element> Compiled<T> {
    /// About how many bytes of memory it keeps in use, its kernels included.
    pub(crate) fn bytes(&self) -> usize {
        let layouts = self.operands.inputs.iter().chain([&self.operands.output]);
        let axes: usize = layouts.map(|layout| layout.shape().len() + 1).sum();
        axes * size_of::<ArrayLayout>() + self.program.bytes()
    }
}

struct Explanation<'a, T> {
    plan: &'a Plan<T>,
}

impl<T: Element> fmt::Display for Explanation<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plan = self.plan;
        writeln!(f, "{} on {}", plan.0.notation, plan.target().core.name)?;
        for LabelUse { label, kind, extent } in plan.labels() {
            writeln!(f, "label {label}: {} of {extent}", kind.name())?;
        }
        writeln!(f, "path {}", plan.named_path())?;
        let (operations, intermediates, memory) = (plan.operations(), plan.intermediates(), plan.memory());
        writeln!(
            f,
            "{}, {} of intermediates, {} in all",
            Count(operations, "operation"),
            Count(intermediates, "byte"),
            Count(memory, "byte")
        )?;
        plan.steps().try_for_each(|step| writeln!(f, "{step}"))?;
        write!(f, "{}", plan.loops())?;
        for (number, kernel) in plan.kernels().iter().enumerate() {
            let KernelCode { generator, cycles, code, .. } = &**kernel;
            writeln!(
                f,
                "kernel {number}: by {generator}, {cycles:.1} cycles predicted, {} bytes",
                code.len()
            )?;
        }
        Ok(())
    }
}
