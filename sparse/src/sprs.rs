//! Matrices of the crate `sprs`: read into a [`Csr`], number by number, and the other way
//! round without copies.
//!
//! Its indices and pointers may have any type that it has: `usize`, and integers with and without signs of 16
//! to 64 bits. Whatever its views promise is checked again, as kernels rely on it.
//!
//! Tests: `tests/tests/sparse_sprs.rs`.

use crate::csr::{Csr, CsrError, Index};
use ::sprs::errors::StructureError;
use ::sprs::{CsMatViewI, SpIndex};
use alloc::vec::Vec;
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::TryVec;
use tensmith_core::fallible::{try_collect, try_with_room};
use tensmith_core::reference::Element;

/// The numbers, as indices of this type. One that it does not have becomes the greatest, which
/// is out of every range.
fn converted<I: Index, J: SpIndex>(numbers: &[J]) -> Result<Vec<I>, OutOfMemory> {
    let mut converted = try_with_room(numbers.len())?;
    for number in numbers {
        converted.try_push(number.try_index().map_or(I::saturating(usize::MAX), I::saturating))?;
    }
    Ok(converted)
}

impl<T: Element, I: Index> Csr<T, I> {
    /// A copy of a matrix of `sprs`. One that is stored by columns ("CSC") is transposed on the way, so that
    /// it is the same matrix.
    ///
    /// # Errors
    /// [`CsrError`], for the first number that breaks a rule; of a matrix by columns, rows and columns
    /// are exchanged there.
    pub fn from_sprs<J: SpIndex, P: SpIndex>(matrix: CsMatViewI<'_, T, J, P>) -> Result<Self, CsrError> {
        // Those of a part of a larger matrix do not begin with 0.
        let pointers = converted(&matrix.proper_indptr())?;
        let indices = converted(matrix.indices())?;
        let values = try_collect(matrix.data().iter().copied())?;
        let (rows, columns) = (matrix.rows(), matrix.cols());
        if matrix.is_csr() {
            return Self::new((rows, columns), pointers, indices, values);
        }
        Self::new((columns, rows), pointers, indices, values)?.transposed()
    }
}

impl<T: Element, I: Index + SpIndex> Csr<T, I> {
    /// The matrix as a view of `sprs`: nothing is copied.
    ///
    /// # Errors
    /// [`StructureError`], where `sprs` has a rule that a [`Csr`] does not keep.
    pub fn to_sprs(&self) -> Result<CsMatViewI<'_, T, I>, StructureError> {
        CsMatViewI::try_new(self.shape(), self.pointers(), self.indices(), self.values())
            .map_err(|(_, _, _, error)| error)
    }
}
