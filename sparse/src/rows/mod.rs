//! Products that read their positions: for matrices that are too large to be code, or are used too seldom.
//!
//! Problem: a row has a few non-zeros, each of which says where its row of B is. What is loaded for
//! it should be worth it.
//!
//! Idea: the sums of a row of C are in registers, all of them if there are enough, so that each number of A
//! is read once for all columns, and C is written once. Columns are whole vectors and an exact last one.
//! Where there are few columns, several non-zeros have sums of their own, so that their multiply-adds do not
//! wait for one another. "JITSPMM" (Fu, Rolinger and Huang, 2024) holds rows and merges columns so on x86-64.
//!
//! A kernel takes some rows: how the rows of a matrix, or pieces of them, are divided is
//! [`split`](crate::split)'s.
//!
//! Tests: `tests/tests/sparse_rows.rs`.

mod write;

pub use write::{Rows, price};

use crate::columns::{Columns, ColumnsError};
use crate::csr::Index;
use crate::kind::{Kind, is_added, sizes};
use core::fmt;
use tensmith_core::DType;
use tensmith_core::kernel::data::Digester;
use tensmith_core::kernel::func::IntType;
use tensmith_core::kernel::spec::{Layout, Start};
use tensmith_core::reference::Element;

/// The specification of a product that reads its positions: of some rows of `C = A·B` or `C = A·B + C`.
///
/// Its kernels take the address of the first row's pointer, the number of rows, which is at least 1, the
/// addresses of the matrix's first index and first value, of B, and of the first row's elements of C.
/// Pointers count from the first index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RowsSpec {
    pub(crate) dtype: DType,
    pub(crate) index: IntType,
    pub(crate) layout: Layout,
    pub(crate) columns: Columns,
}

impl RowsSpec {
    /// The product of a matrix of some types. `layout` is that of B and C: where it is
    /// [`Layout::ColumnMajor`], distances are those from a column to the next.
    ///
    /// # Errors
    /// [`ColumnsError`]. How many rows there are is not known here.
    pub fn new<T: Element, I: Index>(layout: Layout, columns: Columns) -> Result<Self, ColumnsError> {
        let shape = match layout {
            Layout::RowMajor => (2, 2),
            Layout::ColumnMajor => (1, 1),
        };
        columns.spans(T::DTYPE, shape, layout)?;
        Ok(Self { dtype: T::DTYPE, index: I::TYPE, layout, columns })
    }
}

impl Kind for RowsSpec {
    const NAME: &'static str = "tensmith.sparse.rows/1";
    const ARGUMENTS: &'static [&'static str] = &["pointers", "rows", "indices", "values", "b", "c"];

    fn digested(&self, digester: Digester) -> Digester {
        let Self { dtype, index, layout, columns: Columns { count, ldb, ldc, start } } = *self;
        let by_columns = usize::from(layout == Layout::ColumnMajor);
        sizes(digester, [dtype.bytes(), index.bytes(), is_added(start), by_columns, count, ldb, ldc])
    }
}

impl fmt::Display for RowsSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { dtype, index, layout, columns: Columns { count, ldb, ldc, start } } = self;
        write!(f, "sparse rows {dtype} {index} {count} b={ldb} c={ldc}")?;
        if *layout == Layout::ColumnMajor {
            f.write_str(" by columns")?;
        }
        if *start == Start::Output { f.write_str(" start=c") } else { Ok(()) }
    }
}
