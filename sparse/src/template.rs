//! The positions of a matrix's entries, and which of them share a factor: all that code knows of a matrix
//! whose values are in a table.
//!
//! A zero that is an entry is a factor like any other: what it is multiplied with may be
//! infinite, or not a number.
//!
//! Tests: `tests/tests/sparse_fixed.rs`.

use crate::csr::{Csr, CsrError, Index};
use alloc::vec::Vec;
use core::ops::Range;
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::{TryVec, sorted, try_collect, try_filled};
use tensmith_core::kernel::data::Digester;
use tensmith_core::reference::Element;

/// Positions by rows, each with the number of its factor in a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    shape: (usize, usize),
    pointers: Vec<u32>,
    terms: Vec<Term>,
    /// For each factor, an earlier one whose negative it is, if there is one.
    opposites: Vec<Option<u32>>,
}

/// An entry of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// The column of the entry.
    pub column: u32,
    /// The number of its factor.
    pub factor: u32,
}

impl Template {
    /// Positions alone: each entry of a matrix has a factor of its own, in the order of the entries.
    ///
    /// # Errors
    /// [`CsrError::TooLarge`] for sizes beyond 32 bits, [`CsrError::OutOfMemory`].
    pub fn of_positions<T: Element, I: Index>(matrix: &Csr<T, I>) -> Result<Self, CsrError> {
        let entries = matrix.entries();
        Self::assembled(matrix, (0..entries).map(|entry| entry as u32), try_filled(None, entries)?)
    }

    /// The positions of a matrix's entries, and the table of their factors: values with equal bits share one.
    /// Factors are numbered in the order of their first uses.
    ///
    /// # Errors
    /// [`CsrError::TooLarge`] for sizes beyond 32 bits, [`CsrError::OutOfMemory`].
    pub fn sharing<T: Element, I: Index>(matrix: &Csr<T, I>) -> Result<(Self, Vec<T>), CsrError> {
        // The values, each with the entry that has it first.
        let entries = matrix.values().iter().enumerate();
        let mut uses = sorted(try_collect(entries.map(|(entry, value)| (value.to_bits(), entry)))?);
        uses.dedup_by_key(|(bits, _)| *bits);
        let order = sorted(try_collect(uses.iter().map(|(bits, entry)| (*entry, *bits)))?);
        let mut numbers = try_collect(uses.iter().map(|(bits, _)| (*bits, 0_u32)))?;
        let find =
            |numbers: &[(u64, u32)], bits: u64| numbers.binary_search_by_key(&bits, |(bits, _)| *bits).ok();
        let (mut table, mut opposites) = (Vec::new(), Vec::new());
        for (number, (_, bits)) in order.iter().enumerate() {
            let value = T::from_bits(*bits);
            let opposite = find(&numbers, value.negative().to_bits()).and_then(|at| numbers.get(at));
            // An earlier one only: those that come later have no number yet.
            let earlier = opposite.map(|(_, number)| *number).filter(|earlier| *earlier > 0);
            opposites.try_push(earlier.map(|number| number.saturating_sub(1)))?;
            table.try_push(value)?;
            if let Some((_, place)) = find(&numbers, *bits).and_then(|at| numbers.get_mut(at)) {
                *place = number.saturating_add(1) as u32;
            }
        }
        let factor = |value: &T| {
            let found = find(&numbers, value.to_bits()).and_then(|at| numbers.get(at));
            found.map_or(0, |(_, number)| number.saturating_sub(1))
        };
        let template = Self::assembled(matrix, matrix.values().iter().map(factor), opposites)?;
        Ok((template, table))
    }

    /// A copy of the positions.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn try_clone(&self) -> Result<Self, OutOfMemory> {
        let pointers = try_collect(self.pointers.iter().copied())?;
        let terms = try_collect(self.terms.iter().copied())?;
        let opposites = try_collect(self.opposites.iter().copied())?;
        Ok(Self { shape: self.shape, pointers, terms, opposites })
    }

    /// The positions of the entries, each with its factor.
    fn assembled<T: Element, I: Index>(
        matrix: &Csr<T, I>,
        factors: impl Iterator<Item = u32>,
        opposites: Vec<Option<u32>>,
    ) -> Result<Self, CsrError> {
        let (rows, columns) = matrix.shape();
        let limit = u64::from(u32::MAX - 1);
        for (what, value) in [("rows", rows), ("columns", columns), ("entries", matrix.entries())] {
            if value as u64 > limit {
                return Err(CsrError::TooLarge { what, value, limit });
            }
        }
        let (mut pointers, mut terms) = (try_filled(0, 1)?, Vec::new());
        let mut entries = matrix.indices().iter().zip(factors);
        for row in 0..rows {
            for (column, factor) in entries.by_ref().take(matrix.row(row).len()) {
                terms.try_push(Term { column: column.to_usize() as u32, factor })?;
            }
            pointers.try_push(terms.len() as u32)?;
        }
        Ok(Self { shape: (rows, columns), pointers, terms, opposites })
    }

    /// Rows and columns.
    #[must_use]
    pub const fn shape(&self) -> (usize, usize) {
        self.shape
    }

    /// Number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether there is no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Number of factors in the table.
    #[must_use]
    pub fn factors(&self) -> usize {
        self.opposites.len()
    }

    /// An earlier factor whose negative this one is, if there is one.
    #[must_use]
    pub fn opposite(&self, factor: u32) -> Option<u32> {
        self.opposites.get(factor as usize).copied().flatten()
    }

    /// The entries of a row, with ascending columns.
    #[must_use]
    pub fn row(&self, row: usize) -> &[Term] {
        let pointer = |at: usize| self.pointers.get(at).map_or(self.len(), |pointer| *pointer as usize);
        self.terms.get(Range { start: pointer(row), end: pointer(row.saturating_add(1)) }).unwrap_or_default()
    }

    /// All entries, row by row.
    #[must_use]
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The positions with rows and columns exchanged; factors keep their numbers.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn transposed(&self) -> Result<Self, OutOfMemory> {
        let (rows, columns) = self.shape;
        let all = (0..rows)
            .flat_map(|row| self.row(row).iter().map(move |term| (term.column, row as u32, term.factor)));
        let order = sorted(try_collect(all)?);
        let (mut pointers, mut terms) = (try_filled(0, 1)?, Vec::new());
        for (row, column, factor) in order {
            pointers.try_lengthen((row as usize).saturating_add(1), terms.len() as u32)?;
            terms.try_push(Term { column, factor })?;
        }
        pointers.try_lengthen(columns.saturating_add(1), terms.len() as u32)?;
        let opposites = try_collect(self.opposites.iter().copied())?;
        Ok(Self { shape: (columns, rows), pointers, terms, opposites })
    }

    /// Adds everything to a digest: the shape, pointers, columns and factors of terms, opposites, each
    /// list with its length.
    pub(crate) fn digested(&self, digester: Digester) -> Digester {
        let (rows, columns) = self.shape;
        digester
            .number(rows as u64)
            .number(columns as u64)
            .numbers(self.pointers.iter().map(|pointer| (*pointer).into()))
            .numbers(self.terms.iter().map(|term| u64::from(term.column) << 32 | u64::from(term.factor)))
            .numbers(self.opposites.iter().map(|opposite| opposite.map_or(0, |at| u64::from(at) + 1)))
    }

    /// Bytes of memory that its lists take.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.pointers.as_slice())
            .saturating_add(size_of_val(self.terms.as_slice()))
            .saturating_add(size_of_val(self.opposites.as_slice()))
    }
}
