//! From an expression and its operands' layouts to a nest.
//!
//! Each index becomes one dimension. Its type follows from the operands that move
//! along it: one whose stride is 0 in an input (a broadcast view), or whose extent of 1 is
//! repeated, counts as absent there. A label that occurs twice in a term walks a diagonal: its
//! strides add up. Dimensions come in the order of [`Resolved::indices`], undecided.
//!
//! A nest has two inputs, and so must the expression.

use super::expression::{Dialect, Expression};
use super::resolve::{Axis, Index, Name, ResolveError, Resolved, resolve};
use crate::DType;
use crate::fallible::{OutOfMemory, TryVec, try_filled};
use crate::kernel::op::UnaryOp;
use crate::tensor::ArrayLayout;
use crate::tensor::nest::{Dim, Kind, Nest, Operand, PerOperand};
use crate::tensor::verify::{NestError, verify};
use alloc::vec::Vec;

/// Why no nest can be made of an expression and its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LowerError {
    /// There is no nest for this number of operands.
    #[error("the expression has {found} operands: must be 2, others cannot be evaluated yet")]
    Operands {
        /// How many the expression has.
        found: usize,
    },
    /// The expression does not fit the shapes.
    #[error(transparent)]
    Resolve(#[from] ResolveError),
    /// The output has another number of extents than the expression gives it.
    #[error("out has {extents} extents: the expression gives it {expected}")]
    OutputRank {
        /// Its number of extents.
        extents: usize,
        /// The number of its indices.
        expected: usize,
    },
    /// The output has another extent than the inputs.
    #[error("label '{name}' is {expected} in the inputs and {extent} in out: must be the same")]
    OutputExtent {
        /// The label.
        name: Name,
        /// Its extent in the output.
        extent: usize,
        /// Its extent in the inputs.
        expected: usize,
    },
    /// The strides of a repeated label do not add up.
    #[error("strides of label '{name}' in {} overflow when added", .operand.name())]
    Diagonal {
        /// The label.
        name: Name,
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

/// The nest that evaluates an expression: first touched with zero, its dimensions undecided.
///
/// # Errors
/// [`LowerError`].
pub fn lower(
    expression: &Expression,
    dtype: DType,
    layouts: PerOperand<&ArrayLayout>,
) -> Result<Nest, LowerError> {
    let found = expression.inputs().len();
    if found != 2 {
        return Err(LowerError::Operands { found });
    }
    let shapes = [layouts.in0.shape(), layouts.in1.shape()];
    let resolved = resolve(expression, &shapes, Dialect::Numpy)?;
    let [axes0, axes1] = resolved.inputs() else { return Err(LowerError::Operands { found }) };
    let in0 = strides(Operand::In0, &resolved, axes0, layouts.in0)?;
    let in1 = strides(Operand::In1, &resolved, axes1, layouts.in1)?;
    check_output(resolved.output(), layouts.out.shape())?;
    // The output's indices come first; it does not move along the others.
    let out = layouts.out.strides().iter().copied().map(Some).chain(core::iter::repeat(None));
    let mut dims = Vec::new();
    for (((index, in0), in1), out) in resolved.indices().iter().zip(in0).zip(in1).zip(out) {
        let strides = PerOperand { in0, in1, out: out.unwrap_or(0) };
        dims.try_push(Dim::new(kind(out.is_some(), strides), index.extent, strides))?;
    }
    let nest = Nest { first_touch: Some(UnaryOp::zero()), ..Nest::contraction(dtype, dims) };
    verify(&nest)?;
    Ok(nest)
}

/// How far an input moves along each index; 0 where it does not.
fn strides(
    operand: Operand,
    resolved: &Resolved,
    axes: &[Axis],
    layout: &ArrayLayout,
) -> Result<Vec<isize>, LowerError> {
    let mut sums = try_filled(0isize, resolved.indices().len())?;
    let moving = axes.iter().zip(layout.strides()).filter(|(axis, _)| !axis.is_repeated);
    for (axis, &stride) in moving {
        let at = axis.index;
        if let (Some(sum), Some(&Index { name, .. })) = (sums.get_mut(at), resolved.indices().get(at)) {
            *sum = sum.checked_add(stride).ok_or(LowerError::Diagonal { name, operand })?;
        }
    }
    Ok(sums)
}

fn check_output(indices: &[Index], shape: &[usize]) -> Result<(), LowerError> {
    if shape.len() != indices.len() {
        return Err(LowerError::OutputRank { extents: shape.len(), expected: indices.len() });
    }
    for (&Index { name, extent: expected }, &extent) in indices.iter().zip(shape) {
        if extent != expected {
            return Err(LowerError::OutputExtent { name, extent, expected });
        }
    }
    Ok(())
}

fn kind(in_output: bool, strides: PerOperand<isize>) -> Kind {
    match (in_output, strides.in0 != 0, strides.in1 != 0) {
        (false, ..) => Kind::K,
        (true, true, true) => Kind::C,
        (true, false, true) => Kind::N,
        (true, _, false) => Kind::M,
    }
}
