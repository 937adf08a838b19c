//! What happens to the elements of the output besides the contraction.
//!
//! The result is `last(beta·output + bias + contraction)`. A factor other than 0 and 1 is a first touch, and
//! `last` a last one, of the tile at hand. A bias is no operand of the contraction's own nest: it is put into
//! the output, or added to what is there, by [steps before](Around::opening), and the contraction adds to that.

use super::LowerError;
use super::nest::Tensors;
use super::view::View;
use crate::DType;
use crate::einsum::resolve::Name;
use crate::einsum::tree::Index;
use crate::fallible::{OutOfMemory, TryVec};
use crate::kernel::op::{BinaryOp, Number, Parameter, UnaryOp};
use crate::tensor::ArrayLayout;
use crate::tensor::nest::{Main, PerOperand};
use crate::tensor::optimize::{Context, optimize_all};
use crate::tensor::sequence::{Buffer, Sequence, Step};

/// What happens to the elements of the output besides the contraction.
#[derive(Clone, Copy, Debug, Default)]
pub struct Finish<'a> {
    /// What becomes of what they were.
    pub beta: Beta,
    /// What is added to them, broadcast as numpy does: of its extents, counted from the last, each is that of the
    /// output or 1, and some of the first may be missing. It is one more argument, between the operands and the
    /// output.
    pub bias: Option<&'a ArrayLayout>,
    /// What is done to them at last.
    pub last: Option<UnaryOp>,
}

/// What the elements of the output are multiplied with before the result is added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Beta {
    /// They are overwritten, and never read: a NaN in them does not survive.
    #[default]
    Zero,
    /// They are added to.
    One,
    /// They are multiplied with any number, whose nearest of the element type is taken.
    Fixed(Number),
}

impl Beta {
    /// That of a number. Either zero overwrites.
    #[must_use]
    pub fn of(beta: f64) -> Self {
        if beta == 0.0 {
            Self::Zero
        } else if beta == 1.0 {
            Self::One
        } else {
            Self::Fixed(Number::new(beta))
        }
    }

    /// The touch that does it before anything is added to what is as good as empty after `neutral`.
    pub(super) fn touch(self, neutral: Option<UnaryOp>) -> Option<UnaryOp> {
        match self {
            Self::Zero => neutral,
            Self::One => None,
            Self::Fixed(factor) => Some(UnaryOp::scale(Parameter::Fixed(factor))),
        }
    }
}

/// What a nest does to the elements of its output before and after.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Touches {
    pub(super) beta: Beta,
    pub(super) last: Option<UnaryOp>,
}

/// What happens to the elements of the output, index by index.
#[derive(Debug, Default)]
pub(super) struct Around {
    beta: Beta,
    bias: Option<View>,
    last: Option<UnaryOp>,
}

/// The argument that a bias is to the steps of a node, behind the tensors of its nest.
pub(super) const BIAS: Buffer = Buffer::Argument(3);

impl Around {
    /// What happens to an output with these indices.
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
        let main = decide(Sequence::of(tensors.nest(dtype, self.touches())?)?)?;
        let Some(bias) = &self.bias else { return Ok(main) };
        let mut steps = decide(self.opening(tensors, bias, dtype)?)?.steps;
        steps.try_extend(main.steps)?;
        Ok(Sequence { steps, ..main })
    }

    /// Steps after which the output is what the contraction is to be added to.
    fn opening(&self, tensors: Tensors<'_>, bias: &View, dtype: DType) -> Result<Sequence, OutOfMemory> {
        let mut opening = Sequence::default();
        let out = (tensors.out, Buffer::Argument(2));
        let mut step = |main, (in0, at0), in1: Option<(&View, Buffer)>| {
            let nest =
                Tensors { in0, in1: in1.map(|(view, _)| view), ..tensors }.element_wise(main, dtype)?;
            let operands = PerOperand { in0: at0, in1: in1.map_or(at0, |(_, at)| at), out: out.1 };
            opening.steps.try_push(Step { nest, shares: 0, operands })
        };
        if let Beta::Fixed(factor) = self.beta {
            step(Main::Unary(UnaryOp::scale(Parameter::Fixed(factor))), out, None)?;
        }
        match self.beta {
            Beta::Zero => step(Main::Unary(UnaryOp::identity()), (bias, BIAS), None)?,
            Beta::One | Beta::Fixed(_) => step(Main::Binary(BinaryOp::add()), out, Some((bias, BIAS)))?,
        }
        Ok(opening)
    }

    /// What the nest of the contraction does: it adds to what was opened.
    fn touches(&self) -> Touches {
        let beta = if self.bias.is_some() { Beta::One } else { self.beta };
        Touches { beta, last: self.last }
    }
}
