//! The tensors that an order is looked for, and the indices that they share.
//!
//! Tests: `tests/tests/einsum_path.rs`.

use crate::einsum::tree::Index;
use crate::fallible::{OutOfMemory, TryVec, try_collect, try_filled};
use alloc::vec::Vec;

/// Tensors over numbered indices, and the indices of their contraction. One that exists is valid: every
/// index has an extent, and each of the output's occurs in an operand, and once in the output.
#[derive(Debug, PartialEq, Eq)]
pub struct Network {
    operands: Vec<Vec<Index>>,
    output: Vec<Index>,
    extents: Vec<usize>,
}

impl Network {
    /// A network of operands with these indices. They may have an index twice.
    ///
    /// # Errors
    /// [`NetworkError`], for the first mistake.
    pub fn new(operands: &[&[Index]], output: &[Index], extents: &[usize]) -> Result<Self, NetworkError> {
        if operands.is_empty() {
            return Err(NetworkError::NoOperands);
        }
        check_operands(operands, extents)?;
        check_output(operands, output, extents.len())?;
        let mut lists = Vec::new();
        for operand in operands {
            lists.try_push(try_collect(operand.iter().copied())?)?;
        }
        let [output, extents] = [output, extents].map(|list| try_collect(list.iter().copied()));
        Ok(Self { operands: lists, output: output?, extents: extents? })
    }

    /// The indices of the operands.
    pub fn operands(&self) -> impl ExactSizeIterator<Item = &[Index]> + Clone {
        self.operands.iter().map(Vec::as_slice)
    }

    /// The indices of the output.
    #[must_use]
    pub fn output(&self) -> &[Index] {
        &self.output
    }

    /// The extents of all indices.
    #[must_use]
    pub fn extents(&self) -> &[usize] {
        &self.extents
    }

    /// The network of a slice: without some indices.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn without(&self, cut: &[Index]) -> Result<Self, OutOfMemory> {
        let left = |list: &[Index]| try_collect(list.iter().copied().filter(|index| !cut.contains(index)));
        let mut operands = Vec::new();
        for operand in &self.operands {
            operands.try_push(left(operand)?)?;
        }
        let extents = try_collect(self.extents.iter().copied())?;
        Ok(Self { operands, output: left(&self.output)?, extents })
    }

    /// The extent of an index, for costs: nothing is free because there are no elements.
    pub(super) fn weight(&self, index: Index) -> f64 {
        self.extents.get(index).map_or(1, |extent| (*extent).max(1)) as f64
    }

    /// For each index, whether the output has it.
    pub(super) fn kept(&self) -> Result<Vec<bool>, OutOfMemory> {
        let mut kept = try_filled(false, self.extents.len())?;
        for index in &self.output {
            if let Some(kept) = kept.get_mut(*index) {
                *kept = true;
            }
        }
        Ok(kept)
    }
}

/// Why there is no such network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// Nothing to contract.
    #[error("number of operands is 0: must be at least 1")]
    NoOperands,
    /// An index beyond the list of extents.
    #[error("index {index} of operand {operand} has no extent: must be below {extents}")]
    NoExtent {
        /// The operand, from 0.
        operand: usize,
        /// The index.
        index: Index,
        /// How many extents there are.
        extents: usize,
    },
    /// An operand with more elements than can be counted.
    #[error("number of elements of operand {operand}: must be below 2^64")]
    Overflow {
        /// The operand, from 0.
        operand: usize,
    },
    /// An index of the output that no operand has.
    #[error("output index {index}: must occur in an operand")]
    UnknownOutput {
        /// The index.
        index: Index,
    },
    /// An index that the output has twice.
    #[error("output index {index}: must occur only once in the output")]
    RepeatedOutput {
        /// The index.
        index: Index,
    },
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

says_out_of_memory!(NetworkError);

fn check_operands(operands: &[&[Index]], extents: &[usize]) -> Result<(), NetworkError> {
    for (operand, indices) in operands.iter().enumerate() {
        let mut elements = 1u64;
        for &index in *indices {
            let Some(extent) = extents.get(index) else {
                return Err(NetworkError::NoExtent { operand, index, extents: extents.len() });
            };
            let grown = elements.checked_mul((*extent).max(1) as u64);
            elements = grown.ok_or(NetworkError::Overflow { operand })?;
        }
    }
    Ok(())
}

fn check_output(operands: &[&[Index]], output: &[Index], indices: usize) -> Result<(), NetworkError> {
    let mut occurs = try_filled(false, indices)?;
    for index in operands.iter().copied().flatten() {
        if let Some(occurs) = occurs.get_mut(*index) {
            *occurs = true;
        }
    }
    let mut repeated = try_filled(false, indices)?;
    for &index in output {
        if occurs.get(index) != Some(&true) {
            return Err(NetworkError::UnknownOutput { index });
        }
        let repeated = repeated.get_mut(index);
        if repeated.is_some_and(|repeated| core::mem::replace(repeated, true)) {
            return Err(NetworkError::RepeatedOutput { index });
        }
    }
    Ok(())
}
