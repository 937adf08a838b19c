//! The bias of a result: an array that is broadcast to it as numpy does.
//!
//! The chain of a contraction names the axes of its operands. So a bias is an operand with all labels of the
//! output, which stands still along those for which it is the same.
//!
//! Tests: `harness/cli/tests/program/einsum.rs`, `harness/cli/tests/program/bad_input.rs`.

use crate::error::Failure;
use tensmith::expression::Dialect;
use tensmith::{ArrayLayout, PlanError};
use tensmith_core::einsum::{self, tree};
use tensmith_npy::Shape;

/// A bias as an operand of a chain.
#[derive(Debug)]
pub(crate) struct Bias {
    /// The labels of the output.
    pub(crate) labels: String,
    /// The array, with the extents of the output.
    pub(crate) layout: ArrayLayout,
}

impl Bias {
    /// That of an expression, or of a tree over indices with these extents, on inputs of some shapes.
    ///
    /// # Errors
    /// What `refused` makes of a mistake in the expression or the tree; [`Failure::BadInput`], where
    /// the array does not fit.
    pub(crate) fn new(
        (text, extents): (&str, Option<&[usize]>),
        shapes: &[&[usize]],
        bias: &ArrayLayout,
        refused: impl FnOnce(PlanError) -> Failure,
    ) -> Result<Self, Failure> {
        let (labels, output) = output(text, extents, shapes).map_err(refused)?;
        Ok(Self { labels, layout: spread(bias, &output)? })
    }
}

/// The labels and the extents of an output.
fn output(
    text: &str,
    extents: Option<&[usize]>,
    shapes: &[&[usize]],
) -> Result<(String, Vec<usize>), PlanError> {
    let Some(extents) = extents else {
        let expression = einsum::parse(text)?;
        let resolved = einsum::resolve(&expression, shapes, Dialect::Numpy)?;
        return Ok((expression.output().to_string(), resolved.output_shape()?.into_vec()));
    };
    let tree = tree::parse(text, extents)?;
    let root = tree.node(tree.root()).map_or(&[][..], |root| root.indices);
    let labels: Vec<_> = root.iter().map(ToString::to_string).collect();
    Ok((labels.join(","), root.iter().map(|index| extents[*index]).collect()))
}

/// An array that is broadcast to a shape.
fn spread(array: &ArrayLayout, shape: &[usize]) -> Result<ArrayLayout, Failure> {
    let (extents, strides) = (array.shape(), array.strides());
    let refused = || {
        let (found, expected) = (Shape(extents), Shape(shape));
        let rule = "its extents, counted from the last, must be those of the output, or 1";
        Failure::BadInput(format!("extents in bias are {found}, those of the output {expected}: {rule}"))
    };
    let missing = shape.len().checked_sub(extents.len()).ok_or_else(refused)?;
    let mut moved = vec![0; shape.len()];
    for (((place, whole), extent), stride) in
        moved[missing..].iter_mut().zip(&shape[missing..]).zip(extents).zip(strides)
    {
        match extent {
            _ if extent == whole => *place = *stride,
            1 => {}
            _ => return Err(refused()),
        }
    }
    ArrayLayout::new(shape, &moved).map_err(|error| Failure::BadInput(format!("bias: {error}")))
}
