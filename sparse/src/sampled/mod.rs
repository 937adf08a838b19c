//! Sampled products of dense matrices ("SDDMM"): elements of X·Yᵀ where a sparse matrix has entries, each multiplied with its value.
//!
//! Problem: of a product of two dense matrices, few elements are wanted. Each is a dot product of two rows.
//!
//! Idea: a dot product is along vectors, in several sums, which are added up across their lanes at last. The row of X stays in
//! registers for all entries of a row where it fits into half of them; else it is loaded again, which the first-level cache serves.
//! An exact tail is loaded narrowly, with zeros in its other lanes. Entries of all rows follow one another, and so do results: any
//! piece of the work writes its own.
//!
//! Tests: `tests/tests/sparse_sampled.rs`.

mod price;
mod write;

pub use price::{SampledPrice, price};
pub use write::SampledRows;

use crate::columns::{ColumnsError, span};
use crate::csr::Index;
use core::fmt;
use tensmith_core::DType;
use tensmith_core::kernel::DataSpec;
use tensmith_core::kernel::data::{Digest, Digester};
use tensmith_core::kernel::func::IntType;
use tensmith_core::kernel::spec::MAX_SPAN;
use tensmith_core::reference::Element;

/// The dense factors of a sampled product: X, whose rows are those of the sparse matrix, and Y, whose rows are its columns.
///
/// Row `i` of X begins `i·ldx` elements from its start, row `j` of Y `j·ldy` elements from its; the elements of a row are neighbours.
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

    /// Elements from the first to the last of X and of Y, for a sparse matrix of some rows and columns; none where that overflows.
    #[must_use]
    pub fn spans(&self, (rows, columns): (usize, usize)) -> Option<[usize; 2]> {
        Some([span(rows, self.ldx, self.depth)?, span(columns, self.ldy, self.depth)?])
    }

    /// Checks them for a sparse matrix of some rows and columns.
    ///
    /// # Errors
    /// [`ColumnsError`].
    pub fn check(&self, dtype: DType, shape: (usize, usize)) -> Result<(), ColumnsError> {
        let least = self.depth;
        if least == 0 {
            return Err(ColumnsError::None);
        }
        for (name, value, rows) in [("ldx", self.ldx, shape.0), ("ldy", self.ldy, shape.1)] {
            if rows > 1 && value < least {
                return Err(ColumnsError::Overlap { name, value, least });
            }
        }
        let spans = [("X", span(shape.0, self.ldx, least)), ("Y", span(shape.1, self.ldy, least))];
        for (name, span) in spans {
            let bytes = span.and_then(|span| span.checked_mul(dtype.bytes()));
            if bytes.is_none_or(|bytes| bytes > MAX_SPAN) {
                return Err(ColumnsError::TooLarge { name, limit: MAX_SPAN });
            }
        }
        Ok(())
    }
}

/// The specification of a sampled product: of some rows of the sparse matrix.
///
/// Its kernels take the address of the first row's pointer, the number of rows, which is at least 1, the addresses of the matrix's
/// first index and first value, of the first row's elements of X, of Y, and of the first entry's result. Pointers count from the first
/// index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SampledSpec {
    dtype: DType,
    index: IntType,
    factors: Factors,
}

impl SampledSpec {
    /// The product at the positions of a matrix of some types.
    ///
    /// # Errors
    /// [`ColumnsError`]. How many rows there are is not known here.
    pub fn new<T: Element, I: Index>(factors: Factors) -> Result<Self, ColumnsError> {
        factors.check(T::DTYPE, (2, 2))?;
        Ok(Self { dtype: T::DTYPE, index: I::TYPE, factors })
    }

    /// The type of indices and pointers.
    #[must_use]
    pub const fn index(&self) -> IntType {
        self.index
    }

    /// The dense factors.
    #[must_use]
    pub const fn factors(&self) -> Factors {
        self.factors
    }
}

/// The name of the kind.
const KIND: &str = "tensmith.sparse.sampled/1";

impl DataSpec for SampledSpec {
    fn kind(&self) -> &'static str {
        KIND
    }

    fn digest(&self) -> Digest {
        let Self { dtype, index, factors: Factors { depth, ldx, ldy } } = *self;
        let numbers = [dtype.bytes(), index.bytes(), depth, ldx, ldy];
        Digester::new().text(KIND).numbers(numbers.map(|number| number as u64).into_iter()).finish()
    }

    fn arguments(&self) -> &[&'static str] {
        &["pointers", "rows", "indices", "values", "x", "y", "out"]
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

impl fmt::Display for SampledSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { dtype, index, factors: Factors { depth, ldx, ldy } } = self;
        write!(f, "sparse sampled {dtype} {index} {depth} x={ldx} y={ldy}")
    }
}
