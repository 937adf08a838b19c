//! A contraction as lines of text.

use super::compiled::Compiled;
use super::sparse_step::SparseStep;
use crate::csr::Index;
use std::fmt;
use tensmith_core::reference::Element;
use tensmith_core::text::Count;

impl<T: Element, I: Index> Compiled<T, I> {
    /// The operations of what was chosen.
    pub(super) fn operations(&self) -> u64 {
        let chosen = self.choices.iter().find(|(step, _)| step.co_operands == self.step.co_operands);
        chosen.map_or(0, |(_, operations)| *operations)
    }

    /// The names of some indices.
    fn names(&self, indices: &[usize]) -> String {
        let names = indices.iter().map(|index| self.request.problem.name(*index).to_string());
        names.collect::<Vec<_>>().join(",")
    }

    /// Operands with the names of their indices.
    fn inputs(&self, numbers: &[usize]) -> Vec<String> {
        let named = |number: &usize| {
            let axes = self.request.problem.axes(*number).iter();
            let indices: Vec<usize> = axes.map(|axis| axis.index).collect();
            format!("in{number} [{}]", self.names(&indices))
        };
        numbers.iter().map(named).collect()
    }
}

/// The names of operands.
fn operands(numbers: &[usize]) -> String {
    numbers.iter().map(|number| format!("in{number}")).collect::<Vec<_>>().join(", ")
}

impl<T: Element, I: Index> fmt::Display for Compiled<T, I> {
    /// The expression; the matrix; what it meets, and what else it could have met; what is copied or
    /// contracted before and after; the products.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SparseStep { co_operands, rest, orientation, summed, columns, .. } = &self.step;
        let problem = &self.request.problem;
        writeln!(f, "{} on {}", self.request.expression, problem.target.core.name)?;
        let (rows, depth) = self.request.matrix.shape();
        writeln!(
            f,
            "in{} is sparse, {rows}x{depth}, {}: {orientation}, summed over {}",
            problem.matrix,
            Count(problem.entries, "entry"),
            self.names(summed)
        )?;
        writeln!(f, "meets {}: {}", operands(co_operands), Count(self.operations(), "operation"))?;
        for (other, operations) in self.choices.iter().filter(|(other, _)| other.co_operands != *co_operands)
        {
            writeln!(f, "  {} instead: {operations}", operands(&other.co_operands))?;
        }
        match &self.before {
            None => writeln!(f, "{} is read as it is", operands(co_operands))?,
            Some(plan) => {
                let (inputs, output) = (self.inputs(co_operands), self.names(&self.step.operand()));
                let operations = Count(plan.explain().operations(), "operation");
                writeln!(f, "before: {} -> [{output}], {operations}", inputs.join(", "))?;
            }
        }
        writeln!(f, "columns [{}]", self.names(columns))?;
        for (product, panels) in &self.products {
            let loops: Vec<_> = panels.loops.iter().map(|along| along.extent.to_string()).collect();
            let repeats =
                if loops.is_empty() { "once".to_owned() } else { format!("{} times", loops.join("x")) };
            writeln!(f, "{repeats}: {}", product.explanation())?;
        }
        match &self.after {
            None => write!(f, "the product is the output"),
            Some(plan) => {
                let mut inputs = vec![format!("product [{}]", self.names(&self.step.result()))];
                inputs.extend(self.inputs(rest));
                let output = self.names(&problem.output());
                let operations = Count(plan.explain().operations(), "operation");
                write!(f, "after: {} -> [{output}], {operations}", inputs.join(", "))
            }
        }
    }
}
