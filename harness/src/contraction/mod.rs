//! The builder of a contraction: a request to a [`Jit`], with all that differs from the defaults.
//!
//! ```no_run
//! use tensmith::{Array, Jit, Optimize, UnaryOp};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let ones = |m, n| Array::c_order(vec![1.0f32; m * n], &[m, n]);
//! let (a, b, c) = (ones(2, 3)?, ones(3, 4)?, ones(4, 5)?);
//! let jit = Jit::host()?;
//! // ReLU of what is in the output, the product of three matrices, and a number for each column.
//! let bias = Array::c_order(vec![0.0f32; 5], &[5])?;
//! let plan = jit
//!     .contraction("ij,jk,kl->il")
//!     .optimize(Optimize::Exact)
//!     .beta(1.0)
//!     .add("l", &bias)
//!     .apply(UnaryOp::relu())
//!     .plan(&[&a, &b, &c])?;
//! let mut output = Array::c_order(vec![-20.0; 10], &[2, 5])?;
//! plan.run(&[a.view(), b.view(), c.view(), bias.view()], &mut output.view_mut())?;
//! assert_eq!(output.data(), [0.0; 10]);
//! # Ok(())
//! # }
//! ```
//!
//! Functions that are always inlined are on the way to a plan that was made: of an expression alone,
//! little of it is left.
//!
//! Tests: `tests/tests/harness_contraction.rs`, `tests/tests/harness_jit.rs`.

mod compile;
mod fit;
pub(crate) mod request;

use crate::error::PlanError;
use crate::jit::Jit;
use crate::order::{self, Minimize, Optimize, Order};
use crate::plan::Plan;
use crate::plan_key::{KeyFlags, PlanKeyRef, SHORT};
use crate::reentrancy;
use request::{Details, Link, Operand, Request, Written};
use std::borrow::Cow;
use std::mem::MaybeUninit;
use tensmith_core::Scalar;
use tensmith_core::einsum::{Beta, Dialect, Subscript};
use tensmith_core::kernel::op::{BinaryOp, UnaryOp};
use tensmith_core::kernel::spec::Overflow;
use tensmith_core::tensor::ArrayLayout;
use tensmith_core::tensor::view::Strided;

/// A contraction that is to be planned: [`Jit::contraction`], [`Jit::tree`].
///
/// The result is `chain(contraction + beta·output)`. The chain has an operation for each call of
/// [`Contraction::add`], [`Contraction::multiply`], [`Contraction::combine`] and [`Contraction::apply`], in
/// their order. The kernels of the contraction do as much of it as they can, before they store the result;
/// [`Plan::explain`] says what is left.
#[derive(Clone, Debug)]
#[must_use = "it is planned by `plan` or `plan_into`"]
pub struct Contraction<'a> {
    jit: &'a Jit,
    request: Request<'a>,
    optimize: Optimize,
    minimize: Minimize,
}

impl Jit {
    /// Returns a request for a contraction by an expression such as `mk,kn->mn`. Its meaning is numpy's.
    #[inline(always)]
    pub fn contraction<'a>(&'a self, expression: &'a str) -> Contraction<'a> {
        Contraction::new(self, Request::Expression { text: expression, accumulates: false })
    }

    /// Returns a request for a contraction by lists of numbers, as numpy takes them between its operands: one
    /// for each input, and one for the output, which is implicit without. `[0, 1], [1, 2]` and `[0, 2]` are
    /// `mk,kn->mn`. Labels of these indices are letters, from `A` on.
    pub fn interleaved<'a>(
        &'a self,
        inputs: &'a [&'a [Subscript]],
        output: Option<&'a [Subscript]>,
    ) -> Contraction<'a> {
        let inputs = inputs.iter().map(|list| Cow::Borrowed(*list)).collect();
        Contraction::of(self, Written::Lists(inputs, output.map(Cow::Borrowed)))
    }

    /// Returns a request for a contraction by a tree in brackets, such as
    /// `[[0,1],[1,2]->[0,2]],[2,3]->[0,3]`, over indices with these extents. The tree says the order in which
    /// operands meet. Labels of its indices are their numbers.
    pub fn tree<'a>(&'a self, text: &'a str, extents: &'a [usize]) -> Contraction<'a> {
        Contraction::of(self, Written::Tree(Cow::Borrowed(text), Cow::Borrowed(extents)))
    }
}

impl<'a> Contraction<'a> {
    #[inline(always)]
    const fn new(jit: &'a Jit, request: Request<'a>) -> Self {
        let (optimize, minimize) = (Optimize::Automatic, Minimize::Time);
        Self { jit, request, optimize, minimize }
    }

    fn of(jit: &'a Jit, written: Written<'a>) -> Self {
        Self::new(jit, Request::Detailed(Box::new(Details::new(written))))
    }

    /// Reads the expression by the rules of a library: numpy's by default. [`Dialect`] lists where
    /// they differ. Trees have rules of their own.
    pub fn dialect(self, dialect: Dialect) -> Self {
        Self { request: self.request.with_dialect(dialect), ..self }
    }

    /// Sets the search for the order in which operands meet. Trees state theirs.
    pub fn optimize(self, optimize: Optimize) -> Self {
        Self { optimize, ..self }
    }

    /// Sets what the order in which operands meet is to have least of: predicted time, unless said otherwise.
    pub fn minimize(self, minimize: Minimize) -> Self {
        Self { minimize, ..self }
    }

    /// Sets what searches for an order draw from, which is 0 by default: the same seed leads to the same
    /// order on every machine, another one maybe to a better one.
    pub fn seed(self, seed: u64) -> Self {
        Self { request: self.request.with(|details| details.seed = seed), ..self }
    }

    /// Sets the factor of the output's elements, to which the result is added before the chain: 0 by default,
    /// which overwrites them without reading them. Other numbers are rounded to the element type.
    pub fn beta(self, beta: f64) -> Self {
        Self { request: self.request.with_beta(Beta::of(beta)), ..self }
    }

    /// Takes the complex conjugate of an operand of the expression, by its number, so that the caller needs
    /// no conjugated copy; that of real numbers is what they are.
    pub fn conjugate(self, operand: usize) -> Self {
        let add = |details: &mut Details<'_>| {
            if let Err(place) = details.conjugated.binary_search(&operand) {
                details.conjugated.insert(place, operand);
            }
        };
        Self { request: self.request.with(add), ..self }
    }

    /// Adds an array to the result, which has some of the output's labels and is the same along the others:
    /// `add("n", &bias)` of `mk,kn->mn` adds an element to each column. There is a label for each extent, in
    /// any order; `...` stands for what it does in the output. The plan is made for the extents, which are
    /// those of the output, and for the strides. Runs take the arrays of the chain as further inputs, in
    /// the order of the calls.
    pub fn add(self, labels: &'a str, operand: &'a impl Strided) -> Self {
        self.combine(BinaryOp::add(), labels, operand)
    }

    /// Multiplies the result with an array, as [`Contraction::add`] adds one.
    pub fn multiply(self, labels: &'a str, operand: &'a impl Strided) -> Self {
        self.combine(BinaryOp::mul(), labels, operand)
    }

    /// Applies `op` to each element of the result and one of an array, as [`Contraction::add`] adds one.
    pub fn combine(self, op: BinaryOp, labels: &'a str, operand: &'a impl Strided) -> Self {
        let (shape, strides) = (Cow::Borrowed(operand.shape()), Cow::Borrowed(operand.strides()));
        self.linked(Link::Binary(op, Operand { labels: Cow::Borrowed(labels), shape, strides }))
    }

    /// Applies `op` to each element of the result.
    pub fn apply(self, op: UnaryOp) -> Self {
        self.linked(Link::Unary(op))
    }

    fn linked(self, link: Link<'a>) -> Self {
        Self { request: self.request.with(|details| details.chain.push(link)), ..self }
    }

    /// Sets what becomes of sums of integers of 8 and of 16 bits that 32 bits may have no room for: by
    /// default, a request for sums of that many products is refused. Integers of 32 bits are modulo 2³²
    /// anyway, and an output of a narrower type holds sums modulo its range, unless a chain comes first.
    pub fn overflow(self, overflow: Overflow) -> Self {
        Self { request: self.request.with(|details| details.overflow = overflow), ..self }
    }

    /// Sets the most bytes that a run may need for intermediate tensors, scratch memory and results of
    /// blocks. Where the order of three or more operands that is asked for needs more, the one whose largest
    /// tensor is the smallest is taken; if that needs more, too, the contraction is cut into
    /// [slices](Plan::slices), which are computed one after the other. If nothing fits, or operations on the
    /// result or a factor of it leave no slices, it is an error.
    pub fn memory_limit(self, bytes: usize) -> Self {
        if bytes == usize::MAX && matches!(self.request, Request::Expression { .. }) {
            return self;
        }
        Self { request: self.request.with(|details| details.memory_limit = bytes), ..self }
    }

    /// Sets the order in which operands meet, and how it is cut into slices, as [`Plan::order`] says it of
    /// another plan: there is no search then, and no limit of memory changes it.
    pub fn order(self, order: &'a Order) -> Self {
        Self { request: self.request.with(|details| details.order = Some(Cow::Borrowed(order))), ..self }
    }

    /// Returns a plan for inputs with these extents and strides, into a dense output in C order.
    ///
    /// # Errors
    /// [`PlanError`].
    #[inline(always)]
    pub fn plan<T: Scalar>(&self, inputs: &[impl Strided]) -> Result<Plan<T>, PlanError> {
        self.ask(inputs, None::<&ArrayLayout>)
    }

    /// Returns a plan for inputs and an output with these extents and strides.
    ///
    /// # Errors
    /// [`PlanError`].
    #[inline(always)]
    pub fn plan_into<T: Scalar>(
        &self,
        inputs: &[impl Strided],
        output: &impl Strided,
    ) -> Result<Plan<T>, PlanError> {
        self.ask(inputs, Some(output))
    }

    /// Returns a plan for inputs with these extents and strides, into a dense output in C order of elements
    /// of another type: the one that those of the inputs are [summed](Scalar::Sum) in. Arrays of the chain
    /// have that type, too.
    ///
    /// ```no_run
    /// use tensmith::{Array, Jit, Plan};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let (a, b) = (Array::c_order(vec![100i8; 6], &[2, 3])?, Array::c_order(vec![100i8; 12], &[3, 4])?);
    /// let plan: Plan<i8, i32> = Jit::host()?.contraction("mk,kn->mn").plan_as(&[&a, &b])?;
    /// assert_eq!(plan.evaluate(&[a.view(), b.view()])?.data(), [30_000; 8]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`PlanError`].
    pub fn plan_as<T: Scalar, O: Scalar>(&self, inputs: &[impl Strided]) -> Result<Plan<T, O>, PlanError> {
        self.written_as::<T, O>().ask(inputs, None::<&ArrayLayout>)
    }

    /// The same for an output with these extents and strides.
    ///
    /// # Errors
    /// [`PlanError`].
    pub fn plan_as_into<T: Scalar, O: Scalar>(
        &self,
        inputs: &[impl Strided],
        output: &impl Strided,
    ) -> Result<Plan<T, O>, PlanError> {
        self.written_as::<T, O>().ask(inputs, Some(output))
    }

    /// The same request, with an output of such a type.
    fn written_as<T: Scalar, O: Scalar>(&self) -> Self {
        let asked = self.clone();
        let set = |details: &mut Details<'_>| details.output = Some(O::TYPE);
        if T::TYPE == O::TYPE { asked } else { Self { request: asked.request.with(set), ..asked } }
    }

    /// The plan that was made, or else a new one.
    #[inline(always)]
    fn ask<T: Scalar, O: Scalar>(
        &self,
        inputs: &[impl Strided],
        output: Option<&impl Strided>,
    ) -> Result<Plan<T, O>, PlanError> {
        reentrancy::check(self.jit)?;
        let (text, details, accumulates) = match &self.request {
            Request::Expression { text, accumulates } => (*text, None, *accumulates),
            Request::Detailed(details) => ("", Some(&**details), false),
        };
        let optimize = order::code(self.optimize, self.minimize);
        let flags =
            KeyFlags { optimize, is_rare: details.is_some(), accumulates, has_output: output.is_some() };
        let asked = (text, details);
        let mut buffer = [MaybeUninit::uninit(); SHORT];
        match PlanKeyRef::new::<T>(&mut buffer, flags, asked, inputs, output) {
            Some(plan_key) => self.jit.plans.get_or_make(plan_key, || self.make(T::TYPE, inputs, output)),
            None => self.ask_long(flags, asked, inputs, output),
        }
    }

    /// The same where the key is long, or no plan is possible as an array contradicts itself.
    #[cold]
    fn ask_long<T: Scalar, O: Scalar>(
        &self,
        flags: KeyFlags,
        asked: (&str, Option<&Details<'_>>),
        inputs: &[impl Strided],
        output: Option<&impl Strided>,
    ) -> Result<Plan<T, O>, PlanError> {
        let mut buffer = vec![MaybeUninit::uninit(); PlanKeyRef::count(asked.0, inputs, output)];
        match PlanKeyRef::new::<T>(&mut buffer, flags, asked, inputs, output) {
            Some(plan_key) => self.jit.plans.get_or_make(plan_key, || self.make(T::TYPE, inputs, output)),
            None => {
                let compiled = self.make(T::TYPE, inputs, output)?;
                Ok(Plan::of(compiled).expect("it is for elements of this type"))
            }
        }
    }
}
