//! Sparse matrices by rows.
//!
//! Invariants, which every constructor checks and nothing breaks later: there is a pointer more than there
//! are rows; the first is 0, none is less than the one before it, and the last is the number of entries;
//! there are as many indices as values; the indices of a row ascend, each below the number of columns. So
//! code may read what pointers and indices say without a check.
//!
//! Tests: `tests/tests/sparse_csr.rs`.

mod build;
mod error;
mod index;

pub use build::Duplicates;
pub use error::CsrError;
pub use index::Index;

use crate::split::{Divisible, Unit};
use alloc::vec::Vec;
use core::ops::Range;
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::{try_collect, try_filled};
use tensmith_core::reference::Element;

/// A sparse matrix by rows ("CSR"): the columns and the values of the entries of each row, one behind the
/// other. Pointers and indices have the same type, `u32` or `u64`.
#[derive(Debug, PartialEq)]
pub struct Csr<T, I = u32> {
    shape: (usize, usize),
    pointers: Vec<I>,
    indices: Vec<I>,
    values: Vec<T>,
}

impl<T: Element, I: Index> Csr<T, I> {
    /// Rows and columns.
    #[must_use]
    pub const fn shape(&self) -> (usize, usize) {
        self.shape
    }

    /// Number of entries: of non-zeros, and of zeros that are entries all the same.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.values.len()
    }

    /// Where the entries of each row begin, and where those of the last one end.
    #[must_use]
    pub fn pointers(&self) -> &[I] {
        &self.pointers
    }

    /// The column of each entry.
    #[must_use]
    pub fn indices(&self) -> &[I] {
        &self.indices
    }

    /// The value of each entry.
    #[must_use]
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// The value of each entry, to be changed: positions stay.
    pub fn values_mut(&mut self) -> &mut [T] {
        &mut self.values
    }

    /// The entries of a row, by their numbers; none of a row that there is not.
    #[must_use]
    pub fn row(&self, row: usize) -> Range<usize> {
        self.first(row)..self.first(row.saturating_add(1))
    }

    /// Every entry: its row, its column and its value, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize, T)> {
        let rows = (0..self.shape.0).flat_map(|row| self.row(row).map(move |_| row));
        rows.zip(&self.indices)
            .zip(&self.values)
            .map(|((row, column), value)| (row, column.to_usize(), *value))
    }

    /// The matrix with rows and columns exchanged.
    ///
    /// # Errors
    /// [`CsrError::TooLarge`], where a row has a number that indices do not; [`CsrError::OutOfMemory`].
    pub fn transposed(&self) -> Result<Self, CsrError> {
        let (rows, columns) = self.shape;
        error::fits::<I>("rows", rows)?;
        let mut begins = try_filled(0_usize, columns.saturating_add(1))?;
        for (_, column, _) in self.iter() {
            if let Some(count) = begins.get_mut(column.saturating_add(1)) {
                *count = count.saturating_add(1);
            }
        }
        let mut total = 0_usize;
        for begin in &mut begins {
            total = total.saturating_add(*begin);
            *begin = total;
        }
        let pointers = try_collect(begins.iter().map(|begin| I::saturating(*begin)))?;
        let mut indices = try_filled(I::saturating(0), self.entries())?;
        let mut values = try_filled(T::ZERO, self.entries())?;
        for (row, column, value) in self.iter() {
            let Some(place) = begins.get_mut(column) else { continue };
            if let (Some(index), Some(at)) = (indices.get_mut(*place), values.get_mut(*place)) {
                (*index, *at) = (I::saturating(row), value);
            }
            *place = place.saturating_add(1);
        }
        Ok(Self { shape: (columns, rows), pointers, indices, values })
    }

    /// The matrix with all of its rows one behind the other, as a single one: the entry at `(i, j)` is at
    /// column `i·columns + j`.
    ///
    /// # Errors
    /// [`CsrError::TooLarge`], where a column has a number that indices do not; [`CsrError::OutOfMemory`].
    pub fn flattened(&self) -> Result<Self, CsrError> {
        let (rows, columns) = self.shape;
        // Sizes that overflow are as wrong as the greatest one.
        let elements = rows.saturating_mul(columns);
        error::fits::<I>("elements", elements)?;
        let place = |(row, column, _): (usize, usize, T)| {
            I::saturating(row.saturating_mul(columns).saturating_add(column))
        };
        let indices = try_collect(self.iter().map(place))?;
        let pointers = try_collect([I::saturating(0), I::saturating(self.entries())])?;
        Ok(Self { shape: (1, elements), pointers, indices, values: copied(&self.values)? })
    }

    /// A copy of the matrix with other values at the same positions.
    ///
    /// # Errors
    /// [`CsrError::Lengths`], unless there is a value for each entry; [`CsrError::OutOfMemory`].
    pub fn with_values(&self, values: &[T]) -> Result<Self, CsrError> {
        if values.len() != self.entries() {
            return Err(CsrError::Lengths { indices: self.entries(), values: values.len() });
        }
        let (pointers, indices) = (copied(&self.pointers)?, copied(&self.indices)?);
        Ok(Self { shape: self.shape, pointers, indices, values: copied(values)? })
    }

    /// All elements, row by row.
    ///
    /// # Errors
    /// [`OutOfMemory`], also where there are too many for any memory.
    pub fn to_dense(&self) -> Result<Vec<T>, OutOfMemory> {
        let (rows, columns) = self.shape;
        let mut dense = try_filled(T::ZERO, rows.checked_mul(columns).ok_or(OutOfMemory)?)?;
        for (row, column, value) in self.iter() {
            let place = row.checked_mul(columns).and_then(|start| start.checked_add(column));
            if let Some(element) = place.and_then(|place| dense.get_mut(place)) {
                *element = value;
            }
        }
        Ok(dense)
    }
}

impl<T: Element, I: Index> Divisible for Csr<T, I> {
    const UNIT: Unit = Unit::Entry;

    fn rows(&self) -> usize {
        self.shape.0
    }

    fn first(&self, row: usize) -> usize {
        self.pointers.get(row).map_or(self.entries(), |pointer| pointer.to_usize())
    }
}

/// An entry of a list: its row, its column and its value.
pub type Triplet<T> = (usize, usize, T);

/// A list with copies of some elements.
fn copied<T: Copy>(elements: &[T]) -> Result<Vec<T>, OutOfMemory> {
    try_collect(elements.iter().copied())
}
