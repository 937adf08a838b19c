//! Sampled products of dense matrices ("SDDMM"): elements of X·Yᵀ where a sparse matrix has entries, each
//! multiplied with its value.
//!
//! Problem: of a product of two dense matrices, few elements are wanted. Each is a dot product of two rows.
//!
//! Idea: a dot product is vectorized, with several accumulators, which are added up across their lanes at
//! last. The row of X stays in registers for all entries of a row where it fits into half of them; else it is
//! loaded again, which the first-level cache serves. An exact tail is loaded narrowly, with zeros in its
//! other lanes. Entries of all rows follow one another, and so do results: any piece of the
//! work writes its own.
//!
//! Tests: `tests/tests/sparse_sampled.rs`.

mod write;

pub use write::{SampledRows, price};

use crate::columns::{ColumnsError, Runs};
use crate::csr::Index;
use crate::kind::{Kind, sizes};
use core::fmt;
use tensmith_core::DType;
use tensmith_core::kernel::data::Digester;
use tensmith_core::kernel::func::IntType;
use tensmith_core::reference::Element;

/// The dense factors of a sampled product: X, whose rows are those of the sparse matrix, and Y, whose
/// rows are its columns.
///
/// Row `i` of X begins `i·ldx` elements from its start, row `j` of Y `j·ldy` elements from its; the elements
/// of a row are neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Factors {
    /// Elements of each row of X and of Y.
    pub depth: usize,
    /// Elements from a row of X to the next.
    pub ldx: usize,
    /// Elements from a row of Y to the next.
    pub ldy: usize,
}

impl Factors {
    /// Factors whose rows follow one another without gaps.
    #[must_use]
    pub const fn dense(depth: usize) -> Self {
        Self { depth, ldx: depth, ldy: depth }
    }

    /// Returns the elements from the first to the last of X and of Y, for a sparse matrix of
    /// some rows and columns.
    ///
    /// # Errors
    /// [`ColumnsError`].
    pub fn spans(&self, dtype: DType, (rows, columns): (usize, usize)) -> Result<[usize; 2], ColumnsError> {
        if self.depth == 0 {
            return Err(ColumnsError::None);
        }
        let runs = |count, distance| Runs { count, length: self.depth, distance };
        Ok([runs(rows, self.ldx).span(dtype, "X", "ldx")?, runs(columns, self.ldy).span(dtype, "Y", "ldy")?])
    }
}

/// The specification of a sampled product: of some rows of the sparse matrix.
///
/// Its kernels take the address of the first row's pointer, the number of rows, which is at least 1, the
/// addresses of the matrix's first index and first value, of the first row's elements of X, of Y, and of the
/// first entry's result. Pointers count from the first index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SampledSpec {
    pub(crate) dtype: DType,
    pub(crate) index: IntType,
    pub(crate) factors: Factors,
}

impl SampledSpec {
    /// The product at the positions of a matrix of some types.
    ///
    /// # Errors
    /// [`ColumnsError`]. How many rows there are is not known here.
    pub fn new<T: Element, I: Index>(factors: Factors) -> Result<Self, ColumnsError> {
        factors.spans(T::DTYPE, (2, 2))?;
        Ok(Self { dtype: T::DTYPE, index: I::TYPE, factors })
    }
}

impl Kind for SampledSpec {
    const NAME: &'static str = "tensmith.sparse.sampled/1";
    const ARGUMENTS: &'static [&'static str] = &["pointers", "rows", "indices", "values", "x", "y", "out"];

    fn digested(&self, digester: Digester) -> Digester {
        let Self { dtype, index, factors: Factors { depth, ldx, ldy } } = *self;
        sizes(digester, [dtype.bytes(), index.bytes(), depth, ldx, ldy])
    }
}

impl fmt::Display for SampledSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { dtype, index, factors: Factors { depth, ldx, ldy } } = self;
        write!(f, "sparse sampled {dtype} {index} {depth} x={ldx} y={ldy}")
    }
}
