//! Two operands as a single nest.
//!
//! Dimensions come in the order of [`Resolved::indices`](crate::einsum::Resolved::indices), undecided.
//!
//! Tests: `tests/tests/einsum_lower_pair.rs`.

use super::view::View;
use super::{LowerError, nest};
use crate::DType;
use crate::einsum::expression::{Dialect, Expression};
use crate::einsum::resolve::resolve;
use crate::fallible::try_collect;
use crate::tensor::ArrayLayout;
use crate::tensor::nest::{Nest, PerOperand};
use crate::tensor::verify::verify;

/// The nest that evaluates an expression of two operands: first touched with zero, its dimensions undecided.
///
/// # Errors
/// [`LowerError`].
pub fn lower_pair(
    expression: &Expression,
    dtype: DType,
    layouts: PerOperand<&ArrayLayout>,
) -> Result<Nest, LowerError> {
    let found = expression.inputs().len();
    if found != 2 {
        return Err(LowerError::Operands { found });
    }
    let PerOperand { in0, in1, out } = layouts;
    let resolved = resolve(expression, &[in0.shape(), in1.shape()], Dialect::Numpy)?;
    let [axes0, axes1] = resolved.inputs() else { return Err(LowerError::Operands { found }) };
    let names = resolved.names();
    let in0 = View::of_operand(0, axes0.iter().copied(), in0, names)?;
    let in1 = View::of_operand(1, axes1.iter().copied(), in1, names)?;
    let kept = try_collect(0..resolved.output().len())?;
    let out = View::of_output(&kept, out, names)?;
    let extents = try_collect(resolved.indices().iter().map(|index| index.extent))?;
    let tensors = nest::Tensors { in0: &in0, in1: Some(&in1), out: &out, kept: &kept, extents: &extents };
    let nest = tensors.contraction(dtype.into())?;
    verify(&nest)?;
    Ok(nest)
}
