//! Why lists of numbers are no matrix.

use super::index::Index;
use tensmith_core::OutOfMemory;
use tensmith_core::text::Count;

/// Why lists of numbers are no matrix. Rows, columns and entries are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CsrError {
    /// There are too few pointers, or too many.
    #[error("{found}: must be {expected}, one more than rows", found = Count(*found, "pointer"))]
    Pointers {
        /// Number of pointers.
        found: usize,
        /// The number that there must be.
        expected: usize,
    },
    /// The first row does not begin with the first entry.
    #[error("the first pointer is {found}: must be 0")]
    FirstPointer {
        /// The pointer.
        found: u64,
    },
    /// A row ends before it begins.
    #[error("row {row} is from entry {from} to entry {to}: pointers must not fall")]
    FallingPointers {
        /// The row.
        row: usize,
        /// Its first entry.
        from: u64,
        /// The first entry behind it.
        to: u64,
    },
    /// The last row does not end with the last entry.
    #[error("the last pointer is {found}: must be {entries}, the number of entries")]
    LastPointer {
        /// The pointer.
        found: u64,
        /// Number of entries.
        entries: usize,
    },
    /// There are more indices than values, or fewer.
    #[error("{values} for {indices}: must be as many", values = Count(*values, "value"), indices = Count(*indices, "index"))]
    Lengths {
        /// Number of indices.
        indices: usize,
        /// Number of values.
        values: usize,
    },
    /// A column is not one of the matrix.
    #[error("entry {entry}: column {column} is out of range, the matrix has {columns}")]
    Column {
        /// The entry.
        entry: usize,
        /// Its column.
        column: u64,
        /// Number of columns.
        columns: usize,
    },
    /// A row is not one of the matrix.
    #[error("entry {entry}: row {row} is out of range, the matrix has {rows}")]
    Row {
        /// The entry.
        entry: usize,
        /// Its row.
        row: usize,
        /// Number of rows.
        rows: usize,
    },
    /// Columns of a row do not ascend.
    #[error("entry {entry}: column {column} of row {row} comes after column {before}: columns must ascend")]
    Unsorted {
        /// The entry.
        entry: usize,
        /// Its row.
        row: usize,
        /// Its column.
        column: u64,
        /// The column of the entry before it.
        before: u64,
    },
    /// Two entries have the same place, and are not to be summed.
    #[error("entry {entry}: row {row} has column {column} twice")]
    Duplicate {
        /// The second of them.
        entry: usize,
        /// Its row.
        row: usize,
        /// Its column.
        column: u64,
    },
    /// A size is beyond what indices reach, or memory.
    #[error("{what} is {value}: must be at most {limit}")]
    TooLarge {
        /// The size.
        what: &'static str,
        /// Its value.
        value: usize,
        /// The limit.
        limit: u64,
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

/// Refuses a size that an index cannot be.
pub(super) fn fits<I: Index>(what: &'static str, value: usize) -> Result<(), CsrError> {
    // Pointers are sizes, too, and none may be the greatest: it stands for those that there are not.
    let limit = I::GREATEST.min(usize::MAX as u64).saturating_sub(1);
    if value as u64 > limit { Err(CsrError::TooLarge { what, value, limit }) } else { Ok(()) }
}
