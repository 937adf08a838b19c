//! From pairs that meet to a tree.

use super::cost::CostModel;
use super::error::PathError;
use super::network::Network;
use super::tensors::Tensors;
use crate::einsum::tree::Tree;
use crate::einsum::tree::{Builder, Index};
use crate::fallible::{OutOfMemory, TryVec, try_collect};
use alloc::vec::Vec;

/// The tree in which these pairs meet, and what that costs.
pub(super) fn join(network: &Network, pairs: &[[usize; 2]], cost: &dyn CostModel) -> Result<Path, PathError> {
    let operands = network.operands().len();
    let needed = operands.saturating_sub(1);
    if pairs.len() != needed {
        return Err(PathError::Steps { found: pairs.len(), needed });
    }
    let mut tensors = Tensors::new(network)?;
    let mut writer = Writer { network, pairs, indices: Vec::new() };
    for operand in 0..operands {
        writer.keep(&tensors, operand)?;
    }
    let mut total = 0.0;
    for (step, &pair) in pairs.iter().enumerate() {
        let contraction = cost.contraction(tensors.step(pair).ok_or(PathError::Pair { step, pair })?);
        total = cost.total().of(total, contraction);
        let result = tensors.join(pair)?;
        writer.keep(&tensors, result)?;
    }
    writer.write(total)
}

/// Returns the cost of an order, whether or not its tensors can be counted.
///
/// # Errors
/// [`PathError`], where the pairs are no order of the network.
pub fn cost_of(network: &Network, pairs: &[[usize; 2]], cost: &dyn CostModel) -> Result<f64, PathError> {
    let (found, needed) = (pairs.len(), network.operands().len().saturating_sub(1));
    if found != needed {
        return Err(PathError::Steps { found, needed });
    }
    let (mut tensors, mut total) = (Tensors::new(network)?, 0.0);
    for (step, &pair) in pairs.iter().enumerate() {
        let contraction = cost.contraction(tensors.step(pair).ok_or(PathError::Pair { step, pair })?);
        total = cost.total().of(total, contraction);
        tensors.join(pair)?;
    }
    Ok(total)
}

/// Writes the tree in reverse Polish notation.
struct Writer<'a> {
    network: &'a Network,
    pairs: &'a [[usize; 2]],
    /// The indices of all tensors, sorted.
    indices: Vec<Vec<Index>>,
}

/// A part of the tree that is still to be written.
enum Visit {
    /// A tensor with all that it is made of.
    Tensor(usize),
    /// The contraction itself.
    Contraction(usize),
}

impl Writer<'_> {
    fn keep(&mut self, tensors: &Tensors<'_>, tensor: usize) -> Result<(), OutOfMemory> {
        let indices = tensors.indices(tensor).unwrap_or_default();
        self.indices.try_push(try_collect(indices.iter().copied())?)
    }

    fn write(&self, cost: f64) -> Result<Path, PathError> {
        let mut builder = Builder::new(self.network.extents())?;
        let mut inputs = Vec::new();
        let mut to_do = Vec::new();
        let root = self.indices.len().saturating_sub(1);
        to_do.try_push(Visit::Tensor(root))?;
        while let Some(visit) = to_do.pop() {
            match visit {
                Visit::Tensor(tensor) => match self.pair(tensor) {
                    Some([first, second]) => to_do.try_extend([
                        Visit::Contraction(tensor),
                        Visit::Tensor(second),
                        Visit::Tensor(first),
                    ])?,
                    None => {
                        self.operand(tensor, &mut builder)?;
                        inputs.try_push(tensor)?;
                    }
                },
                Visit::Contraction(tensor) if tensor == root => {
                    builder.contraction(self.network.output())?;
                }
                Visit::Contraction(tensor) => {
                    builder.contraction(self.kept(tensor))?;
                }
            }
        }
        Ok(Path { tree: builder.finish()?, inputs, cost })
    }

    /// The tensors that meet in one; `None` for an operand.
    fn pair(&self, tensor: usize) -> Option<[usize; 2]> {
        let step = tensor.checked_sub(self.network.operands().len())?;
        self.pairs.get(step).copied()
    }

    fn kept(&self, tensor: usize) -> &[Index] {
        self.indices.get(tensor).map(Vec::as_slice).unwrap_or_default()
    }

    /// An operand, and what is done to it alone.
    fn operand(&self, operand: usize, builder: &mut Builder) -> Result<(), PathError> {
        let indices = self.network.operands().nth(operand).unwrap_or_default();
        builder.input(indices)?;
        if self.pairs.is_empty() {
            builder.unary(self.network.output())?;
        } else if self.kept(operand).len() < indices.len() {
            builder.unary(self.kept(operand))?;
        }
        Ok(())
    }
}

/// An order of contraction.
#[derive(Debug, PartialEq)]
pub struct Path {
    /// The contractions.
    pub tree: Tree,
    /// For each input of the tree, from left to right, the operand that it is.
    pub inputs: Vec<usize>,
    /// The cost of all contractions.
    pub cost: f64,
}
