//! From a request to a plan.
//!
//! Tests: `tests/tests/harness_contraction.rs`, `tests/tests/einsum_lower_finish.rs`.

use super::Contraction;
use super::request::{Details, Link, Written};
use crate::error::{BuildError, PlanError};
use crate::notation::Notation;
use crate::operands::{Operands, PlanLink};
use crate::order::ContractionOrder;
use crate::plan::Compiled;
use crate::program::AnyProgram;
use crate::slices::Slices;
use tensmith_core::ScalarType;
use tensmith_core::einsum::path::{Given, Search};
use tensmith_core::einsum::tree::Index;
use tensmith_core::einsum::{
    self, Arrays, Finish, LinkOperand, LowerError, Lowered, Name, Numbers, Resolved, Subscript, output_axes,
    tree,
};
use tensmith_core::fallible::Few;
use tensmith_core::tensor::optimize::Context;
use tensmith_core::tensor::view::Strided;
use tensmith_core::tensor::{self, ArrayLayout, Options};

/// What is asked, but for what may be tried several times.
#[derive(Clone, Copy)]
pub(super) struct Question<'a> {
    pub(super) numbers: Numbers,
    pub(super) notation: &'a Notation,
    pub(super) operands: &'a Operands,
}

/// How it is computed.
pub(super) struct Made {
    pub(super) order: ContractionOrder,
    pub(super) program: AnyProgram,
    pub(super) slices: Option<Box<Slices>>,
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
        let mut inputs = inputs.iter().map(Strided::to_layout).collect::<Result<Vec<_>, _>>()?;
        let notation = details.notation(&inputs)?;
        let output = match output {
            Some(output) => output.to_layout(),
            None => ArrayLayout::c_order(&notation.output_shape()?),
        };
        inputs.extend(details.operands()?);
        let operands = Operands {
            inputs,
            output: output.map_err(PlanError::Output)?,
            conjugated: details.conjugated.clone(),
            beta: details.beta,
            chain: details.links(&notation.output_names())?,
        };
        let written = details.output.unwrap_or(scalar);
        let numbers = Numbers { operands: scalar, output: written, overflow: details.overflow };
        let question = Question { numbers, notation: &notation, operands: &operands };
        let Made { order, program, slices } = self.fitting(question, &details)?;
        let target = self.jit.target;
        Compiled { scalar, written, target, notation, operands, order, program, slices }.checked()
    }

    /// The order that a search finds, and its program, if that needs no more than some bytes of memory. Where
    /// there is no kernel with links, these are passes.
    pub(super) fn program(
        &self,
        question: Question<'_>,
        search: &dyn Search,
        limit: usize,
    ) -> Result<(ContractionOrder, AnyProgram), PlanError> {
        let compile = |without: &[&str]| {
            let context = self.context(without);
            let Question { notation, operands, .. } = question;
            self.compile(
                match notation {
                    Notation::Expression(_, resolved) => {
                        question.arrays(operands, |arrays| einsum::lower(resolved, arrays, search, &context))
                    }
                    Notation::Tree(tree) => {
                        question.arrays(operands, |arrays| einsum::lower_tree(tree, arrays, &context))
                    }
                }?,
                limit,
            )
        };
        match compile(&[]) {
            Err(PlanError::Build(BuildError::Kernel { .. })) if !question.operands.chain.is_empty() => {
                compile(&["finish"])
            }
            compiled => compiled,
        }
    }

    /// The program of a slice, along a known order, if it needs no more than some bytes of memory.
    pub(super) fn program_of_slice(
        &self,
        question: Question<'_>,
        (resolved, slices): (&Resolved, &Slices),
        (pairs, limit): (&[[usize; 2]], usize),
    ) -> Result<(ContractionOrder, AnyProgram), PlanError> {
        let cut: Vec<Index> = slices.indices().collect();
        let lowered = question.arrays(slices.operands(), |arrays| {
            einsum::lower_slice((resolved, &cut), arrays, &Given(pairs), &self.context(&[]))
        });
        self.compile(lowered?, limit)
    }

    /// What lowering has to know, without some passes.
    fn context<'c>(&'c self, without: &'c [&'c str]) -> Context<'c> {
        let options = Options { threads: Some(self.jit.threads()), without, ..Options::default() };
        Context { target: &self.jit.target, options }
    }

    fn compile(&self, lowered: Lowered, limit: usize) -> Result<(ContractionOrder, AnyProgram), PlanError> {
        let Lowered { sequence, tree, inputs, nodes } = lowered;
        let loops = tensor::Plan::of_valid(sequence)?;
        // Before any of it is allocated.
        let scratch = loops.scratch_bytes().saturating_mul(self.jit.threads().get());
        let needed = scratch.saturating_add(loops.arena_bytes());
        if needed > limit {
            return Err(PlanError::MemoryLimit { needed, limit });
        }
        let program = self.jit.program(loops).map_err(|error| match error {
            PlanError::Build(BuildError::OutOfMemory(_)) => PlanError::Memory { needed },
            other => other,
        });
        Ok((ContractionOrder { tree, inputs, nodes }, program?))
    }
}

impl Question<'_> {
    /// Lowers arrays as they lie.
    fn arrays<R>(
        self,
        Operands { inputs, output, conjugated, beta, chain }: &Operands,
        lower: impl FnOnce(Arrays<'_>) -> Result<R, LowerError>,
    ) -> Result<R, LowerError> {
        let further = chain.iter().filter(|link| matches!(link, PlanLink::Binary { .. })).count();
        let (inputs, further) = inputs.split_at(inputs.len() - further);
        let mut further = further.iter();
        let links: Vec<_> = chain.iter().filter_map(|link| link.on(&mut further)).collect();
        let inputs: Few<_, 4> = inputs.iter().collect();
        let finish = Finish { beta: *beta, chain: &links };
        lower(Arrays { numbers: self.numbers, inputs: &inputs, output, conjugated, finish })
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
