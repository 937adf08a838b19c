//! From an expression and its operands' layouts to a nest.
//!
//! Each label becomes one dimension. Its type follows from the operands that move
//! along it: a label whose stride is 0 in an input (a broadcast view) counts as
//! absent there. A label that occurs twice in a term walks a diagonal: its strides
//! add up. Dimensions come in the order of [`Expression::labels`], undecided.

use crate::DType;
use crate::einsum::parse::{Expression, Label};
use crate::fallible::{OutOfMemory, TryVec};
use crate::kernel::op::UnaryOp;
use crate::tensor::ArrayLayout;
use crate::tensor::nest::{Dim, Kind, Nest, Operand, PerOperand};
use crate::tensor::verify::{NestError, verify};
use alloc::vec::Vec;

/// Why an expression does not fit its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LowerError {
    /// An operand has another number of extents than its term has labels.
    #[error("{} has {extents} extents: its term in the expression has {labels} labels", .operand.name())]
    Rank {
        /// The operand.
        operand: Operand,
        /// Its number of extents.
        extents: usize,
        /// The number of labels.
        labels: usize,
    },
    /// A label stands for two extents.
    #[error(
        "label {label:?} is {extent} in {} and {other_extent} in {}: must be the same",
        .operand.name(), .other.name()
    )]
    Extent {
        /// The label.
        label: Label,
        /// An operand with it.
        operand: Operand,
        /// Its extent there.
        extent: usize,
        /// Where it differs; the same operand, where a term repeats the label.
        other: Operand,
        /// Its extent there.
        other_extent: usize,
    },
    /// The strides of a repeated label do not add up.
    #[error("strides of label {label:?} in {} overflow when added", .operand.name())]
    Diagonal {
        /// The label.
        label: Label,
        /// The operand that repeats it.
        operand: Operand,
    },
    /// The nest breaks a rule: an output with overlapping strides, or too many iterations.
    #[error(transparent)]
    Nest(#[from] NestError),
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// The extents of an expression's output.
///
/// # Errors
/// [`LowerError`].
pub fn output_shape(
    expression: &Expression,
    [in0, in1]: [&ArrayLayout; 2],
) -> Result<Vec<usize>, LowerError> {
    let [labels0, labels1] = expression.inputs();
    let terms = [Term::new(Operand::In0, labels0, in0)?, Term::new(Operand::In1, labels1, in1)?];
    let mut shape = Vec::new();
    for &label in expression.output() {
        let axes = axes(label, terms.iter())?;
        shape.try_push(axes.extent)?;
    }
    Ok(shape)
}

/// The nest that evaluates an expression: first touched with zero, its dimensions undecided.
///
/// # Errors
/// [`LowerError`].
pub fn lower(
    expression: &Expression,
    dtype: DType,
    layouts: PerOperand<&ArrayLayout>,
) -> Result<Nest, LowerError> {
    let [labels0, labels1] = expression.inputs();
    let terms = [
        Term::new(Operand::In0, labels0, layouts.in0)?,
        Term::new(Operand::In1, labels1, layouts.in1)?,
        Term::new(Operand::Out, expression.output(), layouts.out)?,
    ];
    let mut dims = Vec::new();
    for label in expression.labels() {
        let Axes { extent, strides } = axes(label, terms.iter())?;
        let kind = kind(expression.output().contains(&label), strides);
        dims.try_push(Dim::new(kind, extent, strides))?;
    }
    let nest = Nest { first_touch: Some(UnaryOp::zero()), ..Nest::contraction(dtype, dims) };
    verify(&nest)?;
    Ok(nest)
}

fn kind(in_output: bool, strides: PerOperand<isize>) -> Kind {
    match (in_output, strides.in0 != 0, strides.in1 != 0) {
        (false, ..) => Kind::K,
        (true, true, true) => Kind::C,
        (true, false, true) => Kind::N,
        (true, _, false) => Kind::M,
    }
}

/// An operand with the labels of its extents.
struct Term<'a> {
    operand: Operand,
    labels: &'a [Label],
    layout: &'a ArrayLayout,
}

/// A label as all operands see it; stride 0 where one lacks it.
struct Axes {
    extent: usize,
    strides: PerOperand<isize>,
}

impl<'a> Term<'a> {
    fn new(operand: Operand, labels: &'a [Label], layout: &'a ArrayLayout) -> Result<Self, LowerError> {
        let extents = layout.shape().len();
        if extents != labels.len() {
            return Err(LowerError::Rank { operand, extents, labels: labels.len() });
        }
        Ok(Self { operand, labels, layout })
    }

    /// Extent and stride of each occurrence of a label.
    fn occurrences(&self, label: Label) -> impl Iterator<Item = (usize, isize)> {
        let axes = self.layout.shape().iter().zip(self.layout.strides());
        let axes = self.labels.iter().zip(axes).filter(move |(other, _)| **other == label);
        axes.map(|(_, (&extent, &stride))| (extent, stride))
    }
}

fn axes<'a>(label: Label, terms: impl Iterator<Item = &'a Term<'a>>) -> Result<Axes, LowerError> {
    let mut first: Option<(Operand, usize)> = None;
    let mut strides = PerOperand::default();
    for term in terms {
        let operand = term.operand;
        for (extent, stride) in term.occurrences(label) {
            let &mut (earlier, expected) = first.get_or_insert((operand, extent));
            if extent != expected {
                return Err(LowerError::Extent {
                    label,
                    operand: earlier,
                    extent: expected,
                    other: operand,
                    other_extent: extent,
                });
            }
            let sum: &mut isize = strides.get_mut(operand);
            *sum = sum.checked_add(stride).ok_or(LowerError::Diagonal { label, operand })?;
        }
    }
    Ok(Axes { extent: first.map_or(1, |(_, extent)| extent), strides })
}
