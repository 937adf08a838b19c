//! From a request to a plan.
//!
//! Tests: `tests/tests/harness_contraction.rs`, `tests/tests/einsum_lower_finish.rs`.

use super::Contraction;
use super::request::{Details, Link, Written};
use crate::error::{BuildError, PlanError};
use crate::notation::Notation;
use crate::order::{ContractionOrder, OrderSearch};
use crate::plan::{Compiled, Operands, PlanLink};
use crate::program::AnyProgram;
use tensmith_core::ScalarType;
use tensmith_core::einsum::{
    self, Arrays, Beta, Finish, LinkOperand, LowerError, Lowered, Name, Numbers, Subscript, output_axes, tree,
};
use tensmith_core::fallible::Few;
use tensmith_core::tensor::optimize::Context;
use tensmith_core::tensor::view::Strided;
use tensmith_core::tensor::{self, ArrayLayout, Options};

/// The arrays of a request.
struct Layouts {
    /// The operands of the contraction.
    inputs: Vec<ArrayLayout>,
    /// Those of its chain.
    chain: Vec<ArrayLayout>,
    output: ArrayLayout,
}

/// What is asked of the numbers of a request.
#[derive(Clone, Copy)]
struct Asked<'a> {
    numbers: Numbers,
    conjugated: &'a [usize],
    beta: Beta,
    chain: &'a [PlanLink],
    seed: u64,
}

impl Contraction<'_> {
    /// A new plan.
    pub(super) fn make(
        &self,
        scalar: ScalarType,
        inputs: &[impl Strided],
        output: Option<&impl Strided>,
    ) -> Result<Compiled, PlanError> {
        let details = self.request.to_details();
        span!("plan", question = ?details.written);
        let inputs = inputs.iter().map(Strided::to_layout).collect::<Result<Vec<_>, _>>()?;
        let notation = details.notation(&inputs)?;
        let output = match output {
            Some(output) => output.to_layout(),
            None => ArrayLayout::c_order(&notation.output_shape()?),
        };
        let layouts =
            Layouts { inputs, chain: details.operands()?, output: output.map_err(PlanError::Output)? };
        let chain = details.links(&notation.output_names())?;
        let Details { conjugated, beta, seed, output: written, overflow, .. } = &*details;
        let written = written.unwrap_or(scalar);
        let numbers = Numbers { operands: scalar, output: written, overflow: *overflow };
        let asked = Asked { numbers, conjugated, beta: *beta, chain: &chain, seed: *seed };
        let (order, program) = self.program(asked, &notation, &layouts)?;
        let Layouts { mut inputs, chain: operands, output } = layouts;
        inputs.extend(operands);
        let (target, operands) = (
            self.jit.target,
            Operands { inputs, output, conjugated: details.conjugated.clone(), beta: details.beta, chain },
        );
        let compiled = Compiled { scalar, written, target, notation, operands, order, program };
        compiled.checked()
    }

    /// The program of what is lowered. Where there is no kernel with links, these are passes.
    fn program(
        &self,
        asked: Asked<'_>,
        notation: &Notation,
        layouts: &Layouts,
    ) -> Result<(ContractionOrder, AnyProgram), PlanError> {
        let compile = |without| self.compile(self.lower(asked, notation, layouts, without)?);
        match compile(&[]) {
            Err(PlanError::Build(BuildError::Kernel { .. })) if !asked.chain.is_empty() => {
                compile(&["finish"])
            }
            compiled => compiled,
        }
    }

    /// Lowers without some passes.
    fn lower(
        &self,
        Asked { numbers, conjugated, beta, chain, seed }: Asked<'_>,
        notation: &Notation,
        Layouts { inputs, chain: operands, output }: &Layouts,
        without: &[&str],
    ) -> Result<Lowered, LowerError> {
        let mut operands = operands.iter();
        let links: Vec<_> = chain.iter().filter_map(|link| link.on(&mut operands)).collect();
        let inputs: Few<_, 4> = inputs.iter().collect();
        let finish = Finish { beta, chain: &links };
        let arrays = Arrays { numbers, inputs: &inputs, output, conjugated, finish };
        let options = Options { threads: Some(self.jit.threads()), without, ..Options::default() };
        let context = Context { target: &self.jit.target, options };
        let search = OrderSearch { optimize: self.optimize, minimize: self.minimize, seed };
        match notation {
            Notation::Expression(_, resolved) => einsum::lower(resolved, arrays, &search, &context),
            Notation::Tree(tree) => einsum::lower_tree(tree, arrays, &context),
        }
    }

    fn compile(&self, lowered: Lowered) -> Result<(ContractionOrder, AnyProgram), PlanError> {
        let Lowered { sequence, tree, inputs, nodes } = lowered;
        let program = self.jit.program(tensor::Plan::of_valid(sequence)?)?;
        Ok((ContractionOrder { tree, inputs, nodes }, program))
    }
}

impl Details<'_> {
    /// The contraction of inputs as it is written.
    fn notation(&self, inputs: &[ArrayLayout]) -> Result<Notation, PlanError> {
        let expression = match &self.written {
            Written::Expression(text) => einsum::parse(text)?,
            Written::Lists(lists, output) => {
                let lists: Vec<&[Subscript]> = lists.iter().map(|list| &**list).collect();
                einsum::interleaved(&lists, output.as_deref(), self.dialect)?
            }
            Written::Tree(text, extents) => return Ok(Notation::Tree(tree::parse(text, extents)?)),
        };
        let shapes: Few<_, 4> = inputs.iter().map(ArrayLayout::shape).collect();
        let resolved = einsum::resolve(&expression, &shapes, self.dialect)?;
        drop(shapes);
        Ok(Notation::Expression(expression, resolved))
    }

    /// The arrays of the chain.
    fn operands(&self) -> Result<Vec<ArrayLayout>, PlanError> {
        let operands = self.chain.iter().filter_map(|link| match link {
            Link::Unary(_) => None,
            Link::Binary(_, operand) => Some(ArrayLayout::new(&operand.shape, &operand.strides)),
        });
        Ok(operands.collect::<Result<_, _>>()?)
    }

    /// The chain, for an output whose axes have these names.
    fn links(&self, output: &[Name]) -> Result<Vec<PlanLink>, LowerError> {
        let of_link = |(number, link): (usize, &Link<'_>)| match link {
            Link::Unary(op) => Ok(PlanLink::Unary(*op)),
            Link::Binary(op, operand) => {
                let axes = output_axes(number, &operand.labels, output)?.into_vec();
                Ok(PlanLink::Binary { op: *op, axes })
            }
        };
        self.chain.iter().enumerate().map(of_link).collect()
    }
}

impl PlanLink {
    /// The link with its operand, the next of these; none if there is none.
    fn on<'a>(&'a self, operands: &mut impl Iterator<Item = &'a ArrayLayout>) -> Option<einsum::Link<'a>> {
        match self {
            Self::Unary(op) => Some(einsum::Link::Unary(*op)),
            Self::Binary { op, axes } => {
                Some(einsum::Link::Binary(*op, LinkOperand { axes, layout: operands.next()? }))
            }
        }
    }
}
