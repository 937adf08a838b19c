//! How a plan explains itself: as text, or bit by bit.
//!
//! Tests: `tests/tests/harness_contraction.rs`, `tests/tests/harness_jit.rs`.

use crate::code::KernelCode;
use crate::notation::Notation;
use crate::operands::PlanLink;
use crate::plan::{Compiled, Plan};
use crate::steps::PlanStep;
use std::fmt;
use std::sync::Arc;
use tensmith_core::Scalar;
use tensmith_core::Target;
use tensmith_core::einsum::tree::Tree;
use tensmith_core::einsum::{Axes, Beta, Index, Name, Resolved};
use tensmith_core::tensor::{self, ArrayLayout, Kind};
use tensmith_core::text::Count;

/// What a [`Plan`] does and costs. Shown, it is lines of text: labels, dimensions, loops, and each kernel
/// with its generator, predicted cycles and size.
#[derive(Debug)]
pub struct Explanation<'p> {
    plan: &'p Compiled,
}

/// The use of a label of the expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabelUse {
    /// The label.
    pub label: Name,
    /// The kind of dimension that it is, by the operands that it moves in. All operands after
    /// the first count as one.
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

impl<T: Scalar, O: Scalar> Plan<T, O> {
    /// Returns an explanation of the plan: as text, or bit by bit.
    #[must_use]
    pub fn explain(&self) -> Explanation<'_> {
        Explanation::new(&self.0)
    }
}

impl<'p> Explanation<'p> {
    pub(crate) const fn new(plan: &'p Compiled) -> Self {
        Self { plan }
    }

    /// Returns the target that the plan is made for.
    #[must_use]
    pub fn target(&self) -> &'p Target {
        &self.plan.target
    }

    /// Returns the labels of the expression with the dimensions that they became, the output's
    /// first; none for a tree.
    #[must_use]
    pub fn labels(&self) -> Vec<LabelUse> {
        match &self.plan.notation {
            Notation::Expression(_, resolved) => (resolved.indices().iter().enumerate())
                .map(|(number, index)| LabelUse::of(number, index, resolved, &self.plan.operands.inputs))
                .collect(),
            Notation::Tree(_) => Vec::new(),
        }
    }

    /// Returns what was asked for: an expression, or a tree in brackets.
    pub fn notation(&self) -> impl fmt::Display + use<'p> {
        &self.plan.notation
    }

    /// Returns the factor of what the output holds before a run: 0 where that is not read.
    #[must_use]
    pub fn beta(&self) -> f64 {
        match self.plan.operands.beta {
            Beta::Zero => 0.0,
            Beta::One => 1.0,
            Beta::Fixed(factor) => factor.get(),
        }
    }

    /// Returns the numbers of the inputs whose conjugates are taken, in order.
    #[must_use]
    pub fn conjugated(&self) -> &'p [usize] {
        &self.plan.operands.conjugated
    }

    /// Returns the operations on each element before it is stored, in order.
    #[must_use]
    pub fn chain(&self) -> &'p [PlanLink] {
        &self.plan.operands.chain
    }

    /// Returns how many operations of the [chain](Explanation::chain), from the first, are done by the
    /// kernels that compute the result. The others are steps behind.
    #[must_use]
    pub fn links_in_kernels(&self) -> usize {
        let Some(last) = self.plan.order.nodes.last() else { return 0 };
        let sequence = self.loops().sequence();
        let steps = &sequence.steps[last.steps.clone()];
        let Some(sums) = steps.iter().rposition(|step| step.nest.main.accumulates()) else {
            let others = steps.len() - 1 - sequence.taken_up_behind(last.steps.start);
            return self.chain().len().saturating_sub(others);
        };
        let is_touched = steps[sums].nest.last_touch.is_some();
        usize::from(is_touched) + sequence.taken_up_behind(last.steps.start + sums)
    }

    /// Returns the number of inputs that are operands of the expression.
    #[must_use]
    pub fn own_inputs(&self) -> usize {
        self.plan.operands.own_inputs()
    }

    /// Returns the kernels that the plan calls.
    #[must_use]
    pub fn kernels(&self) -> &'p [Arc<KernelCode>] {
        self.plan.program.code()
    }

    /// Returns the loops around the kernels, with the sequence of nests that they were compiled from.
    #[must_use]
    pub fn loops(&self) -> &'p tensor::Plan {
        self.plan.program.loops()
    }

    /// Returns the indices along which the contraction is cut, by their labels and extents, the output's
    /// first; none if it is not cut.
    pub fn sliced(&self) -> impl Iterator<Item = (Name, usize)> + use<'p> {
        self.plan.slices.iter().flat_map(|slices| slices.named())
    }

    /// Returns the multiply-adds of all slices as a multiple of those of the best order known without cuts: 1
    /// where nothing is cut.
    #[must_use]
    pub fn overhead(&self) -> f64 {
        self.plan.slices.as_ref().map_or(1.0, |slices| {
            self.path().multiply_adds() as f64 * slices.count() as f64 / slices.uncut.max(1.0)
        })
    }

    /// Returns the tree of contractions: which tensors meet, in which order. If the contraction is cut, it is
    /// that of one slice, and so are the [steps](Explanation::steps), the [width](Explanation::width) and the
    /// [peak](Explanation::peak).
    #[must_use]
    pub fn path(&self) -> &'p Tree {
        &self.plan.order.tree
    }

    /// Returns the text of [`Explanation::path`] with the labels of the expression in place of its
    /// indices, for people.
    pub fn named_path(&self) -> impl fmt::Display + use<'p> {
        let plan = self.plan;
        self.path().named(|index| plan.notation.name(index))
    }

    /// Returns the bytes that runs need in addition to the operands: for intermediate tensors, for the
    /// scratch memory of all threads that the plan is made for, and for the result of a block next to the
    /// output.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.plan.memory()
    }

    /// Returns the bytes of [`Explanation::memory`] that hold intermediate tensors.
    #[must_use]
    pub fn intermediates(&self) -> usize {
        self.loops().arena_bytes()
    }

    /// Returns the number of floating-point operations: two for each product that is added to a sum, one for
    /// each addition of a sum over a single operand.
    #[must_use]
    pub fn operations(&self) -> u64 {
        let nodes = self.plan.order.tree.computed();
        let of_slice = nodes.fold(0u64, |sum, node| sum.saturating_add(self.plan.operations_of(node)));
        of_slice.saturating_mul(self.plan.runs())
    }

    /// Returns the predicted cycles of all steps of all slices on one core.
    #[must_use]
    pub fn cycles(&self) -> f64 {
        self.steps().map(|step| step.cost.total()).sum::<f64>() * self.plan.runs() as f64
    }

    /// Returns the number of multiply-adds of all contractions, in all slices. Searches compare orders by its
    /// logarithm.
    #[must_use]
    pub fn multiply_adds(&self) -> u64 {
        self.path().multiply_adds().saturating_mul(self.plan.runs())
    }

    /// Returns the width of the order: the binary logarithm of the elements of the largest tensor.
    #[must_use]
    pub fn width(&self) -> f64 {
        libm::log2(self.path().largest().max(1) as f64)
    }

    /// Returns the most elements of intermediate tensors that exist at a time.
    #[must_use]
    pub fn peak(&self) -> u64 {
        let order = self.plan.order.nodes.iter().map(|computed| computed.node);
        self.path().peak(order).expect("the nodes of a plan are in an order")
    }

    /// Returns the steps in their order: each is a contraction of two tensors, or an operation on one.
    pub fn steps(&self) -> impl Iterator<Item = PlanStep<'p>> + use<'p> {
        let numbers = 0..self.plan.order.nodes.len();
        let plan = self.plan;
        numbers.map(move |number| PlanStep::new(plan, number))
    }

    /// Writes how the contraction is cut.
    fn write_slices(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(slices) = &self.plan.slices else { return Ok(()) };
        let labels: Vec<_> = slices.named().map(|(name, extent)| format!("{name} of {extent}")).collect();
        let (count, blocks, block) = (slices.count(), slices.blocks(), slices.block());
        let overhead = self.overhead();
        writeln!(
            f,
            "slices: {count} along {}, in blocks of {block}, {blocks} in all; {overhead:.2} times the multiply-adds without",
            labels.join(", ")
        )
    }

    /// Writes where each operation of the chain is done.
    fn write_chain(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (inside, names) = (self.links_in_kernels(), self.plan.notation.output_names());
        for (number, link) in self.chain().iter().enumerate() {
            write!(f, "link {number}: ")?;
            match link {
                PlanLink::Unary(op) => write!(f, "{op}")?,
                PlanLink::Binary { op, axes } => {
                    write!(f, "{op}[")?;
                    for (nth, axis) in axes.iter().enumerate() {
                        write!(f, "{}{}", if nth == 0 { "" } else { "," }, names[*axis])?;
                    }
                    f.write_str("]")?;
                }
            }
            let place =
                if number < inside { "in the kernels of the last step" } else { "behind the last step" };
            writeln!(f, ", {place}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Explanation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} on {}", self.notation(), self.target().core.name)?;
        for LabelUse { label, kind, extent } in self.labels() {
            writeln!(f, "label {label}: {} of {extent}", kind.name())?;
        }
        if !self.conjugated().is_empty() {
            let inputs: Vec<_> = self.conjugated().iter().map(|number| format!("in{number}")).collect();
            writeln!(f, "conjugated: {}", inputs.join(", "))?;
        }
        writeln!(f, "path {}", self.named_path())?;
        let (operations, intermediates, memory) = (self.operations(), self.intermediates(), self.memory());
        writeln!(
            f,
            "{}, {} of intermediates, {} in all",
            Count(operations, "operation"),
            Count(intermediates, "byte"),
            Count(memory, "byte")
        )?;
        if self.path().computed().nth(1).is_some() {
            let (multiply_adds, width) = (self.multiply_adds().max(1) as f64, self.width());
            let peak = Count(usize::try_from(self.peak()).unwrap_or(usize::MAX), "element");
            writeln!(
                f,
                "order: 10^{:.2} multiply-adds, width {width:.1}, peak {peak}",
                libm::log10(multiply_adds)
            )?;
        }
        self.write_slices(f)?;
        self.steps().try_for_each(|step| writeln!(f, "{step}"))?;
        self.write_chain(f)?;
        write!(f, "{}", self.loops())?;
        for (number, kernel) in self.kernels().iter().enumerate() {
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
