//! Columns that are moved to or from places given by indices.

use super::operand::{SpecError, Stride, at_least_one, operand};
use super::{Argument, Arguments, list};
use crate::DType;
use core::fmt;

/// Copies n columns of m elements between two column-major matrices, one of which has them in the order of
/// an array of n indices: unsigned numbers of 64 bits, which count columns from 0.
///
/// The kernel trusts the indices: callers that do not know them to be columns of the matrix check them before
/// the call, as [`reference::gather`](crate::reference::gather) does. The matrices do not overlap each
/// other, nor the output the indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GatherSpec {
    /// Type of the elements.
    pub dtype: DType,
    /// The matrix whose columns are found by index.
    pub indexed: Indexed,
    /// Rows.
    pub m: usize,
    /// Columns that are moved.
    pub n: usize,
    /// Leading dimension of the input.
    pub ld_in: Stride,
    /// Leading dimension of the output.
    pub ld_out: Stride,
}

/// The matrix whose columns are found by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Indexed {
    /// To gather: `out(:,j) = in(:,index(j))`.
    Input,
    /// To scatter: `out(:,index(j)) = in(:,j)`. Of equal indices, the last one wins; columns without an
    /// index stay as they were.
    Output,
}

impl GatherSpec {
    /// See [`KernelSpec::arguments`](super::KernelSpec::arguments).
    pub(super) fn arguments(&self) -> Arguments {
        let lds = [self.ld_in.argument(Argument::LdIn), self.ld_out.argument(Argument::LdOut)];
        list([Argument::In, Argument::Indices, Argument::Out], lds)
    }

    /// See [`KernelSpec::validate`](super::KernelSpec::validate). How far the indexed matrix reaches is not
    /// known here.
    ///
    /// # Errors
    /// [`SpecError`].
    pub fn validate(&self) -> Result<(), SpecError> {
        at_least_one("m", self.m)?;
        at_least_one("n", self.n)?;
        let (columns_in, columns_out) = match self.indexed {
            Indexed::Input => (1, self.n),
            Indexed::Output => (self.n, 1),
        };
        operand(("in", "ld_in"), self.dtype, (self.m, columns_in), self.ld_in, (1, 0))?;
        operand(("out", "ld_out"), self.dtype, (self.m, columns_out), self.ld_out, (1, 0))?;
        operand(("indices", "n"), DType::F64, (self.n, 1), Stride::fixed(self.n), (1, 0))
    }
}

impl fmt::Display for GatherSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if self.indexed == Indexed::Input { "gather" } else { "scatter" };
        write!(f, "{name} {} {}x{} in={} out={}", self.dtype, self.m, self.n, self.ld_in, self.ld_out)
    }
}
