//! The kernel of a product with a sparse matrix from a file.
//!
//! Tests: `harness/cli/tests/program/spmm.rs`.

use super::spec::float;
use crate::error::Failure;
use crate::sparse::{Sparse, product};
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;
use tensmith::{Jit, Target};
use tensmith_core::kernel::DataSpec;
use tensmith_core::{DType, with_float};
use tensmith_matrices::Value;
use tensmith_sparse::Columns;

/// The operands of the product.
#[derive(Debug, Args)]
pub(super) struct Multiplied {
    /// The sparse matrix: Matrix Market's format (.mtx), or SciPy's (.npz)
    #[arg(value_name = "A.mtx")]
    a: PathBuf,
    #[command(flatten)]
    sparse: Sparse,
    /// Columns of B and C
    #[arg(long, short)]
    n: usize,
    /// Type of the elements
    #[arg(long, default_value = "f32", value_parser = float())]
    dtype: DType,
    /// C is added to, instead of overwritten
    #[arg(long)]
    accumulate: bool,
    /// Elements from a row of B to the next [default: n]
    #[arg(long, value_name = "ELEMENTS")]
    ldb: Option<usize>,
    /// Elements from a row of C to the next [default: n]
    #[arg(long, value_name = "ELEMENTS")]
    ldc: Option<usize>,
}

impl Multiplied {
    /// The specification of the form that is chosen.
    ///
    /// # Errors
    /// [`Failure::BadInput`].
    pub(super) fn spec(&self, target: Target) -> Result<Arc<dyn DataSpec>, Failure> {
        with_float!(self.dtype.arithmetic().lanes(), T => self.spec_of::<T>(target))
    }

    fn spec_of<T: Value>(&self, target: Target) -> Result<Arc<dyn DataSpec>, Failure> {
        let builder = tensmith_sparse::enabled(Jit::builder().foreign(target));
        let jit = builder.build().map_err(Failure::bad_input)?;
        let columns = Columns::dense(self.n);
        let columns = if self.accumulate { columns.added() } else { columns };
        let (ldb, ldc) = (self.ldb.unwrap_or(columns.ldb), self.ldc.unwrap_or(columns.ldc));
        let (name, matrix) = (self.a.display().to_string(), self.sparse.read::<T>(&self.a)?);
        let columns = Columns { ldb, ldc, ..columns };
        let product = product(&jit, (&name, matrix), columns, &self.sparse.options())?;
        self.sparse.warn(product.explanation());
        Ok(Arc::clone(product.spec()))
    }
}
