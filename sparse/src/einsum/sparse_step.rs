//! Which of the dense operands the matrix is contracted with, and what becomes of its labels there.
//!
//! Problem: `ij,jk,kl->il` is `A·(B·C)` or `(A·B)·C`, and the one may take a hundred times the
//! operations of the other.
//!
//! Idea: one step of the contraction is sparse: the product of the matrix and its co-operands, once these are
//! contracted to one tensor. Its result is contracted with the rest. All choices of co-operands are counted
//! in operations, by the path search for dense contractions and by non-zeros.
//!
//! Tests: `tests/tests/sparse_einsum.rs`.

use super::error::{EinsumError, LabelRule};
use std::fmt;
use tensmith_core::einsum::path::{self, Predicted, Search};
use tensmith_core::einsum::{Axis, Name, Resolved};
use tensmith_core::{DType, Target};

/// The most dense operands of which every choice is counted.
const ALL_CHOICES: usize = 6;

/// How the rows and columns of the matrix are taken, so that its columns are summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orientation {
    /// As they are.
    Stored,
    /// Exchanged.
    Transposed,
    /// All rows one behind the other, as a single one.
    Flattened,
}

impl fmt::Display for Orientation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stored => "as it is",
            Self::Transposed => "transposed",
            Self::Flattened => "as a single row",
        })
    }
}

/// A sparse product: the matrix and some dense operands.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SparseStep {
    /// The dense operands that are contracted with the matrix.
    pub(super) co_operands: Vec<usize>,
    /// Those that are contracted with the result.
    pub(super) rest: Vec<usize>,
    pub(super) orientation: Orientation,
    /// The indices that are summed: those of the matrix's columns.
    pub(super) summed: Vec<usize>,
    /// The index of its rows; none of a single one.
    pub(super) kept: Option<usize>,
    /// All other indices of the result.
    pub(super) columns: Vec<usize>,
}

/// An expression one of whose operands is sparse.
#[derive(Debug)]
pub(super) struct Problem {
    pub(super) resolved: Resolved,
    /// The number of the sparse operand, and its entries.
    pub(super) matrix: usize,
    pub(super) entries: usize,
    pub(super) dtype: DType,
    pub(super) target: Target,
}

impl Problem {
    /// All sparse steps that there are, each with its operations and those of all other contractions.
    ///
    /// # Errors
    /// [`EinsumError`], where there is none; that of all operands together.
    pub(super) fn steps(&self) -> Result<Vec<(SparseStep, u64)>, EinsumError> {
        let labels = self.labels()?;
        let dense: Vec<usize> = (0..self.resolved.inputs().len()).filter(|nth| *nth != self.matrix).collect();
        let (mut found, mut refused) = (Vec::new(), EinsumError::NoMatrix);
        for co_operands in choices(&dense) {
            let rest = dense.iter().copied().filter(|nth| !co_operands.contains(nth)).collect();
            match self.step(labels, co_operands, rest) {
                Ok(step) => {
                    let operations = self.operations(&step)?;
                    found.push((step, operations));
                }
                // The last choice is that of all operands.
                Err(error) => refused = error,
            }
        }
        if found.is_empty() { Err(refused) } else { Ok(found) }
    }

    /// The indices of the matrix.
    fn labels(&self) -> Result<[usize; 2], EinsumError> {
        let [rows, columns] = *self.axes(self.matrix) else { return Err(EinsumError::NoMatrix) };
        if rows.index == columns.index {
            return Err(self.refused(rows.index, LabelRule::Diagonal));
        }
        if let Some(axis) = [rows, columns].into_iter().find(|axis| axis.is_repeated) {
            return Err(self.refused(axis.index, LabelRule::Broadcast { extent: self.extent(axis.index) }));
        }
        Ok([rows.index, columns.index])
    }

    /// The axes of an operand.
    pub(super) fn axes(&self, operand: usize) -> &[Axis] {
        self.resolved.inputs().get(operand).map_or(&[], |axes| axes)
    }

    /// The extent of an index.
    pub(super) fn extent(&self, index: usize) -> usize {
        self.resolved.indices().get(index).map_or(1, |index| index.extent)
    }

    /// The extents of some indices.
    pub(super) fn extents(&self, indices: &[usize]) -> Vec<usize> {
        indices.iter().map(|index| self.extent(*index)).collect()
    }

    /// The indices of the output, in their order.
    pub(super) fn output(&self) -> Vec<usize> {
        (0..self.resolved.output().len()).collect()
    }

    /// The indices along which an operand moves, each as often as it has axes of it.
    pub(super) fn moves(&self, operand: usize) -> impl Iterator<Item = usize> {
        self.axes(operand).iter().filter(|axis| !axis.is_repeated).map(|axis| axis.index)
    }

    /// The name of an index.
    pub(super) fn name(&self, index: usize) -> Name {
        self.resolved.indices().get(index).map_or(Name::Number(index), |index| index.name)
    }

    fn refused(&self, index: usize, rule: LabelRule) -> EinsumError {
        EinsumError::Label { operand: self.matrix, label: self.name(index), rule }
    }

    /// The step of the matrix and some operands, if its labels allow it.
    fn step(
        &self,
        [rows, columns]: [usize; 2],
        co_operands: Vec<usize>,
        rest: Vec<usize>,
    ) -> Result<SparseStep, EinsumError> {
        let moves_in = |operands: &[usize], index: usize| {
            operands.iter().any(|operand| self.moves(*operand).any(|other| other == index))
        };
        let is_kept = |index: usize| index < self.resolved.output().len() || moves_in(&rest, index);
        let use_of = |index: usize| (moves_in(&co_operands, index), is_kept(index));
        let refused = |index, rule| Err(self.refused(index, rule));
        let names = [rows, columns].map(|index| self.name(index));
        let (orientation, summed, kept) = match [use_of(rows), use_of(columns)] {
            [(false, false), _] => return refused(rows, LabelRule::Alone),
            [_, (false, false)] => return refused(columns, LabelRule::Alone),
            [(false, true), (true, false)] => (Orientation::Stored, vec![columns], Some(rows)),
            [(true, false), (false, true)] => (Orientation::Transposed, vec![rows], Some(columns)),
            [(true, false), (true, false)] => (Orientation::Flattened, vec![rows, columns], None),
            [(true, true), (true, true)] => return refused(rows, LabelRule::Sampled { other: names[1] }),
            [(true, true), (true, false)] => return refused(rows, LabelRule::Shared { summed: names[1] }),
            [(true, false), (true, true)] => return refused(columns, LabelRule::Shared { summed: names[0] }),
            [(_, true), (_, true)] => return refused(rows, LabelRule::Kept { other: names[1] }),
        };
        let mut others: Vec<usize> = co_operands.iter().flat_map(|operand| self.moves(*operand)).collect();
        others.sort_unstable();
        others.dedup();
        others.retain(|index| !summed.contains(index) && is_kept(*index));
        Ok(SparseStep { co_operands, rest, orientation, summed, kept, columns: others })
    }

    /// The operations of all contractions around a step: two for each product that is added.
    fn operations(&self, step: &SparseStep) -> Result<u64, EinsumError> {
        let columns = step.columns.iter().map(|index| self.extent(*index) as u64);
        let sparse = columns.chain([self.entries as u64, 2]).fold(1, u64::saturating_mul);
        let lists = |operands: &[usize]| {
            operands.iter().map(|operand| self.moves(*operand).collect()).collect::<Vec<Vec<usize>>>()
        };
        let before = self.dense_operations(&lists(&step.co_operands), &step.operand())?;
        if step.rest.is_empty() {
            return Ok(sparse.saturating_add(before));
        }
        let mut after = lists(&step.rest);
        after.insert(0, step.result());
        let mut output = self.output();
        output.retain(|index| after.iter().flatten().any(|other| other == index));
        Ok(sparse.saturating_add(before).saturating_add(self.dense_operations(&after, &output)?))
    }

    /// The operations of a contraction of dense operands, in the order that is found for it.
    fn dense_operations(&self, operands: &[Vec<usize>], output: &[usize]) -> Result<u64, EinsumError> {
        let operands: Vec<&[usize]> = operands.iter().map(Vec::as_slice).collect();
        let extents: Vec<usize> = self.resolved.indices().iter().map(|index| index.extent).collect();
        let network = path::Network::new(&operands, output, &extents)?;
        Ok(path::Cheap.path(&network, &Predicted::new(self.dtype, &self.target))?.tree.operations())
    }
}

impl SparseStep {
    /// The indices of the dense operand, those that are summed first.
    pub(super) fn operand(&self) -> Vec<usize> {
        self.summed.iter().chain(&self.columns).copied().collect()
    }

    /// The indices of the result, that of the matrix's rows first.
    pub(super) fn result(&self) -> Vec<usize> {
        self.kept.iter().chain(&self.columns).copied().collect()
    }
}

/// Choices of some operands: all that there are, or, of many, each alone, and all together, which
/// are the last choice.
fn choices(dense: &[usize]) -> Vec<Vec<usize>> {
    if dense.len() > ALL_CHOICES {
        return dense.iter().map(|operand| vec![*operand]).chain([dense.to_vec()]).collect();
    }
    // A set by its bits; that of all is the last. Where there are no operands, the empty set is.
    let members = |set: usize| {
        let members = dense.iter().enumerate().filter(|(nth, _)| set >> nth & 1 == 1);
        members.map(|(_, operand)| *operand).collect()
    };
    (usize::from(!dense.is_empty())..1 << dense.len()).map(members).collect()
}
