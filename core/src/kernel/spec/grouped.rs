//! Multiplication of matrices of integers, and of bfloat16.
//!
//! Instructions multiply neighbours along K and add their products up in 32 bits: four bytes, or two numbers
//! of 16 bits. Such neighbours are a *group*, and both factors are matrices of groups: element `(i, p)` of A
//! is part `p % 4` of its group `(i, p / 4)`. A matrix that is contiguous along K has groups already, if K
//! and its leading dimension are multiples of that; others are [copied](super::GroupSpec) so that they have.

use super::field::{Outcome, Table, field};
use super::operand::{SpecError, apart, at_least_one, input, operand};
use super::value::{Extents, Stored, Value, Wrong, formed, named};
use super::{Argument, Arguments, Layout, Matrix, Start, list};
use crate::DType;
use crate::kernel::func::DotTypes;
use core::fmt;

/// The type whose size groups and sums have.
pub(super) const GROUPS: DType = DType::F32;

/// `C = A·B`, or that added to C, and to numbers for each row or column, with A of m×k and B of k×n integers,
/// and C of m×n integers of 32 bits with a sign; or A and B of numbers of bfloat16, and C of single
/// precision, whose sums each core rounds in its own [way](crate::reference::BfloatDot). C overlaps no other
/// operand.
///
/// Vectors run along rows of C where it is column-major, and along its columns where it is row-major: the
/// factor that has these, too, is stored as C is. The other one is stored either way. Groups are accessed as
/// words of 32 bits, and aligned like these for targets that ask for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GroupedSpec {
    /// Types of A and of B.
    pub types: DotTypes,
    /// Rows of A and C, at least 1.
    pub m: usize,
    /// Columns of B and C, at least 1.
    pub n: usize,
    /// Columns of A, rows of B, at least 1: a multiple of the [elements of a group](DotTypes::group).
    pub k: usize,
    /// A: m rows and a column for each group of k; its leading dimension counts groups.
    pub a: Matrix,
    /// B: a row for each group of k, and n columns; its leading dimension counts groups.
    pub b: Matrix,
    /// C: m×n.
    pub c: Matrix,
    /// The value that the sums start with.
    pub start: Start,
    /// The numbers that are added.
    pub added: Added,
    /// What becomes of sums that have no room.
    pub overflow: Overflow,
}

/// Numbers that are added to a product: of the type of sums, one behind the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Added {
    /// None.
    #[default]
    Nothing,
    /// One for each row: m of them.
    Column,
    /// One for each column: n of them.
    Row,
}

impl Added {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Nothing, Self::Column, Self::Row];
}

/// What becomes of a sum of products that an integer of 32 bits has no room for. The sum of all products is
/// meant: what C holds before is added modulo 2³².
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Overflow {
    /// There is none: a k with which there might be is refused. Two products of words may have no room
    /// already.
    #[default]
    Refused,
    /// Sums are modulo 2³².
    Wraps,
}

named! {
    Added: "nothing, column or row", [
        (Self::Nothing, "nothing"), (Self::Column, "column"), (Self::Row, "row")
    ];
    Overflow: "refused or wraps", [(Self::Refused, "refused"), (Self::Wraps, "wraps")];
}

impl DotTypes {
    /// The most products of which the sum always has room: of integers, in 32 bits with a sign.
    #[must_use]
    pub const fn longest(self) -> usize {
        match self.integers() {
            Some([a, b]) => a.longest_sum(b),
            None => usize::MAX,
        }
    }
}

impl GroupedSpec {
    /// `C = A·B` of dense column-major matrices of groups, with these extents m, n and k.
    ///
    /// ```
    /// use tensmith_core::kernel::func::DotTypes;
    /// use tensmith_core::kernel::spec::{Added, GroupedSpec};
    ///
    /// let usual = GroupedSpec::column_major(DotTypes::U8I8, [16, 6, 64]);
    /// let spec = GroupedSpec { added: Added::Column, ..usual };
    /// assert_eq!(spec.to_string(), "grouped u8,i8 16x6x64 add=column");
    /// ```
    #[must_use]
    pub const fn column_major(types: DotTypes, [m, n, k]: [usize; 3]) -> Self {
        let [a, b, c] =
            [Matrix::column_major(m), Matrix::column_major(groups(k, types)), Matrix::column_major(m)];
        Self {
            types,
            m,
            n,
            k,
            a,
            b,
            c,
            start: Start::Nothing,
            added: Added::Nothing,
            overflow: Overflow::Refused,
        }
    }

    /// Groups along K.
    #[must_use]
    pub const fn groups(&self) -> usize {
        groups(self.k, self.types)
    }

    /// See [`KernelSpec::arguments`](super::KernelSpec::arguments).
    pub(super) fn arguments(&self) -> Arguments {
        let adds = self.added != Added::Nothing;
        list([Argument::A, Argument::B, Argument::C], [adds.then_some(Argument::OPERANDS[0])])
    }

    /// See [`KernelSpec::validate`](super::KernelSpec::validate).
    ///
    /// # Errors
    /// [`SpecError`].
    pub fn validate(&self) -> Result<(), SpecError> {
        let &Self { types, m, n, k, a, b, c, overflow, .. } = self;
        for (field, extent) in [("m", m), ("n", n), ("k", k)] {
            at_least_one(field, extent)?;
        }
        if k % types.group() != 0 {
            return Err(SpecError::Groups { field: "k", value: k, group: types.group().get() });
        }
        if overflow == Overflow::Refused && k > types.longest() {
            return Err(SpecError::Overflow { k, limit: types.longest() });
        }
        for (field, ld) in [("lda", a.ld), ("ldb", b.ld), ("ldc", c.ld)] {
            ld.known().ok_or(SpecError::Open { field })?;
        }
        for (names, matrix, (rows, columns)) in
            [(("a", "lda"), a, (m, self.groups())), (("b", "ldb"), b, (self.groups(), n))]
        {
            let extents = matrix.extents(rows, columns);
            apart(names.1, matrix.ld, extents.0)?;
            input(names, GROUPS, extents, matrix.ld, (1, 0))?;
        }
        operand(("c", "ldc"), GROUPS, c.extents(m, n), c.ld, (1, 0))?;
        let (field, along) = match c.layout {
            Layout::ColumnMajor => ("a", a),
            Layout::RowMajor => ("b", b),
        };
        if along.layout == c.layout { Ok(()) } else { Err(SpecError::Across { field }) }
    }
}

/// The groups that some elements along K are in.
pub(super) const fn groups(k: usize, types: DotTypes) -> usize {
    k.div_ceil(types.group().get())
}

/// One type, or those of A and of B.
impl Value for DotTypes {
    const FORM: &'static str = "i8, u8, i16 or bf16, or `i8,u8` or `u8,i8`";

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.names() {
            [a, b] if a == b => f.write_str(a),
            [a, b] => write!(f, "{a},{b}"),
        }
    }

    fn read(text: &str) -> Result<Self, Wrong> {
        let (a, b) = text.split_once([',']).unwrap_or((text, text));
        formed(Self::ALL.iter().copied().find(|types| types.names() == [a, b]))
    }
}

pub(super) static GROUPED: Table<GroupedSpec> = Table {
    name: "grouped",
    doc: "C = A*B or C += A*B of integers or bf16, numbers for rows or columns added, where C is i32 or f32, and neighbours along K are groups of 32 bits in A and B",
    blank: || GroupedSpec::column_major(DotTypes::I8, [0; 3]),
    words: &[
        field! {
            "types" of GroupedSpec: DotTypes, "the types of A and B: i8, u8, i16 or bf16 for both, or `i8,u8` or `u8,i8`";
            |s| s.types; |s, types| s.types = types; |_| None
        },
        field! {
            "extents" ("MxNxK, three whole numbers") of GroupedSpec: Extents<3>, "rows of A and C, columns of B and C, columns of A";
            |s| Extents([s.m, s.n, s.k]);
            |s, Extents([m, n, k])| *s = GroupedSpec { m, n, k, ..*s };
            |_| None
        },
    ],
    fields: &[
        field! {
            "a" of GroupedSpec: Stored, "how groups of A are stored: as C where that is column-major [col]";
            |s| Stored::of(s.a, s.m, s.groups()); |s, a| s.a = a.matrix(s.m, s.groups()); |_| Some(Stored::DENSE)
        },
        field! {
            "b" of GroupedSpec: Stored, "how groups of B are stored: as C where that is row-major [col]";
            |s| Stored::of(s.b, s.groups(), s.n); |s, b| s.b = b.matrix(s.groups(), s.n); |_| Some(Stored::DENSE)
        },
        field! {
            "c" of GroupedSpec: Stored, "how C is stored [col]";
            |s| Stored::of(s.c, s.m, s.n); |s, c| s.c = c.matrix(s.m, s.n); |_| Some(Stored::DENSE)
        },
        field! {
            "start" of GroupedSpec: Start, "what sums start with: nothing, or what the output holds [nothing]";
            |s| s.start; |s, start| s.start = start; |_| Some(Start::Nothing)
        },
        field! {
            "add" of GroupedSpec: Added, "what is added to sums: nothing, or a number for each row (column) or column (row) [nothing]";
            |s| s.added; |s, added| s.added = added; |_| Some(Added::Nothing)
        },
        field! {
            "overflow" of GroupedSpec: Overflow, "what becomes of sums of integers that 32 bits have no room for [refused]";
            |s| s.overflow; |s, overflow| s.overflow = overflow; |_| Some(Overflow::Refused)
        },
    ],
};
