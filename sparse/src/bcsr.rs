//! Sparse matrices of small dense blocks, by rows of blocks.
//!
//! Where non-zeros come in groups, a block takes one index for all of its elements, and what is loaded of the
//! dense operand for one of its columns serves all of its rows. Zeros inside of blocks are elements as others
//! are: they are multiplied.
//!
//! Invariants: those of [`Csr`] for the blocks, of which there are as many rows and columns as fill the
//! matrix exactly; for each block, its elements, column by column.
//!
//! Tests: `tests/tests/sparse_blocks.rs`.

use crate::csr::{Csr, CsrError, Index};
use crate::split::{Divisible, Unit};
use alloc::vec::Vec;
use core::ops::Range;
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::{TryVec, try_filled, try_with_room};
use tensmith_core::reference::Element;
use tensmith_core::text::Count;

/// The most rows and columns of a block: more sums than those of eight rows are no gain.
pub const MOST: usize = 8;

/// The extents of a block: each from 1 to [`MOST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Block {
    rows: u8,
    columns: u8,
}

/// Why there are no blocks of some extents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BlockError {
    /// An extent is 0, or too large.
    #[error("blocks of {rows}x{columns}: both must be from 1 to {MOST}")]
    Extent {
        /// Rows.
        rows: usize,
        /// Columns.
        columns: usize,
    },
    /// Blocks do not fill the matrix.
    #[error("{what} of the matrix are {value}: must be a multiple of {block}, those of a block")]
    NotDivided {
        /// Rows or columns.
        what: &'static str,
        /// Number of rows or columns.
        value: usize,
        /// Rows or columns of a block.
        block: usize,
    },
    /// There are more values than the blocks have elements, or fewer.
    #[error("{values} for {blocks}: must be {expected}", values = Count(*values, "value"), blocks = Count(*blocks, "block"))]
    Values {
        /// Number of values.
        values: usize,
        /// Number of blocks.
        blocks: usize,
        /// What it should be.
        expected: usize,
    },
    /// Positions of blocks break a rule of matrices by rows. Rows, columns and entries are those of blocks.
    #[error("blocks: {0}")]
    Positions(CsrError),
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

impl From<CsrError> for BlockError {
    fn from(error: CsrError) -> Self {
        Self::Positions(error)
    }
}

impl Block {
    /// A block of some rows and columns.
    ///
    /// # Errors
    /// [`BlockError::Extent`].
    pub fn new(rows: usize, columns: usize) -> Result<Self, BlockError> {
        let extent = |extent: usize| u8::try_from(extent).ok().filter(|_| (1..=MOST).contains(&extent));
        match (extent(rows), extent(columns)) {
            (Some(rows), Some(columns)) => Ok(Self { rows, columns }),
            _ => Err(BlockError::Extent { rows, columns }),
        }
    }

    /// Rows of the block.
    #[must_use]
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// Columns of the block.
    #[must_use]
    pub const fn columns(self) -> usize {
        self.columns as usize
    }

    /// Elements of the block, at most 64.
    #[must_use]
    pub const fn elements(self) -> usize {
        self.rows() * self.columns()
    }

    /// Rows and columns of blocks in a matrix.
    ///
    /// # Errors
    /// [`BlockError::NotDivided`].
    pub fn divide(self, (rows, columns): (usize, usize)) -> Result<(usize, usize), BlockError> {
        let divided = |what, value: usize, block: usize| match value.is_multiple_of(block) {
            true => Ok(value / block),
            false => Err(BlockError::NotDivided { what, value, block }),
        };
        Ok((divided("rows", rows, self.rows())?, divided("columns", columns, self.columns())?))
    }
}

/// A sparse matrix of blocks ("BCSR", in SciPy "BSR"): the columns of blocks of each row of blocks, and the
/// elements of each block, column by column. Pointers and indices have the same type, `u32` or `u64`.
#[derive(Debug, PartialEq)]
pub struct Bcsr<T, I = u32> {
    block: Block,
    shape: (usize, usize),
    /// A matrix whose entries are the blocks; its values are nothing.
    positions: Csr<T, I>,
    values: Vec<T>,
}

impl<T: Element, I: Index> Bcsr<T, I> {
    /// The matrix with these blocks, in `shape` rows and columns of elements. Pointers and indices count
    /// blocks; of block `b`, element `(i, j)` is value `(b·columns + j)·rows + i`.
    ///
    /// # Errors
    /// [`BlockError`], for the first number that breaks a rule.
    pub fn new(
        (block, shape): (Block, (usize, usize)),
        pointers: Vec<I>,
        indices: Vec<I>,
        values: Vec<T>,
    ) -> Result<Self, BlockError> {
        let blocks = indices.len();
        let expected = blocks.saturating_mul(block.elements());
        if values.len() != expected {
            return Err(BlockError::Values { values: values.len(), blocks, expected });
        }
        let of_blocks = block.divide(shape)?;
        let positions = Csr::new(of_blocks, pointers, indices, try_filled(T::ZERO, blocks)?)?;
        Ok(Self { block, shape, positions, values })
    }

    /// A matrix in blocks: those that have an entry, with zeros where there is none. These are elements like
    /// any other: products multiply them, so that infinities and what is not a number of the dense operand
    /// reach all rows of a block.
    ///
    /// # Errors
    /// [`BlockError::NotDivided`], [`BlockError::OutOfMemory`].
    pub fn of(matrix: &Csr<T, I>, block: Block) -> Result<Self, BlockError> {
        let shape = matrix.shape();
        let (rows, _) = block.divide(shape)?;
        let mut pointers = try_with_room(rows.saturating_add(1))?;
        let (mut indices, mut values) = (Vec::new(), Vec::new());
        pointers.try_push(I::saturating(0))?;
        for row in 0..rows {
            let (first, found) = (indices.len(), columns_of_blocks(matrix, block, row)?);
            indices.try_extend(found.iter().map(|column| I::saturating(*column)))?;
            let more = found.len().saturating_mul(block.elements());
            values.try_lengthen(values.len().saturating_add(more), T::ZERO)?;
            for (at, column, value) in rows_of(matrix, block, row) {
                let (of_blocks, inside) = (column / block.columns(), column % block.columns());
                let Ok(nth) = found.binary_search(&of_blocks) else { continue };
                let nth = first.saturating_add(nth).saturating_mul(block.elements());
                let place = inside.saturating_mul(block.rows()).saturating_add(at);
                if let Some(element) = values.get_mut(nth.saturating_add(place)) {
                    *element = value;
                }
            }
            pointers.try_push(I::saturating(indices.len()))?;
        }
        Self::new((block, shape), pointers, indices, values)
    }

    /// The extents of blocks.
    #[must_use]
    pub const fn block(&self) -> Block {
        self.block
    }

    /// Rows and columns of elements.
    #[must_use]
    pub const fn shape(&self) -> (usize, usize) {
        self.shape
    }

    /// Rows of blocks.
    #[must_use]
    pub const fn rows_of_blocks(&self) -> usize {
        self.positions.shape().0
    }

    /// Number of blocks.
    #[must_use]
    pub fn blocks(&self) -> usize {
        self.positions.entries()
    }

    /// Where each row of blocks begins, in blocks, and where the last one ends.
    #[must_use]
    pub fn pointers(&self) -> &[I] {
        self.positions.pointers()
    }

    /// The column of blocks of each block.
    #[must_use]
    pub fn indices(&self) -> &[I] {
        self.positions.indices()
    }

    /// The elements of all blocks, one behind the other, each column by column.
    #[must_use]
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// The blocks of a row of blocks, by their numbers; none of a row that there is not.
    #[must_use]
    pub fn row(&self, row: usize) -> Range<usize> {
        self.positions.row(row)
    }
}

impl<T: Element, I: Index> Divisible for Bcsr<T, I> {
    const UNIT: Unit = Unit::Row;

    fn rows(&self) -> usize {
        self.positions.rows()
    }

    fn first(&self, row: usize) -> usize {
        self.positions.first(row)
    }
}

/// Number of blocks that a matrix would have.
///
/// # Errors
/// [`BlockError::NotDivided`], [`BlockError::OutOfMemory`].
pub fn count<T: Element, I: Index>(matrix: &Csr<T, I>, block: Block) -> Result<usize, BlockError> {
    let (rows, _) = block.divide(matrix.shape())?;
    let mut count = 0_usize;
    for row in 0..rows {
        count = count.saturating_add(columns_of_blocks(matrix, block, row)?.len());
    }
    Ok(count)
}

/// The entries of a row of blocks: the row inside of it, the column and the value of each.
fn rows_of<T: Element, I: Index>(
    matrix: &Csr<T, I>,
    block: Block,
    row: usize,
) -> impl Iterator<Item = (usize, usize, T)> {
    let first = row.saturating_mul(block.rows());
    (0..block.rows()).flat_map(move |at| {
        let entries = matrix.row(first.saturating_add(at));
        let indices = matrix.indices().get(entries.clone()).unwrap_or_default();
        let values = matrix.values().get(entries).unwrap_or_default();
        indices.iter().zip(values).map(move |(index, value)| (at, index.to_usize(), *value))
    })
}

/// The columns of blocks in which a row of blocks has entries, ascending.
fn columns_of_blocks<T: Element, I: Index>(
    matrix: &Csr<T, I>,
    block: Block,
    row: usize,
) -> Result<Vec<usize>, OutOfMemory> {
    let mut columns = Vec::new();
    columns.try_extend(rows_of(matrix, block, row).map(|(_, column, _)| column / block.columns()))?;
    columns.sort_unstable();
    columns.dedup();
    Ok(columns)
}
