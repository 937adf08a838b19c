//! The steps of a plan, and their predicted cost.
//!
//! Tests: `tests/tests/harness_contraction.rs`.

use crate::code::KernelCode;
use crate::notation::Notation;
use crate::order::ContractionOrder;
use crate::plan::Compiled;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use tensmith_core::einsum::tree::{Index, Kind, NodeId};
use tensmith_core::einsum::{Computed, Name};
use tensmith_core::kernel::KernelSpec;
use tensmith_core::tensor::cost::Cost;
use tensmith_core::tensor::plan::Phase;
use tensmith_core::tensor::{self, Nest};
use tensmith_core::text::Count;

/// A contraction of two tensors, or an operation on one, within a plan.
#[derive(Debug)]
pub struct PlanStep<'p> {
    /// Its number.
    pub number: usize,
    /// The tensors that are read, with their indices.
    pub inputs: Vec<(StepTensor, &'p [Index])>,
    /// The indices of the result.
    pub output: &'p [Index],
    /// The elements of the result.
    pub elements: u64,
    /// Two for each product that is added, one for each addition of a sum over one tensor.
    pub operations: u64,
    /// The nests: the contraction, and copies that it reads.
    pub nests: Vec<&'p Nest>,
    /// The specification of the kernels.
    pub kernels: Vec<&'p KernelSpec>,
    /// Predicted cycles on one core: those of kernels as these were offered, the others by the cost model.
    pub cost: Cost,
    /// The share of the core's multiply-adds that is used.
    pub share_of_peak: f64,
    notation: &'p Notation,
}

/// A tensor that a step reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepTensor {
    /// An input of the plan.
    Input(usize),
    /// The result of an earlier step.
    Step(usize),
}

impl fmt::Display for StepTensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(number) => write!(f, "in{number}"),
            Self::Step(number) => write!(f, "step {number}"),
        }
    }
}

impl<'p> PlanStep<'p> {
    pub(crate) fn new(compiled: &'p Compiled, number: usize) -> Self {
        let Compiled { target, notation, order, program, .. } = compiled;
        let ContractionOrder { tree, inputs: order, nodes } = order;
        let (plan, kernels) = (program.loops(), program.code());
        let Computed { node, steps, .. } = &nodes[number];
        let node = tree.node(*node).expect("nodes are the tree's");
        let operations = compiled.operations_of(node);
        let tensor = |child: NodeId| {
            let child = tree.node(child).expect("nodes are the tree's");
            let tensor = match child.kind {
                Kind::Input(input) => StepTensor::Input(order[input]),
                _ => StepTensor::Step(nodes.iter().position(|other| other.node == child.id).unwrap_or(0)),
            };
            (tensor, child.indices)
        };
        let nests = &plan.sequence().steps[steps.clone()];
        let cost = Cost::of_steps(nests, target);
        let nests: Vec<_> = nests.iter().map(|step| &step.nest).collect();
        let phases = phases(plan, steps);
        let cost = Cost { kernels: offered(phases, kernels), ..cost };
        let lanes = nests.first().map_or(1, |nest| target.machine().lanes(nest.types.accumulator).get());
        let peak = f64::from(target.core.model.multiply_adds) * (2 * lanes) as f64;
        Self {
            number,
            inputs: node.kind.children().map(tensor).collect(),
            output: node.indices,
            elements: node.elements,
            operations,
            kernels: specs(plan, phases),
            share_of_peak: operations as f64 / peak / cost.total(),
            nests,
            cost,
            notation,
        }
    }

    /// The name of an index: its label in the expression, or its number in a tree.
    #[must_use]
    pub fn name(&self, index: Index) -> Name {
        self.notation.name(index)
    }

    fn named<'a>(&'a self, indices: &'a [Index]) -> Named<'a> {
        Named { notation: self.notation, indices }
    }

    /// The dominant component of the predicted cycles.
    #[must_use]
    pub fn bound(&self) -> &'static str {
        let Cost { kernels, calls, second_level, memory } = self.cost;
        let mut all = [
            (kernels, if self.operations > 0 { "arithmetic" } else { "loads and stores" }),
            (calls, "calls of kernels"),
            (second_level, "the second-level cache"),
            (memory, "memory"),
        ];
        all.sort_by(|one, other| other.0.total_cmp(&one.0));
        all[0].1
    }
}

/// The phases that some steps of a sequence are.
fn phases<'p>(plan: &'p tensor::Plan, steps: &Range<usize>) -> &'p [Phase] {
    let begins = |upto| (0..upto).filter(|step| plan.sequence().begins_phase(*step)).count();
    &plan.phases()[begins(steps.start)..begins(steps.end)]
}

/// The kernels that some phases call.
fn specs<'p>(plan: &'p tensor::Plan, phases: &[Phase]) -> Vec<&'p KernelSpec> {
    let mut numbers: Vec<_> = phases.iter().flat_map(Phase::kernels).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers.into_iter().map(|number| &plan.kernels()[number]).collect()
}

/// The cycles of all calls of kernels in some phases, as these were offered.
fn offered(phases: &[Phase], kernels: &[Arc<KernelCode>]) -> f64 {
    let mut cycles = 0.0;
    for phase in phases {
        phase.count_calls(|calls| cycles += kernels[calls.kernel].cycles * calls.times as f64);
    }
    cycles
}

impl fmt::Display for PlanStep<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}:", self.number)?;
        for (number, (tensor, indices)) in self.inputs.iter().enumerate() {
            write!(f, "{} {tensor} {}", if number == 0 { "" } else { "," }, self.named(indices))?;
        }
        let Self { output, operations, elements, share_of_peak, cost, .. } = self;
        let (operations, elements) = (Count(*operations, "operation"), Count(*elements, "element"));
        writeln!(f, " -> {}, {operations}, {elements}", self.named(output))?;
        writeln!(f, "  predicted: {cost}")?;
        write!(f, "  {:.1} % of peak, bound by {}", 100.0 * share_of_peak, self.bound())
    }
}

/// Indices by their names, in brackets.
struct Named<'a> {
    notation: &'a Notation,
    indices: &'a [Index],
}

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (place, index) in self.indices.iter().enumerate() {
            write!(f, "{}{}", if place == 0 { "" } else { "," }, self.notation.name(*index))?;
        }
        f.write_str("]")
    }
}
