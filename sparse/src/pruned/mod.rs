//! Matrices of which two in four neighbours of a row are kept ("2:4"), as networks are pruned
//! to, and their products.
//!
//! Problem: half of the elements are zeros, but in no place that is known; as a matrix by rows, each of the
//! others takes an index of 32 bits, and each row has a length.
//!
//! Idea: of every four columns, a row has two values, each with its place among the four in a byte. All rows
//! are equally long, so that loops have a known number of rounds; a value's row of B is one of four that
//! follow one another. Both values of a group have sums of their own where registers suffice.
//!
//! Invariants: the number of columns is a multiple of 4; there are two values and two places for every four
//! columns of each row; places are below 4, and those of a group ascend.
//!
//! Tests: `tests/tests/sparse_pruned.rs`.

mod write;

pub use write::{PrunedRows, price};

use crate::columns::{Columns, ColumnsError};
use crate::kind::{Kind, is_added, sizes};
use crate::split::{Divisible, Unit};
use alloc::vec::Vec;
use core::fmt;
use tensmith_core::fallible::TryVec;
use tensmith_core::kernel::data::Digester;
use tensmith_core::kernel::spec::{Layout, Start};
use tensmith_core::reference::Element;
use tensmith_core::text::Count;
use tensmith_core::{DType, OutOfMemory};

/// Columns of a group.
pub const GROUP: usize = 4;

/// Values of a group.
pub const KEPT: usize = 2;

/// A matrix of which two in four neighbours of a row are kept.
#[derive(Debug, PartialEq)]
pub struct Pruned<T> {
    shape: (usize, usize),
    places: Vec<u8>,
    values: Vec<T>,
}

/// Why lists of numbers are no such matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PrunedError {
    /// Groups do not fill a row.
    #[error("{columns}: must be a multiple of {GROUP}", columns = Count(*columns, "column"))]
    Columns {
        /// Number of columns.
        columns: usize,
    },
    /// There are too few numbers, or too many.
    #[error("{found} {what}: must be {expected}, {KEPT} for every {GROUP} columns of each row")]
    Count {
        /// Values or places.
        what: &'static str,
        /// Number of values or places.
        found: usize,
        /// The number that there must be.
        expected: usize,
    },
    /// A group's places do not ascend, or are none of the group.
    #[error("group {group} has the places {first} and {second}: both must be below {GROUP}, and ascend")]
    Places {
        /// The group, counted from 0, row by row.
        group: usize,
        /// Its first place.
        first: u8,
        /// Its second place.
        second: u8,
    },
    /// A group has more than two elements that are no zeros.
    #[error("row {row}, columns {column} to {}: {found} non-zeros: must be at most {KEPT}", column + 3)]
    Kept {
        /// The row.
        row: usize,
        /// The first column of the group.
        column: usize,
        /// Number of non-zeros.
        found: usize,
    },
    /// A dense matrix has too few elements.
    #[error("{found}: a dense matrix of that shape needs {needed}", found = Count(*found, "element"))]
    Dense {
        /// Number of elements.
        found: usize,
        /// The least number of elements.
        needed: usize,
    },
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

impl<T: Element> Pruned<T> {
    /// The matrix with these places and values, row by row and group by group.
    ///
    /// # Errors
    /// [`PrunedError`], for the first number that breaks a rule.
    pub fn new(shape: (usize, usize), places: Vec<u8>, values: Vec<T>) -> Result<Self, PrunedError> {
        let (rows, columns) = shape;
        if !columns.is_multiple_of(GROUP) {
            return Err(PrunedError::Columns { columns });
        }
        let expected = rows.saturating_mul(columns / GROUP).saturating_mul(KEPT);
        for (what, found) in [("places", places.len()), ("values", values.len())] {
            if found != expected {
                return Err(PrunedError::Count { what, found, expected });
            }
        }
        for (group, pair) in places.chunks(KEPT).enumerate() {
            if let [first, second] = *pair
                && (first >= second || usize::from(second) >= GROUP)
            {
                return Err(PrunedError::Places { group, first, second });
            }
        }
        Ok(Self { shape, places, values })
    }

    /// The matrix of a dense one, of which no group has more than two elements that are no zeros; zeros fill
    /// up, and are multiplied like others. Element `(i, j)` is at `i·columns + j`.
    ///
    /// # Errors
    /// [`PrunedError`].
    pub fn from_dense(shape: (usize, usize), dense: &[T]) -> Result<Self, PrunedError> {
        let (rows, columns) = shape;
        if !columns.is_multiple_of(GROUP) {
            return Err(PrunedError::Columns { columns });
        }
        let needed = rows.saturating_mul(columns);
        if dense.len() < needed {
            return Err(PrunedError::Dense { found: dense.len(), needed });
        }
        let (mut places, mut values) = (Vec::new(), Vec::new());
        for (group, elements) in dense.chunks(GROUP).take(needed / GROUP).enumerate() {
            let is_kept = |at: &usize| elements.get(*at).is_some_and(|x| *x != T::ZERO);
            let found = (0..GROUP).filter(is_kept).count();
            if found > KEPT {
                let at = group.saturating_mul(GROUP);
                return Err(PrunedError::Kept { row: at / columns, column: at % columns, found });
            }
            // Zeros at the first places that are left.
            let filling = (0..GROUP).filter(|at| !is_kept(at)).take(KEPT.saturating_sub(found));
            let mut kept = [false; GROUP];
            for at in (0..GROUP).filter(is_kept).chain(filling) {
                if let Some(kept) = kept.get_mut(at) {
                    *kept = true;
                }
            }
            for (at, (_, value)) in kept.iter().zip(elements).enumerate().filter(|(_, (kept, _))| **kept) {
                places.try_push(at as u8)?;
                values.try_push(*value)?;
            }
        }
        Self::new(shape, places, values)
    }

    /// Rows and columns.
    #[must_use]
    pub const fn shape(&self) -> (usize, usize) {
        self.shape
    }

    /// Groups of a row.
    #[must_use]
    pub const fn groups(&self) -> usize {
        self.shape.1 / GROUP
    }

    /// The place of each value among the four columns of its group.
    #[must_use]
    pub fn places(&self) -> &[u8] {
        &self.places
    }

    /// The values, two for each group, row by row.
    #[must_use]
    pub fn values(&self) -> &[T] {
        &self.values
    }
}

impl<T: Element> Divisible for Pruned<T> {
    const UNIT: Unit = Unit::Row;

    fn rows(&self) -> usize {
        self.shape.0
    }

    fn first(&self, row: usize) -> usize {
        row.min(self.shape.0).saturating_mul(self.groups())
    }
}

/// The specification of a product with a matrix of which two in four are kept: of some rows of `C = A·B` or
/// `C = A·B + C`, with B and C by rows.
///
/// Its kernels take the number of rows, which is at least 1, the addresses of the first row's first place and
/// first value, of B, and of the first row's elements of C.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PrunedSpec {
    pub(crate) dtype: DType,
    pub(crate) groups: usize,
    pub(crate) columns: Columns,
}

impl PrunedSpec {
    /// The product of a matrix whose rows have some groups of four columns.
    ///
    /// # Errors
    /// [`ColumnsError`]. How many rows there are is not known here.
    pub fn new<T: Element>(groups: usize, columns: Columns) -> Result<Self, ColumnsError> {
        columns.spans(T::DTYPE, (2, groups.saturating_mul(GROUP)), Layout::RowMajor)?;
        Ok(Self { dtype: T::DTYPE, groups, columns })
    }
}

impl Kind for PrunedSpec {
    const NAME: &'static str = "tensmith.sparse.pruned/1";
    const ARGUMENTS: &'static [&'static str] = &["rows", "places", "values", "b", "c"];

    fn digested(&self, digester: Digester) -> Digester {
        let Self { dtype, groups, columns: Columns { count, ldb, ldc, start } } = *self;
        sizes(digester, [dtype.bytes(), groups, is_added(start), count, ldb, ldc])
    }
}

impl fmt::Display for PrunedSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { dtype, groups, columns: Columns { count, ldb, ldc, start } } = self;
        write!(f, "sparse pruned {KEPT}:{GROUP} {dtype} {groups} {count} b={ldb} c={ldc}")?;
        if *start == Start::Output { f.write_str(" start=c") } else { Ok(()) }
    }
}
