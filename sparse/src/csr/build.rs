//! Matrices from lists of numbers, which are checked.

use super::error::fits;
use super::{Csr, CsrError, Index, Triplet};
use alloc::vec::Vec;
use tensmith_core::fallible::{TryVec, sorted, try_collect, try_with_room};
use tensmith_core::reference::Element;

/// What becomes of entries at the same place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Duplicates {
    /// Entries at the same place are refused.
    #[default]
    Refuse,
    /// Entries at the same place become one with their sum, added up in their order.
    Sum,
}

impl<T: Element, I: Index> Csr<T, I> {
    /// The matrix with these pointers, indices and values.
    ///
    /// # Errors
    /// [`CsrError`], for the first number that breaks a rule.
    pub fn new(
        shape: (usize, usize),
        pointers: Vec<I>,
        indices: Vec<I>,
        values: Vec<T>,
    ) -> Result<Self, CsrError> {
        check_pointers(shape, &pointers, (indices.len(), values.len()))?;
        check_indices(shape, &pointers, &indices, Duplicates::Refuse)?;
        Ok(Self { shape, pointers, indices, values })
    }

    /// The matrix with these pointers, indices and values, where equal columns of a row may follow one
    /// another: their values are summed.
    ///
    /// # Errors
    /// [`CsrError`], for the first number that breaks a rule.
    pub fn summing(
        shape: (usize, usize),
        pointers: &[I],
        indices: &[I],
        values: &[T],
    ) -> Result<Self, CsrError> {
        check_pointers(shape, pointers, (indices.len(), values.len()))?;
        check_indices(shape, pointers, indices, Duplicates::Sum)?;
        let entries = rows(pointers).zip(indices).zip(values);
        Self::gathered(shape, entries.map(|((row, column), value)| (row, column.to_usize(), *value)))
    }

    /// The matrix with these pointers, indices and values, where the columns of a row are in any order.
    ///
    /// # Errors
    /// [`CsrError`], for the first number that breaks a rule; [`CsrError::Duplicate`], with the number of the
    /// second of two entries at the same place, unless they are to be summed.
    pub fn from_rows(
        shape: (usize, usize),
        pointers: Vec<I>,
        indices: Vec<I>,
        values: Vec<T>,
        duplicates: Duplicates,
    ) -> Result<Self, CsrError> {
        check_pointers(shape, &pointers, (indices.len(), values.len()))?;
        match check_indices(shape, &pointers, &indices, Duplicates::Refuse) {
            Ok(()) => Ok(Self { shape, pointers, indices, values }),
            Err(CsrError::Unsorted { .. } | CsrError::Duplicate { .. }) => {
                Self::sorting(shape, &pointers, &indices, &values, duplicates)
            }
            Err(error) => Err(error),
        }
    }

    /// The matrix of rows whose columns are in any order.
    fn sorting(
        shape: (usize, usize),
        pointers: &[I],
        indices: &[I],
        values: &[T],
        duplicates: Duplicates,
    ) -> Result<Self, CsrError> {
        let entries = rows(pointers).zip(indices).zip(values);
        let triplets = try_collect(entries.map(|((row, column), value)| (row, column.to_usize(), *value)))?;
        Self::from_triplets(shape, &triplets, duplicates)
    }

    /// The matrix with these entries, in any order.
    ///
    /// # Errors
    /// [`CsrError::Row`] and [`CsrError::Column`], with the number of the entry; [`CsrError::Duplicate`],
    /// with that of the second of the two; [`CsrError::TooLarge`], [`CsrError::OutOfMemory`].
    pub fn from_triplets(
        shape: (usize, usize),
        triplets: &[Triplet<T>],
        duplicates: Duplicates,
    ) -> Result<Self, CsrError> {
        check_sizes::<I>(shape, triplets.len())?;
        let (rows, columns) = shape;
        for (entry, (row, column, _)) in triplets.iter().enumerate() {
            if *row >= rows {
                return Err(CsrError::Row { entry, row: *row, rows });
            }
            if *column >= columns {
                return Err(CsrError::Column { entry, column: *column as u64, columns });
            }
        }
        let places = triplets.iter().enumerate().map(|(entry, (row, column, _))| (*row, *column, entry));
        let order = sorted(try_collect(places)?);
        if duplicates == Duplicates::Refuse {
            let same = order.iter().zip(order.iter().skip(1)).find(|(x, y)| (x.0, x.1) == (y.0, y.1));
            if let Some((_, (row, column, entry))) = same {
                return Err(CsrError::Duplicate { entry: *entry, row: *row, column: *column as u64 });
            }
        }
        let value = |entry: usize| triplets.get(entry).map_or(T::ZERO, |(_, _, value)| *value);
        Self::gathered(shape, order.into_iter().map(|(row, column, entry)| (row, column, value(entry))))
    }

    /// The matrix of the elements of a dense one that are no zeros; NaN is none. Element
    /// `(i, j)` is at `i·ld + j`.
    ///
    /// # Errors
    /// [`CsrError::Dense`], [`CsrError::TooLarge`], [`CsrError::OutOfMemory`].
    pub fn from_dense(shape: (usize, usize), dense: &[T], ld: usize) -> Result<Self, CsrError> {
        let (rows, columns) = shape;
        let last = rows.saturating_sub(1).checked_mul(ld).and_then(|start| start.checked_add(columns));
        let needed = if rows == 0 { 0 } else { last.unwrap_or(usize::MAX) };
        if dense.len() < needed {
            return Err(CsrError::Dense { found: dense.len(), needed });
        }
        check_sizes::<I>(shape, 0)?;
        let row = |row: usize| dense.iter().skip(row.saturating_mul(ld)).take(columns);
        let elements = (0..rows).flat_map(|at| row(at).enumerate().map(move |(column, x)| (at, column, *x)));
        Self::gathered(shape, elements.filter(|(_, _, x)| *x != T::ZERO))
    }

    /// The matrix of entries in their order, of which equal neighbours are summed.
    fn gathered(shape: (usize, usize), entries: impl Iterator<Item = Triplet<T>>) -> Result<Self, CsrError> {
        let mut pointers = try_with_room(shape.0.saturating_add(1))?;
        let (mut indices, mut values) = (Vec::new(), Vec::<T>::new());
        let mut last = None;
        for (row, column, value) in entries {
            if let (true, Some(sum)) = (last == Some((row, column)), values.last_mut()) {
                *sum = sum.plus(value);
                continue;
            }
            pointers.try_lengthen(row.saturating_add(1), I::saturating(values.len()))?;
            indices.try_push(I::saturating(column))?;
            values.try_push(value)?;
            last = Some((row, column));
        }
        fits::<I>("entries", values.len())?;
        pointers.try_lengthen(shape.0.saturating_add(1), I::saturating(values.len()))?;
        Ok(Self { shape, pointers, indices, values })
    }

    /// A copy of the matrix.
    ///
    /// # Errors
    /// [`CsrError::OutOfMemory`].
    pub fn try_clone(&self) -> Result<Self, CsrError> {
        self.with_values(&self.values)
    }
}

/// The row of each entry.
fn rows<I: Index>(pointers: &[I]) -> impl Iterator<Item = usize> {
    let ends = pointers.iter().zip(pointers.iter().skip(1)).enumerate();
    ends.flat_map(|(row, (from, to))| (from.to_usize()..to.to_usize()).map(move |_| row))
}

/// Refuses sizes that indices of a type do not reach.
fn check_sizes<I: Index>((rows, columns): (usize, usize), entries: usize) -> Result<(), CsrError> {
    // There is a pointer for each row.
    let limit = isize::MAX as u64 / size_of::<I>() as u64 - 1;
    if rows as u64 > limit {
        return Err(CsrError::TooLarge { what: "rows", value: rows, limit });
    }
    fits::<I>("columns", columns)?;
    fits::<I>("entries", entries)
}

fn check_pointers<I: Index>(
    (rows, columns): (usize, usize),
    pointers: &[I],
    (indices, values): (usize, usize),
) -> Result<(), CsrError> {
    check_sizes::<I>((rows, columns), indices)?;
    let expected = rows.saturating_add(1);
    if pointers.len() != expected {
        return Err(CsrError::Pointers { found: pointers.len(), expected });
    }
    if indices != values {
        return Err(CsrError::Lengths { indices, values });
    }
    let number = |pointer: &I| pointer.to_usize() as u64;
    if let Some(first) = pointers.first().filter(|first| first.to_usize() != 0) {
        return Err(CsrError::FirstPointer { found: number(first) });
    }
    for (row, (from, to)) in pointers.iter().zip(pointers.iter().skip(1)).enumerate() {
        if from > to {
            return Err(CsrError::FallingPointers { row, from: number(from), to: number(to) });
        }
    }
    match pointers.last() {
        Some(last) if last.to_usize() != indices => {
            Err(CsrError::LastPointer { found: number(last), entries: indices })
        }
        _ => Ok(()),
    }
}

/// Refuses columns that the matrix does not have, and those that do not ascend in their row.
fn check_indices<I: Index>(
    (_, columns): (usize, usize),
    pointers: &[I],
    indices: &[I],
    duplicates: Duplicates,
) -> Result<(), CsrError> {
    let number = |index: &I| index.to_usize() as u64;
    for (row, (from, to)) in pointers.iter().zip(pointers.iter().skip(1)).enumerate() {
        let mut before: Option<&I> = None;
        let first = from.to_usize();
        for (entry, index) in (first..).zip(indices.get(first..to.to_usize()).unwrap_or_default()) {
            if index.to_usize() >= columns {
                return Err(CsrError::Column { entry, column: number(index), columns });
            }
            let column = number(index);
            match before {
                Some(before) if before > index => {
                    return Err(CsrError::Unsorted { entry, row, column, before: number(before) });
                }
                Some(before) if before == index && duplicates == Duplicates::Refuse => {
                    return Err(CsrError::Duplicate { entry, row, column });
                }
                _ => before = Some(index),
            }
        }
    }
    Ok(())
}
