//! The epilogue of a contraction: operations on the elements of its output.
//!
//! The result is `chain(beta·output + contraction)`. A factor other than 0 and 1 is a first touch of the tile
//! at hand. Of the chain, a first link without an operand is a last one; the others are [steps
//! behind](Epilogue::behind), which the optimizer takes into the contraction's kernels as far as they fit
//! there. A node that is only an operation on elements, and overwrites, is one more such step in front of
//! them, all of which become one kernel. Where the output has another type than is computed in, all of this
//! is done [elsewhere](Places), and converted.
//!
//! Tests: `tests/tests/einsum_lower_finish.rs`.

use super::LowerError;
use super::grouped;
use super::labels::LinkOperand;
use super::nest::{IN0, IN1, OUT, Tensors};
use super::touches::{Beta, Touches};
use super::view::View;
use super::wide::Places;
use crate::einsum::resolve::Name;
use crate::einsum::tree::Index;
use crate::fallible::{OutOfMemory, TryVec, try_with_room};
use crate::kernel::op::{BinaryOp, UnaryOp};
use crate::tensor::buffer::Buffer;
use crate::tensor::cost::Cost;
use crate::tensor::nest::{Main, PerOperand};
use crate::tensor::optimize::{Context, Options, optimize_all, optimize_finished};
use crate::tensor::sequence::{Sequence, Step};
use crate::{DType, Types};
use alloc::vec::Vec;
use core::num::NonZero;

/// The operations on the elements of the output besides the contraction.
#[derive(Clone, Copy, Debug, Default)]
pub struct Finish<'a> {
    /// The factor for their values before.
    pub beta: Beta,
    /// The operations that are applied to them at last, in order. Their operands are further arguments,
    /// between the operands of the contraction and the output.
    pub chain: &'a [Link<'a>],
}

/// An operation on each element of the output.
#[derive(Clone, Copy, Debug)]
pub enum Link<'a> {
    /// On the element alone.
    Unary(UnaryOp),
    /// On the element, which is the first input, and one of an array.
    Binary(BinaryOp, LinkOperand<'a>),
}

/// An operation on each element of the output, index by index.
#[derive(Debug)]
enum Applied {
    Unary(UnaryOp),
    Binary(BinaryOp, View),
}

/// The operations on the elements of the output, index by index.
#[derive(Debug, Default)]
pub(super) struct Epilogue {
    beta: Beta,
    chain: Vec<Applied>,
}

/// The first argument that is an operand of the chain, behind these.
pub(super) const FIRST_OF_CHAIN: usize = 3;

/// A tensor, and where it is.
type Placed<'a> = (&'a View, Buffer);

/// The step that writes the output of a node by an operation on the elements of one or two tensors.
fn on_elements(
    tensors: Tensors<'_>,
    types: Types,
    main: Main,
    (in0, at0): Placed<'_>,
    in1: Option<Placed<'_>>,
) -> Result<Step, OutOfMemory> {
    let nest = Tensors { in0, in1: in1.map(|(view, _)| view), ..tensors }.element_wise(main, types)?;
    let operands = PerOperand { in0: at0, in1: in1.map_or(at0, |(_, at)| at), out: OUT };
    Ok(Step { nest, shares: 0, operands })
}

impl Epilogue {
    /// Returns the operations on an output with these indices.
    pub(super) fn new(
        finish: Finish<'_>,
        indices: &[Index],
        describe: impl Fn(Index) -> (Name, usize) + Copy,
    ) -> Result<Self, LowerError> {
        let Finish { beta, chain: links } = finish;
        let mut chain = try_with_room(links.len())?;
        for (number, link) in links.iter().enumerate() {
            chain.try_push(match link {
                Link::Unary(op) => Applied::Unary(*op),
                Link::Binary(op, operand) => {
                    Applied::Binary(*op, View::of_link((number, *operand), indices, describe)?)
                }
            })?;
        }
        Ok(Self { beta, chain })
    }

    /// The factor of what the output holds before.
    pub(super) const fn beta(&self) -> Beta {
        self.beta
    }

    /// Whether the result overwrites the output.
    pub(super) fn overwrites(&self) -> bool {
        self.beta == Beta::Zero
    }

    /// Refuses operations on the elements of a complex output.
    pub(super) fn refuse_links(&self) -> Result<(), LowerError> {
        if self.chain.is_empty() { Ok(()) } else { Err(LowerError::ComplexLinks { links: self.chain.len() }) }
    }

    /// How many arguments are between the operands and the output.
    pub(super) fn arguments(&self) -> usize {
        self.chain.iter().filter(|link| matches!(link, Applied::Binary(..))).count()
    }

    /// Whether operations come behind the products.
    pub(super) fn has_chain(&self) -> bool {
        !self.chain.is_empty()
    }

    /// All steps of the node with these tensors, decided.
    pub(super) fn steps(
        &self,
        tensors: Tensors<'_>,
        types: Types,
        context: &Context<'_>,
    ) -> Result<Sequence, LowerError> {
        if let Some(operation) = tensors.operation().filter(|_| self.is_row(types)) {
            let row = Sequence { steps: self.row(operation, tensors, types)?, ..Sequence::default() };
            return Ok(optimize_all(row, context, |_, _| {})?);
        }
        match self.in_groups(tensors, types, context)? {
            Some(steps) => Ok(steps),
            None => self.by_kernels(tensors, types, context),
        }
    }

    /// The same by products of groups, where these take less time than others do on one thread: sums are
    /// rounded elsewhere, so that the choice is the same for any number of threads. None where there are no
    /// groups, or others are to be decided for several threads.
    fn in_groups(
        &self,
        tensors: Tensors<'_>,
        types: Types,
        context: &Context<'_>,
    ) -> Result<Option<Sequence>, LowerError> {
        if !grouped::may_be(tensors, types, self.beta, context) {
            return Ok(None);
        }
        let for_one = Context { options: Options { threads: None, ..context.options }, ..*context };
        let Some(groups) = self.with_groups(tensors, types, &for_one)? else { return Ok(None) };
        let others = self.by_kernels(tensors, types, &for_one)?;
        let cycles = |sequence: &Sequence| Cost::of_steps(&sequence.steps, context.target).total();
        let are_less = cycles(&groups) < cycles(&others);
        match (are_less, context.options.threads.map_or(1, NonZero::get)) {
            (true, 1) => Ok(Some(groups)),
            (true, _) => Ok(self.with_groups(tensors, types, context)?.or(Some(groups))),
            (false, 1) => Ok(Some(others)),
            (false, _) => Ok(None),
        }
    }

    /// The sums by products of groups, and the chain behind them, which is of the type of sums.
    fn with_groups(
        &self,
        tensors: Tensors<'_>,
        types: Types,
        context: &Context<'_>,
    ) -> Result<Option<Sequence>, LowerError> {
        if !self.chain.is_empty() && types.output != types.accumulator {
            return self.wide_steps(tensors, types, context).map(Some);
        }
        let Some(mut all) = grouped::steps(tensors, types, self.beta, context)? else { return Ok(None) };
        let steps = Self::behind(&self.chain, tensors, types.output)?;
        if !steps.is_empty() {
            let chain = Sequence { steps, ..Sequence::default() };
            all.append(optimize_all(chain, context, |_, _| {})?)?;
        }
        Ok(Some(all))
    }

    /// The same, by kernels that convert what they load.
    fn by_kernels(
        &self,
        tensors: Tensors<'_>,
        types: Types,
        context: &Context<'_>,
    ) -> Result<Sequence, LowerError> {
        let (last, behind) = match &self.chain[..] {
            [Applied::Unary(op), behind @ ..] => (Some(*op), behind),
            behind => (None, behind),
        };
        if !behind.is_empty() && types.output != types.accumulator {
            return self.wide_steps(tensors, types, context);
        }
        let sums = Sequence::of(tensors.sums(types, Touches { beta: self.beta, last })?)?;
        Ok(optimize_finished(sums, Self::behind(behind, tensors, types.output)?, context)?)
    }

    /// All steps where the output and the operands of the chain have places for the type that is computed in.
    fn wide_steps(
        &self,
        tensors: Tensors<'_>,
        types: Types,
        context: &Context<'_>,
    ) -> Result<Sequence, LowerError> {
        let mut places = Places::new([types.output, types.accumulator], tensors.extents);
        let out = match self.beta {
            Beta::Zero => places.take(tensors.out, OUT)?,
            Beta::One | Beta::Fixed(_) => places.read(tensors.out, OUT)?,
        };
        let mut chain = try_with_room(self.chain.len())?;
        let mut operands = (FIRST_OF_CHAIN..).map(Buffer::Argument);
        for link in &self.chain {
            chain.try_push(match link {
                Applied::Unary(op) => Applied::Unary(*op),
                Applied::Binary(op, view) => {
                    Applied::Binary(*op, places.read(view, operands.next().unwrap_or(OUT))?)
                }
            })?;
        }
        let within = Types { output: types.accumulator, ..types };
        let epilogue = Self { beta: self.beta, chain };
        let steps = epilogue.steps(Tensors { out: &out, ..tensors }, within, context)?;
        Ok(places.around(steps, (tensors.out, OUT, &out), context)?)
    }

    /// Whether a node that is an operation on elements has steps for all that becomes of them. Each of these
    /// rounds, unless elements are computed with as they are.
    fn is_row(&self, types: Types) -> bool {
        self.beta == Beta::Zero && (self.chain.is_empty() || types.single().is_some())
    }

    /// An operation on elements to the output, and the chain behind it.
    fn row(&self, operation: Main, tensors: Tensors<'_>, types: Types) -> Result<Vec<Step>, OutOfMemory> {
        let (in0, in1) = ((tensors.in0, IN0), tensors.in1.map(|in1| (in1, IN1)));
        let (first, behind) = match (operation, &self.chain[..]) {
            // Of a copy, nothing is left.
            (Main::Unary(_), [Applied::Unary(op), behind @ ..]) => (Main::Unary(*op), behind),
            (operation, chain) => (operation, chain),
        };
        let mut row = try_with_room(behind.len().saturating_add(1))?;
        row.try_push(on_elements(tensors, types, first, in0, in1)?)?;
        row.try_extend(Self::behind(behind, tensors, types.output)?)?;
        Ok(row)
    }

    /// A step in place for each link, on elements that are all of one type.
    fn behind(chain: &[Applied], tensors: Tensors<'_>, dtype: DType) -> Result<Vec<Step>, OutOfMemory> {
        let (mut steps, out) = (try_with_room(chain.len())?, (tensors.out, OUT));
        let mut operands = (FIRST_OF_CHAIN..).map(Buffer::Argument);
        for link in chain {
            let (main, operand) = match link {
                Applied::Unary(op) => (Main::Unary(*op), None),
                Applied::Binary(op, view) => (Main::Binary(*op), operands.next().map(|at| (view, at))),
            };
            steps.try_push(on_elements(tensors, dtype.into(), main, out, operand)?)?;
        }
        Ok(steps)
    }
}
