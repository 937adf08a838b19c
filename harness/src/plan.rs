//! A compiled contraction, and how it explains itself.

use crate::program::Program;
use std::fmt;
use std::sync::Arc;
use tensmith_core::Target;
use tensmith_core::einsum::{Axis, Expression, Index, Name, Resolved};
use tensmith_core::kernel::KernelSpec;
use tensmith_core::reference::Element;
use tensmith_core::tensor::{self, Access, ArrayLayout, Kind};

/// A contraction of elements of type `T`, compiled for one machine and for exactly the layouts
/// of its operands. Threads may share it; clones are the same plan.
#[derive(Debug)]
pub struct Plan<T>(pub(crate) Arc<Compiled<T>>);

/// What the clones of a plan share.
#[derive(Debug)]
pub(crate) struct Compiled<T> {
    pub(crate) target: Target,
    pub(crate) expression: Expression,
    pub(crate) labels: Vec<LabelUse>,
    pub(crate) inputs: Vec<ArrayLayout>,
    pub(crate) output: ArrayLayout,
    /// What evaluates `expression` over `layouts`.
    pub(crate) program: Program<T>,
}

/// An operand of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrayName {
    /// An input, by its number.
    Input(usize),
    /// The output.
    Output,
}

impl fmt::Display for ArrayName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(number) => write!(f, "in{number}"),
            Self::Output => f.write_str("out"),
        }
    }
}

/// What became of a label of the expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabelUse {
    /// The label.
    pub label: Name,
    /// Which operands it moves in: the first one, the others.
    pub kind: Kind,
    /// Number of its indices.
    pub extent: usize,
}

impl LabelUse {
    /// That of an index. Of operands behind the second, those that are not the first count as one.
    pub(crate) fn of(number: usize, index: &Index, resolved: &Resolved, inputs: &[ArrayLayout]) -> Self {
        let moves = |(axes, layout): (&Vec<Axis>, &ArrayLayout)| {
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

/// The code of one kernel, and where it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct KernelCode {
    /// What it computes.
    pub spec: KernelSpec,
    /// Who made it.
    pub generator: &'static str,
    /// Predicted cycles of one call.
    pub cycles: f64,
    /// The machine code.
    pub code: Vec<u8>,
}

impl<T: Element> Plan<T> {
    /// A program that evaluates an expression over the layouts of its inputs and its output, which are its
    /// arguments in this order.
    ///
    /// # Panics
    /// If the program accesses more than these hold, which it never does: runs rely on it.
    pub(crate) fn new(
        target: Target,
        expression: Expression,
        labels: Vec<LabelUse>,
        (inputs, output): (Vec<ArrayLayout>, ArrayLayout),
        program: Program<T>,
    ) -> Self {
        let accesses = program.loops().accesses();
        let holds = |layout: &ArrayLayout, access: &Access| {
            let Access { below, above, is_used, .. } = *access;
            !is_used || (below <= layout.origin() && layout.origin() + above < layout.span())
        };
        let (arguments, last) = (|| inputs.iter().chain([&output]), inputs.len());
        assert_eq!(accesses.len(), last + 1, "the program's arguments are the operands");
        assert!(arguments().zip(accesses).all(|(layout, access)| holds(layout, access)), "and no more");
        assert!(accesses[..last].iter().all(|access| !access.is_written), "of which it writes the output");
        Self(Arc::new(Compiled { target, expression, labels, inputs, output, program }))
    }

    /// The machine that the plan is made for.
    #[must_use]
    pub fn target(&self) -> &Target {
        &self.0.target
    }

    /// The labels of the expression with the dimensions that they became: the output's first.
    #[must_use]
    pub fn labels(&self) -> &[LabelUse] {
        &self.0.labels
    }

    /// The layouts that the inputs must have.
    #[must_use]
    pub fn inputs(&self) -> &[ArrayLayout] {
        &self.0.inputs
    }

    /// The layout that the output must have.
    #[must_use]
    pub fn output(&self) -> &ArrayLayout {
        &self.0.output
    }

    /// The kernels that the plan calls.
    #[must_use]
    pub fn kernels(&self) -> &[Arc<KernelCode>] {
        self.0.program.kernels()
    }

    /// The loops around the kernels, and the nest that they come from.
    #[must_use]
    pub fn loops(&self) -> &tensor::Plan {
        self.0.program.loops()
    }

    /// What the plan does, as lines of text: labels, dimensions, loops, and each kernel with its
    /// maker, predicted cycles and size.
    pub fn explain(&self) -> impl fmt::Display + '_ {
        Explanation { plan: &self.0 }
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
        let layouts = self.inputs.iter().chain([&self.output]);
        let axes: usize = layouts.map(|layout| layout.shape().len() + 1).sum();
        axes * size_of::<ArrayLayout>() + self.program.bytes()
    }
}

struct Explanation<'a, T> {
    plan: &'a Compiled<T>,
}

impl<T: Element> fmt::Display for Explanation<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plan = self.plan;
        writeln!(f, "{} on {}", plan.expression, plan.target.name)?;
        for LabelUse { label, kind, extent } in &plan.labels {
            writeln!(f, "label {label}: {} of {extent}", kind.name())?;
        }
        write!(f, "{}", plan.program.loops())?;
        for (number, kernel) in plan.program.kernels().iter().enumerate() {
            let KernelCode { generator, cycles, code, .. } = &**kernel;
            writeln!(f, "kernel {number}: by {generator}, {cycles} cycles predicted, {} bytes", code.len())?;
        }
        Ok(())
    }
}
