//! Operations on the elements of the output besides the contraction.
//!
//! The result is `last(beta·output + bias + contraction)`. A factor other than 0 and 1 is a first touch, and
//! `last` a last one, of the tile at hand. A bias is no operand of the contraction's own nest: it is put into
//! the output, or added to what is there, by [steps before](Around::opening), and the contraction adds to that.
//! A node that is only an operation on elements, and overwrites, has [steps behind](Around::row) that do the same,
//! which the optimizer makes one kernel.
//!
//! Tests: `tests/tests/einsum_lower_finish.rs`.

use super::LowerError;
use super::nest::Tensors;
use super::touches::{Beta, Touches};
use super::view::View;
use crate::DType;
use crate::einsum::resolve::Name;
use crate::einsum::tree::Index;
use crate::fallible::{OutOfMemory, TryVec};
use crate::kernel::op::{BinaryOp, Parameter, UnaryOp};
use crate::tensor::ArrayLayout;
use crate::tensor::buffer::Buffer;
use crate::tensor::nest::{Main, PerOperand};
use crate::tensor::optimize::{Context, optimize_all};
use crate::tensor::sequence::{Sequence, Step};

/// The operations on the elements of the output besides the contraction.
#[derive(Clone, Copy, Debug, Default)]
pub struct Finish<'a> {
    /// The factor for their values before.
    pub beta: Beta,
    /// The array that is added to them, broadcast as numpy does: of its extents, counted from the last, each is
    /// that of the output or 1, and some of the first may be missing. It is one more argument, between the
    /// operands and the output.
    pub bias: Option<&'a ArrayLayout>,
    /// The operation that is applied to them at last.
    pub last: Option<UnaryOp>,
}

/// The operations on the elements of the output, index by index.
#[derive(Debug, Default)]
pub(super) struct Around {
    beta: Beta,
    bias: Option<View>,
    last: Option<UnaryOp>,
}

/// The arguments that the tensors of a node are to its steps.
const IN0: Buffer = Buffer::Argument(0);
const IN1: Buffer = Buffer::Argument(1);
const OUT: Buffer = Buffer::Argument(2);

/// The argument that a bias is, behind these.
pub(super) const BIAS: Buffer = Buffer::Argument(3);

/// A tensor, and where it is.
type Placed<'a> = (&'a View, Buffer);

/// The step that writes the output of a node by an operation on the elements of one or two tensors.
fn on_elements(
    tensors: Tensors<'_>,
    dtype: DType,
    main: Main,
    (in0, at0): Placed<'_>,
    in1: Option<Placed<'_>>,
) -> Result<Step, OutOfMemory> {
    let nest = Tensors { in0, in1: in1.map(|(view, _)| view), ..tensors }.element_wise(main, dtype)?;
    let operands = PerOperand { in0: at0, in1: in1.map_or(at0, |(_, at)| at), out: OUT };
    Ok(Step { nest, shares: 0, operands })
}

impl Around {
    /// Returns the operations on an output with these indices.
    pub(super) fn new(
        finish: Finish<'_>,
        indices: &[Index],
        describe: impl Fn(Index) -> (Name, usize),
    ) -> Result<Self, LowerError> {
        let Finish { beta, bias, last } = finish;
        let bias = bias.map(|bias| View::of_bias(indices, bias, describe)).transpose()?;
        Ok(Self { beta, bias, last })
    }

    /// How many arguments are between the operands and the output.
    pub(super) fn arguments(&self) -> usize {
        usize::from(self.bias.is_some())
    }

    /// All steps of the node with these tensors, decided.
    pub(super) fn steps(
        &self,
        tensors: Tensors<'_>,
        dtype: DType,
        context: &Context<'_>,
    ) -> Result<Sequence, LowerError> {
        let decide = |sequence| optimize_all(sequence, context, |_, _| {});
        if let Some(operation) = tensors.operation().filter(|_| self.beta == Beta::Zero) {
            return Ok(decide(self.row(operation, tensors, dtype)?)?);
        }
        let main = decide(Sequence::of(tensors.sums(dtype, self.touches())?)?)?;
        let Some(bias) = &self.bias else { return Ok(main) };
        let mut all = decide(self.opening(tensors, bias, dtype)?)?;
        all.append(main)?;
        Ok(all)
    }

    /// Steps after which the output is what the contraction is to be added to.
    fn opening(&self, tensors: Tensors<'_>, bias: &View, dtype: DType) -> Result<Sequence, OutOfMemory> {
        let mut opening = Sequence::default();
        let out = (tensors.out, OUT);
        let mut step = |main, in0, in1| opening.steps.try_push(on_elements(tensors, dtype, main, in0, in1)?);
        if let Beta::Fixed(factor) = self.beta {
            step(Main::Unary(UnaryOp::scale(Parameter::Fixed(factor))), out, None)?;
        }
        match self.beta {
            Beta::Zero => step(Main::Unary(UnaryOp::identity()), (bias, BIAS), None)?,
            Beta::One | Beta::Fixed(_) => step(Main::Binary(BinaryOp::add()), out, Some((bias, BIAS)))?,
        }
        Ok(opening)
    }

    /// An operation on elements to the output, and what else becomes of them there.
    fn row(&self, operation: Main, tensors: Tensors<'_>, dtype: DType) -> Result<Sequence, OutOfMemory> {
        let mut row = Sequence::default();
        let (in0, in1) = ((tensors.in0, IN0), tensors.in1.map(|in1| (in1, IN1)));
        let out = (tensors.out, OUT);
        let mut step = |main, in0, in1| row.steps.try_push(on_elements(tensors, dtype, main, in0, in1)?);
        match (operation, self.last, &self.bias) {
            // Of a copy, nothing is left.
            (Main::Unary(_), Some(last), None) => step(Main::Unary(last), in0, None)?,
            (operation, last, bias) => {
                step(operation, in0, in1)?;
                if let Some(bias) = bias {
                    step(Main::Binary(BinaryOp::add()), out, Some((bias, BIAS)))?;
                }
                last.map_or(Ok(()), |last| step(Main::Unary(last), out, None))?;
            }
        }
        Ok(row)
    }

    /// Returns the touches of the contraction's nest: it adds to what was opened.
    fn touches(&self) -> Touches {
        let beta = if self.bias.is_some() { Beta::One } else { self.beta };
        Touches { beta, last: self.last }
    }
}
