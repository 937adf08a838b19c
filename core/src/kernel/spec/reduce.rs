//! The columns or the rows of a matrix, each reduced to one element.
//!
//! The order in which a kernel combines the elements of a line is part of its code: the same on every
//! run, and not that of the matrix. So a sum is within `γ(n + 2)·Σ|x|` of the exact one, for lines of
//! `n` elements (see [`reference::Sum::bound`](crate::reference::Sum::bound)), and exact where no order
//! rounds, as with integers of moderate size.

use super::field::{Outcome, Table, dtype, extents, field};
use super::operand::{SpecError, Stride, at_least_one, floating, operand, plain};
use super::value::{Rule, Value, Wrong, formed, named};
use super::{Argument, Arguments, list};
use crate::DType;
use crate::kernel::op::{Parameter, UnaryOp};
use core::fmt;

/// `out(l)` is what a reduction makes of line `l` of a column-major m×n matrix. The output is
/// contiguous, has an element for each line and overlaps no input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReduceSpec {
    /// Type of the elements.
    pub dtype: DType,
    /// The operation on the elements of a line.
    pub reduction: Reduction,
    /// The direction of the lines.
    pub lines: Lines,
    /// Rows.
    pub m: usize,
    /// Columns.
    pub n: usize,
    /// Leading dimension of the input, of a [`Reduction::Dot`] of the first.
    pub ld_in: Stride,
}

/// The lines of a matrix that become one element each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lines {
    /// The n columns, of m elements.
    Columns,
    /// The m rows, of n elements.
    Rows,
}

/// An operation on the elements of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reduction {
    /// They are folded into one.
    Fold(Fold, Start),
    /// They are multiplied with those of the same line of a second m×n matrix, and the products are
    /// summed.
    Dot {
        /// Leading dimension of the second matrix.
        ld_in1: Stride,
        /// The start of the sum.
        start: Start,
    },
    /// The place of the greatest one in the line, from 0: an unsigned integer of the element's size. Of
    /// equal ones (zeros of either sign are equal) it is the first, and the first NaN is greater than
    /// all numbers: the meaning of numpy's `argmax`.
    ArgMax,
}

/// A way to fold elements into one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fold {
    /// Their sum. A sum that is zero may have either sign, here and in what follows.
    Sum,
    /// The sum of their squares.
    SumOfSquares,
    /// Their product.
    Product,
    /// The greatest one; a NaN if any is one; of zeros, the positive one.
    Max,
    /// The least one; a NaN if any is one; of zeros, the negative one.
    Min,
}

/// The value that a fold starts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Start {
    /// Nothing: the output is overwritten.
    Nothing,
    /// The output's values: lines can be folded piece by piece. Of squares, the root is not taken.
    Output,
}

impl Fold {
    /// All folds with their names in text.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::Sum, "sum"),
        (Self::SumOfSquares, "sum_of_squares"),
        (Self::Product, "product"),
        (Self::Max, "max"),
        (Self::Min, "min"),
    ];

    /// Its name in text.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(known, _)| *known == self).map_or("", |(_, name)| name)
    }

    /// The fold of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(fold, _)| *fold)
    }

    /// The operation that writes what a fold of nothing is: folded onto that, elements become the same as
    /// without it.
    #[must_use]
    pub const fn neutral(self) -> UnaryOp {
        match self {
            Self::Sum | Self::SumOfSquares => UnaryOp::zero(),
            Self::Product => UnaryOp::fill(Parameter::fixed(1.0)),
            Self::Max => UnaryOp::fill(Parameter::fixed(f64::NEG_INFINITY)),
            Self::Min => UnaryOp::fill(Parameter::fixed(f64::INFINITY)),
        }
    }
}

impl Reduction {
    /// Its name in text.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Fold(fold, _) => fold.name(),
            Self::Dot { .. } => "dot",
            Self::ArgMax => "argmax",
        }
    }

    /// The same with another start, if it has one.
    #[must_use]
    pub const fn starting_with(self, start: Start) -> Self {
        match self {
            Self::Fold(fold, _) => Self::Fold(fold, start),
            Self::Dot { ld_in1, .. } => Self::Dot { ld_in1, start },
            Self::ArgMax => Self::ArgMax,
        }
    }

    /// Returns the value that it starts with.
    #[must_use]
    pub const fn start(self) -> Start {
        match self {
            Self::Fold(_, start) | Self::Dot { start, .. } => start,
            Self::ArgMax => Start::Nothing,
        }
    }
}

impl ReduceSpec {
    /// Number of lines: the elements of the output.
    #[must_use]
    pub const fn count(&self) -> usize {
        match self.lines {
            Lines::Columns => self.n,
            Lines::Rows => self.m,
        }
    }

    /// Elements of a line.
    #[must_use]
    pub const fn length(&self) -> usize {
        match self.lines {
            Lines::Columns => self.m,
            Lines::Rows => self.n,
        }
    }

    /// See [`KernelSpec::arguments`](super::KernelSpec::arguments).
    pub(super) fn arguments(&self) -> Arguments {
        match self.reduction {
            Reduction::Dot { ld_in1, .. } => list(
                [Argument::In0, Argument::In1, Argument::Out],
                [self.ld_in.argument(Argument::LdIn0), ld_in1.argument(Argument::LdIn1)],
            ),
            _ => list([Argument::In, Argument::Out], [self.ld_in.argument(Argument::LdIn)]),
        }
    }

    /// See [`KernelSpec::validate`](super::KernelSpec::validate).
    ///
    /// # Errors
    /// [`SpecError`].
    pub fn validate(&self) -> Result<(), SpecError> {
        plain("dtype", self.dtype)?;
        at_least_one("m", self.m)?;
        at_least_one("n", self.n)?;
        let matrix = |names, ld| operand(names, self.dtype, (self.m, self.n), ld, (1, 0));
        match self.reduction {
            Reduction::Fold(..) => matrix(("in", "ld_in"), self.ld_in),
            Reduction::Dot { ld_in1, .. } => {
                matrix(("in0", "ld_in0"), self.ld_in)?;
                matrix(("in1", "ld_in1"), ld_in1)
            }
            Reduction::ArgMax => {
                floating("dtype", self.dtype)?;
                let field = if self.lines == Lines::Columns { "m" } else { "n" };
                let (value, limit) = (self.length(), MAX_PLACES);
                if value > limit {
                    return Err(SpecError::TooLong { field, value, limit });
                }
                matrix(("in", "ld_in"), self.ld_in)
            }
        }
    }
}

/// The most elements of a line whose places are told apart: kernels compare places as the positive
/// numbers of single precision that have these bits, and some of the greatest stand for none.
const MAX_PLACES: usize = (f32::MAX.to_bits() & !3) as usize;

pub(super) static REDUCE: Table<ReduceSpec> = Table {
    name: "reduce",
    doc: "out(l) = what becomes of line l of an m x n matrix, or of two",
    blank: || {
        let (lines, ld_in) = (Lines::Columns, Stride::Runtime);
        ReduceSpec { dtype: DType::F32, reduction: Reduction::ArgMax, lines, m: 0, n: 0, ld_in }
    },
    words: &[
        field! {
            "reduction" of ReduceSpec: Reduction, "the reduction of the elements of a line";
            |s| s.reduction; |s, reduction| s.reduction = reduction; |_| None
        },
        dtype!(ReduceSpec),
        extents!(ReduceSpec),
    ],
    fields: &[
        field! {
            "lines" of ReduceSpec: Lines, "what is reduced [columns]";
            |s| s.lines; |s, lines| s.lines = lines; |_| Some(Lines::Columns)
        },
        field! {
            "in" of ReduceSpec: Stride, "the leading dimension of the input, of a dot product of the first one [m]";
            |s| s.ld_in; |s, ld| s.ld_in = ld; |s| Some(Stride::fixed(s.m))
        },
        field! {
            "in1" of ReduceSpec: Option<Stride>, "of a dot product, the leading dimension of the second input [m]";
            |s| match s.reduction {
                Reduction::Dot { ld_in1, .. } => Some(ld_in1),
                Reduction::Fold(..) | Reduction::ArgMax => None,
            };
            |s, given| match (&mut s.reduction, given) {
                (Reduction::Dot { ld_in1, .. }, given) => {
                    *ld_in1 = given.unwrap_or(Stride::fixed(s.m));
                    Ok(())
                }
                (Reduction::Fold(..) | Reduction::ArgMax, None) => Ok(()),
                (Reduction::Fold(..) | Reduction::ArgMax, Some(_)) => Err(Wrong::Rule(Rule::Unused("`dot`"))),
            };
            |_| Some(None)
        },
        field! {
            "start" of ReduceSpec: Start, "what the reduction starts with: nothing, or what the output holds [nothing]";
            |s| s.reduction.start();
            |s, start| match (s.reduction, start) {
                (Reduction::ArgMax, Start::Output) =>
                    Err(Wrong::Rule(Rule::Unused("what is summed or folded"))),
                _ => {
                    s.reduction = s.reduction.starting_with(start);
                    Ok(())
                }
            };
            |_| Some(Start::Nothing)
        },
    ],
};

named! {
    Start: "`nothing` or `out`", [(Self::Nothing, "nothing"), (Self::Output, "out")];
    Lines: "`columns` or `rows`", [(Self::Columns, "columns"), (Self::Rows, "rows")];
}

/// The name alone: what it starts with, and where a second input is, is said by fields.
impl Value for Reduction {
    const FORM: &'static str = "`sum`, `sum_of_squares`, `product`, `max`, `min`, `dot` or `argmax`";

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }

    fn read(text: &str) -> Result<Self, Wrong> {
        match text {
            "dot" => Ok(Self::Dot { ld_in1: Stride::fixed(0), start: Start::Nothing }),
            "argmax" => Ok(Self::ArgMax),
            _ => formed(Fold::from_name(text)).map(|fold| Self::Fold(fold, Start::Nothing)),
        }
    }
}
