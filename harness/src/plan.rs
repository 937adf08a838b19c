//! A compiled contraction, and how it explains itself.

use crate::program::Program;
use std::fmt;
use std::sync::Arc;
use tensmith_core::Target;
use tensmith_core::einsum::{Expression, Name};
use tensmith_core::kernel::KernelSpec;
use tensmith_core::reference::Element;
use tensmith_core::tensor::{self, Access, ArrayLayout, Kind};

/// A contraction of elements of type `T`, compiled for one machine and for exactly the layouts
/// of its operands. Threads may share it.
#[derive(Debug)]
pub struct Plan<T> {
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
    /// Which operands it moves in.
    pub kind: Kind,
    /// Number of its indices.
    pub extent: usize,
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
        Self { target, expression, labels, inputs, output, program }
    }

    /// The machine that the plan is made for.
    #[must_use]
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// The labels of the expression with the dimensions that they became: the output's first.
    #[must_use]
    pub fn labels(&self) -> &[LabelUse] {
        &self.labels
    }

    /// The layouts that the inputs must have.
    #[must_use]
    pub fn inputs(&self) -> &[ArrayLayout] {
        &self.inputs
    }

    /// The layout that the output must have.
    #[must_use]
    pub fn output(&self) -> &ArrayLayout {
        &self.output
    }

    /// The kernels that the plan calls.
    #[must_use]
    pub fn kernels(&self) -> &[Arc<KernelCode>] {
        self.program.kernels()
    }

    /// The loops around the kernels, and the nest that they come from.
    #[must_use]
    pub fn loops(&self) -> &tensor::Plan {
        self.program.loops()
    }

    /// What the plan does, as lines of text: labels, dimensions, loops, and each kernel with its
    /// maker, predicted cycles and size.
    pub fn explain(&self) -> impl fmt::Display + '_ {
        Explanation { plan: self }
    }
}

struct Explanation<'a, T> {
    plan: &'a Plan<T>,
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
