//! Columns that are moved to or from places given by indices.

use super::field::{Field, Outcome, Table, dtype, field};
use super::operand::{SpecError, Stride, at_least_one, operand, plain};
use super::value::Extents;
use super::{Argument, Arguments, list};
use crate::DType;

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
        plain("dtype", self.dtype)?;
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

const fn blank(indexed: Indexed) -> GatherSpec {
    GatherSpec { dtype: DType::F32, indexed, m: 0, n: 0, ld_in: Stride::Runtime, ld_out: Stride::Runtime }
}

const WORDS: [Field<GatherSpec>; 2] = [
    dtype!(GatherSpec),
    field! {
        "extents" ("MxN, two whole numbers") of GatherSpec: Extents<2>, "rows, and columns that are moved";
        |s| Extents([s.m, s.n]); |s, Extents([m, n])| (s.m, s.n) = (m, n); |_| None
    },
];

const FIELDS: [Field<GatherSpec>; 2] = [
    field! {
        "in" of GatherSpec: Stride, "the input's leading dimension [m]";
        |s| s.ld_in; |s, ld| s.ld_in = ld; |s| Some(Stride::fixed(s.m))
    },
    field! {
        "out" of GatherSpec: Stride, "the output's leading dimension [m]";
        |s| s.ld_out; |s, ld| s.ld_out = ld; |s| Some(Stride::fixed(s.m))
    },
];

pub(super) static GATHER: Table<GatherSpec> = Table {
    name: "gather",
    doc: "out(:,j) = in(:,index(j)) for n columns of m elements",
    blank: || blank(Indexed::Input),
    words: &WORDS,
    fields: &FIELDS,
};

pub(super) static SCATTER: Table<GatherSpec> = Table {
    name: "scatter",
    doc: "out(:,index(j)) = in(:,j) for n columns of m elements",
    blank: || blank(Indexed::Output),
    words: &WORDS,
    fields: &FIELDS,
};
