//! Products that read their positions: for matrices that are too large to be code, or are used too seldom.
//!
//! Problem: a row has a few non-zeros, each of which says where its row of B is. What is loaded for it should be worth it.
//!
//! Idea: the sums of a row of C are in registers, all of them if there are enough, so that each number of A is read once for all
//! columns, and C is written once. Columns are whole vectors and an exact last one. Where there are few columns, several non-zeros
//! have sums of their own, so that their multiply-adds do not wait for one another. "JITSPMM" (Fu, Rolinger and Huang, 2024) holds
//! rows and merges columns so on x86-64.
//!
//! A kernel takes some rows: how the rows of a matrix, or pieces of them, are divided is [`split`](crate::split)'s.
//!
//! Tests: `tests/tests/sparse_rows.rs`.

mod price;
mod write;

pub(crate) use price::TYPICAL;
pub use price::{RowsPrice, price};
pub use write::Rows;

use crate::columns::{Columns, ColumnsError};
use crate::csr::Index;
use core::fmt;
use tensmith_core::DType;
use tensmith_core::kernel::DataSpec;
use tensmith_core::kernel::data::{Digest, Digester};
use tensmith_core::kernel::func::IntType;
use tensmith_core::kernel::spec::{Layout, Start};
use tensmith_core::reference::Element;

/// The specification of a product that reads its positions: of some rows of `C = A·B` or `C = A·B + C`.
///
/// Its kernels take the address of the first row's pointer, the number of rows, which is at least 1, the addresses of the matrix's
/// first index and first value, of B, and of the first row's elements of C. Pointers count from the first index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RowsSpec {
    dtype: DType,
    index: IntType,
    layout: Layout,
    columns: Columns,
}

impl RowsSpec {
    /// The product of a matrix of some types. `layout` is that of B and C: where it is [`Layout::ColumnMajor`], distances are
    /// those from a column to the next.
    ///
    /// # Errors
    /// [`ColumnsError`]. How many rows there are is not known here.
    pub fn new<T: Element, I: Index>(layout: Layout, columns: Columns) -> Result<Self, ColumnsError> {
        let (dtype, index) = (T::DTYPE, I::TYPE);
        let (one, two) = match layout {
            Layout::RowMajor => (columns, (2, 2)),
            // Each column is a row of one element, as far as it is known how long it is.
            Layout::ColumnMajor => (Columns { count: 1, ..columns }, (columns.count, columns.count)),
        };
        if columns.count == 0 {
            return Err(ColumnsError::None);
        }
        one.check(dtype, two)?;
        Ok(Self { dtype, index, layout, columns })
    }

    /// The type of indices and pointers.
    #[must_use]
    pub const fn index(&self) -> IntType {
        self.index
    }

    /// The layout of the dense operands.
    #[must_use]
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// The columns of the dense operands.
    #[must_use]
    pub const fn columns(&self) -> Columns {
        self.columns
    }
}

/// The name of the kind.
const KIND: &str = "tensmith.sparse.rows/1";

impl DataSpec for RowsSpec {
    fn kind(&self) -> &'static str {
        KIND
    }

    fn digest(&self) -> Digest {
        let Self { dtype, index, layout, columns: Columns { count, ldb, ldc, start } } = *self;
        let choices = [start == Start::Output, layout == Layout::ColumnMajor].map(usize::from);
        let numbers = [dtype.bytes(), index.bytes(), choices[0], choices[1], count, ldb, ldc];
        Digester::new().text(KIND).numbers(numbers.map(|number| number as u64).into_iter()).finish()
    }

    fn arguments(&self) -> &[&'static str] {
        &["pointers", "rows", "indices", "values", "b", "c"]
    }

    fn dtype(&self) -> DType {
        self.dtype
    }

    fn bytes(&self) -> usize {
        size_of::<Self>()
    }

    fn equals(&self, other: &dyn DataSpec) -> bool {
        other.downcast_ref::<Self>() == Some(self)
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
