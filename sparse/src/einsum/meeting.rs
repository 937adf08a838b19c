//! Which of the dense operands the matrix meets, and what becomes of its labels there.
//!
//! Problem: `ij,jk,kl->il` is `A·(B·C)` or `(A·B)·C`, and the one may take a hundred times the operations of the other.
//!
//! Idea: the matrix meets some of the dense operands, its partners, once these are contracted to one tensor; what comes of it is
//! contracted with the rest. All choices of partners are counted in operations, by the path search for dense contractions and by
//! non-zeros.
//!
//! Tests: `tests/tests/sparse_einsum.rs`.

use super::error::{EinsumError, LabelRule};
use tensmith_core::einsum::path::{self, Predicted, Search};
use tensmith_core::einsum::{Axis, Name, Resolved};
use tensmith_core::{DType, Target};

/// The most dense operands of which every choice is counted.
const ALL_CHOICES: usize = 6;

/// How the rows and columns of the matrix are taken, so that its columns are summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turned {
    /// As they are.
    No,
    /// Exchanged.
    Transposed,
    /// All rows one behind the other, as a single one.
    Flat,
}

/// A sparse product: the matrix and some dense operands.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Meeting {
    /// The operands that the matrix meets.
    pub(super) partners: Vec<usize>,
    /// The operands that the result meets.
    pub(super) rest: Vec<usize>,
    /// How the matrix is taken.
    pub(super) turned: Turned,
    /// The indices that are summed: those of the matrix's columns.
    pub(super) summed: Vec<usize>,
    /// The index of its rows; none of a single one.
    pub(super) kept: Option<usize>,
    /// All other indices of the result.
    pub(super) columns: Vec<usize>,
}

/// An expression one of whose operands is sparse.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question<'a> {
    pub(super) resolved: &'a Resolved,
    /// The number of the sparse operand.
    pub(super) matrix: usize,
    /// Entries of the sparse operand.
    pub(super) entries: usize,
    pub(super) dtype: DType,
    pub(super) target: &'a Target,
}

impl Question<'_> {
    /// All meetings that there are, each with its operations and those of all other contractions.
    ///
    /// # Errors
    /// [`EinsumError`], where there is none; that of all operands together.
    pub(super) fn meetings(&self) -> Result<Vec<(Meeting, u64)>, EinsumError> {
        let labels = self.labels()?;
        let dense: Vec<usize> = (0..self.resolved.inputs().len()).filter(|nth| *nth != self.matrix).collect();
        let (mut found, mut refused) = (Vec::new(), EinsumError::NoMatrix);
        for partners in choices(&dense) {
            let rest = dense.iter().copied().filter(|nth| !partners.contains(nth)).collect();
            match self.meeting(labels, partners, rest) {
                Ok(meeting) => {
                    let operations = self.operations(&meeting)?;
                    found.push((meeting, operations));
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

    /// The indices along which an operand moves, each as often as it has axes of it.
    pub(super) fn moves(&self, operand: usize) -> impl Iterator<Item = usize> {
        self.axes(operand).iter().filter(|axis| !axis.is_repeated).map(|axis| axis.index)
    }

    fn refused(&self, index: usize, rule: LabelRule) -> EinsumError {
        EinsumError::Label { operand: self.matrix, label: self.name(index), rule }
    }

    fn name(&self, index: usize) -> Name {
        self.resolved.indices().get(index).map_or(Name::Number(index), |index| index.name)
    }

    /// The meeting of the matrix with some operands, if its labels allow it.
    fn meeting(
        &self,
        [rows, columns]: [usize; 2],
        partners: Vec<usize>,
        rest: Vec<usize>,
    ) -> Result<Meeting, EinsumError> {
        let moves_in = |operands: &[usize], index: usize| {
            operands.iter().any(|operand| self.moves(*operand).any(|other| other == index))
        };
        let is_kept = |index: usize| index < self.resolved.output().len() || moves_in(&rest, index);
        let use_of = |index: usize| (moves_in(&partners, index), is_kept(index));
        let names = [rows, columns].map(|index| self.name(index));
        let (turned, summed, kept) = match [use_of(rows), use_of(columns)] {
            [(false, false), _] => return Err(self.refused(rows, LabelRule::Alone)),
            [_, (false, false)] => return Err(self.refused(columns, LabelRule::Alone)),
            [(false, true), (true, false)] => (Turned::No, vec![columns], Some(rows)),
            [(true, false), (false, true)] => (Turned::Transposed, vec![rows], Some(columns)),
            [(true, false), (true, false)] => (Turned::Flat, vec![rows, columns], None),
            [(true, true), (true, true)] => {
                return Err(self.refused(rows, LabelRule::Sampled { other: names[1] }));
            }
            [(true, true), (true, false)] => {
                return Err(self.refused(rows, LabelRule::Shared { summed: names[1] }));
            }
            [(true, false), (true, true)] => {
                return Err(self.refused(columns, LabelRule::Shared { summed: names[0] }));
            }
            [(_, true), (_, true)] => return Err(self.refused(rows, LabelRule::Kept { other: names[1] })),
        };
        let mut others: Vec<usize> = partners.iter().flat_map(|operand| self.moves(*operand)).collect();
        others.sort_unstable();
        others.dedup();
        others.retain(|index| !summed.contains(index) && is_kept(*index));
        Ok(Meeting { partners, rest, turned, summed, kept, columns: others })
    }

    /// The operations of all contractions where the matrix meets some operands: two for each product that is added.
    fn operations(&self, meeting: &Meeting) -> Result<u64, EinsumError> {
        let volume = |indices: &[usize]| {
            indices.iter().fold(1u64, |all, index| all.saturating_mul(self.extent(*index) as u64))
        };
        let sparse = volume(&meeting.columns).saturating_mul(self.entries as u64).saturating_mul(2);
        let lists = |operands: &[usize]| {
            operands.iter().map(|operand| self.moves(*operand).collect()).collect::<Vec<Vec<usize>>>()
        };
        let before = self.dense_operations(&lists(&meeting.partners), &meeting.operand())?;
        if meeting.rest.is_empty() {
            return Ok(sparse.saturating_add(before));
        }
        let mut after = lists(&meeting.rest);
        after.insert(0, meeting.result());
        let output: Vec<usize> = (0..self.resolved.output().len()).collect();
        let output: Vec<usize> =
            output.into_iter().filter(|index| after.iter().flatten().any(|other| other == index)).collect();
        Ok(sparse.saturating_add(before).saturating_add(self.dense_operations(&after, &output)?))
    }

    /// The operations of a contraction of dense operands, in the order that is found for it.
    fn dense_operations(&self, operands: &[Vec<usize>], output: &[usize]) -> Result<u64, EinsumError> {
        let operands: Vec<&[usize]> = operands.iter().map(Vec::as_slice).collect();
        let extents: Vec<usize> = self.resolved.indices().iter().map(|index| index.extent).collect();
        let network = path::Network::new(&operands, output, &extents)?;
        Ok(path::Cheap.path(&network, &Predicted::new(self.dtype, self.target))?.tree.operations())
    }
}

impl Meeting {
    /// The indices of the dense operand, those that are summed first.
    pub(super) fn operand(&self) -> Vec<usize> {
        self.summed.iter().chain(&self.columns).copied().collect()
    }

    /// The indices of the result, that of the matrix's rows first.
    pub(super) fn result(&self) -> Vec<usize> {
        self.kept.iter().chain(&self.columns).copied().collect()
    }
}

/// Choices of some operands: all that there are, or, of many, each alone, and all together, which are the last choice.
fn choices(dense: &[usize]) -> Vec<Vec<usize>> {
    if dense.len() > ALL_CHOICES {
        return dense.iter().map(|operand| vec![*operand]).chain([dense.to_vec()]).collect();
    }
    let is_in = |set: usize, nth: usize| set >> nth & 1 == 1;
    let members = |set: usize| {
        dense.iter().enumerate().filter(|(nth, _)| is_in(set, *nth)).map(|(_, operand)| *operand).collect()
    };
    // A set by its bits; that of all is the last. Where there are no operands, the empty set is.
    (usize::from(!dense.is_empty())..1 << dense.len()).map(members).collect()
}
