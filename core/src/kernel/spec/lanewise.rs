//! Multiplications of matrices side by side, one in each lane of vectors.
//!
//! Other libraries call these packed, compact or interleaved batches: the index that counts the
//! multiplications is contiguous in all operands, so that vectors run along it, and neither rows nor columns
//! have to be contiguous anywhere.

use super::field::{Outcome, Table, dtype, field};
use super::operand::{MAX_SPAN, SpecError, at_least_one, plain};
use super::value::{Extents, List, Value, Wrong, formed, numbers, printed};
use super::{Argument, Arguments, Start, list};
use crate::DType;
use core::fmt;

/// `C_l = Σ_p A_l(:,p)·B_l(p,:)` for each of `count` multiplications, where A is m×k, B is k×n, C is m×n, and
/// element `(i, j)` of matrix number `l` is at `i·rows + j·columns + l` of its [`Spacing`]. The elements of C
/// lie apart, and C overlaps neither A nor B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LanewiseSpec {
    /// Type of the elements.
    pub dtype: DType,
    /// Multiplications.
    pub count: usize,
    /// Rows of A and C.
    pub m: usize,
    /// Columns of B and C.
    pub n: usize,
    /// Columns of A, rows of B.
    pub k: usize,
    /// Where the elements of A are; they may be the same in all rows or columns, or overlap otherwise.
    pub a: Spacing,
    /// Where those of B are, likewise.
    pub b: Spacing,
    /// Where those of C are.
    pub c: Spacing,
    /// The value that the sums start with.
    pub start: Start,
}

/// The distances between neighbouring elements of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spacing {
    /// Elements from one row to the next.
    pub rows: usize,
    /// Elements from one column to the next.
    pub columns: usize,
}

impl Spacing {
    /// Row by row, without gaps between runs of `count` elements.
    #[must_use]
    pub const fn tight(columns: usize, count: usize) -> Self {
        Self { rows: columns.saturating_mul(count), columns: count }
    }

    /// Elements from the first to the last of `rows`×`columns` runs of `run` elements, if
    /// there is such a number.
    fn span(self, (rows, columns): (usize, usize), run: usize) -> Option<usize> {
        let down = rows.checked_sub(1)?.checked_mul(self.rows)?;
        let across = columns.checked_sub(1)?.checked_mul(self.columns)?;
        down.checked_add(across)?.checked_add(run)
    }
}

impl fmt::Display for Spacing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.rows, self.columns)
    }
}

impl LanewiseSpec {
    /// Matrices row by row, without gaps, in each of the lanes.
    #[must_use]
    pub const fn tight(dtype: DType, [m, n, k]: [usize; 3], count: usize, start: Start) -> Self {
        let (a, b, c) = (Spacing::tight(k, count), Spacing::tight(n, count), Spacing::tight(n, count));
        Self { dtype, count, m, n, k, a, b, c, start }
    }

    /// See [`KernelSpec::arguments`](super::KernelSpec::arguments).
    pub(super) fn arguments(&self) -> Arguments {
        list([Argument::A, Argument::B, Argument::C], [])
    }

    /// See [`KernelSpec::validate`](super::KernelSpec::validate).
    ///
    /// # Errors
    /// [`SpecError`].
    pub fn validate(&self) -> Result<(), SpecError> {
        let &Self { dtype, count, m, n, k, a, b, c, start: _ } = self;
        plain("dtype", dtype)?;
        for (field, extent) in [("count", count), ("m", m), ("n", n), ("k", k)] {
            at_least_one(field, extent)?;
        }
        for (field, spacing, extents) in [("a", a, (m, k)), ("b", b, (k, n)), ("c", c, (m, n))] {
            let bytes = spacing.span(extents, count).and_then(|span| span.checked_mul(dtype.bytes()));
            if bytes.is_none_or(|bytes| bytes > MAX_SPAN) {
                return Err(SpecError::TooLarge { field, limit: MAX_SPAN });
            }
        }
        self.lies_apart()
    }

    /// Whether rows and columns of C are so far from each other that whichever are nearer fit in between.
    fn lies_apart(&self) -> Result<(), SpecError> {
        let rows = ("c.rows", self.m, self.c.rows);
        let columns = ("c.columns", self.n, self.c.columns);
        let (near, far) = if rows.2 <= columns.2 { (rows, columns) } else { (columns, rows) };
        let mut least = self.count;
        for (field, extent, value) in [near, far].into_iter().filter(|(_, extent, _)| *extent > 1) {
            if value < least {
                return Err(SpecError::Overlap { field, value, least });
            }
            least = extent.saturating_sub(1).saturating_mul(value).saturating_add(least);
        }
        Ok(())
    }
}

pub(super) static LANEWISE: Table<LanewiseSpec> = Table {
    name: "lanewise",
    doc: "C = A*B in each of many lanes: the index that counts the multiplications is contiguous everywhere",
    blank: || LanewiseSpec::tight(DType::F32, [0; 3], 0, Start::Nothing),
    words: &[
        dtype!(LanewiseSpec),
        field! {
            "extents" ("MxNxKxCOUNT, four whole numbers") of LanewiseSpec: Extents<4>, "rows of A and C, columns of B and C, columns of A, multiplications";
            |s| Extents([s.m, s.n, s.k, s.count]);
            |s, Extents([m, n, k, count])| *s = LanewiseSpec { m, n, k, count, ..*s };
            |_| None
        },
    ],
    fields: &[
        field! {
            "a" of LanewiseSpec: Spacing, "elements from a row and from a column of A to the next [row by row, without gaps]";
            |s| s.a; |s, spacing| s.a = spacing; |s| Some(Spacing::tight(s.k, s.count))
        },
        field! {
            "b" of LanewiseSpec: Spacing, "elements from a row and from a column of B to the next [row by row, without gaps]";
            |s| s.b; |s, spacing| s.b = spacing; |s| Some(Spacing::tight(s.n, s.count))
        },
        field! {
            "c" of LanewiseSpec: Spacing, "elements from a row and from a column of C to the next [row by row, without gaps]";
            |s| s.c; |s, spacing| s.c = spacing; |s| Some(Spacing::tight(s.n, s.count))
        },
        field! {
            "start" of LanewiseSpec: Start, "what sums start with: nothing, or what the output holds [nothing]";
            |s| s.start; |s, start| s.start = start; |_| Some(Start::Nothing)
        },
    ],
};

printed! {
    Spacing: "elements between rows and between columns, such as `64,1`", |text| {
        let List([rows, columns]) = numbers(text)?;
        Some(Spacing { rows, columns })
    };
}
