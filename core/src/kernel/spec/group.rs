//! Copies of matrices of narrow numbers in which neighbours along K are groups.
//!
//! A matrix that is contiguous along K is copied line by line; of one that is not, the elements of each group
//! are brought together. Where K ends inside of a group, zeros follow.

use super::field::{Outcome, Table, field};
use super::grouped::GROUPS;
use super::operand::{SpecError, apart, at_least_one, input, operand};
use super::value::{Extents, Stored, Value, Wrong, formed};
use super::{Argument, Arguments, Layout, Matrix, Stride, list};
use crate::DType;
use crate::kernel::func::{DotTypes, IntType};
use core::fmt;
use core::num::NonZero;

/// `out = in`, in groups of 32 bits, with `in` of m×k numbers. They do not overlap.
///
/// The output has m rows and a column for each group of k; what is stored row by row stays so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GroupSpec {
    /// The types of the input and of the output.
    pub change: Regrouped,
    /// Rows, at least 1.
    pub m: usize,
    /// Columns of the input, at least 1.
    pub k: usize,
    /// The input: m×k. Its leading dimension counts elements.
    pub input: Matrix,
    /// Groups from a column, or a row, of the output to the next.
    pub ld_out: Stride,
}

/// The types that elements have before they are copied and after that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Regrouped {
    /// Bytes as they are.
    Bytes,
    /// Words of 16 bits as they are, whatever numbers they are.
    Words,
    /// Bytes with their highest bits inverted: an integer with a sign and 128 more, without one; or one
    /// without and 128 less, with one.
    Offset,
    /// Bytes with a sign as words.
    Signed,
    /// Bytes without a sign as words.
    Unsigned,
}

impl Regrouped {
    /// All of them, with their names in texts.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::Bytes, "8"),
        (Self::Words, "16"),
        (Self::Offset, "8^128"),
        (Self::Signed, "i8->i16"),
        (Self::Unsigned, "u8->i16"),
    ];

    /// The name in texts.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(known, _)| *known == self).map_or("", |(_, name)| name)
    }

    /// The type of elements of the input, whose sign is of no matter where they are copied as they are.
    #[must_use]
    pub const fn from(self) -> IntType {
        match self {
            Self::Bytes | Self::Offset | Self::Unsigned => IntType::U8,
            Self::Signed => IntType::I8,
            Self::Words => IntType::I16,
        }
    }

    /// The elements of a group.
    #[must_use]
    pub const fn group(self) -> NonZero<usize> {
        match self {
            Self::Bytes | Self::Offset => DotTypes::U8.group(),
            Self::Words | Self::Signed | Self::Unsigned => DotTypes::I16.group(),
        }
    }
}

impl GroupSpec {
    /// A copy of a dense matrix stored with such a layout to one without gaps.
    ///
    /// ```
    /// use tensmith_core::kernel::spec::{GroupSpec, Layout, Regrouped};
    ///
    /// let spec = GroupSpec::dense(Regrouped::Offset, [16, 30], Layout::RowMajor);
    /// assert_eq!((spec.groups(), spec.to_string().as_str()), (8, "group 8^128 16x30 in=row"));
    /// ```
    #[must_use]
    pub const fn dense(change: Regrouped, [m, k]: [usize; 2], layout: Layout) -> Self {
        let (input, ld_out) = match layout {
            Layout::ColumnMajor => (Matrix::column_major(m), m),
            Layout::RowMajor => (Matrix::row_major(k), k.div_ceil(change.group().get())),
        };
        Self { change, m, k, input, ld_out: Stride::fixed(ld_out) }
    }

    /// Groups along K.
    #[must_use]
    pub const fn groups(&self) -> usize {
        self.k.div_ceil(self.change.group().get())
    }

    /// The output, a matrix of groups.
    #[must_use]
    pub const fn output(&self) -> Matrix {
        Matrix { layout: self.input.layout, ld: self.ld_out }
    }

    /// See [`KernelSpec::arguments`](super::KernelSpec::arguments).
    pub(super) fn arguments(&self) -> Arguments {
        list([Argument::In, Argument::Out], [])
    }

    /// See [`KernelSpec::validate`](super::KernelSpec::validate).
    ///
    /// # Errors
    /// [`SpecError`].
    pub fn validate(&self) -> Result<(), SpecError> {
        let &Self { m, k, input: matrix, ld_out, .. } = self;
        for (field, extent) in [("m", m), ("k", k)] {
            at_least_one(field, extent)?;
        }
        for (field, ld) in [("ld_in", matrix.ld), ("ld_out", ld_out)] {
            ld.known().ok_or(SpecError::Open { field })?;
        }
        let extents = matrix.extents(m, k);
        apart("ld_in", matrix.ld, extents.0)?;
        // No element of the input is larger than those of this type.
        input(("in", "ld_in"), DType::F16, extents, matrix.ld, (1, 0))?;
        operand(("out", "ld_out"), GROUPS, self.output().extents(m, self.groups()), ld_out, (1, 0))
    }
}

impl Value for Regrouped {
    const FORM: &'static str = "8, 16, 8^128, i8->i16 or u8->i16";

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }

    fn read(text: &str) -> Result<Self, Wrong> {
        formed(Self::ALL.iter().find(|(_, name)| *name == text).map(|(change, _)| *change))
    }
}

pub(super) static GROUP: Table<GroupSpec> = Table {
    name: "group",
    doc: "out = in, where in is m x k numbers of 8 or 16 bits, and neighbours along k are groups of 32 bits in out",
    blank: || GroupSpec::dense(Regrouped::Bytes, [0; 2], Layout::ColumnMajor),
    words: &[
        field! {
            "change" of GroupSpec: Regrouped, "elements of 8 or 16 bits, bytes with their highest bits inverted, or bytes that become words";
            |s| s.change; |s, change| s.change = change; |_| None
        },
        field! {
            "extents" ("MxK, two whole numbers") of GroupSpec: Extents<2>, "rows and columns of the input";
            |s| Extents([s.m, s.k]);
            |s, Extents([m, k])| *s = GroupSpec { m, k, ..*s };
            |_| None
        },
    ],
    fields: &[
        field! {
            "in" of GroupSpec: Stored, "how the input is stored, and the output with it [col]";
            |s| Stored::of(s.input, s.m, s.k); |s, input| s.input = input.matrix(s.m, s.k); |_| Some(Stored::DENSE)
        },
        field! {
            "out" of GroupSpec: Stride, "groups from a column, or a row, of the output to the next [without gaps]";
            |s| s.ld_out; |s, ld| s.ld_out = ld;
            |s| Some(Stride::fixed(s.output().extents(s.m, s.groups()).0))
        },
    ],
};
