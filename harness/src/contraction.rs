//! What is asked of a [`Jit`]: a contraction, with what shall be different from the usual.
//!
//! ```no_run
//! use tensmith::{Array, Jit, Optimize, UnaryOp};
//!
//! # fn main() -> Result<(), tensmith::JitError> {
//! let [a, b, c] = [[2, 3], [3, 4], [4, 5]].map(|shape| Array::c_order(vec![1.0f32; shape[0] * shape[1]], &shape));
//! let (a, b, c) = (a?, b?, c?);
//! let jit = Jit::host()?;
//! // ReLU of what is in the output and the product of three matrices.
//! let plan = jit
//!     .contraction("ij,jk,kl->il")
//!     .optimize(Optimize::Exact)
//!     .beta(1.0)
//!     .then(UnaryOp::relu())
//!     .plan(&[&a, &b, &c])?;
//! let mut output = Array::c_order(vec![-20.0; 10], &[2, 5])?;
//! plan.run(&[a.view(), b.view(), c.view()], &mut output.view_mut())?;
//! assert_eq!(output.data(), [0.0; 10]);
//! # Ok(())
//! # }
//! ```
//!
//! What is always inlined is on the way to a plan that was made: of an expression alone, little of it is left.

use crate::jit::{Jit, JitError};
use crate::plan::{Notation, Operands, Plan};
use crate::plans::{Kind, Question};
use crate::view::Strided;
use std::borrow::Cow;
use tensmith_core::einsum::path::{Cheap, CostModel, Exact, Greedy, Network, PathError, Search};
use tensmith_core::einsum::tree::{self, Tree};
use tensmith_core::einsum::{self, Arrays, Dialect, Finish, Lowered};
use tensmith_core::kernel::op::UnaryOp;
use tensmith_core::reference::Element;
use tensmith_core::tensor::optimize::Context;
use tensmith_core::tensor::{ArrayLayout, Options};

/// A contraction that is to be planned: [`Jit::contraction`], [`Jit::tree`].
#[derive(Clone, Copy, Debug)]
#[must_use = "it is planned by `plan` or `plan_into`"]
pub struct Contraction<'a> {
    jit: &'a Jit,
    question: Asked<'a>,
    optimize: Optimize,
    beta: f64,
    then: Option<UnaryOp>,
    memory_limit: usize,
}

/// How it is written.
#[derive(Clone, Copy, Debug)]
enum Asked<'a> {
    /// As `mk,kn->mn`.
    Expression(&'a str),
    /// In brackets, with the extents of the indices.
    Tree(&'a str, &'a [usize]),
}

/// How to look for the order in which three or more operands meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Optimize {
    /// The best order for few operands, a good one for many.
    #[default]
    Automatic,
    /// A good one, quickly, for any number.
    Greedy,
    /// The best one, by dynamic programming, for at most 15.
    Exact,
}

impl Search for Optimize {
    fn pairs(&self, network: &Network, cost: &dyn CostModel) -> Result<Vec<[usize; 2]>, PathError> {
        match self {
            Self::Automatic => Cheap.pairs(network, cost),
            Self::Greedy => Greedy.pairs(network, cost),
            Self::Exact => Exact.pairs(network, cost),
        }
    }
}

impl Jit {
    /// A contraction by an expression such as `mk,kn->mn`, to be planned. Its meaning is numpy's.
    #[inline(always)]
    pub fn contraction<'a>(&'a self, expression: &'a str) -> Contraction<'a> {
        Contraction::new(self, Asked::Expression(expression))
    }

    /// A contraction by a tree in brackets, such as `[[0,1],[1,2]->[0,2]],[2,3]->[0,3]`, over indices with
    /// these extents, to be planned. The tree says the order in which operands meet.
    pub fn tree<'a>(&'a self, text: &'a str, extents: &'a [usize]) -> Contraction<'a> {
        Contraction::new(self, Asked::Tree(text, extents))
    }
}

impl<'a> Contraction<'a> {
    #[inline(always)]
    fn new(jit: &'a Jit, question: Asked<'a>) -> Self {
        let optimize = Optimize::default();
        Self { jit, question, optimize, beta: 0.0, then: None, memory_limit: usize::MAX }
    }

    /// Looks for an order in a way of the caller's choice. Trees have theirs.
    pub fn optimize(self, optimize: Optimize) -> Self {
        Self { optimize, ..self }
    }

    /// What the output's elements are multiplied with before the result is added: 0, which is the default and
    /// overwrites them, or 1.
    pub fn beta(self, beta: f64) -> Self {
        Self { beta, ..self }
    }

    /// What is done to the output's elements at last, while they are in registers.
    pub fn then(self, op: UnaryOp) -> Self {
        Self { then: Some(op), ..self }
    }

    /// Refuses plans whose runs need more bytes for intermediate tensors and scratch memory.
    pub fn memory_limit(self, bytes: usize) -> Self {
        Self { memory_limit: bytes, ..self }
    }

    /// A plan for inputs with these extents and strides, into a dense output in C order.
    ///
    /// # Errors
    /// [`JitError`].
    #[inline(always)]
    pub fn plan<T: Element>(&self, inputs: &[impl Strided]) -> Result<Plan<T>, JitError> {
        self.ask(inputs, None::<&ArrayLayout>)
    }

    /// A plan for inputs and an output with these extents and strides.
    ///
    /// # Errors
    /// [`JitError`].
    #[inline(always)]
    pub fn plan_into<T: Element>(
        &self,
        inputs: &[impl Strided],
        output: &impl Strided,
    ) -> Result<Plan<T>, JitError> {
        self.ask(inputs, Some(output))
    }

    /// The plan that was made, or else a new one.
    #[inline(always)]
    fn ask<T: Element>(
        &self,
        inputs: &[impl Strided],
        output: Option<&impl Strided>,
    ) -> Result<Plan<T>, JitError> {
        let kind = Kind {
            optimize: self.optimize as u8,
            is_tree: matches!(self.question, Asked::Tree(..)),
            accumulates: self.accumulates()?,
            has_output: output.is_some(),
        };
        let mut question = Question::new();
        let question = question.about::<T>(kind, &self.text(), inputs, output);
        let plan = self.jit.plans.get_or_make(question, || self.make(inputs, output))?;
        if self.memory_limit < usize::MAX {
            self.allow(plan.memory())?;
        }
        Ok(plan)
    }

    fn allow(&self, needed: usize) -> Result<(), JitError> {
        let limit = self.memory_limit;
        if needed > limit { Err(JitError::MemoryLimit { needed, limit }) } else { Ok(()) }
    }

    /// All that is asked but for the operands and what is in a [`Kind`].
    #[inline(always)]
    fn text(&self) -> Cow<'a, str> {
        match (self.question, self.then) {
            (Asked::Expression(text), None) => text.into(),
            // Operations that are defined elsewhere may have the name of another one.
            (Asked::Expression(text), Some(op)) => format!("{text};{op};{:p}", op.operation()).into(),
            (Asked::Tree(text, extents), None) => format!("{text};{extents:?}").into(),
            (Asked::Tree(text, extents), Some(op)) => {
                format!("{text};{extents:?};{op};{:p}", op.operation()).into()
            }
        }
    }

    #[inline(always)]
    fn accumulates(&self) -> Result<bool, JitError> {
        match self.beta {
            0.0 => Ok(false),
            1.0 => Ok(true),
            beta => Err(JitError::Beta { beta }),
        }
    }

    fn make<T: Element>(
        &self,
        inputs: &[impl Strided],
        output: Option<&impl Strided>,
    ) -> Result<Plan<T>, JitError> {
        let inputs: Vec<_> = inputs.iter().map(Strided::to_layout).collect::<Result<_, _>>()?;
        let layout = |shape: &[usize]| match output {
            Some(output) => output.to_layout().map_err(JitError::Output),
            None => ArrayLayout::c_order(shape).map_err(JitError::Output),
        };
        match self.question {
            Asked::Expression(text) => self.of_expression(text, inputs, layout),
            Asked::Tree(text, extents) => self.of_tree(tree::parse(text, extents)?, inputs, layout),
        }
    }

    /// Plans an expression, for an output that has the layout which `output` gives its shape.
    fn of_expression<T: Element>(
        &self,
        text: &str,
        inputs: Vec<ArrayLayout>,
        output: impl FnOnce(&[usize]) -> Result<ArrayLayout, JitError>,
    ) -> Result<Plan<T>, JitError> {
        span!("plan", expression = text);
        let expression = einsum::parse(text)?;
        let shapes: Vec<_> = inputs.iter().map(ArrayLayout::shape).collect();
        let resolved = einsum::resolve(&expression, &shapes, Dialect::Numpy)?;
        let output = output(&resolved.output_shape()?)?;
        let layouts: Vec<_> = inputs.iter().collect();
        let lowered =
            einsum::lower(&resolved, self.arrays::<T>(&layouts, &output)?, &self.optimize, &self.context())?;
        self.compile(Notation::Expression(expression, resolved), (inputs, output), lowered)
    }

    /// Plans a tree, in the same way.
    fn of_tree<T: Element>(
        &self,
        tree: Tree,
        inputs: Vec<ArrayLayout>,
        output: impl FnOnce(&[usize]) -> Result<ArrayLayout, JitError>,
    ) -> Result<Plan<T>, JitError> {
        span!("plan", %tree);
        let root = tree.node(tree.root()).map_or(&[][..], |root| root.indices);
        let shape: Vec<_> = root.iter().map(|index| tree.extents()[*index]).collect();
        let output = output(&shape)?;
        let layouts: Vec<_> = inputs.iter().collect();
        let lowered = einsum::lower_tree(&tree, self.arrays::<T>(&layouts, &output)?, &self.context())?;
        self.compile(Notation::Tree(tree), (inputs, output), lowered)
    }

    fn arrays<'l, T: Element>(
        &self,
        inputs: &'l [&'l ArrayLayout],
        output: &'l ArrayLayout,
    ) -> Result<Arrays<'l>, JitError> {
        let finish = Finish { accumulates: self.accumulates()?, last: self.then };
        Ok(Arrays { dtype: T::DTYPE, inputs, output, finish })
    }

    fn context(&self) -> Context<'a> {
        let options = Options { threads: Some(self.jit.threads), ..Options::default() };
        Context { target: &self.jit.target, options }
    }

    fn compile<T: Element>(
        &self,
        notation: Notation,
        (inputs, output): (Vec<ArrayLayout>, ArrayLayout),
        Lowered { sequence, tree, inputs: order, nodes }: Lowered,
    ) -> Result<Plan<T>, JitError> {
        // Before there is any of it.
        let elements = sequence.scratch.saturating_mul(self.jit.threads.get()).saturating_add(sequence.arena);
        self.allow(elements.saturating_mul(size_of::<T>()))?;
        let program = self.jit.sequence(sequence)?;
        let operands =
            Operands { inputs, output, finish: Finish { accumulates: self.beta == 1.0, last: self.then } };
        Ok(Plan::new(self.jit.target, notation, operands, (tree, order, nodes), program))
    }
}
