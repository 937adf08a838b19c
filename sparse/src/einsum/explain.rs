//! A contraction as lines of text.

use super::compiled::Compiled;
use super::meeting::{Meeting, Turned};
use crate::csr::Index;
use std::fmt;
use tensmith_core::reference::Element;
use tensmith_core::text::Count;

impl<T: Element, I: Index> Compiled<T, I> {
    /// The operations of what was chosen.
    pub(super) fn operations(&self) -> u64 {
        let chosen = self.choices.iter().find(|(meeting, _)| meeting.partners == self.meeting.partners);
        chosen.map_or(0, |(_, operations)| *operations)
    }

    /// The names of some indices.
    fn names(&self, indices: &[usize]) -> String {
        let all = self.asked.resolved.indices();
        let names = indices.iter().filter_map(|index| all.get(*index)).map(|index| index.name.to_string());
        names.collect::<Vec<_>>().join(",")
    }

    /// Operands with the names of their indices.
    fn inputs(&self, numbers: &[usize]) -> Vec<String> {
        let axes = |number: usize| self.asked.resolved.inputs().get(number).into_iter().flatten();
        let named = |number: &usize| {
            let indices: Vec<usize> = axes(*number).map(|axis| axis.index).collect();
            format!("in{number} [{}]", self.names(&indices))
        };
        numbers.iter().map(named).collect()
    }
}

/// The names of operands.
fn operands(numbers: &[usize]) -> String {
    numbers.iter().map(|number| format!("in{number}")).collect::<Vec<_>>().join(", ")
}

impl fmt::Display for Turned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::No => "as it is",
            Self::Transposed => "transposed",
            Self::Flat => "as a single row",
        })
    }
}

impl<T: Element, I: Index> fmt::Display for Compiled<T, I> {
    /// The expression; the matrix; what it meets, and what else it could have met; what is copied or contracted before and after; the
    /// products.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Meeting { partners, rest, turned, summed, columns, .. } = &self.meeting;
        writeln!(f, "{} on {}", self.asked.expression, self.target.core.name)?;
        let (rows, depth) = self.asked.matrix.shape();
        let (operand, entries) = (self.asked.operand, self.asked.matrix.entries());
        writeln!(
            f,
            "in{operand} is sparse, {rows}x{depth}, {}: {turned}, summed over {}",
            Count(entries, "entry"),
            self.names(summed)
        )?;
        writeln!(f, "meets {}: {}", operands(partners), Count(self.operations(), "operation"))?;
        for (other, operations) in self.choices.iter().filter(|(other, _)| other.partners != *partners) {
            writeln!(f, "  {} instead: {operations}", operands(&other.partners))?;
        }
        match &self.before {
            None => writeln!(f, "{} is read as it is", operands(partners))?,
            Some(plan) => {
                let (inputs, output) = (self.inputs(partners), self.names(&self.meeting.operand()));
                let operations = Count(plan.operations(), "operation");
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
                let mut inputs = vec![format!("product [{}]", self.names(&self.meeting.result()))];
                inputs.extend(self.inputs(rest));
                let output = self.names(&(0..self.asked.resolved.output().len()).collect::<Vec<_>>());
                let operations = Count(plan.operations(), "operation");
                write!(f, "after: {} -> [{output}], {operations}", inputs.join(", "))
            }
        }
    }
}
