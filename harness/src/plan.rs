//! A compiled contraction, and how it explains itself.

use crate::program::Program;
use std::fmt;
use std::sync::Arc;
use tensmith_core::Target;
use tensmith_core::einsum::{Expression, Name};
use tensmith_core::kernel::KernelSpec;
use tensmith_core::reference::Element;
use tensmith_core::tensor::{self, ArrayLayout, Kind, PerOperand};

/// A contraction of elements of type `T`, compiled for one machine and for exactly the layouts
/// of its operands. Threads may share it.
#[derive(Debug)]
pub struct Plan<T> {
    pub(crate) target: Target,
    pub(crate) expression: Expression,
    pub(crate) labels: Vec<LabelUse>,
    pub(crate) layouts: PerOperand<ArrayLayout>,
    /// What evaluates `expression` over `layouts`.
    pub(crate) program: Program<T>,
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
    pub fn inputs(&self) -> [&ArrayLayout; 2] {
        [&self.layouts.in0, &self.layouts.in1]
    }

    /// The layout that the output must have.
    #[must_use]
    pub fn output(&self) -> &ArrayLayout {
        &self.layouts.out
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
