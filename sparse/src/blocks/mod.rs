//! Products with matrices of small dense blocks, whose positions are read.
//!
//! Problem: a product that reads its positions ([`rows`](crate::rows)) loads an index, a value and a row
//! of B for each entry.
//!
//! Idea: the sums of all rows of a row of blocks are in registers. What is loaded of B for a column of a
//! block is multiplied with each of the block's rows, so that a block of r rows loads B once for r
//! multiply-adds, and has one index. Columns are whole vectors and an exact last one, as many at a time as
//! registers hold sums for. On AArch64, the values of a column come together, and are multiplied by lane.
//!
//! Tests: `tests/tests/sparse_blocks.rs`.

mod write;

pub use write::{Blocks, best, price};

use crate::bcsr::Block;
use crate::columns::{Columns, ColumnsError};
use crate::csr::Index;
use crate::kind::{Kind, is_added, sizes};
use core::fmt;
use tensmith_core::DType;
use tensmith_core::kernel::data::Digester;
use tensmith_core::kernel::func::IntType;
use tensmith_core::kernel::spec::{Layout, Start};
use tensmith_core::reference::Element;

/// The specification of a product with a matrix of blocks: of some rows of blocks of `C = A·B` or
/// `C = A·B + C`, with B and C by rows.
///
/// Its kernels take the address of the first row's pointer, the number of rows of blocks, which is at least
/// 1, the addresses of the matrix's first index and first value, of B, and of the first row's elements of C.
/// Pointers count blocks from the first index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlocksSpec {
    pub(crate) dtype: DType,
    pub(crate) index: IntType,
    pub(crate) block: Block,
    pub(crate) columns: Columns,
}

impl BlocksSpec {
    /// The product of a matrix of some types.
    ///
    /// # Errors
    /// [`ColumnsError`]. How many rows there are is not known here.
    pub fn new<T: Element, I: Index>(block: Block, columns: Columns) -> Result<Self, ColumnsError> {
        columns.spans(T::DTYPE, (block.rows(), block.columns()), Layout::RowMajor)?;
        Ok(Self { dtype: T::DTYPE, index: I::TYPE, block, columns })
    }
}

impl Kind for BlocksSpec {
    const NAME: &'static str = "tensmith.sparse.blocks/1";
    const ARGUMENTS: &'static [&'static str] = &["pointers", "rows", "indices", "values", "b", "c"];

    fn digested(&self, digester: Digester) -> Digester {
        let Self { dtype, index, block, columns: Columns { count, ldb, ldc, start } } = *self;
        let (dtype, index) = (dtype.bytes(), index.bytes());
        sizes(digester, [dtype, index, block.rows(), block.columns(), is_added(start), count, ldb, ldc])
    }
}

impl fmt::Display for BlocksSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { dtype, index, block, columns: Columns { count, ldb, ldc, start } } = self;
        let (rows, columns) = (block.rows(), block.columns());
        write!(f, "sparse blocks {rows}x{columns} {dtype} {index} {count} b={ldb} c={ldc}")?;
        if *start == Start::Output { f.write_str(" start=c") } else { Ok(()) }
    }
}
