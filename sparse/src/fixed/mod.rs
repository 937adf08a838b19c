//! Products with positions that are known when code is made: each entry is an instruction, a zero too, and
//! what is none takes no time.
//!
//! Problem: a small matrix is multiplied with many columns, again and again; the finite elements of a mesh
//! share theirs. A dense kernel multiplies zeros, and a kernel that reads indices waits for them.
//!
//! Idea: the code is the matrix. Factors come from a table, an argument, so that other values at the same
//! positions need no new code; equal ones share a place in it. Some rows make a group (`group`): the columns
//! that they share are loaded once, and all their sums are in registers. Factors stay in registers as far as
//! these go (`kept`). The size of groups and the number of vectors that are multiplied together are chosen by
//! counting instructions (`plan`).
//!
//! LIBXSMM's generator for such products (`generator_spgemm_csr_asparse_reg.c`) groups rows with the same
//! columns, and tries three numbers of vectors by running them.
//!
//! Tests: `tests/tests/sparse_fixed.rs`.

mod group;
mod kept;
mod plan;
mod write;

pub use plan::{Price, price};
pub use write::Fixed;

use crate::columns::{Columns, ColumnsError};
use crate::kind::{Kind, is_added, sizes};
use crate::template::Template;
use core::fmt;
use tensmith_core::kernel::DataSpec;
use tensmith_core::kernel::data::Digester;
use tensmith_core::kernel::spec::{Layout, Start};
use tensmith_core::{DType, OutOfMemory};

/// The most instructions of a kernel: branches of AArch64 reach 2¹⁸ instructions, and code of that size is
/// slower than code that reads indices.
pub const MAX_INSTRUCTIONS: usize = 1 << 16;

/// The specification of a product with known positions: `C = A·B` or `C = A·B + C`. Its kernels take the
/// table of factors, B and C; the three overlap in nothing that is written.
#[derive(Debug, PartialEq)]
pub struct FixedSpec {
    pub(crate) template: Template,
    pub(crate) dtype: DType,
    pub(crate) columns: Columns,
    pub(crate) most: usize,
}

impl FixedSpec {
    /// The product of a matrix with these positions.
    ///
    /// # Errors
    /// [`ColumnsError`].
    pub fn new(template: Template, dtype: DType, columns: Columns) -> Result<Self, ColumnsError> {
        columns.spans(dtype, template.shape(), Layout::RowMajor)?;
        Ok(Self { template, dtype, columns, most: MAX_INSTRUCTIONS })
    }

    /// Returns the specification of the same product whose code has at most this predicted number of
    /// instructions, and never more than [`MAX_INSTRUCTIONS`].
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn within(&self, instructions: usize) -> Result<Self, OutOfMemory> {
        let Self { ref template, dtype, columns, .. } = *self;
        Ok(Self { template: template.try_clone()?, dtype, columns, most: instructions.min(MAX_INSTRUCTIONS) })
    }
}

impl Kind for FixedSpec {
    const NAME: &'static str = "tensmith.sparse.fixed/1";
    const ARGUMENTS: &'static [&'static str] = &["factors", "b", "c"];

    fn digested(&self, digester: Digester) -> Digester {
        let Self { ref template, dtype, columns: Columns { count, ldb, ldc, start }, most } = *self;
        template.digested(sizes(digester, [count, ldb, ldc, is_added(start), dtype.bytes(), most]))
    }

    fn heap(&self) -> usize {
        self.template.bytes()
    }
}

impl fmt::Display for FixedSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rows, columns) = self.template.shape();
        let Columns { count, ldb, ldc, start } = self.columns;
        let (entries, factors) = (self.template.len(), self.template.factors());
        write!(
            f,
            "sparse fixed {} {rows}x{columns}x{count} entries={entries} factors={factors}",
            self.dtype
        )?;
        write!(f, " b={ldb} c={ldc}")?;
        if start == Start::Output {
            f.write_str(" start=c")?;
        }
        if self.most < MAX_INSTRUCTIONS {
            write!(f, " most={}", self.most)?;
        }
        write!(f, " {}", self.digest())
    }
}
