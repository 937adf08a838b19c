//! A request to a [`Jit`]: a contraction, with all that shall differ from the default.
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
//! Functions that are always inlined are on the way to a plan that was made: of an expression alone, little of it is left.
//!
//! Tests: `tests/tests/harness_contraction.rs`, `tests/tests/harness_jit.rs`.

use crate::error::JitError;
use crate::jit::Jit;
use crate::notation::Notation;
use crate::plan::{Compiled, Operands, Plan};
use crate::question::{Kind, Question, SHORT};
use crate::serving;
use std::borrow::Cow;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Arc;
use tensmith_core::einsum::path::{Cheap, CostModel, Exact, Greedy, Network, PathError, Search};
use tensmith_core::einsum::tree::{self, Tree};
use tensmith_core::einsum::{self, Arrays, Beta, Dialect, Expression, Finish, Lowered, Subscript};
use tensmith_core::fallible::Few;
use tensmith_core::kernel::op::UnaryOp;
use tensmith_core::reference::Element;
use tensmith_core::tensor::optimize::Context;
use tensmith_core::tensor::view::Strided;
use tensmith_core::tensor::{self, ArrayLayout, Options};

/// A contraction that is to be planned: [`Jit::contraction`], [`Jit::tree`].
#[derive(Clone, Copy, Debug)]
#[must_use = "it is planned by `plan` or `plan_into`"]
pub struct Contraction<'a> {
    jit: &'a Jit,
    question: Asked<'a>,
    dialect: Dialect,
    optimize: Optimize,
    beta: Beta,
    bias: Option<Description<'a>>,
    then: Option<UnaryOp>,
    memory_limit: usize,
}

/// The description of an array to come.
#[derive(Clone, Copy, Debug)]
struct Description<'a> {
    shape: &'a [usize],
    strides: &'a [isize],
}

/// How it is written.
#[derive(Clone, Copy, Debug)]
enum Asked<'a> {
    /// As `mk,kn->mn`.
    Expression(&'a str),
    /// By lists of numbers, one for each input, and maybe one for the output.
    Lists(&'a [&'a [Subscript]], Option<&'a [Subscript]>),
    /// In brackets, with the extents of the indices.
    Tree(&'a str, &'a [usize]),
}

/// The search for the order in which three or more operands meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Optimize {
    /// The best order of up to 10 operands, a good one of more.
    #[default]
    Automatic,
    /// A good order of any number of operands, found quickly.
    Greedy,
    /// The best order, by dynamic programming, of up to 15 operands. More are an error.
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
    /// Returns a request for a contraction by an expression such as `mk,kn->mn`. Its meaning is numpy's.
    #[inline(always)]
    pub fn contraction<'a>(&'a self, expression: &'a str) -> Contraction<'a> {
        Contraction::new(self, Asked::Expression(expression))
    }

    /// Returns a request for a contraction by lists of numbers, as numpy takes them between its operands: one for each input, and
    /// one for the output, which is implicit without. `[0, 1], [1, 2]` and `[0, 2]` are `mk,kn->mn`.
    pub fn interleaved<'a>(
        &'a self,
        inputs: &'a [&'a [Subscript]],
        output: Option<&'a [Subscript]>,
    ) -> Contraction<'a> {
        Contraction::new(self, Asked::Lists(inputs, output))
    }

    /// Returns a request for a contraction by a tree in brackets, such as `[[0,1],[1,2]->[0,2]],[2,3]->[0,3]`, over indices with
    /// these extents. The tree says the order in which operands meet.
    pub fn tree<'a>(&'a self, text: &'a str, extents: &'a [usize]) -> Contraction<'a> {
        Contraction::new(self, Asked::Tree(text, extents))
    }
}

impl<'a> Contraction<'a> {
    #[inline(always)]
    fn new(jit: &'a Jit, question: Asked<'a>) -> Self {
        Self {
            jit,
            question,
            dialect: Dialect::Numpy,
            optimize: Optimize::Automatic,
            beta: Beta::Zero,
            bias: None,
            then: None,
            memory_limit: usize::MAX,
        }
    }

    /// Reads the expression by the rules of a library: numpy's by default. [`Dialect`] lists where
    /// they differ. Trees have rules of their own.
    pub fn dialect(self, dialect: Dialect) -> Self {
        Self { dialect, ..self }
    }

    /// Sets the search for the order in which operands meet. Trees state theirs.
    pub fn optimize(self, optimize: Optimize) -> Self {
        Self { optimize, ..self }
    }

    /// Sets the factor of the output's elements, to which the result is added: 0 by default, which overwrites
    /// them without reading them. Other numbers are rounded to the element type.
    pub fn beta(self, beta: f64) -> Self {
        Self { beta: Beta::of(beta), ..self }
    }

    /// Adds an array to the result, before [`Contraction::then`]. It is broadcast to the output as numpy does: its
    /// extents, counted from the last one, are those of the output or 1, and the first ones may be missing. So a
    /// bias for each index of an output's last extent is an array of that extent, and one for each of its first
    /// of two has a second extent of 1. Plans are made for its extents and strides, and runs take it as one more
    /// input, after the others.
    pub fn bias(self, bias: &'a impl Strided) -> Self {
        Self { bias: Some(Description { shape: bias.shape(), strides: bias.strides() }), ..self }
    }

    /// Applies `op` to each element of the result before it is stored. A second call replaces the first.
    pub fn then(self, op: UnaryOp) -> Self {
        Self { then: Some(op), ..self }
    }

    /// Sets the most bytes that a run may need for intermediate tensors and scratch memory. A plan that needs more is an error;
    /// it is made all the same, and stays in the cache for the same request with a higher limit.
    pub fn memory_limit(self, bytes: usize) -> Self {
        Self { memory_limit: bytes, ..self }
    }

    /// Returns a plan for inputs with these extents and strides, into a dense output in C order.
    ///
    /// # Errors
    /// [`JitError`].
    #[inline(always)]
    pub fn plan<T: Element>(&self, inputs: &[impl Strided]) -> Result<Plan<T>, JitError> {
        self.ask(inputs, None::<&ArrayLayout>)
    }

    /// Returns a plan for inputs and an output with these extents and strides.
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
        serving::check(self.jit)?;
        let kind = Kind {
            optimize: self.optimize as u8,
            is_rare: self.is_rare(),
            accumulates: self.beta == Beta::One,
            has_output: output.is_some(),
        };
        let mut room = [MaybeUninit::uninit(); SHORT];
        let plan = match Question::new::<T>(&mut room, kind, &self.text(), inputs, output) {
            Some(question) => self.jit.plans.get_or_make(question, || self.make(inputs, output)),
            None => self.ask_long(kind, inputs, output),
        }?;
        if self.memory_limit < usize::MAX {
            self.allow(plan.memory())?;
        }
        Ok(plan)
    }

    /// The same where the question is long, or no plan is possible as an array contradicts itself.
    #[cold]
    fn ask_long<T: Element>(
        &self,
        kind: Kind,
        inputs: &[impl Strided],
        output: Option<&impl Strided>,
    ) -> Result<Plan<T>, JitError> {
        let text = &self.text();
        let mut room = vec![MaybeUninit::uninit(); Question::count(text, inputs, output)];
        match Question::new::<T>(&mut room, kind, text, inputs, output) {
            Some(question) => self.jit.plans.get_or_make(question, || self.make(inputs, output)),
            None => self.make(inputs, output),
        }
    }

    fn allow(&self, needed: usize) -> Result<(), JitError> {
        let limit = self.memory_limit;
        if needed > limit { Err(JitError::MemoryLimit { needed, limit }) } else { Ok(()) }
    }

    /// All that is asked but for the operands and what is in a [`Kind`].
    #[inline(always)]
    fn text(&self) -> Cow<'a, str> {
        match self.question {
            Asked::Expression(text) if !self.is_rare() => text.into(),
            _ => self.whole_text().into(),
        }
    }

    /// Whether more is asked than an expression and what is in a [`Kind`].
    #[inline(always)]
    fn is_rare(&self) -> bool {
        let is_factor = matches!(self.beta, Beta::Fixed(_));
        let is_usual = matches!(self.question, Asked::Expression(_)) && self.dialect == Dialect::Numpy;
        !is_usual || is_factor || self.bias.is_some() || self.then.is_some()
    }

    /// The text with all that is rare.
    #[cold]
    fn whole_text(&self) -> String {
        let Self { question, dialect, beta, bias, then, .. } = self;
        // Operations that are defined elsewhere may have the name of another one.
        format!(
            "{question:?} {dialect:?} {beta:?} {bias:?} {then:?} {:?}",
            then.map(|op| ptr::from_ref(op.operation()))
        )
    }

    fn make<T: Element>(
        &self,
        inputs: &[impl Strided],
        output: Option<&impl Strided>,
    ) -> Result<Plan<T>, JitError> {
        span!("plan", question = ?self.question);
        let inputs: Vec<_> = inputs.iter().map(Strided::to_layout).collect::<Result<_, _>>()?;
        let bias = self.bias.map(|bias| ArrayLayout::new(bias.shape, bias.strides)).transpose()?;
        let layout = |shape: &[usize]| match output {
            Some(output) => output.to_layout().map_err(JitError::Output),
            None => ArrayLayout::c_order(shape).map_err(JitError::Output),
        };
        let operands = (inputs, bias);
        match self.question {
            Asked::Expression(text) => self.of_expression(einsum::parse(text)?, operands, layout),
            Asked::Lists(inputs, output) => {
                let expression = einsum::interleaved(inputs, output, self.dialect)?;
                self.of_expression(expression, operands, layout)
            }
            Asked::Tree(text, extents) => self.of_tree(tree::parse(text, extents)?, operands, layout),
        }
    }

    /// A plan for an expression, with an output that has the layout which `output` gives its shape.
    fn of_expression<T: Element>(
        &self,
        expression: Expression,
        (inputs, bias): (Vec<ArrayLayout>, Option<ArrayLayout>),
        output: impl FnOnce(&[usize]) -> Result<ArrayLayout, JitError>,
    ) -> Result<Plan<T>, JitError> {
        let shapes: Few<_, 4> = inputs.iter().map(ArrayLayout::shape).collect();
        let resolved = einsum::resolve(&expression, &shapes, self.dialect)?;
        drop(shapes);
        let output = output(&resolved.output_shape()?)?;
        let layouts: Few<_, 4> = inputs.iter().collect();
        let arrays = self.arrays::<T>(&layouts, bias.as_ref(), &output);
        let lowered = einsum::lower(&resolved, arrays, &self.optimize, &self.context())?;
        drop(layouts);
        self.compile(Notation::Expression(expression, resolved), (inputs, bias, output), lowered)
    }

    /// A plan for a tree, in the same way.
    fn of_tree<T: Element>(
        &self,
        tree: Tree,
        (inputs, bias): (Vec<ArrayLayout>, Option<ArrayLayout>),
        output: impl FnOnce(&[usize]) -> Result<ArrayLayout, JitError>,
    ) -> Result<Plan<T>, JitError> {
        let root = tree.node(tree.root()).map_or(&[][..], |root| root.indices);
        let shape: Vec<_> = root.iter().map(|index| tree.extents()[*index]).collect();
        let output = output(&shape)?;
        let layouts: Vec<_> = inputs.iter().collect();
        let arrays = self.arrays::<T>(&layouts, bias.as_ref(), &output);
        let lowered = einsum::lower_tree(&tree, arrays, &self.context())?;
        self.compile(Notation::Tree(tree), (inputs, bias, output), lowered)
    }

    fn arrays<'l, T: Element>(
        &self,
        inputs: &'l [&'l ArrayLayout],
        bias: Option<&'l ArrayLayout>,
        output: &'l ArrayLayout,
    ) -> Arrays<'l> {
        let finish = Finish { beta: self.beta, bias, last: self.then };
        Arrays { dtype: T::DTYPE, inputs, output, finish }
    }

    fn context(&self) -> Context<'a> {
        let options = Options { threads: Some(self.jit.threads), ..Options::default() };
        Context { target: &self.jit.target, options }
    }

    fn compile<T: Element>(
        &self,
        notation: Notation,
        arrays: (Vec<ArrayLayout>, Option<ArrayLayout>, ArrayLayout),
        lowered: Lowered,
    ) -> Result<Plan<T>, JitError> {
        let sequence = lowered.sequence;
        let program = self.jit.program(tensor::Plan::of_valid(sequence)?)?;
        let (mut inputs, bias, output) = arrays;
        let has_bias = bias.is_some();
        inputs.extend(bias);
        let plan = Plan::new(Arc::new(Compiled {
            target: self.jit.target,
            notation,
            operands: Operands { inputs, output, beta: self.beta, has_bias, last: self.then },
            order: (lowered.tree, lowered.inputs, lowered.nodes),
            program,
        }));
        Ok(plan.expect("what was lowered fits its operands"))
    }
}
